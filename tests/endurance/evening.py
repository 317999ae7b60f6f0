"""One evening: a storm of everything at once in which the server is killed again and again; quiet; the storm again, now
on one process that can be followed; quiet; then the accounts."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.endurance.accounts import check_the_file, check_the_seats
from tests.endurance.guests import again_and_again, cheats, floods
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
    """Acknowledged before anything else happens: between two kills, before the storm, in it, after it."""
    seed: int = 1

    # One after the other, with the storm in which times are taken between the two quiet ones. It begins early: what is
    # remembered must have had its fill of it after a third of the evening, when memory is first looked at.
    @property
    def kills(self) -> float:
        return self.seconds / 12

    @property
    def quiet_before(self) -> float:
        return self.seconds / 12

    @property
    def quiet_after(self) -> float:
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
    late_p99: tuple[float, float, float]
    """The same of a sleep in this process: what the machine, and nobody at a table, makes people wait."""
    memory: tuple[int, int]
    """In megabytes, of one process: after a third of the evening, and at the end."""
    cheats: "Counter[str]"
    """What was tried and not had."""


async def spend(program: Program, data: Path, tell: Callable[[str], None] = lambda _: None) -> Evening:
    """Raises `AssertionError` for whatever was lost, doubled or broken. How far it is is told sixty times."""
    server = Server(data, times_faster=program.times_faster)
    try:
        return await _spend(program, server, tell)
    finally:
        await server.stop()


async def _spend(program: Program, server: Server, tell: Callable[[str], None]) -> Evening:
    rng = Random(program.seed)
    ledger = Ledger()
    await server.start()
    began = time.monotonic()
    ends = began + program.seconds
    groups = [
        asyncio.create_task(Group(server.address, number, ledger, pace=program.pace).play())
        for number in range(program.tables)
    ]
    lateness: list[tuple[float, float]] = []
    yardstick = asyncio.create_task(_sleep_and_look(lateness))
    progress = asyncio.create_task(_tell_now_and_then(program, server, ledger, tell))
    people = _Everybody(groups, ledger, program.least_moves)
    tried: Counter[str] = Counter()

    def rage(until: float) -> "asyncio.Task[None]":
        """The guests nobody wants, and the harm that ends by itself by then."""
        people.guests += _let_in(server, ledger, rng, tried)
        harm = asyncio.create_task(harass(server, rng, until=until, pause=max(1.0, program.seconds / 60)))
        people.guests.append(harm)
        return harm

    async def calm_down(harm: "asyncio.Task[None]") -> None:
        # In the middle of it the disk may be full.
        await harm
        await _send_home(people.guests)
        people.guests.clear()

    try:
        # First: a kill gives all memory back, and only a process that lives on shows whether it stays flat.
        kills_end = began + program.kills
        harm = rage(kills_end)
        pause = max(1.0, program.seconds / 240)
        while server.kills == 0 or time.monotonic() < kills_end:
            await people.play(pause * (0.5 + rng.random()))
            await server.kill()
            await server.start(ahead_ms=WRONG_CLOCKS[server.kills % len(WRONG_CLOCKS)])
        await calm_down(harm)
        await server.kill()
        await server.start()
        quiet_began = time.monotonic()
        await people.play(program.quiet_before)
        storm_began = time.monotonic()
        harm = rage(ends - program.quiet_after)
        await people.play(max(0.0, began + program.seconds / 3 - time.monotonic()))
        memory = server.memory()
        await people.play(max(0.0, ends - program.quiet_after - time.monotonic()))
        await calm_down(harm)
        storm_ended = time.monotonic()
        await people.play(max(1.0, ends - time.monotonic()))
        memory_at_the_end = server.memory()
    finally:
        await _send_home([*groups, *people.guests, yardstick, progress])
    seats = await check_the_seats(server.address, ledger)
    await server.stop()
    verified = await asyncio.to_thread(check_the_file, server.data, ledger)
    phases = [(quiet_began, storm_began), (storm_began, storm_ended), (storm_ended, time.monotonic())]
    p50, p99 = (_percentiles(ledger.latencies, phases, percent) for percent in (50, 99))
    late_p99 = _percentiles(lateness, phases, 99)
    memories = (memory, memory_at_the_end)
    return Evening(ledger, server, verified, seats, p50, p99, late_p99, memories, tried)


def _percentiles(
    measured: list[tuple[float, float]], phases: list[tuple[float, float]], percent: int
) -> tuple[float, float, float]:
    """Of what was measured, and when: in milliseconds, for each phase."""
    times = [sorted(seconds * 1_000 for at, seconds in measured if a <= at < b) or [0.0] for a, b in phases]
    before, storm, after = (each[len(each) * percent // 100] for each in times)
    return before, storm, after


async def _sleep_and_look(lateness: list[tuple[float, float]]) -> None:
    while True:
        began = time.monotonic()
        await asyncio.sleep(0.05)
        lateness.append((time.monotonic(), time.monotonic() - began - 0.05))


async def _tell_now_and_then(program: Program, server: Server, ledger: Ledger, tell: Callable[[str], None]) -> None:
    for sixtieth in range(1, 61):
        await asyncio.sleep(program.seconds / 60)
        with suppress(OSError):  # it may just be killed
            passed = f"{sixtieth * program.seconds / 3_600:.1f} of {program.seconds / 60:g} min"
            done = f"{len(ledger.acknowledged):,} acknowledged, {ledger.matches:,} matches"
            tell(f"{passed}: {done}, {server.memory()} MB")


def _let_in(server: Server, ledger: Ledger, rng: Random, tried: "Counter[str]") -> "list[asyncio.Task[None]]":
    def finished() -> str | None:
        return rng.choice(ledger.over) if ledger.over else None

    attacks = [(attack, 0.2) for attack in floods(server.address, finished, rng)]
    # A table each time: so many that they are there all the time, not so many that there is nothing else.
    attacks += [(attack, 2.0) for attack in cheats(server.address, tried)]
    return [asyncio.create_task(again_and_again(attack, pause=pause)) for attack, pause in attacks]


async def _send_home(tasks: "list[asyncio.Task[None]]") -> None:
    """Asked again and again: `asyncio.wait_for` can swallow a cancellation that comes with its result."""
    while going := [task for task in tasks if not task.done()]:
        for task in going:
            task.cancel()
        await asyncio.wait(going, timeout=0.5)


class _Everybody:
    """Everybody who plays, and whoever came besides."""

    def __init__(self, groups: "list[asyncio.Task[None]]", ledger: Ledger, least_moves: int) -> None:
        self.groups = groups
        self.guests: list[asyncio.Task[None]] = []
        self._ledger = ledger
        self._least = least_moves

    async def play(self, seconds: float) -> None:
        """For so long, and until something was moved. Who found something wrong ends the evening at once."""
        least = len(self._ledger.acknowledged) + self._least
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0 or len(self._ledger.acknowledged) < least:
            everybody = (*self.groups, *self.guests)
            done, _ = await asyncio.wait(everybody, timeout=max(0.1, left), return_when=asyncio.FIRST_EXCEPTION)
            for task in done:
                task.result()
