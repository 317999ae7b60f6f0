"""The compiled twin of the base rules of Point-a-Pile, on a row of numbers; in the order of a round. Never the
authority. `packing.py` says what is covered, and makes rows of states and views.

    column    0                 24        30                  44                        58                70 ...
            | table, options  | fingers | tops of the piles | contests: seats, sizes  | players, 2 each | cards |
    player    how many cards the row has · the last one

Cards are numbered as `deck_of` lists them, and each has a column that says where it lies:

    DECK · DISCARD · HAND · ASIDE · ROW + seat · CONTEST + its number · PILE + place

So a layout is a place for each card. Of a pile's order only the top matters, of a row's the last card. Contests are a
stack, the next one on its top. A layout or a split is built card by card: the card, then the pile it goes onto.
"""

from touchwood.core.kernel import CHANCE, NOBODY, OVER, Numbers
from touchwood.core.kernel_play import below

# -- The row --------------------------------------------------------------------------------------------------------
SEATS, PHASE, HEADPOINTER, ROUNDS, TO_DRAW, DECK_SIZE, DISCARD_SIZE, PILES, POINTERS, AT_EMPTY = range(10)
"""POINTERS and AT_EMPTY are seats as bits."""
ASIDE_SIZE, ASIDE_LAST, CONTESTS, LEFT_TO_LAY, CARD_IN_HAND = range(10, 15)
"""LEFT_TO_LAY: cards that wait for a pile; CARD_IN_HAND: the one named for the next pile."""
CARDS, TARGET, ROUND_LIMIT, MOST_PLACES = range(15, 19)
FINGERS, TOPS, CONTEST_SEATS, CONTEST_SIZES, PLAYERS, WHERE = 24, 30, 44, 48, 58, 70
LENGTH, LAST, PLAYER_COLUMNS = 0, 1, 2
MOST_SEATS = 6

# Where a card lies.
DECK, DISCARD, HAND, ASIDE, ROW, CONTEST, PILE = 0, 1, 2, 3, 4, 10, 14
MOST_CONTESTS = 4
# Fingers that are no place of a pile.
EMPTY_SPACE, KEPT_UP, NO_FINGER, HIDDEN = 0, -1, -2, -3
# Phases; the order is `packing.py`'s.
FIRST, DRAW, LAYOUT, POINTING, SPLIT, ENDED = range(6)

# Choices: pointing at a place (MOST_PLACES of them), at empty space; then the parts of a layout, cards and piles, and
# those of a split.

# The tables: for each card its kind, points, needs, the colour it counts and its own; after all of them the weights of
# `kernel_bots.py`.
CARD_COLUMNS = 5
KIND, POINTS, NEEDS, OF_COLOUR, COLOUR = range(5)
PLAIN, SCORE, COLOUR_MATCH, ALL_COLOURS, COLOUR_GROUP, COLOUR_COUNT, CARD_COUNT, TEXTLESS_MATCH = range(8)
LAST_CARD, HEADPOINTER_CARD = 8, 9
COLOURS = 4

CARDS_DRAWN_A_PLAYER = 2


def player_at(seat: int) -> int:
    return PLAYERS + seat * PLAYER_COLUMNS


# -- Who is asked, and for what -------------------------------------------------------------------------------------
def waiting(tables: Numbers, row: Numbers) -> int:
    phase = row[PHASE]
    if phase == POINTING:
        return pointers(row, False)
    if phase in (LAYOUT, SPLIT):
        return 1 << row[HEADPOINTER]
    return OVER if phase == ENDED else CHANCE


def may_act(tables: Numbers, row: Numbers) -> int:
    return pointers(row, True) if row[PHASE] == POINTING else 0


def pointers(row: Numbers, are_down: bool) -> int:
    """Those of the pointing whose finger is down, or not."""
    seats = 0
    for seat in range(row[SEATS]):
        if row[POINTERS] >> seat & 1 and (row[FINGERS + seat] != NO_FINGER) == are_down:
            seats |= 1 << seat
    return seats


def legal(tables: Numbers, row: Numbers, seat: int, choices: Numbers) -> int:
    if row[PHASE] == POINTING:
        for place in range(row[PILES]):
            choices[place] = place
        choices[row[PILES]] = row[MOST_PLACES]
        return row[PILES] + 1
    count = 0
    if row[CARD_IN_HAND] == NOBODY:
        for card in range(row[CARDS]):
            if row[WHERE + card] == to_be_laid(row):
                choices[count] = first_part(row) + card
                count += 1
        return count
    for place in range(1, min(row[PILES] + 1, most_piles(row)) + 1):
        if can_go_onto(row, place):
            choices[count] = first_part(row) + row[CARDS] + place - 1
            count += 1
    return count


def first_part(row: Numbers) -> int:
    """The number of the first part of what is being built."""
    numbered = row[MOST_PLACES] + 1
    return numbered if row[PHASE] == LAYOUT else numbered + row[CARDS] + row[SEATS]


def to_be_laid(row: Numbers) -> int:
    """Where the cards lie that wait for a pile."""
    return HAND if row[PHASE] == LAYOUT else CONTEST + row[CONTESTS] - 1


def most_piles(row: Numbers) -> int:
    """A layout has at most as many piles as there are players, a split as many as it has cards; none is empty."""
    return row[SEATS] if row[PHASE] == LAYOUT else row[CONTEST_SIZES + row[CONTESTS] - 1]


def can_go_onto(row: Numbers, place: int) -> bool:
    """A split has two piles or more: while there is one, a card must be left for the other."""
    piles = max(row[PILES], place)
    return row[PHASE] == LAYOUT or piles > 1 or row[LEFT_TO_LAY] > 1


# -- Entry points ---------------------------------------------------------------------------------------------------
def apply(tables: Numbers, row: Numbers, seat: int, choice: int) -> None:
    if row[PHASE] == POINTING:
        point(tables, row, seat, EMPTY_SPACE if choice == row[MOST_PLACES] else choice + 1)
    else:
        build(tables, row, choice - first_part(row))


def chance(tables: Numbers, row: Numbers, weights: Numbers) -> int:
    return -row[SEATS] if row[PHASE] == FIRST else -row[DECK_SIZE]


def fall(tables: Numbers, row: Numbers, outcome: int) -> None:
    if row[PHASE] == FIRST:
        row[HEADPOINTER] = outcome
        start_drawing(row)
    else:
        draw_card(row, outcome)


# -- The draw -------------------------------------------------------------------------------------------------------
def begin_draw(row: Numbers) -> None:
    """With too few cards for the whole draw all discards go back first; with none at all the game ends."""
    if row[DECK_SIZE] < CARDS_DRAWN_A_PLAYER * row[SEATS] and row[DISCARD_SIZE]:
        for card in range(row[CARDS]):
            if row[WHERE + card] == DISCARD:
                row[WHERE + card] = DECK
        row[DECK_SIZE] += row[DISCARD_SIZE]
        row[DISCARD_SIZE] = 0
    if row[DECK_SIZE]:
        start_drawing(row)
    else:
        end_game(row)


def start_drawing(row: Numbers) -> None:
    row[TO_DRAW] = min(CARDS_DRAWN_A_PLAYER * row[SEATS], row[DECK_SIZE])
    row[PHASE] = DRAW


def draw_card(row: Numbers, outcome: int) -> None:
    card = card_of_deck(row, outcome)
    row[WHERE + card] = HAND
    row[DECK_SIZE] -= 1
    row[TO_DRAW] -= 1
    row[LEFT_TO_LAY] += 1
    if row[TO_DRAW] == 0:
        row[PHASE] = LAYOUT


def card_of_deck(row: Numbers, number: int) -> int:
    """Counted among the cards that are in the deck."""
    card = 0
    while True:
        if row[WHERE + card] == DECK:
            if number == 0:
                return card
            number -= 1
        card += 1


# -- Layouts and splits, part by part -------------------------------------------------------------------------------
def build(tables: Numbers, row: Numbers, part: int) -> None:
    if row[CARD_IN_HAND] == NOBODY:
        row[CARD_IN_HAND] = part
        return
    place = part - row[CARDS] + 1
    row[WHERE + row[CARD_IN_HAND]] = PILE + place
    row[TOPS + place] = row[CARD_IN_HAND]
    row[PILES] = max(row[PILES], place)
    row[CARD_IN_HAND] = NOBODY
    row[LEFT_TO_LAY] -= 1
    if row[LEFT_TO_LAY]:
        return
    if row[PHASE] == LAYOUT:
        row[POINTERS] = (1 << row[SEATS]) - 1
    else:
        row[CONTESTS] -= 1
        row[POINTERS] = row[CONTEST_SEATS + row[CONTESTS]]
        row[CONTEST_SEATS + row[CONTESTS]] = 0
        row[CONTEST_SIZES + row[CONTESTS]] = 0
    row[PHASE] = POINTING


# -- Pointing -------------------------------------------------------------------------------------------------------
def point(tables: Numbers, row: Numbers, seat: int, finger: int) -> None:
    row[FINGERS + seat] = finger
    if pointers(row, False) == 0:
        settle_picks(tables, row)


def settle_picks(tables: Numbers, row: Numbers) -> None:
    """Single picks are scored at once, then piles nobody wants are set aside, then contested ones come to be split."""
    for place in range(1, row[PILES] + 1):
        seats = pointing_at(row, place)
        if seats and seats & (seats - 1) == 0:
            score_pile(row, place, seats)
    row[AT_EMPTY] |= pointing_at(row, EMPTY_SPACE)
    if has_winner(tables, row):
        end_game(row)
        return
    for place in range(1, row[PILES] + 1):
        if pointing_at(row, place) == 0:
            set_aside(row, PILE + place, row[TOPS + place])
    for place in range(row[PILES], 0, -1):  # the first pile is to be the next contest
        seats = pointing_at(row, place)
        if seats & (seats - 1):
            contest(row, place, seats)
    clear_pointing(row)
    next_contest(tables, row)


def pointing_at(row: Numbers, finger: int) -> int:
    seats = 0
    for seat in range(row[SEATS]):
        if row[FINGERS + seat] == finger:
            seats |= 1 << seat
    return seats


def score_pile(row: Numbers, place: int, seats: int) -> None:
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    row[player_at(seat) + LENGTH] += move_cards(row, PILE + place, ROW + seat)
    row[player_at(seat) + LAST] = row[TOPS + place]


def move_cards(row: Numbers, source: int, target: int) -> int:
    """All cards from one place to another; gives how many."""
    moved = 0
    for card in range(row[CARDS]):
        if row[WHERE + card] == source:
            row[WHERE + card] = target
            moved += 1
    return moved


def set_aside(row: Numbers, source: int, last: int) -> None:
    row[ASIDE_SIZE] += move_cards(row, source, ASIDE)
    row[ASIDE_LAST] = last


def contest(row: Numbers, place: int, seats: int) -> None:
    number = row[CONTESTS]
    row[CONTEST_SEATS + number] = seats
    row[CONTEST_SIZES + number] = move_cards(row, PILE + place, CONTEST + number)
    row[CONTESTS] += 1


def clear_pointing(row: Numbers) -> None:
    for place in range(1, row[PILES] + 1):
        row[TOPS + place] = 0
    for seat in range(row[SEATS]):
        row[FINGERS + seat] = NO_FINGER
    row[PILES] = 0
    row[POINTERS] = 0


# -- Contested piles ------------------------------------------------------------------------------------------------
def next_contest(tables: Numbers, row: Numbers) -> None:
    """A single card that several want is set aside in turn."""
    while row[CONTESTS]:
        number = row[CONTESTS] - 1
        if row[CONTEST_SIZES + number] > 1:
            row[LEFT_TO_LAY] = row[CONTEST_SIZES + number]
            row[PHASE] = SPLIT
            return
        only = 0
        while row[WHERE + only] != CONTEST + number:
            only += 1
        set_aside(row, CONTEST + number, only)
        row[CONTESTS] = number
        row[CONTEST_SEATS + number] = 0
        row[CONTEST_SIZES + number] = 0
    settle_round(tables, row)


# -- The end of the round -------------------------------------------------------------------------------------------
def settle_round(tables: Numbers, row: Numbers) -> None:
    """Whoever alone was at empty space scores what was set aside; otherwise it is discarded."""
    at_empty = row[AT_EMPTY]
    if row[ASIDE_SIZE] and at_empty and at_empty & (at_empty - 1) == 0:
        seat = 0
        while not at_empty >> seat & 1:
            seat += 1
        row[player_at(seat) + LENGTH] += move_cards(row, ASIDE, ROW + seat)
        row[player_at(seat) + LAST] = row[ASIDE_LAST]
    elif row[ASIDE_SIZE]:
        row[DISCARD_SIZE] += move_cards(row, ASIDE, DISCARD)
    row[ASIDE_SIZE] = 0
    row[ASIDE_LAST] = 0
    if has_winner(tables, row):
        end_game(row)
    else:
        end_round(tables, row)


def end_round(tables: Numbers, row: Numbers) -> None:
    row[HEADPOINTER] = (row[HEADPOINTER] + 1) % row[SEATS]
    row[ROUNDS] += 1
    row[AT_EMPTY] = 0
    if has_winner(tables, row) or 0 < row[ROUND_LIMIT] <= row[ROUNDS]:
        end_game(row)
    else:
        begin_draw(row)


def end_game(row: Numbers) -> None:
    """What still lies on the table lies aside, whatever it was."""
    for card in range(row[CARDS]):
        if row[WHERE + card] >= CONTEST:
            row[WHERE + card] = ASIDE
    clear_pointing(row)
    for number in range(row[CONTESTS]):
        row[CONTEST_SEATS + number] = 0
        row[CONTEST_SIZES + number] = 0
    row[CONTESTS] = 0
    row[AT_EMPTY] = 0
    row[ASIDE_SIZE] = 0
    row[ASIDE_LAST] = 0
    row[PHASE] = ENDED


# -- Points ---------------------------------------------------------------------------------------------------------
def has_winner(tables: Numbers, row: Numbers) -> bool:
    for seat in range(row[SEATS]):
        if points(tables, row, seat) >= row[TARGET]:
            return True
    return False


def points(tables: Numbers, row: Numbers, seat: int) -> int:
    player = player_at(seat)
    if row[player + LENGTH] == 0:
        return 0
    return points_with(tables, row, seat, ROW + seat, row[player + LENGTH], row[player + LAST])


def points_with(tables: Numbers, row: Numbers, seat: int, also: int, length: int, last: int) -> int:
    """As if the cards at another place lay in the row too: so many then, and this one last."""
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
    scored = 0
    for card in range(row[CARDS]):
        if row[WHERE + card] != ROW + seat and row[WHERE + card] != also:
            continue
        at = card * CARD_COLUMNS
        kind, worth, needs = tables[at + KIND], tables[at + POINTS], tables[at + NEEDS]
        if kind == PLAIN:
            continue
        if kind == COLOUR_MATCH:
            scored += worth * of_colour[tables[at + OF_COLOUR]]
        elif kind == TEXTLESS_MATCH:
            scored += worth * textless
        elif (
            kind == SCORE
            or (kind == ALL_COLOURS and colours == COLOURS)
            or (kind == COLOUR_GROUP and largest >= needs)
            or (kind == COLOUR_COUNT and of_colour[tables[at + OF_COLOUR]] >= needs)
            or (kind == CARD_COUNT and length >= needs)
            or (kind == LAST_CARD and card == last)
            or (kind == HEADPOINTER_CARD and seat == row[HEADPOINTER])
        ):
            scored += worth
    return scored


def share(tables: Numbers, row: Numbers, seat: int) -> float:
    mine, sharing = points(tables, row, seat), 0
    for other in range(row[SEATS]):
        theirs = points(tables, row, other)
        if theirs > mine:
            return 0.0
        if theirs == mine:
            sharing += 1
    return 1.0 / sharing


# -- What a seat knows ----------------------------------------------------------------------------------------------
def sample(tables: Numbers, row: Numbers, rng: Numbers) -> None:
    """Cards of rows that were forgotten are any that are not seen elsewhere; a sealed finger points anywhere."""
    for seat in range(row[SEATS]):
        hidden = row[player_at(seat) + LENGTH]
        for card in range(row[CARDS]):
            hidden -= int(row[WHERE + card] == ROW + seat)
        for _ in range(hidden):
            row[WHERE + card_of_deck(row, below(rng, row[DECK_SIZE]))] = ROW + seat
            row[DECK_SIZE] -= 1
        if row[FINGERS + seat] == HIDDEN:
            row[FINGERS + seat] = below(rng, row[PILES] + 1)


def encode(tables: Numbers, row: Numbers, seat: int, seen: Numbers) -> int:
    """The table; each player from the seat on, clockwise: length, last card, the finger (others' only that it is down),
    points; the tops of the piles; the contests, the next one first; and where each card lies."""
    seats, at = row[SEATS], 0
    for column in (PHASE, ROUNDS, TO_DRAW, DECK_SIZE, DISCARD_SIZE, PILES, ASIDE_SIZE, CONTESTS, LEFT_TO_LAY):
        seen[at] = row[column]
        at += 1
    seen[at] = row[CARD_IN_HAND]
    seen[at + 1] = NOBODY if row[PHASE] == FIRST else (row[HEADPOINTER] - seat) % seats
    at += 2
    for step in range(seats):
        other = (seat + step) % seats
        finger = row[FINGERS + other]
        seen[at] = row[player_at(other) + LENGTH]
        seen[at + 1] = row[player_at(other) + LAST] if row[player_at(other) + LENGTH] else NOBODY
        seen[at + 2] = finger if step == 0 or finger == NO_FINGER else KEPT_UP
        seen[at + 3] = row[POINTERS] >> other & 1
        seen[at + 4] = row[AT_EMPTY] >> other & 1
        seen[at + 5] = points(tables, row, other)
        at += 6
    for place in range(1, row[MOST_PLACES] + 1):
        seen[at] = row[TOPS + place] if place <= row[PILES] else NOBODY
        at += 1
    for number in range(MOST_CONTESTS):
        contest = row[CONTESTS] - 1 - number
        for step in range(seats):
            seen[at] = row[CONTEST_SEATS + contest] >> (seat + step) % seats & 1 if contest >= 0 else 0
            at += 1
    for card in range(row[CARDS]):
        where = row[WHERE + card]
        if ROW <= where < CONTEST:
            where = ROW + (where - ROW - seat) % seats
        elif CONTEST <= where < PILE:
            where = CONTEST + row[CONTESTS] - 1 - (where - CONTEST)
        seen[at] = where
        at += 1
    return at
