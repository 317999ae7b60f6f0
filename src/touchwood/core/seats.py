"""Who sits at a table and who looks on."""

from enum import Enum
from typing import Annotated, Final, NewType, TypeAlias

from msgspec import Meta

__all__ = ["SPECTATOR", "Seat", "Spectator", "Viewer", "all_seats", "clockwise_from"]

Seat = NewType("Seat", Annotated[int, Meta(extra_json_schema={"x-shown": "seat"})])
"""A place at the table, counted from 0 clockwise. Its JSON Schema says that it is one (`core/shown.py`)."""


class Spectator(Enum):
    """Somebody who looks on. There is one kind, and it sees least."""

    SPECTATOR = "spectator"

    # Viewers are looked up at every move; an enum's own hash is worked out anew each time.
    __hash__ = object.__hash__


SPECTATOR: Final = Spectator.SPECTATOR

Viewer: TypeAlias = Seat | Spectator


def all_seats(count: int) -> tuple[Seat, ...]:
    return tuple(Seat(number) for number in range(count))


def clockwise_from(first: Seat, count: int) -> tuple[Seat, ...]:
    """All seats once, clockwise, the given one first."""
    return tuple(Seat((first + step) % count) for step in range(count))
