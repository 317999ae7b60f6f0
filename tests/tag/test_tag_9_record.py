"""RULES.md 9: entries, taking back, clocks, the order of a hand."""

import pytest
from tag_table import cards, table, turn_begins

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tag import GAME


def default(position, seat: int) -> str:
    return GAME.codec.text(GAME.default_action(position.view(seat)))


def test_9_1_forced_takes_skips_sets_thaw_and_end_happen_inside_the_entry_before():
    # Player 0 returns and discards: the thaw, the skip of player 1 and the forced take of player 2 are not asked for.
    position = turn_begins("A T", "-", "G", freezer=Seat(0), discard="").does(0, "play T")
    assert position.heard(SPECTATOR) == ["CardPlayed", "TableThawed", "TurnSkipped"]
    position = table("T A", "G G", discard="A").does(0, "discard T")
    assert position.heard(SPECTATOR) == ["CardDiscarded", "CardTaken", "CardTaken"]
    assert (position.asked, position.phase) == (1, "choose_card")
    assert table("G / T A", "A", deck="G").does(0, "play G").heard(1) == ["CardPlayed", "SetCompleted"]
    assert table("T", "A", streak=1).does(0, "discard T").heard(1) == ["CardDiscarded", "GameEnded"]


def test_9_1_a_forced_draw_from_the_deck_waits_for_chance_at_once():
    assert table("T A", "G G G", deck="T").does(0, "play T").asked == "chance"


# -- Taking back ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("move", ["discard T", "play T", "play Freeze"])
def test_9_2_a_card_played_or_discarded_can_be_taken_back(move):
    assert not table("T Freeze", "A A A", deck="G", discard="A").does(0, move).is_binding


def test_9_2_so_can_leaving_it_or_taking_it_on_oneself():
    position = table("TAG T", "A A A", deck="G", discard="A")
    assert not position.does(0, "play TAG").is_binding
    for move in ("leave IT", "give IT to 1"):
        assert not position.does(0, "play TAG", move).is_binding


def test_9_2_not_after_a_card_has_come_into_a_hand():
    position = turn_begins("T T", "A A A", deck="G G", discard="A A")
    assert position.does(0, "draw discard").is_binding
    assert position.does(0, "draw deck").falls("G").is_binding  # chance has fallen
    # Also a forced take, of the same player or of the next.
    assert table("T A", "G", discard="A").does(0, "discard T").is_binding
    assert turn_begins("T T", "A", freezer=Seat(0), discard="A").does(0, "draw discard").is_binding


def test_9_2_stopping_can_be_taken_back():
    assert not turn_begins("T T", "A", freezer=Seat(0), discard="A").does(0, "stop").is_binding


def test_9_2_not_after_somebody_was_asked():
    position = table("TAG T", "A A A", deck="Gool", it=1).does(0, "play TAG")
    assert position.does(0, "give IT to 2").is_binding


@pytest.mark.parametrize("answer", ["gool", "let stand"])
def test_9_2_an_answer_that_was_shown_is_never_free(answer):
    for chain in (True, False):
        position = table("TAG T", "Gool A A", deck="G", discard="T", options={"gool_chain": chain})
        assert position.does(0, "play TAG", "give IT to 2").does(1, answer).is_binding


def test_9_2_the_end_lays_all_open_and_binds():
    assert table("T", "A", streak=1).does(0, "discard T").is_binding


# -- Out of time ---------------------------------------------------------------------------------------------------
def test_9_3_out_of_time():
    assert default(turn_begins("T T", "A", deck="G", discard="A"), 0) == "draw deck"
    assert default(turn_begins("T T", "A", freezer=Seat(0), deck="G", discard="A"), 0) == "stop"
    assert default(table("TAG", "A", deck="G").does(0, "play TAG"), 0) == "leave IT"
    assert default(table("TAG", "Gool", deck="G").does(0, "play TAG", "give IT to 2"), 1) == "let stand"
    assert default(table("TAG T A", "A", deck="G"), 0) == "discard TAG"  # held longest, whatever it is
    assert default(table("T", "G A", deck="G", turn=1, freezer=Seat(0)), 1) == "discard G"


def test_9_3_nobody_asked_nothing_to_do():
    with pytest.raises(ValueError, match="nobody is asked"):
        GAME.default_action(turn_begins("T", "A", deck="G").view(0))


def test_9_4_a_hand_keeps_the_order_in_which_its_cards_came():
    position = turn_begins("TAG", "A", deck="G G T", discard="A").does(0, "draw deck").falls("G")
    position = position.does(0, "draw discard").falls("T")
    assert position.view(0).players[0].hand == cards("TAG G A T")


def test_9_4_of_two_alike_the_older_one_leaves():
    for move in ("discard T", "play T"):
        assert table("A T G T", "A", deck="G").does(0, move).hand(0) == "A G T"
    position = table("TAG", "T Gool A Gool G", deck="G").does(0, "play TAG", "give IT to 2").does(1, "gool")
    assert position.hand(1) == "T A Gool G"
