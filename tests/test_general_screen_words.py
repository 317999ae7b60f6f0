"""Our own games have words for all that the page shows of them by their types: no code, no English elsewhere.

A game of others may lack some: its names are then made readable, its actions written as its codec does. That none is
for what a game has not is for the conformance suite to say (`touchwood.testing.general_screen`).
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

import pytest

from touchwood.core.words import languages, load_catalogue
from touchwood.games.discovery import find_game, game_names
from touchwood.server.schema import game_schema
from touchwood.testing.general_screen import phases_of

SCREENS = Path(__file__).parents[1] / "web" / "src" / "games"
every_game = pytest.mark.parametrize("game", game_names())
TOLD_ELSEWHERE = {"viewer", "version", "options", "phase", "asked"}
EACH_AT_ITS_SEAT = "players"
ONE_LETTER = 2
"""Names this short are signs, not words."""


class Shown:
    """What of a game's view is shown: the names of fields, and the words that stand for values."""

    def __init__(self, name: str) -> None:
        schema = game_schema(find_game(name))
        self.parts: Mapping[str, Any] = schema["$defs"]
        self.fields: set[str] = set()
        self.values: set[str] = set()
        self.seen: set[str] = set()
        for field, kind in self.parts["View"]["properties"].items():
            if field not in TOLD_ELSEWHERE:
                self.walk("" if field == EACH_AT_ITS_SEAT else field, kind)

    def walk(self, field: str, schema: Mapping[str, Any]) -> None:
        if schema.get("x-shown") == "not":
            return
        self.fields |= {field} if field else set()
        self.values |= {*schema.get("enum", ())} - {None} | {*schema.get("x-words", {}).values()}
        self.values |= {*by} if isinstance(by := schema.get("x-by"), list) else set()
        for inner in (*schema.get("anyOf", ()), *([schema["items"]] if schema.get("items") else [])):
            self.walk("", inner)
        for place, inner in enumerate(schema.get("prefixItems", ())):
            self.walk(schema["x-fields"][place] if "x-fields" in schema else "", inner)
        for name, inner in schema.get("properties", {}).items():
            if name != "type":
                self.walk(name, inner)
        reference = schema.get("$ref", "").rpartition("/")[2]
        if reference and reference not in self.seen:
            self.seen.add(reference)
            self.walk("", self.parts[reference])


def sections(game: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The catalogue of the first language; all have the same keys, as the conformance suite says."""
    yield from load_catalogue(find_game(game).words, "en").items()


@every_game
def test_every_field_and_value_of_a_view_has_its_word(game: str) -> None:
    words, shown = dict(sections(game)), Shown(game)
    assert shown.fields - {*words["fields"]} == set()
    assert {value for value in shown.values if len(value) > ONE_LETTER} - {*words["words"]} == set()


@every_game
def test_every_action_phase_and_builder_has_its_sentence(game: str) -> None:
    words, found = dict(sections(game)), find_game(game)
    kinds = {kind.__name__ for kind in get_args(found.action_type)}
    assert kinds - {*words["actions"]} == set()
    # What is built stands under its builder's name.
    in_lists = found.codec.numbered(found.options_type(), found.player_counts[-1])
    numbered = {type(action).__name__ for action in in_lists}
    assert (kinds & numbered) | {builder.name for builder in found.builders} <= {*words["kinds"]}
    assert {*(phases_of(found) or ())} - {*words.get("phases", ())} == set()


# -- Options ----------------------------------------------------------------------------------------------------------


def options_asked_for(game: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Each option with its schema, also those within another."""
    parts = game_schema(find_game(game))["$defs"]

    def inside(schema: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        for name, option in schema["properties"].items():
            yield name, option
            if "$ref" in option:
                yield from inside(parts[option["$ref"].rpartition("/")[2]])

    yield from inside(parts["Options"])


def said_on_the_page(game: str, language: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Labels and words of a game: its own, and those of its screen if it has one."""
    own, screen = load_catalogue(find_game(game).words, language), SCREENS / game / "words" / f"{language}.json"
    drawn = json.loads(screen.read_text(encoding="utf-8")) if screen.exists() else {}
    return own.get("labels", {}) | drawn.get("labels", {}), own.get("words", {}) | drawn.get("words", {})


@pytest.mark.parametrize(
    ("game", "language"), [(game, language) for game in game_names() for language in languages(find_game(game).words)]
)
def test_every_option_and_value_has_its_name_in_every_language(game: str, language: str) -> None:
    """As web/src/parts/option-names.ts looks for them."""
    labels, words = said_on_the_page(game, language)
    options = list(options_asked_for(game))
    assert [name for name, _ in options if f"option.{name}" not in labels and name not in words] == []
    values = [
        (f"option_value.{name}.{value}", f"option_value.{value}")
        for name, schema in options
        for part in (schema, *schema.get("anyOf", ()))
        for value in part.get("enum", ())
        if isinstance(value, str)
    ]
    assert [names for names in values if not {*names} & {*labels}] == []
