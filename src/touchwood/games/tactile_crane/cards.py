"""The 136 instruction cards and the bet cards (RULES.md 1.1, 1.4)."""

from enum import StrEnum
from typing import Annotated, TypeAlias

from touchwood.core.shown import counted_by
from touchwood.core.values import Value


class Finger(StrEnum):
    """The finger that a card bars."""

    THUMB = "thumb"
    INDEX = "index"
    MIDDLE = "middle"
    RING = "ring"
    LITTLE = "little"


FINGERS = tuple(Finger)
NUMBERS = range(4, 21)
_COPIES = {Finger.THUMB: 1, Finger.INDEX: 2, Finger.MIDDLE: 2, Finger.RING: 2, Finger.LITTLE: 1}


class Face(Value, frozen=True):
    """The face of an instruction card: how many cards to grab, and without which finger."""

    number: int
    finger: Finger


FACES = tuple(Face(number, finger) for number in NUMBERS for finger in FINGERS)
"""Every face there is; a flip is told by its index here."""
COPIES = tuple(_COPIES[face.finger] for face in FACES)
CARDS = sum(COPIES)


class Bet(StrEnum):
    """What an audience player places: one of three bet cards, or nothing."""

    HIGH = "high"
    LOW = "low"
    JUST = "just"
    NOTHING = "nothing"


BET_CARDS = (Bet.HIGH, Bet.LOW, Bet.JUST)

BetCounts: TypeAlias = Annotated[tuple[int, int, int], counted_by(BET_CARDS)]
"""How many bet cards of each kind, in the order of BET_CARDS."""

NO_BET_CARDS: BetCounts = (0, 0, 0)


def one_more(counts: BetCounts, bet: Bet, change: int = 1) -> BetCounts:
    """The counts with one card of that kind more (or, with -1, fewer). Nothing is no card."""
    high, low, just = counts
    return (high + change * (bet is Bet.HIGH), low + change * (bet is Bet.LOW), just + change * (bet is Bet.JUST))


class Jackpot(StrEnum):
    LEFT = "left"
    RIGHT = "right"


JACKPOTS = tuple(Jackpot)
"""In the order in which a state counts them; with two players there is the left one only."""


class CallKind(StrEnum):
    """The calls that have a word of their own."""

    MORE = "more"
    LESS = "less"
    STOP = "stop"


class Result(StrEnum):
    """How many cards were counted, against the number on the card."""

    LOW = "low"
    EXACT = "exact"
    HIGH = "high"


def result_of(held: int, number: int) -> Result:
    if held == number:
        return Result.EXACT
    return Result.LOW if held < number else Result.HIGH
