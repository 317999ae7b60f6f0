"""Lognormal chance in whole numbers: the same on every machine, for any sigma.

An outcome of `Uniform(65_536)` is looked up in `normal_quantiles.json` (made by `make_quantiles.py`) and becomes

    e^(sigma * z), median 1, in millionths, rounded half up, at least 1

where sigma is in thousandths and z in units of 10^-12. The exponential is computed in integers with 96 binary places:
its error is below 2^-80 of its value, far below half a millionth, and in any case the same everywhere.
"""

from array import array
from functools import cache
from importlib.resources import files
from math import exp

import msgspec

OUTCOMES = 65_536
UNITS = 10**12
"""The table's z are in units of 10^-12."""
TABLE = "normal_quantiles.json"
MILLION = 10**6

_PLACES = 96
_ONE = 1 << _PLACES
_LN_2 = 54916777467707473351141471128  # floor(ln 2 * 2^96)
_HALVINGS = 6
_SIGMA_UNITS = 1000


@cache
def _upper_half() -> tuple[int, ...]:
    text = files("touchwood.games.tactile_crane").joinpath(TABLE).read_bytes()
    return msgspec.json.decode(text, type=tuple[int, ...])


def normal(outcome: int) -> int:
    """The standard normal quantile of an outcome, in units of 10^-12."""
    upper = _upper_half()
    half = OUTCOMES // 2
    return upper[outcome - half] if outcome >= half else -upper[half - 1 - outcome]


def lognormal(sigma: int, outcome: int) -> int:
    """The quantile of an outcome, in millionths: median 1, at least one millionth."""
    power = exponential(sigma * normal(outcome), _SIGMA_UNITS * UNITS)
    return max(1, (2 * MILLION * power + _ONE) >> (_PLACES + 1))


def exponential(numerator: int, denominator: int) -> int:
    """e^(numerator / denominator), times 2^96.

    The whole twos are split off, what is left is halved six times, summed up as a series and squared six times.
    """
    twos, rest = divmod((numerator << _PLACES) // denominator, _LN_2)
    rest >>= _HALVINGS
    term = total = _ONE
    step = 0
    while term:
        step += 1
        term = (term * rest >> _PLACES) // step
        total += term
    for _ in range(_HALVINGS):
        total = total * total >> _PLACES
    return total << twos if twos >= 0 else total >> -twos


@cache
def lognormal_table(sigma: int) -> "array[int]":
    """`lognormal` of all outcomes, ascending; for samplers and bots that ask often.

    A float is a quick guess. It is off by less than 10^-9 of its value, so where it lies clear of a half the rounding
    is certain; elsewhere the integers decide. A test compares the whole of it.
    """
    table = array("q", bytes(8 * OUTCOMES))
    scale = sigma / (_SIGMA_UNITS * UNITS)
    for outcome in range(OUTCOMES):
        guess = MILLION * exp(scale * normal(outcome))
        above = guess - int(guess) - 0.5
        is_clear = abs(above) > 1e-9 * guess + 1e-6
        table[outcome] = max(1, int(guess + 0.5)) if is_clear else lognormal(sigma, outcome)
    return table
