"""Levels that are offered differ: one that would play just as another does is not offered beside it."""

from random import Random
from typing import Any

import pytest

from touchwood import Match, find_game
from touchwood.bots import find_player, finding, player_names
from touchwood.bots.finding import check_fits, honest_name, names_for, plays_as
from touchwood.core import linking
from touchwood.core.linking import has_numba
from touchwood.core.options import read_options
from touchwood.core.refusals import InputError
from touchwood.games.discovery import game_names
from touchwood.match.dealer import PlainDealer

PILES = find_game("point_a_pile")
NEWEST = PILES.newest_version
EXPANSIONS = ("point_a_police", "complete_a_mission", "dont_a_touchme", "wait_a_minute")
needs_numba = pytest.mark.skipif(not has_numba(), reason="numba is not installed: then nothing is searched")


def with_expansion(name: str) -> Any:
    return read_options(PILES, {name: True})


@needs_numba
@pytest.mark.parametrize("name", game_names())
def test_with_the_usual_options_every_level_differs_at_every_number_of_players(name: str) -> None:
    game = find_game(name)
    for seats in game.player_counts:
        assert {
            level: plays_as(game, level, game.options_type(), seats, game.newest_version) for level in game.players
        } == {level: level for level in game.players}
        assert names_for(game, game.options_type(), seats, game.newest_version) == player_names(game)


@needs_numba
@pytest.mark.parametrize("name", game_names())
def test_of_all_presets_and_switches_only_expansions_of_point_a_pile_take_a_level_away(name: str) -> None:
    game = find_game(name)
    switches = {
        option: read_options(game, {option: not usual})
        for option in game.options_type.__struct_fields__
        if isinstance(usual := getattr(game.options_type(), option), bool)
    }
    for option, options in {**game.presets, **switches}.items():
        fewer = [level for level in player_names(game) if level not in names_for(game, options, 0, game.newest_version)]
        is_expanded = any(getattr(options, expansion, False) for expansion in EXPANSIONS)
        assert fewer == (["medium", "best"] if is_expanded else []), option


@pytest.mark.parametrize("expansion", EXPANSIONS)
def test_with_an_expansion_best_is_hard(expansion: str) -> None:
    """What is told of it is so: both choose the same."""
    for seats in PILES.player_counts:
        honest = [
            honest_name(PILES, level, with_expansion(expansion), seats, NEWEST) for level in ("medium", "hard", "best")
        ]
        assert honest == ["easy", "hard", "hard"]
    match = Match.start(PILES, players=["a", "b", "c"], options=with_expansion(expansion), dealer=PlainDealer(1))
    rng = Random(1)
    for _ in range(6):
        seat = match.asked[0]
        view, legal = PILES.knowledge(match.state, seat), match.legal_actions(seat)
        best, hard = [find_player(PILES, level).choose(view, legal, Random(2)) for level in ("best", "hard")]
        assert best == hard
        match.act(seat, find_player(PILES, "easy").choose(view, legal, rng))


def test_a_level_that_is_a_name_only_does_not_begin_a_match() -> None:
    with pytest.raises(InputError, match="level_is_a_name") as refused:
        check_fits(PILES, "best", with_expansion("wait_a_minute"), 4, NEWEST)
    assert refused.value.facts["level"] == "hard"
    for bot in ("random", "greedy", "easy", "medium", "hard"):
        check_fits(PILES, bot, with_expansion("wait_a_minute"), 4, NEWEST)
    tag = find_game("tag")
    check_fits(tag, "best", tag.options_type(), 4, tag.newest_version)  # what it was once called


def test_where_nothing_is_compiled_no_search_is_offered_that_needs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "has_twin", lambda *match: False)
    assert "best" not in names_for(PILES, PILES.options_type(), 4, NEWEST)
    for name in ("tag", "tactile_crane", "cant_touch_this"):
        game = find_game(name)
        assert names_for(game, game.options_type(), 2, game.newest_version) == player_names(game)


def test_whether_numba_is_there_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every folder of packages is gone through for that; asked for each level and number of players, whoever seated a
    bot held up all other tables."""
    looked_up: list[str] = []

    def find_spec(package: str) -> object:
        looked_up.append(package)
        return object()

    linking._is_installed.cache_clear()
    monkeypatch.setattr(linking, "find_spec", find_spec)
    names_for(PILES, PILES.options_type(), 0, NEWEST)
    linking._is_installed.cache_clear()
    assert looked_up == ["numba"]
