"""Thinking on rows about choices that were listed beforehand, linked with the kernel of a game that is valued where a
stage of it ends (a round): for games whose choices are built of parts, or made by several in secret at once.

As in `kernel_search.py` all candidates are tried in the same worlds with the same luck, and the first of them, the
quick player's, is played unless another is clearly better. Others who choose in secret at the same time do so by mixes
that are given: they are thought of as players of a level.
"""

from collections.abc import MutableSequence
from typing import TypeAlias

from touchwood.core.kernel import OVER, Numbers
from touchwood.core.kernel_names import apply, policy, sample, stage, value
from touchwood.core.kernel_play import below, copy_row, first_bit, let_chance_fall

Floats: TypeAlias = MutableSequence[float]
WHOLE = 1 << 30


def weigh_candidates(
    tables: Numbers,
    known: Numbers,
    seat: int,
    candidates: Numbers,
    width: int,
    mixes: Floats,
    mix_width: int,
    worlds: int,
    stages: int,
    rng: Numbers,
    luck: Numbers,
    world: Numbers,
    row: Numbers,
    values: Floats,
    weights: Numbers,
) -> None:
    """What each candidate brought in each world, into `values`, one candidate after the other. A candidate is a row of
    `width` numbers of choices, ended by -1; a mix, of each seat, the chance of each choice, or nothing but 0."""
    count = len(candidates) // width
    for tried in range(worlds):
        copy_row(known, world)
        sample(tables, world, rng)
        for other in range(len(mixes) // mix_width):
            choice = from_mix(mixes, other * mix_width, mix_width, rng)
            if choice >= 0:
                apply(tables, world, other, choice)
        copy_row(rng, luck)
        for number in range(count):
            copy_row(world, row)
            copy_row(luck, rng)
            last = stage(tables, row) + stages
            for place in range(number * width, (number + 1) * width):
                if candidates[place] < 0:
                    break
                apply(tables, row, seat, int(candidates[place]))
            play_to_stage(tables, row, weights, rng, last)
            values[number * worlds + tried] = value(tables, row, seat)


def from_mix(mixes: Floats, first: int, width: int, rng: Numbers) -> int:
    """A choice of this seat, or -1 if it has none to make."""
    left, chosen = below(rng, WHOLE) / WHOLE, -1
    for choice in range(width):
        if mixes[first + choice] > 0.0:
            chosen = choice
            left -= mixes[first + choice]
            if left < 0.0:
                break
    return chosen


def play_to_stage(tables: Numbers, row: Numbers, weights: Numbers, rng: Numbers, last: int) -> None:
    """By quick moves, to the beginning of this stage, or the end of the match."""
    while stage(tables, row) < last:
        awaited = let_chance_fall(tables, row, weights, rng)
        if awaited == OVER:
            break
        seat = first_bit(awaited)
        apply(tables, row, seat, policy(tables, row, seat, rng))
