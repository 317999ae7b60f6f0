"""What a player of Point-a-Pile may choose to do.

Piles are named by their places and cards of rows by theirs, both counted from 1, so that one needs no name of a buried
card to point at it. `LayOut`, `SplitPile` and `Trigger` are made of parts (`building.py`).
"""

from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta

from touchwood.core.seats import Seat
from touchwood.core.values import Tagged
from touchwood.games.point_a_pile.cards import CardId, Colour

Place: TypeAlias = Annotated[int, Meta(ge=0, le=999)]


class Hand(StrEnum):
    ROCK = "rock"
    PAPER = "paper"
    SCISSORS = "scissors"


class LayOut(Tagged, frozen=True):
    """The cards drawn, in piles; each pile bottom to top."""

    piles: tuple[tuple[CardId, ...], ...]


class SplitPile(Tagged, frozen=True):
    """A contested pile, in smaller piles; each bottom to top."""

    piles: tuple[tuple[CardId, ...], ...]


class Point(Tagged, frozen=True):
    pile: Annotated[int, Meta(ge=1, le=999)]


class PointAtEmptySpace(Tagged, frozen=True):
    pass


class KeepFingerUp(Tagged, frozen=True):
    """No finger: what the clock does. Legal, but nobody is offered it."""


class Trigger(Tagged, frozen=True):
    """Trigger an action card of one's row. Which of the other fields are needed depends on its kind."""

    card: CardId
    piles: tuple[Place, ...] = ()
    """A swap: both, the lower place first; a merge: what goes on top, onto what; a change of mind: where to, 0 for
    empty space."""
    colour: Colour | None = None
    seat: Annotated[Seat, Meta(ge=0, le=5)] | None = None
    """Whose card."""
    places: tuple[Place, ...] = ()
    """Places in rows: a switch names one's own card first; a trade one card for each other finger, clockwise from the
    Headpointer."""


class Pass(Tagged, frozen=True):
    """No action in this window."""


class Throw(Tagged, frozen=True):
    hand: Hand


class ThrowByLot(Tagged, frozen=True):
    """What the clock throws: chance names the hand when all throws are in. No number, and not for people."""


Action: TypeAlias = LayOut | SplitPile | Point | PointAtEmptySpace | KeepFingerUp | Trigger | Pass | Throw | ThrowByLot
