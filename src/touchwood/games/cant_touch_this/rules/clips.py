"""Clips: where they go, what they cover, what they capture. Geometry only; whose they are is in `state.py`.

A clip slides in from an edge along one line and covers the cells nearest that edge. `N3x2` comes from the top (north)
down the fourth column and covers two cells:

          0  1  2  3  4  5
                   N
      0   .  .  .  #  .  .
      1   .  .  .  #  .  .
      2   .  .  .  .  .  .
"""

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import Literal, NamedTuple, TypeAlias

from touchwood.games.cant_touch_this.cards import Grid

Edge: TypeAlias = Literal["N", "E", "S", "W"]
EDGES: tuple[Edge, ...] = ("N", "E", "S", "W")
DEEPEST = 4


class Clip(NamedTuple):
    """Edge, line (a column for N and S, a row for E and W) and depth (how many cells it covers)."""

    edge: Edge
    line: int
    depth: int

    def __str__(self) -> str:
        return f"{self.edge}{self.line}x{self.depth}"


class Cell(NamedTuple):
    row: int
    column: int


def lines_at(edge: Edge, columns: int, rows: int) -> int:
    """How many lines a clip can slide along from this edge."""
    return columns if edge in ("N", "S") else rows


def deepest_at(edge: Edge, columns: int, rows: int) -> int:
    """2.2: four cells, or as many as the line has."""
    return min(DEEPEST, rows if edge in ("N", "S") else columns)


@cache
def all_clips(columns: int, rows: int) -> tuple[Clip, ...]:
    """Every clip that lies on a card of this size, by edge (N E S W), line and depth."""
    return tuple(
        Clip(edge, line, depth)
        for edge in EDGES
        for line in range(lines_at(edge, columns, rows))
        for depth in range(1, deepest_at(edge, columns, rows) + 1)
    )


@cache
def cells_of(clip: Clip, columns: int, rows: int) -> tuple[Cell, ...]:
    """2.1: the cells a clip covers, from its edge inwards."""
    edge, line, depth = clip
    steps = range(depth)
    match edge:
        case "N":
            return tuple(Cell(step, line) for step in steps)
        case "S":
            return tuple(Cell(rows - 1 - step, line) for step in steps)
        case "W":
            return tuple(Cell(line, step) for step in steps)
        case "E":
            return tuple(Cell(line, columns - 1 - step) for step in steps)


def cells_on(grid: Grid, clip: Clip) -> tuple[Cell, ...]:
    return cells_of(clip, len(grid[0]), len(grid))


def capture(grid: Grid, clip: Clip) -> str:
    """The letters of the symbols a clip captures, from its edge inwards."""
    return "".join(grid[row][column] for row, column in cells_on(grid, clip))


class ClipOnCard(NamedTuple):
    """A clip, and what there is to know of it on one card."""

    clip: Clip
    cells: int
    """The cells it covers as bits, row by row."""
    symbols: str
    """What it captures, from its edge inwards."""


@lru_cache(maxsize=256)
def clips_on(grid: Grid) -> tuple[ClipOnCard, ...]:
    """Every clip of a card, by edge (N E S W), line and depth. A match asks about one card again and again."""
    columns = len(grid[0])
    return tuple(
        ClipOnCard(clip, sum(1 << row * columns + column for row, column in cells_on(grid, clip)), capture(grid, clip))
        for clip in all_clips(columns, len(grid))
    )


@lru_cache(maxsize=256)
def on_card(grid: Grid) -> Mapping[Clip, ClipOnCard]:
    return {each.clip: each for each in clips_on(grid)}


def covered(grid: Grid, clips: Iterable[Clip]) -> frozenset[Cell]:
    return frozenset(cell for clip in clips for cell in cells_on(grid, clip))


def needs_star(symbols: str) -> bool:
    """2.4, first edition: a bomb without a star in the same clip."""
    return "B" in symbols and "*" not in symbols
