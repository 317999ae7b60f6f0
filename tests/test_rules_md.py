"""Every game's RULES.md is whole: a rule names functions and tests that exist, no test or refusal is without one.

A rule is a bullet with its number; below it `— functions` and one `· test` a line. Tests named after a rule lie in
the folder of tests with the game's name.
"""

import re
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

import pytest

from touchwood.core.discovery import find_game, game_names

RULE = re.compile(r"^- (\d+\.\d+) (.*?)(?=^- \d|^## |\Z)", re.M | re.S)


class Rulebook:
    """A game's RULES.md, its sources and its tests, as text."""

    def __init__(self, game: str) -> None:
        self.package = f"touchwood.games.{game}"
        self.folder = Path(str(import_module(self.package).__file__)).parent
        self.text = (self.folder / "RULES.md").read_text(encoding="utf-8")
        self.rules: dict[str, str] = dict(RULE.findall(self.text))
        self.sources = [file.read_text(encoding="utf-8") for file in self.folder.rglob("*.py")]
        tests = [file.read_text(encoding="utf-8") for file in (Path(__file__).parent / game).glob("test_*.py")]
        self.tests = {name for text in tests for name in re.findall(r"^def (test_\d+_\d+_\w+)", text, re.M)}

    def find(self, dotted: str) -> object:
        """`rules.turn.draw` below the package. Modules go first: a package may have a function of a module's name."""
        found: object = import_module(self.package)
        path = self.package
        for part in dotted.split("."):
            path += f".{part}"
            found = import_module(path) if find_spec_or_none(path) else getattr(found, part)
        return found


def find_spec_or_none(path: str) -> object:
    try:
        return find_spec(path)
    except ModuleNotFoundError:  # its parent is no package
        return None


BOOKS = {game: Rulebook(game) for game in game_names()}
EVERY_RULE = [(game, rule) for game, book in BOOKS.items() for rule in book.rules]
every_game = pytest.mark.parametrize("game", BOOKS)


def named_functions(block: str) -> list[str]:
    return [name for line in re.findall(r"^  — (.*)$", block, re.M) for name in re.findall(r"`([\w.]+)`", line)]


def named_tests(block: str) -> list[str]:
    return re.findall(r"^  · `(test_\w+)`$", block, re.M)


@every_game
def test_the_rules_are_numbered_without_gaps(game: str) -> None:
    numbers = [(int(section), int(rule)) for section, rule in (number.split(".") for number in BOOKS[game].rules)]
    assert len(numbers) > 20
    for (section, rule), following in pairwise(numbers):
        assert following in ((section, rule + 1), (section + 1, 1))
    assert len(RULE.findall(BOOKS[game].text)) == len(BOOKS[game].rules)


@pytest.mark.parametrize(("game", "rule"), EVERY_RULE)
def test_every_rule_has_a_function_and_a_test(game: str, rule: str) -> None:
    book = BOOKS[game]
    functions, tests = named_functions(book.rules[rule]), named_tests(book.rules[rule])
    assert functions, f"rule {rule} names no function"
    assert tests, f"rule {rule} names no test"
    for function in functions:
        assert book.find(function) is not None
    for test in tests:
        assert test in book.tests
        assert test.startswith(f"test_{rule.replace('.', '_')}_")


@every_game
def test_every_test_of_a_rule_stands_in_the_rules(game: str) -> None:
    assert {test for block in BOOKS[game].rules.values() for test in named_tests(block)} == BOOKS[game].tests


@every_game
def test_every_refusal_names_a_rule_that_exists(game: str) -> None:
    named = [rule for text in BOOKS[game].sources for _, rule in re.findall(r'\("(\w+)", "(\d+\.\d+)"', text)]
    assert named
    assert set(named) <= set(BOOKS[game].rules)


@every_game
def test_every_rule_a_source_names_exists(game: str) -> None:
    """In docstrings and comments a rule stands as `6.2:` or `(6.2)`."""
    named = {
        rule for text in BOOKS[game].sources for rule in re.findall(r'(?:"""|# |\()([1-9]\d*\.[1-9]\d*)(?=[:,)])', text)
    }
    assert named
    assert named <= set(BOOKS[game].rules)


@every_game
def test_every_option_stands_in_the_rules(game: str) -> None:
    for option in find_game(game).options_type.__struct_fields__:
        assert f"`{option}`" in BOOKS[game].text
