"""A store in memory, for tests of rooms that need none of the promises about survival."""

import asyncio
from collections.abc import Sequence

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


class MemoryStore:
    def __init__(self) -> None:
        self.tables: dict[str, StoredTable] = {}
        self.touched: dict[str, int] = {}
        self.aside: dict[str, tuple[int, StoredTable]] = {}
        self.clock = ClockSeen(0, 0, 0)
        self.trouble: Trouble | None = None

    def _check(self) -> None:
        if self.trouble is not None:
            raise Unavailable(self.trouble)

    async def create(self, table: NewTable) -> None:
        self._check()
        if any(other.code == table.code for other in self.tables.values()):
            raise CodeInUse(table.code)
        self.tables[table.id] = StoredTable(table.id, table.code, table.seed, table.lines)
        self.touched[table.id] = table.created

    def append(self, table: str, first: int, lines: Sequence[bytes], *, at: int) -> "asyncio.Future[None]":
        return asyncio.ensure_future(self._append(table, first, lines, at))

    async def _append(self, table: str, first: int, lines: Sequence[bytes], at: int) -> None:
        self._check()
        stored = self.tables.get(table)
        if stored is None or first != len(stored.lines) + 1:
            raise Conflict(table)
        self.tables[table] = StoredTable(stored.id, stored.code, stored.seed, (*stored.lines, *lines))
        self.touched[table] = at

    async def load(self, table: str) -> StoredTable | None:
        self._check()
        return self.tables.get(table)

    async def find(self, code: str) -> str | None:
        self._check()
        return next((stored.id for stored in self.tables.values() if stored.code == code), None)

    async def list_tables(self) -> list[TableRow]:
        self._check()
        return [
            TableRow(stored.id, stored.code, self.touched[stored.id], self.touched[stored.id], len(stored.lines))
            for stored in self.tables.values()
        ]

    async def delete(self, table: str) -> bool:
        self._check()
        return self.tables.pop(table, None) is not None

    async def clock_seen(self) -> ClockSeen:
        self._check()
        return self.clock

    async def note_clock(self, seen: ClockSeen) -> None:
        self.clock = seen

    async def set_aside(self, *, untouched_since: int, at: int) -> Sequence[str]:
        old = [table for table in self.tables if self.touched[table] < untouched_since]
        for table in old:
            self.aside[table] = (at, self.tables.pop(table))
        return old

    async def bring_back(self, *, touched_since: int) -> int:
        back = [table for table in self.aside if self.touched[table] >= touched_since]
        for table in back:
            self.tables[table] = self.aside.pop(table)[1]
        return len(back)

    async def delete_some(self, *, set_aside_before: int) -> bool:
        old = [table for table, (at, _) in self.aside.items() if at < set_aside_before]
        for table in old:
            del self.aside[table], self.touched[table]
        return bool(old)

    async def check(self) -> None:
        self._check()

    async def close(self) -> None:
        pass
