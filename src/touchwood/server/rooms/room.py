"""One table in memory, with its devices.

Whatever changes the table goes through `_store`: the lines are appended to the store first, then applied by the table,
then the devices hear of them. One thing happens at a time (`_lock`); while the store writes, other tables go on.
"""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec

from touchwood.bots.finding import strongest_level
from touchwood.core.refusals import InputError, Refusal, Refused
from touchwood.core.seats import SPECTATOR, Seat, Viewer
from touchwood.server import protocol
from touchwood.server.protocol import Close, FromSeat, Phase, Watching
from touchwood.server.rooms.allowance import Allowance
from touchwood.server.rooms.connection import Connection, PassedOn
from touchwood.server.rooms.lock import TableLock
from touchwood.server.rooms.reading import read_table
from touchwood.server.rooms.scheduler import TableScheduler
from touchwood.server.rooms.services import Services
from touchwood.server.rooms.updates import Attendance, UpdateWriter
from touchwood.server.sentences import say
from touchwood.server.store.interface import Conflict, Unavailable
from touchwood.server.table import log
from touchwood.server.table.decisions import (
    NOTHING,
    Plan,
    Planned,
    begin,
    check_hint,
    come_back,
    decide,
    decline,
    give_up,
    join,
    just,
    let_in,
    of_match,
    take_back_is_granted,
)
from touchwood.server.table.log import LogLine, write_line
from touchwood.server.table.names import names_shown
from touchwood.server.table.play import Begun
from touchwood.server.table.seating import Seating
from touchwood.server.table.snapshots import choices
from touchwood.server.table.table import Table
from touchwood.server.table.timing import Presence


class Writing(msgspec.Struct, frozen=True):
    """A plan on its way into the store."""

    plan: Plan
    lines: list[LogLine]
    since: float
    stored: asyncio.Future[None]


class Room:
    def __init__(self, table: Table, services: Services) -> None:
        self.table = table
        self.services = services
        self.updates = UpdateWriter(table)
        self.connections: set[Connection] = set()
        self.guests: set[Connection] = set()
        """Devices that wait to be let in; they are not at the table."""
        self.is_dropped = False
        self._idle_since = services.clock.now()
        self._serving_since = services.clock.now()
        self._left_at: dict[str, int] = {}
        self._back_at: dict[str, int] = {}
        self._attendance: Attendance | None = None
        self._next: Seating | None = None
        """The table where the group goes on, as it was last seen."""
        self._begun: dict[int, Begun] = {}
        """By seat: what was laid so far. In memory only; the log holds what was done."""
        self._allowance = Allowance(services.limits)
        self._lock = TableLock()
        self._tasks: set[asyncio.Task[None]] = set()
        self.scheduler = TableScheduler(self)

    # -- Who is there -----------------------------------------------------------------------------------------------
    @property
    def attendance(self) -> "Attendance":
        """Counted anew when somebody came, went or changed seats."""
        if self._attendance is None or self._attendance.seating is not self.table.seating:
            self._attendance = self._count_attendance()
        return self._attendance

    def _count_attendance(self) -> "Attendance":
        seating = self.table.seating
        for connection in self.connections:
            connection.viewer = self._viewer_of(connection)
        hashes = {connection.token_hash for connection in self.connections}
        present = frozenset(seat for seat in seating.people if seating.seats[seat].token_hash in hashes)
        away = {
            seat: self._left_at.get(seating.seats[seat].token_hash or "", self._serving_since)
            for seat in seating.people
            if seat not in present
        }
        back = {
            seat: self._back_at[token_hash]
            for seat in present
            if (token_hash := seating.seats[seat].token_hash) in self._back_at
        }
        watchers = sum(connection.viewer is SPECTATOR for connection in self.connections)
        presence = Presence(away, self._serving_since, back)
        return Attendance(seating, present, watchers, presence, *self._followers())

    def _followers(self) -> tuple[frozenset[int], frozenset[int]]:
        """The seats whose people are where the group goes on, and those who are still asked to come."""
        coming, undecided = set[int](), set[int]()
        for there in () if self._next is None else self._next.seats:
            seat = None if there.token_hash is None else self.table.seating.seat_of(there.token_hash)
            if seat is not None:
                (undecided if there.is_invited else coming).add(seat)
        return frozenset(coming), frozenset(undecided)

    def show_followers(self, there: Seating) -> None:
        """Everybody who is still here sees who has come along by now."""
        if there is not self._next:
            self._next = there
            self._attendance = None
            self.changed()

    def _viewer_of(self, connection: Connection) -> Viewer | None:
        """As whom a device looks on; None: it has no place at the table, or none any more."""
        if connection.token_hash is not None:
            seat = self.viewer(connection.token_hash)
            return SPECTATOR if seat is None and self.table.seating.is_of_group(connection.token_hash) else seat
        return SPECTATOR if self.table.seating.settings.watching is not Watching.NOBODY else None

    @property
    def presence(self) -> Presence:
        return self.attendance.presence

    async def attend(self, connection: Connection, seen: int | None) -> bytes | None:
        """Let a device in: its `Welcome`, or None if it has no place here."""
        async with self._lock:
            viewer = self._viewer_of(connection)
            if viewer is None or self.is_dropped:
                return None
            if connection.is_watching and self.attendance.watchers >= self.services.limits.watchers_a_table:
                return None
            if viewer is not SPECTATOR and viewer not in self.attendance.present and connection.token_hash is not None:
                self._back_at[connection.token_hash] = self.services.clock.now()
            self.connections.add(connection)
            self._attendance = None
            if viewer is not SPECTATOR and self.table.seating.seats[viewer].has_stand_in and not self.is_full:
                # If it cannot be stored now, the seat is given back with its next message.
                with suppress(Unavailable):
                    await self._store(just(log.GivenBack(viewer)))
            if viewer is not SPECTATOR and self.table.seating.seats[viewer].is_invited:
                # If it cannot be stored now, the scheduler tries again: whoever is here is not to be waited for.
                with suppress(Unavailable):
                    await self._store(just(log.Came(viewer)))
            welcome = self.updates.welcome(connection, self.attendance, seen, self.services.clock.now())
            self._show_all_being_laid(connection)
            self.changed()
            return welcome

    def depart(self, connection: Connection) -> None:
        self.connections.discard(connection)
        now = self.services.clock.now()
        if connection.token_hash is not None:
            self._left_at[connection.token_hash] = now
        self._attendance = None
        if not self.connections:
            self._idle_since = now
        self.changed()
        guest = self.table.seating.guest
        if guest is not None and guest.is_own_seat and not self.is_dropped:
            # The first phone could have objected; now that it is gone the friends' word counts.
            self.spawn(self._look_at_guest())

    async def _look_at_guest(self) -> None:
        # If it cannot be stored now, the guest is let in with the next message, or asks again.
        with suppress(Unavailable, Conflict):
            async with self._lock:
                await self.let_in_if_granted()

    def update_for(self, connection: Connection) -> bytes | None:
        """What this device is sent next, if anything."""
        return self.updates.update(connection, self.attendance, self.services.clock.now())

    def changed(self) -> None:
        """Something is new: devices, clocks and bots look for themselves. A dropped table is shown to nobody: it may be
        folded by half."""
        if self.is_dropped:
            return
        there, now = self.attendance, self.services.clock.now()
        for connection in self.connections:
            if connection.awaits_answer:
                continue
            # At once where the device can be written to; else its own task does it when it can.
            if not connection.can_be_written_to:
                connection.wake()
            elif (update := self.updates.update(connection, there, now)) is not None:
                connection.update(update)
        for guest in self.guests:
            guest.wake()
        self.scheduler.look()

    # -- Guests who come late ---------------------------------------------------------------------------------------
    def is_asked_by(self, token_hash: str | None) -> bool:
        """A guest with this token waits to be let in, as far as they may know: while a person is hushed, nobody who
        waits hears what was decided."""
        table = self.table
        guest = (table.seating_for(SPECTATOR) if table.is_person_hushed else table.seating).guest
        return guest is not None and guest.token_hash == token_hash

    async def decided(self, guest: Connection) -> None:
        """Wait until the guest is let in or not, or has to come back."""
        self.guests.add(guest)
        try:
            self.changed()
            while guest.closing is None and self.is_asked_by(guest.token_hash):
                await guest.woken()
        finally:
            self.guests.discard(guest)

    async def submit_as_guest(self, guest: Connection, message: FromSeat) -> None:
        """A guest who waits can give up, and nothing else."""
        await self.answer(guest, message.id, self._submitted_as_guest(guest, message))

    async def _submitted_as_guest(self, guest: Connection, message: FromSeat) -> protocol.FromServer:
        if not isinstance(message, protocol.Leave) or guest.token_hash is None:
            raise InputError("not_let_in")
        async with self._lock:
            await self._store(give_up(self.table, guest.token_hash))
        return protocol.Accepted(message.id)

    # -- What seats want --------------------------------------------------------------------------------------------
    async def submit(self, connection: Connection, message: FromSeat) -> None:
        """Do what a device asks for as soon as the table is free, and answer it."""
        await self.answer(connection, message.id, self.submitted(connection, message))

    def submit_at_once(self, connection: Connection, message: protocol.Act) -> bool:
        """The same for a move, without waking a task. False: the table is not free, and nothing has been done.

        Nearly all messages are moves of somebody who may move, at a table where nothing else is under way.
        """
        seating = self.table.seating
        is_asked = seating.take_back is not None or seating.guest is not None
        if self.is_dropped or is_asked or not self._lock.try_acquire():
            return False
        try:
            plan = self._plan(connection, message)
            if plan:
                writing = self._write(plan, sender=connection.token_hash, message_id=message.id)
                connection.awaits_answer = True
                writing.stored.add_done_callback(lambda _: self._written(connection, message, writing))
                return True
            answer: protocol.FromServer = protocol.Accepted(message.id)
        except (Refused, InputError) as why:
            answer = self._refusal(connection, message.id, why)
        except BaseException:
            self._lock.release()
            raise
        self._lock.release()
        self._reply(connection, answer)
        return True

    def _written(self, connection: Connection, message: protocol.Act, writing: Writing) -> None:
        answer: protocol.FromServer
        try:
            self._apply_stored(writing)
            answer = protocol.Accepted(message.id)
        except Unavailable as unavailable:
            answer = self._refusal(connection, message.id, unavailable)
        except Conflict:
            self.drop()
            return
        finally:
            connection.awaits_answer = False
            self._lock.release()
        self._reply(connection, answer)

    async def _hinted(self, connection: Connection, message: protocol.AskHint) -> protocol.FromServer:
        """The table goes on while the bot thinks; what it found is told only if the question is still the same."""
        async with self._lock:
            if self.is_dropped:
                raise Conflict(self.table.id)
            seat, token_hash = self._seat_of(connection), connection.token_hash
            assert token_hash is not None, "who has a seat has a token"
            play = check_hint(self.table, seat, message)
            self._allowance.check(self.table, seat, token_hash, message)
            game, level, scheduler = play.game, strongest_level(play.game), self.scheduler
        advice = await scheduler.advice(play, seat)
        async with self._lock:
            check_hint(self.table, seat, message)
            written = of_match(play.hinted(Seat(seat), level))
            if not self.table.knows_message(token_hash, message.id):
                await self._store(written, sender=token_hash, message_id=message.id)
        action = msgspec.to_builtins(msgspec.convert(advice.action, game.action_type))
        other_action = None if advice.other is None else msgspec.to_builtins(game.codec.parse(advice.other))
        return protocol.Hint(
            message.id,
            level,
            action,
            advice.text,
            advice.percent,
            advice.margin,
            advice.other,
            other_action,
            advice.other_percent,
            advice.because,
        )

    async def submitted(self, connection: Connection, message: FromSeat) -> protocol.FromServer:
        """Do it, and say what is answered. Raises `Refused`, `InputError`, `Unavailable` or `Conflict`."""
        if isinstance(message, protocol.AskHint):
            return await self._hinted(connection, message)
        async with self._lock:
            if self.is_dropped:
                raise Conflict(self.table.id)
            if isinstance(message, protocol.Build):
                offered = choices(self.table, self._seat_of(connection), message)
                if offered is None:
                    raise InputError("nothing_to_build")
                return offered
            if isinstance(message, protocol.Laying):
                self._lay(connection, message)
                return protocol.Accepted(message.id)
            if isinstance(message, protocol.GoOn):
                self._go_on(connection, message)
                return protocol.Accepted(message.id)
            await self._store(self._plan(connection, message), sender=connection.token_hash, message_id=message.id)
            await self._do_what_is_granted()
            return protocol.Accepted(message.id)

    # -- What is shown in passing, and never written down -----------------------------------------------------------
    def _go_on(self, connection: Connection, message: protocol.GoOn) -> None:
        """A seat has read how a round went."""
        if self.table.play is None:
            raise InputError("match_not_begun")
        seat = self._seat_of(connection)
        self._allowance.check_in_passing(connection.token_hash)
        self._show_in_passing(protocol.WentOn(seat, message.card), by=connection)

    def _lay(self, connection: Connection, message: protocol.Laying) -> None:
        """Kept for the clock, and shown to everybody else where the game says that it is open."""
        seat = self._seat_of(connection)
        begun, before = begin(self.table, seat, message), self.begun_by(seat)
        if begun == before:
            return
        self._allowance.check_in_passing(connection.token_hash)
        self._begun[seat] = begun
        # What was touched is for the clock: where nothing else is new, the others hear nothing.
        if begun.is_open and (before is None or begun.action != before.action):
            self._show_in_passing(protocol.BeingLaid(seat, begun.action), by=connection)

    def _show_in_passing(self, shown: PassedOn, *, by: Connection) -> None:
        """To all others who may hear of it; it could be made to speak, so in the dark nobody does."""
        written = msgspec.json.encode(shown)
        for other in self.connections:
            if other is not by and other.viewer is not None and other.viewer not in self.table.hushed:
                other.show_in_passing(shown, written)

    def begun_by(self, seat: int) -> Begun | None:
        """What a seat has laid so far of what it is asked for now."""
        begun, play = self._begun.get(seat), self.table.play
        if begun is None or play is None or seat not in play.asked_at or begun.decision != play.decision[seat]:
            return None
        return begun

    def _show_all_being_laid(self, connection: Connection) -> None:
        """To a device that comes while somebody is at it."""
        if connection.viewer in self.table.hushed:
            return
        for seat in self._begun:
            begun = self.begun_by(seat)
            if begun is not None and begun.is_open:
                shown = protocol.BeingLaid(seat, begun.action)
                connection.show_in_passing(shown, msgspec.json.encode(shown))

    def _plan(self, connection: Connection, message: FromSeat) -> Plan:
        """The lines a message leads to; none if it was done already. Raises `Refused` or `InputError`."""
        seat, token_hash = self._seat_of(connection), connection.token_hash
        assert token_hash is not None, "who has a seat has a token"
        if self.table.knows_message(token_hash, message.id):
            return NOTHING
        self._allowance.check(self.table, seat, token_hash, message)
        plan = decide(self.table, seat, message)
        return [Planned(log.GivenBack(seat)), *plan] if self.table.seating.seats[seat].has_stand_in else plan

    def _seat_of(self, connection: Connection) -> int:
        if connection.token_hash is None:
            raise InputError("watchers_only_watch")
        seat = self.table.seating.seat_of(connection.token_hash)
        if seat is None:
            is_looking_on = self.table.seating.is_of_group(connection.token_hash)
            raise InputError("watchers_only_watch" if is_looking_on else "no_such_table")
        return seat

    async def answer(
        self, connection: Connection, message_id: str, work: Coroutine[Any, Any, protocol.FromServer]
    ) -> None:
        """Answer a message with what the work gives, or with why it was not done."""
        connection.awaits_answer = True
        try:
            answer = await work
        except (Refused, InputError, Unavailable) as why:
            answer = self._refusal(connection, message_id, why)
        except Conflict:
            self.drop()
            return
        finally:
            connection.awaits_answer = False
        self._reply(connection, answer)

    def _reply(self, connection: Connection, answer: protocol.FromServer) -> None:
        connection.reply(answer, after=self.update_for(connection) if connection.can_be_written_to else None)

    def _refusal(
        self, connection: Connection, message_id: str, why: Refused | InputError | Unavailable
    ) -> protocol.Refused:
        what: Refusal | InputError
        match why:
            case Refused():
                what = why.refusal
            case Unavailable():
                what = InputError(f"store_{why.trouble.value}")
            case InputError():
                what = why
        self.services.metrics.refusals.labels(what.code).inc()
        listener = self._viewer_of(connection)
        seating = self.table.seating_for(SPECTATOR if listener is None else listener)
        sentence = say(
            what,
            game=seating.game,
            language=connection.language,
            names=names_shown(seating.seats),
            listener=SPECTATOR if listener is None else listener,
        )
        rule = what.rule if isinstance(what, Refusal) else None
        return protocol.Refused(message_id, what.code, rule, dict(what.facts), sentence)

    async def join(self, wanted: protocol.JoinTable, token_hash: str) -> tuple[int, bool]:
        """A newcomer's seat, and whether the people here must agree first."""
        async with self._lock:
            self._allowance.check_newcomer(self.table, token_hash)
            now = self.services.clock.now()
            plan, seat = join(self.table, wanted, token_hash, now)
            self._left_at[token_hash] = now
            await self._store(plan)
            await self.let_in_if_granted()
            return seat, self.is_asked_by(token_hash)

    async def come_back(self, token_hash: str) -> int:
        """The seat of somebody who left by mistake."""
        async with self._lock:
            self._allowance.check_newcomer(self.table, token_hash)
            now = self.services.clock.now()
            plan, seat = come_back(self.table, token_hash, now)
            self._left_at[token_hash] = now
            await self._store(plan)
            return seat

    async def move_on(self, to: log.MovedOn) -> None:
        """Point to the table where the group goes on."""
        async with self._lock:
            if self.table.seating.next_table is None:
                await self._store(just(to))

    async def decline(self, token_hash: str) -> None:
        """Somebody who was asked to come here does not."""
        async with self._lock:
            await self._store(decline(self.table, token_hash))

    # -- Storing ----------------------------------------------------------------------------------------------------
    async def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Work of the room's own (a clock, a bot), one at a time with everything else."""
        async with self._lock:
            if self.is_dropped:
                work.close()
                return
            await work
            await self._do_what_is_granted()

    async def store(self, plan: Plan) -> None:
        """For work inside `do`."""
        await self._store(plan)

    async def _store(self, plan: Plan, *, sender: str | None = None, message_id: str | None = None) -> None:
        """Append first, then apply, then send. Raises `Unavailable` or `Conflict`; then nothing happened."""
        if plan:
            if self.is_dropped:
                raise Conflict(self.table.id)
            writing = self._write(plan, sender=sender, message_id=message_id)
            await asyncio.wait((writing.stored,))
            self._apply_stored(writing)

    def _write(self, plan: Plan, *, sender: str | None = None, message_id: str | None = None) -> Writing:
        """Hand the plan's lines to the store."""
        at = max(self.services.clock.now(), self.table.last_at)
        first, *others = plan
        lines = [LogLine(at, first.entry, sender, message_id), *[LogLine(at, planned.entry) for planned in others]]
        written = [write_line(line) for line in lines]
        stored = self.services.store.append(self.table.id, self.table.n + 1, written, at=at)
        return Writing(plan, lines, time.perf_counter(), stored)

    def _apply_stored(self, writing: Writing) -> None:
        """Apply what the store has now. Raises `Unavailable` or `Conflict` if it does not, and whatever else went
        wrong; then the room is dropped."""
        metrics = self.services.metrics
        why = writing.stored.exception()
        if why is not None:
            # Raised anew: the store's own would hold the frames it came through, and they what holds it.
            if isinstance(why, Unavailable):
                metrics.store_troubles.labels(why.trouble.value).inc()
                raise Unavailable(why.trouble)
            raise type(why)(*why.args)
        metrics.moves.count_stored(len(writing.lines), time.perf_counter() - writing.since)
        was_over = self.table.seating.phase is Phase.OVER
        try:
            for line, planned in zip(writing.lines, writing.plan, strict=True):
                self.table.apply(line, planned.applied)
            if self.table.seating.phase is Phase.OVER and not was_over:
                metrics.finished.labels(self.table.seating.game).inc()
            self.changed()
        except BaseException:
            # The log has it and this table only half: whoever comes back finds it folded anew.
            self.drop()
            raise

    async def _do_what_is_granted(self) -> None:
        await self._take_back_if_granted()
        await self.let_in_if_granted()

    async def let_in_if_granted(self) -> None:
        """For work inside `do`."""
        plan = let_in(self.table, self.attendance.present, self.services.clock.now())
        if plan and self.table.seating.guest is not None:
            self._left_at[self.table.seating.guest.token_hash] = self.services.clock.now()
            await self._store(plan)

    async def _take_back_if_granted(self) -> None:
        """Consent is complete: go back, with the help of the store if it is far."""
        pending, play = self.table.seating.take_back, self.table.play
        if pending is None or play is None or not take_back_is_granted(self.table):
            return
        stored = await self.services.store.load(self.table.id)
        if stored is None:
            raise Conflict(self.table.id)
        earlier = (await read_table(stored, until=pending.to)).play
        assert earlier is not None, "what is taken back was played"
        await self._store(of_match([play.taken_back(Seat(pending.seat), pending.to, earlier.position)]))

    # -- Ending -----------------------------------------------------------------------------------------------------
    def spawn(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """A task of this room; it ends with it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def drop(self, code: Close = Close.UNAVAILABLE) -> None:
        """Forget the table; its log is in the store. Devices come back and find it loaded anew."""
        if not self.is_dropped:
            self.is_dropped = True
            self.scheduler.stop()
            # It has the room, and the collector is spared (`serve.py`).
            del self.scheduler
        for connection in (*self.connections, *self.guests):
            connection.close(code)

    @property
    def is_full(self) -> bool:
        """The log has reached its bound: clocks and bots rest, and people are told so."""
        return self._allowance.is_full(self.table)

    @property
    def idle_ms(self) -> int:
        """For how long nobody has been here; -1: not at all, or something is still being done."""
        if self.connections or self._lock.is_held:
            return -1
        return self.services.clock.now() - self._idle_since

    def can_be_watched_with(self, key: str) -> bool:
        seating = self.table.seating
        return seating.settings.watching is not Watching.NOBODY and seating.watch_key == key

    def viewer_with(self, token: str) -> Viewer | None:
        """Whose eyes a seat's token or the watch key gives; None: nobody's."""
        token_hash = log.hash_of_token(token)
        if not self.table.seating.is_of_group(token_hash):
            return SPECTATOR if self.can_be_watched_with(token) else None
        seat = self.viewer(token_hash)
        return SPECTATOR if seat is None else seat

    def viewer(self, token_hash: str) -> Viewer | None:
        seat = self.table.seating.seat_of(token_hash)
        return None if seat is None else Seat(seat)
