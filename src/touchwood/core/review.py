"""Looking back at a finished match: what each choice cost, and what would have been better.

A game that can judge choices gives a `Reviewer`. Costs are exact where a solver stands behind them, otherwise they come
with a margin; the review says which.
"""

from collections.abc import Sequence
from math import hypot
from typing import Any, Final, Literal, Protocol, TypeAlias

import msgspec
from msgspec.structs import replace

from touchwood.core.seats import Seat
from touchwood.core.values import Value

__all__ = [
    "Because",
    "ChoicesMade",
    "Course",
    "Estimate",
    "Judgement",
    "Review",
    "Reviewer",
    "WinChance",
    "courses",
    "with_turning_points",
]


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
    """One of the three that cost most; the one that gave a won match away is always among them."""
    because: Because | None = None
    """Of a choice that cost something."""
    is_close: bool = False
    """Something else looked better, but by so little that it is too close to call; so it costs nothing."""


TURNING_POINTS: Final = 3


def with_turning_points(judgements: Sequence[Judgement], decisive: int | None = None) -> tuple[Judgement, ...]:
    """The choices that cost most, if any did, are marked; and `decisive`, the entry that gave a won match away where
    that can be known, whatever it cost."""
    told = [judged for judged in judgements if judged.cost > 0 or judged.entry == decisive]
    dearest = sorted(told, key=lambda judged: (judged.entry != decisive, -judged.cost))
    turning = {judged.entry for judged in dearest[:TURNING_POINTS]}
    return tuple([replace(judged, is_turning_point=judged.entry in turning) for judged in judgements])


class WinChance(Value, frozen=True):
    """How likely a seat was to win after a choice of its own, by what it knew then; entry 0: as it was dealt."""

    entry: int
    seat: Seat
    percent: int
    margin: int
    """Half the width of the 95% interval."""


class Estimate(Value, frozen=True):
    """What something brought or cost, with half the width of its 95% interval (0: exact)."""

    amount: int
    margin: int = 0

    @property
    def is_close(self) -> bool:
        """It may as well be nothing, or the other way round: too close to call."""
        return 0 < self.margin >= abs(self.amount)


class Course(Value, frozen=True):
    """A seat's way through a match, luck apart from skill: what the deal gave, what was made of it, and the rest."""

    seat: Seat
    began: int
    """Its chance with what it was dealt, in hundredths."""
    ended: int
    """Its share of the win."""
    even: int
    """What everybody would have had."""
    dealt: Estimate
    """What it began with beyond the even share."""
    cost: Estimate
    """What its own choices gave away, in the unit of the review."""
    rest: Estimate
    """What else moved the chance: cards, and what others gave away. Where costs are no hundredths of the win, the own
    choices are in it too."""


class Review(Value, frozen=True):
    """A match, judged choice by choice."""

    judgements: tuple[Judgement, ...]
    facts: dict[str, int | str] = msgspec.field(default_factory=dict)
    """What else this game has to say: a solo score, the best possible, a rating."""
    chances: tuple[WinChance, ...] = ()
    """Of every choice, in order; empty where a game has none to tell."""
    unit: Literal["points", "tenths", "percent"] = "points"
    """What costs are counted in: `points`, `tenths` of a point or a card, or `percent` of the win."""
    assumes: Literal["perfect", "quick", "ahead"] = "quick"
    """How all are taken to play on where chances are told: `perfect`, by `quick` moves, or by quick moves and, once
    nothing is left to chance, looking `ahead` as far as the strongest level does."""
    courses: tuple[Course, ...] = ()
    """Of every seat with chances."""


class Reviewer(Protocol):
    """Judges the choices of a match.

    `made` is the match as it went. States are at hand because the match is over and all is open.
    """

    def review(self, made: ChoicesMade, final: Any) -> Review: ...


# -- Luck apart from skill ------------------------------------------------------------------------------------------
def courses(review: Review, shares: Sequence[float]) -> tuple[Course, ...]:
    """Of every seat with chances; `shares` is how the match ended."""
    even = round(100 / len(shares))
    return tuple([_course(review, Seat(seat), share, even) for seat, share in enumerate(shares) if _of(review, seat)])


def _course(review: Review, seat: Seat, share: float, even: int) -> Course:
    is_percent, first = review.unit == "percent", _of(review, seat)[0]
    own = [judged for judged in review.judgements if judged.seat == seat and judged.cost > 0]
    # The first chance is told after a choice; what that one cost, it had before.
    began = first.percent + sum([judged.cost for judged in own if is_percent and judged.entry == first.entry])
    # Margins of other units say how much an estimate may be off, not by how much luck has it off.
    margin = hypot(*[judged.margin or 0 for judged in own]) if is_percent else 0.0
    cost, ended = sum([judged.cost for judged in own]), round(100 * share)
    rest = ended - began + (cost if is_percent else 0)
    return Course(
        seat=seat,
        began=began,
        ended=ended,
        even=even,
        dealt=Estimate(began - even, first.margin),
        cost=Estimate(cost, round(margin)),
        rest=Estimate(rest, round(hypot(first.margin, margin))),
    )


def _of(review: Review, seat: int) -> list[WinChance]:
    return [chance for chance in review.chances if chance.seat == seat]
