"""RULES.md 4: winning without missions."""

from fractions import Fraction

from pile_table import table

from touchwood.core.seats import SPECTATOR
from touchwood.games.point_a_pile import GAME

FOUR = "B01 B02 B03 B04"


def test_4_1_ten_points_end_the_game_with_contested_piles_open_if_need_be():
    # Player 0 has 9 points: 4 (all colours) and 5 (five alike); B25 is the tenth.
    rich = "B36 B41 B06 B09 B11 B13 B16 B01"
    position = table(rich, "-", "-", hand="B25 B02 B03 B04 B05 B07")
    assert position.scores[0] == 9
    position = position.does(0, "lay B25 | B02 B03 B04 B05 B07").points("1", "2", "2")
    assert position.is_over
    assert (position.winners, position.scores[0]) == ((0,), 10)
    assert position.piles == "2: B02 B03 B04 B05 B07"


def test_4_1_the_target_is_an_option():
    position = table("-", "-", hand="B25 B02 B03 B04", deck="B11 B12 B13 B14", target=1)
    assert position.does(0, "lay B25 | B02 B03 B04").points("1", "2").winners == (0,)


def test_4_1_checked_after_the_empty_space_award():
    position = table("-", "-", hand="B25 B02 B03 B04", deck="B11 B12 B13 B14", target=1)
    position = position.does(0, "lay B25 | B02 B03 B04").points("empty", "2")
    assert position.is_over
    assert position.heard(SPECTATOR)[-2:] == ["AsideScored", "GameEnded"]


def test_4_1_checked_when_the_headpointer_passes_on():
    position = table("-", "B54", hand=FOUR, deck="B11 B12 B13 B14", target=1)
    position = position.does(0, "lay B01 B02 | B03 B04").points("1", "2")
    assert position.is_over
    assert position.heard(SPECTATOR)[-2:] == ["HeadpointerPassed", "GameEnded"]
    assert position.winners == (1,)


def test_4_2_several_at_once_the_most_points_win():
    position = table("-", "-", hand="B25 B26 B29 B06", target=1).does(0, "lay B25 | B26 B29 B06").points("1", "2")
    # Player 1: B26 is worth 1, B29 counts two red cards.
    assert (position.scores, position.winners) == ((1, 3), (1,))


def test_4_2_equal_points_share_the_win():
    position = table("-", "-", hand="B25 B26 B02 B03", target=1).does(0, "lay B02 B25 | B03 B26").points("1", "2")
    assert GAME.returns(position.state) == (Fraction(1, 2), Fraction(1, 2))


def test_4_3_cards_run_out_most_points_win_equal_shared():
    position = table("B25", "B26", "B27", begins=True)
    assert position.is_over
    assert GAME.returns(position.state) == (Fraction(1, 2), Fraction(1, 2), Fraction(0))


def test_4_4_when_the_game_is_over_nothing_more_can_be_done():
    position = table("B25", "B26", begins=True)
    for move in ("point 1", "lay B01", "pass"):
        assert position.why_not(0, move) == ("game_over", "4.4")


def test_4_5_scores_can_fall_and_only_the_present_score_counts():
    position = table("B33", "-", hand="B06 B09 B25 B04", deck="B11 B12 B13 B14")
    position = position.does(0, "lay B06 B09 | B25 B04").points("1", "2")
    assert position.scores == (-2, 1)
