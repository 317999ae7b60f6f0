"""What a group may choose before a match (RULES.md 1.2, 2.5, 3.2)."""

from typing import Annotated

from msgspec import Meta

from touchwood.core.refusals import InputError
from touchwood.core.values import Value


class Options(Value, frozen=True):
    white: Annotated[int, Meta(ge=0, le=30)] = 12
    black: Annotated[int, Meta(ge=0, le=30)] = 6
    room: Annotated[int, Meta(ge=1, le=9)] = 5
    """Pebbles a hand has room for."""
    spoils: Annotated[int, Meta(ge=1, le=9)] = 3
    """So many black pebbles spoil a hand."""


def why_not_options(options: Options, seats: int) -> InputError | None:
    """1.3: a pebble a player at least."""
    pebbles = options.white + options.black
    return None if pebbles >= seats else InputError("too_few_pebbles", pebbles=pebbles, players=seats)
