"""One evening: quiet, a storm of everything at once, quiet again; then the accounts."""

import asyncio
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.endurance.accounts import check_the_file, check_the_seats
from tests.endurance.guests import again_and_again, unwanted
from tests.endurance.harm import WRONG_CLOCKS, Server, harass
from tests.endurance.people import Group, Ledger


@dataclass(frozen=True)
class Program:
    """How long, and how much."""

    tables: int
    seconds: float
    pace: float
    """Seconds a person thinks, on average."""
    times_faster: int = 1
    """The server's own clock."""
    least_moves: int = 0
    """Acknowledged before anything else happens: before the storm, between two kills, in the storm, after it."""
    seed: int = 1

    @property
    def quiet(self) -> float:
        """Before and after: a sixth each. Between them the server is killed for another sixth, then no more."""
        return self.seconds / 6


@dataclass
class Evening:
    """What was found; `touchwood` has already kept its promises, or this does not exist."""

    ledger: Ledger
    server: Server
    verified: int
    seats_asked: int
    p50: tuple[float, float, float]
    p99: tuple[float, float, float]
    """In milliseconds: before, in the storm, after."""
    memory: tuple[int, int]
    """In megabytes: when the kills were over, and at the end."""


async def spend(program: Program, data: Path) -> Evening:
    """Raises `AssertionError` for whatever was lost, doubled or broken."""
    rng = Random(program.seed)
    ledger, server = Ledger(), Server(data, times_faster=program.times_faster)
    await server.start()
    began = time.monotonic()
    ends = began + program.seconds
    groups = [
        asyncio.create_task(Group(server.address, number, ledger, pace=program.pace).play())
        for number in range(program.tables)
    ]
    people = _Everybody(groups, ledger, program.least_moves)
    guests: list[asyncio.Task[None]] = []
    try:
        await people.play(program.quiet)
        storm_began = time.monotonic()
        guests += _let_in(server, ledger, rng)
        harm = asyncio.create_task(
            harass(server, rng, until=ends - program.quiet, pause=max(1.0, program.seconds / 60))
        )
        guests.append(harm)
        pause = max(1.0, program.seconds / 120)
        while server.kills == 0 or time.monotonic() < began + 2 * program.quiet:
            await people.play(pause * (0.5 + rng.random()))
            await server.kill()
            await server.start(ahead_ms=WRONG_CLOCKS[server.kills % len(WRONG_CLOCKS)])
        await server.kill()
        await server.start()
        calm = time.monotonic()
        await people.play(program.quiet / 4)
        memory = server.memory()
        await people.play(max(0.0, ends - program.quiet - time.monotonic()))
        await harm
        await _send_home(guests)
        storm_ended = time.monotonic()
        await people.play(max(1.0, ends - time.monotonic()))
        memory_at_the_end = server.memory()
    finally:
        await _send_home([*groups, *guests])
    seats = await check_the_seats(server.address, ledger)
    await server.stop()
    verified = await asyncio.to_thread(check_the_file, data, ledger)
    phases = [(began, storm_began), (calm, storm_ended), (storm_ended, time.monotonic())]
    times = [sorted(seconds * 1_000 for at, seconds in ledger.latencies if a <= at < b) or [0.0] for a, b in phases]
    p50, p99 = (tuple(each[len(each) * percent // 100] for each in times) for percent in (50, 99))
    return Evening(ledger, server, verified, seats, p50, p99, (memory, memory_at_the_end))  # type: ignore[arg-type]  # three each


def _let_in(server: Server, ledger: Ledger, rng: Random) -> "list[asyncio.Task[None]]":
    def finished() -> str | None:
        return rng.choice(ledger.over) if ledger.over else None

    attacks = unwanted(server.address, finished, rng)
    return [asyncio.create_task(again_and_again(attack, pause=0.2)) for attack in attacks]


async def _send_home(tasks: "list[asyncio.Task[None]]") -> None:
    """Asked again and again: `asyncio.wait_for` can swallow a cancellation that comes with its result."""
    while going := [task for task in tasks if not task.done()]:
        for task in going:
            task.cancel()
        await asyncio.wait(going, timeout=0.5)


class _Everybody:
    """Everybody who plays."""

    def __init__(self, groups: "list[asyncio.Task[None]]", ledger: Ledger, least_moves: int) -> None:
        self.groups = groups
        self._ledger = ledger
        self._least = least_moves

    async def play(self, seconds: float) -> None:
        """For so long, and until something was moved. A group that found something wrong ends the evening at once."""
        least = len(self._ledger.acknowledged) + self._least
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 or len(self._ledger.acknowledged) < least:
            done, _ = await asyncio.wait(self.groups, timeout=max(0.1, left), return_when=asyncio.FIRST_EXCEPTION)
            for group in done:
                group.result()
