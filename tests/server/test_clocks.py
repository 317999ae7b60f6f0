"""A machine's clock is put forward and back; nobody's time stands still or runs out for it."""

import asyncio
from pathlib import Path

from tests.server.running import TIMES_FASTER, quick_settings, serving
from tests.server.test_absence import log_of
from tests.server.test_faults import SHORT_MATCH
from tests.server.wire import Client, seat_all
from touchwood.server.clocks import FastClock, SetForward, WallClock, not_before

SECOND, HOUR_MS = 1_000_000_000, 3_600_000


class Machine:
    """Its clock can be put anywhere; what has passed since it was switched on cannot."""

    def __init__(self) -> None:
        self.wall = 1_000 * SECOND
        self.passed = 7 * SECOND

    def clock(self) -> WallClock:
        return WallClock(lambda: self.wall, lambda: self.passed)


def test_a_clock_put_back_or_forward_while_the_server_runs_is_not_noticed() -> None:
    machine = Machine()
    clock = machine.clock()
    assert clock.now() == 1_000_000
    machine.wall -= 900 * SECOND
    machine.passed += 2 * SECOND
    assert clock.now() == 1_002_000
    machine.wall += 9_000 * SECOND
    assert clock.now() == 1_002_000
    assert machine.clock().now() == 9_100_000, "the next start goes by what the machine says then"


def test_a_clock_behind_is_set_forward_and_then_runs_as_it_did() -> None:
    machine = Machine()
    clock = machine.clock()
    assert not_before(clock, 1_000_000) is clock
    ahead = not_before(clock, 1_000_500)
    assert ahead.now() == 1_000_500
    machine.passed += SECOND
    assert ahead.now() == 1_001_500
    assert ahead.seconds(500) == 0.5


def test_a_server_whose_clock_is_an_hour_behind_its_log_lets_time_run_on(tmp_path: Path) -> None:
    """Nobody moves but the clock: with the hour waited for, the match would not end within this test's patience."""
    now = FastClock(TIMES_FASTER)

    async def begin(address: str) -> Client:
        settings = {"clock_seconds": 5}
        (ana,) = await seat_all(address, "tag", ["Ana"], bots=["random"], options=SHORT_MATCH, settings=settings)
        await ana.do("Start")
        await ana.close()
        return ana

    async def go_on(address: str, table: str, token: str) -> None:
        ana = await Client(address, table, token).open()
        await ana.until(lambda client: client.is_over)
        await ana.close()

    with serving(quick_settings(tmp_path, clock=SetForward(now, HOUR_MS))) as address:
        ana = asyncio.run(begin(address))
    with serving(quick_settings(tmp_path, clock=now)) as address:
        asyncio.run(go_on(address, ana.table_id, ana.token))
    times = [line.at for line in log_of(tmp_path, ana.table_id)]
    assert len(times) > 20
    assert times == sorted(times), "and no line is older than the one before it"
