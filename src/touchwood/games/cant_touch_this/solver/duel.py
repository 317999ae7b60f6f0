"""The exact duel: value of any position with all its best moves.

Values are before any bid penalty. Positions need not come from play in turn: players alternate
from `to_move` on, and one who has no clip left is passed over.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from touchwood.games.cant_touch_this.solver.card import Clip
from touchwood.games.cant_touch_this.solver.engine import Engine, linked
from touchwood.games.cant_touch_this.solver.kernel_duel import FRAME, FRAMES, ILLEGAL, NOT_BEST
from touchwood.games.cant_touch_this.solver.kernel_states import LEVELS, Duel
from touchwood.games.cant_touch_this.solver.table import lay, shape_memory, sort_clips, split_words

Side: TypeAlias = Literal["first", "second"]

MEMO_SLOTS = 1 << 16


@dataclass(frozen=True)
class DuelAnswer:
    value: int
    """First player's score less the second's when both play perfectly on from here."""
    best_moves: tuple[Clip, ...]
    """Every move that keeps the value, in the order N E S W, line, depth. None at the end."""
    nodes: int
    """Positions searched, the last two clips not counted."""


def solve_duel(
    grid: Sequence[str],
    *,
    edition: int,
    first: Sequence[Clip] = (),
    second: Sequence[Clip] = (),
    to_move: Side = "first",
    clips_each: int = 3,
    gems_from_second: bool = False,
    look_ahead: int | None = None,
    engine: Engine | None = None,
) -> DuelAnswer:
    """Value and all best moves. With `look_ahead`, as if the game ended after so many clips."""
    position = _Position(
        engine or linked(), grid, edition, first, second, to_move, clips_each, gems_from_second, look_ahead
    )
    values, nodes = position.rate(rate_all=False)
    if not values:
        return DuelAnswer(position.margin, (), nodes)
    best = max(values.values()) if to_move == "first" else min(values.values())
    return DuelAnswer(best, sort_clips(clip for clip, value in values.items() if value == best), nodes)


def move_values(
    grid: Sequence[str],
    *,
    edition: int,
    first: Sequence[Clip] = (),
    second: Sequence[Clip] = (),
    to_move: Side = "first",
    clips_each: int = 3,
    gems_from_second: bool = False,
    look_ahead: int | None = None,
    engine: Engine | None = None,
) -> dict[Clip, int]:
    """Exact value of the position after each legal move, in the order N E S W, line, depth."""
    position = _Position(
        engine or linked(), grid, edition, first, second, to_move, clips_each, gems_from_second, look_ahead
    )
    values, _ = position.rate(rate_all=True)
    return {clip: values[clip] for clip in sort_clips(values)}


class _Position:
    """One position, ready to be rated."""

    def __init__(
        self,
        engine: Engine,
        grid: Sequence[str],
        edition: int,
        first: Sequence[Clip],
        second: Sequence[Clip],
        to_move: Side,
        clips_each: int,
        gems_from_second: bool,
        look_ahead: int | None,
    ) -> None:
        if not 1 <= clips_each <= 3:
            raise ValueError("a player has one to three clips")
        if max(len(first), len(second)) > clips_each:
            raise ValueError(f"a player has only {clips_each} clip(s)")
        self.engine = engine
        self.table = lay(grid, edition, gems_from_second, [*first, *second])
        self.sign = 1 if to_move == "first" else -1
        my_clips, their_clips = (first, second) if to_move == "first" else (second, first)
        self.mine, self.theirs = self.table.holding(my_clips), self.table.holding(their_clips)
        self.margin = self.sign * (self.mine.points - self.theirs.points)
        self.my_left, self.their_left = clips_each - len(my_clips), clips_each - len(their_clips)
        if self.my_left == 0 < self.their_left:
            raise ValueError(f"{to_move} has no clip left to move")
        if look_ahead is not None:
            if look_ahead < 1:
                raise ValueError("a look ahead goes at least one clip far")
            self.my_left = min(self.my_left, (look_ahead + 1) // 2)
            self.their_left = min(self.their_left, look_ahead // 2)

    def rate(self, *, rate_all: bool) -> tuple[dict[Clip, int], int]:
        """Values for the first player of the best (or all) moves, and positions searched."""
        if self.my_left == 0:
            return {}, 0
        shape = self.table.shape
        clips = len(shape.cells)
        cells, conflicts = shape_memory(self.engine, shape)
        ints = self.engine.ints
        # Room for every state there can be: of a player with one, two or three clips left those
        # reached by none, one or two more, any clip twice. Most are never touched, so cost nothing.
        states = 1 + sum(
            (0, 1, 1 + clips, 1 + clips + clips * (clips + 1) // 2)[left]
            for left in (max(self.my_left, 1), max(self.their_left, 1))
        )
        symbols = ints(len(self.table.symbols))
        for cell, symbol in enumerate(self.table.symbols):
            symbols[cell] = symbol
        refutations = ints(FRAMES)
        for depth in range(FRAMES):
            refutations[depth] = -1
        duel = Duel(
            edition=self.table.edition,
            free_gems=self.table.free_gems,
            clips=clips,
            plain=ints(clips),
            counts=ints(clips),
            conflicts=conflicts,
            slots=ints(1 << (2 * states).bit_length()),
            known=ints(1),
            keys=ints(states),
            ready=ints(states),
            tops=ints(states),
            gains=ints(states * clips),
            after=ints(states * clips),
            levels=ints(states * LEVELS * 3),
            memo_keys=ints(MEMO_SLOTS),
            memo_bounds=ints(MEMO_SLOTS),
            refutations=refutations,
            stack=ints(FRAME * FRAMES),
            nodes=ints(1),
        )
        values = ints(clips)
        self.engine.call(
            "rate_clips",
            duel,
            symbols,
            cells,
            split_words(self.table.uncovered),
            self.mine.counts,
            self.theirs.counts,
            self.my_left,
            self.their_left,
            int(rate_all),
            values,
        )
        rated = {
            name: self.margin + self.sign * int(values[number])
            for number, names in enumerate(shape.names)
            if values[number] not in (ILLEGAL, NOT_BEST)
            for name in names
        }
        return rated, int(duel.nodes[0])
