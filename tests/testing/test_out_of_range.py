"""What devices may send is judged too: numbers that nothing at the table has."""

from typing import Any

import pytest

from tests.testing.bending import bent
from touchwood.core.game import AnyGame
from touchwood.core.refusals import Refusal
from touchwood.core.seats import Seat
from touchwood.testing import Nonconformance, Run, check_game
from touchwood.testing.legality import out_of_range
from touchwood.testing.toys.pebbles import GAME, PLAN
from touchwood.testing.toys.pebbles.values import Lay, Phase, Point, State

SCENARIO = PLAN.scenarios[1]


def looks_at_a_pile_far_away(state: State, seat: Seat, action: Any) -> Refusal | None:
    """Of the piles that there may be in this match it goes well."""
    if isinstance(action, Point) and state.phase is Phase.POINT and action.pile > 2:
        assert state.piles[action.pile], "never reached: the index is wrong first"
    return GAME.why_illegal(state, seat, action)


def takes_the_last_pile_for_one_before_the_first(state: State, seat: Seat, action: Any) -> Refusal | None:
    return GAME.why_illegal(state, seat, from_the_end(state, action))


def from_the_end(state: State, action: Any) -> Any:
    """What Python makes of `piles[-1]`."""
    return Point(len(state.piles) - 1) if action == Point(-1) else action


@bent
def why_illegal_raises_for_a_pile_far_away() -> dict[str, Any]:
    return {"why_illegal": looks_at_a_pile_far_away}


@bent
def minus_one_is_the_last_pile() -> dict[str, Any]:
    return {
        "why_illegal": takes_the_last_pile_for_one_before_the_first,
        "act": lambda state, seat, action: GAME.act(state, seat, from_the_end(state, action)),
    }


@pytest.mark.parametrize(
    ("game", "subject"),
    [(why_illegal_raises_for_a_pile_far_away, "why_illegal"), (minus_one_is_the_last_pile, "out of range")],
    ids=["too large", "negative"],
)
def test_numbers_out_of_range_are_refused(game: AnyGame, subject: str) -> None:
    with pytest.raises(Nonconformance) as caught:
        check_game(game, SCENARIO, secrecy=PLAN.secrecy, only=["legality"])
    assert (caught.value.check, caught.value.subject) == ("legality", subject)


def test_numbers_are_bent_one_at_a_time_inside_of_tuples_too() -> None:
    odd = list(out_of_range(Run(GAME, SCENARIO), [Lay((1, 2)), Point(0), Point(2)]))
    assert {Lay((-1, 2)), Lay((1, -1)), Lay((1, 10**9)), Point(-1), Point(3), Point(10**9)} <= set(odd)
    assert Point(2) not in odd
