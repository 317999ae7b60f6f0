"""Tables in one SQLite file.

One thread writes. It takes whatever waits, from however many tables, into one transaction: all share one fsync, and
each hears of its own fate. A second thread reads, on a connection of its own. WAL and synchronous=FULL: a commit that
was reported survives the power going out.
"""

import asyncio
import logging
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias, TypeVar

from touchwood.core.refusals import InputError
from touchwood.server.store.interface import (
    ClockSeen,
    CodeInUse,
    Conflict,
    NewTable,
    StoredTable,
    TableRow,
    Trouble,
    Unavailable,
)

Result = TypeVar("Result")

LOG = logging.getLogger("touchwood.store")

MOST_IN_ONE_COMMIT: Final = 1_000
MOST_ROWS: Final = 64
"""Inserted by one statement. For each number of rows there is a statement, which stays prepared."""
TABLES_IN_A_BATCH: Final = 100
LINES_IN_A_BATCH: Final = 200
"""Deleted by one transaction: they lie anywhere in the file, and moves wait meanwhile."""
_INSERT: Final = tuple(
    "INSERT INTO lines (table_id, n, at, body) VALUES " + ", ".join(["(?, ?, ?, ?)"] * rows)
    for rows in range(MOST_ROWS + 1)
)
_THE_LOG: Final = """
WITH RECURSIVE log (n, body, before) AS (
    SELECT n, body, before FROM lines WHERE number = (SELECT newest FROM tables WHERE id = ?)
    UNION ALL
    SELECT lines.n, lines.body, lines.before FROM log JOIN lines ON lines.number = log.before
)
SELECT body FROM log ORDER BY n
"""
_NEWEST_FIRST: Final = """
WITH RECURSIVE log (number) AS (
    VALUES (?)
    UNION ALL
    SELECT lines.before FROM log JOIN lines USING (number) WHERE lines.before IS NOT NULL
    LIMIT ?
)
SELECT number FROM log
"""
_DELETE_LINES: Final = """
WITH RECURSIVE log (number) AS (
    SELECT newest FROM tables WHERE id = ?
    UNION ALL
    SELECT lines.before FROM log JOIN lines USING (number) WHERE lines.before IS NOT NULL
)
DELETE FROM lines WHERE number IN log
"""
_TROUBLES: Final = {
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
}


Row: TypeAlias = tuple[str, int, int, bytes]
"""Of the table `lines`: table_id, n, at, body."""


@dataclass(slots=True)
class _Job:
    """Something to write, and who waits for it."""

    write: Callable[[sqlite3.Connection], Any] | Sequence[Row]
    """Lines to be appended, which nearly all jobs are, or anything else."""
    loop: asyncio.AbstractEventLoop
    done: "asyncio.Future[Any]"


class SqliteStore:
    """See `interface.Store`."""

    def __init__(self, path: Path, *, busy_seconds: float = 2.0, most_pages: int | None = None) -> None:
        """`busy_seconds`: how long to wait for another process's lock; `most_pages` bounds the file."""
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        # Dealers' seeds are in it: for its owner only.
        path.touch(mode=0o600)
        self._writing = _connect(path, busy_seconds)
        try:
            check_schema(self._writing, path)
            self._writing.execute("PRAGMA journal_mode=WAL")
            self._writing.execute("PRAGMA synchronous=FULL")
            migrate(self._writing, path)
        except BaseException:
            self._writing.close()
            raise
        if most_pages is not None:
            self._writing.execute(f"PRAGMA max_page_count={most_pages:d}")
        self._reading = _connect(path, busy_seconds)
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        self._trouble: Unavailable | None = None
        """Of the newest commit of something."""
        self._gathered: list[_Job] = []
        self._jobs: SimpleQueue[list[_Job] | None] = SimpleQueue()
        self._writer = threading.Thread(target=self._write_on, name="store-writer", daemon=True)
        self._writer.start()

    # -- Writing ----------------------------------------------------------------------------------------------------
    async def create(self, table: NewTable) -> None:
        def write(connection: sqlite3.Connection) -> None:
            try:
                connection.execute(
                    "INSERT INTO tables (id, code, created, seed) VALUES (?, ?, ?, ?)",
                    (table.id, table.code, table.created, table.seed),
                )
            except sqlite3.IntegrityError:
                raise CodeInUse(table.code) from None
            _insert(connection, _rows(table.id, 1, table.lines, table.created))

        await self._submit(write)

    def append(self, table: str, first: int, lines: Sequence[bytes], *, at: int) -> "asyncio.Future[None]":
        return self._submit(_rows(table, first, lines, at))

    async def delete(self, table: str) -> bool:
        def write(connection: sqlite3.Connection) -> bool:
            # What is deleted is overwritten: pages that are free again would keep it for a while.
            connection.execute("PRAGMA secure_delete=ON")
            connection.execute(_DELETE_LINES, (table,))
            deleted = connection.execute("DELETE FROM tables WHERE id = ?", (table,)).rowcount
            connection.execute("PRAGMA secure_delete=OFF")
            return deleted > 0

        deleted: bool = await self._submit(write)
        if deleted:
            # What was written lately lies in the file beside it as well, and would stay there for days.
            await self._read(lambda connection: connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone())
        return deleted

    def _submit(self, write: Callable[[sqlite3.Connection], Any] | Sequence[Row]) -> "asyncio.Future[Any]":
        loop = asyncio.get_running_loop()
        job = _Job(write, loop, loop.create_future())
        if not self._gathered:
            # What other tables want in the same round of the loop goes along.
            loop.call_soon(self._hand_over)
        self._gathered.append(job)
        return job.done

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._jobs.put(gathered)

    def _write_on(self) -> None:
        """The writer thread."""
        while (batch := self._jobs.get()) is not None:
            is_last = False
            while len(batch) < MOST_IN_ONE_COMMIT:
                try:
                    waiting = self._jobs.get_nowait()
                except Empty:
                    break
                if waiting is None:
                    is_last = True
                    break
                batch += waiting
            self._commit(batch)
            if is_last:
                break

    def _commit(self, batch: list[_Job]) -> None:
        """One transaction for the whole batch, and each job's own outcome."""
        try:
            outcomes = self._append_all(batch) or self._do_all(batch)
            if any(job.write for job in batch):
                self._trouble = self._told_of(None)
        except sqlite3.Error as error:
            # If not even that can be done now, the next batch fails at its beginning and tries it again.
            with suppress(sqlite3.Error):
                if self._writing.in_transaction:
                    self._writing.execute("ROLLBACK")
            self._trouble = self._told_of(_unavailable(error))
            outcomes = [self._trouble] * len(batch)
        _report(batch, outcomes)

    def _told_of(self, trouble: Unavailable | None) -> Unavailable | None:
        """Log a trouble when it begins, changes and ends; not at every write that fails meanwhile."""
        before = None if self._trouble is None else self._trouble.trouble
        now = None if trouble is None else trouble.trouble
        if now is not None and now is not before:
            LOG.error("store_trouble", extra={"trouble": now.value})
        elif now is None and before is not None:
            LOG.warning("store_well_again", extra={"trouble": before.value})
        return trouble

    def _append_all(self, batch: list[_Job]) -> list[Any] | None:
        """All jobs at once; None if they are not all lines to be appended, or one of them meets a conflict."""
        rows: list[Row] = []
        for job in batch:
            if callable(job.write):
                return None
            rows += job.write
        if not rows:
            return None
        try:
            if len(rows) <= MOST_ROWS:
                # A statement by itself is a transaction.
                _insert(self._writing, rows)
            else:
                self._writing.execute("BEGIN IMMEDIATE")
                _insert(self._writing, rows)
                self._writing.execute("COMMIT")
        except Conflict:
            if self._writing.in_transaction:
                self._writing.execute("ROLLBACK")
            return None
        return [None] * len(batch)

    def _do_all(self, batch: list[_Job]) -> list[Any]:
        """One job after the other, whatever they are."""
        self._writing.execute("BEGIN IMMEDIATE")
        outcomes = [self._do(job) for job in batch]
        self._writing.execute("COMMIT")
        return outcomes

    def _do(self, job: _Job) -> Any:
        """A job that fails by itself takes back only its own writes."""
        self._writing.execute("SAVEPOINT job")
        outcome: Any = None
        try:
            if callable(job.write):
                outcome = job.write(self._writing)
            else:
                _insert(self._writing, job.write)
        except (Conflict, CodeInUse) as error:
            self._writing.execute("ROLLBACK TO job")
            outcome = error
        self._writing.execute("RELEASE job")
        return outcome

    # -- Forgetting -------------------------------------------------------------------------------------------------
    async def clock_seen(self) -> ClockSeen:
        def read(connection: sqlite3.Connection) -> ClockSeen:
            return ClockSeen(*connection.execute("SELECT at, believed, doubted_until FROM clock_seen").fetchone())

        return await self._read(read)

    async def note_clock(self, seen: ClockSeen) -> None:
        def write(connection: sqlite3.Connection) -> None:
            connection.execute(
                "UPDATE clock_seen SET at = ?, believed = ?, doubted_until = ?",
                (seen.at, seen.believed, seen.doubted_until),
            )

        await self._submit(write)

    async def set_aside(self, *, untouched_since: int, at: int) -> Sequence[str]:
        def write(connection: sqlite3.Connection) -> list[str]:
            old = connection.execute(
                "SELECT id FROM tables WHERE touched < ? AND set_aside IS NULL LIMIT ?",
                (untouched_since, TABLES_IN_A_BATCH),
            ).fetchall()
            connection.executemany("UPDATE tables SET set_aside = ? WHERE id = ?", [(at, table) for (table,) in old])
            return [table for (table,) in old]

        set_aside: list[str] = await self._submit(write)
        return set_aside

    async def bring_back(self, *, touched_since: int) -> int:
        def write(connection: sqlite3.Connection) -> int:
            return connection.execute(
                "UPDATE tables SET set_aside = NULL WHERE set_aside IS NOT NULL AND touched >= ?", (touched_since,)
            ).rowcount

        brought_back: int = await self._submit(write)
        return brought_back

    async def delete_some(self, *, set_aside_before: int) -> bool:
        def write(connection: sqlite3.Connection) -> bool:
            old = connection.execute(
                "SELECT id, newest FROM tables WHERE set_aside < ? LIMIT ?", (set_aside_before, TABLES_IN_A_BATCH)
            ).fetchall()
            connection.executemany("INSERT INTO leavings VALUES (?)", [(newest,) for _, newest in old])
            connection.executemany("DELETE FROM tables WHERE id = ?", [(table,) for table, _ in old])
            return _delete_lines(connection, LINES_IN_A_BATCH) > 0 or bool(old)

        is_more: bool = await self._submit(write)
        return is_more

    # -- Reading ----------------------------------------------------------------------------------------------------
    async def load(self, table: str) -> StoredTable | None:
        def read(connection: sqlite3.Connection) -> StoredTable | None:
            row = connection.execute(
                "SELECT code, seed FROM tables WHERE id = ? AND set_aside IS NULL", (table,)
            ).fetchone()
            if row is None:
                return None
            return StoredTable(table, row[0], row[1], read_log(connection, table))

        return await self._read(read)

    async def find(self, code: str) -> str | None:
        def read(connection: sqlite3.Connection) -> str | None:
            row = connection.execute("SELECT id FROM tables WHERE code = ? AND set_aside IS NULL", (code,)).fetchone()
            return None if row is None else str(row[0])

        return await self._read(read)

    async def list_tables(self) -> list[TableRow]:
        def read(connection: sqlite3.Connection) -> list[TableRow]:
            rows = connection.execute(
                "SELECT id, code, created, touched, n, set_aside IS NOT NULL FROM tables ORDER BY touched DESC"
            )
            return [
                TableRow(table, code, created, touched, n, is_set_aside=bool(is_set_aside))
                for table, code, created, touched, n, is_set_aside in rows
            ]

        return await self._read(read)

    async def _read(self, read: Callable[[sqlite3.Connection], Result]) -> Result:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._reader, read, self._reading)
        except sqlite3.Error as error:
            raise _unavailable(error) from None

    async def check(self) -> None:
        await self.find("")
        # Writes nothing, but begins: a file that is locked or broken is found out, one that is full is not.
        await self._submit(())
        trouble = self._trouble
        if trouble is not None and trouble.trouble is not Trouble.LOCKED:
            raise Unavailable(trouble.trouble)

    async def close(self) -> None:
        """What was submitted is written first."""
        self._hand_over()
        self._jobs.put(None)
        await asyncio.get_running_loop().run_in_executor(None, self._writer.join)
        self._reader.shutdown()
        self._reading.close()
        self._writing.close()


def read_log(connection: sqlite3.Connection, table: str) -> tuple[bytes, ...]:
    """All lines of a table, in order."""
    return tuple(line for (line,) in connection.execute(_THE_LOG, (table,)).fetchall())


def schema_steps() -> list[Traversable]:
    folder = files("touchwood.server.store") / "schema"
    return sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)


def check_schema(connection: sqlite3.Connection, path: Path) -> int:
    """How many steps were done. Raises `InputError` if a newer Touchwood did more than this one knows."""
    (done,) = connection.execute("PRAGMA user_version").fetchone()
    known = len(schema_steps())
    if done > known:
        raise InputError("schema_newer", file=str(path), schema=done, known=known)
    return int(done)


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the schema up to date: each numbered file once, in order, each in a transaction of its own."""
    done = check_schema(connection, path)
    for number, file in enumerate(schema_steps(), start=1):
        if number > done:
            script = file.read_text(encoding="utf-8")
            connection.executescript(f"BEGIN IMMEDIATE; {script}; PRAGMA user_version = {number}; COMMIT;")


def _connect(path: Path, busy_seconds: float) -> sqlite3.Connection:
    # Each connection stays with one thread after it was made here.
    return sqlite3.connect(path, timeout=busy_seconds, isolation_level=None, check_same_thread=False)


def _rows(table: str, first: int, lines: Sequence[bytes], at: int) -> list[Row]:
    return [(table, n, at, line) for n, line in enumerate(lines, first)]


def _insert(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Many rows by one statement: around each statement the writer waits for the interpreter's lock."""
    for start in range(0, len(rows), MOST_ROWS):
        some = rows[start : start + MOST_ROWS]
        try:
            connection.execute(_INSERT[len(some)], [value for row in some for value in row])
        except sqlite3.IntegrityError:
            raise Conflict(f"{some[0][0]} {some[0][1]}") from None


def _delete_lines(connection: sqlite3.Connection, most: int) -> int:
    """Of what deleted tables have left; how many it were."""
    deleted = 0
    for (newest,) in connection.execute("SELECT newest FROM leavings LIMIT ?", (most,)).fetchall():
        if deleted == most:
            break
        numbers = connection.execute(_NEWEST_FIRST, (newest, most - deleted + 1)).fetchall()
        some, further = numbers[: most - deleted], numbers[most - deleted :]
        connection.executemany("DELETE FROM lines WHERE number = ?", some)
        connection.execute("DELETE FROM leavings WHERE newest = ?", (newest,))
        connection.executemany("INSERT INTO leavings VALUES (?)", further)
        deleted += len(some)
    return deleted


def _unavailable(error: sqlite3.Error) -> Unavailable:
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    return Unavailable(_TROUBLES.get(code & 0xFF, Trouble.FAILED))


def _report(batch: list[_Job], outcomes: list[Any]) -> None:
    """Wake those who wait; one call into each loop for the whole batch."""
    by_loop: dict[asyncio.AbstractEventLoop, list[tuple[_Job, Any]]] = {}
    for job, outcome in zip(batch, outcomes, strict=True):
        by_loop.setdefault(job.loop, []).append((job, outcome))
    for loop, reports in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, reports)


def _resolve(reports: list[tuple[_Job, Any]]) -> None:
    for job, outcome in reports:
        if job.done.done():
            continue
        if isinstance(outcome, Exception):
            job.done.set_exception(outcome)
        else:
            job.done.set_result(outcome)
