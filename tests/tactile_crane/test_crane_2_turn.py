"""RULES.md 2: the course of a turn."""

import pytest
from crane_table import grabbing, new_match, table

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tactile_crane.cards import Face, Finger
from touchwood.games.tactile_crane.events import CardFlipped, EyesClosed
from touchwood.games.tactile_crane.state import PastTurn


def test_2_1_the_flip_is_seen_by_all():
    position = table().flips(8, "middle")
    for viewer in (0, 1, 2, SPECTATOR):
        assert position.events(viewer) == (CardFlipped(Seat(0), 8, Finger.MIDDLE),)
        assert position.view(viewer).face == Face(8, Finger.MIDDLE)


def test_2_2_the_challenger_closes_the_eyes_before_the_bets():
    position = table().flips(8)
    assert (position.asked, position.may(0)) == ((0,), ["close eyes"])
    assert position.why_not(1, "bet high") == ("close_eyes_first", "2.2")
    assert position.why_not(0, "grab 100") == ("close_eyes_first", "2.2")
    position = position.closes()
    assert position.events(1) == (EyesClosed(Seat(0)),)
    assert position.phase == "bets"


def test_2_3_flip_eyes_bets_grab_count_payout():
    position = new_match(3, first=1)
    course = [position.phase]
    for go_on in (
        lambda now: now.flips(6),
        lambda now: now.closes(),
        lambda now: now.does(2, "bet low"),
        lambda now: now.does(0, "bet high"),
        lambda now: now.falls(0),
        lambda now: now.does(1, "grab 100"),
        *[lambda now: now.falls(0)] * 4,
        lambda now: now.lifts(),
    ):
        position = go_on(position)
        course.append(position.phase)
    assert course == ["flip", "eyes", "bets", "bets", "gain", "grab", "slip", "feel", "look", "look", "grab", "flip"]


def test_2_3_what_is_the_challengers_nobody_else_can_do():
    for position in (table().flips(6), grabbing()):
        for move in (
            "close eyes",
            "grab 100",
            "lift",
            "press barred",
            "release",
            "open eyes",
            "no outcome",
            "jackpot left",
        ):
            refusal = position.refusal(1, move)
            assert (refusal.code, refusal.rule, refusal.facts) == ("not_the_challenger", "2.3", {"seat": 0})


def test_2_3_each_thing_in_its_time():
    betting = table().flips(6).closes()
    assert betting.why_not(0, "grab 100") == ("bets_first", "2.3")
    assert betting.why_not(1, "call more") == ("bets_first", "2.3")
    assert grabbing().why_not(1, "bet high") == ("grab_now", "2.3")
    assert grabbing().why_not(0, "close eyes") == ("grab_now", "2.3")


def test_2_4_the_next_challenger_is_on_the_left():
    position = table("0 0 0 0", first=2)
    turns: list[int] = []
    while position.phase == "flip" and len(turns) < 8:
        turns.append(position.turn)
        position = position.flips(20, "ring").does(position.turn, "no outcome")
    assert turns == [2, 3, 0, 1, 2, 3, 0, 1]


@pytest.mark.parametrize("end", ["open eyes", "no outcome"])
def test_2_5_no_outcome_moves_no_card_and_gives_the_bets_back(end):
    before = table("5 6 7", deck=100, jackpots="4 9")
    position = before.flips(10).closes().bets("high", "just").holds(12).does(0, end)
    assert (position.won, position.deck, position.jackpots) == ([5, 6, 7], 100, [4, 9])
    assert {player.bet_cards for player in position.state.players} == {(1, 1, 1)}
    assert (position.turn, position.phase, position.state.turns) == (1, "flip", 1)


def test_2_5_nothing_held_or_bet_is_shown():
    position = table().flips(10).closes().bets("high", "just").holds(12).does(0, "no outcome")
    for viewer in (0, 1, 2, SPECTATOR):
        assert position.heard(viewer) == ["TurnEndedWithoutOutcome"]
        assert position.view(viewer).last == PastTurn(Seat(0), Face(10, Finger.LITTLE))
        assert {player.bet for player in position.view(viewer).players} == {None}


def test_2_5_it_counts_as_a_turn_taken():
    position = table().flips(10).does(0, "no outcome")
    assert position.state.players[0].challenges.without_outcome == 1
    assert position.state.turns == 1
