"""The soak finds the scenarios the quick tests are run under, and its chunks can be run by themselves."""

from pathlib import Path

import pytest

from touchwood.core.linking import has_numba
from touchwood.games.discovery import find_game, game_names
from touchwood.testing import read_plan, soak
from touchwood.testing.soak import PLANS, scenarios_of, walk_twin_in_step

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", game_names())
def test_every_scenario_of_a_games_plan_is_soaked(game):
    planned = read_plan(ROOT / "tests" / game / "plan.json").scenarios
    _, scenarios = scenarios_of(game, ROOT / PLANS)
    assert set(planned) < set(scenarios)
    assert {scenario.players for scenario in scenarios} == set(find_game(game).player_counts)


@pytest.mark.skipif(not has_numba(), reason="numba is not installed: nothing is compiled")
def test_a_chunk_walks_as_many_matches_as_any_all_of_them_covered_by_the_twin(monkeypatch):
    """Point-a-Pile's has scenarios with expansions, which no twin covers: the others have their part."""
    monkeypatch.setattr(soak, "MATCHES_A_CHUNK", 15)
    tally = walk_twin_in_step("point_a_pile", ROOT / PLANS, 0)
    assert tally["matches"] == 15
    assert "not_covered" not in tally
    assert tally["moves"] > 20 * tally["matches"]
    assert tally["worlds"] > 4 * tally["matches"]


def test_a_chunk_without_a_twin_says_that_nothing_was_covered(monkeypatch):
    monkeypatch.setattr(soak, "twin_of", lambda *_: None)
    assert walk_twin_in_step("tag", ROOT / PLANS, 0) == {"not_covered": soak.MATCHES_A_CHUNK}
