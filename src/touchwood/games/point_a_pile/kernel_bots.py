"""Quick moves on rows of Point-a-Pile, for searches: piles are laid anyhow, fingers go where there is much to gain.

A pointer likes a pile by what it adds to the own points now, and picks it the oftener the more: if everybody always
pointed at the best one, nobody would get it. What a row may come to be worth is not guessed; matches are played out.
"""

from math import exp

from touchwood.core.kernel import NOBODY, Numbers
from touchwood.core.kernel_play import below
from touchwood.games.point_a_pile.kernel import (
    CARD_IN_HAND,
    CARDS,
    LENGTH,
    MOST_PLACES,
    PHASE,
    PILE,
    PILES,
    POINTING,
    TARGET,
    TOPS,
    WHERE,
    can_go_onto,
    first_part,
    most_piles,
    player_at,
    points,
    points_with,
    to_be_laid,
)

EAGERNESS = 0.5
"""How much more a pile is liked for a point more."""
OF_A_CARD = 0.3
"""Points that a card is thought to be worth for what may come of it."""
OF_WINNING = 6.0
"""Points, on top of all others."""
PARTS = 1 << 30


def policy(tables: Numbers, row: Numbers, seat: int, rng: Numbers) -> int:
    if row[PHASE] == POINTING:
        return finger(tables, row, seat, rng)
    if row[CARD_IN_HAND] == NOBODY:
        return first_part(row) + any_card(row, rng)
    return first_part(row) + row[CARDS] + any_place(row, rng) - 1


def finger(tables: Numbers, row: Numbers, seat: int, rng: Numbers) -> int:
    """Each pile takes the place of the one chosen so far as often as its share of all that was liked is."""
    total, chosen = 1.0, int(row[MOST_PLACES])  # empty space, for nothing
    before = points(tables, row, seat)
    for place in range(1, row[PILES] + 1):
        liked = exp(EAGERNESS * gain(tables, row, seat, place, before))
        total += liked
        if below(rng, PARTS) * total < liked * PARTS:
            chosen = place - 1
    return chosen


def gain(tables: Numbers, row: Numbers, seat: int, place: int, before: int) -> float:
    """What the pile would add, to whoever has it alone."""
    cards = 0
    for card in range(row[CARDS]):
        cards += int(row[WHERE + card] == PILE + place)
    length = row[player_at(seat) + LENGTH] + cards
    after = points_with(tables, row, seat, PILE + place, length, row[TOPS + place])
    won = OF_WINNING if after >= row[TARGET] else 0.0
    return after - before + OF_A_CARD * cards + won


def any_card(row: Numbers, rng: Numbers) -> int:
    """Of those that wait for a pile."""
    chosen, seen = 0, 0
    for card in range(row[CARDS]):
        if row[WHERE + card] == to_be_laid(row):
            seen += 1
            if below(rng, seen) == 0:
                chosen = card
    return chosen


def any_place(row: Numbers, rng: Numbers) -> int:
    chosen, seen = 1, 0
    for place in range(1, min(row[PILES] + 1, most_piles(row)) + 1):
        if can_go_onto(row, place):
            seen += 1
            if below(rng, seen) == 0:
                chosen = place
    return chosen
