"""The compiled twin of `bots.py`: the sensible move and the value of a position, on a row. Never the authority."""

from math import exp

from touchwood.core.kernel import Numbers
from touchwood.games.tag.kernel import (
    ANSWER,
    CARDS,
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
    IT,
    IT_COSTS,
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

LOWEST = -1000.0


# -- A sensible move, phase by phase --------------------------------------------------------------------------------
def policy(tables: Numbers, row: Numbers, seat: int, rng: Numbers) -> int:
    phase = row[PHASE]
    if phase == CHOOSE_PILE:
        return DRAW_DISCARD if wants_top(row, seat) else DRAW_DECK
    if phase == RETURN_DRAW:
        if can_take_discard(row) and wants_top(row, seat):
            return DRAW_DISCARD
        return DRAW_DECK if row[DECK_SIZE] else STOP
    if phase == MOVE_IT:
        target = it_target(row, seat)
        return GIVE + (row[SEATS] if row[IT] == target else target)
    if phase == ANSWER:
        is_late = row[DECK_SIZE] <= 2 * row[SEATS]
        calls = is_late and row[player_at(seat) + HAND + GOOL] > 0
        return GIVE + row[SEATS] + (1 if calls else 2)
    return best_card(tables, row, seat)


def wants_top(row: Numbers, seat: int) -> bool:
    top, player = row[DISCARD_PILE + row[DISCARD_SIZE] - 1], player_at(seat)
    return top >= LETTERS or not (row[player + FRONT] >> top & 1 or row[player + HAND + top])


def best_card(tables: Numbers, row: Numbers, seat: int) -> int:
    player = player_at(seat)
    best, best_price = -1, LOWEST
    if not is_frozen(row):
        rather_ends = can_end_as_winner(tables, row, seat)
        for kind in range(KINDS):
            if row[player + HAND + kind] and can_play(row, player, kind):
                price = -50.0 if rather_ends else play_price(row, seat, kind)
                if price > best_price:
                    best, best_price = PLAY + kind, price
    for kind in range(KINDS):
        if row[player + HAND + kind]:
            price = -keep_price(row, seat, kind)
            if price > best_price:
                best, best_price = DISCARD + kind, price
    return best


def can_end_as_winner(tables: Numbers, row: Numbers, seat: int) -> bool:
    return row[DECK_SIZE] == 0 and row[STREAK] + 1 >= row[SEATS] and share(tables, row, seat) == 1.0


def play_price(row: Numbers, seat: int, kind: int) -> float:
    if kind == TAG:
        return 12.0 if row[IT] == seat else 4.0
    if kind == FREEZE:
        return 8.0
    return 10.0 if letters_in(row[player_at(seat) + FRONT]) == LETTERS - 1 else 6.0


def keep_price(row: Numbers, seat: int, kind: int) -> float:
    if kind == TAG:
        return 20.0
    if kind == FREEZE:
        return 8.0
    if kind == GOOL:
        return 10.0
    following = row[player_at((seat + 1) % row[SEATS]) + FRONT]
    feeds = 3.0 if letters_in(following) == LETTERS - 1 and not following >> kind & 1 else 0.0
    player = player_at(seat)
    if row[player + HAND + kind] > 1:
        return 1.0 + feeds
    return (2.0 if row[player + FRONT] >> kind & 1 else 5.0) + feeds


def letters_in(front: int) -> int:
    return (front & 1) + (front >> 1 & 1) + (front >> 2 & 1)


def it_target(row: Numbers, seat: int) -> int:
    target, best = seat, -1
    for other in range(row[SEATS]):
        player = player_at(other)
        without_gool = 1000 if row[player + TAKEN + GOOL] == 0 else 0
        rank = without_gool + row[player + SETS] + row[player + TAGS]
        if other != seat and rank > best:
            target, best = other, rank
    return target


# -- How good a position is -----------------------------------------------------------------------------------------
def value(tables: Numbers, row: Numbers, seat: int) -> float:
    if row[PHASE] == ENDED:
        most = points(tables, row, 0)
        for other in range(1, row[SEATS]):
            most = max(most, points(tables, row, other))
        return share(tables, row, seat) + 0.005 * (points(tables, row, seat) - most)
    lasting = 0.7 * exp(-7.0 * row[DECK_SIZE] / row[CARDS])
    mine, total = 0.0, 0.0
    for other in range(row[SEATS]):
        weight = exp((strength(row, other, lasting) - (IT_COSTS * lasting if row[IT] == other else 0.0)) / 1.5)
        total += weight
        if other == seat:
            mine = weight
    return mine / total


def strength(row: Numbers, seat: int, lasting: float) -> float:
    player = player_at(seat)
    letters, front = 0.0, row[player + FRONT]
    for letter in range(LETTERS):
        if row[player + HAND + letter] and not front >> letter & 1:
            letters += 0.12
    begun = letters_in(front)
    progress = 0.62 if begun == 2 else 0.3 * begun
    tags, freezes, gools = row[player + HAND + TAG], row[player + HAND + FREEZE], row[player + HAND + GOOL]
    promise = 0.95 * tags + 0.6 * freezes + (0.6 + lasting) * gools
    return row[player + SETS] + row[player + TAGS] + progress + letters + promise
