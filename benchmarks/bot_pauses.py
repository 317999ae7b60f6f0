"""Does the time a bot takes tell what it holds? Measured at live tables, with the bots' own processes and real time.

    python benchmarks/bot_pauses.py --samples 60

Pairs of worlds that a watcher cannot tell apart: the same match of TAG!, with other hands dealt to the bots. In each a
bot is asked, and what is measured is the time until its move is stored; once with workers that have little else to do,
once with many tables at a time. For each pair the largest distance between the two distributions (Kolmogorov and
Smirnov's) is held against that of the same times shuffled: p is how often chance alone gives as much. One level that
gave itself away would show in p well below 1 in the number of pairs.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from msgspec.structs import replace
from tests.server.memory_store import MemoryStore
from tests.server.sitting import CODE, TABLE, Sitting

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.server.bots import WorkerProcesses
from touchwood.server.metrics import Metrics
from touchwood.server.rooms.connection import Connection
from touchwood.server.rooms.room import Room
from touchwood.server.rooms.services import Services
from touchwood.server.store.interface import StoredTable

BOT = Seat(1)
SHUFFLES = 2_000


def pair_of_worlds(level: str, seed: int) -> tuple[Sitting, Any, Any]:
    """A match where the bot is asked, its state, and one with other hands that looks the same to a watcher."""
    rng = Random(seed)
    while True:
        sitting = Sitting("tag", ("Ana",), bots=(level, level), seed=rng.getrandbits(30)).start()
        for _ in range(rng.randrange(4, 25)):
            if not sitting.is_over:
                sitting.random_step(rng)
        game, state = sitting.play.game, sitting.play.position.state
        if sitting.is_over or set(sitting.play.asked_at) != {BOT}:
            continue
        # What Ana knows is more than a watcher does, and says nothing of the bots' hands.
        other = game.sample_state(game.knowledge(state, Seat(0)), rng)
        looks_the_same = game.view(state, SPECTATOR) == game.view(other, SPECTATOR)
        if looks_the_same and game.view(state, BOT) != game.view(other, BOT):
            return sitting, state, other


async def shown_after(services: Services, sitting: Sitting, state: Any) -> float:
    """Milliseconds until the bot's move is there."""
    table = sitting.reloaded()
    assert table.play is not None
    table.play.position = replace(table.play.position, state=state)
    table.play.ask(table.table_time(sitting.at))
    services.store.tables[TABLE] = StoredTable(TABLE, CODE, sitting.seed, tuple(sitting.lines))  # type: ignore[attr-defined]  # a store in memory
    room = Room(table, services)
    loop = asyncio.get_running_loop()
    decision = table.play.decision[BOT]
    device = Connection(Sitting.token_hash("Ana"), "en")
    began = loop.time()
    await room.attend(device, None)
    while table.play.asked_at.get(BOT) is not None and table.play.decision[BOT] == decision and not table.play.sealed:
        await device.woken()
    took = loop.time() - began
    room.drop()
    return took * 1_000


def distance(one: list[float], other: list[float]) -> float:
    """The largest difference of the two distributions."""
    points = sorted({*one, *other})
    return max(abs(sum(t <= p for t in one) / len(one) - sum(t <= p for t in other) / len(other)) for p in points)


def how_often_by_chance(one: list[float], other: list[float], rng: Random) -> float:
    measured, both = distance(one, other), [*one, *other]
    as_much = 0
    for _ in range(SHUFFLES):
        rng.shuffle(both)
        as_much += distance(both[: len(one)], both[len(one) :]) >= measured
    return (as_much + 1) / (SHUFFLES + 1)


async def measure(levels: list[str], pairs: int, samples: int, at_once: int) -> None:
    executor = WorkerProcesses(len(os.sched_getaffinity(0)), cap_seconds=10)
    executor.warm()
    while not executor.is_warm:
        await asyncio.sleep(0.1)
    gate = asyncio.Semaphore(at_once)

    async def one(sitting: Sitting, state: Any) -> float:
        async with gate:
            services = Services(store=MemoryStore(), bot_executor=executor, metrics=Metrics())
            return await shown_after(services, sitting, state)

    for level in levels:
        for number in range(pairs):
            sitting, state, other = pair_of_worlds(level, number)
            # By turns, so that a machine that gets slower does so for both.
            times = await asyncio.gather(*(one(sitting, each) for _ in range(samples) for each in (state, other)))
            here, there = list(times[::2]), list(times[1::2])
            p = how_often_by_chance(here, there, Random(1))
            medians = " / ".join(f"{sorted(each)[len(each) // 2]:,.0f}" for each in (here, there))
            far = distance(here, there)
            bots = f"{level}, {at_once} at a time"
            print(f"| {bots} | {number + 1} | {medians} | {max(times):,.0f} | {far:.2f} | {p:.2f} |", flush=True)
    executor.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=20, help="of each world")
    parser.add_argument("--pairs", type=int, default=2, help="of worlds, for each level and load")
    parser.add_argument("--at-once", type=int, default=40, help="tables under load")
    given = parser.parse_args()
    print("| bots | pair | median ms, one world / the other | latest ms | distance | p |")
    print("| --- | ---: | --- | ---: | ---: | ---: |")
    for at_once in (4, given.at_once):
        asyncio.run(measure(["easy", "hard"], given.pairs, given.samples, at_once))


if __name__ == "__main__":
    main()
