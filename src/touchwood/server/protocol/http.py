"""Bodies of requests and answers over HTTP."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from touchwood.core.lesson import FIRST_LESSON
from touchwood.core.review import Review, WinChance
from touchwood.core.values import Value
from touchwood.match.record import Origin
from touchwood.server.protocol.common import (
    BotName,
    Facts,
    GameName,
    LessonName,
    PersonName,
    Phase,
    PuzzleName,
    SeatNumber,
    Settings,
    Token,
)
from touchwood.server.protocol.events import StreamEvent
from touchwood.server.protocol.snapshots import LegalAction


class LessonOffered(Value, frozen=True):
    name: str
    when: dict[str, Any]
    """It teaches these options: offered where a table has chosen them so."""
    players: tuple[int, int] | None
    """How many players it is for, at least and at most; None: any number."""
    next: str | None
    """The lesson that goes on from it, and is offered nowhere else."""
    is_brief: bool
    """The heart of the game in half a minute: offered in place of the first one to who waits for others."""


class GameShown(Value, frozen=True):
    name: str
    title: str
    credit: str
    rules_version: int
    fewest: int
    most: int
    options: dict[str, Any]
    """JSON Schema of the options."""
    defaults: dict[str, Any]
    presets: dict[str, dict[str, Any]]
    """Kinds of evenings by name: what of the defaults each changes."""
    bots: tuple[str, ...]
    languages: tuple[str, ...]
    lessons: tuple[LessonOffered, ...]
    """The first one first."""
    puzzles: dict[str, int] = msgspec.field(default_factory=dict)
    """How many there are of each level, easiest first."""


class TryOptions(Value, frozen=True):
    """What would these options of a game mean?"""

    options: dict[str, Any] = msgspec.field(default_factory=dict)
    players: Annotated[int, Meta(ge=0, le=100)] = 0
    """So many are there by now."""


class OptionsTried(Value, frozen=True):
    idle: tuple[str, ...]
    """They mean nothing beside the others, or for so many players: a page does not ask for them."""
    bots: tuple[str, ...]
    """Those that differ with these options: a level that would play as the one below it is not among them."""


class CreateTable(Value, frozen=True):
    game: GameName
    name: PersonName
    """Of the one who makes the table, its first host."""
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    settings: Settings = Settings()
    bots: Annotated[tuple[BotName, ...], Meta(max_length=20)] = ()


class StartLesson(Value, frozen=True):
    game: GameName
    name: PersonName
    lesson: LessonName = FIRST_LESSON


class PuzzleShown(Value, frozen=True):
    """A position from which whoever is to choose wins by perfect play, and by nothing less."""

    name: str
    level: str
    seat: int
    view: Any
    """As the seat sees it."""
    legal: tuple[LegalAction, ...]
    keeps: tuple[Any, ...]
    """The actions that keep the win; none are told of a day's puzzle, which is played out."""


class OpenPuzzle(Value, frozen=True):
    """A table on which a puzzle is played out, against a bot that plays perfectly."""

    game: GameName
    name: PersonName
    puzzle: PuzzleName


class PlayOn(Value, frozen=True):
    """What if: a new table from a moment of a finished match."""

    name: PersonName
    entry: Annotated[int, Meta(ge=0, le=1_000_000)]
    """The match goes on as it stood after this entry."""
    seat: SeatNumber
    """Whose place to take."""
    bots: Annotated[tuple[BotName, ...], Meta(max_length=20)]
    """Who sits in the other seats, in order. Friends take over from them."""
    is_dealt_anew: bool = True
    """What the seat could not know then is dealt anew, to fit what it knew; False: it is as it was."""


class JoinTable(Value, frozen=True):
    name: PersonName
    seat: SeatNumber | None = None
    """In a running match: the bot's seat to ask for. None: any."""
    is_own_seat: bool = False
    """The one of this name who sits here already, on another phone."""


class ComeBack(Value, frozen=True):
    """To a seat given up by mistake, within a minute; to the group of the evening, as long as it is in its lobby."""

    token: Token


class TokensHeld(Value, frozen=True):
    """What a device holds seats by, at whatever tables."""

    tokens: Annotated[tuple[Token, ...], Meta(max_length=40)]


class PlaceFound(Value, frozen=True):
    """A table that a device has a place at already: its own group's, to which a code has led it anew."""

    table: str
    code: str
    tokens: tuple[str, ...]
    """Those of the device's tokens that open it."""


class Seated(Value, frozen=True):
    """A place at a table. The token is shown this once."""

    table: str
    code: str
    seat: int
    token: str
    is_waiting: bool = False
    """The seat is asked for, not given yet: the people at the table decide."""


class WatchTable(Value, frozen=True):
    table: str
    code: str
    watch_key: str


class TableFound(Value, frozen=True):
    """What a code tells: enough to join, nothing about who sits there."""

    code: str
    game: str
    phase: Phase
    seats: int
    most_seats: int
    open_seats: tuple[int, ...]
    """Bots' seats that can be asked for now."""
    can_join: bool
    why_not: str | None
    """The code of why nobody can join."""
    can_watch: bool
    origin: Origin | None = None
    """What if: the moment of a finished match that this table goes on from."""


class AddressShown(Value, frozen=True):
    """Where others reach this server: a host who opened the page as localhost hands out the address in the network."""

    address: str
    """Without a slash at its end: "http://192.168.1.4:8000"."""


class ReplayEntry(Value, frozen=True):
    """A finished match just after one of its entries. Everything is open now."""

    n: int
    newest: int
    entry: dict[str, Any] | None
    """None before the first one."""
    text: str | None
    """The action, as the codec writes it."""
    events: tuple[Any, ...]
    """As the viewer heard them then."""
    view: Any
    hash: str


class ReadLog(Value, frozen=True):
    """With the token of a seat, or the watch key."""

    token: Token


class LogRead(Value, frozen=True):
    """All that a viewer has heard at a table so far; what is not told again is left out (`ToldOnce`)."""

    events: tuple[StreamEvent, ...]


class CourseShown(Value, frozen=True):
    """How the points of a finished match went."""

    points: tuple[tuple[int, ...], ...]
    """By entry (0: before the first), then by seat."""


class LookingBackShown(Value, frozen=True):
    """A proof or a review that is still being made: how many steps are done, of how many (0: not known yet)."""

    done: int
    of: int
    chances: tuple[WinChance, ...] = ()
    """Of a review, as far as they are known."""


class ReviewShown(Review, frozen=True, kw_only=True):
    """What each choice of a finished match cost, with all that a device needs to put the choices into words."""

    game: str
    actions: dict[str, Any]
    """The choices that the judgements name, by how the codec writes them."""


class VerifiedShown(Value, frozen=True):
    """The record, computed again."""

    holds: bool
    entries: int
    proof: str | None
    is_start_given: bool
    """The match began from a state that was given, not dealt."""
    hash: str | None
    error: str | None = msgspec.field(name="problem")
    """The code of what broke, if anything."""
    facts: Facts


class ErrorShown(Value, frozen=True):
    """The body of every HTTP answer that says no."""

    code: str
    facts: Facts = msgspec.field(default_factory=dict)
    sentence: str = ""


class Ready(Value, frozen=True):
    status: str


class Health(Value, frozen=True):
    """No figures: players can see this too, and whoever counts devices can be sent Morse by somebody who comes and
    goes."""

    status: str
    version: str
