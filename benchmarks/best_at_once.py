"""Twenty bots of the strongest level think at a live server: how long do they take, and do other tables notice?

    python benchmarks/best_at_once.py                       # 2 x 3 phases of 40 s, about 5 minutes
    python benchmarks/best_at_once.py --seconds 10 --rounds 1
    python benchmarks/best_at_once.py --no-pauses           # harder than it ever gets

A server as `touchwood serve` starts it, over real sockets and with every move on disk. Bots take as long as people do,
a second or two, and think meanwhile; without these pauses twenty tables move more often than they ever would. Twenty
other tables play TAG at a human pace, ten of them four people each, ten a person with a quick bot. Quiet and beside
twenty tables of one `best` each, by turns: each of the twenty from an address of its own, and whoever plays there
answers at once, so all twenty are asked nearly always. Clients are two processes of their own, nothing is pinned. Timed
are

    a move     from the message sent until every seat of the table, the mover's too, has the update
    quick bot  from the update that says that the bot is asked until the one with its choice
    best       the same, at the twenty tables

Times of bots hold their pauses, if there are any.

Asked are answers of `best` within 3 s, and a 99th percentile at other tables below twice the quiet one.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from urllib.error import URLError
from urllib.request import urlopen

from live_tables.load import cpu_seconds
from live_tables.others import READY, REST
from live_tables.thinkers import THINK
from tables import PARTS, free_port, running

from touchwood.bots.finding import strongest_level
from touchwood.games.discovery import find_game
from touchwood.server.bots import cores

QUIET, BESIDE = "quiet", "beside"
SETTLING_SECONDS = 4.0
"""After a change: thoughts that were begun come to their end, and queues are as long as they get."""
LONGEST_START_SECONDS = 120.0


# -- The processes --------------------------------------------------------------------------------------------------
@dataclass
class Client:
    """A process that is told words and tells what it timed when there are no more."""

    process: "subprocess.Popen[str]"

    def tell(self, word: str) -> None:
        self.given.write(word + "\n")
        self.given.flush()

    def timed(self) -> Any:
        self.given.close()
        return json.loads(self.heard.read())

    @property
    def given(self) -> IO[str]:
        assert self.process.stdin is not None
        return self.process.stdin

    @property
    def heard(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout


@contextmanager
def client(part: str, *arguments: object) -> Iterator[Client]:
    """Once it has its tables."""
    command = [sys.executable, str(PARTS / part), *map(str, arguments)]
    own_path = os.pathsep.join(filter(None, [str(PARTS.parent), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": own_path}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as process:
        started = Client(process)
        if started.heard.readline().strip() != READY:
            raise SystemExit(f"{part} did not start")
        try:
            yield started
        finally:
            process.terminate()


def wait_until_warm(port: int) -> None:
    for _ in range(int(LONGEST_START_SECONDS / 0.1)):
        with suppress(URLError), urlopen(f"http://127.0.0.1:{port}/ready"):
            return
        time.sleep(0.1)
    raise SystemExit("the server's bots are not warm")


# -- Measuring ------------------------------------------------------------------------------------------------------
def play(game: str, given: argparse.Namespace, server: int, port: int) -> tuple[dict[str, Any], list[float]]:
    """What was timed at the other tables, by phase, and of `best`."""
    best = strongest_level(find_game(game))
    with (
        client("others.py", port, given.others, given.pace) as others,
        client("thinkers.py", port, game, best, given.tables) as thinkers,
    ):
        for _ in range(given.rounds):
            for phase, word in ((QUIET, REST), (BESIDE, THINK)):
                thinkers.tell(word)
                time.sleep(SETTLING_SECONDS)
                others.tell(phase)
                used, waited = cpu_seconds(server), seconds_without_a_core(server)
                time.sleep(given.seconds)
                others.tell(REST)
                used, waited = cpu_seconds(server) - used, seconds_without_a_core(server) - waited
                print(
                    f"    {phase}: the server used {used:.2f} s of a core, and waited {waited:.2f} s for one",
                    flush=True,
                )
        thinkers.tell(REST)
        return others.timed(), thinkers.timed()


def seconds_without_a_core(server: int) -> float:
    """How long threads of the server were ready to run and had no processor, all together, so far; workers not."""
    stats = [(thread / "schedstat").read_text() for thread in Path(f"/proc/{server}/task").iterdir()]
    return sum(int(stat.split()[1]) for stat in stats) / 1e9


def told(name: str, seconds: list[float]) -> float:
    """Gives the 99th percentile."""
    ordered = sorted(seconds)
    middle, late, worst = ordered[len(ordered) // 2], ordered[len(ordered) * 99 // 100], ordered[-1]
    times = "".join(f"{1000 * each:>10,.1f}" for each in (middle, late, worst))
    print(f"{name:<36}{len(ordered):>10,}{times}")
    return late


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="point_a_pile", help="of the twenty")
    parser.add_argument("--tables", type=int, default=20, help="with a bot that thinks long")
    parser.add_argument("--others", type=int, default=20, help="tables that are timed")
    parser.add_argument("--pace", type=float, default=1.0, help="seconds a person takes for a move, in the mean")
    parser.add_argument("--seconds", type=float, default=40.0, help="of a phase")
    parser.add_argument("--no-pauses", action="store_true", help="bots move as soon as they have thought")
    parser.add_argument("--rounds", type=int, default=3, help="of both phases by turns")
    given = parser.parse_args()
    print(f"{find_game(given.game).title}, {given.tables} tables; {given.others} others; {cores()} cores;", end=" ")
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory(prefix="touchwood-bench-") as name:
        port = free_port()
        command = [sys.executable, str(PARTS / "serve_ours.py"), str(port), name, "1", "--with-bots"]
        command += [] if given.no_pauses else ["--pauses"]
        with running(command, port, Path(name)) as server:
            wait_until_warm(port)
            timed, best = play(given.game, given, server, port)
    print(f"{'ms':<36}{'timed':>10}{'median':>10}{'99%':>10}{'longest':>10}")
    for kind, label in (("moves", "a person's move"), ("quick", "a quick bot's choice")):
        quiet, beside = (told(f"{label}, {phase}", timed[phase][kind]) for phase in (QUIET, BESIDE))
        print(f"    99%: {beside / quiet:.2f} times the quiet one; asked: below 2")
    told(f"best, {given.tables} at once", best)
    print(f"    within {max(best):.1f} s; asked: 3")
    print(f"load of the machine after: {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
