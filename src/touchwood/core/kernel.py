"""The contract of a compiled twin.

A kernel plays the same game as the rules on rows of small numbers, fast: for searches, mass play and learning. It is
never the authority. `touchwood.testing.lockstep` walks both side by side, draws included, and a twin that differs
anywhere turns it red; where a kernel does not cover the options everything runs on the rules, with the same results.

A position is a row, one int16 a column; the game's `kernel.py` draws a picture of it. A row says all there is to say,
options included, but for long tables that many rows share (`tables`). Positions side by side are an array of rows.

What is compiled are plain module-level functions; `linking.py` links them by name. A game's modules define these, over
`tables`, a `row` and memory that the caller lends::

    waiting(tables, row)                    whom the match waits for: seats as bits (1 << seat), or CHANCE, or OVER
    may_act(tables, row)                    seats that may act though nobody waits for them, as bits
    legal(tables, row, seat, choices)       writes the numbers of the legal choices in rising order; gives how many
    apply(tables, row, seat, choice)        the row moves on; the choice is legal (as `Game.act`)
    chance(tables, row, weights)            what can fall: writes a weight for each outcome and gives how many; below 0:
                                            so many, all alike, and nothing is written
    fall(tables, row, outcome)              the row moves on; a shuffle falls pick by pick, as `chance.draw` draws it
    points(tables, row, seat)               as they stand
    share(tables, row, seat)                of the win, once over
    sample(tables, row, rng)                in a row of what a seat knows (`know`) deals what is hidden
    encode(tables, row, seat, seen)         writes what the seat may know, for learning; gives how many numbers

and, where a search is lent them::

    policy(tables, row, seat, rng)          a sensible quick choice, by what the seat may know
    value(tables, row, seat)                its share of the win, as it is reckoned: 1 for all seats together; once over
                                            it is the share, or for a loser 0 and less, by how clearly it lost
    has_luck(tables, row)                   whether chance may still fall before the end
    stage(tables, row)                      a number that rises where the game is best valued, between its rounds

A choice is a number: an action's own (`Codec.numbered`), and after those the parts of composite actions
(`choices.py`). A composite action is built in the row, part by part: between two parts the row waits for the same seat,
and with the last one it moves on.
"""

from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final, Generic, TypeAlias, TypeVar

__all__ = ["CHANCE", "NOBODY", "OVER", "AnyKernel", "Kernel", "Numbers"]

O = TypeVar("O")  # noqa: E741  # options, state, view
S = TypeVar("S")
V = TypeVar("V")

CHANCE: Final = -1
OVER: Final = -2
NOBODY: Final = -1
"""In a column that names a seat."""

Numbers: TypeAlias = MutableSequence[int]
"""A row of whole numbers: an array of numpy's where it is compiled, a list where it is interpreted."""


@dataclass(frozen=True, kw_only=True)
class Kernel(Generic[O, S, V]):
    """One game's twin, not linked yet: where its functions are, and how states and views become rows."""

    modules: tuple[ModuleType, ...]
    covers: Callable[[O, int, int], bool]
    """Whether rows tell all about a match under these options, with so many players and this version of the rules."""
    columns: Callable[[O, int], int]
    pack: Callable[[S], Sequence[int]]
    """A state as a row."""
    know: Callable[[V], Sequence[int]]
    """A seat's view as a row, for `sample`: what is hidden is not dealt yet. Made once a decision."""
    most_choices: int
    """At once: how long `choices` must be."""
    most_outcomes: int
    """Of a weighted choice: how long `weights` must be."""
    most_seen: int
    """How long `seen` must be."""
    tables: Callable[[O, int], Sequence[int]] = lambda options, seats: ()
    parts_of: Callable[[Any], tuple[int, tuple[Any, ...]]] | None = None
    """A composite action taken apart: which of the game's builders makes it, and of which parts. For the tests."""


AnyKernel: TypeAlias = Kernel[Any, Any, Any]
