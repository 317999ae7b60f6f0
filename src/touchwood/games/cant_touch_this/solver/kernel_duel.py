"""The exact duel: can the player to move still outgain the other by so much?

Every search here asks that one yes-or-no question (a null window), never "how much": a yes-or-no
tree is cut earliest, and a handful of questions around a good guess pins down the number.

Gains are counted from the position on, mover's less the other's, so neither the points already
made nor who moved first matter. Start reading at `rate_clips`, at the end, then `can_gain`.
"""

from touchwood.games.cant_touch_this.solver.kernel_bits import (
    ClipSet,
    Ints,
    both,
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
from touchwood.games.cant_touch_this.solver.kernel_score import is_forbidden, read_clips
from touchwood.games.cant_touch_this.solver.kernel_states import (
    LEFT_AT,
    LEVELS,
    ZERO_LEVEL,
    Duel,
    clips_left,
    make_ready,
    state_number,
)

# Three clips score from -36 (twelve bombs) to about 30, so from any position on a player gains
# between -36 and 66, and no margin of gains comes near this.
ENDLESS = 120
NOT_BEST = -ENDLESS
ILLEGAL = NOT_BEST - 1

ABOVE_ESTIMATE = 4

# Bounds of a position and its best clip in one number; 0 is an empty slot:
#
#     bit   16           8              0
#           | clip + 1 | upper + 128 | lower + 128 |
BOUND_ZERO = 128
UPPER_AT = 8
CLIP_AT = 16

# Players who placed the same two clips in either order stand alike. A pair of clips is known by
# its sum and its sum of squares, so both go into the key, and adding a clip is adding a number:
#
#     bit   25                   9          0
#           | sum of squares    | sum      |      a player, at most two clips since the root
SQUARES_AT = 9
PLAYER_BITS = 26

UNKNOWN, NO, YES = -1, 0, 1

# A frame of the search's stack: three words each for the two sets, one for anything else.
FREE, UNTRIED = 0, 3
MINE, THEIRS, MY_MARK, THEIR_MARK, NEED = 6, 7, 8, 9, 10
LOWER, UPPER, HINT, HINTS, LEVEL, CLIP, WANTED = 11, 12, 13, 14, 15, 16, 17
FRAME = 18
FRAMES = 6


def mark_of(clip: int) -> int:
    """What a clip adds to its owner's half of the key."""
    return (clip + 1) | (clip + 1) * (clip + 1) << SQUARES_AT


def can_gain_in_duet(levels: Ints, conflicts: Ints, top: int, free: ClipSet, mine: int, theirs: int, need: int) -> bool:
    """The last two clips, mine then theirs, answered without trying pairs.

    Go down the levels of my gain. At each, my clip must conflict with all of their clips that
    would gain too much, so `blockers` shrinks as that set grows, and is soon empty:

        my gain   they must stay at or below    blockers: clips that touch all worse replies
          +9            +9 - need               { ... 40 clips }
          +8            +8 - need               { W2x3, W2x4 }      any of mine at this level? yes
          +7            +7 - need               { }                 no clip can do it: no
    """
    blockers = free
    answered = (0, 0, 0)
    for level in range(top, -1, -1):
        too_much = min(max(level - need + 1, 0), LEVELS - 1)
        replies = both(set_at(levels, theirs * LEVELS + too_much), free)
        fresh = without(replies, answered)
        answered = replies
        while not is_empty(fresh):
            blockers = both(blockers, set_at(conflicts, first_of(fresh)))
            if is_empty(blockers):
                return False
            fresh = without_first(fresh)
        candidates = both(blockers, set_at(levels, mine * LEVELS + level))
        if is_empty(candidates):
            continue
        if level - ZERO_LEVEL >= need:
            return True
        # They must still have room to place a clip that loses: one that leaves them none
        # ends the game at my gain, which is too little at this level.
        while not is_empty(candidates):
            if not is_empty(without(free, set_at(conflicts, first_of(candidates)))):
                return True
            candidates = without_first(candidates)
    return False


def verdict_at_sight(
    keys: Ints,
    tops: Ints,
    levels: Ints,
    conflicts: Ints,
    free: ClipSet,
    mine: int,
    theirs: int,
    need: int,
) -> int:
    """YES or NO where at most the last two clips are to come, else UNKNOWN."""
    my_left = keys[mine] >> LEFT_AT
    their_left = keys[theirs] >> LEFT_AT
    if is_empty(free) or my_left + their_left == 0:
        return YES if need <= 0 else NO
    if my_left != 1 or their_left > 1:
        return UNKNOWN
    if their_left == 0:
        level = min(max(need + ZERO_LEVEL, 0), LEVELS - 1)
        gains_it = not is_empty(both(free, set_at(levels, mine * LEVELS + level)))
    else:
        gains_it = can_gain_in_duet(levels, conflicts, tops[mine], free, mine, theirs, need)
    return YES if gains_it else NO


def can_gain(duel: Duel, free: ClipSet, mine: int, theirs: int, their_mark: int, need: int) -> bool:
    """Can the mover, in state `mine`, gain at least `need` more than the other from here on?

    `free` are the clips that can be placed, `their_mark` the key of the clip that led here. A
    player who has none left is passed over; only positions set up by hand come to that.

    A depth-first search with a stack of its own, since compiled functions that call themselves
    can not be cached safely. The stack holds the positions between the root and the one in
    hand; what is decided at sight or remembered never gets onto it.
    """
    # Fields are taken out once: looking one up costs numba two counts of its references, which
    # made a search four times slower. Hence also the single rows in the helpers' arguments.
    keys = duel.keys
    ready = duel.ready
    tops = duel.tops
    gains = duel.gains
    after = duel.after
    levels = duel.levels
    conflicts = duel.conflicts
    memo_keys = duel.memo_keys
    memo_bounds = duel.memo_bounds
    refutations = duel.refutations
    stack = duel.stack
    clips = duel.clips
    nodes = 0
    my_mark = 0
    frame = -FRAME
    verdict = verdict_at_sight(keys, tops, levels, conflicts, free, mine, theirs, need)
    while True:
        if verdict == UNKNOWN:
            key = my_mark | their_mark << PLAYER_BITS
            slot = slot_of(memo_keys, key)
            lower = -ENDLESS
            upper = ENDLESS
            hint = -1
            if memo_bounds[slot] != 0 and memo_keys[slot] == key:
                lower = (memo_bounds[slot] & 255) - BOUND_ZERO
                upper = (memo_bounds[slot] >> UPPER_AT & 255) - BOUND_ZERO
                hint = (memo_bounds[slot] >> CLIP_AT) - 1
            if need <= lower:
                verdict = YES
            elif need > upper:
                verdict = NO
            else:
                nodes += 1
                frame += FRAME
                put_set(stack, frame + FREE, free)
                put_set(stack, frame + UNTRIED, free)
                stack[frame + MINE] = mine
                stack[frame + THEIRS] = theirs
                stack[frame + MY_MARK] = my_mark
                stack[frame + THEIR_MARK] = their_mark
                stack[frame + NEED] = need
                stack[frame + LOWER] = lower
                stack[frame + UPPER] = upper
                stack[frame + HINT] = hint
                stack[frame + HINTS] = 2  # next_clip: the hint, then the last refutation
                stack[frame + LEVEL] = tops[mine]
        if verdict != UNKNOWN:
            if frame < 0:
                duel.nodes[0] += nodes
                return verdict == YES
            # This is the verdict on the clip last tried in the position on top.
            if verdict == stack[frame + WANTED]:
                remember(stack, memo_keys, memo_bounds, refutations, frame, YES)
                verdict = YES
                frame -= FRAME
                continue
        untried = get_set(stack, frame + UNTRIED)
        if is_empty(untried):
            remember(stack, memo_keys, memo_bounds, refutations, frame, NO)
            verdict = NO
            frame -= FRAME
            continue
        mine = stack[frame + MINE]
        theirs = stack[frame + THEIRS]
        clip = next_clip(stack, levels, refutations, frame, untried)
        put_set(stack, frame + UNTRIED, without_clip(untried, clip))
        stack[frame + CLIP] = clip
        at = mine * clips + clip
        free = without(get_set(stack, frame + FREE), set_at(conflicts, clip))
        need = stack[frame + NEED] - gains[at]
        mine = after[at]
        my_mark = stack[frame + MY_MARK] + mark_of(clip)
        their_mark = stack[frame + THEIR_MARK]
        # My clip is good if the other can not have one more than I can spare, or, when the other
        # is passed over, if I go on to gain the rest.
        if keys[theirs] >> LEFT_AT > 0:
            mine, theirs = theirs, mine
            my_mark, their_mark = their_mark, my_mark
            need = 1 - need
            stack[frame + WANTED] = NO
        else:
            stack[frame + WANTED] = YES
        if ready[mine] == 0:
            make_ready(duel, mine)
        if ready[theirs] == 0:
            make_ready(duel, theirs)
        verdict = verdict_at_sight(keys, tops, levels, conflicts, free, mine, theirs, need)


def next_clip(stack: Ints, levels: Ints, refutations: Ints, frame: int, untried: ClipSet) -> int:
    """First the clip that answered this very position, then the one that last answered a
    position at this depth, then whatever gains most at once.
    """
    mine = stack[frame + MINE]
    while stack[frame + HINTS] > 0:
        stack[frame + HINTS] -= 1
        clip = stack[frame + HINT]
        if stack[frame + HINTS] == 0:
            clip = refutations[frame // FRAME]
        if clip >= 0 and has_clip(untried, clip):
            return clip
    level = stack[frame + LEVEL]
    batch = both(untried, set_at(levels, mine * LEVELS + level))
    while is_empty(batch):
        level -= 1
        batch = both(untried, set_at(levels, mine * LEVELS + level))
    stack[frame + LEVEL] = level
    return first_of(batch)


def remember(stack: Ints, memo_keys: Ints, memo_bounds: Ints, refutations: Ints, frame: int, verdict: int) -> None:
    """Keep what the position on top has shown."""
    lower = stack[frame + LOWER]
    upper = stack[frame + UPPER]
    clip = stack[frame + HINT]
    if verdict == YES:
        lower = stack[frame + NEED]
        clip = stack[frame + CLIP]
        refutations[frame // FRAME] = clip
    else:
        upper = stack[frame + NEED] - 1
    key = stack[frame + MY_MARK] | stack[frame + THEIR_MARK] << PLAYER_BITS
    slot = slot_of(memo_keys, key)
    memo_keys[slot] = key
    memo_bounds[slot] = (lower + BOUND_ZERO) | (upper + BOUND_ZERO) << UPPER_AT | (clip + 1) << CLIP_AT


def slot_of(memo_keys: Ints, key: int) -> int:
    return (key ^ key >> 11 ^ key >> 23 ^ key >> 37) & (len(memo_keys) - 1)


def clip_can_gain(duel: Duel, free: ClipSet, mine: int, theirs: int, clip: int, need: int) -> bool:
    """The same question at the root, with the mover's clip given."""
    at = mine * duel.clips + clip
    still_free = without(free, set_at(duel.conflicts, clip))
    still_need = need - duel.gains[at]
    held = duel.after[at]
    make_ready(duel, held)
    if clips_left(duel, theirs) == 0:
        return can_gain(duel, still_free, held, theirs, mark_of(clip), still_need)
    return not can_gain(duel, still_free, theirs, held, mark_of(clip), 1 - still_need)


def quick_estimate(duel: Duel, free: ClipSet, mine: int, theirs: int, clip: int) -> int:
    """What a clip gains less the best single reply: a first guess, nothing more."""
    gain = duel.gains[mine * duel.clips + clip]
    still_free = without(free, set_at(duel.conflicts, clip))
    if is_empty(still_free) or clips_left(duel, theirs) == 0:
        return gain
    level = duel.tops[theirs]
    while is_empty(both(still_free, set_at(duel.levels, theirs * LEVELS + level))):
        level -= 1
    return gain - (level - ZERO_LEVEL)


def rate_clips(
    duel: Duel,
    symbols: Ints,
    cells: Ints,
    uncovered: ClipSet,
    my_counts: int,
    their_counts: int,
    my_left: int,
    their_left: int,
    rate_all: int,
    values: Ints,
) -> None:
    """Values of the clips that the mover, with one left, can place; ILLEGAL for all others.

    Exact for the best clips (`rate_all`: for every clip), NOT_BEST for the rest.
    """
    read_clips(duel.edition, symbols, cells, duel.clips, duel.plain, duel.counts)
    free = uncovered
    for clip in range(duel.clips):
        values[clip] = ILLEGAL
        if is_forbidden(duel.edition, duel.counts[clip]):
            free = without_clip(free, clip)
    state_number(duel, 0, 0)  # number 0: a player who has no clip left
    mine = state_number(duel, my_counts, my_left)
    theirs = state_number(duel, their_counts, their_left)
    make_ready(duel, mine)
    make_ready(duel, theirs)
    best = -ENDLESS
    untried = free
    while not is_empty(untried):
        # The most promising clip first: all others then only have to be refuted.
        clip = -1
        estimate = -ENDLESS
        rest = untried
        while not is_empty(rest):
            other = first_of(rest)
            rest = without_first(rest)
            other_estimate = quick_estimate(duel, free, mine, theirs, other)
            if other_estimate > estimate:
                clip = other
                estimate = other_estimate
        untried = without_clip(untried, clip)
        values[clip] = NOT_BEST
        # Begin above the likely value and come down: a no takes one good reply, a yes all replies.
        value = best if best > -ENDLESS else estimate + ABOVE_ESTIMATE
        if clip_can_gain(duel, free, mine, theirs, clip, value):
            while clip_can_gain(duel, free, mine, theirs, clip, value + 1):
                value += 1
        elif rate_all == 1 or best == -ENDLESS:
            value -= 1
            while not clip_can_gain(duel, free, mine, theirs, clip, value):
                value -= 1
        else:
            continue
        values[clip] = value
        best = max(best, value)
    if rate_all == 0:
        for clip in range(duel.clips):
            if NOT_BEST < values[clip] < best:
                values[clip] = NOT_BEST
