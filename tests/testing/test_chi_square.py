"""The tail of the chi-square distribution, against printed tables."""

import pytest

from touchwood.testing.chi_square import chance_of_more


@pytest.mark.parametrize(
    ("statistic", "degrees", "chance"),
    [
        (3.841459, 1, 0.05),
        (6.634897, 1, 0.01),
        (5.991465, 2, 0.05),
        (18.307038, 10, 0.05),
        (29.588298, 10, 0.001),
        (124.342113, 100, 0.05),
        (70.064895, 100, 0.99),
    ],
)
def test_quantiles_of_the_tables(statistic: float, degrees: int, chance: float) -> None:
    assert chance_of_more(statistic, degrees=degrees) == pytest.approx(chance, rel=1e-5)


def test_nothing_is_more_likely_than_a_perfect_fit() -> None:
    assert chance_of_more(0.0, degrees=3) == 1.0


def test_a_test_without_freedom_is_no_test() -> None:
    with pytest.raises(ValueError, match="degree"):
        chance_of_more(1.0, degrees=0)
