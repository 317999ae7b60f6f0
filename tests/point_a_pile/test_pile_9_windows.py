"""RULES.md 9: Wait-a-Minute, the windows."""

import pytest
from pile_table import table

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.core.values import canonical_json
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.events import ActionLost, ActionReturned, ActionTriggered, ChoiceMade

DECK = "B11 B12 B13 B14"
FOUR = "B01 B02 B03 B04"
SIX = "B01 B02 B03 B04 B05 B06"


def test_9_1_an_action_card_is_triggered_from_ones_own_row():
    position = table("A18 B07", "A07", hand=FOUR, deck=DECK).does(0, "lay B01 B02 | B03 B04")
    assert position.phase == "after_layout"
    assert position.why_not(0, "trigger A07 piles 1 2") == ("no_such_action_card", "9.1")
    assert position.why_not(0, "trigger B07") == ("no_such_action_card", "9.1")
    assert position.does(0, "trigger A18 colour red").does(1, "pass").discard.endswith("A18")


def test_9_1_also_one_scored_in_this_round():
    position = table("-", "-", hand="B01 B02 A09 B04", deck=DECK).does(0, "lay B01 B02 | A09 B04").points("1", "2")
    assert (position.phase, position.awaited) == ("after_round", (1,))
    assert position.does(1, "trigger A09 cards 2").row(1) == "B04"


@pytest.mark.parametrize("card", ["A17", "A04", "A19"])
def test_9_2_window_before_the_draw(card):
    position = table("-", card, deck=DECK, begins=True)
    assert (position.phase, position.awaited) == ("before_draw", (1,))
    assert position.heard(SPECTATOR) == ["WindowOpened"]
    assert position.does(1, f"trigger {card}").phase == "draw"


def test_9_2_other_cards_are_not_asked_for_there():
    assert table("-", "A07 A01 A03", deck=DECK, begins=True).phase == "draw"
    position = table("A07", "A17", deck=DECK, begins=True)
    assert position.why_not(0, "trigger A07 piles 1 2") == ("nothing_to_trigger", "9.6")


@pytest.mark.parametrize("move", ["A07 piles 1 2", "A18 colour red", "A04", "A19"])
def test_9_3_window_after_the_layout(move):
    position = table("-", move[:3], hand=FOUR, deck=DECK).does(0, "lay B01 B02 | B03 B04")
    assert (position.phase, position.awaited) == ("after_layout", (1,))
    assert position.does(1, f"trigger {move}").phase == "pointing"


def test_9_3_once_a_round_not_after_splits():
    position = table("A18", "-", hand=FOUR, deck=DECK).does(0, "lay B01 B02 B03 B04").does(0, "pass").points("1", "1")
    assert position.does(0, "split B01 | B02 B03 B04").phase == "pointing"


@pytest.mark.parametrize(
    "move", ["A01 piles 1 2", "A14 piles 2", "A14 piles empty", "A10 piles 1", "A11 piles 1", "A06 piles 1"]
)
def test_9_4_window_after_the_picks_are_shown(move):
    position = table(move[:3], "-", hand=FOUR, deck=DECK).does(0, "lay B01 B02 | B03 B04").points("1", "1")
    assert (position.phase, position.awaited) == ("after_picks", (0,))
    assert position.does(0, f"trigger {move}").phase in ("draw", "throw", "split")


def test_9_4_at_every_pointing_also_in_splits():
    position = table("A14", "-", hand=FOUR, deck=DECK).does(0, "lay B01 B02 B03 B04").points("1", "1")
    position = position.does(0, "pass", "split B01 B02 | B03 B04").points("1", "1")
    assert position.phase == "after_picks"


@pytest.mark.parametrize("move", ["A03 player 2 cards 1", "A05 player 2 cards 1", "A09 cards 2", "A12"])
def test_9_5_window_after_the_round_is_settled(move):
    position = table(f"{move[:3]} B07", "-", hand=FOUR, deck=DECK).does(0, "lay B01 B02 | B03 B04").points("1", "2")
    assert (position.phase, position.awaited, position.row(1)) == ("after_round", (0,), "B03 B04")
    assert position.does(0, f"trigger {move}").phase in ("draw", "layout")


def test_9_6_a_window_opens_only_if_someone_has_a_legal_action_in_it():
    # A headpointer card is of no use to the Headpointer, a merge of none with one pile.
    assert table("A04", "-", deck=DECK, begins=True).phase == "draw"
    assert table("A07", "-", hand=FOUR, deck=DECK).does(0, "lay B01 B02 B03 B04").phase == "pointing"
    # No pile is contested, so nothing can be taken.
    position = table("A10 A11 A06", "-", hand=FOUR, deck=DECK).does(0, "lay B01 B02 | B03 B04").points("1", "2")
    assert position.phase == "draw"


def test_9_6_without_action_cards_there_is_no_window():
    assert table("B07", "-", hand=FOUR, deck=DECK).does(0, "lay B01 B02 | B03 B04").phase == "pointing"


def test_9_6_only_those_with_an_action_are_waited_for_and_may_change_it():
    position = table("A18", "A07", "-", hand=SIX, deck=DECK).does(0, "lay B01 B02 | B03 B04 B05 B06")
    assert position.awaited == (0, 1)
    assert position.why_not(2, "pass") == ("nothing_to_trigger", "9.6")
    position = position.does(0, "pass")
    assert (position.awaited, GAME.may_act(position.state)) == ((1,), (0,))
    position = position.does(0, "trigger A18 colour purple").does(1, "pass")
    assert position.piles == "1: B02 | 2: B03 B04 B05 B06"


def test_9_7_one_action_a_player_a_round():
    position = table("A18 A14", "-", hand=FOUR, deck=DECK).does(0, "lay B01 B02 | B03 B04")
    assert position.does(0, "pass").points("1", "1").phase == "after_picks"
    assert position.does(0, "trigger A18 colour red").points("1", "1").phase == "split"


def test_9_7_in_the_next_round_one_more():
    position = table("A18 A04", "-", hand=FOUR, deck=DECK).does(0, "lay B01 B02 | B03 B04")
    position = position.does(0, "trigger A18 colour red").points("1", "2")
    assert (position.phase, position.awaited) == ("before_draw", (0,))


def test_9_8_the_card_goes_to_the_discard_pile_after_its_effect():
    position = table("A05 B07", "B08 B09", hand=FOUR, deck=DECK).does(0, "lay B01 B02 | B03 B04").points("1", "2")
    position = position.does(0, "trigger A05 player 2 cards 1")
    assert position.discard == "B08 A05"
    assert position.heard(SPECTATOR)[:4] == ["WindowClosed", "ActionTriggered", "CardDiscarded", "ActionSpent"]


@pytest.mark.parametrize("move", ["A05 player 1 cards 1", "A09 cards 1", "A08 player 2 cards 1 1"])
def test_9_8_it_can_never_be_its_own_target(move):
    position = table(f"{move[:3]} B07", "B08", hand=FOUR, deck=DECK).does(0, "lay B01 B02 B03 B04")
    position = position.points("empty", "empty")
    assert position.why_not(0, f"trigger {move}") == ("out_of_reach", "10.1")


def test_9_8_winning_is_checked_after_an_action():
    # Without B33 the red cards of player 0 cost nothing: 1 + 1 points.
    position = table("A05 B33 B25 B26", "-", hand=FOUR, deck=DECK, target=2).does(0, "lay B01 B02 B03 B04")
    position = position.points("empty", "empty").does(0, "trigger A05 player 1 cards 2")
    assert position.is_over
    assert position.heard(SPECTATOR)[-2:] == ["ActionSpent", "GameEnded"]


def test_9_8_in_the_window_after_the_picks_only_with_the_scoring_that_follows():
    # Trading B28 (worth -1) away makes 3 points before the pile is scored; B27 in it takes one again.
    rows = ("A20 B28 B25 B26", "-")
    position = table(*rows, hand="B27 B02 B03 B04", deck=DECK, target=2)
    assert position.scores[0] == 1
    position = position.does(0, "lay B02 B27 | B03 B04").points("1", "1").does(0, "trigger A20 piles 1 cards 2")
    assert not position.is_over
    assert position.scores[0] == 1
    # Also if nothing is scored: the change of mind leaves its row, and B52 is the last card.
    position = table("B52 A14", "-", hand=FOUR, deck=DECK, target=1).does(0, "lay B01 B02 B03 B04")
    position = position.points("1", "empty").does(0, "trigger A14 piles empty")
    assert position.is_over
    assert position.heard(SPECTATOR)[-2:] == ["ActionSpent", "GameEnded"]


def test_9_9_actions_happen_clockwise_from_the_headpointer_of_the_windows_start():
    position = table("A18", "A04", "A07", hand=SIX, deck=DECK, headpointer=1).does(1, "lay B01 B02 | B03 B04 | B05 B06")
    assert position.awaited == (0, 2)
    position = position.does(0, "trigger A18 colour green").does(2, "trigger A07 piles 1 3")
    happened = [event for event in position.events(SPECTATOR) if isinstance(event, ActionTriggered)]
    assert [(event.seat, event.card) for event in happened] == [(2, "A07"), (0, "A18")]


def test_9_10_an_action_that_has_become_impossible_is_returned_and_does_not_count():
    position = table("A11", "A10 A12", "-", hand=SIX, deck=DECK).does(0, "lay B01 B02 | B03 B04 B05 B06")
    position = position.points("1", "2", "2")
    position = position.does(1, "trigger A10 piles 2").does(0, "trigger A11 piles 2")
    assert ActionReturned(Seat(1), "A10") in position.events(1)
    assert (position.row(1), position.state.round.acted) == ("A10 A12", (0,))
    assert (position.phase, position.awaited) == ("after_round", (1,))  # it may act again


def test_9_11_an_action_whose_card_is_gone_does_not_happen():
    position = table("A05", "A09 B07", "-", hand=SIX, deck=DECK).does(0, "lay B01 B02 B03 B04 B05 B06")
    position = position.points("empty", "empty", "empty")
    position = position.does(1, "trigger A09 cards 2").does(0, "trigger A05 player 2 cards 1")
    assert ActionLost(Seat(1), "A09") in position.events(1)
    assert position.row(1) == "B07"


def test_9_11_what_is_returned_or_lost_is_shown_to_its_own_player_only():
    position = table("A05", "A09 B07", "-", hand=SIX, deck=DECK).does(0, "lay B01 B02 B03 B04 B05 B06")
    position = position.points("empty", "empty", "empty")
    position = position.does(1, "trigger A09 cards 2").does(0, "trigger A05 player 2 cards 1")
    for viewer in (0, 2, SPECTATOR):
        assert not {"ActionLost", "ActionReturned"} & set(position.heard(viewer))


def test_9_12_nobody_learns_who_is_waited_for_or_who_has_decided():
    position = table("A18", "A07", "-", hand=SIX, deck=DECK).does(0, "lay B01 B02 | B03 B04 B05 B06")
    decided = position.does(0, "trigger A18 colour red")
    assert decided.events(0) == (ChoiceMade(Seat(0), "A18"),)
    for viewer in (1, 2, SPECTATOR):
        assert decided.events(viewer) == ()
        assert canonical_json(decided.view(viewer)) == canonical_json(position.view(viewer))
    assert [position.view(viewer).asked for viewer in (0, 1, 2, SPECTATOR)] == [(0,), (1,), (), ()]
    assert [position.view(viewer).reach is None for viewer in (0, 1, 2, SPECTATOR)] == [False, False, True, True]


def test_9_12_that_a_window_opened_is_public_also_in_the_memory_variant():
    position = table("A18 B07", "-", "-", hand=SIX, deck=DECK, memory=True).does(0, "lay B01 B02 | B03 B04 B05 B06")
    assert position.heard(SPECTATOR)[-1] == "WindowOpened"
    assert position.view(2).phase == "after_layout"
