"""RULES.md 12: chance, taking back, moves as text."""

import pytest
from pile_table import new_match, table

from touchwood.core.refusals import InputError
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.actions import LayOut, Point, Trigger


def test_12_1_chance_falls_first_for_the_headpointer_then_for_missions_by_seat_then_for_draws():
    position = new_match(2, complete_a_mission=True)
    phases = []
    while position.waits_for_chance:
        phases.append(position.phase)
        position = position.falls(0)
    assert phases == ["first", "missions", "missions", "draw", "draw", "draw", "draw"]


def test_12_2_a_layout_or_a_split_that_opens_no_window_can_be_taken_back():
    position = table("-", "-", hand="B01 B02 B03 B04").does(0, "lay B01 B02 B03 B04")
    assert not position.is_binding
    pointed = position.does(0, "point 1")
    assert pointed.is_binding
    assert not pointed.does(1, "point 1").does(0, "split B01 | B02 B03 B04").is_binding


def test_12_2_a_layout_that_opens_a_window_binds():
    assert table("A18", "-", hand="B01 B02 B03 B04").does(0, "lay B01 B02 B03 B04").is_binding


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("lay B01 B07 | B12 B03", LayOut((("B01", "B07"), ("B12", "B03")))),
        ("point 2", Point(2)),
        ("trigger A08 player 2 cards 1 3", Trigger("A08", seat=1, places=(1, 3))),
        ("trigger A14 piles empty", Trigger("A14", piles=(0,))),
    ],
)
def test_12_3_moves_as_text(text, action):
    assert GAME.codec.parse(text) == action
    assert GAME.codec.text(action) == text
    assert GAME.codec.parse(text.upper()) == action


@pytest.mark.parametrize(
    "text", ["point", "point 0", "point -1", "point 1234", "throw well", "trigger A01 piles x", "up"]
)
def test_12_3_what_is_no_move_is_an_error(text):
    with pytest.raises(InputError, match="unknown_move"):
        GAME.codec.parse(text)
