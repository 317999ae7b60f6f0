"""What happens at a table of Can't Touch This. Nothing is hidden: everybody hears everything.

`seat` is who did it.
"""

from typing import TypeAlias

from touchwood.core.events import AddressedEvent
from touchwood.core.seats import Seat
from touchwood.core.values import Tagged
from touchwood.games.cant_touch_this.cards import Grid, Symbol
from touchwood.games.cant_touch_this.rules.clips import Edge


class CardDrawn(Tagged, frozen=True):
    """Chance has told which card of the deck lies on top; `number` counts from 1."""

    number: int


class CardLaid(Tagged, frozen=True):
    """The card to be played lies open."""

    grid: Grid


class DefenderNamed(Tagged, frozen=True):
    seat: Seat


class SideKept(Tagged, frozen=True):
    seat: Seat


class CardTurned(Tagged, frozen=True):
    seat: Seat
    grid: Grid


class BidRaised(Tagged, frozen=True):
    seat: Seat
    bid: int


class BidPassed(Tagged, frozen=True):
    """The bidding is over: `seat` goes second, `first` goes first and pays the bid."""

    seat: Seat
    first: Seat
    bid: int


class ClipPlaced(Tagged, frozen=True):
    """Edge, line and depth are the clip's; `captured` goes from the edge inwards."""

    seat: Seat
    edge: Edge
    line: int
    depth: int
    captured: tuple[Symbol, ...]


class NoClipFits(Tagged, frozen=True):
    """The game ends before all clips are placed."""

    clips_left: int


class DuelWon(Tagged, frozen=True):
    """`points` are by seat, the bid taken off."""

    seat: Seat
    points: tuple[int, ...]
    tied: int | None
    """The points of both if they are equal: then going second has won."""


class SoloEnded(Tagged, frozen=True):
    seat: Seat
    score: int
    rating: str | None
    """The second edition's printed rating; None where its scale means nothing (7.2)."""


Event: TypeAlias = (
    CardDrawn
    | CardLaid
    | DefenderNamed
    | SideKept
    | CardTurned
    | BidRaised
    | BidPassed
    | ClipPlaced
    | NoClipFits
    | DuelWon
    | SoloEnded
)

AddressedEvents: TypeAlias = list[AddressedEvent[Event]]
"""The events of one step, written down in the order they happen."""
