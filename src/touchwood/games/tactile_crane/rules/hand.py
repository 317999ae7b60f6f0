"""The hand: what a pinch holds, how it feels and how it looks (RULES.md 4). Whole numbers throughout.

Units: pinch in thousandths, gain and slip in millionths, finger in hundredths, feel and look in thousandths of a card.
"""

from touchwood.games.tactile_crane.cards import Finger
from touchwood.games.tactile_crane.options import Hand
from touchwood.games.tactile_crane.quantiles import MILLION, lognormal

FULL_PINCH = 1000
HUNDRED = 100
HELD_UNITS = FULL_PINCH * MILLION * HUNDRED * MILLION
"""A pinch times gain times finger times slip is in these parts of a card, times reach."""
CARD = 1000
"""A feeling or a look is in these parts of a card."""


def half_up(numerator: int, denominator: int) -> int:
    return (2 * numerator + denominator) // (2 * denominator)


def held_cards(hand: Hand, finger: Finger, *, pinch: int, gain: int, slip: int, deck: int) -> int:
    """4.1: reach x pinch x gain x finger x slip, the flipped card included; at least 1, at most the deck."""
    product = hand.reach * pinch * gain * hand.finger.when_barred(finger) * slip
    return min(deck, max(1, half_up(product, HELD_UNITS)))


def sensed(held: int, error: int) -> int:
    """4.5, 4.6: what is held as felt or seen through an error in millionths, in thousandths of a card; at least 1."""
    return max(1, half_up(held * CARD * error, MILLION))


def gain_of(hand: Hand, outcome: int) -> int:
    """4.2"""
    return lognormal(hand.gain, outcome)


def slip_of(hand: Hand, finger: Finger, outcome: int) -> int:
    """4.4"""
    return lognormal(hand.slip.when_barred(finger), outcome)


def feel_of(hand: Hand, held: int, outcome: int) -> int:
    return sensed(held, lognormal(hand.feel, outcome))


def look_of(hand: Hand, held: int, outcome: int) -> int:
    return sensed(held, lognormal(hand.look, outcome))
