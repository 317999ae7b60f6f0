"""RULES.md is whole: every rule names functions that exist and tests that exist, and no test or refusal is without one.

A rule is a bullet with its number; below it `— functions` and one `· test` a line.
"""

import re
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import pytest

from touchwood.games import tag

RULES = Path(tag.__file__).with_name("RULES.md").read_text(encoding="utf-8")
RULE = re.compile(r"^- (\d+\.\d+) (.*?)(?=^- \d|^## |\Z)", re.M | re.S)
BLOCKS = dict(RULE.findall(RULES))
TESTS = {
    name
    for file in Path(__file__).parent.glob("test_*.py")
    for name in re.findall(r"^def (test_\d+_\d+_\w+)", file.read_text(encoding="utf-8"), re.M)
}


def named_functions(block: str) -> list[str]:
    return [name for line in re.findall(r"^  — (.*)$", block, re.M) for name in re.findall(r"`([\w.]+)`", line)]


def named_tests(block: str) -> list[str]:
    return re.findall(r"^  · `(test_\w+)`$", block, re.M)


def find(dotted: str) -> object:
    """`rules.turn.draw` below the package; modules first, then attributes."""
    found: object = tag
    path = tag.__name__
    for part in dotted.split("."):
        path += f".{part}"
        if not hasattr(found, part):
            import_module(path)
        found = getattr(found, part)
    return found


def test_the_rules_are_numbered_without_gaps():
    numbers = [tuple(map(int, rule.split("."))) for rule in BLOCKS]
    assert len(numbers) > 60
    for (section, rule), (next_section, next_rule) in pairwise(numbers):
        assert (next_section, next_rule) in ((section, rule + 1), (section + 1, 1))
    assert len(RULE.findall(RULES)) == len(BLOCKS)


@pytest.mark.parametrize("rule", BLOCKS)
def test_every_rule_has_a_function_and_a_test(rule):
    functions, tests = named_functions(BLOCKS[rule]), named_tests(BLOCKS[rule])
    assert functions, f"rule {rule} names no function"
    assert tests, f"rule {rule} names no test"
    for function in functions:
        assert find(function) is not None
    for test in tests:
        assert test in TESTS
        assert test.startswith(f"test_{rule.replace('.', '_')}_")


def test_every_numbered_test_stands_in_the_rules():
    assert {test for block in BLOCKS.values() for test in named_tests(block)} == TESTS


def test_every_refusal_names_a_rule_that_exists():
    sources = Path(tag.__file__).parent.joinpath("rules", "legality.py").read_text(encoding="utf-8")
    named = re.findall(r'\("(\w+)", "(\d+\.\d+)"', sources)
    assert len(named) >= 19
    for _code, rule in named:
        assert rule in BLOCKS


def test_every_option_stands_in_the_rules():
    for option in tag.Options.__struct_fields__:
        assert f"`{option}`" in RULES
