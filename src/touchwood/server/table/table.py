"""A table: the fold of its log. `Table.apply` is all that ever changes one.

What a line leads to (who sits where, the position, what each viewer hears) depends on the lines before it and nothing
else, so a table read back from the store is the table that was.
"""

from collections import Counter, deque
from collections.abc import Generator, Iterable
from typing import Any, Final

import msgspec

from touchwood.core.events import EVERYONE, AddressedEvent, hears
from touchwood.core.refusals import InputError
from touchwood.core.seats import SPECTATOR, Seat, Viewer, all_seats
from touchwood.core.values import Tagged
from touchwood.match.progress import Applied, Position
from touchwood.match.record import ChanceOutcome, Chose, Closed, EntryLine, Hinted, Replaced, TakenBack
from touchwood.server import protocol
from touchwood.server.slices import at_once
from touchwood.server.store.interface import StoredTable
from touchwood.server.table import log
from touchwood.server.table.hush import Hush, hushed_viewers, is_held_back
from touchwood.server.table.log import LogEntry, LogLine, UnreadableLine, read_line
from touchwood.server.table.play import Play
from touchwood.server.table.seating import Seating, opened, over, seated_after, taken_back
from touchwood.server.table.streams import MOST_EVENTS, Stream, game_event, table_event

_encode: Final = msgspec.json.Encoder().encode

REMEMBERED_IDS: Final = 16
"""For each seat: how many of its messages are known again when they are repeated."""


class Table:
    """Where a table stands. Viewers have a stream each; in the lobby, where all hear the same, one serves all."""

    __slots__ = (
        "_ids",
        "_stopped_at",
        "_stopped_for",
        "code",
        "hushed",
        "id",
        "is_time_stopped",
        "last_at",
        "n",
        "play",
        "seating",
        "seed",
        "streams",
        "tokens",
        "version",
        "written",
    )

    def __init__(
        self, table: str, code: str, seed: bytes, first: LogLine, *, most_events: int | None = MOST_EVENTS
    ) -> None:
        """`most_events`: how many events each stream has at hand; None: all."""
        assert isinstance(first.entry, log.Opened)
        self.id = table
        self.code = code
        self.seed = seed
        self.n = 1
        self.version = 1
        self.last_at = first.at
        self.seating: Seating = opened(first.entry)
        self.play: Play | None = None
        self.streams: dict[Viewer, Stream] = {SPECTATOR: Stream(most_events)}
        self.hushed: dict[Viewer, Hush] = {}
        self.tokens = {seat.token_hash for seat in first.entry.seats if seat.token_hash is not None}
        """Hashes of all tokens that ever opened a seat here."""
        self.written: Counter[str] = Counter()
        """By token hash: how many messages led to lines."""
        self._ids: dict[str, deque[str]] = {}
        self.is_time_stopped = False
        """In a pause, and while a take-back is voted on; but whoever is hushed must not hear of votes by a clock."""
        self._stopped_at: int | None = None
        self._stopped_for = 0

    @classmethod
    def read(cls, stored: StoredTable, *, until: int | None = None, most_events: int | None = MOST_EVENTS) -> "Table":
        """A table from its log; `until` stops after that entry of the record. Raises `UnreadableLine`, `InputError`."""
        return at_once(cls.reading(stored, until=until, most_events=most_events))

    @classmethod
    def reading(
        cls, stored: StoredTable, *, until: int | None = None, most_events: int | None = MOST_EVENTS
    ) -> Generator[None, None, "Table"]:
        """The same a line at a time: long logs are read in slices."""
        n = 0
        lines: list[LogLine] = []
        try:
            for n, data in enumerate(stored.lines, 1):  # noqa: B007  # named if it is the one that is wrong
                lines.append(read_line(data))
                yield
            table = cls(stored.id, stored.code, stored.seed, lines[0], most_events=most_events)
            gone_back_to = {
                line.entry.line.entry.to
                for line in lines
                if isinstance(line.entry, log.GameLine) and isinstance(line.entry.line.entry, TakenBack)
            }
            positions: dict[int, Position] = {}
            for n, line in enumerate(lines[1:], 2):  # noqa: B007
                table.apply(line, table._applied_again(line.entry, positions))
                if table.play is not None:
                    if table.play.position.n in gone_back_to:
                        positions[table.play.position.n] = table.play.position
                    if table.play.position.n == until:
                        break
                yield
        except InputError:
            raise
        except Exception as error:
            # A changed byte can lead anywhere in the rules; whatever comes of it, this line was not written so.
            raise UnreadableLine(n, error) from error
        return table

    def _applied_again(self, entry: LogEntry, positions: dict[int, Position]) -> Applied | None:
        if not isinstance(entry, log.GameLine) or self.play is None:
            return None
        target = entry.line.entry
        earlier = positions.get(target.to) if isinstance(target, TakenBack) else None
        return self.play.followed(entry.line, earlier)

    # -- The fold ---------------------------------------------------------------------------------------------------
    def apply(self, line: LogLine, applied: Applied | None = None) -> None:
        """One line more. `applied` belongs to a `GameLine`."""
        self.n += 1
        self.version += 1
        self.last_at = line.at
        self._fold(line, applied)
        # After any line: a match that goes on from a moment in the dark begins there.
        self._hush_who_hears_nothing()
        self._stop_or_go_on(line.at)

    def _fold(self, line: LogLine, applied: Applied | None) -> None:
        entry = line.entry
        if line.id is not None and line.sender is not None:
            if line.sender not in self._ids:
                self._ids[line.sender] = deque(maxlen=REMEMBERED_IDS)
            self._ids[line.sender].append(line.id)
            self.written[line.sender] += 1
        if isinstance(entry, log.GameLine):
            assert applied is not None, "a line of the match is applied by the match"
            self._apply_game_line(applied, line.at)
            return
        before = self.seating
        self.seating = seated_after(before, entry, line.at)
        if isinstance(entry, log.SatDown | log.GuestSeated | log.PhoneChanged):
            self.tokens |= {seat.token_hash for seat in self.seating.seats if seat.token_hash is not None}
        match entry:
            case log.Began(header):
                self._begin(Play(header, self.seed), line.at)
            case log.AnswerSealed(seat, by, action) if self.play is not None:
                self.play.sealed[seat] = (self.play.read_action(action), by)
        if self.play is not None and len(before.people) == 1 < self.persons:
            # Until now nobody was to be hidden from, and an answer had all the time there is.
            self.play.ask_for_answers_anew(self.table_time(line.at))
        for event in table_events(before, self.seating, entry):
            self._tell_everybody(event)

    def _stop_or_go_on(self, at: int) -> None:
        seating = self.seating
        self.is_time_stopped = seating.is_paused or (seating.take_back is not None and not self.hushed)
        if self.is_time_stopped and self._stopped_at is None:
            self._stopped_at = at
        elif not self.is_time_stopped and self._stopped_at is not None:
            self._stopped_for += at - self._stopped_at
            self._stopped_at = None

    def _begin(self, play: Play, at: int) -> None:
        """From here on each seat has a stream of its own."""
        self.play = play
        # A match that begins with a choice (no card to draw) has no entry yet that would ask.
        play.ask(self.table_time(at))
        common = self.streams[SPECTATOR]
        common.heard_at = self.table_time(at)
        common.hash = play.first_hash
        for seat in all_seats(len(play.header.seats)):
            self.streams[seat] = common.copy()

    def _apply_game_line(self, applied: Applied, at: int) -> None:
        assert self.play is not None
        self.play.apply_at(applied, self.table_time(at))
        self._apply_told(applied, at)

    def _hush_who_hears_nothing(self) -> None:
        """By the game; whose hush is over hears now what was said meanwhile."""
        if self.play is None or self.play.game.hushed is None:
            return
        viewers = hushed_viewers(self.play.game, self.play.position.state)
        for viewer in [viewer for viewer in self.hushed if viewer not in viewers]:
            self.streams[viewer].tell(self.hushed.pop(viewer).held)
        for viewer in viewers:
            if viewer not in self.hushed:
                self.hushed[viewer] = Hush(self.seating)

    def _apply_told(self, applied: Applied, at: int) -> None:
        match applied.line.entry:
            case Chose(seat):
                self._tell(applied, seat, at)
            case ChanceOutcome():
                self._tell(applied, None, at)
            case Closed():
                self.seating = over(self.seating)
                self._tell_everybody(protocol.MatchOver(0))
                for stream in self.streams.values():
                    stream.hash = applied.line.hash
                    stream.can_take_back = False
                    stream.once = frozenset()
            case TakenBack(_, seat):
                self.seating = taken_back(self.seating)
                self._tell_everybody(protocol.TookBack(0, seat))
                self._note_progress(applied.line, self.streams.items(), at)
            case Replaced() | Hinted():
                # Told as the table's own event. What each viewer knows of the match's progress stays as it is: were
                # it brought up to date, it would show that others have chosen in secret.
                pass

    def _tell(self, applied: Applied, chooser: Seat | None, at: int) -> None:
        """Each viewer hears what is meant for them; who hears nothing must not notice anything either."""
        bodies = [game_event(_encode(told.event)) for told in applied.events]
        audiences = [told.audience for told in applied.events]
        is_all_open = audiences.count(EVERYONE) == len(audiences)
        once = self._told_once(applied.events, bodies)
        reached: list[tuple[Viewer, Stream]] = []
        for viewer, stream in self.streams.items():
            heard = bodies
            if not is_all_open:
                heard = [body for audience, body in zip(audiences, bodies, strict=True) if hears(viewer, audience)]
            if heard or viewer == chooser:
                if once:
                    stream.tell_once(heard, once)
                else:
                    stream.tell(heard)
                reached.append((viewer, stream))
        self._note_progress(applied.line, reached, at)

    def _told_once(self, events: tuple[AddressedEvent[Any], ...], bodies: list[bytes]) -> frozenset[bytes]:
        assert self.play is not None
        is_told_once, options = self.play.game.is_told_once, self.play.options
        if is_told_once is None:
            return frozenset()
        return frozenset(body for told, body in zip(events, bodies, strict=True) if is_told_once(options, told.event))

    def _note_progress(self, line: EntryLine, reached: Iterable[tuple[Viewer, Stream]], at: int) -> None:
        assert self.play is not None
        heard_at, taker = max(self.table_time(at), self.play.shown_until), self.play.may_take_back
        for viewer, stream in reached:
            stream.heard_at = heard_at
            stream.hash = line.hash
            stream.can_take_back = viewer == taker

    def _tell_everybody(self, event: Tagged) -> None:
        rest, waits = table_event(event), self.hushed and is_held_back(event)
        for viewer, stream in self.streams.items():
            if waits and viewer in self.hushed:
                self.hushed[viewer].held.append(rest)
            else:
                stream.tell((rest,))

    # -- Questions --------------------------------------------------------------------------------------------------
    def stream(self, viewer: Viewer) -> Stream:
        """In the lobby everybody's is the same."""
        return self.streams.get(viewer) or self.streams[SPECTATOR]

    def seating_for(self, viewer: Viewer) -> Seating:
        """The seating as this viewer may see it."""
        hush = self.hushed.get(viewer)
        return self.seating if hush is None else msgspec.structs.replace(hush.seating, is_paused=self.seating.is_paused)

    @property
    def is_person_hushed(self) -> bool:
        """A bot hears no talk; a person might, through another window."""
        return any(viewer is not SPECTATOR and not self.seating.is_automatic(viewer) for viewer in self.hushed)

    def table_time(self, at: int) -> int:
        """Time that stands still while the table does."""
        return (at if self._stopped_at is None else self._stopped_at) - self._stopped_for

    def knows_message(self, token_hash: str, message_id: str) -> bool:
        """Whether this message was done already."""
        return message_id in self._ids.get(token_hash, ())

    @property
    def persons(self) -> int:
        """People at the table, watchers and leavers not counted."""
        return len(self.seating.people)


def table_events(before: Seating, after: Seating, entry: LogEntry) -> Iterable[Tagged]:
    """What everybody hears of a line that is the table's own."""
    match entry:
        case log.SatDown(seat):
            yield protocol.PlayerJoined(0, len(before.seats), seat.name)
        case log.GuestSeated(number, name):
            yield protocol.PlayerJoined(0, number, name)
        case log.GuestAsked(number, name):
            yield protocol.GuestAsked(0, number, name)
        case log.GuestTurnedAway() if before.guest is not None:
            yield protocol.GuestTurnedAway(0, before.guest.name)
        case log.OtherPhoneAsked(number):
            yield protocol.OtherPhoneAsked(0, number)
        case log.PhoneChanged(number):
            yield protocol.PhoneChanged(0, number)
        case log.SeatReclaimed(number):
            yield protocol.SeatReclaimed(0, number)
        case log.Came(number):
            yield protocol.PlayerJoined(0, number, before.seats[number].name)
        case log.SteppedAside(number):
            yield protocol.SteppedAside(0, number, before.seats[number].name)
        case log.WentAway(number, was_kicked):
            yield protocol.PlayerLeft(0, number, before.seats[number].name, was_kicked)
        case log.Said(number, text):
            yield protocol.Talked(0, number, text)
        case log.Emoted(number, shows):
            yield protocol.Emoted(0, number, shows)
        case log.PauseSet(paused):
            yield protocol.Paused(0) if paused else protocol.Resumed(0)
        case log.Began():
            yield protocol.MatchStarted(0)
        case log.TimeRanOut(number):
            yield protocol.TimeRanOut(0, number)
        case log.StandInSeated(number):
            yield protocol.StandInSeated(0, number)
        case log.GivenBack(number):
            yield protocol.SeatHandedBack(0, number)
        case log.TakeBackWanted(number):
            yield protocol.TakeBackAsked(0, number)
        case log.TakeBackDropped() if before.take_back is not None:
            yield protocol.TakeBackDenied(0, before.take_back.seat)
    is_same = isinstance(entry, log.PhoneChanged | log.SeatReclaimed)
    if (host := after.host) is not None and _host_of(before) != _host_of(after) and not is_same:
        yield protocol.HostChanged(0, host)


def _host_of(seating: Seating) -> str | None:
    """By token, since in the lobby seats move up."""
    return None if seating.host is None else seating.seats[seating.host].token_hash
