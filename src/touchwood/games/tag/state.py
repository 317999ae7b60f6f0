"""The whole truth of a match of TAG: what lies where, and what is awaited.

Nothing here is shuffled: the deck is how many of each kind are left in it, and chance tells which one is drawn.
"""

from enum import StrEnum
from typing import Annotated, TypeAlias

from touchwood.core.seats import Seat
from touchwood.core.shown import counted_by
from touchwood.core.values import Value
from touchwood.core.versions import Versioned
from touchwood.games.tag.options import Options


class Kind(StrEnum):
    """The six kinds of card in the deck. IT is a card too, but never in the deck or in a hand."""

    T = "T"
    A = "A"
    G = "G"
    TAG = "TAG"
    GOOL = "Gool"
    FREEZE = "Freeze"


KINDS = tuple(Kind)
LETTERS = (Kind.T, Kind.A, Kind.G)

Counts: TypeAlias = Annotated[tuple[int, ...], counted_by(KINDS)]
"""How many of each kind, in the order of KINDS."""

NO_CARDS: Counts = (0,) * len(KINDS)


class Pile(StrEnum):
    DECK = "deck"
    DISCARD = "discard"


class Phase(StrEnum):
    """What is awaited, and of whom."""

    FIRST = "first"  # chance: who begins
    DEAL = "deal"  # chance: the next card of the deal
    CHOOSE_PILE = "choose_pile"  # the player whose turn it is: from which pile to draw
    RETURN_DRAW = "return_draw"  # the freezer: draw, and from which pile, or stop
    DRAW = "draw"  # chance: the card drawn from the deck
    CHOOSE_CARD = "choose_card"  # the player whose turn it is: which card to play or discard
    MOVE_IT = "move_it"  # the player whose turn it is: where IT goes
    ANSWER = "answer"  # the player IT lies before: Gool, or let it stand
    OVER = "over"


class Player(Value, frozen=True):
    """What lies with one player."""

    hand: tuple[Kind, ...] = ()
    """In the order in which the cards came."""
    taken: tuple[Kind, ...] = ()
    """The cards of the hand that everybody knows: they were taken from the discard pile."""
    front: tuple[Kind, ...] = ()
    """Letters of the set begun, in the order they were played; never three."""
    sets: int = 0
    tags: int = 0
    """TAG cards aside."""


class State(Versioned, frozen=True):
    options: Options
    phase: Phase
    players: tuple[Player, ...]
    deck: Counts
    turn: Seat = Seat(0)
    """Whose turn it is; during the deal who will begin; means nothing in Phase.FIRST."""
    discard: tuple[Kind, ...] = ()
    """The discard pile, its top last."""
    out: Counts = NO_CARDS
    """Cards that have left the game."""
    it: Seat | None = None
    """Before whom IT lies; None: in the middle."""
    tagger: Seat | None = None
    """While an answer is awaited: the opponent who put IT before `it`."""
    freezer: Seat | None = None
    """Whose Freeze lies in the middle."""
    is_return_turn: bool = False
    """The present turn is the freezer's return."""
    draws_left: int = 0
    """How many cards the freezer may still draw in the return turn."""
    has_played: bool = False
    """Something was played in the present turn."""
    streak: int = 0
    """Turns in a row, up to now, that were a discard or a skip; 0 as soon as something is played."""
    turns: int = 0
    """Turns finished."""
