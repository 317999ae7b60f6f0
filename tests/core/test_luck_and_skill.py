"""Luck apart from skill: what the deal gave, what was made of it, and what is too close to call."""

from typing import Literal

import pytest

from touchwood.core.review import Estimate, Judgement, Review, WinChance, courses, with_turning_points
from touchwood.core.seats import Seat

ANA, BO = Seat(0), Seat(1)


def judged(entry: int, seat: Seat, cost: int, margin: int | None = 3) -> Judgement:
    return Judgement(entry, seat, "this", cost, ("that",), margin)


def test_what_was_dealt_what_was_given_away_and_the_rest_make_up_the_result() -> None:
    review = Review(
        (judged(4, ANA, 10), judged(8, ANA, 20, 4), judged(9, BO, 0)),
        chances=(WinChance(4, ANA, 50, 5), WinChance(5, BO, 40, 6), WinChance(8, ANA, 30, 5)),
        unit="percent",
    )
    ana, bo = courses(review, [0, 1])
    # The first chance is told after a choice that cost 10: before it there were 60.
    assert (ana.began, ana.ended, ana.even) == (60, 0, 50)
    assert (ana.dealt, ana.cost) == (Estimate(10, 5), Estimate(30, 5))
    assert ana.rest == Estimate(-30, 7)
    assert (bo.dealt, bo.cost, bo.rest) == (Estimate(-10, 6), Estimate(0, 0), Estimate(60, 6))
    for course in (ana, bo):
        assert course.even + course.dealt.amount - course.cost.amount + course.rest.amount == course.ended


@pytest.mark.parametrize("unit", ["points", "tenths"])
def test_costs_that_are_no_chances_are_not_taken_off_them(unit: Literal["points", "tenths"]) -> None:
    chances = (WinChance(4, ANA, 50, 5), WinChance(5, BO, 40, 6))
    ana, _ = courses(Review((judged(4, ANA, 10),), chances=chances, unit=unit), [1, 0])
    assert (ana.began, ana.cost, ana.rest) == (50, Estimate(10), Estimate(50, 5))


def test_a_seat_without_chances_has_no_course() -> None:
    assert courses(Review((judged(4, ANA, 10),)), [1, 0]) == ()
    (bo,) = courses(Review((), chances=(WinChance(5, BO, 40, 6),)), [1, 0])
    assert bo.seat == BO


@pytest.mark.parametrize(("seats", "even"), [(2, 50), (3, 33), (4, 25), (6, 17)])
def test_the_even_share_is_a_seats_part_of_a_hundred(seats: int, even: int) -> None:
    (course,) = courses(Review((), chances=(WinChance(5, BO, 40, 6),)), [0] * seats)
    assert (course.even, course.dealt.amount) == (even, 40 - even)


@pytest.mark.parametrize(
    ("amount", "margin", "is_close"),
    [(5, 6, True), (-6, 6, True), (1, 1, True), (7, 6, False), (-7, 6, False), (0, 0, False)],
)
def test_what_is_within_its_margin_is_too_close_to_call_and_what_is_exact_never(
    amount: int, margin: int, is_close: bool
) -> None:
    assert Estimate(amount, margin).is_close == is_close


def test_a_choice_that_was_judged_is_clear_unless_it_is_said_to_be_close() -> None:
    assert not judged(4, ANA, 10).is_close


def test_the_dearest_are_marked_and_the_decisive_one_whatever_it_cost() -> None:
    costs = {1: 5, 2: 0, 3: 9, 4: 7, 5: 6}
    judgements = [judged(entry, ANA, cost) for entry, cost in costs.items()]
    marked = [
        [each.entry for each in with_turning_points(judgements, entry) if each.is_turning_point] for entry in (None, 2)
    ]
    assert marked == [[3, 4, 5], [2, 3, 4]]
