"""Kinds of evenings: each can be played by as many as the game can, and is told in every language."""

from typing import Any

import pytest

from tests.parts import WITH_EVERY_PART, games_with
from touchwood.core.options import changed_options, options_from_mapping
from touchwood.core.words import languages, words_of
from touchwood.games.discovery import all_games, find_game

PRESETS = [pytest.param(game, name, id=f"{game.name}-{name}") for game in all_games() for name in game.presets]


@pytest.mark.parametrize(("game", "name"), PRESETS)
def test_a_preset_is_playable_by_every_group_and_travels_as_what_it_changes(game: Any, name: str) -> None:
    changed = changed_options(game, game.presets[name])
    for seats in game.player_counts:
        assert options_from_mapping(game, changed, seats) == game.presets[name]


@pytest.mark.parametrize(("game", "name"), PRESETS)
def test_a_preset_has_a_name_and_a_sentence_in_every_language(game: Any, name: str) -> None:
    for language in languages(game.words):
        words = words_of(game.words, language=language)
        assert words.label(f"preset.{name}")
        assert words.label(f"preset.{name}.says")


@pytest.mark.parametrize("name", games_with("presets"))
def test_presets_of_a_game_differ_and_one_of_them_is_the_game_as_it_comes(name: str) -> None:
    game = find_game(name)
    chosen = list(game.presets.values())
    assert all(first != second for place, first in enumerate(chosen) for second in chosen[place + 1 :])
    assert game.options_type() in chosen


@pytest.mark.parametrize("name", sorted(WITH_EVERY_PART))
def test_a_group_finds_the_same_three_kinds_of_evening_in_each_of_them(name: str) -> None:
    assert {"quick", "full", "mean"} <= {*find_game(name).presets}
