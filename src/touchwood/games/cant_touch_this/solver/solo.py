"""The exact solo optimum of any position, with a placement that reaches it."""

from collections.abc import Sequence
from dataclasses import dataclass

from touchwood.games.cant_touch_this.solver.card import Clip
from touchwood.games.cant_touch_this.solver.engine import Engine, linked
from touchwood.games.cant_touch_this.solver.kernel_prices import (
    BOXES,
    COUNTED,
    MOST_PAIRS,
    Solo,
)
from touchwood.games.cant_touch_this.solver.kernel_score import BOMB, GEM, POOP, STAR, WILD, bonus, is_forbidden
from touchwood.games.cant_touch_this.solver.kernel_solo import SOLO_FRAME
from touchwood.games.cant_touch_this.solver.table import Holding, Table, lay, shape_memory, sort_clips, split_words

MOST_CLIPS = 16
COUNTED_SYMBOLS = (POOP, GEM, BOMB, STAR, WILD)


@dataclass(frozen=True)
class SoloAnswer:
    optimum: int
    placement: tuple[Clip, ...]
    """Clips that reach the optimum: those already placed, then the others in the order N E S W."""


def solve_solo(
    grid: Sequence[str],
    *,
    edition: int,
    placed: Sequence[Clip] = (),
    clips: int = 6,
    gems_from_second: bool = False,
    engine: Engine | None = None,
) -> SoloAnswer:
    """The best total with `clips` clips in all, when each must be placed while one can be."""
    if not 1 <= clips <= MOST_CLIPS:
        raise ValueError(f"a solo game has from 1 to {MOST_CLIPS} clips")
    if len(placed) > clips:
        raise ValueError(f"there are only {clips} clips")
    engine = engine or linked()
    table = lay(grid, edition, gems_from_second, placed)
    held = table.holding(placed)
    to_place = clips - len(placed)
    if to_place == 0:
        return SoloAnswer(held.points, tuple(placed))
    if to_place == 1:
        return _with_one_more(table, held, tuple(placed))

    ints = engine.ints
    shape = table.shape
    count = len(shape.cells)
    cells, conflicts = shape_memory(engine, shape)
    covered = {cell for clip in placed for cell in shape.cells[shape.number[clip]]}
    symbols = ints(len(table.symbols))
    cell_free = ints(len(table.symbols))
    room = ints(COUNTED)
    for cell, symbol in enumerate(table.symbols):
        symbols[cell] = symbol
        if cell not in covered:
            cell_free[cell] = 1
            if symbol in COUNTED_SYMBOLS:
                room[COUNTED_SYMBOLS.index(symbol)] += 1
    for kind in range(COUNTED):
        room[kind] = min(room[kind], 4 * to_place)
    width = COUNTED + len(table.symbols)
    solo = Solo(
        edition=edition,
        free_gems=int(gems_from_second),
        clips=count,
        to_place=to_place,
        plain=ints(count),
        counts=ints(count),
        cells=cells,
        conflicts=conflicts,
        range_from=ints(COUNTED),
        range_to=ints(COUNTED),
        prices=ints(BOXES * width),
        ceilings=ints(BOXES),
        trial=ints(width),
        slope=ints(width),
        offers=ints(3 * MOST_PAIRS),
        wanted=ints(4 * MOST_PAIRS),
        bought=ints(COUNTED),
        worths=ints(count),
        chosen=ints(to_place),
        best=ints(2 + to_place),
        order=ints(count),
        sums=ints(count + 1 + to_place),
        rises=ints(count + 1 + to_place),
        stack=ints(SOLO_FRAME * to_place),
        nodes=ints(1),
    )
    engine.call(
        "find_best_placement",
        solo,
        symbols,
        split_words(table.uncovered),
        held.counts,
        held.plain,
        room,
        cell_free,
    )
    found = (shape.names[solo.best[2 + at]][0] for at in range(solo.best[1]))
    return SoloAnswer(int(solo.best[0]), (*placed, *sort_clips(found)))


def _with_one_more(table: Table, held: Holding, placed: tuple[Clip, ...]) -> SoloAnswer:
    """Every clip is tried. A bot that looks ahead asks this hundreds of times for one choice: with the search that
    larger questions need, and without a compiler, that took nine seconds."""
    totals = [
        (held.plain + plain + bonus(table.edition, table.free_gems, held.counts + counts), number)
        for number, (plain, counts) in enumerate(table.readings)
        if table.uncovered >> number & 1 and not is_forbidden(table.edition, counts)
    ]
    if not totals:
        return SoloAnswer(held.points, placed)
    best, number = max(totals, key=lambda total: total[0])
    return SoloAnswer(best, (*placed, table.shape.names[number][0]))
