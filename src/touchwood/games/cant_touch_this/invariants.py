"""What holds in every match: no symbol and no clip is lost, and it ends in time."""

from collections.abc import Mapping

from touchwood.games.cant_touch_this.cards import LETTER_OF, Symbol
from touchwood.games.cant_touch_this.options import Options, mix_of
from touchwood.games.cant_touch_this.rules.clips import Cell, capture, covered
from touchwood.games.cant_touch_this.rules.legality import HIGHEST_BID
from touchwood.games.cant_touch_this.state import State, all_placed, clips_in_all


def pieces(state: State) -> Mapping[str, int]:
    """Symbols by kind, open on the card and captured, and clips. Before the card lies there its mix is known."""
    symbols = open_symbols(state) + captured_symbols(state) if state.grid else mix_of(state.options)
    counts = {symbol.value: symbols.count(LETTER_OF[symbol]) for symbol in Symbol}
    return counts | {"clip": clips_in_all(state.options)}


def open_symbols(state: State) -> str:
    taken = covered(state.grid, all_placed(state))
    return "".join(
        letter
        for row, line in enumerate(state.grid)
        for column, letter in enumerate(line)
        if Cell(row, column) not in taken
    )


def captured_symbols(state: State) -> str:
    return "".join(capture(state.grid, clip) for clip in all_placed(state))


def longest(options: Options, seats: int) -> int:
    """Card, side and defender by chance; the side's choice; all raises and a pass; all clips."""
    return 3 + 1 + (HIGHEST_BID + 1) + clips_in_all(options)
