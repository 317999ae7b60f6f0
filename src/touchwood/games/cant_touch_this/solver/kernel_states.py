"""What one player holds, as numbered states shared by every line of play that comes to the same.

A state is the settled counts of a player's captures and the clips that player has left. For the
future nothing else matters: each state knows what any further clip would gain, the state it
leads to, and, as sets of clips, which ones gain at least so much:

    level    gain      set of clips in state 7
     ...
      17      +3       { N0x2 }
      16      +2       { N0x2, W3x1, E5x4 }
      15      +1       { N0x2, W3x1, E5x4, S2x1 }
     ...
       0     -14       every legal clip
"""

from typing import NamedTuple

from touchwood.games.cant_touch_this.solver.kernel_bits import WORDS, Ints, add_clip
from touchwood.games.cant_touch_this.solver.kernel_score import bonus, is_forbidden, settled

# A symbol under a clip loses at most 3 (a bomb) and gains at most 5 (a star for a bomb), save
# that a clip may once lift all poop from -3 to +7: no clip gains less than -12 or more than 25.
LEVELS = 44
ZERO_LEVEL = 14
LEFT_AT = 40


class Duel(NamedTuple):
    """All the tables of one search, in the shape a compiled function can take."""

    edition: int
    free_gems: int
    clips: int
    plain: Ints  # a clip: points that depend on nothing else
    counts: Ints  # a clip: its counted symbols
    conflicts: Ints  # a clip: the set of clips that share a cell with it, itself included
    slots: Ints  # open hashing from a state's key to its number + 1
    known: Ints  # [how many states are numbered]
    keys: Ints  # a state: settled counts, and clips left above LEFT_AT
    ready: Ints  # a state: 1 when the four tables below are filled in
    tops: Ints  # a state: highest level that is not empty
    gains: Ints  # a state x clip
    after: Ints  # a state x clip: the state it leads to
    levels: Ints  # a state x level: a set of clips
    memo_keys: Ints  # the transposition table, see kernel_duel.py
    memo_bounds: Ints
    refutations: Ints  # a depth: the clip that last answered a position there
    stack: Ints  # positions being searched, see kernel_duel.py
    nodes: Ints  # [positions searched]


def clips_left(duel: Duel, state: int) -> int:
    return duel.keys[state] >> LEFT_AT


def state_number(duel: Duel, counts: int, left: int) -> int:
    """The number of the state with these counts, a new one if it was never met."""
    key = settled(duel.edition, duel.free_gems, counts) | left << LEFT_AT
    size = len(duel.slots)
    slot = (key ^ key >> 9 ^ key >> 19 ^ key >> 31) & (size - 1)
    while duel.slots[slot] != 0:
        number = duel.slots[slot] - 1
        if duel.keys[number] == key:
            return number
        slot = (slot + 1) & (size - 1)
    number = duel.known[0]
    duel.known[0] = number + 1
    duel.slots[slot] = number + 1
    duel.keys[number] = key
    return number


def make_ready(duel: Duel, state: int) -> None:
    """Fill in a state's tables, on its first use: most states of a card are never met."""
    if duel.ready[state] == 1:
        return
    duel.ready[state] = 1
    left = clips_left(duel, state)
    held = duel.keys[state] & ((1 << LEFT_AT) - 1)
    before = bonus(duel.edition, duel.free_gems, held)
    row = state * duel.clips
    top = 0
    for clip in range(duel.clips):
        if is_forbidden(duel.edition, duel.counts[clip]):
            continue
        counts = held + duel.counts[clip]
        gain = duel.plain[clip] + bonus(duel.edition, duel.free_gems, counts) - before
        duel.gains[row + clip] = gain
        if left > 1:
            duel.after[row + clip] = state_number(duel, counts, left - 1)
        level = gain + ZERO_LEVEL
        add_clip(duel.levels, state * LEVELS + level, clip)
        top = max(top, level)
    duel.tops[state] = top
    for level in range(top, 0, -1):
        at = (state * LEVELS + level) * WORDS
        for word in range(at, at + WORDS):
            duel.levels[word - WORDS] |= duel.levels[word]
