"""RULES.md 7: Point-a-Police."""

import pytest
from pile_table import Position, table

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.point_a_pile.events import NoFingerShown, PutOut, RuleCameInForce

DECK = "B11 B12 B13 B14 B15 B16"
HAND_OF_SEVEN = "B01 B06 B03 B02 B04 B05 B09"
PILES = "lay B06 B01 | B05 B04 | B03 B02"  # tops: purple, green, blue


def ruled(rule: str, *rows: str, layout: str = PILES, hand: str = "B01 B06 B03 B02 B04 B05") -> Position:
    """The Headpointer, player 0, has the rule as the last card scored."""
    first, *others = rows
    return table(f"{first} {rule}".strip(), *others, hand=hand, deck=DECK).does(0, layout)


def put_out(position: Position) -> dict[int, str]:
    """Who was put out with the last finger, and why."""
    return {event.seat: event.reason for event in position.events(SPECTATOR) if isinstance(event, PutOut)}


def test_7_1_the_rule_is_the_headpointers_last_scored_card():
    position = ruled("R01", "-", "-", "-")
    assert position.state.round.rule == "R01"
    assert RuleCameInForce("R01") in position.events(SPECTATOR)
    assert position.view(2).rule == "R01"


def test_7_1_a_buried_rule_card_or_one_of_another_player_is_not_in_force():
    position = table("R01 B09", "R07", hand="B01 B02 B03 B06", deck=DECK).does(0, "lay B01 B06 | B03 B02")
    assert position.state.round.rule is None
    assert RuleCameInForce not in map(type, position.events(SPECTATOR))


def test_7_1_it_holds_for_the_whole_round_whatever_is_scored():
    position = ruled("R01", "-", "-", "-").points("1", "2", "2")
    assert (position.row(0), position.state.round.rule, position.phase) == ("R01 B06 B01", "R01", "split")


def test_7_2_an_invalid_pick_is_no_refusal_but_puts_its_player_out_of_the_round():
    # Player 1's last card is purple, and so is the top of pile 1.
    position = ruled("R01", "-", "B12", "-", hand="B01 B06 B03 B02 B04 B05").points("2", "1", "1")
    assert put_out(position) == {0: "not_last_colour", 1: "not_last_colour"}
    # Their fingers are lifted, so player 2 is alone on pile 1 and nobody wants pile 2.
    assert (position.row(0), position.row(1), position.row(2)) == ("R01", "B12", "B06 B01")


def test_7_2_an_invalid_finger_at_empty_space_does_not_count_there():
    # Blue is a must for player 0 (R08 is blue): empty space is invalid. Player 1 is alone there.
    position = ruled("R08", "-", "-", "-").points("empty", "empty", "3")
    assert put_out(position) == {0: "last_colour"}
    assert position.row(1) == "B06 B01 B05 B04"


def test_7_2_who_is_out_points_no_more_but_the_headpointer_still_splits():
    position = ruled("R01", "-", "-", "-").points("2", "1", "1")
    assert (position.out, position.phase, position.awaited) == ((0,), "split", (0,))
    assert position.does(0, "split B06 | B01").awaited == (1, 2)


@pytest.mark.parametrize("rule", ["R01", "R07", "R14", "R15"])
def test_7_3_with_no_scored_card_colour_and_text_rules_ask_nothing(rule):
    assert ruled(rule, "-", "-", "-").fouls(1) == {}


def test_7_4_a_must_rule_makes_empty_space_and_all_other_piles_invalid():
    assert ruled("R07", "-", "B12", "-").fouls(1) == {2: "last_colour", 3: "last_colour", 0: "last_colour"}


def test_7_4_where_there_is_no_such_pile_it_asks_nothing():
    assert ruled("R07", "-", "B09", "-").fouls(1) == {}


def test_7_4_it_asks_only_for_piles_that_shy_cards_allow():
    # Both purple tops are shy; S03 is not for the Headpointer, S13 only for those with purple.
    position = table("R13 R09", "B12", "-", hand="S03 B01 B02 B03 B04 B05").does(0, "lay B01 S03 | B02 B03 | B04 B05")
    assert position.fouls(1) == {2: "last_colour", 3: "last_colour", 0: "last_colour"}
    position = table("R09", "-", hand="S02 B01 B02 B03", headpointer=0, deck=DECK).does(0, "lay B01 S02 | B02 B03")
    assert position.fouls(0) == {2: "last_colour", 0: "last_colour"}  # red, and only for the Headpointer
    position = table("R09", "B09", hand="S02 B01 B02 B03", deck=DECK).does(0, "lay B01 S02 | B02 B03")
    assert position.fouls(1) == {1: "only_headpointer"}  # for player 1 there is no red pile that may be touched


def test_7_5_not_left_neighbour_is_the_next_player_clockwise():
    position = ruled("R10", "-", "-", "-").points("1", "1", "2")
    assert put_out(position) == {0: "not_left_neighbour"}
    position = ruled("R10", "-", "-", "-").points("2", "1", "2")
    assert put_out(position) == {2: "not_left_neighbour"}  # player 3's left neighbour is player 1


def test_7_5_not_left_neighbour_lets_both_point_at_empty_space():
    assert put_out(ruled("R10", "-", "-", "-").points("empty", "empty", "2")) == {}


def test_7_5_a_neighbour_must_be_followed():
    layout = "lay B06 B01 | B05 B04 | B03 B02 | B07 B08"
    position = ruled("R11", "-", "-", "-", "-", layout=layout, hand="B01 B06 B03 B02 B04 B05 B07 B08")
    # Player 1 and 2 are on pile 1, players 3 and 4 on 2 and 3; 4's neighbours are 3 and 1.
    position = position.points("1", "1", "2", "3")
    assert put_out(position) == {2: "a_neighbour", 3: "a_neighbour"}


def test_7_5_neighbours_are_judged_by_all_fingers_as_shown_valid_or_not():
    # Player 2 copies player 1, whose own pick is invalid: that is good enough.
    position = table("S01 R11", "-", "-", hand="B01 B02 B03 B04 B05 S14", deck=DECK)
    position = position.does(0, "lay B01 S14 | B02 B03 | B04 B05").points("1", "2", "1")
    # Player 1 has a shy card and may not touch S14; player 3 follows player 1; player 2 follows nobody.
    assert put_out(position) == {0: "without_shy_cards", 1: "a_neighbour"}


def test_7_5_with_no_neighbour_at_a_pile_a_neighbour_asks_nothing():
    assert put_out(ruled("R11", "-", "-", "-").points("1", "empty", "empty")) == {1: "a_neighbour", 2: "a_neighbour"}
    assert put_out(ruled("R11", "-", "-", "-").points("empty", "empty", "empty")) == {}


def test_7_5_only_neighbours_in_this_pointing_count():
    layout = "lay B06 B01 B05 B04 | B03 B02 B07 B08"
    position = ruled("R11", "-", "-", "-", "-", layout=layout, hand="B01 B06 B03 B02 B04 B05 B07 B08")
    position = position.points("1", "1", "2", "2").does(0, "split B06 B01 | B05 B04")
    assert position.awaited == (0, 1)
    assert put_out(position.points("1", "empty")) == {1: "a_neighbour"}


def test_7_6_leaders_may_not_point_at_a_largest_pile():
    layout = "lay B06 B01 B05 | B04 B03 | B02"
    position = ruled("R12", "-", "B25", "-", layout=layout)
    assert (position.fouls(1), position.fouls(0)) == ({1: "leader_not_largest"}, {})
    assert put_out(position.points("2", "1", "3")) == {1: "leader_not_largest"}


def test_7_6_it_asks_nothing_when_all_piles_are_equally_large():
    assert ruled("R12", "-", "B25", "-").fouls(1) == {}


def test_7_6_ties_for_the_best_score_are_all_leaders():
    position = ruled("R12", "-", "-", "-", layout="lay B06 B01 B05 | B04 B03 | B02")
    assert [position.fouls(seat) for seat in range(3)] == [{1: "leader_not_largest"}] * 3


def test_7_7_the_worst_point_after_the_others_and_see_their_picks():
    position = ruled("R13", "B25", "-", "B26")
    assert (position.awaited, position.view(1).later) == ((0, 2), (1,))
    assert position.why_not(1, "point 1") == ("not_pointing", "2.6")
    position = position.points("1", "2")
    assert position.awaited == (1,)
    assert position.view(1).fingers == (1, None, 2)
    assert position.why_not(0, "point 2") == ("not_pointing", "2.6")
    shown = position.points("3")
    assert shown.row(1) == "B03 B02"
    assert shown.heard(SPECTATOR).count("PileShown") == 1, "the others' fingers were shown before"


def test_7_7_the_worst_point_in_secret_of_each_other_and_may_change_their_minds():
    position = ruled("R13", "B25", "-", "-", "B26", layout="lay B06 B01 | B05 B04 | B03 B02 | B09", hand=HAND_OF_SEVEN)
    assert (position.awaited, position.view(1).later) == ((0, 3), (1, 2))
    position = position.points("1", "2")
    position = position.does(1, "point 3")
    assert [position.view(seat).fingers[1] for seat in (0, 1, 2, 3)] == [None, 3, None, None]
    position = position.does(1, "point 4").does(2, "point 3")
    assert (position.row(1), position.row(2)) == ("B09", "B03 B02")


def test_7_7_all_together_if_none_or_all_of_those_pointing_are_worst():
    assert ruled("R13", "-", "-", "-").awaited == (0, 1, 2)
    position = ruled("R13", "B25", "B27", "B26").points("1", "1").points("2").does(0, "split B06 | B01")
    assert position.awaited == (0, 2)  # the worst of the game does not point here
    assert position.view(0).later == ()


def test_7_8_a_seat_is_warned_of_the_picks_it_can_know_to_be_invalid_and_nobody_else():
    position = ruled("R01", "-", "B12", "-")
    assert (position.fouls(0), position.fouls(1), position.fouls(2)) == (
        {2: "not_last_colour"},
        {1: "not_last_colour"},
        {},
    )
    assert position.view(SPECTATOR).fouls == ()
    assert position.may(1) == ["point 1", "point 2", "point 3", "point empty"]


def test_7_8_what_depends_on_fingers_cannot_be_known():
    assert [ruled(rule, "-", "-", "-").fouls(1) for rule in ("R10", "R11")] == [{}, {}]


@pytest.mark.parametrize("rule", ["R01", "R02", "R03", "R04", "R05", "R06"])
def test_7_9_not_last_colour(rule):
    assert ruled(rule, "-", "B10", "B08").fouls(1) == {2: "not_last_colour"}
    assert ruled(rule, "-", "B10", "B08").fouls(2) == {1: "not_last_colour"}


@pytest.mark.parametrize("rule", ["R07", "R08", "R09"])
def test_7_9_last_colour(rule):
    assert ruled(rule, "-", "B10", "-").fouls(1) == {1: "last_colour", 3: "last_colour", 0: "last_colour"}


TEXT = "lay B06 B01 | B04 B25 | B03 B02"  # pile 2 has text on top


def test_7_9_text_not_text():
    position = ruled("R14", "-", "B27", "B12", layout=TEXT, hand="B01 B06 B03 B02 B04 B25")
    # It always binds the Headpointer, whose last card is the rule card itself.
    assert [position.fouls(seat) for seat in range(3)] == [{2: "text_not_text"}, {2: "text_not_text"}, {}]


def test_7_9_plain_not_plain():
    position = ruled("R15", "-", "B27", "B12", layout=TEXT, hand="B01 B06 B03 B02 B04 B25")
    assert [position.fouls(seat) for seat in range(3)] == [{}, {}, {1: "plain_not_plain", 3: "plain_not_plain"}]


def test_7_10_scores_rows_and_last_cards_are_read_anew_at_each_pointing():
    # Not-last-colour: player 2 scores nothing first, then the split has other tops.
    position = ruled("R01", "-", "B12", "-").points("1", "2", "2")
    assert position.row(0) == "R01 B06 B01"
    position = position.does(0, "split B05 | B04")
    assert position.fouls(1) == {}
    # Leader-not-largest: the first pointing makes player 1 the only leader.
    hand = "B25 B01 B03 B02 B04 B05"
    position = ruled("R12", "-", "-", "-", hand=hand, layout="lay B25 | B01 B02 B03 B04 B05").points("1", "2", "2")
    assert put_out(position) == {1: "leader_not_largest", 2: "leader_not_largest"}
    position = ruled("R12", "B26", "-", "-", hand=hand, layout="lay B25 | B01 B02 B03 B04 B05").points("1", "2", "2")
    position = position.does(0, "split B01 | B02 B03 B04 B05")
    assert (position.fouls(1), position.view(1).leaders) == ({}, (0,))


def test_7_10_no_finger_is_not_judged():
    position = ruled("R07", "-", "B12", "-").points("1", "none", "2")
    assert put_out(position) == {}
    assert NoFingerShown(Seat(1)) in position.events(SPECTATOR)
