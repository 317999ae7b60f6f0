"""What rows are worth to a search on the twin, in hundredths of a logarithm of odds; `fit.py` finds it by self-play.

Not `bots/worth.py`, by which quick players judge rows on the rules, expansions included.
"""

from importlib.resources import files
from typing import Final

import msgspec


class Weights(msgspec.Struct, frozen=True):
    """In the order of the traits of `kernel_bots.py`. Points are tenths of the target."""

    scored: int
    """A point that stays."""
    fleeting: int
    """A point for the last card, or for the Headpointer."""
    promised: int
    """A point of a card that lacks something, by the square of what is there."""
    matched: int
    """A point for every card of a kind, there or still to come."""
    card: int
    colour: int
    """Each that is in the row."""
    largest: int
    """Each card of the colour that the row has most of."""
    near: int
    """A point above six tenths of the target."""
    headpointer: int


def read(text: bytes) -> Weights:
    return msgspec.json.decode(text, type=Weights)


WEIGHTS: Final = read(files("touchwood.games.point_a_pile").joinpath("weights.json").read_bytes())
