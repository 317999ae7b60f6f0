"""Ratings of the bots of a league, over all its cells at once: Bradley and Terry's model, fitted by SciPy.

A bot of strength s wins a match against n - 1 of strength t with the chance s / (s + (n - 1) t). Ratings are strengths
on the scale of chess, 400 points for ten times as strong; the weakest bot that everything is measured from has 0. The
interval comes from the curvature of the likelihood at its peak.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from math import exp, log
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
    """Of one game and number of players, strongest first. All cells hang together. Needs SciPy."""
    # Comes with the extra `train`, and is slow to load.
    minimize: Any = import_module("scipy.optimize").minimize
    inverse: Any = import_module("scipy.linalg").inv

    bots = list(dict.fromkeys([name for cell, _ in played for name in (cell.against, cell.bot)]))
    base, *others = bots
    if not others:
        return [Rating(base, 0.0, 0.0)]

    def loss(strengths: Any) -> float:
        strength = {base: 0.0, **dict(zip(others, map(float, strengths), strict=True))}
        return -sum([_likelihood(cell, tally, strength[cell.bot] - strength[cell.against]) for cell, tally in played])

    found = minimize(loss, [0.0] * len(others), method="BFGS")
    covariance = inverse(_curvature(played, {base: 0.0, **dict(zip(others, found.x, strict=True))}, others))
    widths = [_Z_95 * float(covariance[place][place]) ** 0.5 for place in range(len(others))]
    ratings = [Rating(base, 0.0, 0.0)]
    for bot, strength, width in zip(others, found.x, widths, strict=True):
        ratings.append(Rating(bot, _SCALE * float(strength), _SCALE * width))
    return sorted(ratings, key=lambda rating: -rating.points)


def _curvature(
    played: Sequence[tuple[Cell, Tally]], strength: dict[str, float], others: Sequence[str]
) -> list[list[float]]:
    """Of the likelihood where these are the strengths. What the search for the peak has learnt of it on its way there
    is not enough for intervals: it was off by several hundredths."""
    curvature = [[0.0] * len(others) for _ in others]
    for cell, tally in played:
        chance = _chance(cell, strength[cell.bot] - strength[cell.against])
        told = (tally.deals * cell.players + 2 * _DOUBT) * chance * (1 - chance)
        signs = {cell.bot: 1, cell.against: -1}
        for row, one in enumerate(others):
            for column, other in enumerate(others):
                curvature[row][column] += told * signs.get(one, 0) * signs.get(other, 0)
    return curvature


def _chance(cell: Cell, ahead: float) -> float:
    """To win a match, for a bot that is so much stronger than all others at the table."""
    return 1 / (1 + (cell.players - 1) * exp(-ahead))


def _likelihood(cell: Cell, tally: Tally, ahead: float) -> float:
    """The logarithm of how likely the cell went as it did, if its bot is so much stronger."""
    chance = _chance(cell, ahead)
    matches = tally.deals * cell.players
    won = tally.mean * matches
    return (won + _DOUBT) * log(chance) + (matches - won + _DOUBT) * log(1 - chance)
