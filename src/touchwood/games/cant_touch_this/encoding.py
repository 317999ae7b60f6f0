"""A view of Can't Touch This as a row of numbers: nothing is hidden, so it is what the kernel's `encode` writes."""

from typing import Any

from touchwood.core.encoding import LARGEST, Encoder, Slice
from touchwood.games.cant_touch_this import kernel
from touchwood.games.cant_touch_this.cards import SYMBOL_OF, deck
from touchwood.games.cant_touch_this.options import Options, size
from touchwood.games.cant_touch_this.packing import KERNEL, know, tables
from touchwood.games.cant_touch_this.state import Phase, clips_in_all
from touchwood.games.cant_touch_this.view import View

_PHASES = " · ".join(f"{number} {phase.value}" for number, phase in enumerate(Phase))
_SYMBOLS = " · ".join(f"{number} {letter}" for number, letter in enumerate(SYMBOL_OF))


def slices(options: Options, seats: int) -> list[Slice]:
    columns, rows = size(options)
    cells, last = columns * rows, seats - 1
    match = [
        Slice("seats", 1, seats, seats, "players"),
        Slice("phase", 1, 0, len(Phase) - 1, _PHASES),
        Slice("card", 1, -1, len(deck(options.edition)) - 1, "its number in the deck; -1: not of the deck"),
        Slice("side", 1, -1, 1, "which side lies up; -1: not of the deck"),
        Slice("defender", 1, -1, last, "-1: not named yet, or alone"),
        Slice("bid", 1, 0, kernel.HIGHEST_BID, "the standing one"),
        Slice("first", 1, -1, last, "who goes first and pays; -1: the bidding is not over"),
        Slice("placed", 1, 0, clips_in_all(options), "clips on the card"),
        Slice("unshuffled", 1, 0, kernel.MOST_CELLS, "cells of a random card that have still to fall"),
        Slice("edition", 1, 1, 2, "of the rules"),
        Slice("columns", 1, columns, columns, "of the card"),
        Slice("rows", 1, rows, rows, "of the card"),
        Slice("clips", 1, 0, clips_in_all(options), "of both players"),
        Slice("free gems", 1, 0, 1, "gems count from the second on"),
        Slice("named defender", 1, -1, last, "by the options; -1: by chance"),
        Slice("kind of card", 1, 0, 3, "0 given · 1 of the deck · 2 random · 3 of the deck, as it lies"),
    ]
    players = [
        Slice(
            f"player {step}",
            kernel.PLAYER_COLUMNS,
            -LARGEST,
            LARGEST,
            "captured: plain points · poops · gems · bombs · stars · wilds; then two zeros",
        )
        for step in range(seats)
    ]
    card = Slice("cells", cells, 0, 2 * kernel.COVERED - 1, f"row by row: {_SYMBOLS}; {kernel.COVERED} more: covered")
    return [*match, *players, card]


def encode(seen: View, parts: tuple[Any, ...] = ()) -> list[int]:
    assert isinstance(seen.viewer, int), "a spectator learns nothing"
    numbers = [0] * KERNEL.most_seen
    return numbers[: kernel.encode(list(tables(seen.options, len(seen.players))), know(seen), seen.viewer, numbers)]


ENCODER: Encoder[Options, View] = Encoder(slices=slices, encode=encode)
