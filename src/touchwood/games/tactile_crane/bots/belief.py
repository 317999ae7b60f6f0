"""What a seat believes of the unknown gain and of the bundle in the hand.

In logarithms everything is normal: ln held = ln(reach x finger x pinch) + ln gain + ln slip, and a feeling or a look is
ln held plus an error. So a belief is a mean and a variance, and each feeling moves it in closed form. What the model
leaves out: held is rounded to whole cards and capped by the deck; that is put in again where cards are counted.
"""

from dataclasses import dataclass
from functools import cache
from math import erf, exp, log, sqrt
from statistics import NormalDist

from touchwood.games.tactile_crane.cards import Face, Result, result_of
from touchwood.games.tactile_crane.options import Options
from touchwood.games.tactile_crane.rules.hand import FULL_PINCH, HUNDRED

_THOUSAND = 1000
LEAST_VARIANCE = 1e-6
"""A sigma of 0 is allowed, a division by it is not."""
RESULTS = (Result.LOW, Result.EXACT, Result.HIGH)


@cache
def evenly_likely(count: int) -> tuple[float, ...]:
    """So many values of a standard normal, each standing for as much of it as any other."""
    return tuple(NormalDist().inv_cdf((2 * step + 1) / (2 * count)) for step in range(count))


@dataclass(frozen=True, slots=True)
class Normal:
    mean: float
    variance: float

    @property
    def sigma(self) -> float:
        return sqrt(self.variance)

    def below(self, value: float) -> float:
        return 0.5 * (1.0 + erf((value - self.mean) / sqrt(2.0 * self.variance)))


@dataclass(frozen=True, slots=True)
class Spread:
    """The variances of the hand with this card, and what a full pinch of a middling hand holds, as a logarithm."""

    reach: float
    gain: float
    slip: float
    feel: float
    look: float

    @classmethod
    def of(cls, options: Options, face: Face) -> "Spread":
        hand = options.hand
        gain, slip, feel, look = (
            max(LEAST_VARIANCE, (sigma / _THOUSAND) ** 2)
            for sigma in (hand.gain, hand.slip.when_barred(face.finger), hand.feel, hand.look)
        )
        return cls(log(hand.reach * hand.finger.when_barred(face.finger) / HUNDRED), gain, slip, feel, look)

    def expected(self, pinch: int) -> float:
        """ln of what this pinch holds with gain and slip 1. The least pinch stands in for none."""
        return self.reach + log(max(pinch, 1) / FULL_PINCH)

    def pinch_for(self, aim: float, gain: float) -> int:
        """The pinch that holds e^aim cards in the middle, if the gain is e^gain."""
        return min(FULL_PINCH, max(0, round(FULL_PINCH * exp(min(1.0, aim - gain - self.reach)))))


def before_feeling(gain: Normal, spread: Spread, pinch: int) -> Normal:
    """ln of what a pinch will hold."""
    return Normal(spread.expected(pinch) + gain.mean, gain.variance + spread.slip)


def after_sensing(bundle: Normal, sensed: float, error: float) -> Normal:
    """The bundle after a feeling or a look (as a logarithm) with an error of this variance."""
    weight = bundle.variance / (bundle.variance + error)
    return Normal(bundle.mean + weight * (sensed - bundle.mean), bundle.variance * (1.0 - weight))


def gain_after(gain: Normal, before: Normal, after: Normal) -> Normal:
    """What a bundle thought to be `before` and found to be `after` says of the gain."""
    weight = gain.variance / before.variance
    return Normal(
        gain.mean + weight * (after.mean - before.mean),
        max(LEAST_VARIANCE, gain.variance + weight * weight * (after.variance - before.variance)),
    )


# -- Whole cards ----------------------------------------------------------------------------------------------------
def chances_of_cards(bundle: Normal, deck: int) -> list[tuple[int, float]]:
    """How likely each count of cards is, within five standard deviations."""
    reach = 5.0 * bundle.sigma
    fewest = max(1, int(exp(min(bundle.mean - reach, 10.0))))
    most = min(deck, int(exp(min(bundle.mean + reach, 10.0))) + 1)
    if fewest >= most:
        return [(min(fewest, deck), 1.0)]
    chances, below = [], 0.0
    for cards in range(fewest, most):
        below, before = bundle.below(log(cards + 0.5)), below
        chances.append((cards, below - before))
    chances.append((most, 1.0 - below))
    return chances


def chances_of_results(bundle: Normal, number: int) -> dict[Result, float]:
    low = bundle.below(log(number - 0.5))
    not_high = bundle.below(log(number + 0.5))
    return {Result.LOW: low, Result.EXACT: not_high - low, Result.HIGH: 1.0 - not_high}


def reweighted(bundle: Normal, number: int, deck: int, weights: dict[Result, float]) -> Normal:
    """The bundle when each result has become more or less likely, as a normal again by mean and variance."""
    weighed = [
        (log(cards), chance * weights[result_of(cards, number)]) for cards, chance in chances_of_cards(bundle, deck)
    ]
    total = sum(weight for _, weight in weighed)
    if total <= 0.0:
        return bundle
    mean = sum(value * weight for value, weight in weighed) / total
    variance = sum((value - mean) ** 2 * weight for value, weight in weighed) / total
    return Normal(mean, max(LEAST_VARIANCE, variance))
