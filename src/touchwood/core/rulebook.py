"""A game's RULES.md, read for people: sections with their numbered rules, without what each rule names for programmers.

# The rules of TAG, version 1        a heading for whoever opens the file; readers are given the game's own title
<!-- ... -->                         a word to programmers
## 4 Gool                            a section; `4. **Gool**` is one too
- 4.2 Whoever is tagged is asked.    a rule; its text goes on in the lines below
  — `rules.it.ask`                   functions and tests: not for players
  · `test_4_2_...`
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from touchwood.core.values import Value

_TITLE: Final = re.compile(r"# .+")
_COMMENT: Final = re.compile(r"<!--.*?-->", re.S)
_SECTION: Final = re.compile(r"## (.+)|(\d+)\. \*\*(.+)\*\*")
_RULE: Final = re.compile(r"\s*- (\d+(?:\.\d+)+) (.+)")
_NOT_FOR_PLAYERS: Final = re.compile(r"\s+[—·] ")
_MARKS: Final = re.compile(r"`([^`]*)`|\*\*([^*]+)\*\*")
_TABLE_LINE: Final = re.compile(r"[|\s:-]+")


class Rule(Value, frozen=True):
    number: str | None
    """None: a paragraph without one."""
    text: str


class Section(Value, frozen=True):
    title: str
    rules: tuple[Rule, ...]


class Rulebook(Value, frozen=True):
    title: str
    sections: tuple[Section, ...]
    """The first one has no title if there is text before the first heading."""


def read_rulebook(words: Traversable, title: str) -> Rulebook:
    """The RULES.md beside a folder of catalogues; empty, with this title, if there is none."""
    return _read(str(words.joinpath("..", "RULES.md")), title)


@cache
def _read(path: str, title: str) -> Rulebook:
    try:
        return parse_rulebook(Path(path).read_text(encoding="utf-8"), title)
    except OSError:
        return Rulebook(title, ())


def parse_rulebook(text: str, title: str) -> Rulebook:
    lines = _COMMENT.sub("", text).splitlines()
    if lines and _TITLE.fullmatch(lines[0]):
        lines = lines[1:]
    begins = [number for number, line in enumerate(lines) if _SECTION.fullmatch(line)]
    pieces = [lines[: begins[0] if begins else None]]
    pieces += [lines[begin:end] for begin, end in zip(begins, [*begins[1:], None], strict=True)]
    sections = [_section(piece) for piece in pieces]
    return Rulebook(title, tuple(section for section in sections if section.rules))


def _section(lines: Sequence[str]) -> Section:
    heading = _SECTION.fullmatch(lines[0]) if lines else None
    if heading is None:
        return Section("", tuple(_rules(lines)))
    return Section(heading[1] or f"{heading[2]} {heading[3]}", tuple(_rules(lines[1:])))


def _rules(lines: Sequence[str]) -> Iterator[Rule]:
    """A rule goes on until the next one, an empty line, or what it names for programmers."""
    number: str | None = None
    text: list[str] = []
    is_skipping = False
    for line in (*lines, ""):
        begun = _RULE.fullmatch(line)
        is_aside = _NOT_FOR_PLAYERS.match(line) is not None
        if text and (begun or is_aside or not line.strip() or line.startswith("|")):
            yield Rule(number, _plain(text))
            number, text = None, []
        if begun:
            number, text, is_skipping = begun[1], [begun[2]], False
        elif is_aside:
            is_skipping = True
        elif not line.strip():
            is_skipping = False
        elif not is_skipping and not _TABLE_LINE.fullmatch(line):
            text.append(" · ".join(cell.strip() for cell in line.strip("| ").split("|")))


def _plain(lines: Sequence[str]) -> str:
    return _MARKS.sub(lambda marked: marked[1] or marked[2], " ".join(line.strip() for line in lines))
