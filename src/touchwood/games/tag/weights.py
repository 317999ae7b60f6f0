"""What the sensible player of TAG thinks of cards, and what a position is worth to a search; `fit.py` finds both by
self-play.

Whole numbers, so that the rules' player and its compiled twin never differ by a rounding.
"""

from importlib.resources import files
from typing import Final

import msgspec
from msgspec.structs import astuple

LOWEST: Final = -1_000_000
RATHER_NOT: Final = -5_000


class Weights(msgspec.Struct, frozen=True):
    """In hundredths of a point, in the order of the twin's tables (`kernel_bots.py`). The card with the highest price
    is played or discarded: `play_` is the price of playing it, `keep_` what discarding it costs."""

    late: int = 200
    """From how many hundredths of a card a player left to draw it is late."""
    play_tag: int = 400
    play_tag_as_it: int = 800
    """More, where it gets rid of IT."""
    play_tag_late: int = 0
    """More, when it is late."""
    play_freeze: int = 800
    play_first: int = 600
    """The first letter of a set; then the second, and the one that completes it."""
    play_second: int = 600
    play_last: int = 1000
    keep_tag: int = 2000
    keep_freeze: int = 800
    keep_gool: int = 1000
    keep_second_gool: int = 0
    """More, while there are two of them."""
    keep_gool_late: int = 0
    """More, when it is late."""
    keep_spare: int = 100
    """A letter that is held twice, one that lies in front already, one that is needed."""
    keep_laid: int = 200
    keep_needed: int = 500
    feeds: int = 0
    """More, if the next player needs the letter; and if it completes a set."""
    feeds_last: int = 300
    take_tag: int = 100
    """From the discard pile, rather than a card from the deck: above 0."""
    take_gool: int = 100
    take_freeze: int = 100
    take_last: int = 100
    take_needed: int = 100
    take_spare: int = -100
    take_laid: int = -100
    gool_late: int = 200
    """From when on a Gool is called, as `late`; and the first of two."""
    second_gool_late: int = 200
    it_gool: int = 100_000
    """How much less an opponent known to hold a Gool is tagged; a point is 100."""
    it_letter: int = 0
    """For each letter in front, and each card in the hand."""
    it_hand: int = 0


class Has(msgspec.Struct, frozen=True):
    """What each thing a player has is worth, in thousandths of a logarithm of odds of winning; in the order of `traits`
    in `bots.py`."""

    point: int
    first: int
    """One letter in front, and two of them."""
    second: int
    letter: int
    """Each kind in the hand that is still needed."""
    tag: int
    freeze: int
    gool: int
    it: int


class Worth(msgspec.Struct, frozen=True):
    """What a position is worth. In this order it follows the weights in the twin's tables."""

    early: Has
    late: Has
    """How much more when the deck is empty; before, the more cards are left, the less."""
    fading: int
    """By how many thousandths each card a player that is left lessens what is late (the power of e)."""
    behind: int
    """At the end of a match, in thousandths of a win: how much worse each point behind the first is. Chosen, not
    fitted: among lost ends the closer one is a little better."""


def in_a_row(worth: Worth) -> tuple[int, ...]:
    return *astuple(worth.early), *astuple(worth.late), worth.fading, worth.behind


def in_tables(weights: Weights, worth: Worth) -> tuple[int, ...]:
    """As the twin has them."""
    return *astuple(weights), *in_a_row(worth)


def read(text: bytes) -> Weights:
    return msgspec.json.decode(text, type=Weights)


BY_HAND: Final = Weights()
"""What was guessed before anything was fitted: where `fit.py` starts."""
WEIGHTS: Final = read(files("touchwood.games.tag").joinpath("weights.json").read_bytes())
WORTH: Final = msgspec.json.decode(files("touchwood.games.tag").joinpath("worth.json").read_bytes(), type=Worth)
