"""RULES.md 3: the bets."""

import pytest
from crane_table import table

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tactile_crane.cards import Bet
from touchwood.games.tactile_crane.events import BetChanged, BetPlaced, BetsOpened, BetsRevealed


def betting(won: str = "0 0 0 0", **fields):
    return table(won, **fields).flips(10).closes()


def test_3_1_the_whole_audience_bets_at_once():
    position = betting()
    assert position.asked == (1, 2, 3)
    assert position.does(2, "bet high").asked == (1, 3)
    assert position.may(3) == ["bet high", "bet low", "bet just"]


def test_3_1_in_any_order():
    for order in ((3, 1, 2), (2, 3, 1)):
        position = betting()
        for seat in order:
            position = position.does(seat, "bet low")
        assert position.phase == "gain"


def test_3_1_the_challenger_does_not_bet():
    assert betting().why_not(0, "bet high") == ("not_the_audience", "3.1")


def test_3_1_others_see_that_somebody_has_bet_not_what():
    position = betting().does(2, "bet just")
    assert position.events(2) == (BetPlaced(Seat(2), Bet.JUST),)
    assert position.view(2).players[2].bet is Bet.JUST
    for viewer in (0, 1, 3, SPECTATOR):
        assert position.events(viewer) == (BetPlaced(Seat(2)),)
        assert [player.has_bet for player in position.view(viewer).players] == [False, False, True, False]
        assert position.view(viewer).players[2].bet is None
        # The card on the table is not missed among those the player can use.
        assert position.view(viewer).players[2].bet_cards == (1, 1, 1)


def test_3_2_a_bet_may_be_changed_until_the_last_one_is_in():
    position = betting().does(2, "bet just")
    assert position.free == (2, 0)
    changed = position.does(2, "bet low")
    assert changed.state.bets == (None, None, Bet.LOW, None)
    assert changed.state.players[2].bet_cards == (1, 0, 1)
    assert changed.asked == (1, 3)
    after = changed.does(1, "bet low").does(3, "bet low")
    assert after.phase == "gain"
    assert after.falls(0).why_not(2, "bet high") == ("grab_now", "2.3")


def test_3_2_nobody_notices_the_change():
    position = betting().does(2, "bet just")
    changed = position.does(2, "bet low")
    assert changed.events(2) == (BetChanged(Seat(2), Bet.LOW),)
    for viewer in (0, 1, 3, SPECTATOR):
        assert changed.events(viewer) == ()
        assert changed.view(viewer) == position.view(viewer)


def test_3_3_the_audience_sees_all_bets_before_the_grab():
    position = betting().does(1, "bet low").does(2, "bet just").does(3, "bet high")
    opened = BetsOpened((None, Bet.LOW, Bet.JUST, Bet.HIGH))
    for viewer in (1, 2, 3):
        assert opened in position.events(viewer)
        assert [player.bet for player in position.view(viewer).players] == [None, Bet.LOW, Bet.JUST, Bet.HIGH]


def test_3_3_the_challenger_and_spectators_do_not_until_the_count():
    position = betting().bets("low", "just", "high")
    for viewer in (0, SPECTATOR):
        for each in (position, position.holds(9), position.holds(9).does(0, "release")):
            assert [player.bet for player in each.view(viewer).players] == [None] * 4
    counted = position.holds(10).lifts()
    assert counted.phase == "jackpot"
    for viewer in (0, 1, SPECTATOR):
        assert BetsRevealed((None, Bet.LOW, Bet.JUST, Bet.HIGH)) in counted.events(viewer)
        assert [player.bet for player in counted.view(viewer).players] == [None, Bet.LOW, Bet.JUST, Bet.HIGH]


def test_3_3_the_challenger_hears_nothing_of_the_bets():
    position = betting().does(1, "bet low").does(2, "bet just").does(3, "bet high")
    assert position.heard(0) == ["BetPlaced"]
    assert position.heard(SPECTATOR) == ["BetPlaced"]


@pytest.mark.parametrize(
    ("held", "paid"), [(9, [0, 2, 0]), (11, [2, 0, 0]), (10, [0, 0, 3])], ids=["lower", "higher", "exact"]
)
def test_3_4_high_is_more_low_is_fewer_just_is_exactly(held, paid):
    position = betting().bets("high", "low", "just").holds(held).lifts()
    position = position.does(0, "jackpot left") if position.phase == "jackpot" else position
    assert position.won[1:] == paid


def test_3_5_bet_cards_come_back_after_the_turn():
    position = table().plays(10, 9, "low", "high")
    assert {player.bet_cards for player in position.state.players} == {(1, 1, 1)}
    assert position.state.bets == (None, None, None)


def test_3_6_with_two_players_a_right_bet_card_is_not_used_again():
    position = table("0 0", achieved=[(0, 0, 0), (0, 2, 1)]).flips(10).closes()
    assert position.may(1) == ["bet high"]
    for bet in ("low", "just"):
        refusal = position.refusal(1, f"bet {bet}")
        assert (refusal.code, refusal.rule, refusal.facts) == ("no_such_bet_card", "3.6", {"bet": bet})


def test_3_6_the_second_high_can_be_used_when_the_first_is_achieved():
    assert table("0 0", achieved=[(0, 0, 0), (1, 1, 0)]).flips(10).closes().may(1) == [
        "bet high",
        "bet low",
        "bet just",
    ]


def test_3_6_a_wrong_bet_card_comes_back():
    position = table("0 0").plays(10, 9, "high")
    assert position.state.players[1].bet_cards == (2, 2, 1)


def test_3_7_who_is_absent_or_out_of_time_bets_nothing():
    position = betting().bets("nothing", "nothing", "nothing")
    assert position.state.bets == (None, Bet.NOTHING, Bet.NOTHING, Bet.NOTHING)
    assert position.phase == "grab"
    assert position.holds(9).lifts().won == [8, 0, 0, 0]
    assert "bet nothing" not in betting().may(1)  # no choice for machines
