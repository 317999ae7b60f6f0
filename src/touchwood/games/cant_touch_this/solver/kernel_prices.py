"""A ceiling on any solo total, found by putting prices on symbols and cells.

Bonuses come from all captures together and no two clips may share a cell; both make the best
total hard to see. Prices take them apart. Pretend instead that

    - each counted symbol is sold for its price, and the bonus table buys back the counts it likes
      best (`best_purchase`),
    - each cell costs its price to whoever covers it, any number of times, and all those costs are
      paid back in advance.

Then every clip has a worth of its own, and no placement totals more than the purchase, plus all
cell prices, plus the best worths. That holds for any prices; `lower_ceiling` searches good ones.

Bonuses jump (the fourth poop, the third gem, the second wild). So placements are divided into
boxes by how many of these they end up with, small enough for prices to fit well inside each:

    bit    2             1                         0
           | wild pairs | gems past the jump ? 1 | poops past the jump ? 1 |      number of a box

Prices are whole numbers, in 1/1024 of a point: the same ceiling whatever machine finds it.
"""

from typing import NamedTuple

from touchwood.games.cant_touch_this.solver.kernel_bits import (
    ClipSet,
    Ints,
    first_of,
    is_empty,
    set_at,
    without,
    without_clip,
    without_first,
)
from touchwood.games.cant_touch_this.solver.kernel_score import (
    COUNT_BITS,
    COUNT_MASK,
    bomb_points,
    bonus,
    gem_points,
    poop_points,
)

POINT = 1024
COUNTED = 5  # poops, gems, bombs, stars, wilds, in the order of their bits in the counts
ROUNDS = 120
FEWEST = -(1 << 50)
MOST_PAIRS = 33  # of wilds on 64 cells, and none
BOXES = 4 * MOST_PAIRS


class Solo(NamedTuple):
    """All the tables of one search, in the shape a compiled function can take."""

    edition: int
    free_gems: int
    clips: int
    to_place: int
    plain: Ints  # a clip: points that depend on nothing else
    counts: Ints  # a clip: its counted symbols
    cells: Ints  # a clip: its four cells, -1 for none
    conflicts: Ints  # a clip: the set of clips that share a cell with it, itself included
    range_from: Ints  # a counted symbol: fewest it can end up with in the box at hand
    range_to: Ints  # a counted symbol: most
    prices: Ints  # a box: COUNTED symbol prices, then the cell prices
    ceilings: Ints  # a box: what its prices prove
    trial: Ints  # prices being tried, laid out as a box's
    slope: Ints  # per price: how the ceiling moves with it
    offers: Ints  # poop, gem, bomb x pairs put to it: best surplus over the prices
    wanted: Ints  # the counts of those surpluses: poops, gems, bombs, stars x pairs
    bought: Ints  # a counted symbol: what the bonus table buys at the trial prices
    worths: Ints  # a clip, at the trial prices
    chosen: Ints  # clips of the placement in hand
    best: Ints  # [best total found, its clips' number (-1: none yet), the clips ...]
    order: Ints  # clips by falling worth, see kernel_solo.py
    sums: Ints  # n: worths of the first n clips in that order, added up
    rises: Ints  # the same, negative worths left out
    stack: Ints  # placements being tried, see kernel_solo.py
    nodes: Ints  # [clips tried]


def count_of(counts: int, symbol: int) -> int:
    return (counts >> (COUNT_BITS * symbol)) & COUNT_MASK


def make_offers(solo: Solo, prices: Ints) -> None:
    """For poop, gems and bombs with stars apart: the best surplus of points over prices in this
    box, when so many wild pairs are put to them.
    """
    edition = solo.edition
    free_gems = solo.free_gems
    range_from = solo.range_from
    range_to = solo.range_to
    offers = solo.offers
    wanted = solo.wanted
    for pairs in range(range_to[4] // 2 + 1):
        best = FEWEST
        for poops in range(range_from[0], range_to[0] + 1):
            surplus = POINT * poop_points(edition, poops + pairs) - prices[0] * poops
            if surplus > best:
                best = surplus
                wanted[pairs] = poops
        offers[pairs] = best
        best = FEWEST
        for gems in range(range_from[1], range_to[1] + 1):
            surplus = POINT * gem_points(edition, free_gems, gems + pairs) - prices[1] * gems
            if surplus > best:
                best = surplus
                wanted[MOST_PAIRS + pairs] = gems
        offers[MOST_PAIRS + pairs] = best
        best = FEWEST
        for stars in range(range_from[3], range_to[3] + 1):
            for bombs in range(range_from[2], range_to[2] + 1):
                surplus = POINT * bomb_points(edition, bombs, stars + pairs)
                surplus -= prices[2] * bombs + prices[3] * stars
                if surplus > best:
                    best = surplus
                    wanted[2 * MOST_PAIRS + pairs] = bombs
                    wanted[3 * MOST_PAIRS + pairs] = stars
        offers[2 * MOST_PAIRS + pairs] = best


def best_purchase(solo: Solo, prices: Ints) -> int:
    """The most that bonuses can exceed the prices of the counts they are paid for, in this box.

    Those counts go into `bought`.
    """
    make_offers(solo, prices)
    offers = solo.offers
    wanted = solo.wanted
    bought = solo.bought
    most = FEWEST
    for wilds in range(solo.range_from[4], solo.range_to[4] + 1):
        pairs = wilds // 2
        if wilds % 2 == 1 and wilds > solo.range_from[4] and prices[4] >= 0:
            continue  # the odd wild buys nothing
        # Every share of the pairs among poop, gem and star; the rest become twos.
        for to_poop in range(pairs + 1):
            for to_gem in range(pairs + 1 - to_poop):
                for to_star in range(pairs + 1 - to_poop - to_gem):
                    surplus = offers[to_poop] + offers[MOST_PAIRS + to_gem]
                    surplus += offers[2 * MOST_PAIRS + to_star] - prices[4] * wilds
                    surplus += 2 * POINT * (pairs - to_poop - to_gem - to_star)
                    if surplus > most:
                        most = surplus
                        bought[0] = wanted[to_poop]
                        bought[1] = wanted[MOST_PAIRS + to_gem]
                        bought[2] = wanted[2 * MOST_PAIRS + to_star]
                        bought[3] = wanted[3 * MOST_PAIRS + to_star]
                        bought[4] = wilds
    return most


def price_clips(solo: Solo, free: ClipSet, prices: Ints, worths: Ints) -> None:
    """Every free clip's worth at these prices."""
    plain = solo.plain
    counts = solo.counts
    cells = solo.cells
    while not is_empty(free):
        clip = first_of(free)
        free = without_first(free)
        worth = POINT * plain[clip]
        for symbol in range(COUNTED):
            worth += prices[symbol] * count_of(counts[clip], symbol)
        for at in range(4 * clip, 4 * clip + 4):
            if cells[at] >= 0:
                worth -= prices[COUNTED + cells[at]]
        worths[clip] = worth


def take_best(solo: Solo, free: ClipSet, compatible: int) -> int:
    """Fill `chosen` with the clips of the highest worths; their number.

    Without regard to overlaps, or (`compatible`) as a placement that can lie on the card.
    """
    worths = solo.worths
    conflicts = solo.conflicts
    chosen = solo.chosen
    taken = 0
    while taken < solo.to_place and not is_empty(free):
        best = -1
        rest = free
        while not is_empty(rest):
            clip = first_of(rest)
            rest = without_first(rest)
            if best < 0 or worths[clip] > worths[best]:
                best = clip
        chosen[taken] = best
        taken += 1
        free = without(free, set_at(conflicts, best)) if compatible == 1 else without_clip(free, best)
    return taken


def total_of(solo: Solo, taken: int, held_counts: int, held_plain: int) -> int:
    """The true total of the placement in `chosen`."""
    counts = held_counts
    points = held_plain
    for at in range(taken):
        counts += solo.counts[solo.chosen[at]]
        points += solo.plain[solo.chosen[at]]
    return points + bonus(solo.edition, solo.free_gems, counts)


def keep_if_better(solo: Solo, taken: int, total: int) -> bool:
    if solo.best[1] >= 0 and total <= solo.best[0]:
        return False
    solo.best[0] = total
    solo.best[1] = taken
    for at in range(taken):
        solo.best[2 + at] = solo.chosen[at]
    return True


def improve(solo: Solo, free: ClipSet, taken: int, held_counts: int, held_plain: int) -> None:
    """Exchange single clips of the placement in `chosen` as long as that helps."""
    if taken < solo.to_place:
        return
    conflicts = solo.conflicts
    chosen = solo.chosen
    total = total_of(solo, taken, held_counts, held_plain)
    keep_if_better(solo, taken, total)
    at = 0
    unchanged = 0
    while unchanged < taken:
        room = free
        for other in range(taken):
            if other != at:
                room = without(room, set_at(conflicts, chosen[other]))
        unchanged += 1
        best_clip = chosen[at]
        while not is_empty(room):
            chosen[at] = first_of(room)
            room = without_first(room)
            other_total = total_of(solo, taken, held_counts, held_plain)
            if other_total > total:
                total = other_total
                best_clip = chosen[at]
                unchanged = 0
        chosen[at] = best_clip
        at = (at + 1) % taken
    keep_if_better(solo, taken, total)


def try_placement(solo: Solo, free: ClipSet, held_counts: int, held_plain: int, with_exchanges: int) -> None:
    """Place clips by falling worth, and keep the placement if it is the best so far."""
    taken = take_best(solo, free, 1)
    keep_if_better(solo, taken, total_of(solo, taken, held_counts, held_plain))
    if with_exchanges == 1:
        improve(solo, free, taken, held_counts, held_plain)


def set_box(solo: Solo, box: int, held_counts: int, room: Ints) -> bool:
    """Set the ranges of final counts in this box; False if nothing can end up there.

    `room` is how many more of each counted symbol could be captured at most.
    """
    for symbol in range(COUNTED):
        least = count_of(held_counts, symbol)
        solo.range_from[symbol] = least
        solo.range_to[symbol] = least + room[symbol]
    poop_jump = 3 if solo.edition == 1 else 4
    gem_jump = 3 + solo.free_gems
    if box & 1 == 0:
        solo.range_to[0] = min(solo.range_to[0], poop_jump - 1)
    else:
        solo.range_from[0] = max(solo.range_from[0], poop_jump)
    if box & 2 == 0:
        solo.range_to[1] = min(solo.range_to[1], gem_jump - 1)
    else:
        solo.range_from[1] = max(solo.range_from[1], gem_jump)
    pairs = box >> 2
    solo.range_from[4] = max(solo.range_from[4], 2 * pairs)
    solo.range_to[4] = min(solo.range_to[4], 2 * pairs + 1)
    possible = True
    for symbol in range(COUNTED):
        possible = possible and solo.range_from[symbol] <= solo.range_to[symbol]
    return possible


def least_clips(solo: Solo, free: ClipSet) -> int:
    """A number of clips that will be placed whatever happens: the card can not be full before.

    A card with room at its edge for a clip of depth one is not full, and no clip covers more
    than four such places.
    """
    places = 0
    rest = free
    while not is_empty(rest):
        if solo.cells[4 * first_of(rest) + 1] < 0:
            places += 1
        rest = without_first(rest)
    return min(solo.to_place, max((places + 3) // 4, 1))


def lower_ceiling(
    solo: Solo, free: ClipSet, least: int, box: int, held_counts: int, held_plain: int, cell_free: Ints
) -> None:
    """Find prices under which the ceiling of this box is low, and on the way good placements.

    `least` clips, or more, will be placed. Subgradient descent: a symbol of which the best clips
    bring more than is bought gets cheaper, a cell that several of them cover dearer.
    """
    prices = solo.prices
    trial = solo.trial
    slope = solo.slope
    bought = solo.bought
    worths = solo.worths
    chosen = solo.chosen
    cells = solo.cells
    size = COUNTED + len(cell_free)
    for at in range(size):
        trial[at] = 0
    ceiling = -FEWEST
    stride = POINT  # in 1/1024 of the step that would reach the goal on a straight slope
    idle = 0
    for step in range(ROUNDS):
        price_clips(solo, free, trial, worths)
        if step % 4 == 0:
            try_placement(solo, free, held_counts, held_plain, 1 if step % 16 == 0 else 0)
        taken = take_best(solo, free, 0)
        height = POINT * held_plain + best_purchase(solo, trial)
        for symbol in range(COUNTED):
            slope[symbol] = count_of(held_counts, symbol) - bought[symbol]
            height += trial[symbol] * count_of(held_counts, symbol)
        for cell in range(len(cell_free)):
            slope[COUNTED + cell] = cell_free[cell]
            height += trial[COUNTED + cell] * cell_free[cell]
        for at in range(taken):
            clip = chosen[at]
            # The card may be full before a clip of negative worth has to be placed.
            if at >= least and worths[clip] <= 0:
                continue
            height += worths[clip]
            for symbol in range(COUNTED):
                slope[symbol] += count_of(solo.counts[clip], symbol)
            for at_cell in range(4 * clip, 4 * clip + 4):
                if cells[at_cell] >= 0:
                    slope[COUNTED + cells[at_cell]] -= 1
        idle = 0 if height < ceiling else idle + 1
        if height <= ceiling:  # of equal ceilings the later: its prices tell clips apart better
            ceiling = height
            solo.ceilings[box] = height
            for at in range(size):
                prices[box * size + at] = trial[at]
        goal = POINT * (solo.best[0] + 1)
        if ceiling < goal:
            return
        if idle == 8:
            idle = 0
            stride = stride * 3 // 4
        steepness = 0
        for at in range(size):
            if at >= COUNTED and trial[at] == 0 and slope[at] > 0:
                slope[at] = 0  # a cell price is never negative
            steepness += slope[at] * slope[at]
        if steepness == 0:
            # No prices do better, and very likely the best clips fit together.
            try_placement(solo, free, held_counts, held_plain, 1)
            return
        for at in range(size):
            move = (height - goal + POINT) * stride * slope[at] // (steepness * POINT)
            trial[at] -= move
            if at >= COUNTED:
                trial[at] = max(trial[at], 0)
