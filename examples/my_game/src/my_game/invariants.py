"""What holds in every match, for the tests: no pebble is lost, and every match ends."""

from collections.abc import Mapping

from my_game.options import Options
from my_game.state import State


def pieces(state: State) -> Mapping[str, int]:
    """Every pebble, in the bag or in a hand."""
    return {
        "white": state.white + sum(hand.white for hand in state.hands),
        "black": state.black + sum(hand.black for hand in state.hands),
    }


def longest(options: Options, seats: int) -> int:
    """Each pebble is a choice and a draw, and each player stops once."""
    return 2 * (options.white + options.black) + seats
