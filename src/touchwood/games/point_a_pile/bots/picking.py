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
_PARTS_TRIED = 4
"""Of a pile, at least, if it has as many cards."""


class Stakes:
    """One pointing: seats, picks, and gains in points of hope. Pick 0 is empty space, pick n the n-th pile."""

    def __init__(
        self,
        state: State,
        goals: Sequence[Goal],
        pointers: Sequence[Seat],
        *,
        are_parts_valued: bool = False,
        picks: Sequence[Sequence[int]] | None = None,
    ) -> None:
        """A pile that several pick is a part of its worth to each; or, at more cost, what a part of it is worth. What
        is valid does not depend on goals, so `picks` of stakes of the same piles and rows may be handed on."""
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
        self.wanted = [
            [slopes[number] * gain for gain in gains]
            for number, (slopes, gains) in enumerate(zip(self.slopes, self.gains, strict=True))
        ]
        """What each pile serves each seat that has it alone."""
        self._shared: dict[tuple[int, int, int], float] = {}
        self._joined: list[list[dict[int, float]]] = [[{} for _ in self.places] for _ in self.seats]
        """By seat and pick, and by who else is there: how that serves the seat."""
        self.of_splits: dict[int, list[float]] = {}
        """By pick: what the seats would gain if all of them picked that pile and it was split. Not there: a share."""
        self.parts = Parts(state, goals, hopes) if are_parts_valued else None
        self.rivals_at_empty = len(state.round.at_empty)
        self.picks = picks or [self._good_picks(state, seat) for seat in self.seats]

    def _good_picks(self, state: State, seat: Seat) -> list[int]:
        """All picks that are not known to be invalid; if there is none, empty space."""
        if not (state.options.point_a_police or state.options.dont_a_touchme):
            return list(range(len(self.places)))
        bad = {foul.finger for foul in known_fouls(state, seat)}
        return [index for index, place in enumerate(self.places) if place not in bad] or [0]

    def fix(self, fingers: Mapping[int, Finger]) -> None:
        """Some fingers are seen already."""
        self.picks = [
            [self.places.index(fingers[seat])] if fingers.get(seat) in self.places else picks
            for seat, picks in zip(self.seats, self.picks, strict=True)
        ]

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
        key = number, pick, crowd
        if key not in self._shared:
            self._shared[key] = self._part(number, pick, crowd)
        return self._shared[key]

    def _part(self, number: int, pick: int, crowd: int) -> float:
        if crowd == 1:
            return self.gains[number][pick]
        if crowd == len(self.seats) and pick in self.of_splits:
            return self.of_splits[pick][number]
        if not self.can_split[pick]:
            return 0.0
        if self.parts is not None:
            return self.parts.gain(self.seats[number], self.piles[pick - 1].cards, crowd)
        return self.gains[number][pick] * SHARED / crowd

    def utilities(self, number: int, rivals: Sequence[int]) -> list[float]:
        """How each pick serves a seat, own gains and those of others, while these are at each of the places, a bit a
        seat. Left out is what the others gain if it lifts its finger, which is the same for all: so it is no sum of
        `outcome`, and much quicker."""
        found, at_empty = list(self.wanted[number]), rivals[0]
        if not at_empty:
            found[0] = self.slopes[number][number] * self.left_over(number, rivals)
        elif at_empty & (at_empty - 1) == 0 and not self.rivals_at_empty:
            rival = at_empty.bit_length() - 1
            slope = self.slopes[number][rival]
            found = [mine - slope * gain for mine, gain in zip(found, self.gains[rival], strict=True)]
            found[0] = -slope * self.left_over(rival, rivals)
        joined = self._joined[number]
        for pick, others in enumerate(rivals):
            if others and pick:
                utility = joined[pick].get(others)
                if utility is None:
                    utility = joined[pick][others] = self._utility_among(number, pick, others)
                found[pick] = utility
        return found

    def _utility_among(self, number: int, pick: int, others: int) -> float:
        """How it serves a seat to point where these others do."""
        slopes, crowd = self.slopes[number], others.bit_count() + 1
        utility = slopes[number] * self.shared(number, pick, crowd)
        for rival in range(len(self.seats)):
            if others >> rival & 1:
                utility += slopes[rival] * (self.shared(rival, pick, crowd) - self.shared(rival, pick, crowd - 1))
        return utility

    def left_over(self, number: int, taken: Sequence[int]) -> float:
        """What empty space brings a seat that is alone there, in this round."""
        if self.rivals_at_empty:
            return 0.0
        return sum(
            [gain for gain, takers in zip(self.gains[number], taken, strict=True) if not takers], self.aside[number]
        )


class Parts:
    """What a part of a pile is worth, once it is split between those who want it: on average over its cards."""

    def __init__(self, state: State, goals: Sequence[Goal], hopes: Sequence[float]) -> None:
        self._state = state
        self._goals = goals
        self._hopes = hopes
        self._gains: dict[tuple[Seat, Cards, int], float] = {}

    def gain(self, seat: Seat, pile: Cards, crowd: int) -> float:
        """Of one among so many."""
        cards = SHARED * len(pile) / crowd
        often = cards % 1
        fewer, more = [self._gain_of(seat, pile, int(cards) + extra) for extra in (0, 1)]
        return (1 - often) * fewer + often * more

    def _gain_of(self, seat: Seat, pile: Cards, size: int) -> float:
        """Of so many cards that lie one on the other, here and there in the pile."""
        if size == 0:
            return 0.0
        key = seat, pile, size
        if key not in self._gains:
            cards, row = card_list(self._state.options), self._state.players[seat].row
            is_headpointer, around = seat == self._state.headpointer, (*pile, *pile)
            hopes = [
                hope(cards, (*row, *around[first : first + size]), is_headpointer, self._goals[seat])
                for first in range(0, len(pile), max(1, len(pile) // _PARTS_TRIED))
            ]
            self._gains[key] = sum(hopes) / len(hopes) - self._hopes[seat]
        return self._gains[key]


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

    stakes: Stakes
    picks: list[list[float]]
    """Of each seat, how often each pick was played."""
    course: list[list[int]]
    """The picks of all seats, round by round."""

    @property
    def gains(self) -> list[float]:
        """Of each seat, what it gained on average."""
        gained, weights = [0.0] * len(self.stakes.seats), 0
        for time, chosen in enumerate(self.course, start=1):
            weights += time
            gained = [before + time * gain for before, gain in zip(gained, self.stakes.outcome(chosen), strict=True)]
        return [each / weights for each in gained]


def play_against_itself(stakes: Stakes, rounds: int, rng: Random) -> Played:
    width = len(stakes.places)
    regrets = [[0.0] * width for _ in stakes.seats]
    played = [[0.0] * width for _ in stakes.seats]
    course: list[list[int]] = []
    for time in range(1, rounds + 1):
        mixes = [_mix(regrets[number], picks) for number, picks in enumerate(stakes.picks)]
        chosen = [rng.choices(picks, mix)[0] for picks, mix in zip(stakes.picks, mixes, strict=True)]
        course.append(chosen)
        at = [0] * width
        for number, pick in enumerate(chosen):
            at[pick] |= 1 << number
        for number, (picks, mix) in enumerate(zip(stakes.picks, mixes, strict=True)):
            at[chosen[number]] ^= 1 << number
            utilities = stakes.utilities(number, at)
            at[chosen[number]] ^= 1 << number
            got, regretted, often = utilities[chosen[number]], regrets[number], played[number]
            for pick, weight in zip(picks, mix, strict=True):
                # Regrets below zero are forgotten.
                regret = regretted[pick] + utilities[pick] - got
                regretted[pick] = regret if regret > 0.0 else 0.0
                # Later play counts more: it converges sooner.
                often[pick] += weight * time
    return Played(stakes, played, course)


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
    alone = [1.0] * len(stakes.places)
    for mix in others:
        alone = [chance * (1.0 - part) for chance, part in zip(alone, mix, strict=True)]
    gains = stakes.gains[number]
    left = sum([gains[pick] * alone[pick] for pick in range(1, len(gains))]) + stakes.aside[number]
    values = [left * alone[0] * (0.0 if stakes.rivals_at_empty else 1.0)]
    for pick in range(1, len(gains)):
        together = 0.4 if stakes.can_split[pick] else 0.0
        values.append(gains[pick] * (alone[pick] + together * (1.0 - alone[pick])))
    return values
