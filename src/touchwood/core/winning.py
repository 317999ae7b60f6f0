"""How a win is shared."""

from collections.abc import Collection
from fractions import Fraction

from touchwood.core.seats import Seat, all_seats

__all__ = ["shares_of"]


def shares_of(winners: Collection[Seat], seats: int) -> tuple[Fraction, ...]:
    """Each seat's share of the win, alike for all who have won: what `Game.returns` gives in most games."""
    share = Fraction(1, len(winners))
    return tuple(share if seat in winners else Fraction(0) for seat in all_seats(seats))
