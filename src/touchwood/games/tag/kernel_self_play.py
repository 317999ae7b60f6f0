"""Linked with TAG's kernel by `fit.py`: what players had along the way, and who won in the end."""

from collections.abc import MutableSequence
from typing import TypeAlias

from touchwood.core.kernel import OVER, Numbers
from touchwood.core.kernel_names import apply, policy, share
from touchwood.core.kernel_play import copy_row, first_bit, let_chance_fall
from touchwood.games.tag.kernel import DECK_SIZE, SEATS
from touchwood.games.tag.kernel_bots import TRAITS, traits

Floats: TypeAlias = MutableSequence[float]


def self_play(
    tables: Numbers,
    start: Numbers,
    row: Numbers,
    weights: Numbers,
    rng: Numbers,
    matches: int,
    every: int,
    seen: Floats,
    shares: Floats,
    left: Floats,
) -> int:
    """So many matches by quick moves, as far as there is room to write. Gives how many moments were written, one after
    every so many choices: what each seat had, the share of the win it came to, and how many cards a player there were
    left to draw."""
    seats, moments = row[SEATS], 0
    for _ in range(matches):
        copy_row(start, row)
        first, choices = moments, 0
        awaited = let_chance_fall(tables, row, weights, rng)
        while awaited != OVER:
            mover = first_bit(awaited)
            apply(tables, row, mover, policy(tables, row, mover, rng))
            awaited = let_chance_fall(tables, row, weights, rng)
            choices += 1
            if choices % every == 0 and awaited != OVER and moments < len(left):
                left[moments] = row[DECK_SIZE] / seats
                for seat in range(seats):
                    has = traits(row, seat)
                    for trait in range(TRAITS):
                        seen[(moments * seats + seat) * TRAITS + trait] = has[trait]
                moments += 1
        for moment in range(first, moments):
            for seat in range(seats):
                shares[moment * seats + seat] = share(tables, row, seat)
    return moments
