"""Quick moves on rows of the crane, for searches: a challenger who believes what is felt, and an audience that bets
anyhow and keeps silent.

The belief is that of `bots/belief.py`: in logarithms all is normal, so each feeling moves what is thought of the gain
in closed form. Instead of a plan for the grabs that are left there are three numbers: where to aim, and between which
bounds a bundle is lifted.
"""

from math import exp, log

from touchwood.core.kernel import Numbers
from touchwood.core.kernel_play import below
from touchwood.games.tactile_crane.kernel import (
    BETS,
    CLOSE_EYES,
    EYES,
    FACE,
    FEEL,
    FEELS,
    FINGER_REACH,
    FINGERS,
    GAINS,
    GRAB_BY,
    GRABS,
    IS_HOLDING,
    JACKPOT,
    JACKPOTS,
    LIFT,
    PHASE,
    PINCH,
    PINCHES,
    PLACE_BET,
    REACH,
    SPENT,
    TAKE_JACKPOT,
    face_number,
    get_wide,
    grab_at,
    grabs_left,
    slips_at,
    usable_bets,
)

AIM, LOWEST_LIFTED, HIGHEST_LIFTED = -0.08, -0.16, 0.03
"""As logarithms of how far above the number."""
OWN_PATIENCE = 5
ONE_SIGMA = 55138
"""The outcome, of 65,536, that lies one standard deviation above the middle."""
LEAST_VARIANCE = 1e-6


def policy(tables: Numbers, row: Numbers, seat: int, rng: Numbers) -> int:
    phase = row[PHASE]
    if phase == EYES:
        return CLOSE_EYES
    if phase == BETS:
        return PLACE_BET + any_bet(row, seat, rng)
    if phase == JACKPOT:
        return TAKE_JACKPOT + int(row[JACKPOTS + 1] > row[JACKPOTS])
    return grab_or_lift(tables, row)


def any_bet(row: Numbers, seat: int, rng: Numbers) -> int:
    chosen, seen = 0, 0
    for bet in range(3):
        if usable_bets(row, seat, bet):
            seen += 1
            if below(rng, seen) == 0:
                chosen = bet
    return chosen


def grab_or_lift(tables: Numbers, row: Numbers) -> int:
    feel, slip = variance(tables, FEELS), variance(tables, slips_at(row))
    gain_mean, gain, bundle = 0.0, variance(tables, GAINS), 0.0
    reach = log(row[REACH] * row[FINGER_REACH + row[FACE] % FINGERS] / 100.0)
    for number in range(row[GRABS]):
        at = grab_at(number)
        felt = get_wide(row, at + FEEL)
        if felt:
            before, held = reach + log(max(row[at + PINCH], 1) / 1000.0) + gain_mean, gain + slip
            weight = held / (held + feel)
            bundle = before + weight * (log(felt / 1000.0) - before)
            gain_mean += gain / held * (bundle - before)
            gain = max(LEAST_VARIANCE, gain - gain * gain / (held + feel))
    wanted = log(face_number(row) * 1.0)
    if row[IS_HOLDING]:
        is_good = LOWEST_LIFTED <= bundle - wanted <= HIGHEST_LIFTED
        if is_good or grabs_left(row) == 0 or row[SPENT] >= OWN_PATIENCE:
            return LIFT
    pinch = 1000.0 * exp(min(0.0, wanted + AIM - gain_mean - reach))
    return GRAB_BY + min(PINCHES - 1, int(pinch + 0.5))


def variance(tables: Numbers, table: int) -> float:
    """Of the logarithm of what falls from this table."""
    sigma = log(tables[table + ONE_SIGMA] / 1000000.0)
    return max(LEAST_VARIANCE, sigma * sigma)
