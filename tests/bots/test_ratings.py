"""Ratings say what was put into them, with an interval that gets narrower."""

from math import log

import pytest

from touchwood.bots.league import Cell, Pace, Tally
from touchwood.bots.ratings import rated

pytest.importorskip("statsmodels", reason="statsmodels is not installed: nothing is rated")


def cell(bot: str, against: str, share: float, deals: int, players: int = 2) -> tuple[Cell, Tally]:
    return Cell("tag", 2, players, (), bot, against), Tally(deals, share * deals, share * share * deals, Pace())


def test_ten_to_one_is_four_hundred_points() -> None:
    strong, weak = rated([cell("b", "a", 10 / 11, 100_000)])
    assert (strong.bot, weak.bot) == ("b", "a")
    assert strong.points == pytest.approx(400, abs=2)
    assert weak.points == 0


def test_an_even_share_among_four_is_no_difference() -> None:
    assert rated([cell("b", "a", 0.25, 10_000, players=4)])[0].points == pytest.approx(0, abs=3)


def test_steps_add_up_and_more_matches_say_more() -> None:
    few = {rating.bot: rating for rating in rated([cell("b", "a", 0.7, 20), cell("c", "b", 0.7, 20)])}
    many = {rating.bot: rating for rating in rated([cell("b", "a", 0.7, 2_000), cell("c", "b", 0.7, 2_000)])}
    assert many["c"].points == pytest.approx(2 * many["b"].points, rel=0.02)
    assert many["c"].half_width < few["c"].half_width / 5
    assert many["c"].half_width > many["b"].half_width


def test_equals_stay_in_the_order_they_were_played_in() -> None:
    ratings = rated([cell("b", "a", 0.8, 100), cell("c", "b", 0.5, 100), cell("d", "c", 0.5, 100)])
    assert [rating.bot for rating in ratings] == ["b", "c", "d", "a"]


def test_who_has_won_all_is_not_endlessly_strong() -> None:
    (strong, _) = rated([cell("b", "a", 1.0, 10)])
    assert 200 < strong.points < 1_000


def test_intervals_are_those_of_the_model() -> None:
    """Of a chain of cells the widths add up as squares: a cell of n matches says n p (1 - p) of a step."""
    shares = [1.0, 0.95, 0.9, 0.8]
    names = "abcde"
    played = [cell(names[step + 1], names[step], share, 10) for step, share in enumerate(shares)]
    doubt, variance = 1.0, 0.0
    ratings = {rating.bot: rating for rating in rated(played)}
    for step, share in enumerate(shares):
        matches = 20 + 2 * doubt
        chance = (20 * share + doubt) / matches
        variance += 1 / (matches * chance * (1 - chance))
        width = 1.96 * 400 / log(10) * variance**0.5
        assert ratings[names[step + 1]].half_width == pytest.approx(width, rel=0.001)
