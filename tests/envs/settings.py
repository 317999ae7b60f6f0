"""Matches that the tests of environments walk: every game, few steps."""

import os
from typing import Any

from touchwood.envs.setup import Setup, setup_of
from touchwood.games.discovery import all_games

EXPANSIONS: dict[str, Any] = {
    "point_a_police": True,
    "complete_a_mission": True,
    "dont_a_touchme": True,
    "wait_a_minute": True,
}

FEW: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("cant_touch_this", 1, {}),
    ("cant_touch_this", 2, {"card": "random"}),
    ("point_a_pile", 2, {"memory": True, "round_limit": 2}),
    ("point_a_pile", 3, {**EXPANSIONS, "round_limit": 3}),
    ("tactile_crane", 3, {}),
    ("tag", 3, {"deck": {"T": 5, "A": 5, "G": 5, "TAG": 2, "Gool": 2, "Freeze": 1}}),
)
"""The game, how many players, options."""

COUNTS = tuple(
    (game.name, players, options)
    for game in all_games()
    for players in game.player_counts
    for options in ({}, *({**EXPANSIONS, "memory": True},) * (game.name == "point_a_pile"))
)
EVERY = FEW if os.environ.get("TOUCHWOOD_SOAK") != "1" else (*FEW, *COUNTS)
"""With TOUCHWOOD_SOAK=1 every game at every number of players too."""


def name_of(setting: tuple[str, int, dict[str, Any]]) -> str:
    game, players, options = setting
    return f"{game} {players} {' '.join(options)}".strip()


def setup_for(setting: tuple[str, int, dict[str, Any]], **more: Any) -> Setup:
    game, players, options = setting
    return setup_of(game, players=players, options=options, **more)
