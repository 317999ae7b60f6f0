"""Weighing candidates on the twin, at Point-a-Pile: what it is told of the others decides where it points, it is the
same compiled or not, and without worlds there is nothing but the quick choice."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from pile_table import Position, table

from touchwood.bots import kernel_candidates
from touchwood.bots.advising import advise
from touchwood.bots.candidate_search import CandidateSearch, Table
from touchwood.core.bot import Weigher
from touchwood.core.choices import Choices
from touchwood.core.linking import has_numba
from touchwood.core.seats import Seat
from touchwood.core.twin import Twin, interpreted, twin_of
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.actions import Action, Point, PointAtEmptySpace
from touchwood.games.point_a_pile.bots import PLAYERS, expected_fingers
from touchwood.games.point_a_pile.packing import KERNEL

needs_numba = pytest.mark.skipif(not has_numba(), reason="numba is not installed: there is nothing to think with")
FINGERS = [PointAtEmptySpace(), Point(1), Point(2)]
# Two cards of a point each, and one pile that is worth nothing.
TWO_GOOD_PILES = table("-", "-", "-", hand="B25 B26 B01 B02 B03 B04").does(0, "lay B25 | B26 | B01 B02 B03 B04")
# Whoever has the first pile alone has won.
A_PILE_THAT_WINS = table("-", "-", "-", hand="B25 B26 B01 B02 B03 B04", target=2).does(
    0, "lay B25 B26 | B01 | B02 B03 B04"
)


def slow_twin(position: Position) -> Twin:
    return interpreted(KERNEL, position.state.options, 3, linked_with=(kernel_candidates,))


def weighed(
    position: Position, twin: Twin, expected: Sequence[Sequence[tuple[Any, float]]], worlds: int = 30
) -> list[float]:
    """What each of the fingers brings the first seat, on average."""
    tried = Table(twin, Choices(GAME, position.state.options, 3), worlds, 1)
    values = tried.weighed(position.view(0), 0, FINGERS, expected, 5)
    return [sum(each) / worlds for each in values]


def test_ones_own_part_of_what_is_expected_is_left_out():
    twin = slow_twin(A_PILE_THAT_WINS)
    mine = [[(PointAtEmptySpace(), 1.0)], *ELSEWHERE[1:]]
    assert weighed(A_PILE_THAT_WINS, twin, mine, 4) == weighed(A_PILE_THAT_WINS, twin, ELSEWHERE, 4)


def all_at(place: int) -> list[list[tuple[Any, float]]]:
    return [[], [(Point(place), 1.0)], [(Point(place), 1.0)]]


ELSEWHERE: list[list[tuple[Action, float]]] = [[], [(Point(2), 1.0)], [(PointAtEmptySpace(), 1.0)]]
"""Both others leave the first pile alone."""


def test_it_goes_where_the_others_do_not():
    twin = slow_twin(TWO_GOOD_PILES)
    _, first, second = weighed(TWO_GOOD_PILES, twin, all_at(1))
    assert second > first
    _, first, second = weighed(TWO_GOOD_PILES, twin, all_at(2))
    assert first > second


def test_what_wins_for_sure_is_worth_the_whole_win():
    values = weighed(A_PILE_THAT_WINS, slow_twin(A_PILE_THAT_WINS), ELSEWHERE)
    assert values[1] == 1.0
    assert max(values[0], values[2]) < 1.0


def test_what_others_are_expected_to_do_adds_up_to_one_for_who_still_points():
    position = TWO_GOOD_PILES.does(2, "point 1")
    for mix in expected_fingers(position.view(0), Random(1)):  # a finger that is down but not seen is thought of anew
        assert sum(chance for _, chance in mix) == pytest.approx(1)


@needs_numba
def test_compiled_and_interpreted_weigh_the_same():
    options = TWO_GOOD_PILES.state.options
    compiled = twin_of(GAME, options, 3, GAME.newest_version, search=kernel_candidates, entries=("weigh_candidates",))
    assert compiled is not None
    mixed = [[], [(Point(1), 0.5), (Point(2), 0.5)], [(PointAtEmptySpace(), 1.0)]]
    values = [weighed(TWO_GOOD_PILES, twin, mixed, worlds=6) for twin in (compiled, slow_twin(TWO_GOOD_PILES))]
    assert values[0] == pytest.approx(values[1])


class AtEmptySpace:
    def choose(self, view, actions, rng):
        return PointAtEmptySpace()


@needs_numba
@pytest.mark.parametrize(("percent", "action"), [(100, Point(1)), (0, PointAtEmptySpace())])
def test_the_quick_choice_is_bettered_as_far_as_there_are_worlds(percent, action):
    hard = PLAYERS["hard"]
    assert isinstance(hard, Weigher)
    weigher = replace(hard, expect=lambda view, rng: ELSEWHERE)
    bot = CandidateSearch(GAME, weigher, AtEmptySpace()).with_nodes(percent)
    view = A_PILE_THAT_WINS.view(0)
    assert bot.choose(view, GAME.legal_actions(A_PILE_THAT_WINS.state, Seat(0)), Random(1)) == action


@needs_numba
@pytest.mark.parametrize(
    "position", [TWO_GOOD_PILES, table("-", "-", hand="B25 B01 B02 B03").does(0, "lay B25 | B01 B02 B03")]
)
def test_a_hint_tells_the_chances_of_what_was_weighed(position):
    """With three by weighing, between two by the tree search it stands on."""
    legal = GAME.legal_actions(position.state, Seat(0))
    advice = advise(GAME, GAME.knowledge(position.state, Seat(0)), legal, Random(1))
    assert advice.action in legal
    assert advice.percent is not None
    assert 0 <= advice.percent <= 100
    assert advice.other in [GAME.codec.text(each) for each in legal if each != advice.action]


def test_others_who_weigh_leave_what_is_worth_nothing():
    """Expected anywhere, they are half as likely there if they try it out; the chances still add up to one."""
    tried = Table(slow_twin(A_PILE_THAT_WINS), Choices(GAME, A_PILE_THAT_WINS.state.options, 3), 4, 1)
    anywhere: list[tuple[Any, float]] = [(finger, 1 / 3) for finger in FINGERS]
    first, second, third = tried.weighed_by_others(A_PILE_THAT_WINS.view(0), [[], anywhere, anywhere], (), 4, Random(1))
    assert list(first) == []
    for mix in (second, third):
        assert sum(chance for _, chance in mix) == pytest.approx(1)
        assert sum(chance for finger, chance in mix if finger == Point(2)) < 1 / 3
