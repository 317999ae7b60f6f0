"""Linked with TAG's kernel by `fit.py`: two sets of weights against each other."""

from touchwood.core.kernel import OVER, Numbers
from touchwood.core.kernel_names import apply, policy, share
from touchwood.core.kernel_play import copy_row, first_bit, let_chance_fall


def tournament(
    ours: Numbers, theirs: Numbers, start: Numbers, row: Numbers, weights: Numbers, rng: Numbers, seats: int, deals: int
) -> float:
    """Our mean share of the win, one of us against a table of them, in every seat on the same luck."""
    luck = rng[0], rng[1], rng[2], rng[3]
    won = 0.0
    for seat in range(seats):
        for word in range(4):
            rng[word] = luck[word]
        for _ in range(deals):
            copy_row(start, row)
            awaited = let_chance_fall(ours, row, weights, rng)
            while awaited != OVER:
                mover = first_bit(awaited)
                if mover == seat:
                    apply(ours, row, mover, policy(ours, row, mover, rng))
                else:
                    apply(ours, row, mover, policy(theirs, row, mover, rng))
                awaited = let_chance_fall(ours, row, weights, rng)
            won += share(ours, row, seat)
    return won / (deals * seats)
