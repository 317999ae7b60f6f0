"""The secrets of a real game: TAG, bent where its rulings are most careful, is caught."""

from dataclasses import replace
from typing import Any

import pytest

from touchwood.core.events import to_everyone
from touchwood.core.game import Step
from touchwood.core.seats import Seat
from touchwood.games.tag import GAME
from touchwood.games.tag.actions import Action, LetStand
from touchwood.games.tag.state import Kind, Phase, State
from touchwood.testing import Nonconformance, Scenario, check_game

FEW_GOOLS = Scenario(
    name="few gools",
    players=3,
    options=('deck={"T":6,"A":6,"G":6,"TAG":12,"Gool":3,"Freeze":0}',),
    matches=3,
)


def act_asking_only_holders_of_a_gool(state: State, seat: Seat, action: Action) -> Step[State, Any]:
    """Whoever could only let it stand is not asked: quicker, and it tells everybody who has no Gool."""
    step = GAME.apply(state, seat, action)
    tagged = step.state.it
    if step.state.phase is not Phase.ANSWER or tagged is None or Kind.GOOL in step.state.players[tagged].hand:
        return step
    stood = GAME.apply(step.state, tagged, LetStand())
    return Step(stood.state, (*step.events, *stood.events))


def apply_chance_in_the_open(state: State, outcome: Any) -> Step[State, Any]:
    """Everybody hears which card was drawn."""
    step = GAME.apply_chance(state, outcome)
    return Step(step.state, tuple(to_everyone(told.event) for told in step.events))


@pytest.mark.parametrize(
    ("bend", "subjects"),
    [
        # By who is asked next, or by what is told instead: whichever of the two is met first.
        ({"act": act_asking_only_holders_of_a_gool}, {"waiting", "events"}),
        ({"apply_chance": apply_chance_in_the_open}, {"events"}),
    ],
)
def test_bent_tag_is_caught(bend: dict[str, Any], subjects: set[str]) -> None:
    with pytest.raises(Nonconformance) as caught:
        check_game(replace(GAME, **bend), FEW_GOOLS, only=["secrets"])
    assert caught.value.check == "secrets"
    assert caught.value.subject in subjects


def test_honest_tag_passes_the_same() -> None:
    check_game(GAME, FEW_GOOLS, only=["secrets"])
