"""Looking back at a finished match: what each choice cost, and what would have been better.

A game that can judge choices gives a `Reviewer`. Costs are exact where a solver stands behind them, otherwise they come
with a margin; the review says which.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

from touchwood.core.seats import Seat
from touchwood.core.values import Value

__all__ = ["ChoicesMade", "Judgement", "Review", "Reviewer"]


ChoicesMade: TypeAlias = Sequence[tuple[int, Any, Seat, Any]]
"""For every choice of a seat its place in the record, the state before it, the seat and the action."""


class Judgement(Value, frozen=True):
    """One choice, judged by what its seat could know then."""

    entry: int
    """The choice's place in the record."""
    seat: Seat
    action: str
    """As the codec writes it."""
    cost: int
    """Points lost against the best choice; 0 for a best one."""
    best: tuple[str, ...]
    """The best choices, as the codec writes them."""
    margin: int | None = None
    """Half the width of the 95% interval of the cost, in points; None: exact."""
    is_turning_point: bool = False
    """The choice after which a won match was no longer won."""


class Review(Value, frozen=True):
    """A match, judged choice by choice."""

    judgements: tuple[Judgement, ...]
    facts: dict[str, int | str] = msgspec.field(default_factory=dict)
    """What else this game has to say: a solo score, the best possible, a rating."""


class Reviewer(Protocol):
    """Judges the choices of a match.

    `made` is the match as it went. States are at hand because the match is over and all is open.
    """

    def review(self, made: ChoicesMade, final: Any) -> Review: ...
