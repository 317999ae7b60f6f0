"""RULES.md 6: Complete-a-Mission."""

from collections import Counter
from fractions import Fraction
from itertools import permutations
from random import Random

import pytest
from msgspec.structs import replace
from pile_table import Position, cards, new_match, table

from touchwood.core.chance import Uniform
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.cards import shipped_missions
from touchwood.games.point_a_pile.events import MissionDealt, MissionFulfilled
from touchwood.games.point_a_pile.options import Options, card_list
from touchwood.games.point_a_pile.rules.missions import fulfilled_missions
from touchwood.games.point_a_pile.rules.scoring import row_points

CARDS = card_list(Options())
FOUR = "B01 B02 B03 B04"


def test_6_1_one_each_in_secret_by_seat():
    position = new_match(3, complete_a_mission=True).falls(1)
    assert GAME.chance(position.state) == Uniform(12)
    position = position.falls("M07")
    assert position.events(0) == (MissionDealt(Seat(0), "M07"),)
    assert position.events(1) == position.events(SPECTATOR) == (MissionDealt(Seat(0)),)
    position = position.falls("M02", "M11")
    assert (position.phase, len(position.state.missions)) == ("draw", 9)
    assert [player.mission for player in position.view(1).players] == [None, "M02", None]
    assert [player.mission for player in position.view(SPECTATOR).players] == [None, None, None]


@pytest.mark.parametrize(
    ("mission", "row", "short"),
    [
        ("M01", "B06 B09 B11 B13 B16", "B06 B09 B11 B13 B01"),
        ("M02", "B01 B08 B02 B14 B03 B04 B06 B09", "B01 B08 B02 B14 B03 B04 B06"),
        ("M03", "B36 B41 B06 B09 B11 B13 B16 B01 B25", "B36 B41 B06 B09 B11 B13 B16 B01"),
        ("M04", "B36 B41 B06 B09 B11 B13 B16 B01 B25", "B36 B41 B06 B09 B11 B13 B16 B01"),
        ("M05", "B25 B26 B27 B28 R01 B30", "B25 B26 B27 B28 B30 B01"),
        ("M06", "B01 B02 B03 B04 B05", "B01 B02 B03 B04 B25"),
        ("M07", "B37 B01 B03 B25", "B37 B01 B03 B06"),
        ("M08", "B01 B02 B03 B06 B09 B11", "B01 B02 B03 B06 B09"),
        ("M09", "B01 B02 B03 B04 B05 B06 B07 B08 B09 B10 B11 B12", "B01 B02 B03 B04 B05 B06 B07 B08 B09 B10 B11"),
        ("M10", "B01 B02 B03 B06 B36 B04 B05 B07", "B01 B02 B03 B06 B34 B04 B05 B07"),
        ("M11", "B06 B09 B11 B13 B16 B02 B14 B15", "B06 B09 B11 B13 B16 B02 B14"),
        ("M12", "B03 B04 B05 B07 B10 B01 B08 B12", "B03 B04 B05 B07 B10 B01 B08"),
    ],
)
def test_6_2_when_each_mission_is_fulfilled(mission, row, short):
    assert mission in fulfilled_missions(CARDS, cards(row), row_points(CARDS, cards(row), False))
    assert mission not in fulfilled_missions(CARDS, cards(short), row_points(CARDS, cards(short), False))


def test_6_3_a_fulfilled_mission_is_revealed_by_itself_and_wins():
    position = (
        table("B05 B07 B10", "-", hand=FOUR, missions="M06 M09").does(0, "lay B01 B02 | B03 B04").points("1", "2")
    )
    assert position.is_over
    assert MissionFulfilled(Seat(0), "M06") in position.events(1)
    assert position.winners == (0,)


def test_6_3_missions_replace_the_goal_of_points():
    rich = "B36 B41 B06 B09 B11 B13 B16 B01"
    position = table(rich, "-", hand="B25 B02 B03 B04", deck="B12 B14 B15 B17", missions="M09 M10")
    position = position.does(0, "lay B25 | B02 B03 B04").points("1", "2")
    assert position.scores[0] >= 10
    assert not position.is_over


def test_6_3_checked_after_the_empty_space_award_and_when_the_headpointer_passes_on():
    position = table("B05", "-", hand=FOUR, missions="M06 M09").does(0, "lay B01 B02 B03 B04")
    assert position.points("empty", "none").winners == (0,)
    # 9 points, and 10 as Headpointer.
    nine = "B36 B41 B06 B09 B11 B13 B16 B12 B54"
    position = table("-", nine, hand=FOUR, missions="M09 M03").does(0, "lay B01 B02 B03 B04").points("empty", "empty")
    assert position.heard(0)[-3:] == ["HeadpointerPassed", "MissionFulfilled", "GameEnded"]


def test_6_4_several_at_once_share_the_win():
    position = table("B05 B07 B10", "B06 B09 B11 B25", hand="B01 B02 B13 B16", missions="M06 M01")
    position = position.does(0, "lay B01 B02 | B13 B16").points("1", "2")
    assert GAME.returns(position.state) == (Fraction(1, 2), Fraction(1, 2))


def test_6_5_cards_run_out_with_none_fulfilled_most_points_win():
    position = table("B25", "B27", begins=True, missions="M06 M01")
    assert (position.is_over, position.winners) == (True, (0,))


def test_6_6_a_leader_is_a_leader_by_points():
    position = table("B25", "B01 B02 B03 B04", hand="B05 B06 B07 S05", missions="M09 M06")
    assert position.does(0, "lay S05 B05 | B06 B07").view(1).leaders == (0,)


def test_6_6_mission_numbers_do_not_change_with_the_target():
    position = table("-", "-", hand="B25 B02 B03 B04", deck="B11 B12 B13 B14", missions="M03 M04", target=1)
    assert not position.does(0, "lay B25 | B02 B03 B04").points("1", "2").is_over


def test_6_7_unfulfilled_missions_are_never_shown():
    position = (
        table("B05 B07 B10", "-", hand=FOUR, missions="M06 M09").does(0, "lay B01 B02 | B03 B04").points("1", "2")
    )
    assert [player.mission for player in position.view(0).players] == ["M06", None]
    assert [player.mission for player in position.view(SPECTATOR).players] == ["M06", None]
    assert [player.mission for player in position.view(1).players] == ["M06", "M09"]


def test_6_8_a_mission_once_fulfilled_cannot_be_the_one_a_player_holds():
    position = table("B01 B02 B03", "-", hand="B04 B05 B06 B09", deck="B11 B12 B13 B14", missions="M09 M12")
    position = position.does(0, "lay B04 B05 | B06 B09").points("1", "2")
    assert "M06" in position.view(1).players[0].ruled_out
    rng = Random(1)
    sampled = Counter(GAME.sample_state(position.view(1), rng).players[0].mission for _ in range(400))
    assert "M06" not in sampled
    assert "M12" not in sampled
    assert len(sampled) == 10


def test_6_8_it_stays_ruled_out_when_the_score_falls_and_after_a_redo():
    position = table("B01 B02 B03 A12", "-", hand="B04 B05 B06 B09", deck="B11 B12 B13 B14", missions="M09 M12")
    position = position.does(0, "lay B04 B05 | B06 B09").points("1", "2")
    assert "M06" in position.state.players[0].ruled_out
    redone = position.does(0, "trigger A12")
    assert (redone.phase, redone.row(0)) == ("layout", "B01 B02 B03")
    assert "M06" in redone.state.players[0].ruled_out


def test_6_8_what_was_ruled_out_before_stays_so_beside_what_is_now():
    position = table("B01 B02 B03", "-", hand="B04 B05 B06 B09", deck="B11 B12 B13 B14", missions="M09 M12")
    first, second = position.state.players
    before = replace(position.state, players=(replace(first, ruled_out=("M05",)), second))
    after = Position(before).does(0, "lay B04 B05 | B06 B09").points("1", "2")
    assert set(after.state.players[0].ruled_out) >= {"M05", "M06"}


def test_6_8_every_way_to_deal_the_hidden_missions_is_as_likely():
    position = table(
        "-", "B01 B02 B03 B04 B05", "-", hand="B06 B07 B08 B09 B10 B11", deck="B12", missions="M09 M12 M01"
    )
    ruled_out = {
        1: ("M02", "M03", "M04", "M05", "M06", "M07", "M08"),
        2: ("M02", "M05", "M06", "M07", "M08", "M10"),
    }
    players = tuple(
        replace(player, ruled_out=ruled_out.get(seat, ())) for seat, player in enumerate(position.state.players)
    )
    state = replace(position.state, players=players)
    view = GAME.view(state, Seat(0))
    possible = [
        pair
        for pair in permutations([each for each in shipped_missions() if each != "M09"], 2)
        if pair[0] not in players[1].ruled_out and pair[1] not in players[2].ruled_out
    ]
    rng, samples = Random(4), 4000
    found = Counter(tuple(p.mission for p in GAME.sample_state(view, rng).players[1:]) for _ in range(samples))
    assert set(found) == set(possible)
    expected = samples / len(possible)
    assert all(abs(count - expected) < 6 * expected**0.5 for count in found.values())
