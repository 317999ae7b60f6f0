"""A position laid out for the kernels: which clips lie, which can still be placed, in what memory."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from weakref import WeakKeyDictionary

from touchwood.games.cant_touch_this.solver.card import EDGES, Clip, Shape, shape_of, symbols_of
from touchwood.games.cant_touch_this.solver.engine import Engine
from touchwood.games.cant_touch_this.solver.kernel_bits import WORD_BITS, ClipSet
from touchwood.games.cant_touch_this.solver.kernel_score import bonus, is_forbidden, read_clips

WORD_MASK = (1 << WORD_BITS) - 1


@dataclass(frozen=True)
class Holding:
    """What one player has captured."""

    counts: int
    plain: int
    points: int


@dataclass(frozen=True)
class Table:
    """A card with clips on it."""

    edition: int
    free_gems: int
    shape: Shape
    symbols: tuple[int, ...]
    uncovered: int
    """Clips that touch no placed one, as bits. Bombs may still forbid some of them."""

    def holding(self, clips: Sequence[Clip]) -> Holding:
        counts = plain = 0
        for clip in clips:
            clip_plain, clip_counts = self.readings[self.shape.number[clip]]
            counts += clip_counts
            plain += clip_plain
        return Holding(counts, plain, plain + bonus(self.edition, self.free_gems, counts))

    @property
    def readings(self) -> tuple[tuple[int, int], ...]:
        """What each clip captures: plain points and counted symbols."""
        return _readings(self.shape.rows, self.shape.columns, self.symbols, self.edition)


@lru_cache(maxsize=64)
def _readings(rows: int, columns: int, symbols: tuple[int, ...], edition: int) -> tuple[tuple[int, int], ...]:
    # A search asks about the same card again and again.
    covers = shape_of(rows, columns).cells
    plain, counts = [0] * len(covers), [0] * len(covers)
    padded = [cell for covered in covers for cell in (*covered, *[-1] * (4 - len(covered)))]
    read_clips(edition, list(symbols), padded, len(covers), plain, counts)
    return tuple(zip(plain, counts, strict=True))


def lay(grid: Sequence[str], edition: int, gems_from_second: bool, clips: Sequence[Clip]) -> Table:
    """Put clips on a card. ValueError names the first that may not lie there."""
    symbols = symbols_of(grid, edition)
    shape = shape_of(len(grid), len(grid[0]))
    table = Table(edition, int(gems_from_second), shape, symbols, (1 << len(shape.cells)) - 1)
    uncovered = table.uncovered
    for clip in clips:
        name = f"{clip[0]}{clip[1]}x{clip[2]}"
        number = shape.number.get(clip)
        if number is None:
            raise ValueError(f"{name}: no such clip on this card")
        if not uncovered >> number & 1:
            raise ValueError(f"{name}: overlaps another clip")
        if is_forbidden(edition, table.readings[number][1]):
            raise ValueError(f"{name}: captures a bomb without a star")
        uncovered &= ~shape.conflicts[number]
    return Table(edition, int(gems_from_second), shape, symbols, uncovered)


def split_words(bits: int) -> ClipSet:
    return bits & WORD_MASK, bits >> WORD_BITS & WORD_MASK, bits >> 2 * WORD_BITS


def sort_clips(clips: Iterable[Clip]) -> tuple[Clip, ...]:
    return tuple(sorted(clips, key=lambda clip: (EDGES.index(clip[0]), clip[1], clip[2])))


_memories: WeakKeyDictionary[Engine, dict[tuple[int, int], tuple[Any, Any]]] = WeakKeyDictionary()


def shape_memory(engine: Engine, shape: Shape) -> tuple[Any, Any]:
    """Cells (four a clip, -1 for none) and conflict sets in the engine's memory, made once a shape.

    The kernels only read them.
    """
    made = _memories.setdefault(engine, {})
    size = (shape.rows, shape.columns)
    if size not in made:
        cells = engine.ints(4 * len(shape.cells))
        conflicts = engine.ints(3 * len(shape.cells))
        for number, covered in enumerate(shape.cells):
            for step in range(4):
                cells[4 * number + step] = covered[step] if step < len(covered) else -1
            for word, bits in enumerate(split_words(shape.conflicts[number])):
                conflicts[3 * number + word] = bits
        made[size] = (cells, conflicts)
    return made[size]
