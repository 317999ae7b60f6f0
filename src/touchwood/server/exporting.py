"""A table as a file: its log with its dealer's seed, all there is of it. To move a table, or to give people theirs."""

from typing import Final

import msgspec

from touchwood.core.refusals import InputError
from touchwood.core.values import Value
from touchwood.server.store.interface import NewTable, StoredTable
from touchwood.server.table.log import read_line
from touchwood.server.table.table import Table

FORMAT: Final = 1


class Exported(Value, frozen=True):
    """The first line; those of the log follow as they were written."""

    touchwood_table: int
    """The number of this format."""
    table: str
    code: str
    seed: str


def export_table(stored: StoredTable) -> bytes:
    first = Exported(FORMAT, stored.id, stored.code, stored.seed.hex())
    return b"".join(line + b"\n" for line in (msgspec.json.encode(first), *stored.lines))


def read_export(data: bytes) -> NewTable:
    """The table in such a file. Raises `InputError` if it is none, or its log does not make a table."""
    try:
        first, *lines = data.splitlines()
        head = msgspec.json.decode(first, type=Exported)
        if head.touchwood_table != FORMAT:
            raise ValueError(f"format {head.touchwood_table}; known is {FORMAT}")
        seed = bytes.fromhex(head.seed)
        created = read_line(lines[0]).at
        Table.read(StoredTable(head.table, head.code, seed, tuple(lines)))
    except InputError:
        raise
    except Exception as error:
        # Whatever the file holds, the fold of a log finds it out in its own way.
        raise InputError("export_unreadable", reason=f"{type(error).__name__}: {error}"[:200]) from None
    return NewTable(head.table, head.code, created, seed, tuple(lines))
