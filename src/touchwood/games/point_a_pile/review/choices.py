"""What could be chosen, in points expected of it, and what choosing something else has cost."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from touchwood.games.point_a_pile.actions import Action
from touchwood.games.point_a_pile.bots.worth import FULL_SCALE
from touchwood.games.point_a_pile.options import Options
from touchwood.games.point_a_pile.state import EMPTY_SPACE, Finger, State

Mix = Sequence[float]
"""How likely each pick is."""

_ERRING = 0.5


@dataclass(frozen=True)
class Option:
    """One thing to do."""

    action: Action
    own: float
    """What it brings, in points."""
    others: float
    """What it brings the others, weighed by how close they are to winning."""
    at_best: float = 0.0
    """What it brings if the others leave it all to the seat."""
    alone: float | None = None
    """Of a pick: how likely nobody else points there."""
    is_foul: bool = False

    @property
    def lead(self) -> float:
        return self.own - self.others


@dataclass(frozen=True)
class Choice:
    """What was done, among what could be done."""

    options: Sequence[Option]
    done: Option
    cost: float
    """Points lost against the best option."""
    noise: float = 0.0
    """Half the width of the 95% interval of the cost, as far as it comes from drawing at random."""

    @property
    def best(self) -> Option:
        return best_of(self.options)


def best_of(options: Sequence[Option]) -> Option:
    return max(options, key=lambda option: option.lead)


def chosen(action: Action, models: Sequence[Sequence[Option]], noise: float = 0.0) -> Choice:
    """The same options by several models of the others; what is told of them is the average. The smallest cost counts:
    only what is worse by all models, and on average, was a mistake."""
    done = next(number for number, option in enumerate(models[0]) if option.action == action)
    options = [averaged(each) for each in zip(*models, strict=True)]
    costs = [best_of(model).lead - model[done].lead for model in (*models, options)]
    return Choice(options, options[done], min(costs), noise)


def averaged(by_model: Sequence[Option]) -> Option:
    return replace(
        by_model[0],
        own=fmean(option.own for option in by_model),
        others=fmean(option.others for option in by_model),
        alone=fmean(option.alone or 0.0 for option in by_model),
    )


def erring(mix: Mix, picks: Sequence[int]) -> list[float]:
    """Of somebody who half of the time points anywhere."""
    return [
        (1 - _ERRING) * weight + (_ERRING / len(picks) if pick in picks else 0.0) for pick, weight in enumerate(mix)
    ]


def whole_goal(options: Options) -> int:
    """The target in points; with missions, which are all alike, ten tenths of one."""
    return round(FULL_SCALE) if options.complete_a_mission else options.target


def points_of_hope(options: Options) -> float:
    """How many points, or tenths of a mission, one of hope is."""
    return whole_goal(options) / FULL_SCALE


def places_of(state: State) -> list[Finger]:
    return [EMPTY_SPACE, *(pile.place for pile in state.round.piles)]
