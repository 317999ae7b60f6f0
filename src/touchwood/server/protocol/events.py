"""What happened, as a viewer's stream tells it."""

from typing import TypeAlias

import msgspec
from msgspec import Raw

from touchwood.core.values import Tagged
from touchwood.server.protocol.common import EmoteKind

# `seat` is the seat it happened to. Sentences for these: section `table_events` of the catalogues.


class Numbered(Tagged, frozen=True):
    """An event of a viewer's stream."""

    seq: int = msgspec.field(name="k")
    """1, 2, 3, ..."""


class GameEvent(Numbered, frozen=True):
    """Something in the match, as this viewer hears it. Sentences: section `events`."""

    event: Raw


class PlayerJoined(Numbered, frozen=True):
    seat: int
    name: str


class PlayerLeft(Numbered, frozen=True):
    """Of their own will, or sent away. In the lobby later seats move up by one."""

    seat: int
    name: str
    was_kicked: bool


class MatchStarted(Numbered, frozen=True): ...


class MatchOver(Numbered, frozen=True):
    """The seed is shown now; the record can be fetched."""


class Talked(Numbered, frozen=True):
    seat: int
    text: str


class Emoted(Numbered, frozen=True):
    """Talk without words."""

    seat: int
    shows: EmoteKind


class HostChanged(Numbered, frozen=True):
    seat: int


class Paused(Numbered, frozen=True): ...


class Resumed(Numbered, frozen=True): ...


class StandInSeated(Numbered, frozen=True, tag="SeatKept"):
    """Somebody is away for long; a bot plays on in the seat."""

    seat: int


class SeatHandedBack(Numbered, frozen=True):
    seat: int


class TakeBackAsked(Numbered, frozen=True):
    seat: int


class TakeBackDenied(Numbered, frozen=True):
    """By somebody, by time, or because the match ended."""

    seat: int


class TookBack(Numbered, frozen=True):
    seat: int


class GuestAsked(Numbered, frozen=True):
    """Somebody would like to take over this bot's seat."""

    seat: int
    name: str


class GuestTurnedAway(Numbered, frozen=True):
    """By somebody, by time, or because the guest gave up. One who is let in has `PlayerJoined`."""

    name: str


class TimeRanOut(Numbered, frozen=True):
    """What follows was chosen by the clock. Not told where it would give away a secret."""

    seat: int


class ToldOnce(Numbered, frozen=True):
    """In the place of what is not told again while the match runs: everybody has to know it by themselves."""


class SteppedAside(Numbered, frozen=True):
    """A person of the group looks on in this match. Later seats move up by one."""

    seat: int
    name: str


class OtherPhoneAsked(Numbered, frozen=True):
    """Somebody says they are the one who sits here, on another phone."""

    seat: int


class PhoneChanged(Numbered, frozen=True, tag="OtherPhoneTaken"):
    """Whoever sits here goes on with another phone; the first one has no seat any more."""

    seat: int


class SeatReclaimed(Numbered, frozen=True):
    """The first phone has its seat back: it was not its owner who went on with another one."""

    seat: int


StreamEvent: TypeAlias = (
    GameEvent | PlayerJoined | PlayerLeft | MatchStarted | MatchOver | Talked | Emoted | HostChanged
    | Paused | Resumed | StandInSeated | SeatHandedBack | TakeBackAsked | TakeBackDenied | TookBack
    | GuestAsked | GuestTurnedAway | TimeRanOut | SteppedAside | OtherPhoneAsked | PhoneChanged
    | SeatReclaimed | ToldOnce
)  # fmt: skip
