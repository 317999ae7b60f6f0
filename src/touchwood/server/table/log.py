"""The lines of a table's log. Everything about a table follows from them, in order.

Most tell of the table (somebody sat down, talked, paused); a `GameLine` holds a line of the match's record. Of a seat's
token only a hash is ever written.
"""

import hashlib
from typing import Any, TypeAlias

import msgspec

from touchwood.core.values import Tagged, Value, canonical_json, from_json
from touchwood.match.forking import Branch
from touchwood.match.record import EntryLine, Header, Mover, Player
from touchwood.server.protocol import EmoteKind, Settings


class SeatHeld(Value, frozen=True):
    """A seat and who has it: a person (with the hash of the token) or a bot."""

    name: str
    token_hash: str | None = None
    bot: str | None = None
    has_stand_in: bool = msgspec.field(default=False, name="is_kept")
    is_muted: bool = False
    instead_of: Player | None = None
    """The bot whose seat a latecomer took over; it comes back when they go."""
    is_invited: bool = False
    """Asked to play on with the group, and not here yet."""
    sits_out: bool = False
    """Looks on from the start of the match."""
    badge: int | None = None
    """Which of the badges; None in what is written when somebody comes: the first that is free."""
    is_left: bool = False
    """The person who began the match here has left it. Its bot goes on for this match alone: it does not come along to
    the next one, and wins nothing of the evening."""


class EveningScore(Value, frozen=True):
    """Of a person (by the hash of their token) or a bot (by its name)."""

    name: str
    token_hash: str | None
    shares: str
    matches: int


class Evening(Value, frozen=True):
    """The group's tables before this one, and what came of them."""

    tables: tuple[str, ...] = ()
    scores: tuple[EveningScore, ...] = ()


class Opened(Tagged, frozen=True):
    """The first line of every table."""

    game: str
    rules_version: int
    options: dict[str, Any]
    settings: Settings
    commitment: str
    watch_key: str
    seats: tuple[SeatHeld, ...]
    lesson: str | None = None
    """The name of the lesson this table is for: begun at once, and nobody joins."""
    host: int | None = None
    """None: the first person."""
    evening: Evening | None = None
    branch: Branch | None = None
    """The moment of another match from which this one plays on: begun at once. It holds a whole state, so nobody is
    shown it."""
    puzzle: str | None = None
    """The puzzle that is played out here, from a branch: nobody joins."""
    came_from: str | None = None
    """The id of the table whose group goes on here."""


class SatDown(Tagged, frozen=True):
    """In the lobby, on the next free seat."""

    seat: SeatHeld


class GuestAsked(Tagged, frozen=True):
    """A latecomer would like to have a bot's seat; the people at the table decide."""

    seat: int
    name: str
    token_hash: str


class GuestConsented(Tagged, frozen=True):
    seat: int
    """Of the person who would let the guest in."""


class GuestTurnedAway(Tagged, frozen=True):
    """By somebody, by time, or because the guest gave up."""


class GuestSeated(Tagged, frozen=True, tag="TookOver"):
    """A latecomer, from a bot."""

    seat: int
    name: str
    token_hash: str


class OtherPhoneAsked(Tagged, frozen=True):
    """Somebody says they are the one who sits here, on another phone."""

    seat: int
    token_hash: str


class PhoneChanged(Tagged, frozen=True, tag="OtherPhoneTaken"):
    """The seat has a new token, and the one before opens nothing any more."""

    seat: int
    token_hash: str


class SeatReclaimed(Tagged, frozen=True):
    """The token before is the seat's again, and the one that came after it opens nothing any more."""

    seat: int
    token_hash: str


class Came(Tagged, frozen=True):
    """Who was asked to play on is here."""

    seat: int


class SatOut(Tagged, frozen=True):
    seat: int
    sits_out: bool


class Renamed(Tagged, frozen=True):
    seat: int
    name: str


class BadgeChosen(Tagged, frozen=True):
    """A bot that had it has the one that was given up for it."""

    seat: int
    badge: int


class SteppedAside(Tagged, frozen=True):
    """Just before the start: a person of the group looks on. In the lobby the seat is gone."""

    seat: int


class WentAway(Tagged, frozen=True):
    """In the lobby the seat is gone; in a match the bot `stand_in` plays on."""

    seat: int
    was_kicked: bool
    stand_in: str | None = msgspec.field(name="keeper")
    name: str | None = None
    """Of the bot that comes back; None: it goes on under the name of who went."""


class Said(Tagged, frozen=True):
    seat: int
    text: str


class Emoted(Tagged, frozen=True):
    seat: int
    shows: EmoteKind


class HostNamed(Tagged, frozen=True):
    seat: int


class LockSet(Tagged, frozen=True):
    locked: bool


class PauseSet(Tagged, frozen=True):
    paused: bool


class MuteSet(Tagged, frozen=True):
    seat: int
    muted: bool


class Configured(Tagged, frozen=True):
    options: dict[str, Any]
    settings: Settings


class EntropyGiven(Tagged, frozen=True):
    seat: int
    entropy: str


class Began(Tagged, frozen=True):
    header: Header


class GameLine(Tagged, frozen=True):
    line: EntryLine


class AnswerSealed(Tagged, frozen=True):
    """An answer that is shown, and enters the record, when its time is up. A newer one replaces it."""

    seat: int
    by: Mover
    action: Any


class Drafted(Tagged, frozen=True):
    """What somebody has begun and not finished. Logs of earlier servers have it; nothing follows from it any more."""

    seat: int
    action: Any


class TimeRanOut(Tagged, frozen=True):
    """The next line is the clock's choice, and everybody may know."""

    seat: int


class StandInSeated(Tagged, frozen=True, tag="KeptByBot"):
    """A bot plays for somebody who is away, until they are back."""

    seat: int


class GivenBack(Tagged, frozen=True):
    seat: int


class TakeBackWanted(Tagged, frozen=True):
    seat: int
    to: int
    """The entry of the record to go back to."""


class TakeBackConsented(Tagged, frozen=True):
    seat: int


class TakeBackDropped(Tagged, frozen=True):
    pass


class MovedOn(Tagged, frozen=True):
    """The group plays on at another table."""

    table: str
    code: str
    game: str | None = None
    asked_by: int | None = None


LogEntry: TypeAlias = (
    Opened | SatDown | GuestAsked | GuestConsented | GuestTurnedAway | GuestSeated | WentAway | Said | Emoted
    | HostNamed | LockSet | PauseSet | MuteSet | Configured | EntropyGiven | Began | GameLine | AnswerSealed
    | StandInSeated | GivenBack | TakeBackWanted | TakeBackConsented | TakeBackDropped | MovedOn | OtherPhoneAsked
    | PhoneChanged | SeatReclaimed | Came | SatOut | SteppedAside | TimeRanOut | Drafted | Renamed | BadgeChosen
)  # fmt: skip


class LogLine(Value, frozen=True):
    at: int
    """Milliseconds since 1970."""
    entry: LogEntry
    sender: str | None = None
    """The token hash of the seat whose message led to this, and the message's id: a repeated one is known by them."""
    id: str | None = None


class UnreadableLine(Exception):
    """A line that cannot be what was written: it does not decode, or the table cannot follow it."""

    def __init__(self, n: int, error: Exception) -> None:
        super().__init__(f"line {n}: {type(error).__name__}")
        self.n = n
        self.error = error


def write_line(line: LogLine) -> bytes:
    return canonical_json(line)


def read_line(data: bytes) -> LogLine:
    line: LogLine = from_json(data, LogLine)
    return line


def hash_of_token(token: str) -> str:
    """Tokens have 192 random bits, so a plain hash cannot be turned back."""
    return hashlib.sha256(b"touchwood seat\n" + token.encode()).hexdigest()
