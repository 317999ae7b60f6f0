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

from touchwood.games.tactile_crane.bots.belief import (
    LEAST_VARIANCE,
    Normal,
    Spread,
    after_sensing,
    chances_of_results,
    evenly_likely,
    gain_after,
)
from touchwood.games.tactile_crane.bots.fitted import Odds
from touchwood.games.tactile_crane.view import View

_AIMS = tuple(0.04 * step for step in range(-12, 5))
"""Tried aims, as logarithms of how far above the number."""
_FEELINGS = evenly_likely(15)
_GRID_STEP = 0.04
_GRID = tuple(_GRID_STEP * step for step in range(-40, 31))
"""Where the worth of a bundle is tabulated: means, as logarithms of how far above the number."""
_SIGMA_STEP = 0.01
_DIGITS = 9
"""Worths that differ in later ones are equal."""
OWN_PATIENCE = 5
"""Grabs that bots plan with where there is no limit: later ones add little to what is felt."""


@dataclass(frozen=True, slots=True)
class Plan:
    worth: float
    """Cards that the next grab will bring, all going as planned."""
    aim: float
    """ln of the cards to aim at."""


def grabs_thought_of(view: View) -> int:
    """How many grabs the challenger has left, as bots see it."""
    return max(0, (view.options.patience or OWN_PATIENCE) - view.spent)


def worth_of_lifting(bundle: Normal, number: int, jackpot: int) -> float:
    """Cards the challenger takes, on average."""
    total, below = 0.0, bundle.below(log(number // 2 + 0.5))
    for cards in range(number // 2 + 1, number + 1):
        below, before = bundle.below(log(cards + 0.5)), below
        total += (below - before) * (number + jackpot if cards == number else 2 * cards - number)
    return total


@dataclass(frozen=True, slots=True)
class Prospects:
    """Of a bundle: the chances of low, exact and high, and the cards that low and exact bring."""

    low: float
    exact: float
    high: float
    cards_if_low: float
    cards_if_exact: float

    @classmethod
    def of(cls, bundle: Normal, number: int, jackpot: int) -> "Prospects":
        low, exact, high = chances_of_results(bundle, number).values()
        if_exact = exact * (number + jackpot)
        return cls(low, exact, high, worth_of_lifting(bundle, number, jackpot) - if_exact, if_exact)

    def worth(self, weights: Odds) -> float:
        """Cards, when low, exact and high have become more or less likely than the bundle alone makes them."""
        low, exact, high = weights
        total = self.low * low + self.exact * exact + self.high * high
        return (self.cards_if_low * low + self.cards_if_exact * exact) / total if total > 0.0 else 0.0


def worth_with_odds(bundle: Normal, number: int, jackpot: int, weights: Odds) -> float:
    return Prospects.of(bundle, number, jackpot).worth(weights)


def best_plan(number: int, jackpot: int, gain: float, slip: float, feel: float, grabs: int) -> Plan:
    """`gain`, `slip` and `feel` are variances."""
    # Beliefs that differ by less than a step are taken as alike.
    sigma = max(1, round(gain**0.5 / _SIGMA_STEP))
    return _plan(number, jackpot, sigma, slip, feel, grabs)


@lru_cache(maxsize=20_000)
def _plan(number: int, jackpot: int, sigma: int, slip: float, feel: float, grabs: int) -> Plan:
    gain = (sigma * _SIGMA_STEP) ** 2
    tried = [(worth_of_aim(number, jackpot, gain, slip, feel, grabs, aim), aim) for aim in _AIMS]
    # With grabs to spare the next one only shows the gain, and all aims are worth the same: then the highest.
    worth, aim = max(tried, key=lambda one: (round(one[0], _DIGITS), one[1]))
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


@dataclass(frozen=True, slots=True)
class Aimed:
    """A bundle before it is felt, and the gain, as others may think of them."""

    gain: Normal
    bundle: Normal


def aimed_well(number: int, jackpot: int, spread: Spread, attempt: int, grabs: int) -> Aimed:
    """By a challenger who has felt all grabs before this attempt, and with it has so many left."""
    gain = Normal(0.0, spread.gain)
    for _ in range(attempt - 1):
        before = Normal(0.0, gain.variance + spread.slip)
        gain = gain_after(gain, before, after_sensing(before, 0.0, spread.feel))
    aim = best_plan(number, jackpot, gain.variance, spread.slip, spread.feel, grabs).aim
    return Aimed(gain, Normal(aim, gain.variance + spread.slip))
