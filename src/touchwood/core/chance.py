"""Chance, outside the state and in whole numbers.

A state never holds a shuffled deck or a generator. Where chance has to fall, the rules name the `Chance`: what can
happen and how often. Somebody outside draws the outcome (the dealer of a match, a planner, a test) and hands it to
`Game.apply_chance`. So a planner cannot peek, a search has exact odds, and a replay needs no generator.

A continuous quantity is `Uniform(65_536)` looked up in a table of quantiles that the game ships as data.
"""

from collections.abc import Callable, Iterator
from itertools import permutations
from math import factorial
from typing import TypeAlias, TypeGuard

from touchwood.core.values import Tagged

__all__ = [
    "Below",
    "Chance",
    "Outcome",
    "Shuffle",
    "Uniform",
    "WeightedChoice",
    "draw",
    "is_possible",
    "odds",
    "total_weight",
]

Outcome: TypeAlias = int | tuple[int, ...]
"""An index (weighted choice), a number (uniform) or the order of things (shuffle)."""

Below: TypeAlias = Callable[[int], int]
"""A source of chance: `below(n)` is uniform over 0..n-1."""


class WeightedChoice(Tagged, frozen=True):
    """One of several, each as likely as its weight; the outcome is its index."""

    weights: tuple[int, ...]


class Uniform(Tagged, frozen=True):
    """A number from 0 to `below` - 1, all alike."""

    below: int


class Shuffle(Tagged, frozen=True):
    """An order of `count` things: the outcome lists their old places in the new order."""

    count: int


Chance: TypeAlias = WeightedChoice | Uniform | Shuffle


def draw(chance: Chance, below: Below) -> Outcome:
    """Let chance fall, with numbers from the given source. Unbiased if the source is."""
    match chance:
        case WeightedChoice(weights):
            number = below(sum(weights))
            for index, weight in enumerate(weights):
                number -= weight
                if number < 0:
                    return index
            raise AssertionError("a source of chance must stay below its bound")
        case Uniform(bound):
            return below(bound)
        case Shuffle(count):
            order = list(range(count))
            # Fisher and Yates, from the end; below(1) is not asked.
            for last in range(count - 1, 0, -1):
                pick = below(last + 1)
                order[last], order[pick] = order[pick], order[last]
            return tuple(order)


def is_possible(chance: Chance, outcome: object) -> bool:
    """Whether this outcome can fall: right type, in range, weight above zero."""
    match chance:
        case WeightedChoice(weights):
            return _is_number_below(outcome, len(weights)) and weights[outcome] > 0
        case Uniform(bound):
            return _is_number_below(outcome, bound)
        case Shuffle(count):
            return isinstance(outcome, tuple) and sorted(outcome) == list(range(count))


def _is_number_below(outcome: object, bound: int) -> TypeGuard[int]:
    """`True` and `False` are no numbers here, though Python counts with them."""
    return type(outcome) is int and 0 <= outcome < bound


def odds(chance: Chance) -> Iterator[tuple[Outcome, int]]:
    """Every outcome that can fall, with its weight. The weights sum to `total_weight`."""
    match chance:
        case WeightedChoice(weights):
            for index, weight in enumerate(weights):
                if weight:
                    yield index, weight
        case Uniform(bound):
            for number in range(bound):
                yield number, 1
        case Shuffle(count):
            for order in permutations(range(count)):
                yield order, 1


def total_weight(chance: Chance) -> int:
    match chance:
        case WeightedChoice(weights):
            return sum(weights)
        case Uniform(bound):
            return bound
        case Shuffle(count):
            return factorial(count)
