"""Ends of TAG that can be gone through whole: every hand the others may hold, every card that may be drawn.

    python tests/tag/tag_exact_ends.py 1000

says how often the 95% band of the coach's line of chances holds the exact one, and how often it does where the match is
still open: most ends are won or lost already, and of those that is easily said. Both play on by quick moves and think
as far ahead as the strongest level once nothing is left to chance; the coach deals worlds by luck, here each is weighed
by how many deals lead to it.
"""

import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from random import Random
from typing import Any, NamedTuple

from touchwood.bots import find_player, kernel_search
from touchwood.bots.coach import TwinReviewer, foresight_of, win_chance
from touchwood.core.kernel import CHANCE, OVER
from touchwood.core.kernel_play import first_bit
from touchwood.core.running import Unrecorded, bot_moves
from touchwood.core.seats import Seat
from touchwood.core.twin import Twin, twin_of
from touchwood.games.tag import GAME, kernel
from touchwood.games.tag.options import Options
from touchwood.games.tag.state import State
from touchwood.games.tag.view import View

SEATS = 2
MOST_IN_DECK = 2
WORLDS = 480
OPEN = Fraction(2, 100), Fraction(98, 100)
"""Between these the match is open."""


def ends(count: int, seed: int = 1) -> Iterator[tuple[State, Seat]]:
    """Where somebody has a choice and next to nothing is left to draw."""
    rng, found = Random(seed), 0
    bots = {Seat(seat): find_player(GAME, "simple") for seat in range(SEATS)}
    while found < count:
        course = Unrecorded(GAME, GAME.initial(Options(), SEATS, GAME.newest_version), rng)
        late: list[tuple[State, Seat]] = []
        while isinstance(waiting := GAME.waiting_for(course.state), tuple):
            seat = waiting[0]
            if sum(course.state.deck) <= MOST_IN_DECK and len(GAME.legal_actions(course.state, seat)) > 1:
                late.append((course.state, seat))
            bot_moves(course, bots, rng)
        if late:
            found += 1
            yield rng.choice(late)


def exact_chance(twin: Twin, view: View, seat: Seat, choice: int, foresight: int) -> Fraction:
    """The seat's share of the win after the choice, over all worlds that fit its view."""
    total, weight_of_all = Fraction(0), 0
    for row, weight in worlds(twin, view, 1 - seat):
        twin.apply(row, seat, choice)
        total += weight * share(twin, row, seat, foresight)
        weight_of_all += weight
    return total / weight_of_all


def worlds(twin: Twin, view: View, other: int) -> Iterator[tuple[Sequence[int], int]]:
    """Every hand the other may hold beside the cards it is known to have, and how many deals make it so."""
    known = list(twin.know(view))
    at = kernel.player_at(other)
    held = known[at + kernel.HAND : at + kernel.HAND + kernel.KINDS]
    unseen = known[kernel.DECK : kernel.DECK + kernel.KINDS]
    hidden = known[at + kernel.HAND_SIZE] - sum(held)
    for drawn in product(*[range(min(count, hidden) + 1) for count in unseen]):
        if sum(drawn) != hidden:
            continue
        row = list(known)
        for kind in range(kernel.KINDS):
            row[at + kernel.HAND + kind] += drawn[kind]
            row[kernel.DECK + kind] -= drawn[kind]
        row[kernel.DECK_SIZE] = sum(unseen) - hidden
        yield twin_row(twin, row), prod(map(comb, unseen, drawn))


def twin_row(twin: Twin, numbers: Sequence[int]) -> Sequence[int]:
    row = twin.memory(len(numbers), "int16")
    for place, number in enumerate(numbers):
        row[place] = number
    return row  # type: ignore[no-any-return]  # an array where it is compiled


def share(twin: Twin, row: Sequence[int], seat: Seat, foresight: int) -> Fraction:
    """Over all that chance may bring; quick moves take no luck. So many choices are looked into after the last draw."""
    looks = foresight
    while (awaited := twin.waiting(row)) not in (CHANCE, OVER):  # type: ignore[arg-type]
        mover = first_bit(awaited)
        choice = twin.policy(row, mover, twin.rng(0))  # type: ignore[arg-type]
        if looks and row[kernel.DECK_SIZE] == 0:
            looks -= 1
            choice = looked_into(twin, row, mover, choice)
        twin.apply(row, mover, choice)  # type: ignore[arg-type]
    if awaited == OVER:
        return Fraction(twin.shares(row)[seat]).limit_denominator(SEATS)  # type: ignore[arg-type]
    weights = twin.chance(row)  # type: ignore[arg-type]
    assert isinstance(weights, list)  # a deck falls by kinds
    total = Fraction(0)
    for outcome, weight in enumerate(weights):
        if weight:
            after = twin_row(twin, row)
            twin.fall(after, outcome)  # type: ignore[arg-type]
            total += Fraction(weight, sum(weights)) * share(twin, after, seat, foresight)
    return total


def looked_into(twin: Twin, row: Sequence[int], mover: int, quick: int) -> int:
    """The choice that ends best if both go on by quick moves; the quick one where nothing is better."""
    best, most = quick, -1.0
    for choice in (quick, *[each for each in twin.legal(row, mover) if each != quick]):  # type: ignore[arg-type]
        ahead: Any = twin_row(twin, row)
        twin.apply(ahead, mover, choice)
        while (awaited := twin.waiting(ahead)) != OVER:
            twin.apply(ahead, first_bit(awaited), twin.policy(ahead, first_bit(awaited), twin.rng(0)))
        if (reached := twin.value(ahead, mover)) > most:
            best, most = choice, reached
    return best


class Tally(NamedTuple):
    """Ends, and in how many of them the exact chance of a choice lies in the coach's own band."""

    ends: int
    held: int


def held_in_band(count: int, seed: int = 1) -> tuple[Tally, Tally]:
    """Of so many ends, and of those among them that are open."""
    twin = twin_of(GAME, Options(), SEATS, GAME.newest_version, search=kernel_search, entries=("think", "weigh"))
    assert twin is not None, "numba is not installed"
    reviewer, held = TwinReviewer(GAME, twin, Options(), WORLDS), list[tuple[bool, bool]]()
    for number, (state, seat) in enumerate(ends(count, seed)):
        view = GAME.view(state, seat)
        choice = Random(number).choice(sorted(twin.legal(twin.pack(state), seat)))
        chance = win_chance(number, seat, reviewer.played_on(view, seat, number, choice))
        exact = exact_chance(twin, view, seat, choice, foresight_of(GAME))
        is_held = abs(chance.percent - 100 * exact) <= chance.margin + Fraction(1, 2)  # told in whole hundredths
        held.append((OPEN[0] < exact < OPEN[1], is_held))
    still_open = [is_held for is_open, is_held in held if is_open]
    return Tally(count, sum(is_held for _, is_held in held)), Tally(len(still_open), sum(still_open))


if __name__ == "__main__":
    for name, tally in zip(("all", "open"), held_in_band(int((sys.argv[1:] or ["1000"])[0])), strict=True):
        print(f"{name}: {tally.held} of {tally.ends} ends lie in the band ({tally.held / max(1, tally.ends):.1%})")
