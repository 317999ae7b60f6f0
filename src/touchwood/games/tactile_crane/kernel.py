"""The compiled twin of Tactile Crane's rules, on a row of numbers; in the order of a turn, as `rules/`. Never the
authority. `kernel_worlds.py` has what a seat knows, `packing.py` makes rows of states and views.

    column    0                      24            40                 125 ...              245 ...
            | the table, the turn  | options     | out: 85 faces    | players, 20 each   | grabs of the turn, 13 each |
    player    won · multipliers · bet cards 3 · achieved 3 · bet · calls · newest call · peeks · challenges 4 · calls 3
    grab      pinch · feel 2 · looks of the audience, clockwise from the challenger's left, 2 each

A quantity of chance is kept as the outcome that gave it, of outcomes alike the least, less 32,768; a feeling or a look
takes two columns, the thousands of 32 in the first. Of the calls only what the rules ask is kept: how many each seat
has made, and the newest named one on the bundle in hand. The last turn and the words of calls are in no row.
"""

from touchwood.core.kernel import CHANCE, NOBODY, OVER, Numbers
from touchwood.core.kernel_play import below

# -- The row --------------------------------------------------------------------------------------------------------
SEATS, PHASE, DECK, JACKPOTS, MULTIPLIERS, FIRST_SEAT, TURNS, TIED = 0, 1, 2, 3, 5, 6, 7, 8
"""Two jackpots; with two players the second is always 0."""
TIED_SEATS, FACE, GAIN, GRABS, SPENT, IS_HOLDING, HELD, LOOKED, COUNTED = 9, 15, 16, 17, 18, 19, 20, 21, 22
PATIENCE, MULTIPLIER, CHOOSES_LEFTOVERS, ANY_THREE, EQUAL_TURNS, REACH, FEEL_SIGMA, LOOK_SIGMA = range(24, 32)
FINGER_REACH, VIEWER = 32, 37
OUT, PLAYERS = 40, 125
WON, MULTIPLIERS_WON, BET_CARDS, ACHIEVED, BET, CALLS, NEWEST_CALL, PEEKS, CHALLENGES, CALLS_JUDGED = (
    *(0, 1, 2, 5, 8, 9, 10, 11, 12, 16),
)
PLAYER_COLUMNS = 20
MOST_SEATS = 6
GRABS_AT = PLAYERS + MOST_SEATS * PLAYER_COLUMNS
PINCH, FEEL, LOOKS = 0, 1, 3
GRAB_COLUMNS = 13

# Faces: 17 numbers from 4 on, five fingers each.
FACES, FINGERS, LOWEST_NUMBER = 85, 5, 4
# Phases in the order of Phase.
FIRST, FLIP, EYES, BETS, GAIN_FALLS, GRAB, SLIP_FALLS, FEEL_FALLS, LOOK_FALLS, JACKPOT, ENDED = range(11)
# Bets, results and calls in the order of BET_CARDS, Result and CallKind.
HIGH_BET, LOW_BET, JUST_BET, NOTHING = range(4)
LOW, EXACT, HIGH = range(3)
MORE, LESS, STOP = range(3)
HIDDEN = -2
"""A bet that lies there, in a row of what a seat knows that does not see it."""

# Choices in the order of codec.numbered.
CLOSE_EYES, PLACE_BET, LIFT, RELEASE, PRESS_BARRED, GRAB_BY, CALL, TAKE_JACKPOT = 0, 1, 4, 5, 6, 7, 1008, 1011
PINCHES = 1001
MOST_CHOICES = PINCHES + 3

# The tables, one after the other: quantiles in millionths of the gain, the feeling, the look, and the slip by finger.
OUTCOMES = 65536
HALF_OF_OUTCOMES = 32768
GAINS, FEELS, LOOKS_SEEN, SLIPS = 0, OUTCOMES, 2 * OUTCOMES, 3 * OUTCOMES

CALLS_A_TURN, CARDS_IN_A_JACKPOT, THICK_DECK, CARDS_FOR_A_BET = 5, 3, 40, 2
CARDS_TO_WIN, BET_CARDS_TO_WIN, TURN_LIMIT, TURNS_EACH = 40, 3, 60, 2


def player_at(seat: int) -> int:
    """Where a player's columns begin."""
    return PLAYERS + seat * PLAYER_COLUMNS


def grab_at(grab: int) -> int:
    """Where the columns of a grab begin, counted from 0."""
    return GRABS_AT + grab * GRAB_COLUMNS


def put_wide(row: Numbers, at: int, number: int) -> None:
    row[at] = number >> 15
    row[at + 1] = number & 32767


def get_wide(row: Numbers, at: int) -> int:
    return (row[at] << 15) + row[at + 1]


# -- Who is who -----------------------------------------------------------------------------------------------------
def challenger(row: Numbers) -> int:
    if row[TIED]:
        return row[TIED_SEATS + row[TURNS] - TURNS_EACH * row[SEATS]]
    return (row[FIRST_SEAT] + row[TURNS]) % row[SEATS]


def face_number(row: Numbers) -> int:
    return LOWEST_NUMBER + row[FACE] // FINGERS


def cards_of(row: Numbers, seat: int) -> int:
    player = player_at(seat)
    return row[player + WON] + row[player + MULTIPLIERS_WON] * row[MULTIPLIER]


def grabs_left(row: Numbers) -> int:
    return row[PATIENCE] - row[SPENT]


# -- Who is asked, and for what -------------------------------------------------------------------------------------
def waiting(tables: Numbers, row: Numbers) -> int:
    phase = row[PHASE]
    if phase == ENDED:
        return OVER
    if phase == BETS:
        return bettors(row, False)
    if phase in (EYES, GRAB, JACKPOT):
        return 1 << challenger(row)
    return CHANCE


def may_act(tables: Numbers, row: Numbers) -> int:
    if row[PHASE] == BETS:
        return bettors(row, True) | 1 << challenger(row)
    if row[PHASE] != GRAB:
        return 0
    seats, turn = 0, challenger(row)
    for seat in range(row[SEATS]):
        if seat != turn and row[player_at(seat) + CALLS] < CALLS_A_TURN:
            seats |= 1 << seat
    return seats


def bettors(row: Numbers, have_bet: bool) -> int:
    """Those of the audience who have placed a bet, or those who have not."""
    seats, turn = 0, challenger(row)
    for seat in range(row[SEATS]):
        if seat != turn and (row[player_at(seat) + BET] != NOBODY) == have_bet:
            seats |= 1 << seat
    return seats


def legal(tables: Numbers, row: Numbers, seat: int, choices: Numbers) -> int:
    phase, count = row[PHASE], 0
    if seat != challenger(row):
        if phase == BETS:
            for bet in range(3):
                if usable_bets(row, seat, bet):
                    choices[count] = PLACE_BET + bet
                    count += 1
        elif phase == GRAB and row[player_at(seat) + CALLS] < CALLS_A_TURN:
            for call in range(3):
                choices[call] = CALL + call
            count = 3
        return count
    if phase == GRAB:
        return legal_grabs(row, choices)
    if phase == EYES:
        choices[0] = CLOSE_EYES
        return 1
    if phase == JACKPOT:
        choices[0] = TAKE_JACKPOT
        choices[1] = TAKE_JACKPOT + 1
        return 2
    return 0


def usable_bets(row: Numbers, seat: int, bet: int) -> int:
    """Those in hand, and the one placed already."""
    player = player_at(seat)
    return row[player + BET_CARDS + bet] + int(row[player + BET] == bet)


def legal_grabs(row: Numbers, choices: Numbers) -> int:
    left, is_holding, count = grabs_left(row), row[IS_HOLDING], 0
    if is_holding:
        choices[0] = LIFT
        count = 1
    if left == 0:
        return count
    if is_holding:
        choices[1] = RELEASE
        count = 2
    if is_holding or left > 1:
        choices[count] = PRESS_BARRED
        count += 1
    for pinch in range(PINCHES):
        choices[count + pinch] = GRAB_BY + pinch
    return count + PINCHES


def random_choice(tables: Numbers, row: Numbers, seat: int, choices: Numbers, rng: Numbers) -> int:
    """Without listing a thousand pinches."""
    if row[PHASE] != GRAB or seat != challenger(row):
        return choices[below(rng, legal(tables, row, seat, choices))]
    left, is_holding = grabs_left(row), row[IS_HOLDING]
    if left == 0:
        return LIFT
    others = 3 if is_holding else int(left > 1)
    # Lifting, releasing and pressing, in this order, are the numbers just before those of the pinches.
    return GRAB_BY - others + below(rng, others + PINCHES)


# -- Entry points ---------------------------------------------------------------------------------------------------
def apply(tables: Numbers, row: Numbers, seat: int, choice: int) -> None:
    if choice >= TAKE_JACKPOT:
        pay_out(row, choice - TAKE_JACKPOT)
    elif choice >= CALL:
        call_out(row, seat, choice - CALL)
    elif choice >= GRAB_BY:
        grab(row, choice - GRAB_BY)
    elif choice == LIFT:
        lift(row)
    elif choice == RELEASE:
        row[IS_HOLDING] = 0
    elif choice == PRESS_BARRED:
        if not row[IS_HOLDING]:
            row[SPENT] += 1
        row[IS_HOLDING] = 0
    elif choice >= PLACE_BET:
        place_bet(row, seat, choice - PLACE_BET)
    else:
        row[PHASE] = BETS


def chance(tables: Numbers, row: Numbers, weights: Numbers) -> int:
    if row[PHASE] == FIRST:
        return -row[SEATS]
    if row[PHASE] != FLIP:
        return -OUTCOMES
    for face in range(FACES):
        weights[face] = copies(face) - row[OUT + face]
    return FACES


def copies(face: int) -> int:
    """One card each bars the thumb and the little finger, two the others."""
    return 1 if face % FINGERS in (0, FINGERS - 1) else 2


def fall(tables: Numbers, row: Numbers, outcome: int) -> None:
    phase = row[PHASE]
    if phase == LOOK_FALLS:
        let_look(tables, row, outcome)
    elif phase == SLIP_FALLS:
        let_slip(tables, row, outcome)
    elif phase == FEEL_FALLS:
        let_feel(tables, row, outcome)
    elif phase == GAIN_FALLS:
        row[GAIN] = first_alike(tables, GAINS, outcome) - HALF_OF_OUTCOMES
        row[PHASE] = GRAB
    elif phase == FLIP:
        row[FACE] = outcome
        row[PHASE] = EYES
    else:
        row[FIRST_SEAT] = outcome
        row[PHASE] = FLIP


def first_alike(tables: Numbers, table: int, outcome: int) -> int:
    """The least outcome with the same quantile."""
    if outcome == 0 or tables[table + outcome - 1] != tables[table + outcome]:
        return outcome
    low, high = 0, outcome
    while low < high:
        middle = (low + high) // 2
        if tables[table + middle] < tables[table + outcome]:
            low = middle + 1
        else:
            high = middle
    return low


# -- Bets -----------------------------------------------------------------------------------------------------------
def place_bet(row: Numbers, seat: int, bet: int) -> None:
    player = player_at(seat)
    before = row[player + BET]
    if before not in (NOBODY, NOTHING):
        row[player + BET_CARDS + before] += 1
    row[player + BET_CARDS + bet] -= 1
    row[player + BET] = bet
    if bettors(row, False) == 0:
        row[PHASE] = GAIN_FALLS


# -- A grab and its chance ------------------------------------------------------------------------------------------
def grab(row: Numbers, pinch: int) -> None:
    row[grab_at(row[GRABS]) + PINCH] = pinch
    row[GRABS] += 1
    row[SPENT] += 1
    row[IS_HOLDING] = 0
    row[HELD] = 0
    row[LOOKED] = 0
    for seat in range(row[SEATS]):
        row[player_at(seat) + NEWEST_CALL] = NOBODY
    row[PHASE] = SLIP_FALLS


def let_slip(tables: Numbers, row: Numbers, outcome: int) -> None:
    slip = tables[slips_at(row) + outcome]
    gain = tables[GAINS + row[GAIN] + HALF_OF_OUTCOMES]
    row[HELD] = held_cards(row, row[grab_at(row[GRABS] - 1) + PINCH], gain, slip)
    row[PHASE] = FEEL_FALLS


def slips_at(row: Numbers) -> int:
    return SLIPS + row[FACE] % FINGERS * OUTCOMES


def held_cards(row: Numbers, pinch: int, gain: int, slip: int) -> int:
    """Reach x pinch x gain x finger x slip in parts of 10 ** 17, rounded half up. The product may need more than 64
    bits, so the nine last digits of gain x slip are taken apart; what they leave is less than a unit of 10 ** 9."""
    strength, product = row[REACH] * pinch * row[FINGER_REACH + row[FACE] % FINGERS], gain * slip
    whole = strength * (product // 1000000000) + strength * (product % 1000000000) // 1000000000
    return min(row[DECK], max(1, (whole + 50000000) // 100000000))


def sensed(held: int, error: int) -> int:
    return max(1, (2000 * held * error + 1000000) // 2000000)


def let_feel(tables: Numbers, row: Numbers, outcome: int) -> None:
    put_wide(row, grab_at(row[GRABS] - 1) + FEEL, sensed(row[HELD], tables[FEELS + outcome]))
    row[PHASE] = LOOK_FALLS


def let_look(tables: Numbers, row: Numbers, outcome: int) -> None:
    at = grab_at(row[GRABS] - 1) + LOOKS + 2 * row[LOOKED]
    put_wide(row, at, sensed(row[HELD], tables[LOOKS_SEEN + outcome]))
    row[LOOKED] += 1
    if row[LOOKED] == row[SEATS] - 1:
        row[IS_HOLDING] = 1
        row[PHASE] = GRAB


# -- Calls ----------------------------------------------------------------------------------------------------------
def call_out(row: Numbers, seat: int, call: int) -> None:
    player = player_at(seat)
    row[player + CALLS] += 1
    if row[IS_HOLDING]:
        row[player + NEWEST_CALL] = call


def judge_calls(row: Numbers, result: int) -> None:
    for seat in range(row[SEATS]):
        player = player_at(seat)
        call = row[player + NEWEST_CALL]
        if call == NOBODY:
            continue
        if true_of(call) != result:
            row[player + CALLS_JUDGED + 1] += 1
            continue
        row[player + CALLS_JUDGED] += 1
        bet = row[player + BET]
        if bet != NOTHING and selfish_call(wins(bet), result) != call:
            row[player + CALLS_JUDGED + 2] += 1


def true_of(call: int) -> int:
    """What a bundle is of which this call is right."""
    return LOW if call == MORE else HIGH if call == LESS else EXACT


def wins(bet: int) -> int:
    """The result that makes a bet right."""
    return HIGH if bet == HIGH_BET else LOW if bet == LOW_BET else EXACT


def selfish_call(wanted: int, result: int) -> int:
    if wanted == result:
        return STOP
    return MORE if wanted > result else LESS


# -- The count ------------------------------------------------------------------------------------------------------
def lift(row: Numbers) -> None:
    result = LOW if row[HELD] < face_number(row) else EXACT if row[HELD] == face_number(row) else HIGH
    judge_calls(row, result)
    row[player_at(challenger(row)) + CHALLENGES + result] += 1
    row[DECK] -= row[HELD]
    row[COUNTED] = row[HELD]
    forget_grabs(row)
    if row[SEATS] == 2:
        pay_out(row, 0 if result != EXACT or row[JACKPOTS] else NOBODY)
    elif result == EXACT:
        left, right = row[JACKPOTS], row[JACKPOTS + 1]
        if left and right:
            row[PHASE] = JACKPOT
        else:
            pay_out(row, 0 if left else 1 if right else NOBODY)
    elif row[CHOOSES_LEFTOVERS]:
        row[PHASE] = JACKPOT
    else:
        pay_out(row, 0 if row[JACKPOTS] <= row[JACKPOTS + 1] else 1)


def forget_grabs(row: Numbers) -> None:
    for column in range(GRABS_AT, grab_at(row[GRABS])):
        row[column] = 0
    row[GAIN] = 0
    row[GRABS] = 0
    row[SPENT] = 0
    row[IS_HOLDING] = 0
    row[HELD] = 0
    row[LOOKED] = 0
    for seat in range(row[SEATS]):
        row[player_at(seat) + CALLS] = 0
        row[player_at(seat) + NEWEST_CALL] = NOBODY


# -- The payout, 1 to 4 ---------------------------------------------------------------------------------------------
def pay_out(row: Numbers, jackpot: int) -> None:
    number, counted, turn = face_number(row), row[COUNTED], challenger(row)
    player = player_at(turn)
    if counted == number:
        result = EXACT
        row[player + WON] += counted
        if jackpot != NOBODY:
            row[player + WON] += row[JACKPOTS + jackpot]
            row[JACKPOTS + jackpot] = 0
    elif counted < number:
        result = LOW
        shortfall = min(number - counted, counted)
        row[JACKPOTS + jackpot] += shortfall
        row[player + WON] += counted - shortfall
    else:
        result = HIGH
        row[JACKPOTS + jackpot] += counted - number
        row[DECK] += number
    if row[SEATS] == 2:
        achieve_bet(row, 1 - turn, result)
    else:
        pay_bets(row, turn, result)
        if result == EXACT and jackpot != NOBODY:
            share_jackpot(row, turn, 1 - jackpot)
    refill_jackpots(row)
    if result != HIGH:
        row[OUT + row[FACE]] += 1
    end_turn(row)


def is_right(row: Numbers, seat: int, result: int) -> bool:
    bet = row[player_at(seat) + BET]
    return 0 <= bet < NOTHING and wins(bet) == result


def pay_bets(row: Numbers, turn: int, result: int) -> None:
    """HIGH and LOW, clockwise from the challenger's left, while the deck lasts. JUST has its share of a jackpot."""
    if result == EXACT:
        return
    for step in range(1, row[SEATS]):
        seat = (turn + step) % row[SEATS]
        if is_right(row, seat, result):
            cards = min(CARDS_FOR_A_BET, row[DECK])
            row[player_at(seat) + WON] += cards
            row[DECK] -= cards


def share_jackpot(row: Numbers, turn: int, jackpot: int) -> None:
    sharing = 0
    for seat in range(row[SEATS]):
        if seat != turn and is_right(row, seat, EXACT):
            sharing += 1
    if sharing == 0:
        return
    each, remainder = row[JACKPOTS + jackpot] // sharing, row[JACKPOTS + jackpot] % sharing
    for step in range(1, row[SEATS]):
        seat = (turn + step) % row[SEATS]
        if is_right(row, seat, EXACT):
            row[player_at(seat) + WON] += each + int(remainder > 0)
            remainder -= 1
    row[JACKPOTS + jackpot] = 0


def refill_jackpots(row: Numbers) -> None:
    for jackpot in range(1 if row[SEATS] == 2 else 2):
        if row[JACKPOTS + jackpot] == 0:
            cards = min(CARDS_IN_A_JACKPOT, row[DECK])
            row[JACKPOTS + jackpot] = cards
            row[DECK] -= cards


def achieve_bet(row: Numbers, seat: int, result: int) -> None:
    """With two players a right bet is set aside."""
    player = player_at(seat)
    if is_right(row, seat, result):
        row[player + ACHIEVED + row[player + BET]] += 1
        row[player + BET] = NOBODY


# -- The turn ends, and the next one begins -------------------------------------------------------------------------
def end_turn(row: Numbers) -> None:
    for seat in range(row[SEATS]):
        player = player_at(seat)
        if 0 <= row[player + BET] < NOTHING:
            row[player + BET_CARDS + row[player + BET]] += 1
        row[player + BET] = NOBODY
    row[TURNS] += 1
    row[FACE] = NOBODY
    row[COUNTED] = NOBODY
    if row[SEATS] == 2:
        if is_decided(row) or row[TURNS] >= TURN_LIMIT:
            row[PHASE] = ENDED
            return
    else:
        begin_extra_turns(row)
        if row[TURNS] >= TURNS_EACH * row[SEATS] + row[TIED]:
            row[PHASE] = ENDED
            return
    trade(row)
    row[PHASE] = FLIP if row[DECK] else ENDED


def is_decided(row: Numbers) -> bool:
    if row[EQUAL_TURNS] and row[TURNS] % 2:
        return False
    for seat in range(2):
        if has_bet_cards(row, seat) or cards_of(row, seat) >= CARDS_TO_WIN:
            return True
    return False


def has_bet_cards(row: Numbers, seat: int) -> bool:
    at = player_at(seat) + ACHIEVED
    if row[ANY_THREE]:
        return row[at] + row[at + 1] + row[at + 2] >= BET_CARDS_TO_WIN
    return row[at] > 0 and row[at + 1] > 0 and row[at + 2] > 0


def begin_extra_turns(row: Numbers) -> None:
    """Of those who have the most cards after the regular turns, if several have."""
    seats = row[SEATS]
    if row[TIED] or row[TURNS] < TURNS_EACH * seats:
        return
    most, leaders = 0, 0
    for seat in range(seats):
        if cards_of(row, seat) > most:
            most, leaders = cards_of(row, seat), 0
        if cards_of(row, seat) == most:
            leaders += 1
    if leaders < 2:
        return
    for step in range(seats):
        seat = (row[FIRST_SEAT] + step) % seats
        if cards_of(row, seat) == most:
            row[TIED_SEATS + row[TIED]] = seat
            row[TIED] += 1


def trade(row: Numbers) -> None:
    while row[DECK] < THICK_DECK and row[MULTIPLIERS]:
        player = player_at(richest(row))
        if row[player + WON] < row[MULTIPLIER]:
            break
        row[player + WON] -= row[MULTIPLIER]
        row[player + MULTIPLIERS_WON] += 1
        row[DECK] += row[MULTIPLIER]
        row[MULTIPLIERS] -= 1


def richest(row: Numbers) -> int:
    """Of several the nearest on the challenger's left, the challenger last."""
    turn, seats = challenger(row), row[SEATS]
    best = (turn + 1) % seats
    for step in range(2, seats + 1):
        seat = (turn + step) % seats
        if row[player_at(seat) + WON] > row[player_at(best) + WON]:
            best = seat
    return best


# -- Who wins -------------------------------------------------------------------------------------------------------
def points(tables: Numbers, row: Numbers, seat: int) -> int:
    return cards_of(row, seat)


def share(tables: Numbers, row: Numbers, seat: int) -> float:
    if row[SEATS] == 2 and has_bet_cards(row, 0) != has_bet_cards(row, 1):
        return 1.0 if has_bet_cards(row, seat) else 0.0
    mine, sharing = cards_of(row, seat), 0
    if not counts(row, seat):
        return 0.0
    for other in range(row[SEATS]):
        if counts(row, other):
            if cards_of(row, other) > mine:
                return 0.0
            if cards_of(row, other) == mine:
                sharing += 1
    return 1.0 / sharing


def counts(row: Numbers, seat: int) -> bool:
    """After extra turns only those who were tied."""
    if row[TIED] == 0:
        return True
    for place in range(row[TIED]):
        if row[TIED_SEATS + place] == seat:
            return True
    return False
