"""Looking back at a finished match: what each choice cost, and what would have been better.

A game that can judge choices gives a `Reviewer`. Costs are exact where a solver stands behind them, otherwise they come
with a margin; the review says which.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from touchwood.core.seats import Seat
from touchwood.core.values import Value

__all__ = ["Because", "ChoicesMade", "Judgement", "Review", "Reviewer", "WinChance", "with_turning_points"]


ChoicesMade: TypeAlias = Sequence[tuple[int, Any, Seat, Any]]
"""For every choice of a seat its place in the record, the state before it, the seat and the action."""


class Because(Value, frozen=True):
    """What stood behind a choice, by what its seat knew: the label `because.<code>` of the game, and what fills it."""

    code: str
    facts: dict[str, int | str] = msgspec.field(default_factory=dict)


class Judgement(Value, frozen=True):
    """One choice, judged by what its seat could know then."""

    entry: int
    """The choice's place in the record."""
    seat: Seat
    action: str
    """As the codec writes it."""
    cost: int
    """Lost against the best choice, in points or in the unit that the review names; 0 for a best one, and where it is
    too close to call."""
    best: tuple[str, ...]
    """The best choices, as the codec writes them."""
    margin: int | None = None
    """Half the width of the 95% interval of the cost; None: exact."""
    is_turning_point: bool = False
    """The choice after which a won match was no longer won; where nothing is exact, one of the three that cost most."""
    because: Because | None = None
    """Of a choice that cost something."""
    is_close: bool = False
    """Something else looked better, but by so little that it is too close to call; so it costs nothing."""


TURNING_POINTS: Final = 3


def with_turning_points(judgements: Sequence[Judgement]) -> tuple[Judgement, ...]:
    """Where nothing is exact: the choices that cost most, if any did, are marked."""
    dearest = sorted([judged for judged in judgements if judged.cost > 0], key=lambda judged: -judged.cost)
    turning = {judged.entry for judged in dearest[:TURNING_POINTS]}
    return tuple([replace(judged, is_turning_point=judged.entry in turning) for judged in judgements])


class WinChance(Value, frozen=True):
    """How likely a seat was to win after a choice of its own, by what it knew then."""

    entry: int
    seat: Seat
    percent: int
    margin: int
    """Half the width of the 95% interval."""


class Review(Value, frozen=True):
    """A match, judged choice by choice."""

    judgements: tuple[Judgement, ...]
    facts: dict[str, int | str] = msgspec.field(default_factory=dict)
    """What else this game has to say: a solo score, the best possible, a rating."""
    chances: tuple[WinChance, ...] = ()
    """Of every choice, in order; empty where a game has none to tell."""
    unit: str = "points"
    """What costs are counted in: `points`, `tenths` of a point or a card, or `percent` of the win."""


class Reviewer(Protocol):
    """Judges the choices of a match.

    `made` is the match as it went. States are at hand because the match is over and all is open.
    """

    def review(self, made: ChoicesMade, final: Any) -> Review: ...
