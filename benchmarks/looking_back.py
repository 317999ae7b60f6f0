"""Moves of honest tables while others ask for proofs and reviews without end.

    python benchmarks/looking_back.py --seconds 20

Groups play at a server of its own; then, beside them, six connections (each from an address of its own, in another
process) ask for `/verify` and `/review` of matches that nobody has looked back at; then it is quiet again.
"""

import argparse
import asyncio
import multiprocessing
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.endurance.harm import Server
from tests.endurance.people import TROUBLES, Group, Ledger
from tests.server.sitting import Sitting
from tests.server.wire import plain_http

from touchwood.server.serve import TABLES_FILE
from touchwood.server.store.interface import NewTable
from touchwood.server.store.sqlite import SqliteStore

CONNECTIONS = 6
GAMES = ("tag", "point_a_pile", "cant_touch_this")


async def store_finished_matches(data: Path, number: int) -> list[str]:
    store, tables = SqliteStore(data / TABLES_FILE), []
    for seed in range(number):
        rng = Random(seed)
        sitting = Sitting(GAMES[seed % len(GAMES)], ("Ana", "Bo"), seed=seed).start()
        while not sitting.is_over:
            sitting.random_step(rng)
        tables.append(f"finished{seed:014d}")
        letters = "".join("ABCDEFGHJK"[int(digit)] for digit in f"{seed:06d}")
        now = int(time.time() * 1_000)
        await store.create(NewTable(tables[-1], letters, now, sitting.seed, tuple(sitting.lines)))
    await store.close()
    return tables


def flood(address: str, tables: list[str]) -> None:
    async def one(number: int) -> None:
        rng = Random(number)
        async with plain_http(f"{address}/api/matches", source=f"127.0.9.{number + 1}") as http:
            while True:
                try:
                    await http.get(f"/{rng.choice(tables)}/{rng.choice(('verify', 'review'))}")
                except TROUBLES:
                    await asyncio.sleep(0.1)

    async def all_of_them() -> None:
        await asyncio.gather(*(one(number) for number in range(CONNECTIONS)))

    asyncio.run(all_of_them())


async def measure(groups: int, seconds: float, matches: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        tables = await store_finished_matches(Path(folder), matches)
        server, ledger = Server(Path(folder), times_faster=1), Ledger()
        await server.start()
        people = [asyncio.create_task(Group(server.address, n, ledger, pace=0.5).play()) for n in range(groups)]
        print("| | moves | p50 ms | p99 ms |\n| --- | ---: | ---: | ---: |")
        await asyncio.sleep(seconds / 2)
        for phase in ("quiet", "flooded", "quiet again"):
            flooding = multiprocessing.get_context("spawn").Process(
                target=flood, args=(server.address, tables), daemon=True
            )
            if phase == "flooded":
                flooding.start()
            began = time.monotonic()
            await asyncio.sleep(seconds)
            times = sorted(took * 1_000 for at, took in ledger.latencies if at >= began)
            if phase == "flooded":
                flooding.terminate()
            p50, p99 = (times[len(times) * percent // 100] for percent in (50, 99))
            print(f"| {phase} | {len(times)} | {p50:.1f} | {p99:.1f} |", flush=True)
        for task in people:
            task.cancel()
        await asyncio.wait(people)
        await server.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--groups", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=10.0, help="of each phase")
    parser.add_argument("--matches", type=int, default=60, help="to look back at")
    given = parser.parse_args()
    asyncio.run(measure(given.groups, given.seconds, given.matches))


if __name__ == "__main__":
    main()
