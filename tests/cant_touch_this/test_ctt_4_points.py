"""Rules 4 and 5: what symbols are worth in both editions."""

from collections import Counter
from itertools import combinations_with_replacement, product

import pytest
from ctt_table import table
from hypothesis import given
from hypothesis import strategies as st

from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this.cards import SYMBOL_OF, Symbol
from touchwood.games.cant_touch_this.rules.ending import turned_bombs
from touchwood.games.cant_touch_this.rules.scoring import ScoreLine, ScoreSheet, best_conversion, score_sheet


def total(*captures: str, edition: int, **options: bool) -> int:
    return score_sheet(captures, edition=edition, **options).total  # type: ignore[arg-type]  # editions and options by name


def line(sheet: ScoreSheet, symbol: str) -> ScoreLine:
    return next(line for line in sheet.lines if line.symbol == symbol)


def points_by_symbol(*captures: str, edition: int) -> dict[str, int]:
    sheet = score_sheet(captures, edition=edition)  # type: ignore[arg-type]  # editions by name
    return {line.symbol.value: line.points for line in sheet.lines}


# -- 4, first edition -----------------------------------------------------------------------------------------------
def test_4_1_ones_and_twos():
    assert total("11", "2", edition=1) == 4
    assert total(edition=1) == 0


def test_4_1_the_printed_examples_of_the_first_edition():
    # 1 from ones, 4 from twos, 3 from poops, 3 from swirls, 0 from gems.
    assert total("S", "122P", "PP", edition=1) == 11
    assert points_by_symbol("S", "122P", "PP", edition=1) == {"one": 1, "two": 4, "poop": 3, "swirl": 3}
    # 1 from ones, 6 from twos, 0 from poops, 1 from swirls, 3 from gems.
    assert total("S22", "12", "GG", edition=1) == 11
    assert points_by_symbol("S22", "12", "GG", edition=1) == {"one": 1, "two": 6, "swirl": 1, "gem": 3}


@pytest.mark.parametrize(("poops", "points"), [(0, 0), (1, -1), (2, -2), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_4_2_poop_turns_good_with_the_third(poops, points):
    assert total(*["P"] * poops, edition=1) == points


@pytest.mark.parametrize(
    ("clip", "points"), [("S", 3), ("S1", 2 + 1), ("S11", 1 + 2), ("S111", 0 + 3), ("SS", 4), ("SSS", 3), ("SSSS", 0)]
)
def test_4_3_a_swirl_loses_a_point_for_every_other_symbol_of_its_clip(clip, points):
    assert total(clip, edition=1) == points
    # What other clips capture does not matter.
    assert total(clip, "2222", edition=1) == points + 8


@pytest.mark.parametrize(("gems", "points"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 9), (5, 9), (6, 9)])
def test_4_4_gems_by_number(gems, points):
    assert total(*["G"] * gems, edition=1) == points


@pytest.mark.parametrize(("edition", "points"), [(1, (0, 0, 1, 3, 6, 9, 9, 9)), (2, (0, 0, 1, 3, 6, 9, 12, 15, 15))])
def test_4_5_gems_from_the_second_on(edition, points):
    assert tuple(total(*["G"] * gems, edition=edition, gems_from_second=True) for gems in range(len(points))) == points


def test_4_6_bombs_and_stars_score_nothing():
    assert total("B*", "BB*", "*", edition=1) == 0
    assert [line.turned for line in score_sheet(["B*"], edition=1).lines] == [0, 0]


# -- 5, second edition ----------------------------------------------------------------------------------------------
@given(st.lists(st.text("12S", min_size=1, max_size=4), max_size=6))
def test_5_1_ones_twos_and_swirls_are_as_in_the_first_edition(captures):
    assert score_sheet(captures, edition=2) == score_sheet(captures, edition=1)


def test_5_1_the_printed_examples_of_the_second_edition():
    # 2 from a star and a bomb, 1 from ones, 4 from twos, -1 from poop, 0 from swirls, 3 from gems.
    assert total("B*12", "2PSG", "G", edition=2) == 9
    assert points_by_symbol("B*12", "2PSG", "G", edition=2) == {
        "bomb": 2,
        "star": 0,
        "one": 1,
        "two": 4,
        "poop": -1,
        "swirl": 0,
        "gem": 3,
    }
    # Two wilds become a poop: 2 from ones, 7 from poops, 2 from swirls.
    assert total("WWPP", "P1", "S1", edition=2) == 11
    assert points_by_symbol("WWPP", "P1", "S1", edition=2) == {"one": 2, "poop": 7, "swirl": 2, "wild": 0}


@pytest.mark.parametrize(("poops", "points"), [(0, 0), (1, -1), (2, -2), (3, -3), (4, 7), (5, 7), (6, 7)])
def test_5_2_four_poops_or_more_are_exactly_seven(poops, points):
    assert total(*["P"] * poops, edition=2) == points


@pytest.mark.parametrize(("gems", "points"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 9), (5, 12), (6, 15), (7, 15)])
def test_5_3_gems_by_number(gems, points):
    assert total(*["G"] * gems, edition=2) == points


@pytest.mark.parametrize(
    ("bombs", "stars", "points", "turned"),
    [(1, 0, -3, 0), (1, 1, 2, 1), (2, 1, -1, 1), (3, 1, -4, 1), (2, 2, 4, 2), (1, 3, 2, 1), (0, 2, 0, 0)],
)
def test_5_4_each_star_turns_a_bomb(bombs, stars, points, turned):
    sheet = score_sheet(["B"] * bombs + ["*"] * stars, edition=2)
    assert sheet.total == points
    assert sum(line.turned for line in sheet.lines) == turned


def test_5_4_the_turned_bombs_are_shown():
    # Seat 0 captures three bombs and two stars; the first two bombs are turned.
    state = table("BB1 1BB **1", placed="W0x2 N2x1 E1x2 E2x1 W2x2")
    assert turned_bombs(state, Seat(0)) == ((0, 0), (0, 1))
    assert turned_bombs(state, Seat(1)) == ()
    # A pair of wilds that becomes a star turns one as well.
    assert turned_bombs(table("BWW 111 111", seats=1, placed="W0x3"), Seat(0)) == ((0, 0),)


def test_5_5_a_pair_of_wilds_becomes_one_symbol():
    assert total("WW", edition=2) == 2
    assert total("WWWW", edition=2) == 4
    # Not a swirl, and it is in no clip: the swirl beside it keeps its other symbols.
    assert total("WWS", edition=2) == 2 + 1
    assert Symbol.SWIRL not in best_conversion(2, False, 0, 0, 0, 0, 1)


def test_5_5_an_odd_wild_does_nothing():
    assert total("W", edition=2) == 0
    assert total("WWW", edition=2) == total("WW", edition=2)
    assert total("GGW", edition=2) == 3


@pytest.mark.parametrize(
    ("captures", "became", "points"),
    [
        (("WW",), {"two": 1}, 2),
        (("WW", "B"), {"star": 1}, 2),
        (("WW", "GGG"), {"gem": 1}, 9),
        (("WW", "PPP"), {"poop": 1}, 7),
        (("WW", "PPPG"), {"poop": 1}, 8),
        (("WW", "B", "PPP"), {"poop": 1}, 4),
        (("WWWW", "B", "PPP"), {"poop": 1, "star": 1}, 9),
        (("WWWW", "PP"), {"poop": 2}, 7),
        # Equal: two gems bring as much as a gem and a two would; the plainer one is shown.
        (("WW", "G"), {"two": 1}, 3),
    ],
)
def test_5_6_the_best_conversion_is_made(captures, became, points):
    sheet = score_sheet(captures, edition=2)
    assert {line.symbol.value: line.from_wilds for line in sheet.lines if line.from_wilds} == became
    assert sheet.total == points


GEMS = (0, 1, 3, 6, 9, 12, 15)


def points_after(counts: Counter[str], became: tuple[str, ...], *, gems_from_second: bool) -> int:
    """Rule 5 once more, for symbols that stand in no clip: how it would be counted by hand."""
    held = counts + Counter(became)
    gems = held["G"] - gems_from_second
    turned = min(held["B"], held["*"])
    return (
        held["1"]
        + 2 * held["2"]
        + (7 if held["P"] >= 4 else -held["P"])
        + GEMS[max(0, min(gems, 6))]
        + 2 * turned
        - 3 * (held["B"] - turned)
    )


def test_5_6_no_conversion_is_better_whatever_was_captured():
    """Against every symbol but a swirl for every pair."""
    tried = 0
    for poops, gems, bombs, stars, wilds in product(range(5), range(7), range(4), range(3), (2, 3, 4, 6)):
        symbols = "P" * poops + "G" * gems + "B" * bombs + "*" * stars + "W" * wilds
        for gems_from_second in (False, True):
            best = max(
                points_after(Counter(symbols), became, gems_from_second=gems_from_second)
                for became in combinations_with_replacement("12PGB*", wilds // 2)
            )
            tried += 1
            assert score_sheet([*symbols], edition=2, gems_from_second=gems_from_second).total == best
    assert tried == 3360


def test_5_6_the_sheet_shows_what_became_of_wilds():
    sheet = score_sheet(["WWWW", "BPP", "P*"], edition=2)
    # Two pairs: one is the fourth poop; the star has the bomb already, so the other is a two.
    assert line(sheet, "poop") == ScoreLine(Symbol.POOP, 4, 7, from_wilds=1)
    assert line(sheet, "two") == ScoreLine(Symbol.TWO, 1, 2, from_wilds=1)
    assert line(sheet, "bomb") == ScoreLine(Symbol.BOMB, 1, 2, turned=1)
    assert line(sheet, "star") == ScoreLine(Symbol.STAR, 1, 0)
    assert line(sheet, "wild") == ScoreLine(Symbol.WILD, 4, 0)
    assert sheet.total == 11


# -- Both -----------------------------------------------------------------------------------------------------------
@given(
    st.lists(st.text("12PSGB*W", min_size=1, max_size=4), max_size=6),
    st.sampled_from([1, 2]),
    st.booleans(),
    st.integers(0, 60),
)
def test_a_sheet_counts_every_symbol_once_and_adds_up(captures, edition, gems_from_second, penalty):
    if edition == 1:
        captures = [clip.replace("W", "1") for clip in captures]
    sheet = score_sheet(captures, edition=edition, gems_from_second=gems_from_second, penalty=penalty)
    assert sheet.total == sum(line.points for line in sheet.lines) - penalty
    for letter, symbol in SYMBOL_OF.items():
        counted = [line for line in sheet.lines if line.symbol == symbol]
        captured = "".join(captures).count(letter)
        assert sum(line.count - line.from_wilds for line in counted) == captured
        assert len(counted) <= 1
    assert sum(line.from_wilds for line in sheet.lines) == "".join(captures).count("W") // 2
