"""What happens at a table of TAG, as its players notice it.

`seat` is who did it. A card drawn from the deck is told twice: to its owner with the kind, to all others without.
"""

from typing import TypeAlias

from touchwood.core.events import AddressedEvent
from touchwood.core.seats import Seat
from touchwood.core.values import Tagged
from touchwood.games.tag.state import Kind


class FirstPlayerNamed(Tagged, frozen=True):
    seat: Seat


class CardDealt(Tagged, frozen=True):
    seat: Seat
    kind: Kind | None = None


class CardDrawn(Tagged, frozen=True):
    """From the deck."""

    seat: Seat
    kind: Kind | None = None


class CardTaken(Tagged, frozen=True):
    """From the top of the discard pile, for all to see."""

    seat: Seat
    kind: Kind


class DrawingStopped(Tagged, frozen=True):
    seat: Seat


class CardPlayed(Tagged, frozen=True):
    seat: Seat
    kind: Kind


class CardDiscarded(Tagged, frozen=True):
    seat: Seat
    kind: Kind


class SetCompleted(Tagged, frozen=True):
    seat: Seat


class ItGiven(Tagged, frozen=True):
    """IT now lies before the opponent `to`, who is asked for a Gool if the deck has any."""

    seat: Seat
    to: Seat


class ItKept(Tagged, frozen=True):
    """Somebody put IT in front of themselves; nobody is asked."""

    seat: Seat


class ItLeft(Tagged, frozen=True):
    """IT was left where it was; nobody is asked."""

    seat: Seat


class GoolCalled(Tagged, frozen=True):
    """The tagged player answered with a Gool: IT now lies before the opponent `to`."""

    seat: Seat
    to: Seat


class ItStood(Tagged, frozen=True):
    """The tagged player let it stand."""

    seat: Seat


class TableFrozen(Tagged, frozen=True):
    """A Freeze lies in the middle: the others only discard until `seat` returns."""

    seat: Seat


class TableThawed(Tagged, frozen=True):
    """The return turn is over and the Freeze has left the game."""

    seat: Seat


class TurnSkipped(Tagged, frozen=True):
    """No card in hand and none to be had."""

    seat: Seat


class StallingRuleBegan(Tagged, frozen=True):
    """From now on cards come from the deck only, until somebody plays or the deck is empty."""

    streak: int


class TurnLimitReached(Tagged, frozen=True):
    turns: int


class GameEnded(Tagged, frozen=True):
    points: tuple[int, ...]
    winners: tuple[Seat, ...]


Event: TypeAlias = (
    FirstPlayerNamed
    | CardDealt
    | CardDrawn
    | CardTaken
    | DrawingStopped
    | CardPlayed
    | CardDiscarded
    | SetCompleted
    | ItGiven
    | ItKept
    | ItLeft
    | GoolCalled
    | ItStood
    | TableFrozen
    | TableThawed
    | TurnSkipped
    | StallingRuleBegan
    | TurnLimitReached
    | GameEnded
)

AddressedEvents: TypeAlias = list[AddressedEvent[Event]]
"""The events of one step, written down in the order they happen."""

BINDING = frozenset({CardDealt, CardDrawn, CardTaken, GoolCalled, ItStood, GameEnded})
"""What taking back cannot undo (9.2): a card came into a hand, an answer was shown; and at the end all is laid open.
That somebody was asked binds too."""
