"""Cards: grids of symbols, as text and as values.

A card as text is a row a line, top row first, one letter a symbol:

    1112B*
    SBPBBB
    PS**S1

Rows and columns are counted from 0 at the top left, here and in every message. What clips do to a card is in
`rules/clips.py`, what symbols are worth in `rules/scoring.py`.
"""

from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

from touchwood.core.refusals import InputError
from touchwood.core.values import Value, from_json

Edition: TypeAlias = Literal[1, 2]
Grid: TypeAlias = tuple[str, ...]
"""Rows of letters, all of one length."""

SHORTEST_SIDE = 3
MOST_CELLS = 64
DECK_COLUMNS, DECK_ROWS = 6, 8


class Symbol(StrEnum):
    ONE = "one"
    TWO = "two"
    POOP = "poop"
    SWIRL = "swirl"
    GEM = "gem"
    BOMB = "bomb"
    STAR = "star"
    WILD = "wild"


SYMBOL_OF = dict(zip("12PSGB*W", Symbol, strict=True))
LETTER_OF = {symbol: letter for letter, symbol in SYMBOL_OF.items()}


def letters(edition: Edition) -> str:
    """1.1: the wild is the second edition's alone."""
    return "12PSGB*" if edition == 1 else "12PSGB*W"


# -- Grids ----------------------------------------------------------------------------------------------------------
def parse_grid(lines: Sequence[str], edition: Edition) -> Grid:
    """1.2: the card these lines draw; an `InputError` names the row and column where they do not."""
    if not lines:
        raise InputError("card_empty")
    grid = tuple(lines)
    columns = len(grid[0])
    for row, line in enumerate(grid):
        for column, letter in enumerate(line):
            if letter not in letters(edition):
                known = tuple(letters(edition))
                raise InputError("card_letter", row=row, column=column, letter=letter, edition=edition, known=known)
        if len(line) != columns:
            column = min(len(line), columns)
            raise InputError("card_ragged", row=row, column=column, symbols=len(line), columns=columns)
    if (error := why_not_size(columns, len(grid))) is not None:
        raise error
    return grid


def why_not_size(columns: int, rows: int) -> InputError | None:
    """1.2: at least 3 by 3, at most 64 cells."""
    if min(columns, rows) < SHORTEST_SIDE:
        return InputError("card_too_small", columns=columns, rows=rows, shortest=SHORTEST_SIDE)
    if columns * rows > MOST_CELLS:
        # The first cell, row by row, that is one too many.
        row, column = divmod(MOST_CELLS, columns)
        return InputError("card_too_big", columns=columns, rows=rows, most=MOST_CELLS, row=row, column=column)
    return None


# -- The mix and the shuffle ----------------------------------------------------------------------------------------
DECK_MIX: dict[Edition, str] = {
    1: "1" * 7 + "2" * 5 + "P" * 5 + "S" * 7 + "G" * 6 + "B" * 12 + "*" * 6,
    2: "1" * 9 + "2" * 2 + "P" * 4 + "S" * 11 + "G" * 6 + "B" * 10 + "*" * 3 + "W" * 3,
}
"""1.3: the symbols of a card of the deck, in the order of the letters."""


def scaled_mix(edition: Edition, cells: int) -> str:
    """1.3: the deck's mix for a card of another size: in proportion, what is left over to the largest remainders."""
    mix = DECK_MIX[edition]
    shares = [(letter, divmod(mix.count(letter) * cells, len(mix))) for letter in letters(edition)]
    missing = cells - sum(whole for _, (whole, _) in shares)
    rounded_up = sorted(shares, key=lambda share: -share[1][1])[:missing]
    return "".join(letter * (share[0] + ((letter, share) in rounded_up)) for letter, share in shares)


def shuffled_grid(mix: str, order: Sequence[int], columns: int) -> Grid:
    """1.4: the symbols of the mix in this order, row by row."""
    symbols = "".join(mix[place] for place in order)
    return tuple(symbols[start : start + columns] for start in range(0, len(symbols), columns))


# -- The deck -------------------------------------------------------------------------------------------------------
class Card(Value, frozen=True):
    """A card of the deck, with its two sides."""

    sides: tuple[Grid, Grid]


class Deck(Value, frozen=True):
    """The published deck as shipped; `make_deck.py` makes the file."""

    seed: int
    first_edition: tuple[Card, ...]
    second_edition: tuple[Card, ...]


@cache
def deck(edition: Edition) -> tuple[Card, ...]:
    whole: Deck = from_json((files(__package__) / "deck.json").read_bytes(), Deck)
    return whole.first_edition if edition == 1 else whole.second_edition


@cache
def printed_sides(edition: Edition) -> frozenset[Grid]:
    """All sides of the edition's deck, whichever way they come to a table."""
    return frozenset(side for card in deck(edition) for side in card.sides)
