"""All tables of a process: made, found, loaded when somebody comes, unloaded when nobody is there."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Final

import msgspec

from touchwood.core.refusals import InputError
from touchwood.match.dealer import new_seed
from touchwood.match.forking import Branch
from touchwood.server import protocol
from touchwood.server.clocks import not_before
from touchwood.server.limits import ByAddress
from touchwood.server.moderation import Moderation
from touchwood.server.protocol import Close, Phase, Watching
from touchwood.server.retention import Forgotten, forget
from touchwood.server.rooms.connection import Connection
from touchwood.server.rooms.reading import read_table
from touchwood.server.rooms.room import Room
from touchwood.server.rooms.services import Services
from touchwood.server.store.interface import CodeInUse, Conflict, NewTable, StoredTable
from touchwood.server.table.decisions import (
    open_branch,
    open_lesson,
    open_puzzle,
    open_table,
    partners_part,
    rematch,
    start,
)
from touchwood.server.table.log import LogLine, MovedOn, Opened, hash_of_token, read_line, write_line
from touchwood.server.table.table import Table

CODE_LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ"
"""No I, L and O, which look like figures or each other."""
CODE_LENGTH: Final = 6
LENGTHS_OF_CODES: Final = (5, CODE_LENGTH)
"""Codes had five letters once, and those of their tables still lead there."""
HOUR_MS: Final = 3_600_000
TOKEN_BYTES: Final = 24
ID_BYTES: Final = 16


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def new_id() -> str:
    """Unguessable. It does not begin with a hyphen, for operators type it behind a command."""
    while (made := secrets.token_urlsafe(ID_BYTES)).startswith("-"):
        pass
    return made


def new_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


class TableRegistry:
    def __init__(
        self, services: Services, moderation: Moderation | None = None, *, idle_seconds: float = 120.0
    ) -> None:
        self.services = services
        self.moderation = moderation or Moderation()
        self._idle_ms = int(idle_seconds * 1_000)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._rematching = asyncio.Lock()
        an_hour = services.limits.tables_an_hour
        self._rematches = ByAddress(an_hour / 3_600, an_hour, time.monotonic)
        self.is_draining = False
        """No new tables are made and nobody new sits down; those who play play on."""
        self.when_deleted: Callable[[], Awaitable[None]] = _nothing
        """Whoever has read of tables forgets it."""
        self.announced: str | None = None
        """What the operator wants everybody at a table to know."""

    @property
    def tables(self) -> int:
        return len(self._rooms)

    # -- Finding ----------------------------------------------------------------------------------------------------
    async def room(self, table: str) -> Room | None:
        """The room of a table, from memory or from the store. Raises `Unavailable`, `InputError`."""
        if self.moderation.closes(table):
            raise InputError("table_closed")
        room = self.in_memory(table)
        if room is not None:
            return room
        if table not in self._loading:
            loading = self._loading[table] = asyncio.get_running_loop().create_task(self._load(table))
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        # Whoever waits may go away; the others still want the table.
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Room | None:
        stored = await self.services.store.load(table)
        return None if stored is None else self._add_room(await read_table(stored))

    def _add_room(self, table: Table) -> Room:
        # Lines written under a later time, by a clock that was put back since: the table's own time goes on from there.
        services = replace(self.services, clock=not_before(self.services.clock, table.last_at))
        room = self._rooms[table.id] = Room(table, services)
        self.services.metrics.tables.set(len(self._rooms))
        return room

    def in_memory(self, table: str) -> Room | None:
        room = self._rooms.get(table)
        return None if room is None or room.is_dropped else room

    async def stored(self, table: str) -> StoredTable | None:
        return await self.services.store.load(table)

    async def room_by_code(self, code: str) -> Room:
        """Raises `InputError` if there is none, or the code lets nobody in any more."""
        table = await self.services.store.find(code.upper()) if len(code) in LENGTHS_OF_CODES else None
        room = None if table is None else await self.room(table)
        # An old code leads to where the group is now.
        while room is not None and (moved := room.table.seating.next_table) is not None:
            room = await self.room(moved.table)
        if room is None or not room.table.seating.is_open_to_others:
            raise InputError("no_such_table")
        if self._is_forsaken(room):
            raise InputError("code_expired")
        return room

    def _is_forsaken(self, room: Room) -> bool:
        """A lobby where nobody is and nothing has happened for long; each one there is makes guessing codes easier."""
        longest = int(self.services.limits.lobby_code_hours * HOUR_MS)
        return (
            room.table.seating.phase is Phase.LOBBY
            and not room.connections
            and room.table.last_at < self.services.clock.now() - longest
        )

    # -- Making -----------------------------------------------------------------------------------------------------
    def _let_in(self, name: str | None = None) -> None:
        """Raises `InputError` if nobody new is let in, or nobody of that name."""
        if self.is_draining:
            raise InputError("draining")
        if name is not None:
            self._check_name(name)

    def _check_name(self, name: str) -> None:
        if self.moderation.bans_name(name):
            raise InputError("name_banned")

    async def create(self, wanted: protocol.CreateTable) -> protocol.Seated:
        self._let_in(wanted.name)
        token, seed = new_token(), new_seed()
        first = open_table(wanted, token_hash=hash_of_token(token), seed=seed, watch_key=new_token())
        table, code = await self._open(first, seed)
        self.services.metrics.created.labels(first.game).inc()
        return protocol.Seated(table, code, 0, token)

    async def start_lesson(self, wanted: protocol.StartLesson) -> protocol.Seated:
        self._let_in(wanted.name)
        token, seed = new_token(), new_seed()
        first = open_lesson(wanted, token_hash=hash_of_token(token), watch_key=new_token())
        table, _ = await self._open_and_start(first, seed)
        room = self._rooms[table]
        await room.do(_until_the_learner_is_asked(room))
        return protocol.Seated(table, "", 0, token)

    async def open_puzzle(self, wanted: protocol.OpenPuzzle) -> protocol.Seated:
        self._let_in(wanted.name)
        token, seed = new_token(), new_seed()
        first = open_puzzle(wanted, token_hash=hash_of_token(token), seed=seed, watch_key=new_token())
        table, _ = await self._open_and_start(first, seed)
        self.services.metrics.created.labels(first.game).inc()
        return protocol.Seated(table, "", next(n for n, seat in enumerate(first.seats) if seat.bot is None), token)

    async def play_on(self, wanted: protocol.PlayOn, branch: Branch) -> protocol.Seated:
        """A table that goes on from a moment of a finished match."""
        self._let_in(wanted.name)
        token, seed = new_token(), new_seed()
        first = open_branch(wanted, branch, token_hash=hash_of_token(token), seed=seed, watch_key=new_token())
        table, code = await self._open_and_start(first, seed)
        self.services.metrics.created.labels(first.game).inc()
        return protocol.Seated(table, code, wanted.seat, token)

    async def _open_and_start(self, first: Opened, seed: bytes) -> tuple[str, str]:
        table, code = await self._open(first, seed)
        room = self._rooms[table]
        await room.do(room.store(start(room.table)))
        return table, code

    async def rematch(self, room: Room, token_hash: str, wanted: protocol.Rematch, *, address: str) -> None:
        """A new table for the same group, which the old one points to. Their tokens open both.

        Tables made so count too: short matches played to the end by a program would make them without end.
        """
        table = room.table
        if not wanted.comes:
            await self._decline(room, token_hash)
            return
        self._let_in()
        if table.seating.phase is not Phase.OVER:
            raise InputError("match_not_over")
        # Several of the group ask at once; they get one table.
        async with self._rematching:
            if table.seating.next_table is None:
                if not self._rematches.spend(address):
                    raise InputError("too_many")
                seed = new_seed()
                host = table.seating.host
                first = rematch(
                    table,
                    seed=seed,
                    asked_by=token_hash,
                    game=wanted.game,
                    host=host if host in room.attendance.present else None,
                )
                there, code = await self._open(first, seed)
                room.show_followers(self._rooms[there].table.seating)
                await room.move_on(MovedOn(there, code, first.game, table.seating.seat_of(token_hash)))

    async def _decline(self, room: Room, token_hash: str) -> None:
        moved = room.table.seating.next_table
        there = None if moved is None else await self.room(moved.table)
        if there is None:
            raise InputError("no_such_request")
        await there.decline(token_hash)
        room.show_followers(there.table.seating)

    def show_followers(self, room: Room) -> None:
        """Somebody has come to a table or gone: where its group came from it is shown, if anybody is still there; and
        who comes back to such a place sees it too."""
        seating = room.table.seating
        before = None if seating.came_from is None else self.in_memory(seating.came_from)
        if before is not None and seating.phase is Phase.LOBBY:
            before.show_followers(seating)
        after = None if seating.next_table is None else self.in_memory(seating.next_table.table)
        if after is not None:
            room.show_followers(after.table.seating)

    async def submit(self, room: Room, connection: Connection, message: protocol.FromSeat) -> None:
        """What a device wants: of its table, or of all tables."""
        match message:
            case protocol.Rematch():
                await room.answer(connection, message.id, self._rematch_for(room, connection, message))
            case protocol.Rename():
                await room.answer(connection, message.id, self._rename_for(room, connection, message))
            case _:
                await room.submit(connection, message)
                if isinstance(message, protocol.Leave | protocol.Kick):
                    self.show_followers(room)

    async def _rename_for(self, room: Room, connection: Connection, message: protocol.Rename) -> protocol.FromServer:
        """Who could not come by a name cannot take it afterwards either."""
        self._check_name(message.name)
        return await room.submitted(connection, message)

    async def _rematch_for(self, room: Room, connection: Connection, message: protocol.Rematch) -> protocol.FromServer:
        if connection.token_hash is None or not room.table.seating.is_of_group(connection.token_hash):
            raise InputError("watchers_only_watch")
        await self.rematch(room, connection.token_hash, message, address=connection.address)
        return protocol.Accepted(message.id)

    async def _open(self, first: Opened, seed: bytes) -> tuple[str, str]:
        """Store the seed and the first line together; only then is the commitment seen by anybody."""
        table, at = new_id(), self.services.clock.now()
        line = LogLine(at, first)
        while True:
            code = new_code()
            try:
                await self.services.store.create(NewTable(table, code, at, seed, (write_line(line),)))
            except CodeInUse:
                continue
            self._add_room(Table(table, code, seed, line))
            return table, code

    async def join(self, code: str, wanted: protocol.JoinTable) -> protocol.Seated:
        self._let_in(wanted.name)
        token = new_token()
        while True:
            room = await self.room_by_code(code)
            try:
                seat, is_waiting = await room.join(wanted, hash_of_token(token))
            except Conflict:
                # Unloaded in this very moment, or served elsewhere too: look at it anew.
                room.drop()
                continue
            return protocol.Seated(room.table.id, room.table.code, seat, token, is_waiting)

    async def come_back(self, code: str, wanted: protocol.ComeBack) -> protocol.Seated:
        self._let_in()
        while True:
            room = await self.room_by_code(code)
            try:
                seat = await room.come_back(hash_of_token(wanted.token))
            except Conflict:
                room.drop()
                continue
            self.show_followers(room)
            return protocol.Seated(room.table.id, room.table.code, seat, wanted.token)

    async def watch(self, code: str) -> protocol.WatchTable:
        room = await self.room_by_code(code)
        seating = room.table.seating
        if seating.settings.watching is not Watching.CODE:
            raise InputError("no_watching")
        return protocol.WatchTable(room.table.id, room.table.code, seating.watch_key)

    # -- Tidying ----------------------------------------------------------------------------------------------------
    def unload_idle(self) -> int:
        """Forget the tables nobody has been at for a while; their logs stay in the store."""
        idle = [room for room in self._rooms.values() if room.is_dropped or room.idle_ms >= self._idle_ms]
        for room in idle:
            room.drop()
            if self._rooms.get(room.table.id) is room:
                del self._rooms[room.table.id]
        self.services.metrics.tables.set(len(self._rooms))
        return len(idle)

    async def forget_old(self, retention_ms: int) -> Forgotten:
        """Close and in time delete the tables untouched for that long."""
        forgotten = await forget(self.services.store, now=self.services.clock.now(), retention_ms=retention_ms)
        for table in forgotten.set_aside:
            if table in self._rooms:
                self._rooms[table].drop(Close.UNKNOWN)
        self.unload_idle()
        return forgotten

    # -- What an operator does --------------------------------------------------------------------------------------
    def send_away(self, table: str, code: Close = Close.UNAVAILABLE) -> None:
        """Everybody from a table, and the table from memory."""
        room = self._rooms.pop(table, None)
        if room is not None:
            room.drop(code)
        self.services.metrics.tables.set(len(self._rooms))

    async def delete(self, table: str) -> None:
        """For good, from memory and from the store."""
        # Before, so that nothing is written to it meanwhile; after, for whoever came to load it meanwhile.
        self.send_away(table, Close.UNKNOWN)
        await self.services.store.delete(table)
        self.send_away(table, Close.UNKNOWN)
        await self.when_deleted()

    async def import_table(self, table: NewTable) -> protocol.NextTable:
        """A table from elsewhere, or back again. Raises `InputError` if it is here already."""
        if await self.services.store.load(table.id) is not None:
            raise InputError("table_exists", table=table.id)
        code = table.code
        while True:
            try:
                first = msgspec.structs.replace(table, code=code, lines=table.lines[:1])
                await self.services.store.create(first)
                break
            except CodeInUse:
                code = new_code()
        if table.lines[1:]:
            last_at = read_line(table.lines[-1]).at
            await self.services.store.append(table.id, 2, table.lines[1:], at=last_at)
        return protocol.NextTable(table.id, code)

    def announce(self, text: str | None) -> None:
        """To everybody who is at a table now or comes to one later."""
        self.announced = text
        for room in self._rooms.values():
            for connection in room.connections:
                self.tell(connection)

    def tell(self, connection: Connection) -> None:
        """What was announced, to one device."""
        if self.announced is not None:
            connection.reply(protocol.Announced(self.announced))

    def close(self) -> None:
        """Every device is told to come back in a moment."""
        for room in self._rooms.values():
            room.drop(Close.SHUTTING_DOWN)


async def _nothing() -> None:
    pass


async def _until_the_learner_is_asked(room: Room) -> None:
    """Whoever comes to learn waits for nobody: what partners do before the first question has been done."""
    while plan := partners_part(room.table):
        await room.store(plan)
