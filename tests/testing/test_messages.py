"""What an author reads who has slipped says where."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import force_setattr

from tests.testing.bending import bent
from touchwood.core.game import Step
from touchwood.core.seats import Seat
from touchwood.testing import CHECKS, Nonconformance, Plan, Run, Scenario, Secrecy, check_game, read_plan, runs_of
from touchwood.testing.toys.pebbles import GAME, PLAN
from touchwood.testing.toys.pebbles.values import Lay, State


@bent
def piles_are_a_list() -> dict[str, Any]:
    def act(state: State, seat: Seat, action: Any) -> Step[State, Any]:
        step = GAME.act(state, seat, action)
        if isinstance(action, Lay):
            force_setattr(step.state, "piles", list(step.state.piles))
        return step

    return {"act": act}


@pytest.mark.parametrize("check", ["functions_are_pure", "json"])
def test_a_list_in_a_state_is_told_as_what_json_does_not_keep_with_both_values(check: str) -> None:
    with pytest.raises(Nonconformance) as caught:
        CHECKS[check](Run(piles_are_a_list, PLAN.scenarios[1], PLAN.secrecy))
    assert (caught.value.check, caught.value.subject) == ("states", "json")
    assert "piles=[" in caught.value.facts["value"]
    assert "piles=(" in caught.value.facts["decoded"]


@pytest.mark.parametrize(
    "names", [{"shown_by": ("PickShown",)}, {"given_away_by": ("PickShown",)}, {"fleeting": ("PickShown",)}]
)
def test_a_name_in_a_plan_that_is_no_event_of_the_game_is_refused(names: dict[str, Any]) -> None:
    own = Scenario(name="its own", players=2, secrecy=Secrecy(**names))
    for plan in (Plan(secrecy=Secrecy(**names)), Plan(scenarios=(own,))):
        with pytest.raises(ValueError, match=r"PickShown, which is no event of the game; did you mean PicksShown\?"):
            runs_of(GAME, plan)
    with pytest.raises(ValueError, match="PickShown"):
        check_game(GAME, own)


def test_what_is_no_plan_is_told_with_the_name_of_its_file(tmp_path: Path) -> None:
    file = tmp_path / "plan.json"
    file.write_text('{"scenarios": [{"name": "small", "players": 2, "tiny": true}]}')
    with pytest.raises(ValueError, match=r"plan\.json: .*`tiny`"):
        read_plan(file)
