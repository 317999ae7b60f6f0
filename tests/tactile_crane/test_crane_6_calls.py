"""RULES.md 6: calls."""

import pytest
from crane_table import grabbing, table
from msgspec.structs import replace

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tactile_crane.actions import Say
from touchwood.games.tactile_crane.cards import CallKind
from touchwood.games.tactile_crane.events import CallMade, WordsCalled
from touchwood.games.tactile_crane.rules.turn import hushed
from touchwood.games.tactile_crane.state import Call, CallRecord


def test_6_1_the_audience_calls_more_less_stop_or_words_during_the_grab():
    for position in (grabbing(), grabbing().holds(5), grabbing().holds(5).does(0, "release")):
        assert position.free == (1, 2)
        assert position.may(1) == ["call more", "call less", "call stop"]
        assert position.does(1, "say a bit more!").state.calls[-1].words == "a bit more!"


def test_6_1_nobody_waits_for_it():
    position = grabbing().does(1, "call more")
    assert position.asked == (0,)


def test_6_1_not_the_challenger_and_not_before_or_after():
    assert grabbing().why_not(0, "call more") == ("not_the_audience", "3.1")
    assert table().flips(10).why_not(1, "call more") == ("close_eyes_first", "2.2")
    assert table().flips(10).closes().why_not(1, "say hello") == ("bets_first", "2.3")
    assert grabbing().holds(10).lifts().why_not(1, "call stop") == ("choose_jackpot_now", "7.2")


def test_6_2_at_most_five_a_seat_and_turn_words_included():
    position = grabbing().does(1, "call more", "say no, less", "call stop")
    position = position.holds(5).does(1, "call less", "say well done")
    assert position.free == (2,)
    assert position.may(1) == []
    for move in ("call more", "say please"):
        refusal = position.refusal(1, move)
        assert (refusal.code, refusal.rule, refusal.facts) == ("calls_spent", "6.2", {"most": 5})
    assert position.does(2, "call more").state.calls[-1].seat == 2


def test_6_2_five_more_in_the_next_turn():
    position = grabbing().does(2, *["call more"] * 5).holds(5).lifts()
    assert position.flips(10).closes().bets("low", "low").free == (2, 0)


@pytest.mark.parametrize(
    "words", ["!", "もう少し", "ça va…", "a" * 80, "全角 スペース", "🎯", "  a  ", "👩‍🚀", "می‌خواهم"]
)
def test_6_3_words_have_1_to_80_printable_characters(words):
    assert grabbing().does(1, f"say {words}").events(2) == (WordsCalled(Seat(1), words),)


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("", "no_words"),
        ("   ", "no_words"),
        ("a" * 81, "words_too_long"),
        ("two\nlines", "words_not_printable"),
        ("tab\tbed", "words_not_printable"),
        ("\u200d", "words_not_printable"),
        ("joined\u200d to nothing", "words_not_printable"),
        ("\u3164\u3164", "no_words"),
        ("bell\a", "words_not_printable"),
        ("\x7f", "words_not_printable"),
        ("turned \u202e round", "words_not_printable"),
        ("line\u2028break", "words_not_printable"),
        ("half \ud83c sign", "words_not_printable"),
    ],
)
def test_6_3_no_others(words, code):
    assert grabbing().why_not(1, Say(words)) == (code, "6.3")


def test_6_4_calls_never_change_the_cards():
    quiet = grabbing().holds(5)
    loud = grabbing().does(1, "call more", "say lots more").holds(5).does(2, "call less")
    assert replace(loud.state, calls=()) == quiet.state
    assert loud.lifts().won == quiet.lifts().won


def test_6_4_a_call_may_lie():
    assert grabbing(number=4).holds(20).does(1, "call more").events(0) == (CallMade(Seat(1), CallKind.MORE),)


def test_6_5_everybody_hears_who_called_what():
    position = grabbing().holds(5).does(2, "call stop")
    for viewer in (0, 1, 2, SPECTATOR):
        assert position.events(viewer) == (CallMade(Seat(2), CallKind.STOP),)
        assert position.view(viewer).calls == (Call(Seat(2), 1, call=CallKind.STOP),)


def test_6_5_a_call_belongs_to_the_bundle_that_is_held():
    position = grabbing().does(1, "call more").holds(5).does(1, "call less").holds(6).does(2, "say ok")
    assert [call.attempt for call in position.view(0).calls] == [0, 1, 2]
    assert position.does(0, "release").does(1, "call stop").view(0).calls[-1].attempt == 0


def test_6_5_calls_are_gone_with_the_turn():
    assert grabbing().holds(5).does(1, "call more").lifts().view(0).calls == ()


@pytest.mark.parametrize(
    ("held", "bet", "call", "record"),
    [
        (9, "just", "more", CallRecord(right=1)),  # JUST wants the truth
        (9, "low", "more", CallRecord(right=1, unselfish=1)),  # LOW would rather have had it lifted
        (9, "high", "more", CallRecord(right=1)),
        (9, "low", "stop", CallRecord(wrong=1)),
        (9, "low", "less", CallRecord(wrong=1)),
        (10, "high", "stop", CallRecord(right=1, unselfish=1)),
        (10, "just", "stop", CallRecord(right=1)),
        (10, "high", "more", CallRecord(wrong=1)),
        (11, "high", "less", CallRecord(right=1, unselfish=1)),
        (11, "low", "less", CallRecord(right=1)),
        (11, "nothing", "less", CallRecord(right=1)),
    ],
)
def test_6_6_everybody_remembers_how_true_the_last_call_on_a_lifted_bundle_was(held, bet, call, record):
    position = table().flips(10).closes().bets(bet, "nothing").holds(held).does(1, f"call {call}").lifts()
    for viewer in (0, 1, SPECTATOR):
        assert [player.calls for player in position.view(viewer).players] == [CallRecord(), record, CallRecord()]


def test_6_6_only_the_last_call_on_the_lifted_bundle_is_judged():
    position = grabbing().does(1, "call less").holds(20).does(1, "call stop").holds(9)
    assert position.lifts().state.players[1].calls == CallRecord()  # neither was about the nine cards
    position = position.does(1, "call stop").does(1, "call more", "say trust me")
    assert position.lifts().state.players[1].calls == CallRecord(right=1, unselfish=1)


def test_6_6_without_an_outcome_nothing_is_judged():
    position = grabbing().holds(9).does(1, "call more").does(0, "no outcome")
    assert position.state.players[1].calls == CallRecord()


def test_6_7_the_challenger_is_hushed_from_closing_the_eyes_to_the_lift():
    seen = table().flips(10)
    assert hushed(seen.state) == ()
    bets = seen.closes()
    assert hushed(bets.state) == (0,)
    grabs = bets.bets("low", "low")
    held = grabs.holds(5)
    assert hushed(grabs.state) == hushed(held.state) == (0,)
    for over in (
        held.does(0, "lift"),
        held.does(0, "no outcome"),
        held.does(0, "open eyes"),
        bets.does(0, "open eyes"),
    ):
        assert hushed(over.state) == ()
