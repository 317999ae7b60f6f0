"""The rules on the page: every rule of RULES.md is told in one of their sections, so a refusal leads to its paragraph.

A section says which numbers it covers (`rules/outline.json`, beside its texts); a number stands for all below it.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from touchwood.core.rulebook import read_rulebook
from touchwood.games.discovery import find_game

ROOT = Path(__file__).parent.parent
GAMES = sorted(folder.parent.name for folder in (ROOT / "web/src/games").glob("*/rules"))
IN_CODE = re.compile(r"""Refusal\(\s*"\w+",\s*"(\d+(?:\.\d+)*)\"""")


def read(game: str, file: str) -> Any:
    return json.loads((ROOT / f"web/src/games/{game}/rules/{file}.json").read_text(encoding="utf-8"))


def covered(game: str) -> set[str]:
    return {number for section in read(game, "outline").values() for number in section["covers"]}


def is_within(number: str, covers: str) -> bool:
    return number == covers or number.startswith(f"{covers}.")


def numbers(game: str) -> list[str]:
    book = read_rulebook(find_game(game).words, game)
    return [rule.number for section in book.sections for rule in section.rules if rule.number is not None]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_section_that_tells_it_and_no_section_names_a_rule_there_is_not(game: str) -> None:
    rules, covers = numbers(game), covered(game)
    assert len(rules) > 25
    assert [rule for rule in rules if not any(is_within(rule, each) for each in covers)] == []
    assert [each for each in sorted(covers) if not any(is_within(rule, each) for rule in rules)] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_leads_to_a_section(game: str) -> None:
    folder = ROOT / "src/touchwood/games" / game
    named = {rule for file in folder.rglob("*.py") for rule in IN_CODE.findall(file.read_text(encoding="utf-8"))}
    assert named, "no refusal was found"
    assert named <= set(numbers(game))
    assert all(any(is_within(rule, each) for each in covered(game)) for rule in named)


@pytest.mark.parametrize("game", GAMES)
def test_every_phase_opens_at_one_section(game: str) -> None:
    outline = read(game, "outline")
    moments = [moment for section in outline.values() for moment in section.get("moments", [])]
    assert len(moments) == len(set(moments))
    phases = find_game(game).view_type.__annotations__["phase"]
    assert {phase.value for phase in phases} <= set(moments)


@pytest.mark.parametrize("game", GAMES)
def test_sections_are_the_same_in_every_language_and_the_options_they_name_exist(game: str) -> None:
    languages = [file.stem for file in (ROOT / f"web/src/games/{game}/rules").glob("*.json") if file.stem != "outline"]
    assert {"en", "ja"} <= set(languages)
    options = {*find_game(game).options_type.__struct_fields__, "players"}
    shapes = {}
    for language in languages:
        sections = read(game, language)["sections"]
        assert {section["id"] for section in sections} == set(read(game, "outline"))
        parts = [part for section in sections for part in (section, *section["text"]) if isinstance(part, dict)]
        conditions = [{**part.get("when", {}), **part.get("unless", {})} for part in parts]
        assert {name for condition in conditions for name in condition} <= options
        slots = [re.findall(r"\{(\w+)\}", json.dumps(section, ensure_ascii=False)) for section in sections]
        assert {name for each in slots for name in each} <= options
        shapes[language] = [
            (section["id"], section.get("picture"), len(section["text"]), section.get("when"), sorted(each))
            for section, each in zip(sections, slots, strict=True)
        ]
    assert all(shape == shapes["en"] for shape in shapes.values())
