"""The operator's way into a running server: a socket in the data folder, which only the server's own user can open.

One command a connection, as JSON; the answer is JSON too (`cli/admin.py` asks and shows). Commands are values below,
and `AdminSocket` does what they say.
"""

import asyncio
import logging
import os
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec

from touchwood import __version__
from touchwood.core.refusals import InputError
from touchwood.core.values import Tagged, Value
from touchwood.server.exporting import export_table, read_export
from touchwood.server.limits import RateLimiter
from touchwood.server.protocol import ErrorShown
from touchwood.server.rooms.reading import read_table
from touchwood.server.rooms.registry import TableRegistry
from touchwood.server.sentences import say
from touchwood.server.settings import admin_socket
from touchwood.server.store.interface import StoredTable, Unavailable
from touchwood.server.websocket import WebSocketEndpoint

LOG = logging.getLogger("touchwood.admin")

LONGEST_COMMAND: Final = 256 * 1024 * 1024
"""Bytes; the longest are tables to be imported."""


# -- Commands: a table is named by its id or its code ---------------------------------------------------------------


class Status(Tagged, frozen=True):
    pass


class ListTables(Tagged, frozen=True):
    pass


class ShowTable(Tagged, frozen=True):
    table: str


class DeleteTable(Tagged, frozen=True):
    table: str


class CloseTable(Tagged, frozen=True):
    table: str
    closed: bool = True


class ExportTable(Tagged, frozen=True):
    table: str


class ImportTable(Tagged, frozen=True):
    export: str


class Drain(Tagged, frozen=True):
    draining: bool = True


class Announce(Tagged, frozen=True):
    text: str | None
    """None: what was announced is over."""


class BanAddress(Tagged, frozen=True):
    address: str
    banned: bool = True


class BanName(Tagged, frozen=True):
    name: str
    banned: bool = True


Command: TypeAlias = (
    Status | ListTables | ShowTable | DeleteTable | CloseTable | ExportTable | ImportTable
    | Drain | Announce | BanAddress | BanName
)  # fmt: skip


class Answer(Value, frozen=True):
    """Either what was asked for, or why not."""

    shown: Any = None
    error: ErrorShown | None = msgspec.field(default=None, name="problem")


# -- The socket -----------------------------------------------------------------------------------------------------


class AdminSocket:
    def __init__(
        self, registry: TableRegistry, sockets: WebSocketEndpoint, rate_limiter: RateLimiter, *, data: Path
    ) -> None:
        self._registry = registry
        self._sockets = sockets
        self._rate_limiter = rate_limiter
        self._data = data
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        path = admin_socket(self._data)
        # The folder belongs to this server alone, so what lies there was left behind by one that was killed.
        path.unlink(missing_ok=True)
        try:
            self._server = await asyncio.start_unix_server(self._answer, path, limit=LONGEST_COMMAND)
            os.chmod(path, 0o600)
        except (OSError, AttributeError, NotImplementedError) as error:
            # A path that is too long, or a system without such sockets: people can play all the same.
            LOG.warning("admin_unavailable", extra={"error": type(error).__name__})

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            admin_socket(self._data).unlink(missing_ok=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            try:
                written = await reader.readline()
            except ValueError:
                # Longer than any command.
                written = b""
            writer.write(msgspec.json.encode(await self.answer(written)) + b"\n")
            await writer.drain()
        writer.close()

    async def answer(self, written: bytes) -> Answer:
        try:
            command = msgspec.json.decode(written, type=Command)
            LOG.info("admin", extra={"command": type(command).__name__})
            return Answer(await self._do(command))
        except InputError as error:
            found = error
        except Unavailable as unavailable:
            found = InputError(f"store_{unavailable.trouble.value}")
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            found = InputError("bad_request", reason=str(error))
        except Exception as error:
            LOG.error("internal", exc_info=error)
            found = InputError("internal")
        return Answer(error=ErrorShown(found.code, dict(found.facts), say(found)))

    async def _do(self, command: Command) -> Any:
        registry, moderation = self._registry, self._registry.moderation
        match command:
            case Status():
                return self._status()
            case ListTables():
                return await self._list()
            case ShowTable(table):
                return await self._show(await self._stored(table))
            case DeleteTable(table):
                await self._delete(table)
            case CloseTable(table, closed):
                stored = await self._stored(table)
                (moderation.block if closed else moderation.unblock)("tables", stored.id)
                if closed:
                    registry.send_away(stored.id)
            case ExportTable(table):
                return export_table(await self._stored(table)).decode()
            case ImportTable(export):
                return await registry.import_table(read_export(export.encode()))
            case Drain(draining):
                registry.is_draining = draining
            case Announce(text):
                registry.announce(text)
            case BanAddress(address, banned):
                (moderation.block if banned else moderation.unblock)("addresses", address)
                if banned:
                    self._sockets.send_away(moderation.bans_address)
            case BanName(name, banned):
                (moderation.block if banned else moderation.unblock)("names", name)
        return self._status()

    async def _delete(self, table: str) -> None:
        """Also one that is set aside, which nobody but the store knows any more."""
        rows = await self._registry.services.store.list_tables()
        found = [row.id for row in rows if table in (row.id, row.code)]
        if not found:
            raise InputError("no_such_table")
        await self._registry.delete(found[0])
        self._registry.moderation.unblock("tables", found[0])

    async def _stored(self, table: str) -> StoredTable:
        store = self._registry.services.store
        stored = await store.load(table) or await self._by_code(store.find, table)
        if stored is None:
            raise InputError("no_such_table")
        return stored

    async def _by_code(self, find: Callable[[str], Awaitable[str | None]], code: str) -> StoredTable | None:
        table = await find(code.upper())
        return None if table is None else await self._registry.services.store.load(table)

    # -- Showing ----------------------------------------------------------------------------------------------------
    def _status(self) -> dict[str, Any]:
        registry = self._registry
        return {
            "version": __version__,
            "data": str(self._data.resolve()),
            "tables_in_memory": registry.tables,
            "devices": self._rate_limiter.sockets.total,
            "is_draining": registry.is_draining,
            "announced": registry.announced,
            **msgspec.to_builtins(registry.moderation.blocked),
        }

    async def _list(self) -> list[dict[str, Any]]:
        """All tables; more is known of those in memory."""
        listed = []
        for row in await self._registry.services.store.list_tables():
            room = self._registry.in_memory(row.id)
            seating = None if room is None else room.table.seating
            listed.append(
                {
                    "table": row.id,
                    "code": row.code,
                    "created": row.created,
                    "touched": row.touched,
                    "lines": row.lines,
                    "game": None if seating is None else seating.game,
                    "phase": None if seating is None else seating.phase.value,
                    "devices": 0 if room is None else len(room.connections),
                    "is_closed": self._registry.moderation.closes(row.id),
                    "is_set_aside": row.is_set_aside,
                }
            )
        return listed

    async def _show(self, stored: StoredTable) -> dict[str, Any]:
        """Who sits there and what is set; no card and no talk."""
        table = await read_table(stored)
        seating = table.seating
        room = self._registry.in_memory(stored.id)
        return {
            "table": stored.id,
            "code": stored.code,
            "game": seating.game,
            "phase": seating.phase.value,
            "seats": [{"name": seat.name, "bot": seat.bot, "is_kept": seat.has_stand_in} for seat in seating.seats],
            "options": seating.options,
            "settings": msgspec.to_builtins(seating.settings),
            "is_locked": seating.is_locked,
            "is_paused": seating.is_paused,
            "is_closed": self._registry.moderation.closes(stored.id),
            "lines": len(stored.lines),
            "last_at": table.last_at,
            "devices": 0 if room is None else len(room.connections),
            "next_table": None if seating.next_table is None else seating.next_table.table,
        }
