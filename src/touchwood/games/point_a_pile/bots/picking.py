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
from touchwood.games.point_a_pile.state import EMPTY_SPACE, Finger, State

_SHARED = 0.85
"""Of a contested pile all its players together get about this part."""
_SMOOTHNESS = 0.7
_SWEEPS = 4
_RUNS = 8
_FEWEST_ROUNDS = 15
_SELDOM = 0.1


class Stakes:
    """One pointing: seats, picks, and gains in points of hope. Pick 0 is empty space, pick n the n-th pile."""

    def __init__(self, state: State, goals: Sequence[Goal], pointers: Sequence[Seat]) -> None:
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
            elif crowd[pick] == len(picks) and pick in self.of_splits:
                gained.append(self.of_splits[pick][number])
            else:
                gained.append(gains[pick] * _SHARED / crowd[pick] if self.can_split[pick] else 0.0)
        return gained

    def utility(self, number: int, gained: Sequence[float]) -> float:
        return sum([slope * gain for slope, gain in zip(self.slopes[number], gained, strict=True)])


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
    # What was hardly ever played is what was tried and found wanting.
    trimmed = [weight if weight > _SELDOM * max(played) else 0.0 for weight in played]
    return stakes.places[rng.choices(range(len(trimmed)), trimmed)[0]]


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
            joint: list[int | None] = list(chosen)
            utilities = []
            for pick in picks:
                joint[number] = pick
                utilities.append(stakes.utility(number, stakes.outcome(joint)))
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
