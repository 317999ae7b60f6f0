"""Several players, or missions: picks weighed against the mixes of regret matching (`bots/picking.py`).

Fingers of the others are drawn from their mixes many times, and every pick is tried against the same ones.
"""

from collections.abc import Mapping, Sequence
from math import prod, sqrt
from random import Random
from statistics import fmean, stdev

from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.actions import Action
from touchwood.games.point_a_pile.bots import pick
from touchwood.games.point_a_pile.bots.cutting import look_into_splits
from touchwood.games.point_a_pile.bots.picking import Stakes, play_against_itself
from touchwood.games.point_a_pile.bots.worth import Goal
from touchwood.games.point_a_pile.review.choices import (
    Choice,
    Mix,
    Option,
    best_of,
    chosen,
    erring,
    places_of,
    points_of_hope,
)
from touchwood.games.point_a_pile.rules.judging import known_fouls
from touchwood.games.point_a_pile.state import Finger, State

_RUNS = 6
_ROUNDS = 25
_DRAWS = 160


class Crowd:
    """One pointing, and how everybody in it would mix."""

    def __init__(self, state: State, goals: Sequence[Goal], fingers: Sequence[Finger | None], rng: Random) -> None:
        self.state = state
        self.stakes = Stakes(state, goals, state.round.pointers)
        seen: Mapping[int, Finger] = {seat: finger for seat, finger in enumerate(fingers) if finger is not None}
        self.stakes.fix(seen)
        look_into_splits(self.stakes, state, goals, _RUNS * _ROUNDS, rng)
        # One run may settle on a way to share the piles out that nobody knows of.
        runs = [play_against_itself(self.stakes, _ROUNDS, rng).picks for _ in range(_RUNS)]
        self.mixes: list[Mix] = [mean_mix([run[number] for run in runs]) for number in range(len(self.stakes.seats))]
        self.errings: list[Mix] = [erring(mix, picks) for mix, picks in zip(self.mixes, self.stakes.picks, strict=True)]


def mean_mix(played: Sequence[Sequence[float]]) -> list[float]:
    whole = sum(map(sum, played))
    return [sum(weights) / whole for weights in zip(*played, strict=True)]


def pick_in_crowd(crowd: Crowd, seat: Seat, action: Action, rng: Random) -> Choice:
    done = next(number for number, place in enumerate(places_of(crowd.state)) if pick(place) == action)
    models, noises = [], []
    for mixes in (crowd.mixes, crowd.errings):
        drawn = [Drawn(crowd, seat, number) for number in range(len(crowd.stakes.places))]
        for _ in range(_DRAWS):
            picks = [rng.choices(range(len(mix)), mix)[0] for mix in mixes]
            for each in drawn:
                each.meet(picks)
        options = [each.option(mixes) for each in drawn]
        best = options.index(best_of(options))
        models.append(options)
        noises.append(drawn[best].half_width_to(drawn[done]))
    return chosen(action, models, max(noises))


class Drawn:
    """One pick of a seat, against fingers of the others that were drawn."""

    def __init__(self, crowd: Crowd, seat: Seat, number: int) -> None:
        self.stakes, self.number = crowd.stakes, number
        self.seat = crowd.stakes.seats.index(seat)
        self.scale = points_of_hope(crowd.state.options)
        self.place = crowd.stakes.places[number]
        self.is_foul = self.place in {foul.finger for foul in known_fouls(crowd.state, seat)}
        slopes = crowd.stakes.slopes[self.seat]
        self.weights = [-slope / slopes[self.seat] for slope in slopes]
        self.owns: list[float] = []
        self.leads: list[float] = []

    def meet(self, picks: Sequence[int]) -> None:
        joint: list[int | None] = list(picks)
        joint[self.seat] = None if self.is_foul else self.number
        gained = self.stakes.outcome(joint)
        self.owns.append(self.scale * gained[self.seat])
        self.leads.append(-self.scale * sum([weight * gain for weight, gain in zip(self.weights, gained, strict=True)]))

    def option(self, mixes: Sequence[Mix]) -> Option:
        own, lead = fmean(self.owns), fmean(self.leads)
        alone = prod([1.0 - mix[self.number] for seat, mix in enumerate(mixes) if seat != self.seat])
        return Option(pick(self.place), own, own - lead, max(self.owns), alone, self.is_foul)

    def half_width_to(self, other: "Drawn") -> float:
        differences = [mine - theirs for mine, theirs in zip(self.leads, other.leads, strict=True)]
        return 1.96 * stdev(differences) / sqrt(len(differences))
