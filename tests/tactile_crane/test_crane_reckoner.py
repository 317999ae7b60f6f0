"""The player for the match: what it believes, what the end of a turn is worth to it, and what it does about it."""

import os
import subprocess
import sys
from dataclasses import replace as with_fields
from math import log
from random import Random
from statistics import fmean

import pytest
from crane_table import grabbing, table
from msgspec import structs

from touchwood.core.linking import has_numba
from touchwood.core.seats import Seat
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.actions import CallOut, Grab, Lift, PlaceBet
from touchwood.games.tactile_crane.bots import duel, hearing, solve_duel
from touchwood.games.tactile_crane.bots.aiming import Worths, best_aim
from touchwood.games.tactile_crane.bots.belief import Spread
from touchwood.games.tactile_crane.bots.betting import best_bet, odds_of_results
from touchwood.games.tactile_crane.bots.duel import Duel, chance_of_next, kinds_of
from touchwood.games.tactile_crane.bots.fitted import fitted
from touchwood.games.tactile_crane.bots.hearing import by_record, characters, guessed_bet, heard
from touchwood.games.tactile_crane.bots.levels import PLAYERS
from touchwood.games.tactile_crane.bots.persuading import worths_of_calls
from touchwood.games.tactile_crane.bots.planning import best_plan
from touchwood.games.tactile_crane.bots.players import LISTENER, CranePlayer
from touchwood.games.tactile_crane.bots.reckoner import Reckoner, held_if_low, worth_of_lift
from touchwood.games.tactile_crane.bots.simulation import Mean, play, share_of_wins
from touchwood.games.tactile_crane.bots.stakes import NO_BET, CardsAlone, Race, Runner, share_of_first, turns_to_come
from touchwood.games.tactile_crane.cards import NUMBERS, Bet, CallKind, Face, Finger
from touchwood.games.tactile_crane.options import FingerSlip, Hand, Options
from touchwood.games.tactile_crane.state import CallRecord
from touchwood.games.tactile_crane.view import Felt

HARD = Reckoner(calls=True, listens=True)
SPREAD = Spread.of(Options(), Face(10, Finger.RING))
HIGH, LOW, JUST = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
IS_SOAK = os.environ.get("TOUCHWOOD_SOAK") == "1"
DEALS = 200 if IS_SOAK else 12


def test_it_is_the_strongest_level():
    assert PLAYERS["hard"] == HARD


# -- What is held -----------------------------------------------------------------------------------------------------
def grabbed(*called: tuple[int, str], number: int = 10):
    """A bundle of the right size, felt and seen as it is, by one of three, and these calls on it."""
    position = grabbing(number=number, finger="ring", hand=Hand()).grabs(number * 1000 // 57)
    for seat, call in called:
        position = position.does(seat, f"call {call}")
    return position.view(0)


def test_beliefs_are_chances_and_lie_where_the_feeling_points():
    cards = heard(grabbed(), SPREAD, fitted()).cards
    assert cards is not None
    assert sum(cards.values()) == pytest.approx(1)
    assert abs(sum(count * chance for count, chance in cards.items()) - 10) < 1


def test_an_honest_voice_is_believed_and_an_unknown_one_less():
    def chance_of_low(view):
        cards = heard(view, SPREAD, fitted()).cards or {}
        return sum(chance for count, chance in cards.items() if count < 10)

    def known_as(record, view):
        players = tuple(structs.replace(player, calls=record) for player in view.players)
        return structs.replace(view, players=players)

    silent, told = grabbed(), grabbed((1, "more"), (2, "more"))
    honest = known_as(CallRecord(right=6, unselfish=6), told)
    assert chance_of_low(silent) < chance_of_low(told) < chance_of_low(honest)


def test_a_record_shows_a_character():
    honest, selfish, schemer = by_record(CallRecord(), fitted())
    assert honest + selfish + schemer == pytest.approx(1)
    assert by_record(CallRecord(right=3, unselfish=3), fitted())[0] > 0.8
    assert by_record(CallRecord(wrong=4), fitted())[0] < 0.1


def test_characters_bets_and_calls_are_chances():
    view = grabbed((1, "stop"))
    assert sum(characters(view, Seat(1), fitted())) == pytest.approx(1)
    assert sum(guessed_bet(view, Seat(1), fitted())) == pytest.approx(1)
    bounds = hearing.bounds_of_looks(view, SPREAD, 1)
    assert bounds[0] <= bounds[1]
    for cards in (4, 9, 10, 11, 25):
        calls = hearing._chances_of_calls(bounds, SPREAD.look, 10, cards)
        for character in zip(*calls, strict=True):
            assert sum(character) == pytest.approx(1)


def test_who_is_deaf_hears_nothing():
    told, silent = grabbed((1, "more"), (2, "more")), grabbed()
    assert heard(told, SPREAD, fitted(), listens=False) == heard(silent, SPREAD, fitted())
    assert heard(told, SPREAD, fitted()) != heard(silent, SPREAD, fitted())


# -- Where to aim -----------------------------------------------------------------------------------------------------
def worths_in_cards(number: int, jackpot: int) -> Worths:
    taken = [float(2 * cards - number) for cards in range(number // 2 + 1, number)]
    return Worths(number, 0.0, (*taken, float(number + jackpot)), 0.0)


@pytest.mark.parametrize("grabs", [1, 2])
@pytest.mark.parametrize("number", [4, 10, 20])
def test_for_cards_alone_it_aims_as_the_plan_does(number, grabs):
    plan = best_plan(number, 3, SPREAD.gain, SPREAD.slip, SPREAD.feel, grabs)
    aim = best_aim(worths_in_cards(number, 3), SPREAD.gain, SPREAD.slip, SPREAD.feel, grabs)
    assert aim.worth == pytest.approx(plan.worth, abs=0.15)
    assert aim.mean == pytest.approx(plan.aim, abs=0.06)  # their grids have steps of 0.035 and 0.04


@pytest.mark.parametrize("number", [4, 10, 20])
@pytest.mark.parametrize("jackpot", [3, 4, 7, 11])
def test_with_grabs_to_spare_all_aims_are_worth_the_same_and_the_highest_is_taken(number, jackpot):
    """Then the next grab only shows the gain. What the last digit of a worth happens to be decides nothing."""
    aim = best_aim(worths_in_cards(number, jackpot), SPREAD.gain, SPREAD.slip, SPREAD.feel, 4)
    plan = best_plan(number, jackpot, SPREAD.gain, SPREAD.slip, SPREAD.feel, 4)
    assert aim.mean == pytest.approx(log(number) + 8 * 0.035)
    assert plan.aim == pytest.approx(log(number) + 4 * 0.04)


def test_where_only_high_is_worth_anything_it_aims_high():
    only_high = Worths(10, 0.0, (0.0,) * 5, 1.0)
    assert best_aim(only_high, 0.01, SPREAD.slip, SPREAD.feel, 1).mean > log(11)


# -- What the end of a turn is worth ----------------------------------------------------------------------------------
def test_shares_of_all_make_one_match_and_the_leader_has_most():
    runners = [Runner(30, 25), Runner(28, 40), Runner(20, 10), Runner(28, 5)]
    shares = [share_of_first(runners, place) for place in range(4)]
    assert sum(shares) == pytest.approx(1, abs=0.02)
    assert max(shares) == shares[0]


def test_when_nothing_is_to_come_most_cards_win_and_a_tie_is_shared():
    assert share_of_first([Runner(31, 0), Runner(30, 0)], 0) > 0.85
    assert share_of_first([Runner(33, 0), Runner(30, 0)], 0) > 0.99
    assert share_of_first([Runner(30, 0), Runner(30, 0)], 0) == pytest.approx(0.5)


def test_who_is_to_come_as_challenger():
    view = table("0 0 0", first=1, turns=2).flips(10).view(0)
    assert view.challenger == 0
    assert turns_to_come(view) == [1, 2, 0]


def test_in_extra_turns_only_the_tied_come_and_only_they_can_win():
    view = table("30 30 10", first=1, turns=6, tied=(Seat(1), Seat(0))).flips(10).view(0)
    assert view.challenger == 1
    assert turns_to_come(view) == [0]
    bets = [NO_BET] * 3
    shares = [Race.of(view, Seat(seat)).after_low(6, 2, bets) for seat in range(3)]
    assert shares[2] == 0.0
    assert shares[0] + shares[1] == pytest.approx(1, abs=0.02)


def test_in_the_last_turn_just_enough_is_as_good_as_more_and_less_is_nothing():
    """Eleven cards behind: ten are not enough, twelve are, and exactly 14 and the jackpot are no better."""
    view = table("20 31 20", first=1, turns=5).flips(14).closes().view(0)
    race = Race.of(view, Seat(0))
    bets = [NO_BET, HIGH, HIGH]
    assert race.after_low(10, 2, bets) < 0.1
    assert race.after_low(12, 1, bets) > 0.85
    assert race.after_exact(14, bets) > 0.95


def test_what_others_win_by_a_bet_is_lost_to_oneself():
    race = Race.of(table("20 20 20").flips(10).view(0), Seat(0))
    assert race.after_low(6, 2, [NO_BET, HIGH, HIGH]) > race.after_low(6, 2, [NO_BET, LOW, LOW])
    assert race.after_exact(10, [NO_BET, LOW, LOW]) > race.after_exact(10, [NO_BET, JUST, JUST])


def test_between_two_the_last_kind_that_is_missing_is_the_match():
    view = table("30 0", achieved=[(0, 0, 0), (1, 1, 0)]).flips(10).closes().view(0)
    mine = Duel.of(view, Seat(0))
    assert mine.after_exact(10, [NO_BET, JUST]) < 0.01  # 40 cards, but the bet cards go first
    assert mine.after_exact(10, [NO_BET, LOW]) > 0.99
    others = Duel.of(view, Seat(1))
    assert others.after_exact(10, [NO_BET, JUST]) == 1.0
    for bets in ([NO_BET, LOW], [NO_BET, HIGH], [NO_BET, JUST]):
        assert mine.after_low(6, 2, bets) + others.after_low(6, 2, bets) == pytest.approx(1, abs=0.001)


def test_who_cannot_win_any_more_still_prefers_cards():
    view = table("0 39", achieved=[(0, 0, 0), (1, 1, 0)], turns=2).flips(10).closes().view(0)
    hopeless = with_fields(Duel.of(view, Seat(0)), bettor_kinds=duel.ALL_KINDS)
    assert hopeless.after_low(8, 1, [NO_BET, HIGH]) > hopeless.after_low(2, 4, [NO_BET, HIGH]) > 0.0


def test_between_two_more_cards_and_more_kinds_are_better():
    assert chance_of_next(20, 10, 0, 0, 3) > chance_of_next(10, 10, 0, 0, 3) > chance_of_next(10, 20, 0, 0, 3)
    assert chance_of_next(10, 10, 0b011, 0, 3) > chance_of_next(10, 10, 0, 0, 3) > chance_of_next(10, 10, 0, 0b011, 3)
    assert kinds_of((2, 0, 1)) == 0b101


def test_the_duel_is_solved_for_the_usual_ways_to_win_only():
    assert duel.is_solved(Options())
    for options in ({"achieve": "any_three"}, {"equal_turns": True}):
        view = table("10 10", options=options).flips(10).closes().view(1)
        assert isinstance(HARD.stakes(view), CardsAlone)
        assert HARD.choose(view, (), Random(1)) == PlaceBet(best_bet(view, Seat(1), HARD.fit_for(view)))


@pytest.mark.skipif(not has_numba(), reason="numpy comes with numba")
def test_the_table_is_what_its_command_makes(monkeypatch):
    """About: from few matches, every fourth number and not to the last digit; the whole takes minutes."""
    monkeypatch.setattr(solve_duel, "_STILL", 0.03)
    held = solve_duel.counted(30)
    assert set(held) == set(NUMBERS)
    some = {number: held[number] for number in (4, 8, 12, 16, 20)}
    small = solve_duel.written(some, solve_duel.solved(some))
    apart = []
    for rows, kept in zip(small.chances, duel.table().chances, strict=True):
        for row, kept_row in zip(rows, kept, strict=True):
            assert len(row) == len(kept_row)
            apart += [abs(one - other) for one, other in zip(chances_in(row), chances_in(kept_row), strict=True)]
    assert fmean(apart) < 0.07


def chances_in(row: str) -> list[float]:
    return [int(row[at : at + duel.DIGITS]) / 1000 for at in range(0, len(row), duel.DIGITS)]


def test_a_number_that_was_never_flipped_is_not_taken_for_lost():
    with pytest.raises(AssertionError, match="too few matches"):
        solve_duel.counted(1)


# -- What it does -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("number", NUMBERS)
def test_a_low_turn_leaves_at_least_one_card_and_less_than_the_number(number):
    held = held_if_low(number)
    assert sum(share for _, share in held) == pytest.approx(1)
    assert all(1 <= cards < number for cards, _ in held)


@pytest.mark.parametrize("number", [4, 5, 6])
def test_a_low_turn_of_a_small_number_brings_at_most_two_cards_less(number):
    view = table("0 0").flips(number).closes().view(1)

    class Taken(CardsAlone):
        def after_low(self, taken, shortfall, bets):
            assert 0 <= taken <= number - 2
            assert taken + shortfall < number
            return 0.0

    HARD.worth_of_turn(view, Taken(3), [NO_BET, LOW])


def test_between_two_it_bets_on_what_can_still_happen_before_the_other_has_forty():
    """The challenger has 32 and the number is 12: a low turn most likely ends the match, but not surely. HIGH was right
    before and wins nothing more."""
    position = table("32 0", achieved=[(0, 0, 0), (1, 0, 0)]).flips(12).closes()
    assert HARD.choose(position.view(1), (), Random(1)) == PlaceBet(Bet.LOW)


def test_of_bets_that_leave_the_same_share_it_takes_the_one_that_pays(monkeypatch):
    monkeypatch.setattr(Reckoner, "worth_of_turn", lambda *_: 0.25)
    for number, bet in ((4, Bet.JUST), (20, Bet.LOW)):
        view = table("0 0").flips(number).closes().view(1)
        assert HARD.choose(view, (), Random(1)) == PlaceBet(bet)


def test_nobody_holds_more_than_the_deck():
    def odds(deck):
        view = table("0 0 0", deck=deck).flips(10).closes().view(1)
        return odds_of_results(view, fitted())

    low, exact, high = odds(100)
    assert odds(11) == (low, exact, high)
    assert odds(10) == (low, exact + high, 0.0)
    assert odds(9) == (1.0, 0.0, 0.0)


def test_between_two_all_it_thinks_rests_on_the_rates_of_two():
    view = table("0 0").flips(10).closes().view(1)
    fit = HARD.fit_for(view)
    assert fit.rates == fitted().duel_rates
    assert fit.usual == pytest.approx([fmean(odds[place] for odds in fit.rates.values()) for place in range(3)])
    assert HARD.fit_for(table().flips(10).view(1)).rates == fitted().match_rates


@pytest.mark.parametrize("player", [HARD, LISTENER])
def test_leftovers_go_to_the_smaller_jackpot_and_the_larger_one_is_taken(player):
    for held, side in ((8, "left"), (12, "left"), (10, "right")):
        position = table(jackpots="3 7", options={"leftovers": "challenger"}).plays(10, held)
        assert GAME.codec.text(player.choose(position.view(0), (), Random(1))) == f"jackpot {side}"


def test_a_hand_that_fits_nothing_is_played_as_the_listener_plays_it():
    position = grabbing(hand=Hand(gain=1, feel=1, look=1, slip=FingerSlip(1, 1, 1, 1, 1))).grabs(150)
    view = position.view(0)
    view = structs.replace(view, felt=(Felt(150, 60_000),))  # nine cards that felt like sixty
    assert heard(view, Spread.of(view.options, Face(10, Finger.LITTLE)), fitted()).cards is None
    assert HARD.choose(view, (), Random(1)) == LISTENER.choose(view, (), Random(1))


def test_without_a_limit_it_has_something_to_say_after_hundreds_of_grabs():
    position = grabbing(hand=Hand(), patience=0).grabs(150).does(1, "call more")
    for _ in range(300):
        position = position.grabs(150)
    assert isinstance(HARD.choose(position.does(0, "release").view(0), (), Random(1)), Grab)
    assert HARD.choose(position.view(0), (), Random(1)) == Lift()


def test_many_grabs_leave_chances_to_reckon_with():
    view = grabbed()
    view = structs.replace(view, felt=(Felt(175, 6_700), Felt(175, 15_000)) * 150)  # none alike, ten on average
    cards = heard(view, SPREAD, fitted()).cards
    assert cards is not None
    assert sum(cards.values()) == pytest.approx(1)


CHOICES = """
from random import Random
from touchwood.games.tactile_crane.bots.levels import PLAYERS
from touchwood.games.tactile_crane.bots.simulation import play
for seats in (2, 4):
    play([PLAYERS["hard"]] * seats, Random(5), lambda before, seat, move, step: print(seat, move))
"""


def test_choices_do_not_hang_on_the_order_of_hashes():
    told = [
        subprocess.run(
            [sys.executable, "-c", CHOICES],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]
    assert "Lift" in told[0]


def test_in_the_last_turn_it_lifts_what_wins_where_a_player_for_cards_goes_on():
    still = Hand(gain=350, feel=1, look=1)
    position = table("20 27 20", first=1, turns=5, options={"hand": still}).flips(14, "ring").closes()
    position = position.bets("low", "low").grabs(228)  # thirteen cards of fourteen, felt without an error
    assert isinstance(LISTENER.choose(position.view(0), (), Random(1)), Grab)
    assert HARD.choose(position.view(0), (), Random(1)) == Lift()


def test_between_two_it_bets_what_still_wins():
    position = table("0 0", achieved=[(0, 0, 0), (0, 1, 1)]).flips(4).closes()
    assert HARD.choose(position.view(1), (), Random(1)) == PlaceBet(Bet.HIGH)


def test_it_calls_what_makes_a_listener_do_what_serves_it():
    position = grabbing(hand=Hand()).grabs(150).grabs(150).grabs(150).grabs(150)  # before, nothing would be lifted
    view, seat = position.view(1), Seat(1)
    stakes, bets = HARD.stakes(view), [NO_BET, LOW, LOW]
    worths = worths_of_calls(
        view,
        seat,
        fitted(),
        lambda cards: worth_of_lift(stakes, 10, cards, bets),
        HARD.worth_of_turn(view, stakes, bets),
    )
    said = HARD.interject(view, GAME.legal_actions(position.state, seat), Random(1))
    assert worths[said.call if isinstance(said, CallOut) else None] == max(worths.values())
    assert len(set(worths.values())) > 1


def test_a_bet_on_high_calls_for_more_where_too_many_are_held_already():
    """Sixteen of ten: who believes it lifts them, and HIGH is right. LESS is the truth."""
    position = table("0 0 0", options={"hand": Hand()}).flips(10).closes().bets("high", "low")
    for pinch in (150, 150, 150, 270):
        position = position.grabs(pinch)
    said = HARD.interject(position.view(1), GAME.legal_actions(position.state, Seat(1)), Random(1))
    assert said == CallOut(CallKind.MORE)


def test_it_is_silent_where_no_call_is_better():
    """Six of ten, and LOW was bet: the challenger may lift them, and every call makes that less likely."""
    position = grabbing(hand=Hand()).grabs(150).grabs(150).grabs(150).grabs(110)
    assert HARD.interject(position.view(1), GAME.legal_actions(position.state, Seat(1)), Random(1)) is None


@pytest.mark.parametrize("level", PLAYERS)
def test_every_level_chooses_the_same_in_two_worlds_its_seat_cannot_tell_apart(level):
    """And the same again for the same seed. The worlds are those that `sample_state` imagines from its view."""
    rng, player, compared = Random(5), PLAYERS[level], 0

    def watch(before, seat, move, step):
        nonlocal compared
        if seat is None or rng.random() > 0.4:
            return
        other = GAME.sample_state(GAME.view(before, seat), rng)
        ways = []
        for state in (before, other, before):
            view, actions = GAME.view(state, seat), GAME.legal_actions(state, seat)
            act = player.interject if isinstance(move, CallOut) else player.choose
            ways.append(act(view, actions, Random(1)))
        assert ways[0] == ways[1] == ways[2]
        compared += other != before

    for seats in (2, 4):
        play([player] * seats, rng, watch)
    assert compared > 8


def test_a_silent_one_stays_silent():
    position = grabbing(hand=Hand()).grabs(150)
    actions = GAME.legal_actions(position.state, Seat(1))
    assert with_fields(HARD, calls=False).interject(position.view(1), actions, Random(1)) is None


@pytest.mark.parametrize(("seats", "least"), [(2, 0.75), (4, 0.3)])
def test_it_is_stronger_than_a_player_for_cards(seats, least):
    """Few deals here, always the same: it won 95% and 38% of them. A soak run has enough to leave no doubt."""
    shares = []
    for deal in range(DEALS):
        for seat in range(seats):
            players: list[CranePlayer] = [LISTENER] * seats
            players[seat] = HARD
            shares.append(share_of_wins(play(players, Random(deal)), [seat]))
    won = Mean.of(shares)
    assert won.value > least
    if IS_SOAK:
        assert won.value - won.margin > 1 / seats
