"""Where to aim and when to lift when what counts is not cards: as `planning.py`, for any worth of each count of cards.

A worth has few different values: nothing taken, each count from half the number to the number, and too many. The next
bundles will be felt and spoken of; both together are taken for one surer feeling.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import log
from typing import Final

from touchwood.games.tactile_crane.bots.belief import LEAST_VARIANCE, Normal, evenly_likely

_AIMS: Final = tuple(range(-14, 9))
"""In steps of the grid: how far above the number is aimed."""
_FEELINGS: Final = evenly_likely(15)
_STEP: Final = 0.035
_FIRST: Final = -44
_GRID: Final = tuple(range(_FIRST, 35))
"""Where worths are tabulated: means, as logarithms of how far above the number, in steps."""
_SIGMA_STEP: Final = 0.004
"""Bundles whose standard deviations differ by less are taken as alike."""
_DIGITS: Final = 9
"""Worths that differ in later ones are equal: what the last digits are is the machine's affair."""


@dataclass(frozen=True, slots=True)
class Worths:
    """Of what is lifted, for a number: of nothing taken, of each count above half of it, and of too many."""

    number: int
    nothing: float
    taken: tuple[float, ...]
    high: float

    def of(self, cards: int) -> float:
        if cards > self.number:
            return self.high
        above = cards - self.number // 2 - 1
        return self.nothing if above < 0 else self.taken[above]

    def mean(self, cards: Mapping[int, float]) -> float:
        """Of a bundle of which each count is so likely."""
        return sum([chance * self.of(count) for count, chance in cards.items()])

    @property
    def listed(self) -> tuple[float, ...]:
        return (self.nothing, *self.taken, self.high)


@dataclass(frozen=True, slots=True)
class Aim:
    worth: float
    mean: float
    """ln of the cards to aim at."""


def best_aim(worths: Worths, gain: float, slip: float, sensing: float, grabs: int) -> Aim:
    """`gain`, `slip` and `sensing` are variances."""
    gains = [max(LEAST_VARIANCE, gain)]
    for _ in range(grabs - 1):
        gains.append(max(LEAST_VARIANCE, gains[-1] - gains[-1] ** 2 / (gains[-1] + slip + sensing)))
    listed, number = worths.listed, worths.number
    blind = _tabulated(number, listed, gains[-1] + slip)
    worth, step = _best((blind[aim - _FIRST], aim) for aim in _AIMS)
    for before in reversed(gains[:-1]):
        held = before + slip
        weight = held / (held + sensing)
        table = _tabulated(number, listed, held * (1.0 - weight))
        moves = [(held * weight) ** 0.5 * feeling / _STEP for feeling in _FEELINGS]
        better = [max(worth, each) for each in table]
        worth, step = _best((_averaged(better, aim, moves), aim) for aim in _AIMS)
    return Aim(worth, log(number) + step * _STEP)


def _best(tried: Iterable[tuple[float, int]]) -> tuple[float, int]:
    """Of worths and aims. With grabs to spare the next one only shows the gain, and all aims are worth the same: then
    the highest one. Who aimed at the number instead did not win more (docs/games/tactile-crane.md)."""
    return max(tried, key=lambda one: (round(one[0], _DIGITS), one[1]))


def _averaged(table: Sequence[float], aim: int, moves: Sequence[float]) -> float:
    total, last = 0.0, len(table) - 1
    for move in moves:
        along = aim + move - _FIRST
        place = int(along)
        if along <= 0.0:
            total += table[0]
        elif place >= last:
            total += table[last]
        else:
            share = along - place
            total += table[place] * (1.0 - share) + table[place + 1] * share
    return total / len(moves)


def _tabulated(number: int, listed: Sequence[float], variance: float) -> list[float]:
    """Worth of a bundle of this variance, by its mean."""
    sigma = max(1, round(variance**0.5 / _SIGMA_STEP))
    return [
        sum([chance * worth for chance, worth in zip(chances, listed, strict=True)])
        for chances in _chances(number, sigma)
    ]


@lru_cache(maxsize=256)
def _chances(number: int, sigma: int) -> tuple[tuple[float, ...], ...]:
    """By mean: how likely nothing is taken, each count above half of the number, and too many."""
    rows = []
    for step in _GRID:
        bundle = Normal(log(number) + step * _STEP, (_SIGMA_STEP * sigma) ** 2)
        bounds = [bundle.below(log(cards + 0.5)) for cards in range(number // 2, number + 1)]
        rows.append((bounds[0], *(above - below for below, above in pairwise(bounds)), 1.0 - bounds[-1]))
    return tuple(rows)
