"""Old tables are closed and then deleted; a wrong clock deletes nothing."""

import asyncio
import sqlite3
from pathlib import Path

import pytest

from tests.server.running import quick_settings, serving
from tests.server.test_store import in_a_loop, new_table
from tests.server.wire import Client, create
from touchwood.server.clocks import SetForward, WallClock
from touchwood.server.retention import ASIDE_MS, DAY_MS, DOUBT_MS, JUMP_MS, forget, looked_at
from touchwood.server.store.interface import ClockSeen
from touchwood.server.store.sqlite import SqliteStore

RETENTION_MS = 30 * DAY_MS
NOW = 1_000 * DAY_MS


@pytest.mark.parametrize(
    ("before", "now", "after"),
    [
        (ClockSeen(0, 0, 0), NOW, ClockSeen(NOW, NOW, 0)),
        (ClockSeen(NOW, NOW, 0), NOW + 5, ClockSeen(NOW + 5, NOW + 5, 0)),
        (ClockSeen(NOW, NOW, 0), NOW + JUMP_MS, ClockSeen(NOW + JUMP_MS, NOW, NOW + JUMP_MS + DOUBT_MS)),
        (ClockSeen(NOW, NOW - 9, NOW + 10), NOW + 5, ClockSeen(NOW + 5, NOW - 9, NOW + 10)),
        (ClockSeen(NOW, NOW - 9, NOW + 5), NOW + 5, ClockSeen(NOW + 5, NOW + 5, 0)),
        (ClockSeen(NOW, NOW - 9, NOW + 10), NOW - 1, ClockSeen(NOW - 1, NOW - 1, 0)),
    ],
    ids=["new", "on", "jumped", "still doubted", "believed again", "put back"],
)
def test_what_is_thought_of_a_clock(before: ClockSeen, now: int, after: ClockSeen) -> None:
    assert looked_at(before, now) == after


def test_a_server_off_for_a_month_every_month_forgets_all_the_same() -> None:
    """What was seen at the end of one evening is believed at the next."""
    seen = ClockSeen(NOW, NOW, 0)
    for month in range(1, 4):
        seen = looked_at(seen, NOW + month * 30 * DAY_MS)
        assert seen.believed == NOW + (month - 1) * 30 * DAY_MS


async def round_at(store: SqliteStore, now: int) -> tuple[int, int, int]:
    done = await forget(store, now=now, retention_ms=RETENTION_MS, pause=0)
    return len(done.set_aside), done.brought_back, done.deleted


def test_days_of_rounds_close_a_table_and_delete_it_later(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.create(new_table(1, created=NOW))
        days = [await round_at(store, NOW + day * DAY_MS // 2) for day in range(90)]
        assert days.index((1, 0, 0)) == 61, "after thirty days"
        assert days.index((0, 0, 1)) == 61 + 2 * ASIDE_MS // DAY_MS + 1
        assert days.count((0, 0, 0)) == len(days) - 2
        await store.close()

    in_a_loop(run())
    with sqlite3.connect(tmp_path / "tables.sqlite") as left:
        assert left.execute("SELECT count(*) FROM lines").fetchone() == (0,)
    left.close()


def test_a_clock_put_right_within_two_weeks_has_deleted_nothing(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.create(new_table(1, created=NOW))
        assert await round_at(store, NOW + 1) == (0, 0, 0)
        wrong = NOW + 40 * DAY_MS
        assert [await round_at(store, wrong + day * DAY_MS // 2) for day in range(14)] == [(0, 0, 0)] * 14
        assert await round_at(store, wrong + 7 * DAY_MS) == (1, 0, 0), "nobody has put it right for a week"
        assert await round_at(store, wrong + 13 * DAY_MS) == (0, 0, 0)
        assert await round_at(store, NOW + 14 * DAY_MS) == (0, 1, 0)
        assert await store.load("table-1") is not None
        await store.close()

    in_a_loop(run())


def test_moves_are_stored_while_old_tables_are_deleted(tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        await store.create(new_table(1, created=NOW - 50 * DAY_MS))
        await store.append("table-1", 2, [b"x"] * 5_000, at=NOW - 50 * DAY_MS)
        await store.create(new_table(2, created=NOW))
        await store.set_aside(untouched_since=NOW - RETENTION_MS, at=NOW - 10 * DAY_MS)
        forgetting = asyncio.ensure_future(forget(store, now=NOW, retention_ms=RETENTION_MS, pause=0))
        for n in range(2, 12):
            await store.append("table-2", n, [b"x"], at=NOW)
        assert not forgetting.done(), "ten moves went between its batches"
        assert (await forgetting).deleted >= 25
        await store.close()

    in_a_loop(run())


def test_a_server_started_with_its_clock_forty_days_ahead_deletes_nothing(tmp_path: Path) -> None:
    clock = WallClock()

    async def sit_down(address: str) -> Client:
        return Client.of(address, await create(address, "tag"))

    async def come_back(address: str, table: str, token: str, started: int) -> None:
        while not started <= clock_seen_in(tmp_path) < started + DAY_MS:
            await asyncio.sleep(0.01)
        ana = await Client(address, table, token).open()
        await ana.do("AddBot", bot="random")
        await ana.close()

    with serving(quick_settings(tmp_path, clock=clock)) as address:
        ana = asyncio.run(sit_down(address))
    for days_ahead in (40, 41, 0):
        set_forward = SetForward(clock, days_ahead * DAY_MS)
        started = set_forward.now()
        with serving(quick_settings(tmp_path, clock=set_forward)) as address:
            asyncio.run(come_back(address, ana.table_id, ana.token, started))


def clock_seen_in(folder: Path) -> int:
    """When the server's round of forgetting began last."""
    with sqlite3.connect(folder / "touchwood.sqlite") as connection:
        (at,) = connection.execute("SELECT at FROM clock_seen").fetchone()
    connection.close()
    return int(at)
