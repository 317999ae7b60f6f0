"""Warm workers have thought about everything a match may ask, calling out of turn included."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from touchwood.bots import find_player, player_names
from touchwood.core.bot import Interjector
from touchwood.games.discovery import find_game, game_names

# In a process of its own: whoever imports `warming` has thought, and writes its lines as a server does.
ASKED = """
import json
from touchwood.games.discovery import all_games
from touchwood.server import warming
asked = []
warming.answer = asked.append
for game in all_games():
    warming.think_before(game, 2)
print(json.dumps([[each.game, each.bot, each.is_asked, each.is_hint, json.loads(each.actions)] for each in asked]))
"""

GAMES_OF_OTHERS = """
from unittest.mock import patch
from tests.server.toys import MY_GAME, PEBBLES, offered
from touchwood.games import discovery
with offered(MY_GAME, PEBBLES), patch.object(discovery, "game_names", lambda: ("my_game", "pebbles")):
    import touchwood.server.warming
print("warm")
"""


@pytest.fixture(scope="module")
def asked() -> list[list[Any]]:
    ran = subprocess.run([sys.executable, "-c", ASKED], stdout=subprocess.PIPE, text=True, check=True)
    found: list[list[Any]] = json.loads(ran.stdout)
    return found


@pytest.mark.parametrize("game", game_names())
def test_every_bot_is_asked_and_the_last_one_for_hints(asked: list[list[Any]], game: str) -> None:
    of_game = [each for each in asked if each[0] == game]
    assert {bot for _, bot, is_asked, is_hint, _ in of_game if is_asked and not is_hint} == set(
        player_names(find_game(game))
    )
    assert {bot for _, bot, _, is_hint, _ in of_game if is_hint} == {player_names(find_game(game))[-1]}


def test_a_match_is_walked_far_enough_for_all_of_a_turn(asked: list[list[Any]]) -> None:
    met: dict[str, set[str]] = {}
    for game, _, is_asked, _, actions in asked:
        if is_asked:
            met.setdefault(game, set()).update(action["type"] for action in actions)
    assert {"CloseEyes", "PlaceBet", "Grab", "Lift"} <= met["tactile_crane"]
    assert {"TurnCard", "Raise", "PlaceClip"} <= met["cant_touch_this"]
    assert {"Draw", "Discard", "Play"} <= met["tag"]
    assert "Point" in met["point_a_pile"]


def test_bots_that_call_out_of_turn_have_thought_about_that(asked: list[list[Any]]) -> None:
    crane = find_game("tactile_crane")
    callers = {name for name in player_names(crane) if isinstance(find_player(crane, name), Interjector)}
    called = {
        bot
        for game, bot, is_asked, _, actions in asked
        if game == "tactile_crane" and not is_asked and any(action["type"] == "CallOut" for action in actions)
    }
    assert called == callers != set()


def test_games_of_others_are_warmed_too() -> None:
    """What cannot be warmed is logged, and nothing else is."""
    path = os.pathsep.join(sys.path)
    ran = subprocess.run(
        [sys.executable, "-c", GAMES_OF_OTHERS],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    assert ran.stdout == "warm\n"
