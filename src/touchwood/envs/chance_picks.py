"""Any chance as a few small draws one after the other, each with exact odds: for searches that want to see them all.

A weighted choice is one draw. A shuffle is drawn place by place from the last one down, as `touchwood.core.chance`
draws it. A number of many (the crane's quantiles: one of 65,536) is drawn digit by digit, by 256, the highest first.
"""

from collections.abc import Sequence

from touchwood.core.chance import Chance, Outcome, Shuffle, Uniform, WeightedChoice

BASE = 256


def next_weights(chance: Chance, picks: tuple[int, ...]) -> Sequence[int]:
    """The weights of what can be drawn next; empty: all is drawn."""
    match chance:
        case WeightedChoice(weights):
            return () if picks else weights
        case Uniform(bound):
            bounds = _digits(bound)
            return (1,) * bounds[len(picks)] if len(picks) < len(bounds) else ()
        case Shuffle(count):
            return (1,) * (count - len(picks)) if len(picks) < count - 1 else ()


def outcome_of(chance: Chance, picks: tuple[int, ...]) -> Outcome:
    match chance:
        case WeightedChoice():
            return picks[0]
        case Uniform(bound):
            number = 0
            for digit, each in zip(picks, _digits(bound), strict=True):
                number = number * each + digit
            return number
        case Shuffle(count):
            order = list(range(count))
            for last, pick in zip(range(count - 1, 0, -1), picks, strict=True):
                order[last], order[pick] = order[pick], order[last]
            return tuple(order)


def _digits(bound: int) -> tuple[int, ...]:
    """How many there are of each digit. What is no multiple of 256 stays whole."""
    return (bound,) if bound <= BASE or bound % BASE else (*_digits(bound // BASE), BASE)
