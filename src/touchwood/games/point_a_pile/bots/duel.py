"""A round between two, solved: every cut of the cards, and both pointing at once. Start with `Duel.pointing`.

Between two a round goes on only while both want the same pile. All other cards lie aside then, so what is left of the
round is known by the cards of that pile. Every pointing is a small matrix, solved exactly; every cut is the best of all
cuts for the Headpointer. What the end of a round is worth stays the guess of `worth.py`. Not looked at: actions.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.bots.matrix import Solved, solve
from touchwood.games.point_a_pile.bots.picking import SHARED
from touchwood.games.point_a_pile.bots.worth import FULL_SCALE, WIN, Goal, hope
from touchwood.games.point_a_pile.cards import CardId, CardSet, Kind
from touchwood.games.point_a_pile.options import card_list
from touchwood.games.point_a_pile.rules.judging import why_invalid
from touchwood.games.point_a_pile.rules.police import rule_to_read
from touchwood.games.point_a_pile.rules.round import laying_of
from touchwood.games.point_a_pile.rules.scoring import row_points
from touchwood.games.point_a_pile.rules.splitting import Laying, to_split, why_not_piles
from touchwood.games.point_a_pile.rules.table import in_round
from touchwood.games.point_a_pile.state import EMPTY_SPACE, Cards, Finger, Phase, Pile, State

Piles = tuple[Cards, ...]
Pick = Finger | None
"""Of the piles counted from 1, or empty space; None: no valid finger."""

_MOST_CARDS = 5
"""With more cards there are too many cuts to look at each of them."""


class Hopes(NamedTuple):
    """What a round leaves both with, in points of hope."""

    first: float
    second: float

    @property
    def lead(self) -> float:
        """Of seat 0."""
        return self.first - self.second


class Pointing(NamedTuple):
    """Both point at once: what each pair of picks leads to, and how both mix. Pick 0 is empty space."""

    outcomes: list[list[Hopes]]
    solved: Solved

    def mix_of(self, seat: Seat) -> list[float]:
        return self.solved.rows if seat == 0 else self.solved.columns

    def leads_of(self, seat: Seat) -> list[list[float]]:
        """Of each of the seat's picks: the lead it has with each pick of the other."""
        if seat == 0:
            return [[hopes.lead for hopes in row] for row in self.outcomes]
        return [[-hopes.lead for hopes in column] for column in zip(*self.outcomes, strict=True)]

    @property
    def hopes(self) -> Hopes:
        return weighed(
            [
                (one * other, hopes)
                for one, row in zip(self.solved.rows, self.outcomes, strict=True)
                for other, hopes in zip(self.solved.columns, row, strict=True)
            ]
        )


def weighed(parts: Sequence[tuple[float, Hopes]]) -> Hopes:
    return Hopes(
        sum([weight * hopes.first for weight, hopes in parts]), sum([weight * hopes.second for weight, hopes in parts])
    )


def is_duel(state: State) -> bool:
    """Whether what is left of the round is small enough to be solved. With missions it is no game of two opposites:
    what the other wants is not known, and so solved it was played no better."""
    if state.options.complete_a_mission:
        return False
    now = state.round
    in_piles = [pile.cards for pile in now.piles] + [contest.cards for contest in now.contests]
    return len(state.players) == 2 and len(now.hand) + sum(map(len, in_piles)) <= _MOST_CARDS


class Duel:
    """What is left of a round, in an imagined state."""

    def __init__(self, state: State, goals: Sequence[Goal], *, looks_into_splits: bool = True) -> None:
        """Without a look into splits what a contested pile brings is a guess; each pointing is solved all the same."""
        # 7.1: a rule is read when the layout is done.
        is_first = state.phase is Phase.LAYOUT
        self.state = in_round(state, rule=rule_to_read(state)) if is_first else state
        self.goals = goals
        self.looks_into_splits = looks_into_splits
        self.cards = card_list(state.options)
        self.rows = (state.players[0].row, state.players[1].row)
        self.can_foul = state.options.point_a_police or state.options.dont_a_touchme
        self._contests: dict[tuple[frozenset[CardId], Cards], Hopes] = {}
        self._ends: dict[tuple[Cards, Cards], Hopes] = {}

    # -- Cutting ----------------------------------------------------------------------------------------------------
    def best_piles(self) -> Piles:
        """The best layout, or the best split of the pile that is contested now."""
        cuts = self.cuts(laying_of(self.state))
        return max(cuts, key=lambda piles: self.for_headpointer(self.pointing(piles, self.state.round.aside)))

    def for_headpointer(self, pointing: Pointing) -> float:
        return pointing.solved.value if self.state.headpointer == 0 else -pointing.solved.value

    def cuts(self, laying: Laying) -> list[Piles]:
        ways = [
            piles
            for blocks in partitions(laying.to_lay)
            if laying.fewest_piles <= len(blocks) <= laying.most_piles
            for piles in product(*[self.orders(block) for block in blocks])
        ]
        return [piles for piles in ways if why_not_piles(laying, piles) is None]

    def orders(self, pile: Cards) -> list[Cards]:
        """One order for each top that makes a difference; of the other cards one stands for all."""
        tops: dict[CardId | None, CardId] = {}
        for card in pile:
            known = self.cards[card]
            is_told_apart = self.can_foul or known.set is not CardSet.BASE or known.kind is Kind.LAST_CARD
            tops[card if is_told_apart else None] = card
        return [(*[card for card in pile if card != top], top) for top in tops.values()]

    # -- Pointing ---------------------------------------------------------------------------------------------------
    def pointing_now(self) -> Pointing:
        now = self.state.round
        return self.pointing(tuple([pile.cards for pile in now.piles]), now.aside)

    def pointing(self, piles: Piles, aside: Cards) -> Pointing:
        laid = tuple([Pile(place, cards) for place, cards in enumerate(piles, start=1)])
        table = in_round(self.state, piles=laid) if self.can_foul else self.state
        picks = range(len(piles) + 1)
        outcomes = [[self.judged(table, piles, aside, (one, other)) for other in picks] for one in picks]
        return Pointing(outcomes, solve([[hopes.lead for hopes in row] for row in outcomes]))

    def judged(self, table: State, piles: Piles, aside: Cards, fingers: tuple[Finger, Finger]) -> Hopes:
        """7.2, 8.3: an invalid finger is lifted."""
        if not self.can_foul:
            return self.outcome(piles, aside, *fingers)
        first, second = [
            None if why_invalid(table, Seat(seat), finger, fingers) else finger for seat, finger in enumerate(fingers)
        ]
        return self.outcome(piles, aside, first, second)

    def outcome(self, piles: Piles, aside: Cards, first: Pick, second: Pick) -> Hopes:
        """2.8-2.11: together on a pile it is split; apart each scores a pile, and empty space gets what is left."""
        if first == second and first:
            return self.contest(piles[first - 1], (*aside, *_without(piles, (first,))))
        picks = (first, second)
        rows = [(*row, *piles[pick - 1]) if pick else row for row, pick in zip(self.rows, picks, strict=True)]
        if picks.count(EMPTY_SPACE) == 1 and not self.wins(rows[0], rows[1], self.state.headpointer):
            rows[picks.index(EMPTY_SPACE)] += (*aside, *_without(piles, picks))
        return self.end(rows[0], rows[1])

    def contest(self, cards: Cards, aside: Cards) -> Hopes:
        """2.9, 2.10: cut as the Headpointer likes it best; a single card is nobody's."""
        if len(cards) == 1:
            return self.end(*self.rows)
        if not self.looks_into_splits:
            return self.glanced(cards)
        key = frozenset(cards), aside
        if key not in self._contests:
            cuts = self.cuts(to_split(self.cards, cards, self.state.options.shy_pile_limit))
            best = max([self.pointing(piles, aside) for piles in cuts], key=self.for_headpointer)
            self._contests[key] = best.hopes
        return self._contests[key]

    def glanced(self, cards: Cards) -> Hopes:
        """Each gets a part of what the whole pile would be worth, as where nothing is solved (`Stakes.shared`)."""
        first, second = self.rows
        now = self.hoped(first, second, self.state.headpointer)
        whole = self.hoped((*first, *cards), (*second, *cards), self.state.headpointer)
        ends = self.end(first, second)
        return Hopes(*[end + SHARED / 2 * (more - less) for end, more, less in zip(ends, whole, now, strict=True)])

    # -- The end of the round ---------------------------------------------------------------------------------------
    def end(self, first: Cards, second: Cards) -> Hopes:
        """4.1, 2.12: looked at before the Headpointer passes on and after it."""
        key = first, second
        if key not in self._ends:
            self._ends[key] = self._end(first, second)
        return self._ends[key]

    def _end(self, first: Cards, second: Cards) -> Hopes:
        now, following = self.state.headpointer, Seat(1 - self.state.headpointer)
        if self.wins(first, second, now):
            return self.won(first, second, now)
        is_last_round = 0 < self.state.options.round_limit <= self.state.rounds + 1
        if is_last_round or self.wins(first, second, following):
            return self.won(first, second, following)
        return self.hoped(first, second, following)

    def points(self, first: Cards, second: Cards, headpointer: Seat) -> tuple[int, int]:
        return row_points(self.cards, first, headpointer == 0), row_points(self.cards, second, headpointer == 1)

    def wins(self, first: Cards, second: Cards, headpointer: Seat) -> bool:
        return max(self.points(first, second, headpointer)) >= self.state.options.target

    def won(self, first: Cards, second: Cards, headpointer: Seat) -> Hopes:
        """4.2, 4.3: the most points win, equal points share."""
        points = self.points(first, second, headpointer)
        hopes = self.hoped(first, second, headpointer)
        return Hopes(
            *[
                WIN + FULL_SCALE if points[seat] == max(points) else min(FULL_SCALE, hopes[seat])
                for seat in range(len(points))
            ]
        )

    def hoped(self, first: Cards, second: Cards, headpointer: Seat) -> Hopes:
        return Hopes(
            hope(self.cards, first, headpointer == 0, self.goals[0]),
            hope(self.cards, second, headpointer == 1, self.goals[1]),
        )


def _without(piles: Piles, picks: Sequence[Pick]) -> Cards:
    return tuple([card for number, pile in enumerate(piles, start=1) if number not in picks for card in pile])


def partitions(cards: Sequence[CardId]) -> Iterator[list[Cards]]:
    """All ways to put the cards into piles, whatever their order."""
    if not cards:
        yield []
        return
    first, *rest = cards
    for piles in partitions(rest):
        yield [(first,), *piles]
        for number, pile in enumerate(piles):
            yield [*piles[:number], (first, *pile), *piles[number + 1 :]]
