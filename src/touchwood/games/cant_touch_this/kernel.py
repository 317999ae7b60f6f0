"""The compiled twin of the rules of Can't Touch This, on a row of numbers, as a match is played. Never the authority.

    column    0                     16                  32 ... 95
            | the match, options  | players, 8 each   | cells of the card, row by row, left to right |
    player    plain points · captured poops · gems · bombs · stars · wilds

A cell is the number of its symbol, and COVERED more once a clip lies on it. Clips of a line get deeper cell by cell, so
the legal ones are found by walking in from each edge until something is in the way. What symbols are worth is linked
from the solver (`solver/kernel_score.py`); `packing.py` makes rows of states.
"""

from touchwood.core.kernel import CHANCE, NOBODY, OVER, Numbers
from touchwood.games.cant_touch_this.solver.kernel_score import (
    BOMB,
    BOMBS_AT,
    GEM,
    GEMS_AT,
    ONE,
    POOP,
    STAR,
    STARS_AT,
    SWIRL,
    TWO,
    WILDS_AT,
    bonus,
)

# -- The row --------------------------------------------------------------------------------------------------------
SEATS, PHASE, CARD, SIDE, DEFENDER, BID, FIRST_SEAT, PLACED, UNSHUFFLED = range(9)
"""UNSHUFFLED: how many places of a random card chance has still to fill, from the last one up."""
EDITION, COLUMNS, ROWS, CLIPS, FREE_GEMS, NAMED_DEFENDER, KIND_OF_CARD = range(9, 16)
PLAYERS, CELLS = 16, 32
PLAIN, POOPS, GEMS, BOMBS, STARS, WILDS = range(6)
PLAYER_COLUMNS = 8
MOST_CELLS = 64
COVERED = 8

# Phases in the order of Phase.
CARD_FALLS, SIDE_FALLS, DEFENDER_FALLS, CHOOSE_SIDE, BIDDING, CLIP, ENDED = range(7)
GIVEN, OF_THE_DECK, RANDOM, AS_IT_LIES = range(4)
"""AS_IT_LIES: of the deck, and nobody chooses the side."""

# Choices in the order of codec.numbered: after the plain ones the clips by edge (N E S W), line and depth.
KEEP_SIDE, TURN_CARD, RAISE, PASS, CLIPS_FROM = range(5)
NORTH, EAST, SOUTH, WEST = range(4)
DEEPEST, HIGHEST_BID = 4, 60
MOST_CHOICES = 160

# The tables: how many cards the deck has, then the cells of each card's two sides.
CARDS_IN_DECK, DECK_CELLS = 0, 1


def player_at(seat: int) -> int:
    """Where a player's columns begin."""
    return PLAYERS + seat * PLAYER_COLUMNS


# -- Who is asked, and for what -------------------------------------------------------------------------------------
def waiting(tables: Numbers, row: Numbers) -> int:
    phase = row[PHASE]
    if phase == ENDED:
        return OVER
    if phase < CHOOSE_SIDE:
        return CHANCE
    return 1 << asked(row)


def asked(row: Numbers) -> int:
    if row[SEATS] == 1:
        return 0
    if row[PHASE] == CHOOSE_SIDE:
        return row[DEFENDER]
    if row[PHASE] == BIDDING:  # an even bid is the defender's, so the other one is asked
        return row[DEFENDER] if row[BID] % 2 else 1 - row[DEFENDER]
    return to_place(row)


def to_place(row: Numbers) -> int:
    if row[SEATS] == 1:
        return 0
    return row[FIRST_SEAT] if row[PLACED] % 2 == 0 else 1 - row[FIRST_SEAT]


def may_act(tables: Numbers, row: Numbers) -> int:
    return 0


def legal(tables: Numbers, row: Numbers, seat: int, choices: Numbers) -> int:
    if row[PHASE] == CLIP:
        return legal_clips(row, choices)
    if row[PHASE] == CHOOSE_SIDE:
        choices[0] = KEEP_SIDE
        choices[1] = TURN_CARD
        return 2
    if row[BID] == HIGHEST_BID:
        choices[0] = PASS
        return 1
    choices[0] = RAISE
    choices[1] = PASS
    return 2


def legal_clips(row: Numbers, choices: Numbers) -> int:
    count, number = 0, CLIPS_FROM
    # What is read once need not be read again after each writing: numba cannot know that the two never overlap.
    may_capture_bombs = row[EDITION] == 2
    for edge in range(4):
        deepest, stride, lines = deepest_at(row, edge), stride_from(row, edge), lines_at(row, edge)
        first, to_next_line = CELLS + first_cell(row, edge, 0), first_cell(row, edge, 1) - first_cell(row, edge, 0)
        for line in range(lines):
            cell, bombs, stars = first + line * to_next_line, 0, 0
            for depth in range(deepest):
                symbol = row[cell]
                if symbol >= COVERED:
                    break
                bombs += int(symbol == BOMB)
                stars += int(symbol == STAR)
                if may_capture_bombs or bombs == 0 or stars > 0:
                    choices[count] = number + depth
                    count += 1
                cell += stride
            number += deepest
    return count


# -- Geometry -------------------------------------------------------------------------------------------------------
def lines_at(row: Numbers, edge: int) -> int:
    return row[ROWS] if edge % 2 else row[COLUMNS]


def deepest_at(row: Numbers, edge: int) -> int:
    return min(DEEPEST, row[COLUMNS] if edge % 2 else row[ROWS])


def first_cell(row: Numbers, edge: int, line: int) -> int:
    """The cell of a line nearest its edge."""
    if edge == NORTH:
        return line
    if edge == SOUTH:
        return (row[ROWS] - 1) * row[COLUMNS] + line
    return line * row[COLUMNS] + (row[COLUMNS] - 1 if edge == EAST else 0)


def stride_from(row: Numbers, edge: int) -> int:
    """From one cell of a line to the next, inwards."""
    if edge % 2:
        return -1 if edge == EAST else 1
    return row[COLUMNS] if edge == NORTH else -row[COLUMNS]


# -- Entry points ---------------------------------------------------------------------------------------------------
def apply(tables: Numbers, row: Numbers, seat: int, choice: int) -> None:
    if choice >= CLIPS_FROM:
        place_clip(row, seat, choice - CLIPS_FROM)
    elif choice == RAISE:
        row[BID] += 1
    elif choice == PASS:
        row[FIRST_SEAT] = 1 - seat
        go_on(row)
    else:
        if choice == TURN_CARD:
            lay_side(tables, row, 1 - row[SIDE])
        begin_bidding(row)


def chance(tables: Numbers, row: Numbers, weights: Numbers) -> int:
    """A shuffle falls pick by pick, as `touchwood.core.chance` draws it: for each place, from the last one up, which of
    those up to it comes there."""
    if row[PHASE] != CARD_FALLS:
        return -2
    return -row[UNSHUFFLED] if row[KIND_OF_CARD] == RANDOM else -tables[CARDS_IN_DECK]


def fall(tables: Numbers, row: Numbers, outcome: int) -> None:
    if row[PHASE] == DEFENDER_FALLS:
        row[DEFENDER] = outcome
        choose_side(row)
    elif row[PHASE] == SIDE_FALLS:
        lay_side(tables, row, outcome)
        name_defender(row)
    elif row[KIND_OF_CARD] == RANDOM:
        shuffle_cell(row, outcome)
    else:
        row[CARD] = outcome
        row[PHASE] = SIDE_FALLS


# -- The card and its side ------------------------------------------------------------------------------------------
def shuffle_cell(row: Numbers, pick: int) -> None:
    row[UNSHUFFLED] -= 1
    last, picked = CELLS + row[UNSHUFFLED], CELLS + pick
    row[last], row[picked] = row[picked], row[last]
    if row[UNSHUFFLED] == 1:  # one thing has one place
        row[UNSHUFFLED] = 0
        name_defender(row)


def lay_side(tables: Numbers, row: Numbers, side: int) -> None:
    row[SIDE] = side
    cells = row[COLUMNS] * row[ROWS]
    first = DECK_CELLS + (2 * row[CARD] + side) * cells
    for cell in range(cells):
        row[CELLS + cell] = tables[first + cell]


def name_defender(row: Numbers) -> None:
    if row[SEATS] == 2 and row[NAMED_DEFENDER] == NOBODY:
        row[PHASE] = DEFENDER_FALLS
        return
    row[DEFENDER] = row[NAMED_DEFENDER] if row[SEATS] == 2 else NOBODY
    choose_side(row)


def choose_side(row: Numbers) -> None:
    if row[KIND_OF_CARD] == OF_THE_DECK:
        row[PHASE] = CHOOSE_SIDE
    else:
        begin_bidding(row)


def begin_bidding(row: Numbers) -> None:
    if row[SEATS] == 2:
        row[PHASE] = BIDDING
    else:
        go_on(row)


# -- Clips ----------------------------------------------------------------------------------------------------------
def place_clip(row: Numbers, seat: int, number: int) -> None:
    edge = NORTH
    while number >= lines_at(row, edge) * deepest_at(row, edge):
        number -= lines_at(row, edge) * deepest_at(row, edge)
        edge += 1
    line, depth = number // deepest_at(row, edge), number % deepest_at(row, edge) + 1
    capture(row, player_at(seat), CELLS + first_cell(row, edge, line), stride_from(row, edge), depth)
    row[PLACED] += 1
    go_on(row)


def capture(row: Numbers, player: int, cell: int, stride: int, depth: int) -> None:
    for _ in range(depth):
        symbol = row[cell]
        if symbol in (ONE, TWO):
            row[player + PLAIN] += symbol - ONE + 1
        elif symbol == SWIRL:  # a point less for every other symbol of its clip
            row[player + PLAIN] += 4 - depth
        elif symbol == POOP:
            row[player + POOPS] += 1
        else:
            row[player + GEMS + symbol - GEM] += 1
        row[cell] = symbol + COVERED
        cell += stride


def go_on(row: Numbers) -> None:
    row[PHASE] = CLIP if row[PLACED] < row[CLIPS] and has_legal_clip(row) else ENDED


def has_legal_clip(row: Numbers) -> bool:
    for edge in range(4):
        stride = stride_from(row, edge)
        for line in range(lines_at(row, edge)):
            cell, bombs, stars = CELLS + first_cell(row, edge, line), 0, 0
            for _ in range(deepest_at(row, edge)):
                if row[cell] >= COVERED:
                    break
                bombs += int(row[cell] == BOMB)
                stars += int(row[cell] == STAR)
                if bombs == 0 or stars > 0 or row[EDITION] == 2:
                    return True
                cell += stride
    return False


# -- Points ---------------------------------------------------------------------------------------------------------
def points(tables: Numbers, row: Numbers, seat: int) -> int:
    player = player_at(seat)
    counts = (
        row[player + POOPS]
        + (row[player + GEMS] << GEMS_AT)
        + (row[player + BOMBS] << BOMBS_AT)
        + (row[player + STARS] << STARS_AT)
        + (row[player + WILDS] << WILDS_AT)
    )
    penalty = row[BID] if row[FIRST_SEAT] == seat else 0
    return row[player + PLAIN] + bonus(row[EDITION], row[FREE_GEMS], counts) - penalty


def share(tables: Numbers, row: Numbers, seat: int) -> float:
    """Of two the one with more points, of equal ones the second. Alone it is the score itself."""
    mine = points(tables, row, seat)
    if row[SEATS] == 1:
        return float(mine)
    theirs = points(tables, row, 1 - seat)
    return 1.0 if mine > theirs or (mine == theirs and row[FIRST_SEAT] != seat) else 0.0


# -- What a seat knows: everything ----------------------------------------------------------------------------------
def sample(tables: Numbers, row: Numbers, rng: Numbers) -> None:
    return


def encode(tables: Numbers, row: Numbers, seat: int, seen: Numbers) -> int:
    """The match, with seats counted from the seat; the own things, the opponent's; the cells."""
    for column in range(PLAYERS):
        seen[column] = row[column]
    for column in (DEFENDER, FIRST_SEAT, NAMED_DEFENDER):
        seen[column] = NOBODY if row[column] == NOBODY else (row[column] - seat) % row[SEATS]
    at = PLAYERS
    for step in range(row[SEATS]):
        player = player_at((seat + step) % row[SEATS])
        for column in range(PLAYER_COLUMNS):
            seen[at] = row[player + column]
            at += 1
    for cell in range(row[COLUMNS] * row[ROWS]):
        seen[at] = row[CELLS + cell]
        at += 1
    return at
