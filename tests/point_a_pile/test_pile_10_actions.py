"""RULES.md 10: Wait-a-Minute, what each action does."""

from typing import Any

import pytest
from msgspec.structs import replace
from pile_table import Position, table

from touchwood.core.chance import Uniform
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.actions import Hand, Trigger
from touchwood.games.point_a_pile.building import TRIGGER
from touchwood.games.point_a_pile.cards import CardId
from touchwood.games.point_a_pile.events import (
    ActionReturned,
    ActionSpent,
    ActionsStopped,
    ActionTriggered,
    BattleBegan,
    BattleGoesOn,
    CardDiscarded,
    CardGiven,
    CardMovedToEnd,
    CardStolen,
    ColourStopped,
    DrawGrew,
    Event,
    FingerMoved,
    HeadpointerTaken,
    PilesMerged,
    PilesSwapped,
    PileWon,
    PutOut,
    RoundRedone,
    Threw,
)
from touchwood.games.point_a_pile.rules.effects import is_possible
from touchwood.games.point_a_pile.state import Intent

DECK = "B11 B12 B13 B14 B15 B16 B17 B18"
FOUR = "B01 B02 B03 B04"
SIX = "B01 B02 B03 B04 B05 B06"
EIGHT = SIX + " B07 B08"


def pointed(*rows: str, layout: str, picks: str, hand: str = SIX, **fields: Any) -> Position:
    """All fingers are down; the window after the picks is open."""
    position = table(*rows, hand=hand, deck=DECK, **fields).does(0, layout)
    return position.points(*picks.split())


def settled(*rows: str, hand: str = SIX, layout: str, picks: str, **fields: Any) -> Position:
    position = pointed(*rows, hand=hand, layout=layout, picks=picks, **fields)
    assert position.phase == "after_round"
    return position


TWO_PILES = "lay B01 B02 | B03 B04 B05 B06"


# -- In general -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "trigger",
    [
        Trigger("A01"),
        Trigger("A01", piles=(1,)),
        Trigger("A01", piles=(1, 1)),
        Trigger("A01", piles=(2, 1)),
        Trigger("A01", piles=(1, 3)),
        Trigger("A01", piles=(1, 2), seat=Seat(0)),
        Trigger("A01", piles=(1, 2), places=(1,)),
        Trigger("A01", piles=(1, 2, 1)),
    ],
)
def test_10_1_a_trigger_names_exactly_what_its_action_needs(trigger):
    position = pointed("A01", "-", "-", layout=TWO_PILES, picks="1 2 2")
    refusal = GAME.why_illegal(position.state, Seat(0), trigger)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("out_of_reach", "10.1")


def test_10_1_the_builder_reaches_every_trigger_that_is_legal():
    position = pointed("A01 A14 A10", "-", "-", layout=TWO_PILES, picks="1 1 2")
    view, built = position.view(0), set()
    begun: list[tuple[Any, ...]] = [()]
    while begun:
        parts = begun.pop()
        action = TRIGGER.finish(view, parts)
        if action is not None:
            built.add(GAME.codec.text(action))
        begun += [(*parts, choice) for choice in TRIGGER.choices(view, parts)]
    assert built == {
        "trigger A01 piles 1 2",
        "trigger A14 piles 2",
        "trigger A14 piles empty",
        "trigger A10 piles 1",
    }


# -- Before the draw and after the layout ---------------------------------------------------------------------------
def test_10_2_draw_more():
    position = table("-", "A17", deck="B01 B02 B03 B04 B05 B06 B07 B08 B09 B10 B11", begins=True).does(1, "trigger A17")
    assert position.state.round.to_draw == 10


def test_10_2_draw_more_counts_for_the_whole_draw():
    position = table("-", "A17", deck=SIX, discard="B07 B08 B09 B10 B11", begins=True).does(1, "trigger A17")
    assert (position.state.round.to_draw, len(position.state.deck)) == (10, 12)  # the card itself is a discard by then


def test_10_3_headpointer_before_the_draw():
    position = table("-", "-", "A04", deck=SIX + " B07", begins=True).does(2, "trigger A04")
    assert position.state.headpointer == 2
    for card in SIX.split():
        position = position.falls(card)
    assert position.awaited == (2,)


def test_10_3_headpointer_after_the_layout_and_the_order_goes_on_from_there():
    position = table("-", "-", "A04", hand=SIX, deck="B09 B10 B11 B12 B13 B14")
    position = position.does(0, TWO_PILES).does(2, "trigger A04").points("1", "2", "2")
    assert position.awaited == (2,)  # the new Headpointer splits
    position = position.does(2, "split B03 | B04 B05 B06").points("1", "2")
    assert position.state.headpointer == 0


def test_10_3_the_rule_is_read_from_the_new_headpointer():
    position = table("R01", "-", "A04 R07", hand=SIX, deck=DECK).does(0, TWO_PILES).does(2, "trigger A04")
    assert position.state.round.rule == "R07"


def test_10_3_not_playable_by_the_headpointer():
    position = table("A04 A19", "-", hand=FOUR, deck=DECK).does(0, "lay B01 B02 | B03 B04")
    assert position.why_not(0, "trigger A04") == ("out_of_reach", "10.1")


def test_10_4_no_actions_earlier_ones_stand_later_ones_are_returned():
    position = table("A18", "A19", "A07", hand=SIX, deck=DECK).does(0, "lay B01 B02 | B03 B04 | B05 B06")
    position = position.does(0, "trigger A18 colour blue").does(1, "trigger A19").does(2, "trigger A07 piles 1 2")
    assert position.piles == "1: B01 | 2: B03 B04 | 3: B05 B06"
    assert ActionReturned(Seat(2), "A07") in position.events(2)
    assert position.row(2) == "A07"


def test_10_4_no_window_opens_for_the_rest_of_the_round():
    position = table("A14", "A19", "-", hand=SIX, deck=DECK).does(0, TWO_PILES).does(1, "trigger A19")
    assert position.points("1", "2", "2").phase == "split"
    before = table("A18", "A19", deck=DECK, begins=True).does(1, "trigger A19").falls(0, 0, 0, 0)
    state = before.state
    layout = f"lay {' '.join(state.round.hand)}"
    assert before.does(0, layout).phase == "pointing"


def test_10_5_merge_the_first_goes_on_top_of_the_second_and_places_are_not_renumbered():
    position = table("A07", "-", "-", hand=SIX, deck=DECK).does(0, "lay B01 B02 | B03 B04 | B05 B06")
    position = position.does(0, "trigger A07 piles 1 3")
    assert position.piles == "2: B03 B04 | 3: B05 B06 B01 B02"
    assert position.may(1) == ["point 2", "point 3", "point empty"]


def test_10_5_actions_may_leave_only_shy_tops():
    position = table("A07", "-", hand="B01 S01 B03 B04", deck=DECK).does(0, "lay B01 S01 | B03 B04")
    assert position.does(0, "trigger A07 piles 1 2").piles == "2: B03 B04 B01 S01"


def test_10_6_colour_stop():
    position = table("A18", "-", "-", hand=SIX, deck=DECK).does(0, "lay B03 B04 | B05 B06 | B01 B02")
    position = position.does(0, "trigger A18 colour green")
    assert (position.piles, position.discard) == ("2: B06 | 3: B01 B02", "B03 B04 B05 A18")
    assert ColourStopped("green", ("B03", "B04", "B05")) in position.events(SPECTATOR)


def test_10_6_with_no_pile_left_nobody_points():
    position = table("A18", "-", hand="B03 B04 B05 B07", deck=DECK).does(0, "lay B03 B04 | B05 B07")
    position = position.does(0, "trigger A18 colour green")
    assert (position.phase, position.state.rounds) == ("draw", 1)


# -- After the picks ------------------------------------------------------------------------------------------------
def test_10_7_swap_the_piles_change_places_and_fingers_stay():
    position = pointed("A01", "-", "-", layout="lay B01 B02 | B03 B04 | B05 B06", picks="1 2 3")
    position = position.does(0, "trigger A01 piles 1 2")
    assert [position.row(seat) for seat in range(3)] == ["B03 B04", "B01 B02", "B05 B06"]


def test_10_7_nobody_is_judged_again():
    # S01 is only for the Headpointer, player 0; after the swap player 1 gets it.
    position = pointed("A02", "-", hand="B01 B02 B03 S01", layout="lay B01 S01 | B02 B03", picks="1 2")
    position = position.does(0, "trigger A02 piles 1 2")
    assert position.row(1) == "B01 S01"
    assert "PutOut" not in position.heard(SPECTATOR)


@pytest.mark.parametrize("card", ["A14", "A15", "A16"])
def test_10_8_change_of_mind_moves_the_finger(card):
    position = pointed(card, "-", "-", layout=TWO_PILES, picks="2 2 empty").does(0, f"trigger {card} piles 1")
    assert [position.row(seat) for seat in range(3)] == ["B01 B02", "B03 B04 B05 B06", ""]


def test_10_8_the_finger_at_settling_counts_for_empty_space():
    position = pointed("A14", "-", "-", layout=TWO_PILES, picks="empty empty 1").does(0, "trigger A14 piles 2")
    assert position.row(0) == "B03 B04 B05 B06"
    position = pointed("A14", "-", "-", layout=TWO_PILES, picks="1 empty empty").does(0, "trigger A14 piles empty")
    assert position.discard == "A14 B01 B02 B03 B04 B05 B06"


def test_10_8_it_is_judged_where_it_lands():
    position = pointed("-", "A14", hand="B01 B02 B03 S01", layout="lay B01 S01 | B02 B03", picks="empty 2")
    position = position.does(1, "trigger A14 piles 1")
    assert PutOut(Seat(1), "only_headpointer", "S01") in position.events(SPECTATOR)
    assert position.row(1) == ""


def test_10_8_by_the_fingers_then_on_the_table():
    # Not-left-neighbour: player 1 moved away from pile 1 first, so player 3 may go there.
    position = table("A14 R10", "-", "A15", hand=SIX, deck=DECK).does(0, "lay B01 B02 | B03 B04 | B05 B06")
    position = position.points("1", "2", "3")
    position = position.does(0, "trigger A14 piles 3").does(2, "trigger A15 piles 1")
    assert "PutOut" not in position.heard(SPECTATOR)
    assert (position.row(0), position.row(2)) == ("R10 B05 B06", "B01 B02")


def test_10_8_it_needs_a_finger():
    position = pointed("A14 A01", "-", "-", layout=TWO_PILES, picks="none 2 2")
    assert position.why_not(0, "trigger A14 piles 1") == ("out_of_reach", "10.1")
    assert position.does(0, "trigger A01 piles 1 2").phase == "split"  # no finger: may still act
    out = table("-", "A14 A01", hand="B01 B02 B03 S01", deck=DECK).does(0, "lay B01 S01 | B02 B03").points("2", "1")
    assert out.out == (1,)
    assert out.why_not(1, "trigger A14 piles 2") == ("out_of_reach", "10.1")
    assert out.does(1, "trigger A01 piles 1 2").row(0) == "B01 S01"  # out of the round, but this needs no finger


def test_10_8_a_pile_that_has_left_the_table_cannot_be_reached():
    position = pointed("A10", "-", "A14", layout=TWO_PILES, picks="2 2 1")
    position = position.does(2, "trigger A14 piles 2").does(0, "trigger A10 piles 2")
    assert ActionReturned(Seat(2), "A14") in position.events(2)
    assert (position.row(0), position.row(2)) == ("B03 B04 B05 B06", "A14 B01 B02")


def test_10_9_take_all():
    position = pointed("-", "A10", "-", layout=TWO_PILES, picks="1 2 2")
    position = position.does(1, "trigger A10 piles 2")
    assert (position.row(0), position.row(1), position.row(2)) == ("B01 B02", "B03 B04 B05 B06", "")
    assert PileWon(Seat(1), 2) in position.events(SPECTATOR)


def test_10_9_only_a_contested_pile_one_points_at():
    position = pointed("A10 A01", "-", "-", layout=TWO_PILES, picks="1 2 2")
    assert position.why_not(0, "trigger A10 piles 2") == ("out_of_reach", "10.1")


def test_10_10_take_none_sets_a_contested_pile_aside():
    position = pointed("A11", "-", "-", layout=TWO_PILES, picks="1 2 2").does(0, "trigger A11 piles 2")
    assert (position.row(0), position.discard) == ("B01 B02", "A11 B03 B04 B05 B06")
    position = pointed("A11", "-", "-", layout=TWO_PILES, picks="empty 2 2").does(0, "trigger A11 piles 2")
    assert position.row(0) == "B03 B04 B05 B06 B01 B02"


# -- Battle ---------------------------------------------------------------------------------------------------------
def battle() -> Position:
    position = pointed(
        "A06", "-", "-", "-", hand=EIGHT, layout="lay B01 B02 B03 | B04 B05 B06 B07 B08", picks="1 2 2 2"
    )
    return position.does(0, "trigger A06 piles 2")


def test_10_11_the_players_of_the_pile_throw_in_secret():
    position = battle()
    assert (position.phase, position.awaited, position.may(1)) == (
        "throw",
        (1, 2, 3),
        ["throw rock", "throw paper", "throw scissors"],
    )
    assert position.why_not(0, "throw rock") == ("not_in_battle", "10.11")
    thrown = position.does(1, "throw paper")
    assert (thrown.battle(1).own_throw, thrown.battle(2).own_throw) == ("paper", None)
    assert thrown.view(2).ready == (1,)
    assert thrown.events(1) == (Threw(Seat(1), Hand.PAPER),)
    assert thrown.events(2) == thrown.events(SPECTATOR) == (Threw(Seat(1)),)
    assert thrown.does(1, "throw rock").heard(2) == []


def test_10_11_two_kinds_the_winners_stay():
    position = battle().does(1, "throw rock").does(2, "throw paper").does(3, "throw paper")
    assert position.awaited == (2, 3)
    position = position.does(2, "throw scissors").does(3, "throw paper")
    assert (position.row(2), position.row(3), position.row(0)) == ("B04 B05 B06 B07 B08", "", "B01 B02 B03")
    assert "A06" in position.discard


@pytest.mark.parametrize("hands", [("rock", "paper", "scissors"), ("rock", "rock", "rock")])
def test_10_11_one_kind_or_three_all_stay(hands):
    position = battle()
    for seat, hand in zip((1, 2, 3), hands, strict=True):
        position = position.does(seat, f"throw {hand}")
    assert position.awaited == (1, 2, 3)
    assert BattleGoesOn((1, 2, 3)) in position.events(SPECTATOR)


def test_10_11_five_throws_in_all_then_by_lot():
    position = battle()
    for _ in range(5):
        assert not position.waits_for_chance
        for seat in (1, 2, 3):
            position = position.does(seat, "throw rock")
    assert GAME.chance(position.state) == Uniform(3)
    assert position.falls(1).row(2) == "B04 B05 B06 B07 B08"


def test_10_11_the_rest_of_the_window_comes_after_it():
    position = pointed("A06", "-", "A14", layout=TWO_PILES, picks="2 2 1")
    position = position.does(2, "trigger A14 piles empty").does(0, "trigger A06 piles 2")
    pending = position.view(2).pending
    assert pending is not None
    assert (position.phase, pending.trigger.card) == ("throw", "A14")
    assert position.view(1).pending is None
    position = position.does(0, "throw rock").does(1, "throw paper")
    assert (position.row(1), position.row(2)) == ("B03 B04 B05 B06", "B01 B02")


def test_10_11_it_is_returned_if_a_single_finger_is_left_at_the_pile():
    position = pointed("A14", "A06", "-", layout=TWO_PILES, picks="2 2 1")
    position = position.does(1, "trigger A06 piles 2").does(0, "trigger A14 piles 1")
    assert ActionReturned(Seat(1), "A06") in position.events(1)


# -- Trade ----------------------------------------------------------------------------------------------------------
def test_10_12_trade_a_card_for_each_other_finger_clockwise_from_the_headpointer():
    position = table("-", "B09 A20 B10", "-", hand=SIX, deck=DECK, headpointer=2).does(2, "lay B01 B02 B03 B04 B05 B06")
    position = position.points("1", "1", "1").does(1, "trigger A20 piles 1 cards 3 1")
    assert [position.row(seat) for seat in range(3)] == ["B09", "B01 B02 B03 B04 B05 B06", "B10"]
    given = [(event.seat, event.to, event.card) for event in position.events(SPECTATOR) if isinstance(event, CardGiven)]
    assert given == [(1, 2, "B10"), (1, 0, "B09")]


def test_10_12_never_the_trade_card_and_each_card_once():
    position = table("-", "B09 A20 B10", "-", hand=SIX, deck=DECK).does(0, "lay B01 B02 B03 B04 B05 B06")
    position = position.points("1", "1", "1")
    for move in ("cards 2 1", "cards 1 1", "cards 1", "cards 1 3 2", "cards 1 4"):
        assert position.why_not(1, f"trigger A20 piles 1 {move}") == ("out_of_reach", "10.1")


def test_10_12_too_few_cards_no_trade():
    position = table("-", "B09 A20", "-", hand=SIX, deck=DECK).does(0, "lay B01 B02 B03 B04 B05 B06")
    assert position.points("1", "1", "1").phase == "split"


def test_10_12_it_is_returned_if_the_fingers_changed():
    position = table("A14", "B09 A20 B10", "-", hand=SIX, deck=DECK).does(0, "lay B01 B02 B03 | B04 B05 B06")
    position = position.points("1", "1", "1")
    position = position.does(1, "trigger A20 piles 1 cards 1 3").does(0, "trigger A14 piles 2")
    assert ActionReturned(Seat(1), "A20") in position.events(1)
    assert position.phase == "split"


def test_10_13_a_pile_won_leaves_at_once_and_its_fingers_are_lifted():
    # Player 2's take all comes too late: there is nothing to point at any more. Player 3 is not at empty space.
    position = pointed("A10", "A11", "-", layout=TWO_PILES, picks="2 2 2")
    position = position.does(1, "trigger A11 piles 2").does(0, "trigger A10 piles 2")
    assert ActionReturned(Seat(1), "A11") in position.events(1)
    assert (position.row(0), position.row(2)) == ("B03 B04 B05 B06", "")
    assert "B01 B02" in position.discard


def test_10_13_won_piles_are_scored_together_with_the_single_picks():
    position = table("-", "A10", "-", hand="B25 B02 B26 B04 B05 B06", target=1)
    position = position.does(0, "lay B02 B25 | B26 B04 B05 B06").points("1", "2", "2").does(1, "trigger A10 piles 2")
    assert position.is_over
    assert position.winners == (0, 1)


# -- After the round ------------------------------------------------------------------------------------------------
def test_10_14_steal_a_card_won_from_a_pile_this_round():
    position = settled("A03 B09", "B10", "-", layout=TWO_PILES, picks="empty 1 2")
    assert position.why_not(0, "trigger A03 player 2 cards 1") == ("out_of_reach", "10.1")  # an old card
    position = position.does(0, "trigger A03 player 3 cards 2")
    assert (position.row(0), position.row(2)) == ("B09 B04", "B03 B05 B06")


def test_10_14_also_from_a_pile_won_by_action_not_from_empty_space():
    position = pointed("A03", "A10", "-", layout=TWO_PILES, picks="empty 2 2").does(1, "trigger A10 piles 2")
    assert position.does(0, "trigger A03 player 2 cards 1").row(0) == "B01 B02 B03"
    position = table("A03 A12", "-", "-", hand=SIX, deck=DECK).does(0, TWO_PILES).points("1", "empty", "none")
    assert position.row(1) == "B03 B04 B05 B06"
    assert position.why_not(0, "trigger A03 player 2 cards 1") == ("out_of_reach", "10.1")


def test_10_15_discard_one_scored_card_of_any_player():
    position = settled("A05 B09", "B10", "-", layout=TWO_PILES, picks="empty empty empty")
    assert position.does(0, "trigger A05 player 2 cards 1").row(1) == ""
    assert position.does(0, "trigger A05 player 1 cards 2").row(0) == ""
    assert position.why_not(0, "trigger A05 player 3 cards 1") == ("out_of_reach", "10.1")


def test_10_16_switch_each_card_to_the_others_place():
    position = settled("B07 A08 B08", "B09 B10", "-", layout=TWO_PILES, picks="empty empty empty")
    position = position.does(0, "trigger A08 player 2 cards 1 2")
    assert (position.row(0), position.row(1)) == ("B10 B08", "B09 B07")


def test_10_17_reorder_another_of_ones_cards_to_the_end():
    position = settled("B07 A09 B08", "-", "-", layout=TWO_PILES, picks="empty empty empty")
    position = position.does(0, "trigger A09 cards 1")
    assert position.row(0) == "B08 B07"


# -- Redo -----------------------------------------------------------------------------------------------------------
def test_10_18_redo_undoes_everything_after_the_draw():
    position = settled("A12 B09", "B10", "-", layout=TWO_PILES, picks="1 2 empty", discard="B20")
    before = table("A12 B09", "B10", "-", hand=SIX, deck=DECK, discard="B20")
    redone = position.does(0, "trigger A12")
    assert (redone.phase, redone.awaited) == ("layout", (0,))
    assert [redone.row(seat) for seat in range(3)] == ["B09", "B10", ""]
    assert (redone.state.round.hand, redone.discard) == (before.state.round.hand, "B20 A12")
    assert (redone.state.round.acted, redone.state.rounds) == ((0,), 0)
    told = redone.events(SPECTATOR)
    assert told[-2:] == (RoundRedone(Seat(0), before.state.round.hand), ActionSpent(Seat(0), "A12"))


def test_10_18_actions_spent_since_are_undone_and_may_be_used_again():
    position = table("A12", "A18", "-", hand=SIX, deck=DECK).does(0, TWO_PILES).does(1, "trigger A18 colour blue")
    position = position.points("1", "2", "empty").does(0, "trigger A12")
    assert (position.row(1), position.state.round.hand) == ("A18", tuple(SIX.split()))
    assert position.does(0, TWO_PILES).awaited == (1,)


def test_10_18_what_happened_before_the_draw_stands():
    position = table("-", "A04 A13", deck=FOUR + " B07", begins=True).does(1, "trigger A04")
    position = position.falls(*FOUR.split()).does(1, "lay B01 B02 | B03 B04").points("1", "2")
    # Player 2 has acted in this round already, so there is no redo.
    assert (position.phase, position.state.headpointer) == ("draw", 0)
    position = table("A13", "A04", deck=FOUR + " B07 B08 B09", begins=True).does(1, "trigger A04")
    position = position.falls(*FOUR.split()).does(1, "lay B01 B02 | B03 B04").points("1", "2").does(0, "trigger A13")
    assert (position.state.headpointer, position.discard) == (1, "A04 A13")
    assert position.state.round.acted == (0, 1)


def test_10_18_a_headpointer_taken_since_goes_back():
    position = table("A12", "A04", hand=FOUR, deck=DECK).does(0, "lay B01 B02 | B03 B04").does(1, "trigger A04")
    assert position.state.headpointer == 1
    assert position.points("1", "2").does(0, "trigger A12").state.headpointer == 0


def test_10_18_a_redo_card_among_the_rounds_cards_is_left_out_of_them():
    position = table("-", "-", hand="B01 B02 A12 B04", deck=DECK).does(0, "lay B01 B02 | B04 A12").points("1", "2")
    redone = position.does(1, "trigger A12")
    assert (redone.state.round.hand, redone.discard, redone.row(1)) == (("B01", "B02", "B04"), "A12", "")


def test_10_18_if_no_card_is_left_the_round_ends_at_once_without_its_last_window():
    position = table("A09 B07", "-", hand="A12", deck="B11 B12 B13 B14 B15").does(0, "lay A12").points("empty", "1")
    assert position.awaited == (0, 1)
    position = position.does(0, "pass").does(1, "trigger A12")
    assert (position.phase, position.state.rounds, position.state.headpointer) == ("draw", 1, 1)


def test_10_18_earlier_actions_of_the_window_are_undone_later_ones_returned():
    position = settled("A05 B07", "A12", "A09 B08", layout=TWO_PILES, picks="1 2 empty")
    position = position.does(0, "trigger A05 player 1 cards 2").does(2, "trigger A09 cards 2").does(1, "trigger A12")
    assert [position.row(seat) for seat in range(3)] == ["A05 B07", "", "A09 B08"]
    assert position.discard == "A12"
    assert ActionReturned(Seat(2), "A09") in position.events(2)
    assert position.state.round.acted == (1,)


def test_10_18_a_second_redo_of_another_player_goes_back_to_the_same_draw():
    position = settled("A12", "A13", "-", layout=TWO_PILES, picks="1 2 empty").does(1, "pass").does(0, "trigger A12")
    position = position.does(0, "lay B06 | B05 | B01 B02 B03 B04").points("1", "2", "3").does(1, "trigger A13")
    assert (position.state.round.hand, position.discard) == (tuple(SIX.split()), "A12 A13")
    assert [position.row(seat) for seat in range(3)] == ["", "", ""]
    position = position.does(0, TWO_PILES).points("1", "2", "empty")
    assert position.state.rounds == 1  # a round played again counts once


def test_10_18_a_redo_card_that_was_traded_in_this_round_is_left_out_of_its_old_row():
    position = table("A20 A12", "-", hand=FOUR, deck=DECK).does(0, "lay B01 B02 B03 B04").points("1", "1")
    position = position.does(0, "trigger A20 piles 1 cards 2")
    assert (position.phase, position.awaited, position.row(1)) == ("after_round", (1,), "A12")
    position = position.does(1, "trigger A12")
    assert (position.row(0), position.row(1), position.discard) == ("A20", "", "A12")


def test_10_18_a_win_cannot_be_redone():
    position = table("A12", "-", hand="B25 B02 B03 B04", deck=DECK, target=1)
    assert position.does(0, "lay B25 B02 | B03 B04").points("1", "2").is_over


# -- A named card that has moved ------------------------------------------------------------------------------------
def moved(*rows: str, **fields: Any) -> Position:
    """Player 1 steals B03, which player 3 has just won, and is first in the order of the window."""
    position = settled(*rows, layout=TWO_PILES, picks="empty 1 2", **fields)
    return position.does(0, "trigger A03 player 3 cards 1")


def test_10_19_discard_takes_a_card_where_it_now_lies():
    position = moved("A03", "A05", "-").does(1, "trigger A05 player 3 cards 1")
    assert (position.row(0), position.row(2)) == ("", "B04 B05 B06")
    assert CardDiscarded(Seat(0), CardId("B03")) in position.events(SPECTATOR)


def test_10_19_switch_is_made_with_the_present_owner():
    position = moved("A03", "A08 B09", "-").does(1, "trigger A08 player 3 cards 2 1")
    assert (position.row(0), position.row(1), position.row(2)) == ("B09", "B03 B01 B02", "B04 B05 B06")


def test_10_19_a_switch_with_oneself_is_returned():
    # Only another switch can bring the card into one's own row, and the shipped deck has one: so it is asked directly.
    state = settled("-", "A08 B09 B07", "-", layout=TWO_PILES, picks="1 empty 2").state
    named = Intent(Seat(1), Trigger(CardId("A08"), seat=Seat(2), places=(2, 1)), (CardId("B09"), CardId("B07")))
    assert not is_possible(state, named)
    assert is_possible(state, replace(named, cards=(CardId("B09"), CardId("B03"))))


def test_10_19_a_card_in_no_row_any_more_is_returned():
    position = settled("A05", "A08 B09", "-", layout=TWO_PILES, picks="empty 1 2")
    position = position.does(0, "trigger A05 player 3 cards 1").does(1, "trigger A08 player 3 cards 2 1")
    assert ActionReturned(Seat(1), "A08") in position.events(1)
    assert position.row(2) == "B04 B05 B06"


@pytest.mark.parametrize(("row", "move"), [("A05", "player 3 cards 1"), ("A08 B09", "player 3 cards 2 1")])
def test_10_19_under_version_1_both_are_returned(row, move):
    card = row.split()[0]
    position = moved("A03", row, "-", version=1).does(1, f"trigger {card} {move}")
    assert ActionReturned(Seat(1), card) in position.events(1)
    assert position.row(0) == "B03"


# -- What is told ---------------------------------------------------------------------------------------------------
def test_10_1_what_an_action_does_is_told_to_everybody():
    begins = table("-", "A17 A04 A19", deck=DECK, begins=True)
    assert told_of(begins, 1, "trigger A17") == DrawGrew(6)
    assert told_of(begins, 1, "trigger A04") == HeadpointerTaken(Seat(1))
    assert told_of(begins, 1, "trigger A19") == ActionsStopped()
    laid = table("A07", "-", hand=FOUR, deck=DECK).does(0, "lay B01 B02 | B03 B04")
    assert told_of(laid, 0, "trigger A07 piles 1 2") == PilesMerged(1, 2)
    fingers = pointed("A01 A14 A06", "-", "-", layout=TWO_PILES, picks="1 2 2")
    assert told_of(fingers, 0, "trigger A01 piles 1 2") == PilesSwapped(1, 2)
    assert told_of(fingers, 0, "trigger A14 piles 2") == FingerMoved(Seat(0), 2)
    assert told_of(fingers, 0, "trigger A14 piles empty") == FingerMoved(Seat(0), None)
    assert told_of(fingers, 0, "trigger A06 piles 2") == BattleBegan(2, (Seat(1), Seat(2)))
    after = settled("B07 A09 A03", "-", "-", layout=TWO_PILES, picks="empty 1 2")
    assert told_of(after, 0, "trigger A03 player 3 cards 2") == CardStolen(Seat(0), Seat(2), "B04")
    assert told_of(after, 0, "trigger A09 cards 1") == CardMovedToEnd(Seat(0), "B07")


def told_of(position: Position, seat: int, move: str) -> Event:
    """What everybody hears next after that it was triggered."""
    told = position.does(seat, move).events(SPECTATOR)
    (triggered,) = (number for number, event in enumerate(told) if isinstance(event, ActionTriggered))
    return told[triggered + 1]
