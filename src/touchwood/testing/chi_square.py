"""The tail of the chi-square distribution, enough for a test of odds.

The upper regularised incomplete gamma function Q(degrees / 2, statistic / 2): its power series where that converges
fast, Lentz's continued fraction elsewhere.
"""

from math import exp, lgamma, log

_TINY = 1e-300
_CLOSE_ENOUGH = 1e-12


def chance_of_more(statistic: float, *, degrees: int) -> float:
    """How likely a statistic this large or larger is, if the odds are as claimed."""
    if degrees < 1:
        raise ValueError("a chi-square test needs at least one degree of freedom")
    if statistic <= 0:
        return 1.0
    shape, point = degrees / 2, statistic / 2
    if point < shape + 1:
        return 1.0 - _lower_by_series(shape, point)
    return _upper_by_fraction(shape, point)


def _lower_by_series(shape: float, point: float) -> float:
    term = total = 1.0 / shape
    step = shape
    while term > total * _CLOSE_ENOUGH:
        step += 1.0
        term *= point / step
        total += term
    return total * exp(shape * log(point) - point - lgamma(shape))


def _upper_by_fraction(shape: float, point: float) -> float:
    below = point + 1.0 - shape
    numerator = 1.0 / _TINY
    denominator = 1.0 / below
    fraction = denominator
    for index in range(1, 10_000):
        factor = -index * (index - shape)
        below += 2.0
        denominator = 1.0 / _not_zero(factor * denominator + below)
        numerator = _not_zero(below + factor / numerator)
        change = denominator * numerator
        fraction *= change
        if abs(change - 1.0) < _CLOSE_ENOUGH:
            break
    return fraction * exp(shape * log(point) - point - lgamma(shape))


def _not_zero(number: float) -> float:
    return number if abs(number) > _TINY else _TINY
