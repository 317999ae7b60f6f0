"""The numbers that `fit.py` found by simulation, read from `fitted.json`."""

from collections.abc import Mapping
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

    # -- Of the player for the match ----------------------------------------------------------------------------------
    match_rates: dict[int, Odds]
    """As `rates`, of `hard` among its own kind, four at a table."""
    duel_rates: dict[int, Odds]
    """And between two, where there is one voice alone."""
    characters: tuple[float, float, float]
    """How many callers are honest, selfish and schemers, before anything is known of them."""
    bet_temperature: float
    """In cards: of bets that are nearly as good the better one is not sure."""
    unlike_best: float
    """How often a bet is another than the best one."""
    voice: float
    """How much of a look a voice brings to the challenger, when bundles to come are thought of."""

    def for_match(self, seats: int) -> "Fitted":
        """With the rates that the player for the match goes by."""
        rates = self.duel_rates if seats == 2 else self.match_rates
        return msgspec.structs.replace(self, rates=rates, usual=mean_of(rates))


def mean_of(rates: Mapping[int, Odds]) -> Odds:
    """Over all numbers, which are alike often (1.2)."""
    low, exact, high = (sum(chances) / len(rates) for chances in zip(*rates.values(), strict=True))
    return low, exact, high


@cache
def fitted() -> Fitted:
    return read(files("touchwood.games.tactile_crane.bots").joinpath("fitted.json").read_bytes())


def read(text: bytes) -> Fitted:
    return msgspec.json.decode(text, type=Fitted)
