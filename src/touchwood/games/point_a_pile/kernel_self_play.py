"""Linked with Point-a-Pile's kernel by `fit.py`: what rows were like between rounds, and who won in the end."""

from collections.abc import MutableSequence
from typing import TypeAlias

from touchwood.core.kernel import OVER, Numbers
from touchwood.core.kernel_names import apply, policy, share, stage
from touchwood.core.kernel_play import copy_row, first_bit, let_chance_fall
from touchwood.games.point_a_pile.kernel import LAST, LENGTH, ROW, SEATS, player_at
from touchwood.games.point_a_pile.kernel_bots import TRAITS, traits_with

Floats: TypeAlias = MutableSequence[float]


def self_play(
    tables: Numbers,
    start: Numbers,
    row: Numbers,
    weights: Numbers,
    rng: Numbers,
    matches: int,
    traits: Floats,
    shares: Floats,
) -> int:
    """So many matches by quick moves, as far as there is room to write. Gives how many moments were written; of each,
    for every seat, its traits and the share of the win it came to."""
    seats, moments = row[SEATS], 0
    for _ in range(matches):
        copy_row(start, row)
        first, seen = moments, 0
        awaited = let_chance_fall(tables, row, weights, rng)
        while awaited != OVER:
            if stage(tables, row) > seen and (moments + 1) * seats <= len(shares):
                seen = stage(tables, row)
                for seat in range(seats):
                    write_traits(tables, row, seat, traits, (moments * seats + seat) * TRAITS)
                moments += 1
            mover = first_bit(awaited)
            apply(tables, row, mover, policy(tables, row, mover, rng))
            awaited = let_chance_fall(tables, row, weights, rng)
        for moment in range(first, moments):
            for seat in range(seats):
                shares[moment * seats + seat] = share(tables, row, seat)
    return moments


def write_traits(tables: Numbers, row: Numbers, seat: int, traits: Floats, at: int) -> None:
    player = player_at(seat)
    found = traits_with(tables, row, seat, ROW + seat, row[player + LENGTH], row[player + LAST])
    for trait in range(TRAITS):
        traits[at + trait] = found[trait]
