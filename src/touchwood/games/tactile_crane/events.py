"""What happens at a table of Tactile Crane Championship, as its players notice it.

`seat` is who did it or whom it befell. What a seat may know alone (a pinch, a feeling, a look, a placed bet) is told
to that seat; others hear the same event without that fact, where they notice that it happened at all. `jackpot` is
None where there is only one: with two players it has no side to be told by.
"""

from typing import TypeAlias

from touchwood.core.events import AddressedEvent
from touchwood.core.seats import Seat
from touchwood.core.values import Tagged
from touchwood.games.tactile_crane.cards import Bet, CallKind, Finger, Jackpot, Result


class FirstChallengerNamed(Tagged, frozen=True):
    seat: Seat


class CardsTraded(Tagged, frozen=True):
    """So many won cards went back into the deck, for a multiplier card."""

    seat: Seat
    cards: int


class CardFlipped(Tagged, frozen=True):
    seat: Seat
    number: int
    finger: Finger


class EyesClosed(Tagged, frozen=True):
    seat: Seat


class BetPlaced(Tagged, frozen=True):
    seat: Seat
    bet: Bet | None = None


class BetChanged(Tagged, frozen=True):
    """Told to the bettor alone."""

    seat: Seat
    bet: Bet


class BetsOpened(Tagged, frozen=True):
    """All bets are in: the audience, and nobody else, sees them. By seat; None is the challenger."""

    bets: tuple[Bet | None, ...]


class BundleGrabbed(Tagged, frozen=True):
    seat: Seat
    grabs_left: int | None
    """None: as many as one wants."""
    pinch: int | None = None
    """In thousandths; the challenger's alone."""


class BundleFelt(Tagged, frozen=True):
    """Told to the challenger alone. In thousandths of a card."""

    seat: Seat
    feel: int


class BundleSeen(Tagged, frozen=True):
    """Told to one audience seat alone. In thousandths of a card."""

    seat: Seat
    look: int


class BundleReleased(Tagged, frozen=True):
    seat: Seat


class BundleDropped(Tagged, frozen=True):
    """The barred finger was pressed with a bundle in the hand."""

    seat: Seat


class GrabWasted(Tagged, frozen=True):
    """The barred finger was pressed with an empty hand."""

    seat: Seat
    grabs_left: int | None


class CallMade(Tagged, frozen=True):
    seat: Seat
    call: CallKind


class WordsCalled(Tagged, frozen=True):
    seat: Seat
    words: str


class EyesOpened(Tagged, frozen=True):
    """Somebody peeked."""

    seat: Seat


class TurnEndedWithoutOutcome(Tagged, frozen=True):
    seat: Seat


class BundleLifted(Tagged, frozen=True):
    seat: Seat


class CardsCounted(Tagged, frozen=True):
    seat: Seat
    number: int
    held: int
    result: Result


class BetsRevealed(Tagged, frozen=True):
    """Everybody sees the bets. By seat; None is the challenger."""

    bets: tuple[Bet | None, ...]


class GrabTaken(Tagged, frozen=True):
    seat: Seat
    cards: int


class JackpotTaken(Tagged, frozen=True):
    seat: Seat
    jackpot: Jackpot | None
    cards: int


class LeftoversAdded(Tagged, frozen=True):
    """The shortfall or the excess went to a jackpot."""

    jackpot: Jackpot | None
    cards: int


class CardsReturned(Tagged, frozen=True):
    """The rest of a grab that was too high went back into the deck."""

    cards: int


class BetPaid(Tagged, frozen=True):
    """A right HIGH or LOW, paid from the deck."""

    seat: Seat
    bet: Bet
    cards: int


class JackpotShared(Tagged, frozen=True):
    """A right JUST, paid from the other jackpot."""

    seat: Seat
    jackpot: Jackpot
    cards: int


class BetAchieved(Tagged, frozen=True):
    """Two players: a right bet card is set aside."""

    seat: Seat
    bet: Bet


class JackpotRefilled(Tagged, frozen=True):
    jackpot: Jackpot | None
    cards: int


class ExtraTurnsBegan(Tagged, frozen=True):
    """A tie for the most cards: these take one more turn each, in this order."""

    seats: tuple[Seat, ...]


class DeckRanOut(Tagged, frozen=True):
    """No card to flip, and none to be had by a trade."""


class TurnLimitReached(Tagged, frozen=True):
    turns: int


class GameEnded(Tagged, frozen=True):
    points: tuple[int, ...]
    winners: tuple[Seat, ...]


Event: TypeAlias = (
    FirstChallengerNamed
    | CardsTraded
    | CardFlipped
    | EyesClosed
    | BetPlaced
    | BetChanged
    | BetsOpened
    | BundleGrabbed
    | BundleFelt
    | BundleSeen
    | BundleReleased
    | BundleDropped
    | GrabWasted
    | CallMade
    | WordsCalled
    | EyesOpened
    | TurnEndedWithoutOutcome
    | BundleLifted
    | CardsCounted
    | BetsRevealed
    | GrabTaken
    | JackpotTaken
    | LeftoversAdded
    | CardsReturned
    | BetPaid
    | JackpotShared
    | BetAchieved
    | JackpotRefilled
    | ExtraTurnsBegan
    | DeckRanOut
    | TurnLimitReached
    | GameEnded
)

AddressedEvents: TypeAlias = list[AddressedEvent[Event]]
"""The events of one step, written down in the order they happen."""
