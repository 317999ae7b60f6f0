"""RULES.md 10: clocks, taking back, records without a float."""

from random import Random

import msgspec
import pytest
from crane_matches import random_match
from crane_table import grabbing, table

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.core.values import canonical_json
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.cards import Jackpot
from touchwood.games.tactile_crane.events import CardsCounted, JackpotTaken
from touchwood.games.tactile_crane.options import Options


def default(position, seat: int) -> str:
    return GAME.codec.text(GAME.default_action(position.view(seat)))


def absent(position, seat: int) -> str | None:
    assert GAME.absent_action is not None
    action = GAME.absent_action(position.view(seat))
    return None if action is None else GAME.codec.text(action)


def test_10_1_out_of_time_before_closing_the_eyes_no_outcome():
    assert default(table().flips(10), 0) == "no outcome"


def test_10_1_out_of_time_at_the_bets_nothing():
    assert default(table().flips(10).closes(), 1) == "bet nothing"


def test_10_1_out_of_time_in_the_grab_a_held_bundle_is_lifted_an_empty_hand_ends_without_outcome():
    assert default(grabbing(), 0) == "no outcome"
    assert default(grabbing().holds(5), 0) == "lift"
    assert default(grabbing().holds(5).does(0, "release"), 0) == "no outcome"


@pytest.mark.parametrize(
    ("jackpots", "choice"), [("3 5", "jackpot right"), ("5 3", "jackpot left"), ("4 4", "jackpot left")]
)
def test_10_1_out_of_time_at_the_jackpot_the_larger_equal_the_left(jackpots, choice):
    assert default(table(jackpots=jackpots).plays(10, 10), 0) == choice
    leftovers = table(jackpots=jackpots, options={"leftovers": "challenger"}).plays(10, 9)
    assert default(leftovers, 0) == choice


def test_10_1_nobody_asked_nothing_to_do():
    with pytest.raises(ValueError, match="nobody is asked"):
        GAME.default_action(table().view(0))


def test_10_2_gone_in_the_grab_no_outcome_with_a_bundle_too():
    assert absent(grabbing().holds(5), 0) == absent(grabbing(), 0) == "no outcome"


def test_10_2_gone_during_the_bets_no_outcome_and_bets_go_back():
    betting = table().flips(10).closes().does(1, "bet high")
    assert absent(betting, 0) == "no outcome"
    ended = betting.does(0, "no outcome")
    assert ended.state.bets == (None, None, None)
    assert ended.state.players[1].bet_cards == (1, 1, 1)
    assert ended.state.players[0].challenges.without_outcome == 1
    assert "TurnEndedWithoutOutcome" in ended.heard(1)


def test_10_2_under_version_1_the_bets_go_on():
    betting = table(version=1).flips(10).closes()
    assert absent(betting, 0) is None
    assert betting.why_not(0, "no outcome") == ("bets_first", "2.3")


def test_10_2_gone_elsewhere_as_out_of_time():
    assert absent(table().flips(10), 0) == "no outcome"
    assert absent(table().flips(10).closes(), 1) == "bet nothing"
    assert absent(table().flips(10).closes().does(1, "bet low"), 1) is None
    assert absent(grabbing().holds(5), 1) is None
    assert absent(table(jackpots="3 5").plays(10, 10), 0) == "jackpot right"


def test_10_6_betting_nothing_and_ending_without_outcome_are_the_clocks():
    actions = (*GAME.codec.numbered(Options(), 4), *GAME.codec.unnumbered(Options(), 4))
    assert [GAME.codec.text(action) for action in actions if GAME.clock_only(action)] == ["bet nothing", "no outcome"]


def test_10_3_every_step_binds():
    entries = list(random_match(Options(), 3, Random(3)))
    assert entries
    assert all(entry.step.is_binding for entry in entries)


def test_10_4_a_call_is_an_entry_and_changes_nothing_but_the_calls():
    position = grabbing().holds(5)
    called = position.does(1, "say more")
    assert [call.words for call in called.state.calls] == ["more"]


def floats_in(value: object) -> list[object]:
    if isinstance(value, dict):
        return [each for inner in value.values() for each in floats_in(inner)]
    if isinstance(value, list | tuple):
        return [each for inner in value for each in floats_in(inner)]
    return [value] if isinstance(value, float) else []


@pytest.mark.parametrize("seats", GAME.player_counts)
def test_10_5_no_float_in_states_actions_events_views_options(seats):
    walked = 0
    for entry in random_match(Options(), seats, Random(seats)):
        seen = [GAME.view(entry.state, viewer) for viewer in range(seats)]  # type: ignore[arg-type]  # seats by number
        for value in (entry.state, entry.action, entry.outcome, [told.event for told in entry.step.events], *seen):
            assert floats_in(msgspec.to_builtins(value, str_keys=True)) == []
            walked += 1
    assert walked > 100
    assert floats_in(msgspec.to_builtins(Options())) == []


def test_10_5_a_float_would_be_found():
    assert floats_in({"a": [1, (2.0,)]}) == [2.0]
    assert b"." not in canonical_json(Options())


def test_10_1_a_grab_takes_its_time_and_a_count_is_shown_to_its_end():
    position = table().flips(10)
    assert GAME.thinking_seconds(position.view(0)) == 20
    assert GAME.thinking_seconds(grabbing().view(0)) == 45
    shown = [(event, GAME.shown_for((event,))) for event in table().plays(10, 6).events(SPECTATOR)]
    assert [milliseconds for event, milliseconds in shown if isinstance(event, CardsCounted)] == [4_000 + 190 * 6]
    assert GAME.shown_for(table().flips(20, "ring").does(0, "no outcome").events(SPECTATOR)) == 3_000
    assert GAME.shown_for((JackpotTaken(Seat(0), Jackpot.LEFT, 3),)) == 3_000
    assert GAME.shown_for(()) == 0
