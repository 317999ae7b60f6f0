"""What happens, as the players notice it. A pebble is told twice: to its owner with the colour, to others without."""

from typing import TypeAlias

from my_game.state import Colour
from touchwood.core.events import AddressedEvent
from touchwood.core.seats import Seat
from touchwood.core.values import Tagged


class PebbleDrawn(Tagged, frozen=True):
    seat: Seat
    colour: Colour | None = None


class Stopped(Tagged, frozen=True):
    seat: Seat


class GameEnded(Tagged, frozen=True):
    points: tuple[int, ...]
    winners: tuple[Seat, ...]


Event: TypeAlias = PebbleDrawn | Stopped | GameEnded

AddressedEvents: TypeAlias = tuple[AddressedEvent[Event], ...]
"""The events of one step, in the order they happen."""
