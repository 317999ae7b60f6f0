"""Where to aim, and when to lift: the best plan for the grabs that are left.

A bundle is worth what it pays the challenger when lifted: exact, the number and the larger jackpot; lower, what remains
after the shortfall; higher, nothing. With the belief of `belief.py` the worth of the next grab depends on the gain only
through its variance, as the pinch makes up for its mean. So the worth of having r grabs left is found backwards:

    worth(1) = best aim, lifted as it comes
    worth(r) = best aim, felt, and then the better of lifting it and of worth(r - 1)

The integral over what will be felt is a sum over evenly likely feelings; worths are kept for beliefs that are alike.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import log
from statistics import NormalDist

from touchwood.games.tactile_crane.bots.belief import LEAST_VARIANCE, Normal, chances_of_results
from touchwood.games.tactile_crane.view import View

_AIMS = tuple(0.04 * step for step in range(-12, 5))
"""Tried aims, as logarithms of how far above the number."""
_FEELINGS = tuple(NormalDist().inv_cdf((2 * step + 1) / 30) for step in range(15))
_GRID_STEP = 0.04
_GRID = tuple(_GRID_STEP * step for step in range(-40, 31))
"""Where the worth of a bundle is tabulated: means, as logarithms of how far above the number."""
_SIGMA_STEP = 0.01
_OWN_PATIENCE = 5
"""Grabs that bots plan with where there is no limit: later ones add little to what is felt."""


@dataclass(frozen=True, slots=True)
class Plan:
    worth: float
    """Cards that the next grab will bring, all going as planned."""
    aim: float
    """ln of the cards to aim at."""


def grabs_thought_of(view: View) -> int:
    """How many grabs the challenger has left, as bots see it."""
    return max(0, (view.options.patience or _OWN_PATIENCE) - view.spent)


def worth_of_lifting(bundle: Normal, number: int, jackpot: int) -> float:
    """Cards the challenger takes, on average."""
    total, below = 0.0, bundle.below(log(number // 2 + 0.5))
    for cards in range(number // 2 + 1, number + 1):
        below, before = bundle.below(log(cards + 0.5)), below
        total += (below - before) * (number + jackpot if cards == number else 2 * cards - number)
    return total


def worth_with_odds(bundle: Normal, number: int, jackpot: int, weights: tuple[float, float, float]) -> float:
    """The same when low, exact and high have become more or less likely than the bundle alone makes them."""
    odds = tuple(chances_of_results(bundle, number).values())
    total = sum(odd * weight for odd, weight in zip(odds, weights, strict=True))
    if total <= 0.0:
        return 0.0
    exact = odds[1] * (number + jackpot)
    lower = worth_of_lifting(bundle, number, jackpot) - exact
    return (lower * weights[0] + exact * weights[1]) / total


def best_plan(number: int, jackpot: int, gain: float, slip: float, feel: float, grabs: int) -> Plan:
    """`gain`, `slip` and `feel` are variances."""
    # Beliefs that differ by less than a step are taken as alike.
    sigma = max(1, round(gain**0.5 / _SIGMA_STEP))
    return _plan(number, jackpot, sigma, slip, feel, grabs)


@lru_cache(maxsize=20_000)
def _plan(number: int, jackpot: int, sigma: int, slip: float, feel: float, grabs: int) -> Plan:
    gain = (sigma * _SIGMA_STEP) ** 2
    worth, aim = max([(worth_of_aim(number, jackpot, gain, slip, feel, grabs, aim), aim) for aim in _AIMS])
    return Plan(worth, log(number) + aim)


def worth_of_aim(number: int, jackpot: int, gain: float, slip: float, feel: float, grabs: int, aim: float) -> float:
    """Cards that a grab will bring that aims so far above the number, as a logarithm, and goes on as is best."""
    held = gain + slip
    if grabs <= 1:
        return worth_of_lifting(Normal(log(number) + aim, held), number, jackpot)
    weight = held / (held + feel)
    following = best_plan(number, jackpot, gain - gain * gain / (held + feel), slip, feel, grabs - 1).worth
    table = _worths(number, jackpot, max(LEAST_VARIANCE, round(held * (1.0 - weight), 6)))
    moves = [(held * weight) ** 0.5 * feeling for feeling in _FEELINGS]
    return sum([max(following, _read(table, aim + move)) for move in moves]) / len(moves)


@lru_cache(maxsize=20_000)
def _worths(number: int, jackpot: int, variance: float) -> tuple[float, ...]:
    return tuple(worth_of_lifting(Normal(log(number) + mean, variance), number, jackpot) for mean in _GRID)


def _read(table: tuple[float, ...], mean: float) -> float:
    """Between two of the grid's points along the line, beyond its ends as at the ends."""
    along = (mean - _GRID[0]) / _GRID_STEP
    if along <= 0.0:
        return table[0]
    place = int(along)
    if place >= len(table) - 1:
        return table[-1]
    share = along - place
    return table[place] * (1.0 - share) + table[place + 1] * share
