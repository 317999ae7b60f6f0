"""Finished matches: their record, any of their positions, and the proof. Until the end all of it is closed.

Of a match that still runs there is the log, as one viewer has heard it.
"""

from collections.abc import Sequence
from functools import lru_cache
from random import SystemRandom

import msgspec

from touchwood.bots import coach
from touchwood.bots.another_way import another_way
from touchwood.core.events import heard_by
from touchwood.core.refusals import InputError
from touchwood.core.review import WinChance
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.match.forking import Branch, branch_off
from touchwood.match.match import Match
from touchwood.match.record import Chose, Closed, EntryLine, Header, Record, entry_line, header_hash, header_line
from touchwood.match.replay import replay, restore, verify
from touchwood.server.protocol import CourseShown, ReplayEntry, ReviewShown, VerifiedShown
from touchwood.server.store.interface import StoredTable
from touchwood.server.table.log import Began, GameLine, LogLine, UnreadableLine, read_line
from touchwood.server.table.table import Table
from touchwood.server.workers import Tell


def record_of(stored: StoredTable) -> Record:
    """The record in a table's log. Raises `InputError` while the match is not over, or if a line is damaged."""
    header: Header | None = None
    lines: list[EntryLine] = []
    for data in stored.lines:
        match _read(data).entry:
            case Began(begun):
                header = begun
            case GameLine(line):
                lines.append(line)
    if header is None or not lines or not isinstance(lines[-1].entry, Closed):
        raise InputError("match_not_over")
    return Record(header, header_hash(header), tuple(lines))


def last_hash(stored: StoredTable) -> str:
    """Of the record, found from the end, so that nobody need read it all. Raises like `record_of`."""
    for data in reversed(stored.lines):
        match _read(data).entry:
            case GameLine(line) if isinstance(line.entry, Closed):
                return line.hash
            case GameLine() | Began():
                break
    raise InputError("match_not_over")


def _read(data: bytes) -> LogLine:
    try:
        return read_line(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise InputError("table_unreadable") from None


def record_file(record: Record) -> bytes:
    return header_line(record.header) + b"".join(entry_line(line) for line in record.lines)


class PlayedAgain:
    """A finished match with what was heard at each of its entries (0: before the first)."""

    def __init__(self, record: Record) -> None:
        self.record = record
        steps = list(replay(record))
        self.match = steps[0].match
        self.events = [step.events for step in steps]


@lru_cache(maxsize=4)
def _played_again(stored: StoredTable) -> PlayedAgain:
    """Whoever looks at one entry looks at the next one too."""
    return PlayedAgain(record_of(stored))


def forget() -> None:
    """Whatever match was looked at last."""
    _played_again.cache_clear()
    _played_another_way.cache_clear()


def replayed(stored: StoredTable, entry: int, seat: int | None) -> ReplayEntry:
    """The match just after an entry, as a seat (or a watcher) had it. Raises `InputError` for what is not there."""
    return _shown(_played_again(stored), entry, seat)


@lru_cache(maxsize=4)
def _played_another_way(stored: StoredTable, instead_of: int, choice: str) -> PlayedAgain:
    return PlayedAgain(another_way(_played_again(stored).match, instead_of, choice).record)


def replayed_another_way(
    stored: StoredTable, entry: int, seat: int | None, *, instead_of: int, choice: str
) -> ReplayEntry:
    """The same, of the match as it might have gone: its entries count from the one before the other choice."""
    return _shown(_played_another_way(stored, instead_of, choice), entry, seat)


def _shown(played: PlayedAgain, entry: int, seat: int | None) -> ReplayEntry:
    record, match = played.record, played.match
    seats, newest = len(record.header.seats), len(record.lines)
    if seat is not None and not 0 <= seat < seats:
        raise InputError("no_such_seat", seat=seat, seats=seats)
    if not 0 <= entry <= newest:
        raise InputError("no_such_entry", entry=entry, newest=newest)
    line = record.lines[entry - 1] if entry else None
    viewer = SPECTATOR if seat is None else Seat(seat)
    return ReplayEntry(
        n=entry,
        newest=newest,
        entry=None if line is None else msgspec.to_builtins(line.entry),
        text=None if line is None else _action_text(match, line),
        events=tuple(msgspec.to_builtins(event) for event in heard_by(viewer, played.events[entry])),
        view=msgspec.to_builtins(match.game.view(match.positions[entry].state, viewer)),
        hash=record.hash if line is None else line.hash,
    )


def course(stored: StoredTable) -> CourseShown:
    """Everybody's points after each entry, by the truth: what a story of the match is made from."""
    match = _played_again(stored).match
    return CourseShown(tuple(match.game.points(position.state) for position in match.positions))


def _action_text(match: Match, line: EntryLine) -> str | None:
    if not isinstance(line.entry, Chose):
        return None
    return match.game.codec.text(match.read_action(line.entry.action))


def log_read(stored: StoredTable, seat: int | None) -> bytes:
    """All that a seat (or a watcher) has heard at a table, as it is told again: a `LogRead`. Raises `InputError`."""
    try:
        table = Table.read(stored, most_events=None)
    except UnreadableLine:
        raise InputError("table_unreadable") from None
    return b'{"events":[%b]}' % b",".join(table.stream(SPECTATOR if seat is None else Seat(seat)).again())


def branched_off(stored: StoredTable, entry: int, seat: int, *, is_dealt_anew: bool) -> Branch:
    """A moment to play on from. Nobody can compute what is dealt anew, so nobody knows it beforehand."""
    return branch_off(_played_again(stored).match, entry, Seat(seat), anew=SystemRandom() if is_dealt_anew else None)


def reviewed(record: Record, tell: Tell) -> ReviewShown:
    """What each choice cost; chances are told as they are found. Raises `InputError` if the game has no reviewer."""
    done, of, so_far = 0, 0, b""

    def judged(steps: int, of_all: int) -> None:
        nonlocal done, of
        done, of = steps, of_all
        tell(done, of, so_far)

    def found(chances: Sequence[WinChance]) -> None:
        nonlocal so_far
        so_far = msgspec.json.encode(chances)
        tell(done, of, so_far)

    match = restore(record)
    review, codec = coach.review(match, judged, found), match.game.codec
    named = {text for one in review.judgements for text in (one.action, *one.best)}
    actions = {text: msgspec.to_builtins(codec.parse(text)) for text in sorted(named)}
    return ReviewShown(**msgspec.structs.asdict(review), game=match.game.name, actions=actions)


def verified(record: Record) -> VerifiedShown:
    """Everything computed again."""
    try:
        found = verify(record)
    except InputError as error:
        return VerifiedShown(
            holds=False,
            entries=len(record.lines),
            proof=None,
            is_start_given=record.header.is_start_given,
            hash=None,
            error=error.code,
            facts=dict(error.facts),
        )
    return VerifiedShown(
        holds=True,
        entries=found.entries,
        proof=found.proof.value,
        is_start_given=found.is_start_given,
        hash=found.hash,
        error=None,
        facts={},
    )
