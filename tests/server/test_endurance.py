"""A small evening: people, unwanted guests, kills, full disks and wrong clocks, in some seconds.

`make endurance` is the hour of it.
"""

import asyncio
import gc
from collections import Counter
from pathlib import Path

import pytest

from tests.endurance.evening import Program, spend
from tests.endurance.guests import Attack, cheats, hang_up
from tests.server.running import quick_settings, serving
from tests.server.wire import Client
from touchwood.server.clocks import FastClock


# Whoever is sent home while just coming in leaves half a connection behind.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
def test_an_evening_loses_nothing(tmp_path: Path) -> None:
    program = Program(tables=6, seconds=6.0, pace=0.05, times_faster=20, least_moves=30)
    try:
        evening = asyncio.run(spend(program, tmp_path))
    finally:
        # Here, where such halves are no fault, and not in the middle of another test.
        gc.collect()
    assert evening.server.kills >= 2
    assert evening.verified >= evening.ledger.matches
    assert len(evening.ledger.acknowledged) >= 120
    assert evening.seats_asked


async def _tried(cheat: Attack) -> None:
    devices: list[Client] = []
    await cheat(devices)
    await hang_up(devices)


def test_a_cheat_tries_to_the_end_and_has_nothing(tmp_path: Path) -> None:
    """The evening lets them fail for any reason; here, where nobody is killed, each must come as far as it can."""
    tried: Counter[str] = Counter()
    with serving(quick_settings(tmp_path, clock=FastClock(10))) as address:
        for cheat in cheats(address, tried):
            asyncio.run(_tried(cheat))
    assert set(tried.values()) == {1}
    assert len(tried) == 4
