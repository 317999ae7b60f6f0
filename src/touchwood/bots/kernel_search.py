"""Thinking on rows, linked with the kernel of a game that lends a policy and a value.

The same search as `flat_monte_carlo.py`, some hundred times as fast: worlds that fit what the seat knows are dealt, all
choices are tried in the same worlds with the same luck and played on by quick moves, the worse half is dropped, and the
quick move is played unless another is clearly better.

A tree over the seat's own later choices (nodes by a hash of `encode`, PUCT with the quick move as prior) was tried in
place of quick moves and left out: at equal worlds it won 42% of 80 mirrored matches of TAG. What helped is foresight:
once nothing in an imagined match is left to chance, the next choices are made by trying all there are, each played on
by quick moves. There it was that quick moves were wrong, and that others who search differ from others who do not. So
it is in every other world only: a search that expects all to think is beaten by those who do not (docs/bots.md).
"""

from collections.abc import MutableSequence
from math import sqrt
from typing import TypeAlias

from touchwood.core.kernel import OVER, Numbers
from touchwood.core.kernel_names import apply, has_luck, legal, policy, sample, share, value
from touchwood.core.kernel_play import copy_row, first_bit, let_chance_fall, play_quickly

Floats: TypeAlias = MutableSequence[float]
LONGEST = 100_000
"""More choices than any match has."""


def think(
    tables: Numbers,
    known: Numbers,
    seat: int,
    worlds: int,
    horizon: int,
    foresight: int,
    most: int,
    rng: Numbers,
    luck: Numbers,
    world: Numbers,
    row: Numbers,
    ahead: Numbers,
    options: Numbers,
    others: Numbers,
    alive: Numbers,
    values: Floats,
    weights: Numbers,
) -> int:
    """The choice. `worlds`: in how many each choice is tried on average; `values` gets what each choice brought in each
    world, one choice after the other. After `most` imagined choices it ends. The rest is memory."""
    copy_row(known, world)
    sample(tables, world, rng)
    count = legal(tables, world, seat, options)
    quick, quick_choice = 0, policy(tables, world, seat, rng)
    for number in range(count):
        alive[number] = number
        if options[number] == quick_choice:
            quick = number
    longest, tried, left, rounds, made = len(values) // count, 0, count, halvings(count), 0
    for each in range(rounds):
        for again in range(min(longest - tried, max(1, worlds * count // (rounds * left)))):
            if again > 0 and made >= most * (each + 1) // rounds:
                break
            copy_row(known, world)
            sample(tables, world, rng)
            copy_row(rng, luck)
            is_quick_tried = False
            for place in range(left + 1):  # the last one is the quick move, which is never dropped
                number = alive[place] if place < left else quick
                if place == left and is_quick_tried:
                    break
                is_quick_tried = is_quick_tried or number == quick
                copy_row(world, row)
                copy_row(luck, rng)
                apply(tables, row, seat, int(options[number]))
                looks = foresight if tried & 1 else 0
                made += play_with_foresight(tables, row, ahead, others, weights, rng, horizon, looks)
                values[number * longest + tried] = value(tables, row, seat)
            tried += 1
        put_the_better_first(alive, left, values, longest, tried)
        left = (left + 1) // 2
    best = alive[0]
    return int(options[best if is_clearly_better(values, best * longest, quick * longest, tried) else quick])


def play_with_foresight(
    tables: Numbers,
    row: Numbers,
    ahead: Numbers,
    options: Numbers,
    weights: Numbers,
    rng: Numbers,
    most: int,
    foresight: int,
) -> int:
    """By quick moves, for `most` choices or to the end; once chance is over, so many of them are looked into. Gives how
    many choices were made, those that were only looked into included."""
    looked, made, in_all = 0, 0, 0
    while made < most:
        if looked == foresight:
            in_all += play_quickly(tables, row, weights, rng, most - made)
            break
        awaited = let_chance_fall(tables, row, weights, rng)
        if awaited == OVER:
            break
        seat = first_bit(awaited)
        choice = policy(tables, row, seat, rng)
        if not has_luck(tables, row):
            looked += 1
            count, best = legal(tables, row, seat, options), -1.0
            if count > 1:
                # The quick choice first: it stays where nothing is better.
                quick = choice
                for place in range(-1, count):
                    number = quick if place < 0 else int(options[place])
                    if place < 0 or number != quick:
                        copy_row(row, ahead)
                        apply(tables, ahead, seat, number)
                        in_all += 1 + play_quickly(tables, ahead, weights, rng, most - made)
                        reached = value(tables, ahead, seat)
                        if reached > best:
                            choice, best = number, reached
        apply(tables, row, seat, choice)
        made += 1
    return made + in_all


def weigh(
    tables: Numbers,
    known: Numbers,
    seat: int,
    worlds: int,
    foresight: int,
    rng: Numbers,
    luck: Numbers,
    world: Numbers,
    row: Numbers,
    ahead: Numbers,
    options: Numbers,
    others: Numbers,
    values: Floats,
    weights: Numbers,
    given: int,
) -> int:
    """The same for looking back: what share of the win each choice brings in each of so many worlds, all played on to
    the end by quick moves and, if it is wanted, with foresight. Of so many `options` as are given, else of all that
    are legal. Gives how many choices there are."""
    count = given
    for tried in range(worlds):
        copy_row(known, world)
        sample(tables, world, rng)
        copy_row(rng, luck)
        if given == 0:
            count = legal(tables, world, seat, options)
        for number in range(count):
            copy_row(world, row)
            copy_row(luck, rng)
            apply(tables, row, seat, int(options[number]))
            play_with_foresight(tables, row, ahead, others, weights, rng, LONGEST, foresight)
            values[number * worlds + tried] = share(tables, row, seat)
    return count


def halvings(count: int) -> int:
    """How often a number is halved, upwards, until one is left."""
    rounds = 0
    while count > 1:
        count = (count + 1) // 2
        rounds += 1
    return rounds


def put_the_better_first(alive: Numbers, left: int, values: Floats, longest: int, tried: int) -> None:
    """All that are left were tried in all worlds so far."""
    for place in range(1, left):
        number, at = alive[place], place
        while at > 0 and total(values, alive[at - 1] * longest, tried) < total(values, number * longest, tried):
            alive[at] = alive[at - 1]
            at -= 1
        alive[at] = number


def total(values: Floats, first: int, tried: int) -> float:
    summed = 0.0
    for world in range(tried):
        summed += values[first + world]
    return summed


def is_clearly_better(values: Floats, first: int, other: int, tried: int) -> bool:
    """World by world, since both were tried in the same ones: by more than a standard error."""
    if tried < 2:
        return False
    mean = (total(values, first, tried) - total(values, other, tried)) / tried
    squares = 0.0
    for world in range(tried):
        squares += (values[first + world] - values[other + world] - mean) ** 2
    return mean > sqrt(squares / (tried - 1) / tried)
