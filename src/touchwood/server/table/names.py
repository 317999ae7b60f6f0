"""Names of people at a table: made fit to be shown, and told apart where they look alike."""

from collections import Counter
from collections.abc import Sequence
from typing import Final
from unicodedata import normalize

from msgspec.structs import replace

from touchwood.core.refusals import InputError
from touchwood.core.shown_text import has_nothing_to_see, skeleton, without_hidden
from touchwood.server.protocol import Badge
from touchwood.server.table.log import SeatHeld

BADGES: Final = (
    Badge("orange", "circle"),
    Badge("sky", "square"),
    Badge("green", "triangle"),
    Badge("blue", "diamond"),
    Badge("vermilion", "hexagon"),
    Badge("purple", "star"),
)
_SIGNS: Final = {"circle": "●", "square": "■", "triangle": "▲", "diamond": "◆", "hexagon": "⬢", "star": "★"}


def badge_of(seat: SeatHeld) -> Badge:
    return BADGES[seat.badge or 0]


def with_badge(seat: SeatHeld, others: Sequence[SeatHeld]) -> SeatHeld:
    """Each has a badge of its own, as long as there are enough."""
    if seat.badge is not None:
        return seat
    taken = {other.badge for other in others}
    free = (number for number in range(len(BADGES)) if number not in taken)
    return replace(seat, badge=next(free, len(others) % len(BADGES)))


def clean_name(name: str) -> str:
    """A name as it is shown: nothing hidden in it, no wide gaps. Raises `InputError` if nothing can be seen then."""
    shown = " ".join(normalize("NFC", without_hidden(name)).split())
    if has_nothing_to_see(shown):
        raise InputError("name_empty")
    return shown


def names_shown(seats: Sequence[SeatHeld]) -> tuple[str, ...]:
    """The names of all seats. Names that look alike have their seat's badge behind them: Ana ●, Αna ■."""
    skeletons = [skeleton(seat.name) for seat in seats]
    times = Counter(skeletons)
    return tuple(
        seat.name if times[looks] == 1 else f"{seat.name} {_SIGNS[badge_of(seat).shape]}"
        for seat, looks in zip(seats, skeletons, strict=True)
    )


def name_shown_at(seats: Sequence[SeatHeld], number: int, name: str) -> str:
    """The name of somebody as it is shown, once they sit in that seat."""
    seat = SeatHeld(name, badge=seats[number].badge)
    return names_shown((*seats[:number], seat, *seats[number + 1 :]))[number]
