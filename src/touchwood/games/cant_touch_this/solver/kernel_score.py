"""What captured symbols are worth, in both editions, as whole numbers the searches can add up.

A score has two parts. Ones, twos and swirls are worth the same wherever the clip lies, so
each clip brings them as its `plain` points. Poop, gems, bombs, stars and wilds depend on all
that a player has captured; those are counted, and `bonus` prices the counts.
"""

from touchwood.games.cant_touch_this.solver.kernel_bits import Ints

# Symbols as numbers, in the order of LETTERS in card.py.
ONE, TWO, POOP, SWIRL, GEM, BOMB, STAR, WILD = range(8)

# A clip's counts are one number, so that adding numbers adds counts (7 bits hold 64 cells):
#
#     bit   28         21        14        7         0
#           | wilds   | stars   | bombs   | gems    | poops |
COUNT_BITS = 7
COUNT_MASK = (1 << COUNT_BITS) - 1
GEMS_AT, BOMBS_AT, STARS_AT, WILDS_AT = 7, 14, 21, 28


def poop_points(edition: int, poops: int) -> int:
    if edition == 1:
        return poops if poops >= 3 else -poops
    return 7 if poops >= 4 else -poops


def gem_points(edition: int, free_gems: int, gems: int) -> int:
    """`free_gems` is 1 under the option that only the second gem begins to score."""
    counted = gems - free_gems
    if counted <= 0:
        return 0
    if counted == 1:
        return 1
    return min(3 * (counted - 1), 9 if edition == 1 else 15)


def bomb_points(edition: int, bombs: int, stars: int) -> int:
    if edition == 1:
        return 0
    return 5 * min(bombs, stars) - 3 * bombs


def bonus(edition: int, free_gems: int, counts: int) -> int:
    """Points for all the counted symbols of one player, wild pairs at their best.

    A pair may always become a two, so it is never worth less than 2 and never does harm.
    A one is worse than a two, a bomb at best its equal, so only poop, gem, star and two are tried.
    """
    poops = counts & COUNT_MASK
    gems = (counts >> GEMS_AT) & COUNT_MASK
    bombs = (counts >> BOMBS_AT) & COUNT_MASK
    stars = (counts >> STARS_AT) & COUNT_MASK
    pairs = (counts >> WILDS_AT) // 2
    best = (
        poop_points(edition, poops)
        + gem_points(edition, free_gems, gems)
        + bomb_points(edition, bombs, stars)
        + 2 * pairs
    )
    if pairs == 0:
        return best
    for to_poop in range(pairs + 1):
        for to_gem in range(pairs + 1 - to_poop):
            for to_star in range(pairs + 1 - to_poop - to_gem):
                points = (
                    poop_points(edition, poops + to_poop)
                    + gem_points(edition, free_gems, gems + to_gem)
                    + bomb_points(edition, bombs, stars + to_star)
                    + 2 * (pairs - to_poop - to_gem - to_star)
                )
                best = max(best, points)
    return best


def settled(edition: int, free_gems: int, counts: int) -> int:
    """The fewest counts with the same future: what more of a symbol is worth from here on.

    Beyond the last step of its table a symbol's price no longer changes, and a star that has
    turned a bomb has done its work. Many different captures thus share one state.
    """
    poops = min(counts & COUNT_MASK, 3 if edition == 1 else 4)
    gems = min((counts >> GEMS_AT) & COUNT_MASK, free_gems + (4 if edition == 1 else 6))
    bombs = (counts >> BOMBS_AT) & COUNT_MASK
    stars = (counts >> STARS_AT) & COUNT_MASK
    turned = min(bombs, stars)
    bombs = 0 if edition == 1 else bombs - turned
    stars = 0 if edition == 1 else stars - turned
    wilds = counts >> WILDS_AT
    return poops | gems << GEMS_AT | bombs << BOMBS_AT | stars << STARS_AT | wilds << WILDS_AT


def read_clips(edition: int, symbols: Ints, cells: Ints, clips: int, plain: Ints, counts: Ints) -> None:
    """Fill in every clip's plain points and counts. `cells` holds four a clip, -1 for none."""
    for clip in range(clips):
        points = 0
        swirls = 0
        counted = 0
        depth = 0
        for at in range(4 * clip, 4 * clip + 4):
            if cells[at] < 0:
                break
            depth += 1
            symbol = symbols[cells[at]]
            if symbol == ONE:
                points += 1
            elif symbol == TWO:
                points += 2
            elif symbol == SWIRL:
                swirls += 1
            elif symbol == POOP:
                counted += 1
            elif symbol == GEM:
                counted += 1 << GEMS_AT
            elif symbol == BOMB:
                counted += 1 << BOMBS_AT
            elif symbol == STAR:
                counted += 1 << STARS_AT
            else:
                counted += 1 << WILDS_AT
        # A swirl loses a point for every other symbol under its own clip.
        plain[clip] = points + swirls * (4 - depth)
        counts[clip] = counted


def is_forbidden(edition: int, counts: int) -> bool:
    """First edition: a bomb may be captured only together with a star."""
    bombs = (counts >> BOMBS_AT) & COUNT_MASK
    stars = (counts >> STARS_AT) & COUNT_MASK
    return edition == 1 and bombs > 0 and stars == 0
