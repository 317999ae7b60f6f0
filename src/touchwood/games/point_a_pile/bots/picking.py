"""Choosing a pile while all others choose too.

`Stakes` is the little game of one pointing: what each seat would gain from each pick, alone or with others. Regret
matching plays it many times against itself; what it has done on average is what the bot mixes its pick from. For the
many layouts that are tried when cutting, a few rounds of smoothed answers are enough.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random

from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.bots.worth import Goal, hope, hopes_of, rivalry
from touchwood.games.point_a_pile.options import card_list
from touchwood.games.point_a_pile.rules.judging import known_fouls
from touchwood.games.point_a_pile.state import EMPTY_SPACE, Cards, Finger, State

SHARED = 0.85
"""Of a contested pile all its players together get about this part."""
_SMOOTHNESS = 0.7
_SWEEPS = 4
_RUNS = 8
_FEWEST_ROUNDS = 15
_SELDOM = 0.1


class Stakes:
    """One pointing: seats, picks, and gains in points of hope. Pick 0 is empty space, pick n the n-th pile."""

    def __init__(
        self, state: State, goals: Sequence[Goal], pointers: Sequence[Seat], *, are_parts_valued: bool = False
    ) -> None:
        """A pile that several pick is a part of its worth to each; or, at more cost, what a part of it is worth."""
        cards, piles = card_list(state.options), state.round.piles
        hopes = hopes_of(state, goals)
        self.seats = list(pointers)
        self.piles = piles
        self.places: list[Finger] = [EMPTY_SPACE, *(pile.place for pile in piles)]
        self.can_split = [False, *(len(pile.cards) > 1 for pile in piles)]
        slopes = rivalry(hopes)
        self.slopes = [[slopes[seat][other] for other in self.seats] for seat in self.seats]
        self.outside = slopes
        self.gains: list[list[float]] = []
        self.aside: list[float] = []
        for seat in self.seats:
            row, is_headpointer = state.players[seat].row, seat == state.headpointer
            self.gains.append(
                [
                    0.0,
                    *(hope(cards, (*row, *pile.cards), is_headpointer, goals[seat]) - hopes[seat] for pile in piles),
                ]
            )
            aside = state.round.aside
            won = hope(cards, (*row, *aside), is_headpointer, goals[seat]) - hopes[seat] if aside else 0.0
            self.aside.append(won)
        self.of_splits: dict[int, list[float]] = {}
        """By pick: what the seats would gain if all of them picked that pile and it was split. Not there: a share."""
        self.parts = Parts(state, goals, hopes) if are_parts_valued else None
        self.rivals_at_empty = len(state.round.at_empty)
        self.picks = [self._good_picks(state, seat) for seat in self.seats]

    def _good_picks(self, state: State, seat: Seat) -> list[int]:
        """All picks that are not known to be invalid; if there is none, empty space."""
        if not (state.options.point_a_police or state.options.dont_a_touchme):
            return list(range(len(self.places)))
        bad = {foul.finger for foul in known_fouls(state, seat)}
        return [index for index, place in enumerate(self.places) if place not in bad] or [0]

    def fix(self, fingers: Mapping[int, Finger]) -> None:
        """Some fingers are seen already."""
        for number, seat in enumerate(self.seats):
            if fingers.get(seat) in self.places:
                self.picks[number] = [self.places.index(fingers[seat])]

    def outcome(self, picks: Sequence[int | None]) -> list[float]:
        """What each of the seats gains when they pick like this; None is a finger that is lifted."""
        crowd = [0] * len(self.places)
        for pick in picks:
            if pick is not None:
                crowd[pick] += 1
        gained = []
        for number, pick in enumerate(picks):
            gains = self.gains[number]
            if pick is None:
                gained.append(0.0)
            elif pick == 0:
                left = [gains[index] for index in range(1, len(crowd)) if not crowd[index]]
                alone = crowd[0] == 1 and not self.rivals_at_empty
                gained.append(sum(left) + self.aside[number] if alone else 0.0)
            elif crowd[pick] == 1:
                gained.append(gains[pick])
            else:
                gained.append(self.shared(number, pick, crowd[pick]))
        return gained

    def shared(self, number: int, pick: int, crowd: int) -> float:
        """What one of so many gains that pick the same pile."""
        if crowd == len(self.seats) and pick in self.of_splits:
            return self.of_splits[pick][number]
        if not self.can_split[pick]:
            return 0.0
        if self.parts is not None:
            return self.parts.gain(self.seats[number], self.piles[pick - 1].cards, crowd)
        return self.gains[number][pick] * SHARED / crowd

    def utilities(self, number: int, chosen: Sequence[int]) -> list[float]:
        """How each of its picks serves a seat, own gains and those of others, while they pick like this. Left out is
        what the others gain if it lifts its finger, which is the same for all: so it is no sum of `outcome`, and much
        quicker."""
        slopes, gains = self.slopes[number], self.gains[number]
        others: list[list[int]] = [[] for _ in self.places]
        for other, pick in enumerate(chosen):
            if other != number:
                others[pick].append(other)
        free = [pick for pick in range(1, len(self.places)) if not others[pick]]
        is_empty_free = not self.rivals_at_empty
        at_empty = others[0][0] if len(others[0]) == 1 and is_empty_free else None
        found = []
        for pick in self.picks[number]:
            crowd = 1 + len(others[pick])
            if pick == 0:
                utility = 0.0
                if crowd == 1 and is_empty_free:
                    utility = slopes[number] * (sum([gains[each] for each in free]) + self.aside[number])
                elif at_empty is not None:
                    left = sum([self.gains[at_empty][each] for each in free]) + self.aside[at_empty]
                    utility = -slopes[at_empty] * left
            elif crowd == 1:
                utility = slopes[number] * gains[pick]
                if at_empty is not None:
                    utility -= slopes[at_empty] * self.gains[at_empty][pick]
            else:
                utility = slopes[number] * self.shared(number, pick, crowd)
                for other in others[pick]:
                    before = self.gains[other][pick] if crowd == 2 else self.shared(other, pick, crowd - 1)
                    utility += slopes[other] * (self.shared(other, pick, crowd) - before)
            found.append(utility)
        return found


class Parts:
    """What a part of a pile is worth, once it is split between those who want it: on average over its cards."""

    def __init__(self, state: State, goals: Sequence[Goal], hopes: Sequence[float]) -> None:
        self._state = state
        self._goals = goals
        self._hopes = hopes
        self._gains: dict[tuple[Seat, Cards, int], float] = {}

    def gain(self, seat: Seat, pile: Cards, crowd: int) -> float:
        """Of one among so many."""
        key = seat, pile, crowd
        if key not in self._gains:
            cards = SHARED * len(pile) / crowd
            often = cards % 1
            fewer, more = [self._gain(seat, pile, int(cards) + extra) for extra in (0, 1)]
            self._gains[key] = (1 - often) * fewer + often * more
        return self._gains[key]

    def _gain(self, seat: Seat, pile: Cards, size: int) -> float:
        """Of so many cards that lie one on the other, wherever in the pile."""
        cards, row = card_list(self._state.options), self._state.players[seat].row
        is_headpointer, around = seat == self._state.headpointer, (*pile, *pile)
        hopes = [
            hope(cards, (*row, *around[first : first + size]), is_headpointer, self._goals[seat])
            for first in range(len(pile))
        ]
        return sum(hopes) / len(hopes) - self._hopes[seat]


# -- Regret matching ------------------------------------------------------------------------------------------------
def mixed_pick(stakes: Stakes, seat: Seat, rounds: int, rng: Random) -> Finger:
    """A pick drawn from what regret matching does on average.

    One run may settle on a way to share the piles out that the others know nothing of, so several runs are averaged.
    Two players have nothing to share out.
    """
    number = stakes.seats.index(seat)
    runs = max(1, min(_RUNS, rounds // _FEWEST_ROUNDS)) if len(stakes.seats) > 2 else 1
    played = [0.0] * len(stakes.places)
    for _ in range(runs):
        for pick, weight in enumerate(play_against_itself(stakes, rounds // runs, rng).picks[number]):
            played[pick] += weight
    return stakes.places[rng.choices(range(len(played)), without_what_is_seldom(played))[0]]


def without_what_is_seldom(played: Sequence[float]) -> list[float]:
    """What was hardly ever played is what was tried and found wanting."""
    return [weight if weight > _SELDOM * max(played) else 0.0 for weight in played]


@dataclass(frozen=True)
class Played:
    """What regret matching did with the stakes."""

    picks: list[list[float]]
    """Of each seat, how often each pick was played."""
    gains: list[float]
    """Of each seat, what it gained on average."""


def play_against_itself(stakes: Stakes, rounds: int, rng: Random) -> Played:
    width = len(stakes.places)
    regrets = [[0.0] * width for _ in stakes.seats]
    played = [[0.0] * width for _ in stakes.seats]
    gained = [0.0] * len(stakes.seats)
    weights = 0
    for time in range(1, rounds + 1):
        mixes = [_mix(regrets[number], picks) for number, picks in enumerate(stakes.picks)]
        chosen = [rng.choices(picks, mix)[0] for picks, mix in zip(stakes.picks, mixes, strict=True)]
        # Later play counts more: it converges sooner.
        weights += time
        gained = [before + time * gain for before, gain in zip(gained, stakes.outcome(chosen), strict=True)]
        for number, picks in enumerate(stakes.picks):
            utilities = stakes.utilities(number, chosen)
            got = utilities[picks.index(chosen[number])]
            for pick, utility, weight in zip(picks, utilities, mixes[number], strict=True):
                # Regrets below zero are forgotten.
                regrets[number][pick] = max(0.0, regrets[number][pick] + utility - got)
                played[number][pick] += weight * time
    return Played(played, [each / weights for each in gained])


def _mix(regrets: Sequence[float], picks: Sequence[int]) -> list[float]:
    wanted = [regrets[pick] for pick in picks]
    total = sum(wanted)
    return [each / total for each in wanted] if total > 0 else [1.0 / len(picks)] * len(picks)


# -- Quick guesses --------------------------------------------------------------------------------------------------
def expected_gains(stakes: Stakes) -> list[float]:
    """What each of the seats may expect, if all answer each other a few times, not too sharply."""
    width = len(stakes.places)
    mixes = [[1.0 / len(picks) if pick in picks else 0.0 for pick in range(width)] for picks in stakes.picks]
    values = [[0.0] * width for _ in stakes.seats]
    for _ in range(_SWEEPS):
        for number, picks in enumerate(stakes.picks):
            values[number] = _values(stakes, mixes, number)
            best = max(values[number][pick] for pick in picks)
            weights = [exp((values[number][pick] - best) / _SMOOTHNESS) for pick in picks]
            total = sum(weights)
            mixes[number] = [0.0] * width
            for pick, weight in zip(picks, weights, strict=True):
                mixes[number][pick] = weight / total
    return [
        sum([chance * value for chance, value in zip(mixes[number], values[number], strict=True)])
        for number in range(len(stakes.seats))
    ]


def _values(stakes: Stakes, mixes: Sequence[Sequence[float]], number: int) -> list[float]:
    """What each pick brings a seat against these mixes of the others."""
    others = [mix for each, mix in enumerate(mixes) if each != number]
    alone = []
    for pick in range(len(stakes.places)):
        chance = 1.0
        for mix in others:
            chance *= 1.0 - mix[pick]
        alone.append(chance)
    gains = stakes.gains[number]
    left = sum([gains[pick] * alone[pick] for pick in range(1, len(gains))]) + stakes.aside[number]
    values = [left * alone[0] * (0.0 if stakes.rivals_at_empty else 1.0)]
    for pick in range(1, len(gains)):
        together = 0.4 if stakes.can_split[pick] else 0.0
        values.append(gains[pick] * (alone[pick] + together * (1.0 - alone[pick])))
    return values
