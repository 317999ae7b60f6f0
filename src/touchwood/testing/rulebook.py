"""A game's RULES.md is whole: each rule names functions and tests that exist, and no test, refusal or option lacks one.

A rule is a list item with its number. Its text may go on over lines; below it stand the functions
that do it and the tests that prove it:

    - 2.4 Only its owner sees a pebble. The others see how many are in each hand.
      — `rules.draw_pebble`, `view.view`
      · `test_2_4_only_the_owner_sees_a_pebble`

Functions are named from the game's package on, as many as it takes. A test has a line of its own, is named after its
rule, and lies in a file `test_*.py` of the game's folder of tests. Numbers have no gaps: 2.4 is followed by 2.5 or 3.1.
An option stands in some rule in backticks. Other text may stand anywhere.

The sources name the rules they follow. A comment or a docstring begins with the number (`2.4:`), or has it in brackets
wherever it stands (`(2.4)`); a refusal has it after its code (`Refusal("not_your_turn", "2.2")`).

    from touchwood.testing import check_rulebook

    def test_every_rule_has_its_function_and_its_test():
        check_rulebook("my_game", Path(__file__).parent)
"""

import ast
import re
import tokenize
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from io import StringIO
from itertools import pairwise
from pathlib import Path
from typing import Any

from touchwood.testing.nonconformance import Nonconformance, Place

CHECK = "rulebook"

_RULE = re.compile(r"^- (\d+\.\d+) (.*?)(?=^- \d|^## |\Z)", re.M | re.S)
_FUNCTIONS = re.compile(r"^  — (.*)$", re.M)
_TEST = re.compile(r"^  · `(test_\w+)`$", re.M)
_TEST_OF_A_RULE = re.compile(r"^def (test_\d+_\d+_\w+)", re.M)
_RULE_OF_A_REFUSAL = re.compile(r'\("\w+", "(\d+\.\d+)"')
_RULE_IN_A_COMMENT = re.compile(r"(?:\A\s*|# |\()([1-9]\d*\.[1-9]\d*)(?=[:,)])")


@dataclass(frozen=True)
class Rulebook:
    """The RULES.md of a game's package, with its sources and the names of its tests."""

    package: str
    text: str
    sources: Mapping[str, str]
    """The text of each file, by its path within the package."""
    tests: frozenset[str]
    """Those named after a rule."""

    @classmethod
    def read(cls, package: str, tests_folder: Path) -> "Rulebook":
        folder = Path(str(import_module(package).__file__)).parent
        test_files = [file.read_text(encoding="utf-8") for file in tests_folder.rglob("test_*.py")]
        return cls(
            package,
            text=(folder / "RULES.md").read_text(encoding="utf-8"),
            sources={
                file.relative_to(folder).as_posix(): file.read_text(encoding="utf-8")
                for file in sorted(folder.rglob("*.py"))
            },
            tests=frozenset(name for text in test_files for name in _TEST_OF_A_RULE.findall(text)),
        )

    @cached_property
    def rules(self) -> Mapping[str, str]:
        """Each rule by its number: its text, functions and tests as they are written."""
        return dict(_RULE.findall(self.text))

    def has(self, dotted: str) -> bool:
        """Whether there is `rules.turn.draw` below the package."""
        found, path = import_module(self.package), self.package
        for part in dotted.split("."):
            path += f".{part}"
            # Modules go first: a package may have a function of a module's name.
            inner: Any = import_module(path) if _is_module(path) else getattr(found, part, None)
            if inner is None:
                return False
            found = inner
        return True

    def fail(self, subject: str, rule: str, where: str = "RULES.md", **facts: Any) -> None:
        raise Nonconformance(CHECK, subject, rule, Place(self.package, where), **facts)


def _is_module(path: str) -> bool:
    try:
        return find_spec(path) is not None
    except ModuleNotFoundError:  # its parent is no package
        return False


def check_rulebook(package: str, tests_folder: Path) -> None:
    """Raises `Nonconformance` for the first thing that is missing."""
    __tracebackhide__ = True
    try:
        check_book(Rulebook.read(package, tests_folder))
    except Nonconformance as breach:
        raise breach.with_traceback(None) from None


def check_book(book: Rulebook) -> None:
    check_numbers(book)
    for number in book.rules:
        check_rule(book, number)
    check_tests(book)
    check_named_rules(book)
    check_options(book)


def check_numbers(book: Rulebook) -> None:
    written = [number for number, _ in _RULE.findall(book.text)]
    if not written:
        book.fail("rules", "there are rules, written as `- 1.1 ...`")
    numbers = [tuple(map(int, number.split("."))) for number in written]
    for (section, rule), following in pairwise(numbers):
        if following not in ((section, rule + 1), (section + 1, 1)):
            facts = {"after": f"{section}.{rule}", "comes": ".".join(map(str, following))}
            book.fail("numbers", "rules are numbered without gaps, each number once", **facts)


def check_rule(book: Rulebook, number: str) -> None:
    block, where = book.rules[number], f"RULES.md, rule {number}"
    functions = [name for line in _FUNCTIONS.findall(block) for name in re.findall(r"`([\w.]+)`", line)]
    tests = _TEST.findall(block)
    if not functions or (missing := [name for name in functions if not book.has(name)]):
        rule = "a rule names the functions that do it: a line `  — `name`, `name`` below it"
        book.fail("functions", rule, where, missing=missing if functions else "all")
    if not tests or (missing := [name for name in tests if name not in book.tests]):
        rule = "a rule names the tests that prove it: lines `  · `test_...`` below it"
        book.fail("tests", rule, where, missing=missing if tests else "all")
    prefix = f"test_{number.replace('.', '_')}_"
    if strange := [name for name in tests if not name.startswith(prefix)]:
        book.fail("tests", "a test is named after its rule", where, strange=strange, expected=prefix)


def check_tests(book: Rulebook) -> None:
    named = {test for block in book.rules.values() for test in _TEST.findall(block)}
    if unnamed := sorted(book.tests - named):
        book.fail("tests", "every test of a rule stands below its rule", unnamed=unnamed)


def check_named_rules(book: Rulebook) -> None:
    """Refusals name the rule they come from, comments and docstrings the one they are about."""
    forms = {
        "refusals": (rules_of_refusals, 'after their code: `Refusal("not_your_turn", "2.2")`'),
        "comments": (rules_in_comments, "and docstrings: `2.2:` at the beginning of one, or `(2.2)` anywhere in it"),
    }
    for subject, (named_in, form) in forms.items():
        named = [(number, f"{file}, line {line}") for file in book.sources for number, line in named_in(book, file)]
        if not named:
            book.fail(subject, f"the sources name rules in their {subject}, {form}")
        if unknown := [f"{number} ({where})" for number, where in named if number not in book.rules]:
            book.fail(subject, f"a rule that {subject} name stands in RULES.md", unknown=unknown)


def rules_of_refusals(book: Rulebook, file: str) -> Iterator[tuple[str, int]]:
    """The numbers of rules with the lines they stand in."""
    text = book.sources[file]
    for found in _RULE_OF_A_REFUSAL.finditer(text):
        yield found[1], text.count("\n", 0, found.start(1)) + 1


def rules_in_comments(book: Rulebook, file: str) -> Iterator[tuple[str, int]]:
    """A number in the code itself is no rule: `max(2.7, odds)`."""
    for text, first_line in sorted(told_beside_the_code(book.sources[file]), key=lambda told: told[1]):
        for found in _RULE_IN_A_COMMENT.finditer(text):
            yield found[1], first_line + text.count("\n", 0, found.start(1))


def told_beside_the_code(source: str) -> Iterator[tuple[str, int]]:
    """Each comment and docstring with the line it begins in; one of a field is a docstring too."""
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string, token.start[0]
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield text, node.lineno


def check_options(book: Rulebook) -> None:
    options = import_module(book.package).GAME.options_type.__struct_fields__
    if missing := [option for option in options if f"`{option}`" not in book.text]:
        book.fail("options", "every option stands in the rules, in backticks", missing=missing)
