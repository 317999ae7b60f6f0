"""What every store promises; and what a store in trouble does."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

import pytest

from touchwood.server.store.interface import (
    ClockSeen,
    CodeInUse,
    Conflict,
    NewTable,
    Store,
    TableRow,
    Trouble,
    Unavailable,
)
from touchwood.server.store.sqlite import SqliteStore

OpenStore: TypeAlias = Callable[[Path], Store]


def sqlite_on_file(folder: Path) -> Store:
    return SqliteStore(folder / "tables.sqlite")


STORES: dict[str, OpenStore] = {"sqlite": sqlite_on_file}
"""One line for each kind of store there is."""


@pytest.fixture(params=list(STORES.values()), ids=list(STORES))
def open_store(request: pytest.FixtureRequest) -> OpenStore:
    chosen: OpenStore = request.param
    return chosen


@asynccontextmanager
async def opened(open_store: OpenStore, folder: Path) -> AsyncIterator[Store]:
    store = open_store(folder)
    try:
        yield store
    finally:
        await store.close()


def new_table(number: int = 1, *, code: str | None = None, created: int = 1_000) -> NewTable:
    return NewTable(f"table-{number}", code or f"C{number}", created, b"seed %d" % number, (b"first",))


def in_a_loop(work: Awaitable[None]) -> None:
    async def run() -> None:
        await work

    asyncio.run(run())


def test_tables_are_listed_and_deleted_one_by_one(open_store: OpenStore, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(open_store, tmp_path) as store:
            for number in (1, 2):
                await store.create(new_table(number, created=1_000 * number))
            await store.append("table-1", 2, [b"second"], at=3_000)
            assert await store.list_tables() == [
                TableRow("table-1", "C1", 1_000, 3_000, 2),
                TableRow("table-2", "C2", 2_000, 2_000, 1),
            ]
            assert await store.delete("table-1")
            assert not await store.delete("table-1")
            assert await store.load("table-1") is None
            assert [row.id for row in await store.list_tables()] == ["table-2"]
            with pytest.raises(Conflict):
                await store.append("table-1", 3, [b"third"], at=4_000)
            assert await store.set_aside(untouched_since=5_000, at=5_000) == ["table-2"]
            assert [row.is_set_aside for row in await store.list_tables()] == [True]
            await store.bring_back(touched_since=0)
            # Its id and code are free again.
            await store.create(new_table(1))
            other = await store.load("table-2")
            assert other is not None
            assert other.lines == (b"first",)

    in_a_loop(run())


def test_what_was_appended_is_there_in_order_after_reopening(open_store: OpenStore, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(open_store, tmp_path) as store:
            await store.create(new_table())
            await store.append("table-1", 2, [b"second", b"third"], at=2_000)
            await store.append("table-1", 4, [b"fourth"], at=3_000)
        async with opened(open_store, tmp_path) as store:
            stored = await store.load("table-1")
            assert stored is not None
            assert (stored.code, stored.seed) == ("C1", b"seed 1")
            assert stored.lines == (b"first", b"second", b"third", b"fourth")
            assert await store.find("C1") == "table-1"

    in_a_loop(run())


def test_a_line_is_decided_once_and_all_or_nothing(open_store: OpenStore, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(open_store, tmp_path) as store:
            await store.create(new_table())
            await store.append("table-1", 2, [b"mine"], at=1)
            with pytest.raises(Conflict):
                await store.append("table-1", 2, [b"yours", b"and more"], at=1)
            with pytest.raises(Conflict):
                await store.append("table-1", 1, [b"again", b"and again"], at=1)
            stored = await store.load("table-1")
            assert stored is not None
            assert stored.lines == (b"first", b"mine")

    in_a_loop(run())


def test_of_many_who_append_the_same_line_one_wins(open_store: OpenStore, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(open_store, tmp_path) as store:
            await store.create(new_table())
            tries = [store.append("table-1", 2, [b"by %d" % number], at=1) for number in range(50)]
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert sum(result is None for result in results) == 1
            assert sum(isinstance(result, Conflict) for result in results) == 49

    in_a_loop(run())


def test_one_tables_conflict_is_nobody_elses(open_store: OpenStore, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(open_store, tmp_path) as store:
            for number in range(20):
                await store.create(new_table(number))
            tries = [store.append(f"table-{number}", 1 + number % 2, [b"x"], at=1) for number in range(20)]
            results = await asyncio.gather(*tries, return_exceptions=True)
            assert [isinstance(result, Conflict) for result in results] == [number % 2 == 0 for number in range(20)]

    in_a_loop(run())


def test_a_code_belongs_to_one_table(open_store: OpenStore, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(open_store, tmp_path) as store:
            await store.create(new_table(1, code="KQRTM"))
            with pytest.raises(CodeInUse):
                await store.create(new_table(2, code="KQRTM"))
            assert await store.load("table-2") is None

    in_a_loop(run())


def test_unknown_tables_are_none_and_cannot_be_appended_to(open_store: OpenStore, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(open_store, tmp_path) as store:
            assert await store.load("nothing") is None
            assert await store.find("XXXXX") is None
            with pytest.raises(Conflict):
                await store.append("nothing", 2, [b"x"], at=1)

    in_a_loop(run())


def test_a_store_that_is_well_says_so_and_changes_nothing(open_store: OpenStore, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(open_store, tmp_path) as store:
            await store.check()
            await store.create(new_table())
            before = await store.load("table-1")
            await store.check()
            assert await store.load("table-1") == before

    in_a_loop(run())


def test_old_tables_are_set_aside_by_their_last_line_and_can_be_brought_back(
    open_store: OpenStore, tmp_path: Path
) -> None:
    async def run() -> None:
        async with opened(open_store, tmp_path) as store:
            await store.create(new_table(1, created=1_000))
            await store.create(new_table(2, created=1_000))
            await store.append("table-2", 2, [b"still played"], at=9_000)
            assert await store.set_aside(untouched_since=5_000, at=10_000) == ["table-1"]
            assert await store.set_aside(untouched_since=5_000, at=10_000) == []
            assert await store.load("table-1") is None
            assert await store.find("C1") is None
            with pytest.raises(Conflict):
                await store.append("table-1", 2, [b"too late"], at=9_500)
            with pytest.raises(CodeInUse):
                await store.create(new_table(3, code="C1"))
            assert await store.load("table-2") is not None
        async with opened(open_store, tmp_path) as store:
            assert await store.bring_back(touched_since=1_001) == 0
            assert await store.bring_back(touched_since=1_000) == 1
            assert await store.find("C1") == "table-1"
            await store.append("table-1", 2, [b"goes on"], at=11_000)

    in_a_loop(run())


def test_what_was_set_aside_is_deleted_little_by_little_over_restarts(open_store: OpenStore, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(open_store, tmp_path) as store:
            for number in range(3):
                await store.create(new_table(number))
                await store.append(f"table-{number}", 2, [b"x"] * 700, at=1_000 + number)
            assert len(await store.set_aside(untouched_since=1_002, at=5_000)) == 2
            assert not await store.delete_some(set_aside_before=5_000), "not yet"
            assert await store.delete_some(set_aside_before=5_001)
            assert await store.bring_back(touched_since=0) == 0, "what is half deleted stays away"
            await store.create(new_table(4, code="C1"))
        batches = 1
        async with opened(open_store, tmp_path) as store:
            while await store.delete_some(set_aside_before=5_001):
                batches += 1
            assert batches > 5
            kept = await store.load("table-2")
            assert kept is not None
            assert len(kept.lines) == 701

    in_a_loop(run())


def test_what_was_seen_of_the_clock_is_kept(open_store: OpenStore, tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(open_store, tmp_path) as store:
            assert await store.clock_seen() == ClockSeen(0, 0, 0)
            await store.note_clock(ClockSeen(3, 2, 1))
        async with opened(open_store, tmp_path) as store:
            assert await store.clock_seen() == ClockSeen(3, 2, 1)

    in_a_loop(run())


def test_closing_writes_what_was_submitted(open_store: OpenStore, tmp_path: Path) -> None:
    async def run() -> None:
        store = open_store(tmp_path)
        await store.create(new_table())
        waiting = asyncio.ensure_future(store.append("table-1", 2, [b"last"], at=1))
        await asyncio.sleep(0)
        await store.close()
        await waiting
        async with opened(open_store, tmp_path) as again:
            stored = await again.load("table-1")
            assert stored is not None
            assert stored.lines == (b"first", b"last")

    in_a_loop(run())


# -- SQLite in trouble ----------------------------------------------------------------------------------------------


def test_a_full_store_says_so_keeps_what_it_has_and_goes_on_when_there_is_room(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"

    async def run() -> None:
        store = SqliteStore(path, most_pages=20)
        await store.create(new_table())
        acknowledged = 0

        async def append_on() -> None:
            nonlocal acknowledged
            while True:
                await store.append("table-1", 2 + acknowledged, [b"x" * 500], at=1)
                acknowledged += 1

        with pytest.raises(Unavailable) as full:
            await append_on()
        assert full.value.trouble is Trouble.FULL
        assert acknowledged > 10
        stored = await store.load("table-1")
        assert stored is not None
        assert len(stored.lines) == 1 + acknowledged
        with pytest.raises(Unavailable, match="full"):
            await store.check()
        await store.close()
        store = SqliteStore(path)
        await store.append("table-1", 2 + acknowledged, [b"goes on"], at=1)
        await store.close()

    in_a_loop(run())


def test_a_locked_store_says_so_and_goes_on_when_it_is_free(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"

    async def run() -> None:
        store = SqliteStore(path, busy_seconds=0.05)
        await store.create(new_table())
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable) as locked:
            await store.append("table-1", 2, [b"x"], at=1)
        assert locked.value.trouble is Trouble.LOCKED
        assert await store.load("table-1") is not None, "reading goes on"
        with pytest.raises(Unavailable, match="locked"):
            await store.check()
        other.execute("ROLLBACK")
        other.close()
        await store.check()
        await store.append("table-1", 2, [b"x"], at=1)
        await store.close()

    in_a_loop(run())


def commits_in(log: Path) -> int:
    """Counted in SQLite's write-ahead log: the last frame of a commit tells the size of the database."""
    data = log.read_bytes()
    page = int.from_bytes(data[8:12], "big")
    frames = [data[start : start + 24] for start in range(32, len(data), 24 + page)]
    return sum(frame[4:8] != bytes(4) and frame[8:16] == data[16:24] for frame in frames)


def test_a_commit_that_was_reported_survives_the_power_going_out(tmp_path: Path) -> None:
    """No test can pull the plug. SQLite promises it in these two modes together (https://sqlite.org/pragma.html)."""

    async def run() -> None:
        store = SqliteStore(tmp_path / "tables.sqlite")
        (synchronous,) = store._writing.execute("PRAGMA synchronous").fetchone()
        (journal,) = store._writing.execute("PRAGMA journal_mode").fetchone()
        await store.close()
        assert (synchronous, journal) == (2, "wal"), "FULL: each commit is synced before it is reported"

    in_a_loop(run())


def test_many_tables_share_a_commit(tmp_path: Path) -> None:
    """Group commit: far fewer transactions than appends."""
    path = tmp_path / "tables.sqlite"

    async def run() -> None:
        store = SqliteStore(path)
        store._writing.execute("PRAGMA wal_autocheckpoint=0")
        for number in range(200):
            await store.create(new_table(number))
        before = commits_in(tmp_path / "tables.sqlite-wal")
        assert before >= 200
        await asyncio.gather(*(store.append(f"table-{number}", 2, [b"x"], at=1) for number in range(200)))
        assert 1 <= commits_in(tmp_path / "tables.sqlite-wal") - before <= 20
        await store.close()

    in_a_loop(run())


def test_a_store_of_the_first_schema_is_taken_over_with_all_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"
    first_schema = files("touchwood.server.store") / "schema" / "0001_tables_and_lines.sql"
    logs = {f"table-{number}": [b"%d %d" % (number, n) for n in range(1, 5 + number)] for number in range(3)}
    with sqlite3.connect(path) as old:
        old.executescript(f"{first_schema.read_text()}; PRAGMA user_version = 1")
        for table, log in logs.items():
            old.execute("INSERT INTO tables VALUES (?, ?, 1000, ?)", (table, table[-1], table.encode()))
            lines = [(table, n, 1_000 + n, line) for n, line in enumerate(log, 1)]
            old.executemany("INSERT INTO lines VALUES (?, ?, ?, ?)", reversed(lines))
    old.close()

    async def run() -> None:
        store = SqliteStore(path)
        for table, log in logs.items():
            stored = await store.load(table)
            assert stored is not None
            assert stored.lines == tuple(log)
            assert (stored.code, stored.seed) == (table[-1], table.encode())
        with pytest.raises(Conflict):
            await store.append("table-0", 4, [b"there is one"], at=1)
        await store.append("table-0", 5, [b"the next"], at=9_000)
        assert await store.clock_seen() == ClockSeen(1_006, 1_006, 0), "the newest line's time"
        old = await store.set_aside(untouched_since=1_006, at=9_000)
        assert old == ["table-1"], "only the second: 1,005 is its last line's time"
        assert await store.load("table-1") is None
        first, last = await store.load("table-0"), await store.load("table-2")
        assert first is not None
        assert last is not None
        assert first.lines == (*logs["table-0"], b"the next")
        assert last.lines == tuple(logs["table-2"])
        await store.close()

    in_a_loop(run())


def test_of_a_forgotten_table_nothing_is_left_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "tables.sqlite"

    async def run() -> None:
        store = SqliteStore(path)
        for number in range(3):
            await store.create(new_table(number))
        # Their lines lie between one another's.
        for n in range(2, 30):
            await asyncio.gather(*(store.append(f"table-{number}", n, [b"x"], at=n + number) for number in range(3)))
        assert len(await store.set_aside(untouched_since=31, at=40)) == 2
        while await store.delete_some(set_aside_before=41):
            pass
        await store.close()

    in_a_loop(run())
    with sqlite3.connect(path) as left:
        assert left.execute("SELECT DISTINCT table_id FROM lines").fetchall() == [("table-2",)]
        assert left.execute("SELECT count(*) FROM lines").fetchone() == (29,)
        assert left.execute("SELECT count(*) FROM leavings").fetchone() == (0,)
    left.close()


def test_seeds_are_for_the_owners_eyes(tmp_path: Path) -> None:
    async def run() -> None:
        await SqliteStore(tmp_path / "tables.sqlite").close()

    in_a_loop(run())
    assert (tmp_path / "tables.sqlite").stat().st_mode & 0o077 == 0
