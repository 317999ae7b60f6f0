"""Quick moves on rows of Point-a-Pile, for searches: piles are laid anyhow, fingers go where there is much to gain.

A pointer likes a pile by what it adds to the own points now, and picks it the oftener the more: if everybody always
pointed at the best one, nobody would get it. Between rounds the share of the win is guessed from what the rows are
like, by weights that `fit.py` found.
"""

from math import exp

from touchwood.core.kernel import NOBODY, Numbers
from touchwood.core.kernel_play import below
from touchwood.games.point_a_pile.kernel import (
    ALL_COLOURS,
    CARD_COLUMNS,
    CARD_COUNT,
    CARD_IN_HAND,
    CARDS,
    COLOUR,
    COLOUR_COUNT,
    COLOUR_GROUP,
    COLOUR_MATCH,
    COLOURS,
    ENDED,
    HEADPOINTER,
    HEADPOINTER_CARD,
    KIND,
    LAST,
    LAST_CARD,
    LENGTH,
    MOST_PLACES,
    NEEDS,
    OF_COLOUR,
    PHASE,
    PILE,
    PILES,
    PLAIN,
    POINTING,
    POINTS,
    ROUNDS,
    ROW,
    SCORE,
    SEATS,
    TARGET,
    TEXTLESS_MATCH,
    TOPS,
    WHERE,
    can_go_onto,
    first_part,
    most_piles,
    player_at,
    points,
    points_with,
    share,
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


# -- How good a position is -----------------------------------------------------------------------------------------
TRAITS = 9
"""Of a row, in the order of `weights.py`."""
HUNDREDTHS = 100.0
NEAR = 0.6
"""From which part of the target on points count more."""


def stage(tables: Numbers, row: Numbers) -> int:
    """Positions are valued between rounds."""
    return int(row[ROUNDS])


def value(tables: Numbers, row: Numbers, seat: int) -> float:
    """The share of the win: known at the end, before it guessed from the rows."""
    if row[PHASE] == ENDED:
        return share(tables, row, seat)
    mine, total = 0.0, 0.0
    for other in range(row[SEATS]):
        weight = exp(strength(tables, row, other))
        total += weight
        if other == seat:
            mine = weight
    return mine / total


def strength(tables: Numbers, row: Numbers, seat: int) -> float:
    player = player_at(seat)
    return strength_with(tables, row, seat, ROW + seat, row[player + LENGTH], row[player + LAST])


def strength_with(tables: Numbers, row: Numbers, seat: int, also: int, length: int, last: int) -> float:
    traits, summed = traits_with(tables, row, seat, also, length, last), 0.0
    first = row[CARDS] * CARD_COLUMNS
    for trait in range(TRAITS):
        summed += tables[first + trait] * traits[trait]
    return summed / HUNDREDTHS


def traits_with(
    tables: Numbers, row: Numbers, seat: int, also: int, length: int, last: int
) -> tuple[float, float, float, float, float, float, float, float, float]:
    """What a row is like, if the cards at another place lay in it too."""
    red, green, blue, purple, textless = 0, 0, 0, 0, 0
    for card in range(row[CARDS]):
        if row[WHERE + card] == ROW + seat or row[WHERE + card] == also:
            colour = tables[card * CARD_COLUMNS + COLOUR]
            red += int(colour == 0)
            green += int(colour == 1)
            blue += int(colour == 2)
            purple += int(colour == 3)
            textless += int(tables[card * CARD_COLUMNS + KIND] == PLAIN)
    of_colour = (red, green, blue, purple)
    colours = int(red > 0) + int(green > 0) + int(blue > 0) + int(purple > 0)
    largest = max(max(red, green), max(blue, purple))
    scored, promised, matched, fleeting = 0, 0.0, 0, 0
    for card in range(row[CARDS]):
        if row[WHERE + card] != ROW + seat and row[WHERE + card] != also:
            continue
        at = card * CARD_COLUMNS
        kind, worth, needs = tables[at + KIND], tables[at + POINTS], tables[at + NEEDS]
        have = 0
        if kind == PLAIN:
            continue
        if kind == COLOUR_MATCH:
            scored += worth * of_colour[tables[at + OF_COLOUR]]
            matched += worth
        elif kind == TEXTLESS_MATCH:
            scored += worth * textless
            matched += worth
        elif kind == SCORE:
            scored += worth
        elif kind == LAST_CARD:
            fleeting += worth * int(card == last)
        elif kind == HEADPOINTER_CARD:
            fleeting += worth * int(seat == row[HEADPOINTER])
        else:
            if kind == ALL_COLOURS:
                have, needs = colours, COLOURS
            elif kind == COLOUR_GROUP:
                have = largest
            elif kind == COLOUR_COUNT:
                have = of_colour[tables[at + OF_COLOUR]]
            elif kind == CARD_COUNT:
                have = length
            if have >= needs:
                scored += worth
            else:
                promised += worth * (have / needs) * (have / needs)
    target, now = float(row[TARGET]), float(scored + fleeting)
    near = max(0.0, now - NEAR * target)
    return (
        10.0 * scored / target,
        10.0 * fleeting / target,
        10.0 * promised / target,
        10.0 * matched / target,
        float(length),
        float(colours),
        float(largest),
        10.0 * near / target,
        float(int(seat == row[HEADPOINTER])),
    )
