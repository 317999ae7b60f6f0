"""The compiled twin of `bots.py`: the sensible move and the value of a position, on a row. Never the authority."""

from math import exp
from typing import TypeAlias

from touchwood.core.kernel import Numbers
from touchwood.games.tag.kernel import (
    ANSWER,
    CHOOSE_PILE,
    DECK_SIZE,
    DISCARD,
    DISCARD_PILE,
    DISCARD_SIZE,
    DRAW_DECK,
    DRAW_DISCARD,
    ENDED,
    FREEZE,
    FRONT,
    GIVE,
    GOOL,
    HAND,
    HAND_SIZE,
    IT,
    KINDS,
    LETTERS,
    MOVE_IT,
    PHASE,
    PLAY,
    RETURN_DRAW,
    SEATS,
    SETS,
    STOP,
    STREAK,
    TAG,
    TAGS,
    TAKEN,
    can_play,
    can_take_discard,
    is_frozen,
    player_at,
    points,
    share,
)

LOWEST, RATHER_NOT = -1_000_000, -5_000

# Where each of `Weights` is in the tables, in its order.
LATE, PLAY_TAG, PLAY_TAG_AS_IT, PLAY_TAG_LATE, PLAY_FREEZE, PLAY_FIRST, PLAY_SECOND, PLAY_LAST = range(8)
KEEP_TAG, KEEP_FREEZE, KEEP_GOOL, KEEP_SECOND_GOOL, KEEP_GOOL_LATE = range(8, 13)
KEEP_SPARE, KEEP_LAID, KEEP_NEEDED, FEEDS, FEEDS_LAST = range(13, 18)
TAKE_TAG, TAKE_GOOL, TAKE_FREEZE, TAKE_LAST, TAKE_NEEDED, TAKE_SPARE, TAKE_LAID = range(18, 25)
GOOL_LATE, SECOND_GOOL_LATE, IT_GOOL, IT_LETTER, IT_HAND = range(25, 30)
# And of `Worth`: what each trait is worth, and how much more it is late.
TRAITS, EARLY, LATER = 8, 30, 38
FADING, BEHIND = range(46, 48)

Traits: TypeAlias = tuple[float, float, float, float, float, float, float, float]
"""Of one kind all of them, as numba wants it of what is counted through."""


# -- A sensible move, phase by phase --------------------------------------------------------------------------------
def policy(tables: Numbers, row: Numbers, seat: int, rng: Numbers) -> int:
    phase = row[PHASE]
    if phase == CHOOSE_PILE:
        return DRAW_DISCARD if wants_top(tables, row, seat) else DRAW_DECK
    if phase == RETURN_DRAW:
        if can_take_discard(row) and wants_top(tables, row, seat):
            return DRAW_DISCARD
        return DRAW_DECK if row[DECK_SIZE] else STOP
    if phase == MOVE_IT:
        target = it_target(tables, row, seat)
        return GIVE + (row[SEATS] if row[IT] == target else target)
    if phase == ANSWER:
        gools = row[player_at(seat) + HAND + GOOL]
        calls = gools > 0 and is_late(row, tables[GOOL_LATE if gools == 1 else SECOND_GOOL_LATE])
        return GIVE + row[SEATS] + (1 if calls else 2)
    return best_card(tables, row, seat)


def wants_top(tables: Numbers, row: Numbers, seat: int) -> bool:
    return take_price(tables, row, seat, row[DISCARD_PILE + row[DISCARD_SIZE] - 1]) > 0


def take_price(tables: Numbers, row: Numbers, seat: int, kind: int) -> int:
    if kind == TAG:
        return tables[TAKE_TAG]
    if kind == GOOL:
        return tables[TAKE_GOOL]
    if kind == FREEZE:
        return tables[TAKE_FREEZE]
    player = player_at(seat)
    if row[player + FRONT] >> kind & 1:
        return tables[TAKE_LAID]
    if row[player + HAND + kind]:
        return tables[TAKE_SPARE]
    return tables[TAKE_LAST if letters_in(row[player + FRONT]) == LETTERS - 1 else TAKE_NEEDED]


def best_card(tables: Numbers, row: Numbers, seat: int) -> int:
    player = player_at(seat)
    best, best_price = -1, LOWEST
    if not is_frozen(row):
        rather_ends = can_end_as_winner(tables, row, seat)
        for kind in range(KINDS):
            if row[player + HAND + kind] and can_play(row, player, kind):
                price = RATHER_NOT if rather_ends else play_price(tables, row, seat, kind)
                if price > best_price:
                    best, best_price = PLAY + kind, price
    for kind in range(KINDS):
        if row[player + HAND + kind]:
            price = -keep_price(tables, row, seat, kind)
            if price > best_price:
                best, best_price = DISCARD + kind, price
    return best


def can_end_as_winner(tables: Numbers, row: Numbers, seat: int) -> bool:
    return row[DECK_SIZE] == 0 and row[STREAK] + 1 >= row[SEATS] and share(tables, row, seat) == 1.0


def is_late(row: Numbers, percent: int) -> bool:
    return 100 * row[DECK_SIZE] <= percent * row[SEATS]


def play_price(tables: Numbers, row: Numbers, seat: int, kind: int) -> int:
    if kind == TAG:
        late = tables[PLAY_TAG_LATE] if is_late(row, tables[LATE]) else 0
        return tables[PLAY_TAG] + late + (tables[PLAY_TAG_AS_IT] if row[IT] == seat else 0)
    if kind == FREEZE:
        return tables[PLAY_FREEZE]
    return tables[PLAY_FIRST + letters_in(row[player_at(seat) + FRONT])]


def keep_price(tables: Numbers, row: Numbers, seat: int, kind: int) -> int:
    player = player_at(seat)
    if kind == TAG:
        return tables[KEEP_TAG]
    if kind == FREEZE:
        return tables[KEEP_FREEZE]
    if kind == GOOL:
        late = tables[KEEP_GOOL_LATE] if is_late(row, tables[LATE]) else 0
        return tables[KEEP_GOOL] + late + (tables[KEEP_SECOND_GOOL] if row[player + HAND + kind] > 1 else 0)
    following, feeds = row[player_at((seat + 1) % row[SEATS]) + FRONT], 0
    if not following >> kind & 1:
        feeds = tables[FEEDS_LAST if letters_in(following) == LETTERS - 1 else FEEDS]
    if row[player + HAND + kind] > 1:
        return tables[KEEP_SPARE] + feeds
    return tables[KEEP_LAID if row[player + FRONT] >> kind & 1 else KEEP_NEEDED] + feeds


def letters_in(front: int) -> int:
    return (front & 1) + (front >> 1 & 1) + (front >> 2 & 1)


def it_target(tables: Numbers, row: Numbers, seat: int) -> int:
    target, best = seat, LOWEST
    for other in range(row[SEATS]):
        rank = it_price(tables, row, player_at(other))
        if other != seat and rank > best:
            target, best = other, rank
    return target


def it_price(tables: Numbers, row: Numbers, player: int) -> int:
    gool = tables[IT_GOOL] if row[player + TAKEN + GOOL] else 0
    letters = tables[IT_LETTER] * letters_in(row[player + FRONT])
    return 100 * (row[player + SETS] + row[player + TAGS]) + letters + tables[IT_HAND] * row[player + HAND_SIZE] - gool


def has_luck(tables: Numbers, row: Numbers) -> bool:
    return row[DECK_SIZE] > 0


# -- How good a position is -----------------------------------------------------------------------------------------
def value(tables: Numbers, row: Numbers, seat: int) -> float:
    if row[PHASE] == ENDED:
        most = points(tables, row, 0)
        for other in range(1, row[SEATS]):
            most = max(most, points(tables, row, other))
        return share(tables, row, seat) + tables[BEHIND] / 1000 * (points(tables, row, seat) - most)
    late = exp(-tables[FADING] / 1000 * row[DECK_SIZE] / row[SEATS])
    mine, total = 0.0, 0.0
    for other in range(row[SEATS]):
        liked = exp(strength(tables, traits(row, other), late))
        total += liked
        if other == seat:
            mine = liked
    return mine / total


def traits(row: Numbers, seat: int) -> Traits:
    player = player_at(seat)
    needed, front, hand = 0, row[player + FRONT], player + HAND
    for letter in range(LETTERS):
        if row[hand + letter] and not front >> letter & 1:
            needed += 1
    begun, scored = letters_in(front), row[player + SETS] + row[player + TAGS]
    tags, freezes, gools = float(row[hand + TAG]), float(row[hand + FREEZE]), float(row[hand + GOOL])
    first, second, is_it = 1.0 * (begun == 1), 1.0 * (begun == 2), 1.0 * (row[IT] == seat)
    return float(scored), first, second, float(needed), tags, freezes, gools, is_it


def strength(tables: Numbers, has: Traits, late: float) -> float:
    early, more = 0.0, 0.0
    for trait in range(TRAITS):
        early += tables[EARLY + trait] * has[trait]
        more += tables[LATER + trait] * has[trait]
    return (early + late * more) / 1000
