"""What a general screen is told about a game beside its types: docs/general-screen.md."""

from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator

from touchwood.core.game import AnyGame
from touchwood.games.discovery import all_games
from touchwood.server.schema import game_schema
from touchwood.testing.toys.pebbles import GAME as PEBBLES

GAMES = [*all_games(), PEBBLES]


def view_field(game: AnyGame, field: str) -> dict[str, Any]:
    schema = game_schema(game)
    found: dict[str, Any] = schema["$defs"]["View"]["properties"][field]
    return found


def test_a_seat_says_that_it_is_one() -> None:
    (tag,) = [game for game in GAMES if game.name == "tag"]
    assert view_field(tag, "it")["anyOf"][0] == {"type": "integer", "x-shown": "seat"}
    assert "x-shown" not in view_field(tag, "streak")


def test_what_belongs_to_each_seat_and_what_is_counted_by_kind() -> None:
    (tag,) = [game for game in GAMES if game.name == "tag"]
    assert view_field(tag, "players")["x-by"] == "seat"
    assert view_field(tag, "out")["x-by"] == ["T", "A", "G", "TAG", "Gool", "Freeze"]
    assert view_field(PEBBLES, "fists")["x-by"] == "seat"
    assert "x-by" not in view_field(PEBBLES, "piles")


def test_tuples_with_names_tell_them_and_a_grid_its_words() -> None:
    (clips,) = [game for game in GAMES if game.name == "cant_touch_this"]
    assert game_schema(clips)["$defs"]["Clip"]["x-fields"] == ["edge", "line", "depth"]
    assert view_field(clips, "grid")["x-words"]["*"] == "star"
    assert view_field(clips, "previews")["x-shown"] == "not"


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_schema_with_hints_is_still_a_schema(game: AnyGame) -> None:
    Draft202012Validator.check_schema(game_schema(game))


def test_the_server_tells_of_a_game_that_no_page_has_a_folder_for(server: str) -> None:
    schema = httpx.get(f"{server}/api/games/pebbles/schema").json()
    assert schema == game_schema(PEBBLES)
    rules = httpx.get(f"{server}/api/games/pebbles/rules").json()
    assert rules["title"] == "Pebbles"
    assert rules["sections"][1]["rules"][0]["number"] == "1.1"


@pytest.mark.parametrize("what", ["schema", "rules"])
def test_of_an_unknown_game_it_says_so(server: str, what: str) -> None:
    answer = httpx.get(f"{server}/api/games/chess/{what}")
    assert (answer.status_code, answer.json()["code"]) == (404, "unknown_game")
