"""Every game that is found keeps the contract, at every number of players and under the scenarios of its plan.

What a game's plan may say is in `touchwood.testing.scenarios`; plans are in `tests/<game>/plan.json`.
"""

from pathlib import Path
from typing import Any

import pytest

from touchwood.core.game import AnyGame
from touchwood.games.discovery import all_games
from touchwood.testing import CHECKS, Plan, Run, read_plan, runs_of

TESTS = Path(__file__).parent


def plan_of(game: AnyGame) -> Plan:
    file = TESTS / game.name / "plan.json"
    return read_plan(file) if file.exists() else Plan()


RUNS = [run for game in all_games() for run in runs_of(game, plan_of(game))]


# Runs outside, checks inside: neighbouring tests share the matches that were played for the run.
@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
@pytest.mark.parametrize("run", RUNS, ids=str)
def test_game_keeps_the_contract(run: Run, check: Any) -> None:
    check(run)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_sampler_is_held_against_exact_odds(game: AnyGame) -> None:
    """A game with secrets has a tiny scenario; without one the check of the odds would do nothing."""
    plan = plan_of(game)
    assert not plan.secrecy.has_secrets or any(scenario.is_tiny for scenario in plan.scenarios)


def test_every_plan_is_of_a_game() -> None:
    assert {file.parent.name for file in TESTS.glob("*/plan.json")} <= {game.name for game in all_games()}
