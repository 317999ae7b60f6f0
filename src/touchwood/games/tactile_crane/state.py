"""The whole truth of a match of Tactile Crane Championship.

Cards are counted, not identified: only the face of a flipped card is ever known. `deck` includes the flipped card and
the bundle until they are counted, so that no view of it can tell what is held.
"""

from enum import StrEnum

from touchwood.core.seats import Seat
from touchwood.core.values import Value
from touchwood.core.versions import Versioned
from touchwood.games.tactile_crane.cards import NO_BET_CARDS, Bet, BetCounts, CallKind, Face
from touchwood.games.tactile_crane.options import Options


class Phase(StrEnum):
    """What is awaited, and of whom."""

    FIRST = "first"  # chance: who is challenger first
    FLIP = "flip"  # chance: the face of the top card
    EYES = "eyes"  # the challenger: close the eyes
    BETS = "bets"  # the audience, all at once
    GAIN = "gain"  # chance: how the hand is today
    GRAB = "grab"  # the challenger: grab, release, lift; the audience may call
    SLIP = "slip"  # chance: how this grab slips
    FEEL = "feel"  # chance: how far the feeling is off
    LOOK = "look"  # chance: how far the look of the next audience seat is off
    JACKPOT = "jackpot"  # the challenger: which jackpot
    OVER = "over"


class Attempt(Value, frozen=True):
    """One grab, and what chance has made of it so far."""

    pinch: int
    """In thousandths."""
    slip: int | None = None
    """In millionths."""
    held: int | None = None
    """Cards, the flipped one included."""
    feel: int | None = None
    """In thousandths of a card."""
    looks: tuple[int, ...] = ()
    """In thousandths of a card, clockwise from the challenger's left, as far as they have fallen."""


class Call(Value, frozen=True):
    """What somebody called in the present turn: one of the three calls, or words."""

    seat: Seat
    attempt: int
    """Which grab's bundle was held then, counted from 1; 0: the hand was empty."""
    call: CallKind | None = None
    words: str | None = None


class ChallengeRecord(Value, frozen=True):
    """How the turns of a player as challenger ended."""

    low: int = 0
    exact: int = 0
    high: int = 0
    without_outcome: int = 0

    @property
    def turns(self) -> int:
        return self.low + self.exact + self.high + self.without_outcome


class CallRecord(Value, frozen=True):
    """How true a player's calls were: the last one on each bundle that was lifted and counted (6.6)."""

    right: int = 0
    wrong: int = 0
    unselfish: int = 0
    """Of the right ones those that spoke against the caller's own bet."""


class Player(Value, frozen=True):
    """What lies with one player, and what everybody remembers of them."""

    won: int = 0
    """Plain won cards."""
    multipliers: int = 0
    bet_cards: BetCounts = NO_BET_CARDS
    """In hand: a placed one lies on the table."""
    achieved: BetCounts = NO_BET_CARDS
    """Two players: set aside for good."""
    peeks: int = 0
    challenges: ChallengeRecord = ChallengeRecord()
    calls: CallRecord = CallRecord()


class PastTurn(Value, frozen=True):
    """A finished turn, as everybody saw it."""

    challenger: Seat
    face: Face
    held: int | None = None
    """None: no outcome. Then the bets are not shown either."""
    bets: tuple[Bet | None, ...] = ()


class State(Versioned, frozen=True):
    options: Options
    phase: Phase
    players: tuple[Player, ...]
    deck: int
    jackpots: tuple[int, ...]
    """Left and right; with two players one."""
    multipliers: int
    """Multiplier cards that nobody has yet."""
    first: Seat | None = None
    """The first challenger of the match; None: not named yet."""
    turns: int = 0
    """Turns finished."""
    tied: tuple[Seat, ...] = ()
    """Who takes an extra turn, in order; empty before there is a tie."""
    out: tuple[Face, ...] = ()
    """Faces that cannot be flipped any more."""
    last: PastTurn | None = None

    # -- The present turn ---------------------------------------------------------------------------------------------
    face: Face | None = None
    bets: tuple[Bet | None, ...] = ()
    """By seat; None: not placed, or the challenger."""
    gain: int | None = None
    """In millionths."""
    attempts: tuple[Attempt, ...] = ()
    spent: int = 0
    """Grabs spent: the attempts, and presses of the barred finger with an empty hand."""
    is_holding: bool = False
    """The bundle of the last attempt is in the hand."""
    calls: tuple[Call, ...] = ()
    counted: int | None = None
    """The cards of the grab, counted and lying on the table, while the challenger chooses a jackpot."""
