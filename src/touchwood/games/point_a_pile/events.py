"""What happens at a table of Point-a-Pile, as its players notice it.

`seat` is who did it or whom it befell. What only its own player may know is told to that seat alone; who is asked in a
window, and who has decided, is told to nobody.
"""

from typing import TypeAlias

from touchwood.core.events import AddressedEvent
from touchwood.core.seats import Seat
from touchwood.core.values import Tagged
from touchwood.games.point_a_pile.actions import Hand
from touchwood.games.point_a_pile.cards import CardId, Colour
from touchwood.games.point_a_pile.state import Cards, Phase

# -- The setup and the course of a round ----------------------------------------------------------------------------


class HeadpointerNamed(Tagged, frozen=True):
    seat: Seat


class MissionDealt(Tagged, frozen=True):
    seat: Seat
    mission: CardId | None = None


class DiscardsShuffled(Tagged, frozen=True):
    """The discards went back into the deck before the draw."""

    count: int


class CardDrawn(Tagged, frozen=True):
    seat: Seat
    card: CardId


class PilesLaid(Tagged, frozen=True):
    seat: Seat
    count: int


class PileSplit(Tagged, frozen=True):
    seat: Seat
    count: int
    pointers: tuple[Seat, ...]
    """Who points again."""


class PileLies(Tagged, frozen=True):
    """A pile as it was laid, bottom to top; told after `PilesLaid` and `PileSplit`, pile by pile."""

    pile: int
    cards: Cards


class RuleCameInForce(Tagged, frozen=True):
    """For this round, from the Headpointer's last scored card."""

    card: CardId


class WorstPointLater(Tagged, frozen=True):
    later: tuple[Seat, ...]


# -- Pointing -------------------------------------------------------------------------------------------------------


class Pointed(Tagged, frozen=True):
    """To others only that the finger is down; that it was moved later is told to nobody else."""

    seat: Seat
    pile: int | None = None
    """The own player is told; 0: empty space, -1: no finger."""


class PileShown(Tagged, frozen=True):
    """A finger is shown: it points at a pile."""

    seat: Seat
    pile: int


class EmptySpaceShown(Tagged, frozen=True):
    """A finger is shown: it points at empty space."""

    seat: Seat


class NoFingerShown(Tagged, frozen=True):
    seat: Seat


class PutOut(Tagged, frozen=True):
    """An invalid pick: out of the round."""

    seat: Seat
    reason: str
    card: CardId
    """The rule card or the shy card that it broke."""


class PileScored(Tagged, frozen=True):
    """`cards` are now the end of the row, in this order."""

    seat: Seat
    pile: int
    cards: Cards


class PileSetAside(Tagged, frozen=True):
    cards: Cards


class AsideScored(Tagged, frozen=True):
    """Alone at empty space: all that was set aside."""

    seat: Seat
    cards: Cards


class AsideDiscarded(Tagged, frozen=True):
    cards: Cards


class HeadpointerPassed(Tagged, frozen=True):
    """With the number of the round that begins; without one the game ends, and the new Headpointer counts as that."""

    seat: Seat
    round: int | None


# -- Windows and actions --------------------------------------------------------------------------------------------


class WindowOpened(Tagged, frozen=True):
    window: Phase


class ChoiceMade(Tagged, frozen=True):
    """In a window; to the own player alone."""

    seat: Seat
    card: CardId | None = None
    """None: passed."""


class WindowClosed(Tagged, frozen=True):
    window: Phase


class ActionTriggered(Tagged, frozen=True):
    """With all that it names; `whose` row, and which cards of rows."""

    seat: Seat
    card: CardId
    piles: tuple[int, ...] = ()
    colour: Colour | None = None
    whose: Seat | None = None
    cards: Cards = ()


class ActionReturned(Tagged, frozen=True):
    """It had become impossible and does not count; to the own player alone."""

    seat: Seat
    card: CardId


class ActionLost(Tagged, frozen=True):
    """Its card had left the row, so it did not happen; to the own player alone."""

    seat: Seat
    card: CardId


class ActionSpent(Tagged, frozen=True):
    """After its effect the card goes to the discard pile."""

    seat: Seat
    card: CardId


class DrawGrew(Tagged, frozen=True):
    count: int


class HeadpointerTaken(Tagged, frozen=True):
    seat: Seat


class ActionsStopped(Tagged, frozen=True):
    pass


class PilesMerged(Tagged, frozen=True):
    pile: int
    onto: int


class ColourStopped(Tagged, frozen=True):
    colour: Colour
    cards: Cards


class PilesSwapped(Tagged, frozen=True):
    pile: int
    other: int


class FingerMoved(Tagged, frozen=True):
    seat: Seat
    pile: int | None
    """None: to empty space."""


class PileWon(Tagged, frozen=True):
    """By an action; it leaves the table now and is scored with the single picks."""

    seat: Seat
    pile: int


class BattleBegan(Tagged, frozen=True):
    pile: int
    seats: tuple[Seat, ...]


class Threw(Tagged, frozen=True):
    """To others only that the throw is made."""

    seat: Seat
    hand: Hand | None = None


class ThrownByLot(Tagged, frozen=True):
    """Time was up: chance has named the hand."""

    seat: Seat
    hand: Hand


class ThrowShown(Tagged, frozen=True):
    seat: Seat
    hand: Hand


class BattleGoesOn(Tagged, frozen=True):
    seats: tuple[Seat, ...]


class CardGiven(Tagged, frozen=True):
    """By a trade, to the end of the other row."""

    seat: Seat
    to: Seat
    card: CardId


class CardStolen(Tagged, frozen=True):
    seat: Seat
    victim: Seat
    card: CardId


class CardDiscarded(Tagged, frozen=True):
    """Out of the row of `owner`."""

    owner: Seat
    card: CardId


class CardsSwitched(Tagged, frozen=True):
    seat: Seat
    other: Seat
    card: CardId
    """What `seat` gave."""
    for_card: CardId


class CardMovedToEnd(Tagged, frozen=True):
    seat: Seat
    card: CardId


class RoundRedone(Tagged, frozen=True):
    """Everything since the draw is undone."""

    seat: Seat
    hand: Cards


# -- The end --------------------------------------------------------------------------------------------------------


class MissionFulfilled(Tagged, frozen=True):
    seat: Seat
    mission: CardId


class CardsRanOut(Tagged, frozen=True):
    pass


class RoundLimitReached(Tagged, frozen=True):
    rounds: int


class GameEnded(Tagged, frozen=True):
    points: tuple[int, ...]
    winners: tuple[Seat, ...]


Event: TypeAlias = (
    HeadpointerNamed
    | MissionDealt
    | DiscardsShuffled
    | CardDrawn
    | PilesLaid
    | PileSplit
    | PileLies
    | RuleCameInForce
    | WorstPointLater
    | Pointed
    | PileShown
    | EmptySpaceShown
    | NoFingerShown
    | PutOut
    | PileScored
    | PileSetAside
    | AsideScored
    | AsideDiscarded
    | HeadpointerPassed
    | WindowOpened
    | ChoiceMade
    | WindowClosed
    | ActionTriggered
    | ActionReturned
    | ActionLost
    | ActionSpent
    | DrawGrew
    | HeadpointerTaken
    | ActionsStopped
    | PilesMerged
    | ColourStopped
    | PilesSwapped
    | FingerMoved
    | PileWon
    | BattleBegan
    | Threw
    | ThrownByLot
    | ThrowShown
    | BattleGoesOn
    | CardGiven
    | CardStolen
    | CardDiscarded
    | CardsSwitched
    | CardMovedToEnd
    | RoundRedone
    | MissionFulfilled
    | CardsRanOut
    | RoundLimitReached
    | GameEnded
)

AddressedEvents: TypeAlias = list[AddressedEvent[Event]]
"""The events of one step, written down in the order they happen."""
