"""What the end of a turn is worth between two: a table of how likely the next challenger wins, from `duel.json`.

Between two there are two races at once, for 40 cards and for a right bet of each kind. `solve_duel.py` has solved them
backwards for players who grab as `hard` once did. Kept are the chances at every fourth card and at some jackpots; what
lies between is read along the line.
"""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.bots.stakes import A_CARD, USUAL_EXCESS, BetChances
from touchwood.games.tactile_crane.cards import BetCounts
from touchwood.games.tactile_crane.options import Options
from touchwood.games.tactile_crane.rules.ending import CARDS_TO_WIN
from touchwood.games.tactile_crane.rules.turn import CARDS_IN_A_JACKPOT
from touchwood.games.tactile_crane.view import View

CARDS: Final = (0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 39)
JACKPOTS: Final = (3, 6, 9, 13, 18)
KINDS: Final = 3
ALL_KINDS: Final = (1 << KINDS) - 1
HIGH_BIT, LOW_BIT, JUST_BIT = (1 << place for place in range(KINDS))
"""Achieved kinds, as bits in the order of BET_CARDS."""
DIGITS: Final = 3


class DuelTable(msgspec.Struct, frozen=True):
    chances: list[list[str]]
    """In thousandths, three digits each: of the next challenger, by the kinds both have achieved (7 x 7, its own first)
    and by jackpot; in the string by its cards and then by the other's."""


@cache
def table() -> DuelTable:
    text = files("touchwood.games.tactile_crane.bots").joinpath("duel.json").read_bytes()
    return msgspec.json.decode(text, type=DuelTable)


def is_solved(options: Options) -> bool:
    """The table knows nothing of other ways to win."""
    return options.achieve == "kinds" and not options.equal_turns


# -- The table --------------------------------------------------------------------------------------------------------
def chance_of_next(own: int, other: int, own_kinds: int, other_kinds: int, jackpot: float) -> float:
    """That who is challenger next wins, with so many cards and these kinds achieved, against the other's."""
    rows = table().chances[own_kinds * ALL_KINDS + other_kinds]
    total = 0.0
    for row, of_jackpot in _between(JACKPOTS, jackpot):
        for first, of_own in _between(CARDS, own):
            for second, of_other in _between(CARDS, other):
                at = DIGITS * (first * len(CARDS) + second)
                total += of_jackpot * of_own * of_other * int(rows[row][at : at + DIGITS])
    return total / 1000


def _between(points: Sequence[int], value: float) -> list[tuple[int, float]]:
    """The points a value lies between, and how much each of them counts."""
    value = min(max(value, points[0]), points[-1])
    place = min(bisect_right(points, value), len(points) - 1) - 1
    share = (value - points[place]) / (points[place + 1] - points[place])
    return [(place, 1.0 - share), (place + 1, share)]


# -- A turn -----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Duel:
    """What this turn's end is worth to a seat of two."""

    is_challenger: bool
    bettor: Seat
    cards: int
    """The challenger's."""
    bettor_cards: int
    kinds: int
    bettor_kinds: int
    jackpot: int

    @classmethod
    def of(cls, view: View, seat: Seat) -> "Duel":
        assert view.challenger is not None  # there is one in a turn
        challenger, bettor = view.players[view.challenger], view.players[1 - view.challenger]
        return cls(
            seat == view.challenger,
            Seat(1 - view.challenger),
            challenger.cards,
            bettor.cards,
            kinds_of(challenger.achieved),
            kinds_of(bettor.achieved),
            view.jackpots[0],
        )

    def after_low(self, taken: int, shortfall: int, bets: Sequence[BetChances]) -> float:
        return self._share(taken, LOW_BIT, bets[self.bettor][1], self.jackpot + shortfall)

    def after_high(self, bets: Sequence[BetChances]) -> float:
        return self._share(0, HIGH_BIT, bets[self.bettor][0], self.jackpot + USUAL_EXCESS)

    def after_exact(self, number: int, bets: Sequence[BetChances]) -> float:
        return self._share(number + self.jackpot, JUST_BIT, bets[self.bettor][2], CARDS_IN_A_JACKPOT)

    def _share(self, taken: int, kind: int, chance: float, jackpot: int) -> float:
        """`chance`: that the bettor has bet the kind that is right."""
        cards = self.cards + taken
        right = self._challenger_wins(cards, self.bettor_kinds | kind, jackpot) if chance > 0.0 else 0.0
        wrong = self._challenger_wins(cards, self.bettor_kinds, jackpot) if chance < 1.0 else 0.0
        wins = chance * right + (1.0 - chance) * wrong
        return wins + A_CARD * taken if self.is_challenger else 1.0 - wins

    def _challenger_wins(self, cards: int, bettor_kinds: int, jackpot: int) -> float:
        if bettor_kinds == ALL_KINDS:
            return 0.0
        if cards >= CARDS_TO_WIN:
            return 1.0
        return 1.0 - chance_of_next(self.bettor_cards, cards, bettor_kinds, self.kinds, jackpot)


def kinds_of(achieved: BetCounts) -> int:
    return sum(1 << place for place, count in enumerate(achieved) if count)
