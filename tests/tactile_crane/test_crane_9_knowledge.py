"""RULES.md 9: who knows what, and what may be imagined from it."""

from collections import Counter, defaultdict
from itertools import islice
from random import Random

import pytest
from crane_table import MIDDLE, grabbing, table
from msgspec.structs import replace

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.cards import Bet, Face, Finger
from touchwood.games.tactile_crane.options import FingerSlip, Hand
from touchwood.games.tactile_crane.quantiles import OUTCOMES, lognormal_table
from touchwood.games.tactile_crane.rules.hand import feel_of, held_cards, look_of
from touchwood.games.tactile_crane.sampling import imagined_grabs, sensing
from touchwood.games.tactile_crane.state import Attempt
from touchwood.testing import Run, Scenario
from touchwood.testing.chi_square import chance_of_more
from touchwood.testing.samples import by_knowledge, check_group, layers

HAND = Hand()
EVERYONE = (0, 1, 2, SPECTATOR)


def grabbed(*, bets=("low", "high"), gain=MIDDLE, grabs=((300, 1000, 40_000, (20_000, 50_000)),)):
    """A turn with the real hand: for each grab the pinch, and the outcomes of slip, feel and looks."""
    position = table(options={"hand": HAND}).flips(10, "ring").closes()
    position = position.does(1, f"bet {bets[0]}").does(2, f"bet {bets[1]}").falls(gain)
    for pinch, slip, feel, looks in grabs:
        position = position.does(0, f"grab {pinch}").falls(slip, feel, *looks)
    return position


def test_9_1_counts_are_open_to_all():
    position = table("5 6 7", jackpots="4 9", multipliers="0 1 0").flips(8).closes()
    for viewer in EVERYONE:
        seen = position.view(viewer)
        assert [(each.won, each.multipliers, each.cards) for each in seen.players] == [(5, 0, 5), (6, 1, 26), (7, 0, 7)]
        assert (seen.jackpots, seen.multipliers, seen.challenger, seen.turns) == ((4, 9), 5, 0, 0)


def test_9_1_until_the_count_the_deck_includes_the_flipped_card_and_the_bundle():
    position = table()
    for step in (
        lambda now: now.flips(10),
        lambda now: now.closes(),
        lambda now: now.bets("low", "low"),
        lambda now: now.holds(30),
        lambda now: now.does(0, "release"),
        lambda now: now.holds(10),
    ):
        position = step(position)
        assert [position.view(viewer).deck for viewer in EVERYONE] == [130] * 4
    assert [position.lifts().view(viewer).deck for viewer in EVERYONE] == [120] * 4


def test_9_2_pinch_and_feeling_are_the_challengers():
    position = grabbed()
    assert [felt.pinch for felt in position.view(0).felt] == [300]
    for viewer in (1, 2, SPECTATOR):
        assert position.view(viewer).felt == ()


def test_9_3_a_look_is_its_seats():
    position = grabbed()
    held = position.state.attempts[0].held
    assert position.view(1).looks == (look_of(HAND, held, 20_000),)
    assert position.view(2).looks == (look_of(HAND, held, 50_000),)
    assert position.view(0).looks == position.view(SPECTATOR).looks == ()


def test_9_4_gain_slip_and_what_is_held_are_nobodys():
    """Another gain and slip, the same feeling and looks: nobody can tell."""
    position = grabbed()
    (attempt,) = position.state.attempts
    other = replace(position.state, gain=777_777, attempts=(replace(attempt, slip=1_234_567, held=99),))
    for viewer in EVERYONE:
        assert GAME.view(other, viewer) == position.view(viewer)  # type: ignore[arg-type]  # seats by number


def test_9_4_the_count_shows_what_was_held_and_nothing_else():
    position = grabbed().lifts()
    for viewer in EVERYONE:
        assert position.view(viewer).last.held is not None
    assert (position.state.gain, position.state.attempts) == (None, ())


def test_9_5_two_turns_with_the_same_feelings_look_the_same_to_the_challenger():
    """They differ in bets, looks, gain, slip and what is held. Eighteen cards can feel like seventeen."""
    one = grabbed(bets=("low", "high"), gain=MIDDLE, grabs=((300, MIDDLE, 30_000, (20_000, 50_000)),))
    felt = one.view(0).felt[0].feel
    assert felt is not None
    gain = 40_000
    for slip in range(0, OUTCOMES, 500):
        start = grabbed(bets=("just", "just"), gain=gain, grabs=()).does(0, "grab 300").falls(slip)
        held = start.state.attempts[0].held
        outcome = next((k for k in range(OUTCOMES) if feel_of(HAND, held, k) == felt), None)
        if held != one.state.attempts[0].held and outcome is not None:
            break
    else:
        pytest.fail("no other bundle feels the same")
    other = start.falls(outcome, 60_000, 1)
    assert one.view(0) == other.view(0)
    assert one.view(1) != other.view(1)
    assert one.may(0) == other.may(0)
    for each in (one, other):
        assert each.does(1, "call more").events(0) == one.does(1, "call more").events(0)


def test_9_6_two_turns_with_the_same_look_and_bets_look_the_same_to_an_audience_seat():
    one = grabbed(grabs=((300, MIDDLE, 30_000, (MIDDLE, 50_000)),))
    look = one.view(1).looks[0]
    start = grabbed(gain=40_000, grabs=()).does(0, "grab 250").falls(60_000)
    held = start.state.attempts[0].held
    assert held != one.state.attempts[0].held
    outcome = next(k for k in range(OUTCOMES) if look_of(HAND, held, k) == look)
    other = start.falls(9, outcome, 3)
    assert one.view(1) == other.view(1)
    assert one.view(0) != other.view(0)
    assert one.view(SPECTATOR) == other.view(SPECTATOR)


def test_9_7_a_spectator_sees_no_look_no_feeling_and_no_bet_before_the_count():
    position = grabbed()
    seen = position.view(SPECTATOR)
    assert (seen.felt, seen.looks, {player.bet for player in seen.players}) == ((), (), {None})
    assert {player.bet for player in position.view(1).players} == {None, Bet.LOW, Bet.HIGH}


# -- Imagining ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("viewer", EVERYONE)
def test_9_8_a_sample_fits_the_view(viewer):
    rng = Random(9)
    pressed = grabbed().does(0, "press barred")
    falling = [grabbed().does(0, "grab 500")]
    for outcome in (3, 60_000, 5):
        falling.append(falling[-1].falls(outcome))
    betting = table("0 0 0").flips(9).closes().does(2, "bet just")
    for position in (betting, grabbed(), pressed, *falling, falling[-1].falls(1), grabbing().holds(10).lifts()):
        seen = position.view(viewer)
        for _ in range(20):
            sample = GAME.sample_state(seen, rng)
            assert GAME.view(sample, viewer) == seen  # type: ignore[arg-type]  # seats by number
            assert GAME.pieces(sample) == GAME.pieces(position.state)


def test_9_8_a_sampled_grab_is_one_that_the_rules_could_have_made():
    rng = Random(10)
    position = grabbed(grabs=((300, 1000, 40_000, (20_000, 50_000)), (150, 60_000, 5, (1, 2))))
    for viewer in EVERYONE:
        for _ in range(50):
            sample = GAME.sample_state(position.view(viewer), rng)
            for attempt in sample.attempts:
                assert attempt.held == held_cards(
                    HAND, Finger.RING, pinch=attempt.pinch, gain=sample.gain, slip=attempt.slip, deck=130
                )


def test_9_8_hidden_bets_have_exact_odds():
    """The first steps of a match can be walked through: after the second bet the challenger imagines nine worlds."""
    run = Run(GAME, Scenario(name="bets", players=3, options=("first=0",)))
    uncertain = 0
    for layer, worlds in enumerate(islice(layers(run), 4)):
        for seat in run.seats:
            for group in [each for each in by_knowledge(run, worlds, seat) if len(each) > 1][:2]:
                check_group(run, seat, group, layer)
                uncertain = max(uncertain, len(group))
    assert uncertain == 9


COARSE = Hand(reach=40, gain=300, feel=250, look=150, slip=FingerSlip(150, 150, 150, 150, 150))


def exact_posterior(hand: Hand, felt: list[tuple[int, int]], deck: int) -> dict[int, float]:
    """What the last bundle holds given all feelings, by summing over a fine grid of gains and all slips."""
    slips = lognormal_table(hand.slip.ring)
    odds: defaultdict[int, float] = defaultdict(float)
    for gain in lognormal_table(hand.gain)[8::64]:
        chances = []
        for pinch, feel in felt:
            ways = sensing(hand.feel, feel, deck).ways
            bundle: Counter[int] = Counter()
            for slip in slips[32::256]:
                held = held_cards(hand, Finger.RING, pinch=pinch, gain=gain, slip=slip, deck=deck)
                bundle[held] += ways[held - 1]
            chances.append(bundle)
        before = 1.0
        for bundle in chances[:-1]:
            before *= sum(bundle.values())
        for held, ways_to_hold in chances[-1].items():
            odds[held] += before * ways_to_hold
    total = sum(odds.values())
    return {held: ways / total for held, ways in odds.items()}


def test_9_8_the_challengers_samples_are_as_likely_as_the_feelings_make_them():
    felt = [(300, 15_000), (240, 12_500)]
    position = table(options={"hand": COARSE}).flips(10, "ring").closes().bets("low", "low")
    attempts = tuple(Attempt(pinch, 10**6, 12, feel, (12_000, 12_000)) for pinch, feel in felt)
    state = replace(position.state, attempts=attempts, spent=2, is_holding=True)
    seen, rng, samples = GAME.view(state, Seat(0)), Random(11), 4000
    found = Counter(imagined_grabs(seen, rng)[1][-1].held for _ in range(samples))
    expected = {held: samples * odds for held, odds in exact_posterior(COARSE, felt, 130).items()}
    common = [held for held, count in expected.items() if count >= 20]
    statistic = sum((found[held] - expected[held]) ** 2 / expected[held] for held in common)
    assert len(common) > 5
    assert sum(found[held] for held in common) > 0.9 * samples
    assert chance_of_more(statistic, degrees=len(common)) > 1e-4


def test_9_8_a_hand_far_out_is_imagined_too():
    """A gain that comes once in 65,536: rejection finds none, the grid does."""
    position = grabbed(gain=OUTCOMES - 1, grabs=((100, MIDDLE, MIDDLE, (1, 1)),) * 5)
    rng = Random(12)
    sample = GAME.sample_state(position.view(0), rng)
    assert GAME.view(sample, Seat(0)) == position.view(0)
    assert sample.gain is not None
    assert sample.gain > 2_500_000


def test_9_8_an_audience_seat_imagines_bundles_around_its_looks():
    position = grabbed(grabs=((300, MIDDLE, MIDDLE, (MIDDLE, MIDDLE)),))
    look = position.view(1).looks[0]
    rng = Random(13)
    held = [GAME.sample_state(position.view(1), rng).attempts[0].held for _ in range(300)]
    assert 0.9 < 1000 * sum(held) / len(held) / look < 1.1
    assert len(set(held)) > 4


def test_9_9_what_everybody_remembers_is_in_every_view():
    position = table().plays(10, 9, "low", "high")
    for viewer in EVERYONE:
        seen = position.view(viewer)
        assert seen.out == (Face(10, Finger.LITTLE),)
        assert seen.players[0].challenges.low == 1
        assert seen.last is not None
        assert (seen.last.challenger, seen.last.bets) == (0, (None, Bet.LOW, Bet.HIGH))
