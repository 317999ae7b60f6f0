"""What a seat knows, on rows of the crane's kernel: worlds that fit it, and what to show a learner.

As in `sampling.py` what was felt or seen weighs what is imagined. Here candidates are drawn as the rules draw them
(for the audience with bundles as their looks suggest) and one is kept by its weight: exact in the limit of many.
"""

from math import exp, log

from touchwood.core.kernel import NOBODY, Numbers
from touchwood.core.kernel_play import below
from touchwood.games.tactile_crane.kernel import (
    ACHIEVED,
    BET,
    BET_CARDS,
    BETS,
    CALLS,
    CALLS_JUDGED,
    CHALLENGES,
    COUNTED,
    DECK,
    ENDED,
    FACE,
    FEEL,
    FEEL_FALLS,
    FEEL_SIGMA,
    FEELS,
    FINGER_REACH,
    FINGERS,
    FIRST,
    GAIN,
    GAINS,
    GRAB,
    GRABS,
    HALF_OF_OUTCOMES,
    HELD,
    HIDDEN,
    IS_HOLDING,
    JACKPOTS,
    LOOK_FALLS,
    LOOKED,
    LOOKS,
    LOOKS_SEEN,
    MULTIPLIERS,
    MULTIPLIERS_WON,
    NEWEST_CALL,
    OUTCOMES,
    PATIENCE,
    PEEKS,
    PHASE,
    PINCH,
    PINCHES,
    REACH,
    SEATS,
    SLIP_FALLS,
    SPENT,
    TIED,
    TURNS,
    VIEWER,
    WON,
    challenger,
    face_number,
    first_alike,
    get_wide,
    grab_at,
    held_cards,
    player_at,
    put_wide,
    sensed,
    slips_at,
    usable_bets,
)

CANDIDATES = 128
MOST_ROUNDS = 1000
PARTS = 1 << 30


# -- Worlds ---------------------------------------------------------------------------------------------------------
def sample(tables: Numbers, row: Numbers, rng: Numbers) -> None:
    """In a row of what `VIEWER` knows: hidden bets, the gain, what is held, what others pinched, felt and saw."""
    for seat in range(row[SEATS]):
        if row[player_at(seat) + BET] == HIDDEN:
            bet_at_random(row, seat, rng)
    if row[PHASE] in (GRAB, SLIP_FALLS, FEEL_FALLS, LOOK_FALLS):
        sample_grabs(tables, row, rng)
    row[VIEWER] = NOBODY


def bet_at_random(row: Numbers, seat: int, rng: Numbers) -> None:
    """Any kind of card the bettor has, all alike."""
    at, kinds = player_at(seat) + BET_CARDS, 0
    for bet in range(3):
        kinds += int(row[at + bet] > 0)
    pick = below(rng, kinds)
    for bet in range(3):
        if row[at + bet] > 0:
            if pick == 0:
                row[at + bet] -= 1
                row[player_at(seat) + BET] = bet
                return
            pick -= 1


def sample_grabs(tables: Numbers, row: Numbers, rng: Numbers) -> None:
    """Of the candidates each takes the place of the one kept so far as often as its share of all weights is. To be kept
    a candidate is drawn once more, from the same luck."""
    turn = challenger(row)
    is_feeling = row[VIEWER] == turn
    own_look = NOBODY if is_feeling or row[VIEWER] == NOBODY else (row[VIEWER] - turn - 1) % row[SEATS]
    total, rounds = 0.0, 0
    while total == 0.0 and rounds < MOST_ROUNDS:
        rounds += 1
        for _ in range(CANDIDATES if is_feeling or own_look != NOBODY else 1):
            luck = rng[0], rng[1], rng[2], rng[3]
            weight = imagine_grabs(tables, row, rng, is_feeling, own_look, False)
            total += weight
            if below(rng, PARTS) * total < weight * PARTS:
                luck_to_go_on = rng[0], rng[1], rng[2], rng[3]
                rng[0], rng[1], rng[2], rng[3] = luck
                imagine_grabs(tables, row, rng, is_feeling, own_look, True)
                rng[0], rng[1], rng[2], rng[3] = luck_to_go_on


def imagine_grabs(tables: Numbers, row: Numbers, rng: Numbers, is_feeling: bool, own_look: int, is_kept: bool) -> float:
    """One candidate; gives its weight. If it is kept it is written into the row, with what others felt and saw."""
    weight, outcome = 1.0, first_alike(tables, GAINS, below(rng, OUTCOMES))
    gain = tables[GAINS + outcome]
    if is_kept:
        row[GAIN] = outcome - HALF_OF_OUTCOMES
    for number in range(row[GRABS]):
        at, slip = grab_at(number), tables[slips_at(row) + below(rng, OUTCOMES)]
        look = get_wide(row, at + LOOKS + 2 * own_look) if own_look != NOBODY else 0
        if look:
            # As likely as its pinches are many, and as looks like this are rarer the more cards are held.
            held = min(row[DECK], max(1, (look * 2000 // tables[LOOKS_SEEN + below(rng, OUTCOMES)] + 1) // 2))
            least = least_pinch(row, held, gain, slip)
            pinches = least_pinch(row, held + 1, gain, slip) - least if held < row[DECK] else PINCHES - least
            weight *= held * max(0, pinches)
            pinch = least + below(rng, max(1, pinches))
        else:
            pinch = row[at + PINCH] if is_feeling else below(rng, PINCHES)
            held = held_cards(row, pinch, gain, slip)
            if is_feeling and get_wide(row, at + FEEL):
                weight *= likeness(get_wide(row, at + FEEL), held, row[FEEL_SIGMA])
        if is_kept:
            row[at + PINCH] = pinch
            sense_grab(tables, row, rng, number, held, is_feeling, own_look)
    return weight


def sense_grab(
    tables: Numbers, row: Numbers, rng: Numbers, number: int, held: int, is_feeling: bool, own_look: int
) -> None:
    """What has fallen of this grab so far, but for what the viewer knows."""
    at, looked = grab_at(number), row[SEATS] - 1
    if number == row[GRABS] - 1:
        row[HELD] = 0 if row[PHASE] == SLIP_FALLS else held
        if row[PHASE] in (SLIP_FALLS, FEEL_FALLS):
            return
        looked = row[LOOKED]
    if not is_feeling:
        put_wide(row, at + FEEL, sensed(held, tables[FEELS + below(rng, OUTCOMES)]))
    for place in range(looked):
        if place != own_look:
            put_wide(row, at + LOOKS + 2 * place, sensed(held, tables[LOOKS_SEEN + below(rng, OUTCOMES)]))


def least_pinch(row: Numbers, held: int, gain: int, slip: int) -> int:
    """The least pinch that holds so many cards or more; PINCHES if none does. A guess, and then the rule itself."""
    pinch = int((held - 0.5) * 1e17 / (row[REACH] * row[FINGER_REACH + row[FACE] % FINGERS] * (1.0 * gain * slip)))
    pinch = min(PINCHES, max(0, pinch))
    while pinch < PINCHES and held_cards(row, pinch, gain, slip) < held:
        pinch += 1
    while pinch > 0 and held_cards(row, pinch - 1, gain, slip) >= held:
        pinch -= 1
    return pinch


def likeness(felt: int, held: int, sigma: int) -> float:
    """How likely so many cards feel like this, but for a factor that is the same for all."""
    if sigma == 0:
        return 1.0 if sensed(held, 1000000) == felt else 0.0
    off = 1000.0 * log(felt / (1000.0 * held)) / sigma
    return exp(-0.5 * off * off)


# -- What a seat may know, in numbers -------------------------------------------------------------------------------
LARGEST_SEEN = 32767


def encode(tables: Numbers, row: Numbers, seat: int, seen: Numbers) -> int:
    """The table; each player from the seat on, clockwise; then the grabs: to the challenger all pinches and feelings,
    to the audience the own looks."""
    phase, seats, at = row[PHASE], row[SEATS], 0
    for column in (PHASE, SEATS, DECK, JACKPOTS, MULTIPLIERS, TURNS, TIED, GRABS, SPENT, IS_HOLDING, LOOKED, COUNTED):
        seen[at] = row[column]
        at += 1
    is_in_turn = phase not in (FIRST, ENDED)
    turn = challenger(row) if is_in_turn else NOBODY
    seen[at] = row[JACKPOTS + 1]
    seen[at + 1] = NOBODY if row[FACE] == NOBODY else face_number(row)
    seen[at + 2] = NOBODY if row[FACE] == NOBODY else row[FACE] % FINGERS
    seen[at + 3] = (turn - seat) % seats if is_in_turn else NOBODY
    at += 4
    for step in range(seats):
        other = (seat + step) % seats
        player = player_at(other)
        for column in (WON, MULTIPLIERS_WON, CALLS, NEWEST_CALL, PEEKS):
            seen[at] = row[player + column]
            at += 1
        for bet in range(3):
            seen[at] = usable_bets(row, other, bet)
            seen[at + 1] = row[player + ACHIEVED + bet]
            seen[at + 2] = row[player + CHALLENGES + bet]
            seen[at + 3] = row[player + CALLS_JUDGED + bet]
            at += 4
        is_shown = step == 0 or row[COUNTED] != NOBODY or (is_in_turn and phase != BETS and seat != turn)
        seen[at] = int(row[player + BET] != NOBODY)
        seen[at + 1] = row[player + BET] if is_shown else NOBODY
        at += 2
    own_look = (seat - turn - 1) % seats
    for number in range(row[PATIENCE]):
        grab_columns = grab_at(number)
        is_felt = is_in_turn and seat == turn
        looks = grab_columns + (FEEL if is_felt else LOOKS + 2 * own_look)
        seen[at] = row[grab_columns + PINCH] if is_felt else 0
        # In hundredths of a card, as far as 16 bits go; a row has thousandths.
        seen[at + 1] = min(LARGEST_SEEN, get_wide(row, looks) // 10) if is_in_turn else 0
        at += 2
    return at
