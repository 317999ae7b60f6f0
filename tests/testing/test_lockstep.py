"""A twin that keeps step passes; a bent one is found at the move where it differs."""

from typing import Any

import pytest

from touchwood.core.seats import Seat
from touchwood.core.values import canonical_json, from_json
from touchwood.testing import Nonconformance, lockstep
from touchwood.testing.toys.pebbles import GAME, PLAN
from touchwood.testing.toys.pebbles.values import Call, Colour, State

SCENARIO = PLAN.scenarios[1]


class Twin:
    """Pebbles on packed bytes."""

    def pack(self, state: State) -> bytes:
        return canonical_json(state)

    def legal_actions(self, packed: bytes) -> list[Any]:
        state = from_json(packed, State)
        waiting = GAME.waiting_for(state)
        return list(GAME.legal_actions(state, waiting[0])) if isinstance(waiting, tuple) else []

    def apply(self, packed: bytes, seat: Seat, action: Any) -> bytes:
        return canonical_json(GAME.apply(from_json(packed, State), seat, action).state)

    def points(self, packed: bytes) -> tuple[int, ...]:
        return GAME.points(from_json(packed, State))


class DeafTwin(Twin):
    """Does not hear red."""

    def apply(self, packed: bytes, seat: Seat, action: Any) -> bytes:
        return packed if action == Call(Colour.RED) else super().apply(packed, seat, action)


class ForbiddingTwin(Twin):
    def legal_actions(self, packed: bytes) -> list[Any]:
        return super().legal_actions(packed)[1:]


class StingyTwin(Twin):
    def points(self, packed: bytes) -> tuple[int, ...]:
        return tuple(min(number, 1) for number in super().points(packed))


def test_a_true_twin_keeps_step() -> None:
    assert lockstep(GAME, Twin(), SCENARIO) > 50


@pytest.mark.parametrize(
    ("twin", "subject"), [(DeafTwin(), "apply"), (ForbiddingTwin(), "legal_actions"), (StingyTwin(), "points")]
)
def test_a_bent_twin_is_found(twin: Twin, subject: str) -> None:
    with pytest.raises(Nonconformance) as caught:
        lockstep(GAME, twin, SCENARIO)
    assert (caught.value.check, caught.value.subject) == ("lockstep", subject)
    assert caught.value.place.entry is not None


def test_a_walk_without_choices_proves_nothing() -> None:

    with pytest.raises(Nonconformance, match="vacuous"):
        lockstep(GAME, Twin(), type(SCENARIO)(name="no matches", players=2, matches=0))
