"""What a store of tables does. The log in it is the truth; a server process is a cache.

A table is a row with its dealer's seed, and lines numbered 1, 2, 3, ...: whoever appends line n first has decided what
it is. When a call that writes is done, what it wrote survives the power going out.
"""

import asyncio
from collections.abc import Sequence
from enum import Enum
from typing import Protocol

from touchwood.core.values import Value


class NewTable(Value, frozen=True):
    id: str
    code: str
    created: int
    """Milliseconds since 1970, like all times here."""
    seed: bytes
    lines: tuple[bytes, ...]


class StoredTable(Value, frozen=True):
    id: str
    code: str
    seed: bytes
    lines: tuple[bytes, ...]


class ClockSeen(Value, frozen=True):
    """What the clock said, as `retention.py` thinks of it."""

    at: int
    """When it was looked at last; 0: never."""
    believed: int
    """What is old is judged by this time."""
    doubted_until: int
    """0: not doubted."""


class TableRow(Value, frozen=True):
    """A table without its log."""

    id: str
    code: str
    created: int
    touched: int
    lines: int
    is_set_aside: bool = False


class Trouble(Enum):
    """Why a store cannot do its work just now."""

    FULL = "full"
    LOCKED = "locked"
    FAILED = "failed"


class Unavailable(Exception):
    """Nothing was written; trying again later may work."""

    def __init__(self, trouble: Trouble) -> None:
        super().__init__(trouble.value)
        self.trouble = trouble


class Conflict(Exception):
    """That line is there already: somebody else serves this table too, and was first."""


class CodeInUse(Exception):
    """Another table has that code."""


class Store(Protocol):
    """One implementation for each kind of database; all pass tests/server/test_store.py."""

    async def create(self, table: NewTable) -> None:
        """Raises `CodeInUse`, `Unavailable`."""

    def append(self, table: str, first: int, lines: Sequence[bytes], *, at: int) -> "asyncio.Future[None]":
        """All the lines, the first of them as number `first`, or none. The future raises `Conflict`, `Unavailable`."""

    async def load(self, table: str) -> StoredTable | None:
        """Raises `Unavailable`."""

    async def find(self, code: str) -> str | None:
        """The id of the table with that code. Raises `Unavailable`."""

    async def list_tables(self) -> Sequence[TableRow]:
        """All there are, also those set aside, the newest change first. Raises `Unavailable`."""

    async def delete(self, table: str) -> bool:
        """At once, and nothing of it is left in the file; whether there was one. Raises `Unavailable`."""

    async def clock_seen(self) -> ClockSeen: ...

    async def note_clock(self, seen: ClockSeen) -> None: ...

    async def set_aside(self, *, untouched_since: int, at: int) -> Sequence[str]:
        """Close some tables whose last line is older than that; which. None are left when there are none.

        To everybody else they are gone: not found, not loaded, not appended to.
        """

    async def bring_back(self, *, touched_since: int) -> int:
        """Open the tables that were set aside and are not so old after all; how many they were."""

    async def delete_some(self, *, set_aside_before: int) -> bool:
        """Delete a little of what was set aside before that, for good; False: nothing was left to do."""

    async def check(self) -> None:
        """Raises `Unavailable` if it cannot be read, or could not be written to just now, or the last time."""

    async def close(self) -> None: ...
