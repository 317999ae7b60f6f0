"""RULES.md 11: what the clock does for a seat."""

from pile_table import Position, table

from touchwood.core.chance import Uniform
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.actions import LayOut, ThrowByLot
from touchwood.games.point_a_pile.cards import CardId
from touchwood.games.point_a_pile.events import ActionTriggered, PileSetAside, PileShown

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


def contested(version: int = GAME.newest_version) -> Position:
    """All three point at the one pile, and player 1 has a battle card."""
    hand = "B01 B02 B03 B04 B05 B06"
    position = table("A06", "-", "-", hand=hand, deck=DECK, headpointer=1, version=version).does(1, f"lay {hand}")
    return position.points("1", "1", "1")


def battle(version: int = GAME.newest_version) -> Position:
    return contested(version).does(0, "trigger A06 piles 1")


def test_11_4_window_pass():
    assert default(contested()) == "pass"


def test_11_5_a_throw_out_of_time_is_drawn_by_lot_when_all_are_in():
    assert default(battle()) == "throw by lot"
    position = battle().does(1, "throw by lot").does(0, "throw paper")
    assert position.awaited == (2,)
    position = position.does(2, "throw paper")
    assert (position.phase, GAME.chance(position.state)) == ("throw_lot", Uniform(3))
    assert position.battle(0).by_lot == (1,)
    position = position.falls(2)  # scissors
    assert position.heard(0)[:2] == ["ThrownByLot", "ThrowShown"]
    assert position.row(1) == "B01 B02 B03 B04 B05 B06"


def test_11_5_clockwise_from_the_headpointer():
    position = battle().does(0, "throw by lot").does(2, "throw by lot").does(1, "throw by lot")
    seats = []
    for _ in range(3):
        seats.append(position.battle(0).by_lot[0])
        position = position.falls(0)
    assert seats == [1, 2, 0]
    assert position.awaited == (0, 1, 2)  # three rocks: all stay, and throw anew


def test_11_5_others_cannot_tell_it_from_any_other_throw_before():
    by_lot, thrown = battle().does(1, "throw by lot"), battle().does(1, "throw rock")
    for viewer in (0, 2, SPECTATOR):
        assert by_lot.view(viewer) == thrown.view(viewer)
        assert by_lot.events(viewer) == thrown.events(viewer)
    assert by_lot.battle(1).by_lot == (1,)


def test_11_5_who_comes_back_in_time_throws_anew():
    position = battle().does(1, "throw by lot").does(1, "throw scissors")
    assert position.heard(0) == []
    assert position.does(0, "throw paper").does(2, "throw paper").row(1) == "B01 B02 B03 B04 B05 B06"


def test_11_5_only_the_clock_throws_by_lot():
    assert GAME.clock_only(ThrowByLot())
    assert not any(GAME.clock_only(action) for action in GAME.legal_actions(battle().state, Seat(1)))


def test_11_5_under_version_1_rock():
    assert default(battle(version=1)) == "throw rock"
    assert battle(version=1).why_not(1, "throw by lot") == ("throw_now", "10.11")


def finished(position: Position, begun: str, touched: int | None = None) -> str | None:
    assert GAME.finish_begun is not None
    seat = position.awaited[0]
    action = GAME.finish_begun(position.view(seat), GAME.codec.parse(begun), touched)
    if action is None:
        return None
    assert GAME.why_illegal(position.state, seat, action) is None
    return GAME.codec.text(action)


def test_11_6_cards_laid_stay_and_the_rest_goes_onto_the_pile_touched_last():
    position = table("-", "-", "-", hand="B03 B01 B04 B02 B05 B06")
    assert finished(position, "lay B03 B04 | B01", touched=1) == "lay B03 B04 B02 B05 B06 | B01"
    assert finished(position, "lay B03 B04 | B01", touched=2) == "lay B03 B04 | B01 B02 B05 B06"
    assert finished(position, "lay B02 | B04 | B01", touched=2) == "lay B02 | B04 B03 B05 B06 | B01"
    assert finished(position, "lay B04 B02 B06 | B03 B01 B05", touched=1) == "lay B04 B02 B06 | B03 B01 B05"


def test_11_6_where_it_is_not_said_which_that_is_it_is_the_last_one():
    position = table("-", "-", hand="B03 B01 B04 B02")
    assert finished(position, "lay B04") == "lay B04 B03 B01 B02"
    assert finished(position, "lay B04 | B02") == "lay B04 | B02 B03 B01"
    assert finished(position, "lay B04 | B02", touched=3) == "lay B04 | B02 B03 B01"
    # Nor where nothing is left of it: places may be sent with what they have.
    assert GAME.finish_begun is not None
    places = LayOut(((CardId("B04"),), (CardId("B02"),), ()))
    whole = GAME.finish_begun(position.view(0), places, 3)
    assert whole is not None
    assert GAME.codec.text(whole) == "lay B04 | B02 B03 B01"


def test_11_6_the_same_for_a_split():
    position = table("-", "-", hand="B03 B01 B04 B02").does(0, "lay B03 B01 B04 B02").points("1", "1")
    assert finished(position, "split B04 | B01", touched=1) == "split B04 B03 B02 | B01"
    assert finished(position, "split B04 | B01", touched=2) == "split B04 | B01 B03 B02"


def test_11_6_what_is_then_refused_is_as_if_nothing_were_laid():
    # One pile is no split.
    position = table("-", "-", hand="B03 B01 B04 B02").does(0, "lay B03 B01 B04 B02").points("1", "1")
    assert finished(position, "split B04 B01", touched=1) is None
    # The rest ends with a shy card, and there is no other top; on another pile it is good.
    position = table("-", "-", hand="B03 S01 B04 S02")
    assert finished(position, "lay B03", touched=1) is None
    assert finished(position, "lay B04 | S01", touched=1) is None
    assert finished(position, "lay B04 | S01", touched=2) == "lay B04 | S01 B03 S02"


def test_11_6_what_is_no_part_of_a_layout_is_none():
    position = table("-", "-", hand="B03 B01 B04 B02")
    for begun in ("lay B05", "lay B03 B03", "lay B03 | B01 | B04", "split B03 | B01", "point 1"):
        assert finished(position, begun) is None, begun


def test_11_6_nothing_begun_is_nothing_to_finish():
    position = table("-", "-", hand="B03 B01 B04 B02")
    assert GAME.finish_begun is not None
    assert GAME.finish_begun(position.view(0), LayOut(()), None) is None


def test_11_what_takes_longer_gets_longer():
    position = table("-", "-", "-", hand="B03 B01 B04 B02 B05 B06")
    assert GAME.thinking_seconds(position.view(0)) == 50, "six cards to lay"
    position = position.does(0, "lay B03 B01 B04 B02 B05 | B06")
    assert GAME.thinking_seconds(position.view(0)) == 20
    assert GAME.thinking_seconds(position.points("1", "1", "2").view(0)) == 45, "five cards to split"
    assert GAME.thinking_seconds(battle().view(1)) == 12


def test_11_no_clock_begins_before_all_was_shown():
    hands, home = PileShown(Seat(0), 1), PileSetAside((CardId("B01"),))
    deed = ActionTriggered(Seat(1), CardId("A06"))
    assert GAME.shown_for(()) == 0
    assert GAME.shown_for((hands,)) == 2_500
    assert GAME.shown_for((hands, home)) == 3_350
    assert GAME.shown_for((hands, deed, deed, home)) == 3_350 + 2_600
