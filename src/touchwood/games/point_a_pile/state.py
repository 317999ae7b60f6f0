"""The whole truth of a match of Point-a-Pile: what lies where, and what is awaited.

Nothing here is shuffled: the deck is the set of cards that may be drawn, and chance tells which one is.

Piles have places, counted from 1. A finger is a number too:

    1, 2, ...       the pile at that place
    EMPTY_SPACE     empty space
    KEPT_UP         no finger at all: out of time
    None            not pointing, not pointing yet, or lifted
"""

from enum import StrEnum
from typing import Final, TypeAlias

from touchwood.core.seats import Seat
from touchwood.core.values import Value
from touchwood.core.versions import Versioned
from touchwood.games.point_a_pile.actions import Hand, Pass, Trigger
from touchwood.games.point_a_pile.cards import CardId
from touchwood.games.point_a_pile.options import Options

Finger: TypeAlias = int
EMPTY_SPACE: Final[Finger] = 0
KEPT_UP: Final[Finger] = -1

Cards: TypeAlias = tuple[CardId, ...]


class Phase(StrEnum):
    """What is awaited, and of whom. The second group is passed through inside a step and never waited in."""

    FIRST = "first"  # chance: the first Headpointer
    MISSIONS = "missions"  # chance: the next seat's mission
    BEFORE_DRAW = "before_draw"  # window
    DRAW = "draw"  # chance: the next card
    LAYOUT = "layout"  # the Headpointer
    AFTER_LAYOUT = "after_layout"  # window
    POINTING = "pointing"  # everyone in the pointing, in secret
    AFTER_PICKS = "after_picks"  # window
    THROW = "throw"  # those still in a battle, in secret
    THROW_LOT = "throw_lot"  # chance: what is thrown for the first of those out of time
    LOT = "lot"  # chance: who of them wins it
    SPLIT = "split"  # the Headpointer
    AFTER_ROUND = "after_round"  # window
    OVER = "over"

    ROUND_BEGINS = "round_begins"
    DRAW_BEGINS = "draw_begins"
    FIRST_POINTING = "first_pointing"
    PICKS_SETTLE = "picks_settle"
    CONTESTS = "contests"
    ROUND_SETTLES = "round_settles"
    ROUND_ENDS = "round_ends"


WINDOWS = (Phase.BEFORE_DRAW, Phase.AFTER_LAYOUT, Phase.AFTER_PICKS, Phase.AFTER_ROUND)


class Pile(Value, frozen=True):
    place: int
    cards: Cards
    """Bottom to top."""


class Contest(Value, frozen=True):
    """A pile that several want and that waits for its split."""

    cards: Cards
    seats: tuple[Seat, ...]


class Prize(Value, frozen=True):
    """A pile won by an action in the present pointing; scored together with the single picks."""

    seat: Seat
    pile: Pile


class Intent(Value, frozen=True):
    """An action chosen in a window. What is named by its place in a row is fixed when it is chosen."""

    seat: Seat
    trigger: Trigger
    cards: Cards = ()
    """The cards that lay at the places named."""
    fingers: tuple[Seat, ...] = ()
    """A trade: whose fingers it pays."""


class Battle(Value, frozen=True):
    """Rock, paper, scissors for a contested pile."""

    seat: Seat
    """Who triggered it."""
    card: CardId
    place: int
    seats: tuple[Seat, ...]
    """Those still in it."""
    throws: tuple[Hand | None, ...]
    """By seat, of the throw now being made."""
    thrown: int = 0
    """Throws made so far."""
    by_lot: tuple[Seat, ...] = ()
    """Those whose throw chance will name, clockwise from the Headpointer."""


class AfterDraw(Value, frozen=True):
    """What a redo goes back to. The deck and the missions have not changed since."""

    rows: tuple[Cards, ...]
    discard: Cards
    hand: Cards
    headpointer: Seat
    acted: tuple[Seat, ...]


class Round(Value, frozen=True):
    """All that is forgotten when the Headpointer passes on."""

    fingers: tuple[Finger | None, ...]
    """By seat, in the present pointing; sealed until the last one is down, afterwards only the valid ones."""
    won: tuple[Cards, ...]
    """By seat: cards scored from piles in this round."""
    draw_more: int = 0
    """Cards to be drawn on top of the usual number."""
    to_draw: int = 0
    hand: Cards = ()
    """Drawn and not yet laid out, in the order drawn."""
    rule: CardId | None = None
    """The rule in force, once it is read."""
    piles: tuple[Pile, ...] = ()
    """Of the present pointing."""
    pointers: tuple[Seat, ...] = ()
    """Those in the present pointing."""
    later: tuple[Seat, ...] = ()
    """Of these, the ones who point after the others and still wait for them."""
    out: tuple[Seat, ...] = ()
    """Out of the round."""
    at_empty: tuple[Seat, ...] = ()
    """Those who validly pointed at empty space in a pointing that is settled."""
    contests: tuple[Contest, ...] = ()
    """The next one first."""
    aside: Cards = ()
    """Set aside, in that order."""
    prizes: tuple[Prize, ...] = ()
    acted: tuple[Seat, ...] = ()
    """Those who have had their action of the round."""
    are_actions_stopped: bool = False
    asked: tuple[Seat, ...] = ()
    """In an open window: those with a legal action in it. A secret."""
    choices: tuple[Trigger | Pass | None, ...] = ()
    """In an open window, by seat. Secrets."""
    queue: tuple[Intent, ...] = ()
    """Actions of a closed window that wait for the end of a battle. Secrets."""
    battle: Battle | None = None
    after_draw: AfterDraw | None = None
    """Kept only where there may be a redo."""


class Player(Value, frozen=True):
    row: Cards = ()
    """The scored cards; the last one is the last card scored."""
    mission: CardId | None = None
    ruled_out: Cards = ()
    """Missions that cannot be this player's: the row fulfilled them once, and the game went on."""


class State(Versioned, frozen=True):
    options: Options
    phase: Phase
    players: tuple[Player, ...]
    deck: Cards
    """What may be drawn, sorted; no order."""
    round: Round
    missions: Cards = ()
    """Not dealt, sorted."""
    discard: Cards = ()
    """Its newest card last."""
    headpointer: Seat = Seat(0)
    """Means nothing in Phase.FIRST."""
    rounds: int = 0
    """Rounds finished."""
    shown: tuple[Finger | None, ...] = ()
    """The fingers last shown, by seat: as they were shown, or moved since."""
    thrown: tuple[Hand | None, ...] = ()
    """The throws last shown, by seat."""
