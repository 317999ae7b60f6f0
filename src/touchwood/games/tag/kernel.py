"""The compiled twin of TAG's rules, on a row of numbers; in the order of a turn, as `rules/` is. Never the authority.

    column    0                    14                20          26          32 ...            128 ...
            | the table, the turn | options        | deck 6    | out 6     | players, 16 each | discard pile, top last |
    player    hand 6 · taken 6 · hand size · front (bits of T, A, G) · sets · tags

Hands are counted by kind: in which order their cards came matters to clocks alone. In a row of what a seat knows, the
hands of others hold their known cards only, and the deck all cards whose place is unknown; `sample` deals them.
`packing.py` makes rows of states and views.
"""

from touchwood.core.kernel import CHANCE, NOBODY, OVER, Numbers
from touchwood.core.kernel_play import below

# -- The row --------------------------------------------------------------------------------------------------------
SEATS, PHASE, TURN, IT, TAGGER, FREEZER, IS_RETURN, DRAWS_LEFT, HAS_PLAYED, STREAK, TURNS = range(11)
DECK_SIZE, DISCARD_SIZE, CARDS = 11, 12, 13  # CARDS: all there are, the deck before the deal
ASKS, GOOL_CHAIN, FROZEN_COUNT, STALL_AFTER, SHOWS_TAKEN, BREAKS_TIES = range(14, 20)
DECK, OUT, PLAYERS = 20, 26, 32
HAND, TAKEN, HAND_SIZE, FRONT, SETS, TAGS = 0, 6, 12, 13, 14, 15
PLAYER_COLUMNS = 16
MOST_SEATS = 6
DISCARD_PILE = PLAYERS + MOST_SEATS * PLAYER_COLUMNS

# Kinds of card in the order of KINDS; the first three are the letters.
TAG, GOOL, FREEZE = 3, 4, 5
LETTERS, KINDS = 3, 6

# Phases in the order of Phase.
FIRST, DEAL, CHOOSE_PILE, RETURN_DRAW, DRAW, CHOOSE_CARD, MOVE_IT, ANSWER, ENDED = range(9)

# Choices in the order of codec.numbered. After GIVE + seats come leaving IT, the Gool, and letting it stand.
DRAW_DECK, DRAW_DISCARD, STOP, PLAY, DISCARD, GIVE = 0, 1, 2, 3, 9, 15
MOST_CHOICES = 2 * KINDS

HAND_TO_DRAW_TO, CARDS_DEALT_EACH, RETURN_DRAWS, HAND_AFTER_RETURN = 4, 3, 3, 3
TURN_LIMIT, IT_COSTS = 400, 3


def player_at(seat: int) -> int:
    """Where a player's columns begin."""
    return PLAYERS + seat * PLAYER_COLUMNS


def next_seat(row: Numbers, seat: int) -> int:
    """Without a division: of all a turn takes, that would be the slowest."""
    return seat + 1 if seat + 1 < row[SEATS] else 0


def is_stalling(row: Numbers) -> bool:
    return row[STALL_AFTER] > 0 and row[STREAK] >= row[STALL_AFTER] * row[SEATS] and row[DECK_SIZE] > 0


def can_take_discard(row: Numbers) -> bool:
    return row[DISCARD_SIZE] > 0 and not is_stalling(row)


def is_frozen(row: Numbers) -> bool:
    return row[FREEZER] != NOBODY and row[FREEZER] != row[TURN]


# -- Who is asked, and for what -------------------------------------------------------------------------------------
def waiting(tables: Numbers, row: Numbers) -> int:
    phase = row[PHASE]
    if phase == ENDED:
        return OVER
    if phase in (FIRST, DEAL, DRAW):
        return CHANCE
    return 1 << (row[IT] if phase == ANSWER else row[TURN])


def may_act(tables: Numbers, row: Numbers) -> int:
    return 0


def legal(tables: Numbers, row: Numbers, seat: int, choices: Numbers) -> int:
    phase = row[PHASE]
    if phase == CHOOSE_CARD:
        return legal_cards(row, choices)
    if phase == CHOOSE_PILE:
        choices[0] = DRAW_DECK
        choices[1] = DRAW_DISCARD
        return 2
    if phase == MOVE_IT:
        for to in range(row[SEATS] + 1):  # the last of them leaves IT
            choices[to] = GIVE + to
        return row[SEATS] + 1
    count = 0
    if phase == ANSWER:
        if row[player_at(seat) + HAND + GOOL]:
            choices[0] = GIVE + row[SEATS] + 1
            count = 1
        choices[count] = GIVE + row[SEATS] + 2
        return count + 1
    if row[DECK_SIZE]:
        choices[0] = DRAW_DECK
        count = 1
    if can_take_discard(row):
        choices[count] = DRAW_DISCARD
        count += 1
    choices[count] = STOP
    return count + 1


def legal_cards(row: Numbers, choices: Numbers) -> int:
    """Each choice is written, and the next one over it unless it counts: no processor guesses well what a hand holds,
    and a wrong guess costs more than writing."""
    player, count = player_at(row[TURN]), 0
    if not is_frozen(row):
        for kind in range(KINDS):
            choices[count] = PLAY + kind
            count += (row[player + HAND + kind] > 0) & can_play(row, player, kind)
    for kind in range(KINDS):
        choices[count] = DISCARD + kind
        count += row[player + HAND + kind] > 0
    return count


def can_play(row: Numbers, player: int, kind: int) -> bool:
    if kind < LETTERS:
        return not row[player + FRONT] >> kind & 1
    return kind == TAG or (kind == FREEZE and row[FREEZER] == NOBODY)


# -- Entry points ---------------------------------------------------------------------------------------------------
def apply(tables: Numbers, row: Numbers, seat: int, choice: int) -> None:
    if choice >= GIVE:
        move_it(row, choice - GIVE)
    elif choice >= DISCARD:
        discard(row, choice - DISCARD)
    elif choice >= PLAY:
        play(row, choice - PLAY)
    elif choice == DRAW_DECK:
        row[PHASE] = DRAW
    elif choice == DRAW_DISCARD:
        take_discard(row)
        go_on_drawing(row)
    else:
        stop_drawing(row)


def chance(tables: Numbers, row: Numbers, weights: Numbers) -> int:
    if row[PHASE] == FIRST:
        return -row[SEATS]
    for kind in range(KINDS):
        weights[kind] = row[DECK + kind]
    return KINDS


def fall(tables: Numbers, row: Numbers, outcome: int) -> None:
    if row[PHASE] == FIRST:
        row[TURN] = outcome
        row[PHASE] = DEAL
    elif row[PHASE] == DEAL:
        deal_card(row, outcome)
    else:
        draw_card(row, row[TURN], outcome)
        go_on_drawing(row)


# -- The deal -------------------------------------------------------------------------------------------------------
def deal_card(row: Numbers, kind: int) -> None:
    dealt = row[CARDS] - row[DECK_SIZE]
    draw_card(row, (row[TURN] + dealt) % row[SEATS], kind)
    if dealt + 1 == CARDS_DEALT_EACH * row[SEATS]:
        begin_turn(row)


# -- A turn: drawing ------------------------------------------------------------------------------------------------
def begin_turn(row: Numbers) -> None:
    """There is a card to choose or to draw: `end_turn` sees to that."""
    if is_frozen(row):
        row[PHASE] = CHOOSE_CARD
    elif row[IS_RETURN]:
        row[DRAWS_LEFT] = RETURN_DRAWS
        draw_on_return(row)
    else:
        draw_to_four(row)


def draw_to_four(row: Numbers) -> None:
    player = player_at(row[TURN])
    while row[player + HAND_SIZE] < HAND_TO_DRAW_TO:
        has_discard = can_take_discard(row)
        if row[DECK_SIZE]:
            row[PHASE] = CHOOSE_PILE if has_discard else DRAW
            return
        if not has_discard:
            break
        take_discard(row)
    row[PHASE] = CHOOSE_CARD


def draw_on_return(row: Numbers) -> None:
    is_asked = row[DRAWS_LEFT] and (row[DECK_SIZE] or row[DISCARD_SIZE])
    row[PHASE] = RETURN_DRAW if is_asked else CHOOSE_CARD


def go_on_drawing(row: Numbers) -> None:
    if row[IS_RETURN]:
        row[DRAWS_LEFT] -= 1
        draw_on_return(row)
    else:
        draw_to_four(row)


def draw_card(row: Numbers, seat: int, kind: int) -> None:
    player = player_at(seat)
    row[DECK + kind] -= 1
    row[DECK_SIZE] -= 1
    row[player + HAND + kind] += 1
    row[player + HAND_SIZE] += 1


def take_discard(row: Numbers) -> None:
    player = player_at(row[TURN])
    row[DISCARD_SIZE] -= 1
    kind = row[DISCARD_PILE + row[DISCARD_SIZE]]
    row[DISCARD_PILE + row[DISCARD_SIZE]] = NOBODY
    row[player + HAND + kind] += 1
    row[player + HAND_SIZE] += 1
    if row[SHOWS_TAKEN]:
        row[player + TAKEN + kind] += 1


def stop_drawing(row: Numbers) -> None:
    row[DRAWS_LEFT] = 0
    if row[player_at(row[TURN]) + HAND_SIZE]:
        row[PHASE] = CHOOSE_CARD
    else:
        end_turn(row)


# -- One card -------------------------------------------------------------------------------------------------------
def card_leaves(row: Numbers, seat: int, kind: int) -> None:
    player = player_at(seat)
    row[player + HAND + kind] -= 1
    row[player + HAND_SIZE] -= 1
    if row[player + TAKEN + kind]:
        row[player + TAKEN + kind] -= 1


def discard(row: Numbers, kind: int) -> None:
    card_leaves(row, row[TURN], kind)
    row[DISCARD_PILE + row[DISCARD_SIZE]] = kind
    row[DISCARD_SIZE] += 1
    after_card(row)


def play(row: Numbers, kind: int) -> None:
    player = player_at(row[TURN])
    card_leaves(row, row[TURN], kind)
    row[HAS_PLAYED] = 1
    row[STREAK] = 0
    if kind == FREEZE:
        row[FREEZER] = row[TURN]
        after_card(row)
    elif kind == TAG:
        row[player + TAGS] += 1
        row[PHASE] = MOVE_IT
    else:
        row[player + FRONT] |= 1 << kind
        if row[player + FRONT] == (1 << LETTERS) - 1:
            row[player + FRONT] = 0
            row[player + SETS] += 1
            row[PHASE] = MOVE_IT
        else:
            after_card(row)


def after_card(row: Numbers) -> None:
    if row[IS_RETURN] and row[player_at(row[TURN]) + HAND_SIZE] > HAND_AFTER_RETURN:
        row[PHASE] = CHOOSE_CARD
    else:
        end_turn(row)


# -- IT -------------------------------------------------------------------------------------------------------------
def move_it(row: Numbers, move: int) -> None:
    """Giving IT to seat `move`; then leaving it, the Gool, letting it stand."""
    seats = row[SEATS]
    if move == row[TURN]:
        row[IT] = move
        after_card(row)
    elif move < seats:
        put_before(row, move, row[TURN])
    elif move == seats:
        after_card(row)
    elif move == seats + 1:
        call_gool(row)
    else:
        row[TAGGER] = NOBODY
        after_card(row)


def put_before(row: Numbers, tagged: int, tagger: int) -> None:
    row[IT] = tagged
    if row[ASKS]:
        row[TAGGER] = tagger
        row[PHASE] = ANSWER
    else:
        after_card(row)


def call_gool(row: Numbers) -> None:
    tagged, tagger = row[IT], row[TAGGER]
    card_leaves(row, tagged, GOOL)
    row[OUT + GOOL] += 1
    if row[GOOL_CHAIN]:
        put_before(row, tagger, tagged)
    else:
        row[IT] = tagger
        row[TAGGER] = NOBODY
        after_card(row)


# -- The end of the turn, and of the match --------------------------------------------------------------------------
def end_turn(row: Numbers) -> None:
    """Turns in which nothing can be done are skipped here: no function may call itself by way of others."""
    while True:
        if row[HAS_PLAYED]:
            row[STREAK] = 0
        elif row[FROZEN_COUNT] or not is_frozen(row):
            row[STREAK] += 1
        if row[IS_RETURN]:
            thaw(row)
        row[TURNS] += 1
        row[HAS_PLAYED] = 0
        if is_at_end(row):
            row[PHASE] = ENDED
            return
        row[TURN] = next_seat(row, row[TURN])
        row[IS_RETURN] = row[FREEZER] == row[TURN]
        if not is_skipped(row):
            begin_turn(row)
            return


def is_skipped(row: Numbers) -> bool:
    """No card in the hand, and none to draw."""
    if row[player_at(row[TURN]) + HAND_SIZE]:
        return False
    return is_frozen(row) or not (row[DECK_SIZE] or row[DISCARD_SIZE])


def thaw(row: Numbers) -> None:
    row[OUT + FREEZE] += 1
    row[FREEZER] = NOBODY
    row[IS_RETURN] = 0
    row[DRAWS_LEFT] = 0


def is_at_end(row: Numbers) -> bool:
    if row[STREAK] >= row[SEATS] and row[DECK_SIZE] == 0:
        return True
    return row[STALL_AFTER] == 0 and row[TURNS] >= TURN_LIMIT


def points(tables: Numbers, row: Numbers, seat: int) -> int:
    player = player_at(seat)
    return row[player + SETS] + row[player + TAGS] - (IT_COSTS if row[IT] == seat else 0)


def standing(tables: Numbers, row: Numbers, seat: int) -> int:
    """What a player's place is compared by, as one number."""
    scored = points(tables, row, seat) << 16
    if row[BREAKS_TIES]:
        scored += (int(row[IT] != seat) << 15) + row[player_at(seat) + TAGS]
    return scored


def share(tables: Numbers, row: Numbers, seat: int) -> float:
    mine, sharing = standing(tables, row, seat), 0
    for other in range(row[SEATS]):
        theirs = standing(tables, row, other)
        if theirs > mine:
            return 0.0
        if theirs == mine:
            sharing += 1
    return 1.0 / sharing


# -- What a seat knows ----------------------------------------------------------------------------------------------
def sample(tables: Numbers, row: Numbers, rng: Numbers) -> None:
    for seat in range(row[SEATS]):
        player = player_at(seat)
        hidden = row[player + HAND_SIZE]
        for kind in range(KINDS):
            hidden -= row[player + HAND + kind]
        for _ in range(hidden):
            number, kind = below(rng, row[DECK_SIZE]), 0
            while number >= row[DECK + kind]:
                number -= row[DECK + kind]
                kind += 1
            row[DECK + kind] -= 1
            row[DECK_SIZE] -= 1
            row[player + HAND + kind] += 1


def encode(tables: Numbers, row: Numbers, seat: int, seen: Numbers) -> int:
    """The table; then each player from the seat on, clockwise, the hands of others as their known cards; then the
    discard pile: its size, its top, how many of each kind; then the seat, as choices name seats by their numbers at the
    table. All others are counted from the seat; -1: nobody."""
    seats, at = row[SEATS], 0
    for column in (PHASE, IS_RETURN, DRAWS_LEFT, HAS_PLAYED, STREAK, TURNS, DECK_SIZE, SEATS):
        seen[at] = row[column]
        at += 1
    for column in (TURN, IT, TAGGER, FREEZER):
        seen[at] = NOBODY if row[column] == NOBODY else (row[column] - seat) % seats
        at += 1
    for kind in range(KINDS):
        seen[at] = row[OUT + kind]
        at += 1
    for step in range(seats):
        player = player_at((seat + step) % seats)
        cards = HAND if step == 0 or row[PHASE] == ENDED else TAKEN
        for kind in range(KINDS):
            seen[at] = row[player + cards + kind]
            at += 1
        for column in (HAND_SIZE, FRONT, SETS, TAGS):
            seen[at] = row[player + column]
            at += 1
    seen[at] = row[DISCARD_SIZE]
    seen[at + 1] = row[DISCARD_PILE + row[DISCARD_SIZE] - 1] if row[DISCARD_SIZE] else NOBODY
    at += 2
    for kind in range(KINDS):
        seen[at + kind] = 0
    for place in range(row[DISCARD_SIZE]):
        seen[at + row[DISCARD_PILE + place]] += 1
    seen[at + KINDS] = seat
    return at + KINDS + 1
