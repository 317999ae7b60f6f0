"""RULES.md 2: drawing, the stalling rule, the turn limit."""

import pytest
from tag_table import Position, new_match, table, turn_begins

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tag import GAME
from touchwood.games.tag.events import CardTaken, GameEnded, StallingRuleBegan, TurnLimitReached
from touchwood.games.tag.options import Deck
from touchwood.games.tag.state import Kind


def test_2_1_a_hand_under_four_draws_until_it_has_four():
    position = turn_begins("T", "A A A", deck="G G G", discard="T T")
    position = position.does(0, "draw deck").falls("G").does(0, "draw discard").does(0, "draw deck").falls("G")
    assert position.hand(0) == "T G T G"
    assert position.phase == "choose_card"


@pytest.mark.parametrize(("hand", "draws"), [("-", 4), ("T", 3), ("T T", 2), ("T T T", 1), ("T T T T", 0)])
def test_2_1_as_many_draws_as_cards_are_missing(hand, draws):
    position = turn_begins(hand, "A A A", deck="G G G G", discard="T")
    for _ in range(draws):
        assert position.phase == "choose_pile"
        position = position.does(0, "draw deck").falls("G")
    assert position.phase == "choose_card"


def test_2_1_drawing_comes_before_playing():
    position = turn_begins("T T T", "A A A", deck="G", discard="T")
    assert position.why_not(0, "play T") == position.why_not(0, "discard T") == ("draw_first", "2.1")
    assert position.why_not(0, "leave IT") == position.why_not(0, "gool") == ("draw_first", "2.1")


def test_2_2_each_time_either_pile_knowing_the_last_card():
    position = turn_begins("T", "A A A", deck="G G", discard="T A")
    assert position.may(0) == ["draw deck", "draw discard"]
    drawn = position.does(0, "draw deck").falls("G")
    assert drawn.view(0).players[0].hand == (Kind.T, Kind.G)
    assert drawn.may(0) == ["draw deck", "draw discard"]
    taken = position.does(0, "draw discard")
    assert (taken.hand(0), taken.discard) == ("T A", "T")
    assert taken.may(0) == ["draw deck", "draw discard"]


def test_2_3_drawing_is_not_optional():
    position = turn_begins("T T T", "A A A", deck="G", discard="T")
    assert position.why_not(0, "stop") == ("drawing_is_not_optional", "2.3")
    assert "stop" not in position.may(0)


def test_2_4_only_the_deck_has_cards():
    position = turn_begins("T T", "A A A", deck="G G")
    assert position.asked == "chance"
    assert position.falls("G").asked == "chance"
    assert position.falls("G", "G").phase == "choose_card"


def test_2_4_only_the_discard_pile_has_cards():
    position = turn_begins("T T", "A A A", discard="T A G")
    assert (position.hand(0), position.discard, position.phase) == ("T T G A", "T", "choose_card")
    assert position.events(SPECTATOR) == (CardTaken(Seat(0), Kind.G), CardTaken(Seat(0), Kind.A))


def test_2_4_the_question_ends_when_a_pile_runs_out():
    position = turn_begins("T", "A A A", deck="G", discard="A T T")
    assert position.does(0, "draw deck").falls("G").hand(0) == "T G T T"
    position = turn_begins("-", "A A A", deck="G G", discard="A")
    assert position.does(0, "draw discard").asked == "chance"


def test_2_5_no_card_can_be_drawn_so_one_is_just_played_or_discarded():
    position = turn_begins("T", "A A A")
    assert (position.phase, position.may(0)) == ("choose_card", ["play T", "discard T"])
    assert position.why_not(0, "draw deck") == ("choose_card_now", "3.1")


def test_2_6_the_discard_pile_is_open_in_order_and_only_its_top_is_drawn():
    position = turn_begins("T T T", "A A A", deck="G", discard="Gool A T")
    assert position.view(1).discard == position.view(SPECTATOR).discard == (Kind.GOOL, Kind.A, Kind.T)
    assert position.does(0, "draw discard").hand(0) == "T T T T"


def test_2_6_a_discarded_card_is_the_new_top():
    assert table("T A G", "T", discard="T", deck="T").does(0, "discard A").discard == "T A"


def test_2_6_the_discard_pile_is_never_shuffled_back():
    position = turn_begins("T T T", "A A A", deck="G", discard="T A G").does(0, "draw deck").falls("G")
    position = position.does(0, "discard T")
    assert sum(position.state.deck) == 0
    assert position.discard == "T A G"  # player 1 has already taken the T
    assert position.hand(1) == "A A A T"


# -- Stalling -----------------------------------------------------------------------------------------------------
def test_2_7_stalling_from_the_deck_only():
    position = turn_begins("T T T", "A A A", deck="G", discard="T", streak=4)
    assert position.asked == "chance"
    assert position.view(1).is_stalling


@pytest.mark.parametrize(("seats", "rounds", "streak"), [(2, 2, 4), (2, 1, 2), (3, 3, 9), (6, 2, 12), (4, 9, 36)])
def test_2_7_the_streak_must_reach_stall_after_times_players(seats, rounds, streak):
    fields = {"deck": "G", "discard": "T", "options": {"stall_after": rounds}}
    assert turn_begins(*["T T T"] * seats, streak=streak - 1, **fields).phase == "choose_pile"
    assert turn_begins(*["T T T"] * seats, streak=streak, **fields).phase == "draw"
    assert turn_begins(*["T T T"] * seats, streak=streak + 1, **fields).phase == "draw"


def test_2_7_an_empty_deck_lifts_the_rule():
    position = turn_begins("T T", "A A A", deck="G", discard="T", streak=4).falls("G")
    assert (position.hand(0), position.view(0).is_stalling) == ("T T G T", False)


def test_2_7_a_play_lifts_the_rule():
    position = table("T A G G", "A A A", deck="G G", discard="T", streak=4)
    assert position.view(0).is_stalling
    assert position.does(0, "play T").may(1) == ["draw deck", "draw discard"]
    assert position.does(0, "discard T").asked == "chance"


def test_2_7_everyone_is_told_when_the_rule_begins():
    position = table("T A G G", "A A A", deck="G G G", discard="T", streak=3).does(0, "discard T")
    assert position.events(SPECTATOR)[-1] == StallingRuleBegan(4)
    assert position.view(SPECTATOR).is_stalling
    again = position.falls("G").does(1, "discard A")
    assert "StallingRuleBegan" not in again.heard(0)
    assert again.view(0).is_stalling


def test_2_7_the_rule_binds_the_return_turn_too():
    position = turn_begins("T T T", "A A", deck="G", discard="T", streak=4, freezer=Seat(0))
    assert position.may(0) == ["draw deck", "stop"]
    assert position.why_not(0, "draw discard") == ("stalling", "2.7")
    # The last card of the deck lifts the rule, and the pile is open again.
    assert position.does(0, "draw deck").falls("G").may(0) == ["draw discard", "stop"]


def test_2_7_stall_after_0_is_off():
    position = turn_begins("T T T", "A A A", deck="G", discard="T", streak=99, options={"stall_after": 0})
    assert (position.phase, position.view(0).is_stalling) == ("choose_pile", False)


# -- The turn limit -------------------------------------------------------------------------------------------------
def never_playing(position: Position) -> tuple[Position, int]:
    """Everybody takes the top of the discard pile and puts it back, as long as they may."""
    moves = 0
    while position.asked != "over" and moves < 5_000:
        if position.asked == "chance":
            position = position.falls("T")
        else:
            choices = position.may(position.asked)
            position = position.does(position.asked, "draw discard" if "draw discard" in choices else choices[-1])
        moves += 1
    return position, moves


def test_2_8_without_stalling_the_game_ends_with_its_400th_turn():
    position, _ = never_playing(
        new_match(3, deck=Deck(T=30, A=0, G=0, TAG=0, Gool=0, Freeze=0), stall_after=0, first=0)
    )
    assert position.asked == "over"
    assert position.state.turns == 400
    assert position.events(SPECTATOR)[-2:] == (
        TurnLimitReached(400),
        GameEnded((0, 0, 0), (Seat(0), Seat(1), Seat(2))),
    )
    assert sum(position.state.deck) > 0


def test_2_8_points_stand_as_they_are_at_the_400th_turn():
    position = table("T T T T", "A", deck="T", turns=399, it=1, sets=(0, 2), options={"stall_after": 0})
    over = position.does(0, "discard T")
    assert (over.asked, GAME.points(over.state)) == ("over", (0, -1))


def test_2_8_skipped_and_frozen_turns_count_as_turns():
    frozen = table("T A G T", "-", "T", deck="T", freezer=Seat(2), turns=398, options={"stall_after": 0})
    over = frozen.does(0, "discard T")
    assert over.heard(0) == ["CardDiscarded", "TurnSkipped", "TurnLimitReached", "GameEnded"]
    assert over.state.freezer == 2  # the Freeze still lies in the middle


def test_2_8_with_stalling_there_is_no_such_limit():
    for rounds in (1, 2, 9):
        position = table("T T T T", "A", deck="T", turns=399, options={"stall_after": rounds}).does(0, "discard T")
        assert (position.asked, position.state.turns) == (1, 400)


def test_2_8_with_stalling_a_table_that_never_plays_comes_to_an_end():
    position, moves = never_playing(new_match(4, first=0, deck=Deck(T=71, A=0, G=0, TAG=0, Gool=0, Freeze=0)))
    assert position.asked == "over"
    longest = GAME.longest(position.state.options, 4)
    assert longest is not None
    assert moves < longest
