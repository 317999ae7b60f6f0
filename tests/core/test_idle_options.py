"""Options that a game calls idle make no difference, and those that make one are not among them."""

import random
from typing import Any

import msgspec
import pytest

from touchwood.core.options import idle_options, options_from_mapping
from touchwood.core.running import Unrecorded
from touchwood.games.discovery import all_games, find_game

CASES: list[tuple[str, int, dict[str, Any], dict[str, Any]]] = [
    ("point_a_pile", 3, {"complete_a_mission": True, "round_limit": 4}, {"target": 2, "shy_pile_limit": 1}),
    ("tactile_crane", 2, {"first": 0}, {"leftovers": "challenger"}),
    ("tactile_crane", 3, {"first": 0}, {"achieve": "any_three", "equal_turns": True}),
    ("tag", 3, {"deck": {"Gool": 1, "Freeze": 0}}, {"frozen_turns_count": False}),
    ("tag", 2, {"deck": {"Gool": 0, "Freeze": 2}}, {"gool_chain": False, "answer_seconds": 1}),
    ("cant_touch_this", 1, {"card": "12SG/*1PB/B21G/S1P*"}, {"columns": 5, "rows": 9, "first": 0}),
    ("cant_touch_this", 2, {"card": "12SG/*1PB/B21G/S1P*"}, {"columns": 5, "rows": 9}),
]
"""A game, its players, options that make others idle, and those others in other values."""


def course(game: str, players: int, named: dict[str, Any]) -> list[Any]:
    """A match by luck alone: what happened, and the points."""
    found = find_game(game)
    told: list[Any] = []
    state = found.initial(options_from_mapping(found, named, players), players, found.newest_version)
    match = Unrecorded(
        found, state, random.Random(7), lambda _, seat, move, step: told.append((seat, move, step.events))
    )
    choosing = random.Random(8)
    while isinstance(waiting := found.waiting_for(match.state), tuple):
        seat = waiting[0]
        # Of layouts none is listed.
        listed = list(found.legal_actions(match.state, seat)) or [found.default_action(found.view(match.state, seat))]
        match.act(seat, choosing.choice(listed))
    return [*told, found.points(match.state)]


@pytest.mark.parametrize(("game", "players", "chosen", "idle"), CASES)
def test_an_idle_option_makes_no_difference(
    game: str, players: int, chosen: dict[str, Any], idle: dict[str, Any]
) -> None:
    assert set(idle) <= set(idle_options(find_game(game), chosen, players))
    assert course(game, players, chosen) == course(game, players, chosen | idle)


def test_what_another_choice_brings_into_play_is_asked_for() -> None:
    assert idle_options(find_game("point_a_pile"), {"dont_a_touchme": True}, 3) == ()
    assert idle_options(find_game("tag"), {}, 3) == ()
    assert idle_options(find_game("cant_touch_this"), {"card": "random"}, 2) == ("side_by_chance",)
    # A size that the deck does not have must be seen to be put right.
    assert idle_options(find_game("cant_touch_this"), {"columns": 5}, 2) == ()


def test_before_enough_players_are_there_only_what_never_counts_is_idle() -> None:
    crane = find_game("tactile_crane")
    assert idle_options(crane, {}, 1) == ()
    assert idle_options(crane, {}, 2) == ("leftovers",)
    assert idle_options(crane, {}, 3) == ("achieve", "equal_turns")


def test_idle_options_are_options() -> None:
    for game in all_games():
        known = {field.name for field in msgspec.structs.fields(game.options_type)}
        for players in game.player_counts:
            assert set(game.idle_options(game.options_type(), players)) <= known
