"""Ratings of the bots of a league, over all its cells at once: Bradley and Terry's model, fitted by statsmodels.

A bot of strength s wins a match against n - 1 of strength t with the chance s / (s + (n - 1) t). So the logarithm of
its odds is the difference of two ratings less log(n - 1), which is given: a logistic regression with an offset, of
which statsmodels tells the standard errors too. (Libraries for ratings know pairs, or tables of all different players;
of choix, openskill and evalica none has one against many alike with standard errors.) Ratings are on the scale of
chess, 400 points for ten times as strong; the weakest bot that everything is measured from has 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from math import log
from typing import Any, Final

from touchwood.bots.league import Cell, Tally

POINTS_A_TENFOLD: Final = 400
_SCALE: Final = POINTS_A_TENFOLD / log(10)
_Z_95: Final = 1.96
_DOUBT: Final = 1.0
"""As if so many matches more of each cell had been won, and as many lost: who has won all is not endlessly strong."""


@dataclass(frozen=True)
class Rating:
    bot: str
    points: float
    half_width: float
    """Of the 95% interval; 0 for the one that all are measured from."""


def rated(played: Sequence[tuple[Cell, Tally]]) -> list[Rating]:
    """Of one game and number of players, strongest first. All cells hang together. Needs statsmodels."""
    base, *others = dict.fromkeys([name for cell, _ in played for name in (cell.against, cell.bot)])
    ratings = [Rating(base, 0.0, 0.0)]
    if not others:
        return ratings
    # Comes with the extra `ratings`, and is slow to load.
    model: Any = import_module("statsmodels.genmod.generalized_linear_model").GLM
    family: Any = import_module("statsmodels.genmod.families").Binomial
    # Two rows a cell, matches won and matches lost.
    results = [(cell, is_won, count) for cell, tally in played for is_won, count in _results(cell, tally)]
    fitted = model(
        [is_won for _, is_won, _ in results],
        [[(bot == cell.bot) - (bot == cell.against) for bot in others] for cell, _, _ in results],
        family=family(),
        freq_weights=[count for _, _, count in results],
        offset=[-log(cell.players - 1) for cell, _, _ in results],
    ).fit()
    for bot, strength, error in zip(others, fitted.params, fitted.bse, strict=True):
        ratings.append(Rating(bot, _SCALE * float(strength), _SCALE * _Z_95 * float(error)))
    # By whole points: what differs by the rounding of a processor alone stays in the order it was played in.
    return sorted(ratings, key=lambda rating: -round(rating.points))


def _results(cell: Cell, tally: Tally) -> Sequence[tuple[int, float]]:
    matches = tally.deals * cell.players
    won = tally.mean * matches
    return (1, won + _DOUBT), (0, matches - won + _DOUBT)
