"""Twenty bots of the strongest level asked at once, each at a table and from an address of its own: how long do they
take, and do quick bots at other tables still answer?

    python benchmarks/best_at_once.py [--game point_a_pile] [--tables 20]

The server's own worker processes, without the pauses that make bots look like people. First one after the other, then
all at once, each again as soon as it has answered; and two more tables, alone and while the twenty think: a quick bot
at one, and at the other a person, whose move comes now and then and is judged and written in the server's own process
(no network). Asked are answers within 3 s, and a 99th percentile at other tables below twice the quiet one.
"""

import argparse
import asyncio
from random import Random
from statistics import median, quantiles
from time import perf_counter

import msgspec

from touchwood.bots import player_names
from touchwood.core.game import AnyGame
from touchwood.core.running import Unrecorded
from touchwood.core.seats import Seat
from touchwood.games.discovery import find_game
from touchwood.server.bots import Question, WorkerProcesses, cores, question
from touchwood.server.worker_pool import Asker

QUICK_QUESTIONS = 200
EVERY_SECONDS = 0.02
"""A person's move comes."""
QUICK_LEVEL = 1
CHOICES_IN_A_ROW = 5
"""Of each of the twenty."""


def asked_at(game: AnyGame, table: int, bot: str) -> Question:
    """The first question of a match of four in which there is something to choose."""
    course = Unrecorded(game, game.initial(game.options_type(), 4, game.newest_version), Random(table))
    waiting = game.waiting_for(course.state)
    assert isinstance(waiting, tuple)
    seat = waiting[0]
    known, actions = game.knowledge(course.state, seat), game.legal_actions(course.state, seat)
    return question(game.name, bot, known, actions, seed=table, is_asked=True)


async def seconds_for(workers: WorkerProcesses, asked: Question, table: int) -> float:
    start = perf_counter()
    await workers.answer(asked, Asker(f"10.0.0.{table}", f"table {table}"))
    return perf_counter() - start


async def in_a_row(workers: WorkerProcesses, asked: Question, table: int) -> list[float]:
    return [await seconds_for(workers, asked, table) for _ in range(CHOICES_IN_A_ROW)]


async def quick_ones(
    workers: WorkerProcesses, asked: Question, thinking: "asyncio.Future[object] | None"
) -> list[float]:
    """So many, or as long as others think."""
    seconds: list[float] = []
    while len(seconds) < QUICK_QUESTIONS if thinking is None else not thinking.done():
        seconds.append(await seconds_for(workers, asked, 0))
    return seconds


async def moves(game: AnyGame, thinking: "asyncio.Future[object] | None") -> list[float]:
    """From when it is due until every seat's view is written."""
    course = Unrecorded(game, game.initial(game.options_type(), 4, game.newest_version), Random(0))
    waiting = game.waiting_for(course.state)
    assert isinstance(waiting, tuple)
    action = game.default_action(game.view(course.state, waiting[0]))
    seconds: list[float] = []
    while len(seconds) < QUICK_QUESTIONS if thinking is None else not thinking.done():
        due = perf_counter() + EVERY_SECONDS
        await asyncio.sleep(EVERY_SECONDS)
        after = game.apply(course.state, waiting[0], action).state
        for seat in range(4):
            msgspec.json.encode(game.view(after, Seat(seat)))
        seconds.append(perf_counter() - due)
    return seconds


def told(name: str, seconds: list[float]) -> float:
    """Gives the 99th percentile."""
    middle, late, worst = median(seconds), quantiles(seconds, n=100)[-1], max(seconds)
    times = "".join(f"{1000 * each:>10,.1f}" for each in (middle, late, worst))
    print(f"{name:<44}{len(seconds):>8}{times}")
    return late


async def measure(game: AnyGame, tables: int) -> None:
    workers = WorkerProcesses(cores(), cap_seconds=10)
    workers.warm()
    levels = player_names(game)
    quick = asked_at(game, 0, levels[QUICK_LEVEL])
    best = [asked_at(game, table, levels[-1]) for table in range(1, tables + 1)]
    await seconds_for(workers, best[0], 1)  # waits until they are warm
    print(f"{game.title}, 4 players, {cores()} cores; ms{'answers':>33}{'median':>10}{'99%':>10}{'longest':>10}")
    told(f"{levels[-1]}, one at a time", [await seconds_for(workers, one, 1) for one in best[:5]])
    alone = await asyncio.gather(quick_ones(workers, quick, None), moves(game, None))
    thinking = asyncio.gather(*(in_a_row(workers, one, number) for number, one in enumerate(best, start=1)))
    beside = await asyncio.gather(quick_ones(workers, quick, thinking), moves(game, thinking))
    for who, quiet, busy in zip((levels[QUICK_LEVEL], "a person's move"), alone, beside, strict=True):
        before, then = told(f"{who}, alone", quiet), told(f"{who}, while {tables} of {levels[-1]} think", busy)
        print(f"    99%: {then / before:.1f} times the quiet one")
    told(f"{levels[-1]}, {tables} at once", [each for row in await thinking for each in row])
    workers.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="point_a_pile")
    parser.add_argument("--tables", type=int, default=20)
    given = parser.parse_args()
    asyncio.run(measure(find_game(given.game), given.tables))


if __name__ == "__main__":
    main()
