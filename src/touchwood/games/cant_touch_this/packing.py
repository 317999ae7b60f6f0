"""States and views of Can't Touch This as rows of its kernel."""

from functools import cache

from touchwood.core.kernel import NOBODY, Kernel
from touchwood.games.cant_touch_this import kernel
from touchwood.games.cant_touch_this.cards import SYMBOL_OF, Edition, Grid, deck
from touchwood.games.cant_touch_this.options import Options, is_given, mix_of, size
from touchwood.games.cant_touch_this.rules.clips import all_clips
from touchwood.games.cant_touch_this.solver import kernel_score
from touchwood.games.cant_touch_this.state import Phase, State, clips_in_all
from touchwood.games.cant_touch_this.view import View, state_of

COVERED_VERSIONS = (1,)
_PHASES = tuple(Phase)
_NUMBER_OF = {letter: number for number, letter in enumerate(SYMBOL_OF)}


def covers(options: Options, seats: int, version: int) -> bool:
    return version in COVERED_VERSIONS


def columns(options: Options, seats: int) -> int:
    return kernel.CELLS + kernel.MOST_CELLS


@cache
def _deck_cells(edition: Edition) -> tuple[int, ...]:
    cards = deck(edition)
    return (len(cards), *(number for card in cards for side in card.sides for number in _cells(side)))


def tables(options: Options, seats: int) -> tuple[int, ...]:
    return _deck_cells(options.edition)


def _cells(grid: Grid) -> list[int]:
    return [_NUMBER_OF[letter] for line in grid for letter in line]


def pack(state: State) -> list[int]:
    options = state.options
    row = [0] * columns(options, state.seats)
    row[kernel.SEATS] = state.seats
    row[kernel.PHASE] = _PHASES.index(state.phase)
    row[kernel.CARD] = NOBODY if state.card is None else state.card
    row[kernel.SIDE] = NOBODY if state.side is None else state.side
    row[kernel.DEFENDER] = NOBODY if state.defender is None else state.defender
    row[kernel.BID] = state.bid
    row[kernel.FIRST_SEAT] = NOBODY if state.first is None else state.first
    row[kernel.EDITION] = options.edition
    row[kernel.COLUMNS], row[kernel.ROWS] = size(options)
    row[kernel.CLIPS] = clips_in_all(options)
    row[kernel.FREE_GEMS] = options.gems_from_second
    row[kernel.NAMED_DEFENDER] = NOBODY if options.first == "random" else options.first
    row[kernel.KIND_OF_CARD] = _kind_of_card(options)
    cells = _cells(state.grid)
    if state.phase is Phase.CARD and options.card == "random":
        cells = _cells((mix_of(options),))
        row[kernel.UNSHUFFLED] = len(cells)
    row[kernel.CELLS : kernel.CELLS + len(cells)] = cells
    _place_clips(row, state)
    return row


def _kind_of_card(options: Options) -> int:
    if is_given(options):
        return kernel.GIVEN
    if options.card == "random":
        return kernel.RANDOM
    return kernel.AS_IT_LIES if options.side_by_chance else kernel.OF_THE_DECK


def _place_clips(row: list[int], state: State) -> None:
    if not state.placed:
        return
    numbers = {clip: number for number, clip in enumerate(all_clips(row[kernel.COLUMNS], row[kernel.ROWS]))}
    phase = row[kernel.PHASE]
    for placed in state.placed:
        kernel.place_clip(row, placed.seat, numbers[placed.clip])
    row[kernel.PHASE] = phase


def know(seen: View) -> list[int]:
    """Nothing is hidden."""
    return pack(state_of(seen))


KERNEL: Kernel[Options, State, View] = Kernel(
    modules=(kernel_score, kernel),
    covers=covers,
    columns=columns,
    tables=tables,
    pack=pack,
    know=know,
    most_choices=kernel.MOST_CHOICES,
    most_outcomes=0,
    most_seen=kernel.CELLS + kernel.MOST_CELLS,
)
