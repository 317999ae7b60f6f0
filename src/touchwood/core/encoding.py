"""What a seat knows as a row of whole numbers of one fixed length, for learning.

A game's `Encoder` makes the row from a view and nothing else, so it can tell no more than the view does. The same
numbers come from the game's compiled twin (`encode` in `kernel.py`); the suite holds the two together.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from touchwood.core.values import Value

__all__ = ["LARGEST", "AnyEncoder", "Encoder", "Slice", "length_of"]

O = TypeVar("O")  # noqa: E741  # the options of the game, its view
V = TypeVar("V")

LARGEST = 32_767
"""Every number fits into 16 bits: a million rows are to fit into memory."""


class Slice(Value, frozen=True):
    """A stretch of the row: numbers of one meaning."""

    name: str
    size: int
    low: int
    high: int
    """What each of its numbers is at least and at most."""
    meaning: str


@dataclass(frozen=True, kw_only=True)
class Encoder(Generic[O, V]):
    """How views of one game become rows."""

    slices: Callable[[O, int], Sequence[Slice]]
    """What the row is made of, from its start to its end: options, number of seats."""
    encode: Callable[[V, tuple[Any, ...]], Sequence[int]]
    """A seat's view, and the parts of the composite action it is building, if it is. Seats are counted from the
    viewer, who is 0."""


AnyEncoder: TypeAlias = Encoder[Any, Any]


def length_of(slices: Sequence[Slice]) -> int:
    return sum(each.size for each in slices)
