"""A card and its clips as the solver sees them: symbols as numbers, clips numbered by shape.

Clips that cover the same cells (a corner from two edges, a short line from either end) are one
to the search and are named apart again in its answers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

Edge: TypeAlias = Literal["N", "E", "S", "W"]
Clip: TypeAlias = tuple[Edge, int, int]
"""Edge, line (column for N and S, row for E and W), depth: N3x2 is ("N", 3, 2)."""

EDGES: tuple[Edge, ...] = ("N", "E", "S", "W")
LETTERS = "12PSGB*W"
DEEPEST = 4
MOST_CELLS = 64


@dataclass(frozen=True)
class Shape:
    """Everything about clips that depends on the size of the card only."""

    rows: int
    columns: int
    names: tuple[tuple[Clip, ...], ...]
    """Per number: the clips that cover these cells, in the order N E S W."""
    cells: tuple[tuple[int, ...], ...]
    number: dict[Clip, int]
    conflicts: tuple[int, ...]
    """Per number: the clips that share a cell with it, itself included, as bits."""


def cells_of(clip: Clip, rows: int, columns: int) -> tuple[int, ...]:
    """Cells a clip covers, numbered along the rows from the top left, from its edge inwards."""
    edge, line, depth = clip
    if edge == "N":
        return tuple(step * columns + line for step in range(depth))
    if edge == "S":
        return tuple((rows - 1 - step) * columns + line for step in range(depth))
    if edge == "W":
        return tuple(line * columns + step for step in range(depth))
    return tuple(line * columns + columns - 1 - step for step in range(depth))


@lru_cache(maxsize=64)
def shape_of(rows: int, columns: int) -> Shape:
    names: dict[frozenset[int], list[Clip]] = {}
    for edge in EDGES:
        lines, length = (columns, rows) if edge in "NS" else (rows, columns)
        for line in range(lines):
            for depth in range(1, min(DEEPEST, length) + 1):
                clip = (edge, line, depth)
                names.setdefault(frozenset(cells_of(clip, rows, columns)), []).append(clip)
    covers = list(names)
    return Shape(
        rows=rows,
        columns=columns,
        names=tuple(tuple(clips) for clips in names.values()),
        cells=tuple(cells_of(clips[0], rows, columns) for clips in names.values()),
        number={clip: i for i, clips in enumerate(names.values()) for clip in clips},
        conflicts=tuple(sum(1 << other for other, cover in enumerate(covers) if cover & mine) for mine in covers),
    )


def symbols_of(grid: Sequence[str], edition: int) -> tuple[int, ...]:
    """Symbols of a card, row by row. ValueError says what is wrong with it."""
    if edition not in (1, 2):
        raise ValueError(f"there is no edition {edition}")
    if not grid or not grid[0] or len(grid) * len(grid[0]) > MOST_CELLS:
        raise ValueError(f"a card has from 1 to {MOST_CELLS} cells")
    symbols = []
    for row, line in enumerate(grid):
        if len(line) != len(grid[0]):
            raise ValueError(f"row {row}: {len(line)} symbols, but {len(grid[0])} in row 0")
        for column, letter in enumerate(line):
            symbol = LETTERS.find(letter)
            if symbol < 0 or (letter == "W" and edition == 1):
                raise ValueError(f"row {row}, column {column}: no symbol {letter!r} in edition {edition}")
            symbols.append(symbol)
    return tuple(symbols)
