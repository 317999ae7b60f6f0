"""The bots: they keep to the rules, beliefs are what they should be, and each level has what it claims."""

import os
from dataclasses import replace as with_fields
from math import exp, log
from random import Random

import pytest
from crane_matches import random_options
from crane_table import Position, grabbing, table
from msgspec import structs

from touchwood.bots import find_player, play_match, player_names
from touchwood.core.bot import Interjector
from touchwood.core.game import OVER
from touchwood.core.seats import Seat, all_seats
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.actions import CallOut, Grab, Lift, PlaceBet
from touchwood.games.tactile_crane.bots.belief import (
    Normal,
    Spread,
    after_sensing,
    before_feeling,
    chances_of_cards,
    chances_of_results,
    gain_after,
    reweighted,
)
from touchwood.games.tactile_crane.bots.betting import bent_rates, bet_values
from touchwood.games.tactile_crane.bots.fitted import fitted
from touchwood.games.tactile_crane.bots.levels import PLAYERS
from touchwood.games.tactile_crane.bots.planning import best_plan, worth_of_lifting
from touchwood.games.tactile_crane.bots.players import LISTENER, CranePlayer
from touchwood.games.tactile_crane.bots.simulation import Mean, mirrored, play, share_of_wins, turns_of
from touchwood.games.tactile_crane.bots.voices import chance_of_call, honesty_of, weights_of_calls
from touchwood.games.tactile_crane.cards import BET_CARDS, Bet, CallKind, Face, Finger, Result
from touchwood.games.tactile_crane.encoding import ENCODER
from touchwood.games.tactile_crane.options import FingerSlip, Hand, Options
from touchwood.games.tactile_crane.state import CallRecord, ChallengeRecord
from touchwood.match.dealer import CommittedDealer, seed_from_number
from touchwood.match.match import Match
from touchwood.match.record import entry_line, header_line, parse_record
from touchwood.match.replay import Proof, replay, verify

MATCHES_EACH = 200 if os.environ.get("TOUCHWOOD_SOAK") == "1" else 1
"""A level and number of players: 5,000 matches in all in a soak run."""
FACE = Face(10, Finger.RING)
SPREAD = Spread.of(Options(), FACE)


# -- They play --------------------------------------------------------------------------------------------------------
@pytest.mark.soak
@pytest.mark.parametrize("level", player_names(GAME))
@pytest.mark.parametrize("seats", GAME.player_counts)
def test_matches_of_bots_end_replay_and_verify(level, seats):
    for seed in range(MATCHES_EACH):
        names = [f"{level} {number}" for number in range(seats)]
        match = Match.start(GAME, players=names, dealer=CommittedDealer(seed_from_number(seed)))
        play_match(match, {seat: find_player(GAME, level) for seat in all_seats(seats)}, Random(seed))
        assert match.is_over
        match.close()
        record = parse_record(header_line(match.header) + b"".join(map(entry_line, match.lines)))
        *_, last = replay(record)
        assert last.match.positions == match.positions
        assert verify(record).proof is Proof.PROVEN


@pytest.mark.parametrize("level", PLAYERS)
def test_bots_keep_to_the_rules_under_any_options(level):
    rng = Random(level)
    hands = [Hand(gain=0, feel=0, look=0, slip=FingerSlip(0, 0, 0, 0, 0)), Hand(reach=1), Hand(reach=999, gain=2000)]
    for number in range(12):
        seats = 2 + number % 5
        options = structs.replace(random_options(seats, rng), hand=hands[number % 3])
        state = play([PLAYERS[level]] * seats, rng, options=options)  # the rules raise at anything illegal
        assert GAME.waiting_for(state) is OVER


@pytest.mark.parametrize("level", ["naive", "easy", "hard"])
def test_without_a_limit_bots_lift_in_the_end(level):
    match = Match.start(
        GAME, players=[level] * 3, options=Options(patience=0), dealer=CommittedDealer(seed_from_number(3))
    )
    play_match(match, {seat: find_player(GAME, level) for seat in all_seats(3)}, Random(3))
    assert match.is_over


def test_without_a_limit_a_row_of_numbers_has_the_newest_grabs():
    position = grabbing(patience=0)
    for cards in range(1, 31):
        position = position.holds(cards % 9 + 1)
    numbers = ENCODER.encode(position.view(0), ())
    assert len(numbers) == len(ENCODER.encode(grabbing(patience=20).view(0), ()))


def test_levels_stand_weakest_first():
    assert player_names(GAME) == ("random", "naive", "easy", "medium", "hard")
    assert all(isinstance(player, Interjector) for player in PLAYERS.values())


def test_a_bot_never_calls_twice_on_a_bundle_nor_with_an_empty_hand():
    hard = PLAYERS["hard"]

    def speaks(position: Position, seat: int) -> object:
        return hard.interject(position.view(seat), GAME.legal_actions(position.state, Seat(seat)), Random(1))

    assert speaks(grabbing(hand=Hand()), 1) is None
    held = grabbing(hand=Hand()).grabs(200)
    assert isinstance(speaks(held, 1), CallOut)
    assert speaks(held.does(1, "call more"), 1) is None
    assert isinstance(speaks(held.does(1, "call more"), 2), CallOut)
    betting = table().flips(10).closes().does(1, "bet high")
    assert speaks(betting, 1) is None  # a bet stays
    assert speaks(betting, 0) is None  # no peeking


# -- Beliefs ----------------------------------------------------------------------------------------------------------
def test_feelings_pull_the_gain_where_they_point():
    gain = Normal(0.0, SPREAD.gain)
    before = before_feeling(gain, SPREAD, 200)
    assert exp(before.mean) == pytest.approx(60 * 0.95 * 0.2)
    found = gain_after(gain, before, after_sensing(before, before.mean + 0.4, SPREAD.feel))
    assert 0.2 < found.mean < 0.4
    assert found.variance < gain.variance
    # In closed form: one observation of ln gain with the variance of slip and feeling together.
    noise = SPREAD.slip + SPREAD.feel
    assert found.variance == pytest.approx(1 / (1 / SPREAD.gain + 1 / noise))
    assert found.mean == pytest.approx(0.4 * SPREAD.gain / (SPREAD.gain + noise))


def test_chances_of_cards_and_results_agree_and_sum_to_one():
    bundle = Normal(log(10.3), 0.02)
    cards = dict(chances_of_cards(bundle, 130))
    assert sum(cards.values()) == pytest.approx(1)
    results = chances_of_results(bundle, 10)
    assert sum(chance for count, chance in cards.items() if count < 10) == pytest.approx(results[Result.LOW], abs=1e-5)
    assert cards[10] == pytest.approx(results[Result.EXACT], abs=1e-9)


def test_a_voice_moves_the_bundle():
    bundle = Normal(log(10), 0.04)
    lower = reweighted(bundle, 10, 130, {Result.LOW: 1.0, Result.EXACT: 0.3, Result.HIGH: 0.1})
    assert lower.mean < bundle.mean
    assert lower.variance < bundle.variance
    same = reweighted(bundle, 10, 130, dict.fromkeys(Result, 1.0))
    assert same.mean == pytest.approx(bundle.mean, abs=0.01)


def test_more_grabs_are_worth_more_and_the_last_aims_lowest():
    plans = [best_plan(10, 3, SPREAD.gain, SPREAD.slip, SPREAD.feel, grabs) for grabs in range(1, 6)]
    worths = [plan.worth for plan in plans]
    assert worths == sorted(worths)
    assert plans[0].aim < log(10)


def test_worth_of_a_certain_bundle_is_what_it_pays():
    assert worth_of_lifting(Normal(log(10), 1e-8), 10, 4) == pytest.approx(14)
    assert worth_of_lifting(Normal(log(8), 1e-8), 10, 4) == pytest.approx(6)
    assert worth_of_lifting(Normal(log(5), 1e-8), 10, 4) == pytest.approx(0)
    assert worth_of_lifting(Normal(log(11), 1e-8), 10, 4) == pytest.approx(0)


def test_a_challenger_lifts_a_sure_thing_and_regrabs_a_hopeless_one():
    still = Hand(gain=350, feel=1, look=1)
    position = table(options={"hand": still}).flips(10, "ring").closes().bets("low", "low")
    player = PLAYERS["medium"]
    first = player.choose(position.view(0), (), Random(1))
    assert isinstance(first, Grab)
    assert player.choose(position.grabs(175).view(0), (), Random(1)) == Lift()  # ten cards, felt without an error
    assert isinstance(player.choose(position.grabs(600).view(0), (), Random(1)), Grab)


# -- Voices -----------------------------------------------------------------------------------------------------------
def test_who_was_wrong_is_trusted_less():
    fit = fitted()
    fresh, liar = honesty_of(CallRecord(), fit), honesty_of(CallRecord(wrong=4), fit)
    saint = honesty_of(CallRecord(right=4, unselfish=4), fit)
    assert liar < fresh < saint


def test_the_chances_of_calls_sum_to_one():
    for honesty in (0.0, 0.4, 1.0):
        total = sum(chance_of_call(kind, (0.6, 0.3, 0.1), honesty, (0.2, 0.5, 0.3)) for kind in CallKind)
        assert total == pytest.approx(1)


def test_a_trusted_voice_says_what_it_means():
    fit = with_fitted(honesty=(1000.0, 0.001))
    position = grabbing(hand=Hand()).grabs(150).does(1, "call less")
    low, _, high = weights_of_calls(position.view(0), 1, fit) or (0, 0, 0)
    assert high > 3 * low
    assert weights_of_calls(position.grabs(150).view(0), 2, fit) is None  # nobody has spoken of this bundle


def with_fitted(**fields):
    return structs.replace(fitted(), **fields)


def test_selfish_callers_speak_for_their_bets_honest_ones_the_truth():
    sharp = Hand(gain=1, look=1, feel=1)
    low_bundle = table(options={"hand": sharp}).flips(10).closes().does(1, "bet low").does(2, "bet high").falls(1)
    low_bundle = low_bundle.grabs(100)  # six cards of ten
    said = {}
    for lying in (0.0, 1.0):
        player = with_fields(LISTENER, lying=lying)
        for seat in (1, 2):
            actions = GAME.legal_actions(low_bundle.state, Seat(seat))
            said[lying, seat] = player.interject(low_bundle.view(seat), actions, Random(1))
    assert said[0.0, 1] == said[0.0, 2] == CallOut(CallKind.MORE)
    assert said[1.0, 1] == CallOut(CallKind.STOP)  # LOW wants it lifted as it is
    assert said[1.0, 2] == CallOut(CallKind.MORE)


# -- Bets -------------------------------------------------------------------------------------------------------------
def test_a_record_bends_the_rates():
    fit = fitted()
    fresh, wild = bent_rates(fit, 10, ChallengeRecord()), bent_rates(fit, 10, ChallengeRecord(high=4))
    assert sum(fresh) == pytest.approx(1)
    assert wild[2] > fresh[2]


def test_with_two_players_only_kinds_still_needed_are_worth_anything():
    position = table("0 0", achieved=[(0, 0, 0), (0, 1, 0)]).flips(10).closes()
    values = dict(zip(BET_CARDS, bet_values(position.view(1), Seat(1), fitted()), strict=True))
    assert values[Bet.LOW] == 0
    assert PLAYERS["hard"].choose(position.view(1), (), Random(1)) in (PlaceBet(Bet.HIGH), PlaceBet(Bet.JUST))


# -- How good they are ---------------------------------------------------------------------------------------------
def test_the_challenger_beats_the_naive_one():
    """Few matches here; docs/games/tactile-crane.md has many."""
    rng = Random(3)
    taken = {}
    for name, player in (("naive", PLAYERS["naive"]), ("good", CranePlayer())):
        turns = turns_of([[player] * 4] * 40, rng)
        taken[name] = Mean.of([float(turn.cards.get(turn.challenger, 0)) for turn in turns])
    assert taken["good"].value - taken["good"].margin > taken["naive"].value + taken["naive"].margin


def test_hard_beats_naive_from_any_seat():
    rng, won = Random(4), []
    for _ in range(25):
        for order, players in enumerate(mirrored(PLAYERS["hard"], PLAYERS["naive"], 4)):
            won.append(share_of_wins(play(players, rng), range(order, 4, 2)))
    mean = Mean.of(won)
    assert mean.value - mean.margin > 0.5
