"""RULES.md as players read it."""

import re
from importlib.resources import files

import pytest

from touchwood.core.game import AnyGame
from touchwood.core.rulebook import Rule, Rulebook, Section, parse_rulebook, read_rulebook
from touchwood.games.discovery import all_games
from touchwood.testing.toys.pebbles import GAME as PEBBLES

WRITTEN = """# The rules of Stones, version 1

Take stones until none
are left.

<!-- Every rule names
its test. -->

## 1 Material

- 1.1 There are `stones` stones, marked `*`.
  Each is **worth** one.
  — `rules.initial`,
  `rules.more`
  · `test_1_1_stones`
- 1.2 Nothing else.

| stone | worth |
| --- | --- |
| red | 2 |

## 2 The end
- 2.1 The last stone wins.
"""


def test_sections_and_rules_without_what_is_for_programmers() -> None:
    assert parse_rulebook(WRITTEN, "Stones") == Rulebook(
        "Stones",
        (
            Section("", (Rule(None, "Take stones until none are left."),)),
            Section(
                "1 Material",
                (
                    Rule("1.1", "There are stones stones, marked *. Each is worth one."),
                    Rule("1.2", "Nothing else."),
                    Rule(None, "stone · worth"),
                    Rule(None, "red · 2"),
                ),
            ),
            Section("2 The end", (Rule("2.1", "The last stone wins."),)),
        ),
    )


def test_a_numbered_list_has_sections_too() -> None:
    (section,) = parse_rulebook("1. **Laying**\n   - 1.1 Lay\n     stones.\n", "Stones").sections
    assert section == Section("1 Laying", (Rule("1.1", "Lay stones."),))


def test_a_game_without_rules_has_an_empty_book() -> None:
    assert read_rulebook(files("touchwood.core") / "words", "Stones") == Rulebook("Stones", ())


@pytest.mark.parametrize("game", [*all_games(), PEBBLES], ids=lambda game: game.name)
def test_every_rule_of_a_game_is_in_its_book(game: AnyGame) -> None:
    book = read_rulebook(game.words, game.title)
    rules = [rule for section in book.sections for rule in section.rules]
    written = game.words.joinpath("..", "RULES.md").read_text(encoding="utf-8")
    assert [rule.number for rule in rules if rule.number] == re.findall(r"^ *- (\d+\.\d+) ", written, re.MULTILINE)
    assert not [rule for rule in rules if "test_" in rule.text or "`" in rule.text]
