"""Hints for a screen that knows nothing of a game but its contract.

Types say what a value is made of, not what it means: a seat is an integer, and so is a count of cards. A game says the
rest beside the type, with `Annotated`, and the hint travels in the game's JSON Schema:

    players: BySeat[SeenPlayer]                              one for each seat, in the order of the seats
    out: Annotated[tuple[int, ...], counted_by(KINDS)]       how many of each kind
    grid: Annotated[tuple[str, ...], grid_of(WORD_OF)]       a board; which word of the catalogue a letter stands for
    finger: Annotated[int, with_words({0: "empty_space"})]   a number, but for some that mean something else
    previews: Annotated[tuple[Preview, ...], NOT_SHOWN]      for a screen of the game's own, or for its bots

`Seat` carries its own hint. All of it is optional: what has no hint is shown as what it is, with its name.
docs/general-screen.md shows what becomes of each.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, TypeAlias, TypeVar

from msgspec import Meta

__all__ = ["NOT_SHOWN", "ON_DEMAND", "BySeat", "counted_by", "grid_of", "with_words"]

T = TypeVar("T")

BySeat: TypeAlias = Annotated[tuple[T, ...], Meta(extra_json_schema={"x-by": "seat"})]
"""One for each seat: shown with the player it belongs to."""

NOT_SHOWN: Final = Meta(extra_json_schema={"x-shown": "not"})
"""Left out: it repeats what is shown elsewhere, or is made for machines."""

ON_DEMAND: Final = Meta(extra_json_schema={"x-shown": "on_demand"})
"""Shown folded, to be opened by who wants to know."""


def counted_by(names: Sequence[str]) -> Meta:
    """How many of each, in the order of these words of the catalogue."""
    return Meta(extra_json_schema={"x-by": [str(name) for name in names]})


def with_words(words: Mapping[int, str]) -> Meta:
    """A number; these of them have a word of the catalogue."""
    return Meta(extra_json_schema={"x-words": {str(number): word for number, word in words.items()}})


def grid_of(words: Mapping[str, str]) -> Meta:
    """A board, a string a row, a letter a cell; each letter has a word of the catalogue."""
    return Meta(extra_json_schema={"x-shown": "grid", "x-words": {letter: str(word) for letter, word in words.items()}})
