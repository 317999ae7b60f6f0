"""My Game keeps Touchwood's contract: at every number of players, and under the scenarios of plan.json."""

from pathlib import Path
from typing import Any

import pytest

from my_game import GAME
from touchwood.testing import CHECKS, Run, check_rulebook, read_plan, runs_of

TESTS = Path(__file__).parent
RUNS = runs_of(GAME, read_plan(TESTS / "plan.json"))


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize("run", RUNS, ids=str)
def test_my_game_keeps_the_contract(run: Run, check: Any) -> None:
    check(run)


def test_every_rule_has_its_function_and_its_test() -> None:
    check_rulebook("my_game", TESTS)
