"""My Game keeps Touchwood's contract: at every number of players, and under the scenarios of plan.json."""

from pathlib import Path
from typing import Any

import pytest

from my_game import GAME
from touchwood.testing import CHECKS, Run, check_rulebook, read_plan, runs_of

TESTS = Path(__file__).parent
PLAN = read_plan(TESTS / "plan.json")
RUNS = runs_of(GAME, PLAN)


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize("run", RUNS, ids=str)
def test_my_game_keeps_the_contract(run: Run, check: Any) -> None:
    check(run)


def test_the_sampler_is_held_against_the_exact_odds() -> None:
    """That is done only in a scenario so small that all its deals can be walked through."""
    assert not PLAN.secrecy.has_secrets or any(scenario.is_tiny for scenario in PLAN.scenarios)


def test_every_rule_has_its_function_and_its_test() -> None:
    check_rulebook("my_game", TESTS)
