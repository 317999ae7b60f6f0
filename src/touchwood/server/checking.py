"""Whether everything a data folder holds can be read: the file, and every line of every table.

Nothing is changed, and a server may be at work on the folder meanwhile.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from touchwood.core.refusals import InputError
from touchwood.core.values import Value
from touchwood.match.record import next_line
from touchwood.server.store.interface import StoredTable
from touchwood.server.store.sqlite import check_schema, read_log, schema_steps
from touchwood.server.table.log import GameLine, UnreadableLine, read_line
from touchwood.server.table.table import Table


class Checked(Value, frozen=True):
    """A table that was looked at, and what is wrong with it."""

    lines: int
    error: InputError | None


def check_tables(path: Path) -> Iterator[Checked]:
    """Each table of the file. Raises `InputError` if the file as a whole cannot be read."""
    if not path.is_file():
        raise InputError("file_unreadable", file=str(path), reason="there is no such file")
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
        try:
            done = check_schema(connection, path)
            if done < len(schema_steps()):
                raise InputError("schema_older", file=str(path), schema=done, known=len(schema_steps()))
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise InputError("file_damaged", file=str(path), reason=found)
            tables = connection.execute("SELECT id, code, seed, n FROM tables ORDER BY id").fetchall()
            for table, code, seed, lines in tables:
                stored = StoredTable(table, code, seed, read_log(connection, table))
                yield Checked(len(stored.lines), _why_unreadable(stored, lines))
        except sqlite3.DatabaseError as error:
            raise InputError("file_damaged", file=str(path), reason=str(error)) from None


def _why_unreadable(stored: StoredTable, lines: int) -> InputError | None:
    if len(stored.lines) != lines:
        return InputError("line_missing", table=stored.id, found=len(stored.lines), lines=lines)
    try:
        table = Table.read(stored)
    except UnreadableLine as unreadable:
        reason = f"{type(unreadable.error).__name__}: {unreadable.error}"
        return InputError("line_unreadable", table=stored.id, line=unreadable.n, reason=reason)
    except InputError as error:
        return error
    return _where_changed(stored, table)


def _where_changed(stored: StoredTable, table: Table) -> InputError | None:
    """A line that can be read and followed can still be another one than was written."""
    if table.play is None:
        return None
    hashed, entries = table.play.first_hash, 0
    for n, data in enumerate(stored.lines, 1):
        entry = read_line(data).entry
        if isinstance(entry, GameLine):
            line, entries = entry.line, entries + 1
            if line != next_line(hashed, line.entry, n=entries, salt=line.salt):
                return InputError("line_changed", table=stored.id, line=n)
            hashed = line.hash
    return None
