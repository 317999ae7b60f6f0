"""RULES.md 5: grabbing, letting go, the barred finger, opening the eyes."""

import pytest
from crane_table import grabbing, table

from touchwood.core.seats import SPECTATOR
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.actions import Grab, OpenEyes
from touchwood.games.tactile_crane.events import BundleGrabbed


def spent(patience: int, *, holding: bool):
    """All grabs but one are spent, or (holding) all of them."""
    position = grabbing(patience=patience)
    for _ in range(patience - 1):
        position = position.holds(5)
    return position.holds(7) if holding else position.does(0, "release")


@pytest.mark.parametrize("patience", [1, 2, 5])
def test_5_1_at_most_patience_grabs_a_turn(patience):
    position = grabbing(patience=patience)
    for _ in range(patience):
        position = position.holds(5)
    assert position.why_not(0, "grab 100") == ("no_grab_left", "5.3")


def test_5_1_without_a_limit_one_grabs_as_often_as_one_wants():
    position = grabbing(patience=0)
    for _ in range(30):
        position = position.holds(5)
    assert position.may(0) == ["lift", "release", "press barred", "grab"]
    (grabbed,) = position.does(0, "grab 60").events(0)
    assert isinstance(grabbed, BundleGrabbed)
    assert grabbed.grabs_left is None
    assert position.does(0, "release").may(0) == ["press barred", "grab"]
    assert position.does(0, "press barred").may(0) == ["press barred", "grab"]
    assert GAME.longest(position.state.options, 2) is None


def test_5_1_everybody_sees_how_many_grabs_were_spent_and_the_challenger_alone_the_pinch():
    position = grabbing().holds(5).does(0, "grab 60")
    for viewer in (0, 1, 2, SPECTATOR):
        assert (position.view(viewer).spent, position.view(viewer).attempts) == (2, 2)
        (grabbed,) = position.events(viewer)
        assert isinstance(grabbed, BundleGrabbed)
        assert (grabbed.grabs_left, grabbed.pinch) == (3, 60 if viewer == 0 else None)


def test_5_2_only_a_held_bundle_can_be_lifted():
    assert grabbing().why_not(0, "lift") == ("nothing_held", "5.2")
    assert grabbing().holds(5).does(0, "release").why_not(0, "lift") == ("nothing_held", "5.2")
    assert "lift" in grabbing().holds(5).may(0)


def test_5_2_lifting_ends_the_grab():
    assert grabbing().holds(5).lifts().turn == 1


def test_5_3_after_the_last_grab_only_lifting_remains():
    position = spent(3, holding=True)
    assert position.may(0) == ["lift"]
    assert position.why_not(0, "release") == ("no_grab_left", "5.3")
    assert position.why_not(0, "press barred") == ("would_be_the_last", "5.5")


def test_5_4_a_bundle_can_be_released():
    position = grabbing().holds(5)
    released = position.does(0, "release")
    assert (released.heard(2), released.state.is_holding, released.state.spent) == (["BundleReleased"], False, 1)
    assert released.why_not(0, "release") == ("nothing_held", "5.2")


def test_5_4_what_was_felt_stays_known():
    position = grabbing().holds(5).does(0, "release").holds(8)
    assert [felt.feel for felt in position.view(0).felt] == [5000, 8000]
    assert position.view(1).looks == (5000, 8000)


def test_5_5_the_barred_finger_drops_a_held_bundle():
    position = grabbing().holds(5).does(0, "press barred")
    assert position.heard(1) == ["BundleDropped"]
    assert (position.state.is_holding, position.state.spent) == (False, 1)


def test_5_5_with_an_empty_hand_it_spends_a_grab():
    position = grabbing().does(0, "press barred")
    assert position.heard(1) == ["GrabWasted"]
    assert (position.state.spent, position.view(1).attempts) == (1, 0)


def test_5_5_not_when_no_grab_would_remain():
    assert spent(3, holding=False).why_not(0, "press barred") == ("would_be_the_last", "5.5")
    assert grabbing(patience=1).why_not(0, "press barred") == ("would_be_the_last", "5.5")
    assert "press barred" in grabbing(patience=2).may(0)
    assert "press barred" in grabbing(patience=2).holds(5).may(0)
    assert grabbing(patience=2).does(0, "press barred").may(0) == ["grab"]


def test_5_6_a_grab_while_holding_releases_first():
    position = grabbing().holds(5).holds(9)
    assert (position.state.is_holding, len(position.state.attempts)) == (True, 2)
    assert position.lifts().last.held == 9


def test_5_7_opening_the_eyes_ends_the_turn_with_no_outcome():
    for position in (
        table().flips(10).closes(),
        table().flips(10).closes().does(1, "bet high"),
        grabbing(),
        grabbing().holds(10),
    ):
        opened = position.does(0, "open eyes")
        assert opened.heard(1) == ["EyesOpened", "TurnEndedWithoutOutcome"]
        assert (opened.turn, opened.won, opened.deck) == (1, [0, 0, 0], 130)
        assert {player.bet_cards for player in opened.state.players} == {(1, 1, 1)}


def test_5_7_only_between_closing_them_and_the_lift():
    assert table().flips(10).why_not(0, "open eyes") == ("eyes_are_open", "5.7")
    assert grabbing().holds(10).lifts().why_not(0, "open eyes") == ("eyes_are_open", "5.7")  # choosing a jackpot


def test_5_7_while_the_audience_bets_the_challenger_may_peek_though_nobody_waits():
    assert table().flips(10).closes().free == (0,)
    assert table().flips(10).closes().may(0) == []


def test_5_8_peeks_are_counted_for_all_to_see():
    position = grabbing().does(0, "open eyes")
    for viewer in (0, 1, SPECTATOR):
        assert [player.peeks for player in position.view(viewer).players] == [1, 0, 0]


def test_5_8_the_clock_does_not_peek():
    position = grabbing().does(0, "no outcome")
    assert position.heard(1) == ["TurnEndedWithoutOutcome"]
    assert position.state.players[0].peeks == 0


def test_5_9_peeking_and_ending_without_outcome_are_no_moves_for_machines():
    numbered = [GAME.codec.text(action) for action in GAME.codec.numbered(GAME.options_type(), 4)]
    assert not {"open eyes", "no outcome", "bet nothing"} & set(numbered)
    assert not any(text.startswith("say") for text in numbered)
    assert OpenEyes() in GAME.codec.unnumbered(GAME.options_type(), 4)


def test_5_10_a_lost_connection_ends_the_turn_with_no_outcome_and_is_no_peek():
    for position in (grabbing(), grabbing().holds(10)):
        assert GAME.absent_action is not None
        action = GAME.absent_action(position.view(0))
        assert GAME.codec.text(action) == "no outcome"
        assert position.does(0, "no outcome").state.players[0].peeks == 0


def test_devices_are_told_some_grabs_of_a_thousand_and_everything_else():
    position = grabbing().holds(5)
    legal = GAME.legal_actions(position.state, 0)
    shown = GAME.codec.shown(legal)
    assert len(legal) > 1_000 > 30 > len(shown)
    assert [action for action in legal if action in shown] == list(shown)
    assert {type(action) for action in shown} == {type(action) for action in legal}
    assert [action for action in legal if not isinstance(action, Grab)] == [
        action for action in shown if not isinstance(action, Grab)
    ]
