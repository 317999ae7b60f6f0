"""RULES.md 6: Freeze, the frozen and the return turn."""

import pytest
from tag_table import Position, table, turn_begins

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tag import GAME
from touchwood.games.tag.events import CardPlayed, DrawingStopped, TableFrozen, TableThawed, TurnSkipped
from touchwood.games.tag.state import Kind

FREEZE = list(Kind).index(Kind.FREEZE)


def returning(*players: str, **fields: object) -> Position:
    """Player 0's return turn begins."""
    return turn_begins(*players, freezer=Seat(0), **fields)


def test_6_1_playing_a_freeze_uses_the_turn_and_it_lies_in_the_middle():
    position = table("Freeze T A G", "A A A", "T", deck="G", discard="T").does(0, "play Freeze")
    assert (position.state.freezer, position.asked) == (0, 1)
    assert position.state.out[FREEZE] == 0
    assert position.discard == "T"
    assert position.events(SPECTATOR) == (CardPlayed(Seat(0), Kind.FREEZE), TableFrozen(Seat(0)))
    assert position.view(2).freezer == 0


def test_6_2_everybody_else_discards_exactly_one_card_of_choice():
    position = table("Freeze T A G", "A TAG", "T T T", deck="G G", discard="T").does(0, "play Freeze")
    assert position.may(1) == ["discard A", "discard TAG"]
    position = position.does(1, "discard TAG")
    assert (position.hand(1), position.discard, position.asked) == ("A", "T TAG", 2)
    position = position.does(2, "discard T")
    assert (position.asked, position.phase) == (0, "return_draw")


@pytest.mark.parametrize(
    "move", ["draw deck", "draw discard", "stop", "play A", "play TAG", "play Freeze", "leave IT", "gool"]
)
def test_6_2_the_frozen_neither_draw_nor_play(move):
    position = table("T", "A TAG Freeze", deck="G", discard="T", turn=1, freezer=Seat(0))
    assert position.why_not(1, move) == ("frozen", "6.2")


def test_6_3_a_frozen_player_without_cards_is_skipped():
    position = table("Freeze T A G", "-", "T", deck="G", discard="T").does(0, "play Freeze")
    assert position.events(SPECTATOR)[-1] == TurnSkipped(Seat(1))
    assert position.asked == 2


def test_6_4_the_freezer_draws_up_to_three_however_small_the_hand():
    for hand in ("-", "T", "T A", "T A G"):
        position = returning(hand, "A", deck="G G G G", discard="A A A A")
        for left in (3, 2, 1):
            assert (position.phase, position.state.draws_left) == ("return_draw", left)
            position = position.does(0, "draw discard")
        assert (position.phase, position.asked) == ("choose_card", 0)
        assert len(position.state.players[0].hand) == len(hand.replace("-", "").split()) + 3


def test_6_4_each_time_either_pile_or_stop():
    position = returning("T A G", "A", deck="G", discard="A T")
    assert position.may(0) == ["draw deck", "draw discard", "stop"]
    position = position.does(0, "draw deck").falls("G")
    assert position.may(0) == ["draw discard", "stop"]
    assert position.does(0, "draw discard").may(0) == ["draw discard", "stop"]
    stopped = position.does(0, "stop")
    assert (stopped.phase, stopped.hand(0)) == ("choose_card", "T A G G")
    assert stopped.events(1) == (DrawingStopped(Seat(0)),)


def test_6_4_stopping_at_once_is_allowed():
    position = returning("T A G", "A", deck="G", discard="A").does(0, "stop")
    assert (position.phase, position.hand(0)) == ("choose_card", "T A G")


def test_6_4_drawing_comes_before_playing():
    position = returning("T A G", "A", deck="G", discard="A")
    assert position.why_not(0, "play T") == position.why_not(0, "discard T") == ("draw_or_stop_first", "6.4")


def test_6_5_the_freezer_is_asked_as_long_as_a_pile_has_cards():
    assert returning("T A G", "A", deck="G").may(0) == ["draw deck", "stop"]
    assert returning("T A G", "A", discard="G").may(0) == ["draw discard", "stop"]
    assert returning("T A G", "A").phase == "choose_card"
    assert returning("T A G", "A", discard="G").does(0, "draw discard").phase == "choose_card"


def test_6_5_an_empty_pile_is_refused():
    refusal = returning("T A G", "A", deck="G").refusal(0, "draw discard")
    assert (refusal.code, refusal.rule, refusal.facts) == ("pile_is_empty", "6.5", {"pile": "discard"})
    assert returning("T A G", "A", discard="G").why_not(0, "draw deck") == ("pile_is_empty", "6.5")


def test_6_6_cards_in_any_mix_while_the_hand_is_over_three():
    position = returning("T A G", "A", discard="Gool TAG A", it=1)
    position = position.does(0, "draw discard", "draw discard", "draw discard")
    assert position.hand(0) == "T A G A TAG Gool"
    position = position.does(0, "play A", "discard A")
    assert (position.hand(0), position.asked, position.phase) == ("T G TAG Gool", 0, "choose_card")
    position = position.does(0, "play TAG")
    assert position.phase == "move_it"
    position = position.does(0, "leave IT")
    assert (position.hand(0), position.state.turn) == ("T G Gool", 1)


@pytest.mark.parametrize("hand", ["T", "T A", "T A G"])
def test_6_6_at_least_one_card_however_few(hand):
    position = returning(hand, "A", deck="G", discard="A").does(0, "stop")
    assert position.phase == "choose_card"
    after = position.does(0, "discard T")
    assert (after.state.turn, len(after.state.players[0].hand)) == (1, len(hand.split()) - 1)


def test_6_6_the_hand_is_counted_after_all_answers():
    # Five cards; TAG leaves four, and the Gool of the chain leaves three: the turn is over.
    position = table("TAG T A G Gool", "Gool", deck="G", freezer=Seat(0), is_return_turn=True)
    position = position.does(0, "play TAG", "give IT to 2").does(1, "gool").does(0, "gool").does(1, "let stand")
    assert (position.hand(0), position.state.turn) == ("T A G", 1)
    # Without it four are left: one more card.
    position = table("TAG T A G Gool", "Gool", deck="G", freezer=Seat(0), is_return_turn=True)
    position = position.does(0, "play TAG", "give IT to 2").does(1, "gool").does(0, "let stand")
    assert (position.hand(0), position.asked, position.phase) == ("T A G Gool", 0, "choose_card")


def test_6_7_a_return_turn_with_an_empty_hand_is_skipped():
    position = table("-", "T", "A", turn=2, freezer=Seat(0), deck="", streak=0).does(2, "discard A")
    assert position.asked == 0  # there is a discard to draw
    position = position.does(0, "stop")
    assert [type(event) for event in position.events(1)[:3]] == [DrawingStopped, TurnSkipped, TableThawed]
    assert position.state.out[FREEZE] == 1


def test_6_7_and_is_not_asked_with_both_piles_empty():
    position = returning("-", "T")
    assert position.heard(1)[:2] == ["TurnSkipped", "TableThawed"]
    assert position.asked == 1


def test_6_8_no_freeze_in_the_return_turn_one_drawn_in_it_neither():
    position = returning("T A G", "A", deck="Freeze", discard="A").does(0, "draw deck").falls("Freeze").does(0, "stop")
    assert position.hand(0) == "T A G Freeze"
    assert position.why_not(0, "play Freeze") == ("freeze_in_force", "6.8")
    assert "play Freeze" not in position.may(0)
    assert "discard Freeze" in position.may(0)


def test_6_8_after_it_a_freeze_may_be_played_again():
    position = returning("T A", "Freeze", discard="A").does(0, "stop", "discard A")
    assert position.state.freezer is None
    assert "play Freeze" in position.may(1)


def test_6_9_at_the_end_of_the_return_turn_the_freeze_leaves_the_game():
    position = returning("T A G", "A", deck="G G", discard="A").does(0, "stop", "discard T")
    assert (position.state.freezer, position.state.out[FREEZE], position.state.is_return_turn) == (None, 1, False)
    assert position.events(SPECTATOR)[1] == TableThawed(Seat(0))
    assert position.phase == "choose_pile"  # player 1 plays normally again


def test_6_9_also_if_the_game_ends_there():
    position = returning("T A", "A", discard="A", streak=1).does(0, "stop", "discard T")
    assert position.asked == "over"
    assert (position.state.freezer, position.state.out[FREEZE]) == (None, 1)
    assert position.heard(1) == ["CardDiscarded", "TableThawed", "GameEnded"]


def test_6_9_it_lies_there_until_then():
    position = returning("TAG A T G", "A", deck="Gool", it=1).does(0, "stop", "play TAG")
    assert position.state.freezer == 0
    assert position.does(0, "give IT to 2").view(1).freezer == 0


def test_6_10_a_discarded_freeze_or_gool_does_nothing_and_can_be_drawn_again():
    for card in ("Freeze", "Gool"):
        position = table(f"{card} T A G", "A A A", deck="G", discard="T").does(0, f"discard {card}")
        assert (position.state.freezer, position.state.it, position.asked) == (None, None, 1)
        assert position.heard(1) == ["CardDiscarded"]
        assert position.does(1, "draw discard").hand(1) == f"A A A {card}"
    assert "play Freeze" in table("Freeze T A G", "A A A", deck="G").does(0, "discard Freeze").does(
        1, "draw discard"
    ).may(1)


@pytest.mark.parametrize("seats", GAME.player_counts)
def test_6_2_one_frozen_turn_for_each_then_the_return(seats):
    position = table("Freeze T A G", *["T T T"] * (seats - 1), deck="G G G", discard="A").does(0, "play Freeze")
    for seat in range(1, seats):
        assert position.asked == seat
        position = position.does(seat, "discard T")
    assert (position.asked, position.phase, position.state.is_return_turn) == (0, "return_draw", True)
