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
def test_a_chunk_walks_what_the_twin_covers_and_counts_the_rest(monkeypatch):
    _, scenarios = scenarios_of("point_a_pile", ROOT / PLANS)
    monkeypatch.setattr(soak, "MATCHES_A_CHUNK", len(scenarios))
    tally = walk_twin_in_step("point_a_pile", ROOT / PLANS, 0)
    assert tally["matches"] + tally["not_covered"] == len(scenarios)
    assert tally["matches"] > 5
    assert tally["not_covered"] > 3
    assert tally["moves"] > 20 * tally["matches"]
