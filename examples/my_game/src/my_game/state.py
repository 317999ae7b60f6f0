"""The whole truth of a match. The bag is what is in it: no pebble is drawn before somebody reaches for it."""

from enum import StrEnum

from my_game.options import Options
from touchwood.core.seats import Seat
from touchwood.core.values import Value


class Colour(StrEnum):
    WHITE = "white"
    BLACK = "black"


COLOURS = tuple(Colour)


class Phase(StrEnum):
    CHOOSE = "choose"
    """The player whose turn it is reaches or stops."""
    DRAW = "draw"
    """A hand is in the bag; chance gives the pebble."""
    OVER = "over"


class Hand(Value, frozen=True):
    white: int = 0
    black: int = 0
    has_stopped: bool = False

    @property
    def size(self) -> int:
        return self.white + self.black


class State(Value, frozen=True):
    options: Options
    phase: Phase
    turn: Seat
    white: int
    """Left in the bag."""
    black: int
    hands: tuple[Hand, ...]
