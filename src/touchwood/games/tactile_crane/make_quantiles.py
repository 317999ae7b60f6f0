"""Makes `normal_quantiles.json`, the one table behind all chance of the hand:

    python -m touchwood.games.tactile_crane.make_quantiles

Outcome k of `Uniform(65_536)` stands for the middle of its interval, the probability (2k + 1) / 131,072. The table has
the standard normal quantiles of the upper half (k from 32,768 on) in units of 10^-12, rounded half up; the lower half
is its mirror. Each is found to 40 digits, so every machine makes the same file.
"""

from decimal import ROUND_HALF_UP, Decimal, localcontext
from pathlib import Path
from statistics import NormalDist

from touchwood.games.tactile_crane.quantiles import OUTCOMES, TABLE, UNITS

_PI = Decimal("3.14159265358979323846264338327950288419716939937510")
_DIGITS = 40
_NUMBERS_A_LINE = 8


def density(z: Decimal) -> Decimal:
    return (-z * z / 2).exp() / (2 * _PI).sqrt()


def probability_above_half(z: Decimal) -> Decimal:
    """The normal distribution from 0 to z: the density times z + z^3/3 + z^5/(3*5) + ..."""
    term = total = z
    odd = 1
    while term > Decimal(10) ** -_DIGITS:
        odd += 2
        term = term * z * z / odd
        total += term
    return total * density(z)


def quantile(outcome: int) -> int:
    """Of an outcome of the upper half, in units of the table. Newton's steps from a float that is good to 15 digits."""
    with localcontext() as context:
        context.prec = _DIGITS
        wanted = Decimal(2 * outcome + 1 - OUTCOMES) / (2 * OUTCOMES)
        z = Decimal(NormalDist().inv_cdf((2 * outcome + 1) / (2 * OUTCOMES)))
        for _ in range(2):
            z -= (probability_above_half(z) - wanted) / density(z)
        return int((z * UNITS).to_integral_value(ROUND_HALF_UP))


def upper_half() -> list[int]:
    return [quantile(outcome) for outcome in range(OUTCOMES // 2, OUTCOMES)]


def as_json(numbers: list[int]) -> str:
    lines = [
        ", ".join(map(str, numbers[start : start + _NUMBERS_A_LINE]))
        for start in range(0, len(numbers), _NUMBERS_A_LINE)
    ]
    return "[\n" + ",\n".join(lines) + "\n]\n"


if __name__ == "__main__":
    Path(__file__).with_name(TABLE).write_text(as_json(upper_half()), encoding="utf-8")
