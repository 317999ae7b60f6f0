"""RULES.md 4: the hand, in whole numbers."""

from itertools import pairwise
from math import exp, floor
from random import Random
from statistics import NormalDist, fmean, pstdev

import pytest
from crane_table import MIDDLE, grabbing, new_match, table

from touchwood.core.chance import Uniform
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.actions import Grab
from touchwood.games.tactile_crane.cards import Finger
from touchwood.games.tactile_crane.events import BundleFelt, BundleSeen
from touchwood.games.tactile_crane.make_quantiles import quantile
from touchwood.games.tactile_crane.options import Hand
from touchwood.games.tactile_crane.quantiles import (
    MILLION,
    OUTCOMES,
    UNITS,
    exponential,
    lognormal,
    lognormal_table,
    normal,
)
from touchwood.games.tactile_crane.rules.hand import (
    FULL_PINCH,
    feel_of,
    gain_of,
    half_up,
    held_cards,
    look_of,
    sensed,
    slip_of,
)

HAND = Hand()
LITTLE = Finger.LITTLE


def held(pinch: int, *, gain: int = MILLION, slip: int = MILLION, finger: Finger = LITTLE, deck: int = 130) -> int:
    return held_cards(HAND, finger, pinch=pinch, gain=gain, slip=slip, deck=deck)


@pytest.mark.parametrize(
    ("pinch", "cards"),
    [(0, 1), (1, 1), (24, 1), (25, 2), (100, 6), (141, 8), (142, 9), (500, 30), (1000, 60)],  # 25: 1.5, half up
)
def test_4_1_sixty_cards_times_the_pinch_rounded_half_up_at_least_one(pinch, cards):
    assert held(pinch) == cards


def test_4_1_at_most_the_deck():
    assert held(1000, deck=12) == 12
    assert held(1000, gain=4 * MILLION) == 130
    position = table(deck=7).flips(10).closes().bets("low", "low").holds(12)
    assert position.lifts().last.held == 7


def test_4_1_gain_and_slip_multiply():
    assert held(100, gain=1_500_000) == held(100, slip=1_500_000) == 9
    assert held(100, gain=1_500_000, slip=500_000) == 5  # 4.5, half up
    assert held(100, gain=1_499_999, slip=500_000) == 4


def test_4_1_the_flipped_card_is_counted():
    assert grabbing().grabs(0).lifts().last.held == 1


def test_4_1_a_pinch_beyond_the_whole_is_refused():
    for pinch in (-1, 1001):
        assert grabbing().why_not(0, Grab(pinch)) == ("no_such_pinch", "4.1")


def test_4_2_gain_is_drawn_once_a_turn_with_sigma_35_hundredths():
    assert gain_of(HAND, OUTCOMES - 1) == lognormal(350, OUTCOMES - 1)
    drawn = fmean(float(normal(k)) ** 2 for k in range(0, OUTCOMES, 7)) / UNITS**2
    assert abs(drawn - 1) < 0.01
    position = table(options={"hand": HAND}).flips(10).closes().bets("low", "low")
    assert position.state.gain == gain_of(HAND, MIDDLE)
    assert position.grabs(100).grabs(200).state.gain == gain_of(HAND, MIDDLE)
    again = position.grabs(100).lifts()
    assert again.state.gain is None


@pytest.mark.parametrize(
    ("finger", "cards"), [("thumb", 42), ("index", 51), ("middle", 54), ("ring", 57), ("little", 60)]
)
def test_4_3_what_the_hand_reaches_without_a_finger(finger, cards):
    assert held(1000, finger=Finger(finger)) == cards


@pytest.mark.parametrize(
    ("finger", "sigma"), [("thumb", 140), ("index", 110), ("middle", 90), ("ring", 80), ("little", 70)]
)
def test_4_4_how_a_grab_slips_without_a_finger(finger, sigma):
    for outcome in (0, 77, MIDDLE, 60_000):
        assert slip_of(HAND, Finger(finger), outcome) == lognormal(sigma, outcome)


def test_4_4_slip_is_drawn_anew_at_each_grab():
    position = grabbing(hand=HAND).does(0, "grab 300").falls(1, 5, 5, 5).does(0, "grab 300").falls(65_000, 5, 5, 5)
    first, second = position.state.attempts
    assert (first.slip, second.slip) == (slip_of(HAND, LITTLE, 1), slip_of(HAND, LITTLE, 65_000))
    assert first.held is not None
    assert second.held is not None
    assert first.held < second.held


def test_4_5_the_challenger_alone_feels_each_grab_once():
    position = grabbing(hand=HAND).does(0, "grab 300").falls(MIDDLE).falls(50_000)
    felt = feel_of(HAND, position.state.attempts[0].held, 50_000)
    assert position.events(0) == (BundleFelt(Seat(0), felt),)
    assert position.view(0).felt[0].feel == felt
    for viewer in (1, 2, SPECTATOR):
        assert position.events(viewer) == ()
        assert position.view(viewer).felt == ()


def test_4_5_a_feeling_is_lognormal_around_what_is_held_with_sigma_20_hundredths():
    for outcome in (0, 1000, MIDDLE, 65_535):
        error = exp(0.2 * NormalDist().inv_cdf((2 * outcome + 1) / (2 * OUTCOMES)))
        assert feel_of(HAND, 20, outcome) == pytest.approx(20_000 * error, abs=1)


def test_4_6_each_audience_seat_alone_sees_its_own_look():
    position = grabbing(hand=HAND).does(0, "grab 300").falls(MIDDLE, MIDDLE)
    held_now = position.state.attempts[0].held
    for seat, outcome in ((1, 10_000), (2, 60_000)):
        position = position.falls(outcome)
        look = look_of(HAND, held_now, outcome)
        assert position.events(seat) == (BundleSeen(Seat(seat), look),)
        assert position.view(seat).looks == (look,)
        for viewer in {0, 1, 2, SPECTATOR} - {seat}:
            assert position.events(viewer) == ()
    assert position.view(0).looks == position.view(SPECTATOR).looks == ()


def test_4_6_a_look_is_twice_as_sharp_as_a_feeling():
    outcomes = range(0, OUTCOMES, 11)
    spread = [pstdev([sense(HAND, 20, k) for k in outcomes]) for sense in (feel_of, look_of)]
    assert spread[0] / spread[1] == pytest.approx(2, abs=0.1)


@pytest.mark.parametrize(
    ("held", "error", "value"), [(1, 1, 1), (1, 499, 1), (3, 500, 2), (10, MILLION, 10_000), (7, 1_000_071, 7_000)]
)
def test_4_7_feelings_and_looks_are_thousandths_of_a_card_rounded_half_up_at_least_one(held, error, value):
    assert sensed(held, error) == value


def test_4_7_half_up():
    assert [half_up(n, 10) for n in (4, 5, 14, 15, 25)] == [0, 1, 1, 2, 3]


def test_4_7_a_lognormal_is_at_least_one_millionth():
    assert lognormal(2000, 0) == max(1, floor(exp(-2 * 4.324919040826) * MILLION + 0.5))
    assert lognormal(2000, 0) >= 1


def test_4_8_outcomes_are_the_middles_of_65536_intervals():
    for outcome in (0, 1, 500, 32_767, 32_768, 40_000, 65_535):
        z = NormalDist().inv_cdf((2 * outcome + 1) / (2 * OUTCOMES))
        assert normal(outcome) == pytest.approx(z * UNITS, abs=2_000)  # the float is good to 15 digits


def test_4_8_the_table_is_what_its_command_makes():
    for outcome in (32_768, 32_769, 50_000, 60_001, 65_534, 65_535):
        assert quantile(outcome) == normal(outcome)


def test_4_8_the_lower_half_mirrors_the_upper_and_all_ascends():
    assert all(normal(k) == -normal(OUTCOMES - 1 - k) for k in range(0, OUTCOMES, 13))
    assert all(one < other for one, other in pairwise(normal(k) for k in range(OUTCOMES)))


@pytest.mark.parametrize("sigma", [0, 70, 110, 350, 1234])
def test_4_8_the_median_is_one(sigma):
    low, high = lognormal(sigma, MIDDLE - 1), lognormal(sigma, MIDDLE)
    assert low <= MILLION <= high
    assert high - low <= 1 + sigma // 15


def test_4_8_the_integer_exponential_is_exact():
    rng = Random(4)
    for _ in range(500):
        numerator = rng.randrange(-9 * UNITS, 9 * UNITS)
        assert exponential(numerator, UNITS) / 2**96 == pytest.approx(exp(numerator / UNITS), rel=1e-14)


@pytest.mark.parametrize("sigma", [70, 80, 90, 100, 110, 140, 200, 350, 777])
def test_4_8_the_quick_table_is_the_exact_one(sigma):
    table_of = lognormal_table(sigma)
    step = 1 if sigma == 350 else 97
    assert all(table_of[k] == lognormal(sigma, k) for k in range(0, OUTCOMES, step))


@pytest.mark.parametrize(
    ("outcome", "z", "wide", "narrow"),
    [
        (32_768, 19_124_056, 1_000_007, 1_000_002),
        (40_000, 280_255_334_292, 1_103_061, 1_022_674),
        (60_001, 1_375_748_417_994, 1_618_520, 1_116_345),
        (65_534, 4_076_206_516_033, 4_164_817, 1_385_549),
        (65_535, 4_324_919_040_826, 4_543_609, 1_413_393),
    ],
)
def test_4_8_known_values(outcome, z, wide, narrow):
    """Computed apart with 50 digits: tails by continued fractions, the middle by the series of erf, by bisection."""
    assert (normal(outcome), lognormal(350, outcome), lognormal(80, outcome)) == (z, wide, narrow)


def test_4_8_every_quantity_of_the_hand_is_one_of_65536():
    position = new_match(3, first=0).flips(10).closes().does(1, "bet low").does(2, "bet low")
    for expected in ("gain", "grab", "slip", "feel", "look", "look"):
        assert position.phase == expected
        if expected == "grab":
            position = position.does(0, "grab 100")
        else:
            assert GAME.chance(position.state) == Uniform(65_536)
            position = position.falls(123)


def test_4_9_first_challenger_flip_gain_then_slip_feel_and_looks_clockwise_from_the_left():
    position = new_match(4).falls(2)
    assert position.turn == 2
    position = position.flips(10).closes().does(3, "bet low").does(0, "bet low").does(1, "bet low")
    assert position.phase == "gain"
    position = position.falls(0)
    heard = []
    for _ in range(2):
        position = position.does(2, "grab 100")
        while position.asked == "chance":
            phase, position = position.phase, position.falls(9)
            heard += [(phase, [seat for seat in range(4) if position.events(seat)])]
    assert heard == [("slip", []), ("feel", [2]), ("look", [3]), ("look", [0]), ("look", [1])] * 2


def test_4_9_while_chance_falls_nobody_acts():
    position = grabbing().does(0, "grab 100")
    for seat, move in ((0, "lift"), (0, "open eyes"), (1, "call more"), (1, "bet high")):
        assert position.why_not(seat, move) == ("chance_falls", "4.9")
    assert position.free == ()


def test_every_pinch_is_offered_from_none_to_a_full_one():
    position = grabbing()
    pinches = [action.pinch for action in GAME.legal_actions(position.state, Seat(0)) if isinstance(action, Grab)]
    assert pinches == list(range(FULL_PINCH + 1))
    assert FULL_PINCH == 1000
