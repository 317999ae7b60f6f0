"""What the server sends over the socket."""

from enum import Enum
from typing import Any, TypeAlias

import msgspec

from touchwood.core.review import Because
from touchwood.core.values import Tagged, Value
from touchwood.server.protocol.common import Facts, Resume
from touchwood.server.protocol.events import StreamEvent
from touchwood.server.protocol.snapshots import ClockShown, Situation, TableShown


class Welcome(Tagged, frozen=True):
    """The answer to `Hello`: everything as it stands, and what was missed."""

    protocol: int
    you: int | None
    """Your seat; None: you watch. In the lobby it may change (`Update.you`)."""
    resume: Resume
    seq: int = msgspec.field(name="k")
    """The number of the newest event of this stream."""
    events: tuple[StreamEvent, ...]
    table: TableShown
    situation: Situation | None
    """None in the lobby."""
    clock: ClockShown | None


class Waiting(Tagged, frozen=True):
    """The answer to the `Hello` of a guest who waits to be let in: nothing of the match, until `Welcome` comes."""


class Update(Tagged, frozen=True):
    """What is new. The numbers of the events go on from the last one; snapshots are sent whole when they changed."""

    you: int | None
    events: tuple[StreamEvent, ...]
    table: TableShown | None
    situation: Situation | None
    clock: ClockShown | None


class Accepted(Tagged, frozen=True):
    """Stored for good. What is new comes as an `Update`, maybe before this."""

    id: str


class Refused(Tagged, frozen=True):
    """Nothing happened, and why."""

    id: str | None
    """None: the message could not be read so far as its id."""
    code: str
    rule: str | None
    """The rule in the game's RULES.md; None: it is not a matter of the game's rules."""
    facts: Facts
    sentence: str


class Choice(Value, frozen=True):
    number: int
    choice: Any
    text: str


class Choices(Tagged, frozen=True):
    """What may be added to a composite action, and the action itself as soon as the parts make one."""

    id: str
    choices: tuple[Choice, ...]
    action: Any


class Hint(Tagged, frozen=True):
    """What the strongest bot would do, as it sees the seat's own view."""

    id: str
    bot: str
    """Its level."""
    action: Any
    text: str
    """The action, as the codec writes it."""
    percent: int | None
    """How likely it wins; None: nobody reckoned."""
    margin: int | None
    other: str | None
    """The best of the other choices, as the codec writes it and as it is, and how likely that wins."""
    other_action: Any
    other_percent: int | None
    because: Because | None
    """The facts behind it."""


class Pong(Tagged, frozen=True):
    id: str


class BeingLaid(Tagged, frozen=True):
    """What another seat has laid so far, to be seen moving. It is no event: it has no number, is told again only to who
    comes while it lasts, and is void as soon as the seat has acted."""

    seat: int
    action: Any


class WentOn(Tagged, frozen=True):
    """Another seat has read how a round went. No event either: it has no number, and is told once."""

    seat: int
    card: int
    """As in `GoOn`."""


class Announced(Tagged, frozen=True):
    """From whoever runs the server, to everybody: that it will be started again, for example. Nothing of the match."""

    text: str


FromServer: TypeAlias = (
    Welcome | Waiting | Update | Accepted | Refused | Choices | Hint | Pong | BeingLaid | WentOn | Announced
)


class Close(Enum):
    """Codes with which the server closes a connection."""

    SHUTTING_DOWN = 1012  # come back in a moment
    UNREADABLE = 4000  # no message of this protocol, too often
    UNKNOWN = 4001  # no such table, or the token is not good for it (any more)
    TOO_MANY = 4002  # too many messages or connections; come back later
    TOO_SLOW = 4003  # the device does not keep up; come back and resume
    KICKED = 4004
    NO_HELLO = 4005
    UNAVAILABLE = 4006  # the table cannot be read now; come back
    BROKEN = 4007  # the table's log is damaged; it is closed to play
    TURNED_AWAY = 4008  # a guest who was not let in
    OTHER_PHONE = 4009  # the seat is on another phone now
