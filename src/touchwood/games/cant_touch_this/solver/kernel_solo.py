"""The exact solo optimum: every placement under the ceilings of kernel_prices.py, the rest unseen.

In a box whose ceiling still beats the best placement found, clips are taken by falling worth. A
line of search ends where even the next best worths, overlaps forgiven, can not lift it above the
best total. Start reading at `find_best_placement`.
"""

from touchwood.games.cant_touch_this.solver.kernel_bits import (
    ClipSet,
    Ints,
    first_of,
    get_set,
    has_clip,
    is_empty,
    put_set,
    set_at,
    without,
    without_clip,
    without_first,
)
from touchwood.games.cant_touch_this.solver.kernel_prices import (
    BOXES,
    COUNTED,
    POINT,
    Solo,
    keep_if_better,
    least_clips,
    lower_ceiling,
    price_clips,
    set_box,
    take_best,
    total_of,
    try_placement,
)
from touchwood.games.cant_touch_this.solver.kernel_score import (
    BOMBS_AT,
    COUNT_MASK,
    STARS_AT,
    bonus,
    is_forbidden,
    read_clips,
)

# A level of the search's stack: the clips that can still be placed, the place in the order of
# the next to try, and what the clips placed so far amount to.
FREE_AT, NEXT_AT, HEIGHT_AT, COUNTS_AT, PLAIN_AT = 0, 3, 4, 5, 6
SOLO_FRAME = 7


def sort_by_worth(solo: Solo, free: ClipSet) -> int:
    """Free clips by falling worth into `order`, equal ones by number; how many they are."""
    order = solo.order
    worths = solo.worths
    size = 0
    while not is_empty(free):
        clip = first_of(free)
        free = without_first(free)
        at = size
        while at > 0 and worths[order[at - 1]] < worths[clip]:
            order[at] = order[at - 1]
            at -= 1
        order[at] = clip
        size += 1
    return size


def search_box(solo: Solo, free: ClipSet, least: int, size: int, base: int, held_counts: int, held_plain: int) -> None:
    """Try all sets of clips in `order` that could beat the best, each in the order's sequence.

    `base` is the part of the ceiling that no clip changes; `least` clips, or more, will be placed.
    """
    edition = solo.edition
    free_gems = solo.free_gems
    plain = solo.plain
    counts = solo.counts
    conflicts = solo.conflicts
    order = solo.order
    worths = solo.worths
    sums = solo.sums
    rises = solo.rises
    chosen = solo.chosen
    best = solo.best
    stack = solo.stack
    to_place = solo.to_place
    sums[0] = 0
    rises[0] = 0
    for at in range(size):
        sums[at + 1] = sums[at] + worths[order[at]]
        rises[at + 1] = rises[at] + max(worths[order[at]], 0)
    for at in range(size + 1, size + 1 + to_place):
        sums[at] = sums[size]
        rises[at] = rises[size]
    nodes = 0
    depth = 0
    put_set(stack, FREE_AT, free)
    stack[NEXT_AT] = 0
    stack[HEIGHT_AT] = base
    stack[COUNTS_AT] = held_counts
    stack[PLAIN_AT] = held_plain
    while depth >= 0:
        frame = depth * SOLO_FRAME
        at = stack[frame + NEXT_AT]
        height = stack[frame + HEIGHT_AT]
        left = to_place - depth
        goal = POINT * (best[0] + 1)
        here = get_set(stack, frame + FREE_AT)
        # So many clips will follow for certain, the others only while there is room.
        sure = max(least - depth, 0)
        while at < size and not has_clip(here, order[at]):
            at += 1
        ceiling = height + sums[at + sure] - sums[at] + rises[at + left] - rises[at + sure]
        if at >= size or ceiling < goal:
            depth -= 1
            continue
        nodes += 1
        clip = order[at]
        stack[frame + NEXT_AT] = at + 1
        chosen[depth] = clip
        held = stack[frame + COUNTS_AT] + counts[clip]
        points = stack[frame + PLAIN_AT] + plain[clip]
        here = without(here, set_at(conflicts, clip))
        if left == 1 or is_empty(here):
            total = points + bonus(edition, free_gems, held)
            if total > best[0]:
                keep_if_better(solo, depth + 1, total)
            continue
        depth += 1
        frame += SOLO_FRAME
        put_set(stack, frame + FREE_AT, here)
        stack[frame + NEXT_AT] = at + 1
        stack[frame + HEIGHT_AT] = height + worths[clip]
        stack[frame + COUNTS_AT] = held
        stack[frame + PLAIN_AT] = points
    solo.nodes[0] += nodes


def find_best_placement(
    solo: Solo,
    symbols: Ints,
    uncovered: ClipSet,
    held_counts: int,
    held_plain: int,
    room: Ints,
    cell_free: Ints,
) -> None:
    """The best total into `best`, with the clips that reach it. At least one is to be placed."""
    clips = solo.clips
    read_clips(solo.edition, symbols, solo.cells, clips, solo.plain, solo.counts)
    free = uncovered
    for clip in range(clips):
        if is_forbidden(solo.edition, solo.counts[clip]):
            free = without_clip(free, clip)
        elif solo.edition == 1:
            # Bombs and stars have said what they had to say.
            solo.counts[clip] &= ~(COUNT_MASK << BOMBS_AT | COUNT_MASK << STARS_AT)
    solo.best[0] = 0
    solo.best[1] = -1
    # A first placement: greedy by what each clip is worth alone, then improved.
    if is_empty(free):
        keep_if_better(solo, 0, total_of(solo, 0, held_counts, held_plain))
        return
    least = least_clips(solo, free)
    for clip in range(clips):
        solo.worths[clip] = solo.plain[clip]
    try_placement(solo, free, held_counts, held_plain, 1)

    for box in range(BOXES):
        solo.ceilings[box] = -1 << 40
        if set_box(solo, box, held_counts, room):
            lower_ceiling(solo, free, least, box, held_counts, held_plain, cell_free)
    width = COUNTED + len(cell_free)
    for _ in range(BOXES):
        box = 0
        for other in range(BOXES):
            if solo.ceilings[other] > solo.ceilings[box]:
                box = other
        ceiling = solo.ceilings[box]
        if ceiling < POINT * (solo.best[0] + 1):
            return
        solo.ceilings[box] = -1 << 40
        for at in range(width):
            solo.trial[at] = solo.prices[box * width + at]
        price_clips(solo, free, solo.trial, solo.worths)
        taken = take_best(solo, free, 0)
        base = ceiling
        for at in range(taken):
            worth = solo.worths[solo.chosen[at]]
            base -= worth if at < least else max(worth, 0)
        size = sort_by_worth(solo, free)
        search_box(solo, free, least, size, base, held_counts, held_plain)
