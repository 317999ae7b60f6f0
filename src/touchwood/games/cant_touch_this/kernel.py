"""The solver's own counting as a twin of the rules, so that a test can walk the two in step.

The solver never plays a match; it knows clips as numbers, which of them are still free as bits, and what a player has
captured as packed counts. This puts those tables behind the contract of a kernel: what they say is legal and what they
count must be what the rules say, after every choice of a match. Bidding, which the tables do not know, is carried
along in plain numbers.

The tables are filled by the very sources the compiled solver is made of, run uncompiled: inside compiled code nobody
can look. That the compiled search agrees too is another test, move by move over what it returns.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this.actions import Action, KeepSide, Pass, PlaceClip, Raise, TurnCard
from touchwood.games.cant_touch_this.cards import Edition, Grid, deck
from touchwood.games.cant_touch_this.clips import Clip, all_clips
from touchwood.games.cant_touch_this.legality import HIGHEST_BID
from touchwood.games.cant_touch_this.solver.card import Shape, shape_of, symbols_of
from touchwood.games.cant_touch_this.solver.engine import Engine, link
from touchwood.games.cant_touch_this.state import Phase, State, clips_in_all


class Packed(NamedTuple):
    edition: Edition
    free_gems: int
    """1: the first gem does not count."""
    clips: int
    """In all."""
    seats: int
    phase: Phase
    card: int | None
    side: int | None
    grid: Grid
    defender: Seat | None
    bid: int
    first: Seat | None
    placed: int
    free: int
    """Clips that touch no placed one, as bits by the solver's numbers."""
    plain: tuple[int, ...]
    """By seat: points that are worth the same in any company."""
    counts: tuple[int, ...]
    """By seat: what is counted over all clips, packed as the solver packs it."""


class ClipTable(NamedTuple):
    """What every clip of one card brings, by the solver's numbers."""

    plain: Sequence[int]
    counts: Sequence[int]
    allowed: int
    """Clips that bombs do not forbid, as bits."""


class SolverKernel:
    """Plays on the solver's tables. `engine` is an uncompiled one, perhaps bent."""

    def __init__(self, engine: Engine | None = None) -> None:
        self._engine = engine or link(compiled=False)
        self._table = cache(self._make_table)

    # -- The contract of a kernel -----------------------------------------------------------------------------------
    def pack(self, state: State) -> Packed:
        options = state.options
        packed = Packed(
            edition=options.edition,
            free_gems=int(options.gems_from_second),
            clips=clips_in_all(options),
            seats=state.seats,
            phase=state.phase,
            card=state.card,
            side=state.side,
            grid=state.grid,
            defender=state.defender,
            bid=state.bid,
            first=state.first,
            placed=0,
            free=_all_free(state.grid),
            plain=(0,) * state.seats,
            counts=(0,) * state.seats,
        )
        for placed in state.placed:
            packed = self._with_clip(packed, placed.seat, placed.clip)
        return packed

    def legal_actions(self, packed: Packed) -> list[Action]:
        match packed.phase:
            case Phase.CHOOSE_SIDE:
                return [KeepSide(), TurnCard()]
            case Phase.BID:
                return [Raise(), Pass()] if packed.bid < HIGHEST_BID else [Pass()]
            case Phase.CLIP:
                return [PlaceClip(clip) for clip in self._legal_clips(packed)]
            case _:
                return []

    def apply(self, packed: Packed, seat: Seat, action: Action) -> Packed:
        match action:
            case KeepSide():
                return self._begin(packed)
            case TurnCard():
                assert packed.card is not None
                assert packed.side is not None
                side = 1 - packed.side
                return self._begin(packed._replace(side=side, grid=deck(packed.edition)[packed.card].sides[side]))
            case Raise():
                return packed._replace(bid=packed.bid + 1)
            case Pass():
                return self._go_on(packed._replace(first=Seat(1 - seat)))
            case PlaceClip(clip):
                return self._go_on(self._with_clip(packed, seat, clip))

    def points(self, packed: Packed) -> tuple[int, ...]:
        return tuple(
            plain
            + int(self._engine.call("bonus", packed.edition, packed.free_gems, counts))
            - (packed.bid if seat == packed.first else 0)
            for seat, (plain, counts) in enumerate(zip(packed.plain, packed.counts, strict=True))
        )

    # -- On the tables ----------------------------------------------------------------------------------------------
    def _begin(self, packed: Packed) -> Packed:
        return packed._replace(phase=Phase.BID) if packed.seats == 2 else self._go_on(packed)

    def _go_on(self, packed: Packed) -> Packed:
        is_over = packed.placed == packed.clips or not self._legal_clips(packed)
        return packed._replace(phase=Phase.OVER if is_over else Phase.CLIP)

    def _legal_clips(self, packed: Packed) -> list[Clip]:
        number = _shape(packed.grid).number
        legal = packed.free & self._table(packed.grid, packed.edition).allowed
        return [clip for clip in all_clips(len(packed.grid[0]), len(packed.grid)) if legal >> number[clip] & 1]

    def _with_clip(self, packed: Packed, seat: Seat, clip: Clip) -> Packed:
        shape, table = _shape(packed.grid), self._table(packed.grid, packed.edition)
        number = shape.number[clip]
        return packed._replace(
            placed=packed.placed + 1,
            free=packed.free & ~shape.conflicts[number],
            plain=_added(packed.plain, seat, int(table.plain[number])),
            counts=_added(packed.counts, seat, int(table.counts[number])),
        )

    def _make_table(self, grid: Grid, edition: Edition) -> ClipTable:
        """Read by the engine's own function, from memory of the engine's own kind."""
        engine, shape = self._engine, _shape(grid)
        symbols = engine.ints(len(grid) * len(grid[0]))
        for cell, symbol in enumerate(symbols_of(grid, edition)):
            symbols[cell] = symbol
        clips = len(shape.cells)
        cells = engine.ints(4 * clips)
        for clip, covered in enumerate(shape.cells):
            for step in range(4):
                cells[4 * clip + step] = covered[step] if step < len(covered) else -1
        plain, counts = engine.ints(clips), engine.ints(clips)
        engine.call("read_clips", edition, symbols, cells, clips, plain, counts)
        allowed = sum(1 << clip for clip in range(clips) if not engine.call("is_forbidden", edition, int(counts[clip])))
        return ClipTable(plain, counts, allowed)


def _shape(grid: Grid) -> Shape:
    return shape_of(len(grid), len(grid[0]))


def _all_free(grid: Grid) -> int:
    return (1 << len(_shape(grid).cells)) - 1 if grid else 0


def _added(amounts: tuple[int, ...], seat: Seat, more: int) -> tuple[int, ...]:
    return tuple(amount + more if owner == seat else amount for owner, amount in enumerate(amounts))
