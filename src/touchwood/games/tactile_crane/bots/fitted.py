"""The numbers that `fit.py` found by simulation, read from `fitted.json`."""

from functools import cache
from importlib.resources import files

import msgspec

Odds = tuple[float, float, float]
"""Of low, exact and high."""


class Fitted(msgspec.Struct, frozen=True):
    rates: dict[int, Odds]
    """How turns of a good challenger end, by number."""
    usual: Odds
    """The same over all numbers."""
    record_strength: float
    """As how many turns these rates count against a challenger's own record."""
    perceived: dict[int, tuple[Odds, Odds, Odds]]
    """By number: for a bundle that is low, exact or high, how a caller takes it from one look."""
    honesty: tuple[float, float]
    """As how many unselfish and how many wrong calls a caller counts whom nobody has heard yet."""
    temperature: float
    """How surely a bettor is thought to bet what pays best, in cards."""
    eagerness: float
    """How much better than the next grab a bundle has to be to be lifted, when there are voices to wait for."""
    lying: float
    """How often a caller with a HIGH or LOW bet speaks for the bet and not the truth."""


@cache
def fitted() -> Fitted:
    return read(files("touchwood.games.tactile_crane.bots").joinpath("fitted.json").read_bytes())


def read(text: bytes) -> Fitted:
    return msgspec.json.decode(text, type=Fitted)
