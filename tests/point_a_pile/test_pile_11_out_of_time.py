"""RULES.md 11: what the clock does for a seat."""

from pile_table import Position, table

from touchwood.core.seats import SPECTATOR
from touchwood.games.point_a_pile import GAME

DECK = "B11 B12 B13 B14"


def default(position: Position) -> str:
    """What the first seat that is asked does when its time is up; it is legal."""
    seat = position.awaited[0]
    action = GAME.default_action(position.view(seat))
    assert GAME.why_illegal(position.state, seat, action) is None
    return GAME.codec.text(action)


def test_11_1_layout_one_pile_in_the_order_drawn():
    assert default(table("-", "-", hand="B03 B01 B04 B02")) == "lay B03 B01 B04 B02"


def test_11_1_under_a_shy_top_the_last_card_that_is_not_shy_is_moved_to_the_top():
    assert default(table("-", "-", hand="B03 S01 B04 S02")) == "lay B03 S01 S02 B04"
    assert default(table("-", "-", hand="S03 S01 S04 S02")) == "lay S03 S01 S04 S02"


def test_11_2_split_cut_in_the_middle_an_odd_card_in_the_bottom_part():
    position = table("-", "-", hand="B03 B01 B04 B02").does(0, "lay B03 B01 B04 B02").points("1", "1")
    assert default(position) == "split B03 B01 | B04 B02"
    position = table("-", "-", "-", hand="B03 B01 B04 B02 B05 B06").does(0, "lay B03 B01 B04 B02 B05 | B06")
    assert default(position.points("1", "1", "2")) == "split B03 B01 B04 | B02 B05"


def test_11_2_if_that_is_refused_every_card_is_a_pile():
    # Both halves would have a shy top.
    position = table("-", "-", "-", hand="B01 S07 S04 B02 B03 B04", deck=DECK)
    position = position.does(0, "lay B01 S07 S04 B02 | B03 B04").points("2", "1", "1")
    assert default(position) == "split B01 S07 | S04 B02"
    position = table("-", "-", "-", hand="B01 S07 B02 S03 B03 B04", deck=DECK)
    position = position.does(0, "lay B01 S07 B02 S03 | B03 B04").points("2", "1", "1")
    assert default(position) == "split B01 | S07 | B02 | S03"


def test_11_3_pointing_no_finger_which_is_not_judged():
    position = table("-", "-", "-", hand="B01 B02 B03 B04 B05 B06", deck=DECK).does(0, "lay B01 B02 | B03 B04 B05 B06")
    assert default(position) == "no finger"
    assert "no finger" not in position.may(0)
    position = position.points("none", "empty", "1")
    # Not out and not at empty space: player 2 is alone there.
    assert position.row(1) == "B03 B04 B05 B06"
    assert "PutOut" not in position.heard(SPECTATOR)


def test_11_4_window_pass_and_throw_rock():
    position = table("A06", "-", hand="B01 B02 B03 B04", deck=DECK).does(0, "lay B01 B02 B03 B04").points("1", "1")
    assert default(position) == "pass"
    assert default(position.does(0, "trigger A06 piles 1")) == "throw rock"
