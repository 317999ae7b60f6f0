"""The values of Pebbles: options, state, actions, events, view."""

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta

from touchwood.core.seats import Seat
from touchwood.core.shown import BySeat
from touchwood.core.values import Tagged, Value


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Phase(StrEnum):
    DRAW = "draw"
    LAY = "lay"
    POINT = "point"
    LOT = "lot"
    OVER = "over"


class Options(Value, frozen=True):
    red: Annotated[int, Meta(ge=0, le=9)] = 2
    blue: Annotated[int, Meta(ge=0, le=9)] = 2
    stones: Annotated[int, Meta(ge=1, le=4)] = 3


class State(Value, frozen=True):
    options: Options
    phase: Phase
    bag: tuple[int, int]
    """Red and blue pebbles left in it."""
    fists: tuple[Colour | None, ...]
    """By seat; None: not drawn yet."""
    piles: tuple[int, ...] = ()
    picks: tuple[int | None, ...] = ()
    calls: tuple[Colour | None, ...] = ()
    lucky: Seat | None = None
    """On whom the lot fell."""


class View(Value, frozen=True):
    options: Options
    viewer: Seat | None
    """None: a spectator."""
    phase: Phase
    fists: BySeat[Colour | None]
    """Those the viewer may see: its own, all at the end."""
    have_drawn: int
    """How many seats have drawn, in their order."""
    piles: tuple[int, ...]
    pick: int | None
    """Where the viewer points."""
    are_ready: BySeat[bool]
    calls: BySeat[Colour | None]
    picks: BySeat[int | None]
    """All fingers, once they are shown."""
    lucky: Seat | None


# -- Actions ----------------------------------------------------------------------------------------------------------


class Lay(Tagged, frozen=True):
    piles: tuple[int, ...]


class Point(Tagged, frozen=True):
    pile: int


class Call(Tagged, frozen=True):
    colour: Colour


Action: TypeAlias = Lay | Point | Call

# -- Events -----------------------------------------------------------------------------------------------------------


class PebbleDrawn(Tagged, frozen=True):
    seat: Seat
    colour: Colour | None = None


class PilesLaid(Tagged, frozen=True):
    seat: Seat
    piles: tuple[int, ...]


class Pointed(Tagged, frozen=True):
    seat: Seat
    pile: int | None = None


class Called(Tagged, frozen=True):
    seat: Seat
    colour: Colour


class PicksShown(Tagged, frozen=True):
    picks: tuple[int | None, ...]


class LotFell(Tagged, frozen=True):
    seat: Seat


class GameEnded(Tagged, frozen=True):
    fists: tuple[Colour | None, ...]
    points: tuple[int, ...]


Event: TypeAlias = PebbleDrawn | PilesLaid | Pointed | Called | PicksShown | LotFell | GameEnded
