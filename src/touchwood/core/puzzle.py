"""Puzzles: a position, somebody to choose, and the choices that keep the win against perfect play.

A game that can be solved may bring some along (`Game.puzzles`), by level and one for each day. Nothing is reckoned when
one is asked for: what keeps the win was found by the solver when the puzzles were made.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from touchwood.core.seats import Seat
from touchwood.core.values import Value

__all__ = ["DAY", "Puzzle", "PuzzleBook"]

DAY: Final = "day"
"""Of the names of puzzles of a day: `day-2026-11-17`."""
FIRST_DAY: Final = date(2026, 1, 1)
LONGEST_NUMBER: Final = 9


class Puzzle(Value, frozen=True):
    level: str
    options: Any
    state: Any
    seat: Seat
    """Who is to choose, and wins by perfect play."""
    keeps: tuple[Any, ...]
    """The choices after which that is still so."""


@dataclass(frozen=True)
class PuzzleBook:
    counts: Mapping[str, int]
    """How many there are of each level, easiest first."""
    days: int
    """How many there are for days; then they come again."""
    find: Callable[[str, int], Puzzle]
    """By its level or `DAY`, and its number, counted from 0."""
    opponent: str
    """The bot that plays perfectly."""

    def named(self, name: str) -> Puzzle | None:
        """`hard-17`, counted from 1, or `day-2026-11-17`; None: there is none of that name."""
        kind, _, which = name.partition("-")
        if kind == DAY:
            day = _day_number(which)
            return None if day is None else self.find(DAY, day % self.days)
        number = int(which) if which.isascii() and which.isdecimal() and len(which) < LONGEST_NUMBER else 0
        return self.find(kind, number - 1) if 1 <= number <= self.counts.get(kind, 0) else None


def _day_number(written: str) -> int | None:
    try:
        return (date.fromisoformat(written) - FIRST_DAY).days if len(written) == len("2026-01-01") else None
    except ValueError:
        return None
