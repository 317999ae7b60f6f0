"""RULES.md 5: Gool, the answer."""

from typing import Any

import pytest
from tag_table import Position, table

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tag import GAME
from touchwood.games.tag.actions import CallGool
from touchwood.games.tag.events import GoolCalled, ItStood
from touchwood.games.tag.state import Kind


def tagged(holder: str = "A", tagger: str = "T", **fields: Any) -> Position:
    """Player 0 has played a TAG card and put IT in front of player 1."""
    return table(f"TAG {tagger}", holder, "A", **{"deck": "G G G Gool", **fields}).does(0, "play TAG", "give IT to 2")


def test_5_1_whoever_is_tagged_may_answer_with_a_gool():
    position = tagged("A Gool T")
    assert (position.asked, position.may(1)) == (1, ["gool", "let stand"])
    assert position.why_not(1, "discard A") == position.why_not(1, "draw deck") == ("answer_first", "5.1")


def test_5_1_letting_it_stand_goes_on_with_the_game():
    position = tagged("A Gool T").does(1, "let stand")
    assert (position.state.it, position.hand(1)) == (1, "A Gool T")
    assert position.events(SPECTATOR) == (ItStood(Seat(1)),)
    assert position.state.turn == 1
    assert position.state.tagger is None


def test_5_2_it_goes_in_front_of_the_opponent_and_the_gool_leaves_the_game():
    position = tagged("A Gool T").does(1, "gool")
    assert (position.state.it, position.hand(1)) == (0, "A T")
    assert position.state.out[list(Kind).index(Kind.GOOL)] == 1
    assert position.events(SPECTATOR) == (GoolCalled(Seat(1), Seat(0)),)
    assert position.discard == ""


def test_5_3_gool_chain_goes_on():
    position = tagged("Gool Gool", "Gool Gool T").does(1, "gool")
    assert (position.asked, position.state.it) == (0, 0)
    position = position.does(0, "gool")
    assert (position.asked, position.state.it) == (1, 1)
    position = position.does(1, "gool").does(0, "gool")
    assert (position.asked, position.may(1), position.state.it) == (1, ["let stand"], 1)
    position = position.does(1, "let stand")
    assert (position.state.it, position.state.turn) == (1, 1)
    assert position.state.out == (0, 0, 0, 0, 4, 0)


def test_5_3_the_opponent_is_asked_also_without_a_gool():
    position = tagged("Gool", "T").does(1, "gool")
    assert (position.asked, position.may(0)) == (0, ["let stand"])
    assert position.does(0, "let stand").state.it == 0


def test_5_4_gool_chain_off_the_opponent_is_not_asked():
    position = tagged("Gool", "Gool T", options={"gool_chain": False}).does(1, "gool")
    assert (position.state.it, position.asked, position.state.turn) == (0, "chance", 1)
    assert position.hand(0) == "Gool T"


def test_5_5_while_an_answer_is_awaited_it_lies_before_the_tagged_player():
    position = tagged("Gool", it=2)
    assert [position.view(viewer).it for viewer in (0, 1, 2, SPECTATOR)] == [1, 1, 1, 1]
    refusal = position.refusal(0, "discard T")
    assert (refusal.code, refusal.rule, refusal.facts) == ("answer_awaited", "5.5", {"seat": 1})
    assert position.why_not(2, "let stand") == ("answer_awaited", "5.5")


def test_5_6_it_in_front_of_oneself_gives_nobody_an_answer():
    position = table("TAG Gool", "Gool", deck="G G", it=1).does(0, "play TAG", "give IT to 1")
    assert (position.state.it, position.asked, position.state.turn) == (0, "chance", 1)


def test_5_7_a_gool_is_never_played_but_may_be_discarded():
    position = table("Gool T", "A A A", deck="G")
    assert position.why_not(0, "play Gool") == ("gool_is_an_answer", "5.7")
    assert position.does(0, "discard Gool").discard == "Gool"
    assert "play Gool" not in position.may(0)


def test_5_8_a_freeze_in_force_does_not_stop_a_gool():
    position = table("TAG TAG T T T", "Gool A", deck="G", freezer=Seat(0), is_return_turn=True)
    position = position.does(0, "play TAG", "give IT to 2").does(1, "gool")
    assert (position.state.it, position.hand(1), position.state.freezer) == (0, "A", 0)


@pytest.mark.parametrize("hand", ["Gool", "T A G", "-"])
def test_5_9_whoever_is_tagged_is_always_asked(hand):
    position = tagged(hand)
    assert (position.asked, position.phase) == (1, "answer")
    assert position.does(1, "let stand").state.it == 1


def test_5_9_also_with_all_gools_out():
    position = tagged("T", deck="G G G G", out="Gool Gool")
    assert position.state.options.deck.Gool == 2  # and both are out
    assert position.asked == 1


def test_5_9_others_cannot_tell_a_gool_from_none():
    with_gool, without = tagged("Gool A T"), tagged("G A T")
    for viewer in (0, 2, SPECTATOR):
        for one, other in ((with_gool, without), (with_gool.does(1, "let stand"), without.does(1, "let stand"))):
            seen, as_well = one.view(viewer), other.view(viewer)
            # The pictures differ in which cards there are at all; in nothing else.
            assert seen.players == as_well.players
            assert (seen.asked, seen.phase, seen.it, seen.tagger) == (
                as_well.asked,
                as_well.phase,
                as_well.it,
                as_well.tagger,
            )
            assert one.events(viewer) == other.events(viewer)


def test_5_10_a_gool_one_does_not_hold_is_refused():
    position = tagged("A T")
    assert position.why_not(1, "gool") == ("no_gool", "5.10")
    assert position.may(1) == ["let stand"]


def test_5_10_nobody_else_hears_of_the_refusal():
    position = tagged("A T")
    before = [position.view(viewer) for viewer in (0, 1, 2, SPECTATOR)]
    assert GAME.why_illegal(position.state, Seat(1), CallGool()) is not None  # a value, returned to who asked
    assert [position.view(viewer) for viewer in (0, 1, 2, SPECTATOR)] == before


@pytest.mark.parametrize("seconds", [1, 4, 30])
def test_5_11_the_answer_is_shown_a_fixed_time_after_the_question(seconds):
    position = tagged("Gool", options={"answer_seconds": seconds})
    assert GAME.answer_shown_after(position.state) == seconds
    assert GAME.answer_shown_after(tagged("A", options={"answer_seconds": seconds}).state) == seconds
    assert GAME.answer_shown_after(position.does(1, "gool").state) == seconds  # the opponent's answer
    for other in (position.does(1, "let stand"), table("TAG", "A", deck="G").does(0, "play TAG")):
        assert GAME.answer_shown_after(other.state) is None


def test_5_11_no_answer_is_let_it_stand():
    assert GAME.codec.text(GAME.default_action(tagged("Gool").view(1))) == "let stand"


def test_5_12_an_answer_is_asked_of_nobody_out_of_place():
    position = table("Gool", "Gool", deck="G", it=0)
    assert position.why_not(0, "gool") == position.why_not(0, "let stand") == ("choose_card_now", "3.1")
    assert position.why_not(1, "gool") == ("not_your_turn", "3.5")


# -- A deck without Gools ---------------------------------------------------------------------------------------------
def without_gools(**fields: Any) -> Position:
    return table("TAG T", "A A A", "G", deck="G G G G", discard="T", **fields).does(0, "play TAG")


def test_5_13_without_a_gool_in_the_deck_nobody_is_asked():
    position = without_gools().does(0, "give IT to 2")
    assert (position.state.it, position.state.tagger, position.state.turn) == (1, None, 1)
    assert position.heard(SPECTATOR) == ["ItGiven"]
    assert (position.asked, position.phase) == (1, "choose_pile")


def test_5_13_giving_it_can_then_be_taken_back():
    assert not without_gools().does(0, "give IT to 2").is_binding


def test_5_13_a_match_begun_under_version_1_still_asks():
    position = without_gools(version=1).does(0, "give IT to 2")
    assert (position.asked, position.may(1), position.is_binding) == (1, ["let stand"], True)


def test_5_11_that_time_ran_out_is_not_told_of_an_answer_with_or_without_a_gool():
    assert not GAME.is_time_up_told(tagged("A").state)
    assert not GAME.is_time_up_told(tagged("Gool").state)
