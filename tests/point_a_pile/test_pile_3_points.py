"""RULES.md 3: what each card is worth."""

import pytest
from pile_table import cards, table

from touchwood.core.seats import SPECTATOR
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.cards import Card, CardId, CardSet, Colour, Kind
from touchwood.games.point_a_pile.options import Options, card_list
from touchwood.games.point_a_pile.rules.scoring import row_points, score_sheet, total

CARDS = card_list(Options())


def worth(row: str, card: str, *, is_headpointer: bool = False) -> int:
    """What the card is worth in the row."""
    (line,) = [line for line in score_sheet(CARDS, cards(row), is_headpointer) if line.card == card]
    return line.points


def test_3_1_points_are_the_sum_of_what_all_scored_cards_are_worth_now():
    row = cards("B25 B29 B27 B01")
    assert row_points(CARDS, row, False) == total(score_sheet(CARDS, row, False)) == 1 + 1 - 1


@pytest.mark.parametrize("card", ["R01", "S01", "A01"])
def test_3_1_cards_of_expansions_are_worth_nothing(card):
    assert worth(f"B01 {card} B06", card) == 0


def test_3_1_they_count_as_cards_with_a_colour_and_text():
    assert worth("B29 R05 S02 A02", "B29") == 3
    assert worth("B46 R01 S01 A01 B01", "B46") == 3
    assert worth("B49 R01 S01 B01", "B49") == 1


def test_3_2_plain():
    assert worth("B01 B02", "B01") == 0


def test_3_3_score():
    assert (worth("B25", "B25"), worth("B27", "B27")) == (1, -1)


@pytest.mark.parametrize(
    ("row", "card", "points"),
    [
        ("B29", "B29", 0),  # +1 red, itself blue
        ("B29 B06 B09", "B29", 2),
        ("B33 B06 B09 B11", "B33", -3),
        ("B30 B03 B25", "B30", 1),
        ("B31 B02 B14 B29", "B31", 3),
        ("B32 B01 B38", "B32", 2),
    ],
)
def test_3_4_colour_match(row, card, points):
    assert worth(row, card) == points


def test_3_4_colour_match_counts_itself_if_it_has_the_colour():
    # No card of the shipped list has the colour it counts, but one of another list may.
    own = Card(CardId("X1"), CardSet.BASE, Kind.COLOUR_MATCH, points=2, of_colour=Colour.RED, colour=Colour.RED)
    known = card_list(Options(deck=("B06", "B01", "B02", own)))
    assert row_points(known, cards("X1"), False) == 2
    assert row_points(known, cards("X1 B06"), False) == 4


@pytest.mark.parametrize(("card", "points"), [("B34", 3), ("B35", 4), ("B36", 4), ("B37", 5)])
def test_3_5_all_colours(card, points):
    assert worth(f"B01 B02 B03 B06 {card}", card) == points
    assert worth(f"B01 {card}", card) == 0


@pytest.mark.parametrize(
    ("card", "row", "short", "points"),
    [
        ("B38", "B06 B09", "B06 B03", 2),
        ("B39", "B06 B09 B11", "B06 B09", 3),
        ("B40", "B06 B09 B11 B13", "B06 B09 B11", 4),
        ("B41", "B06 B09 B11 B13 B16", "B06 B09 B11 B13", 5),
    ],
)
def test_3_6_colour_group(card, row, short, points):
    assert worth(f"{row} {card}", card) == points
    assert worth(f"{short} {card}", card) == 0


@pytest.mark.parametrize(
    ("card", "row", "short", "points"),
    [
        ("B42", "B01 B08", "B01", 2),
        ("B43", "B02 B14 B15", "B02 B14", 3),
        ("B44", "B03 B04 B05 B07", "B03 B04 B05", 4),
        ("B45", "B06 B09 B11 B13 B16", "B06 B09 B11 B13", 5),
    ],
)
def test_3_7_colour_count(card, row, short, points):
    assert worth(f"{row} {card}", card) == points
    assert worth(f"{short} {card}", card) == 0


@pytest.mark.parametrize(("card", "needs", "points"), [("B46", 5, 3), ("B47", 6, 4), ("B48", 6, 5)])
def test_3_8_card_count(card, needs, points):
    others = ["B01", "B02", "B03", "B04", "B05"]
    assert worth(" ".join([*others[: needs - 1], card]), card) == points
    assert worth(" ".join([*others[: needs - 2], card]), card) == 0


def test_3_9_textless_match():
    assert (worth("B01 B02 B49 B25", "B49"), worth("B01 B02 B51", "B51")) == (2, -2)


def test_3_10_last_card():
    assert (worth("B01 B52", "B52"), worth("B52 B01", "B52")) == (1, 0)
    assert (worth("B01 B53", "B53"), worth("B53 B01", "B53")) == (-1, 0)


def test_3_11_headpointer():
    assert (worth("B54", "B54", is_headpointer=True), worth("B54", "B54")) == (1, 0)


def test_3_12_the_sheet_tells_what_each_card_counted():
    sheet = score_sheet(CARDS, cards("B29 B06 B09 B44 B34"), False)
    assert [(line.card, line.points, line.count) for line in sheet] == [
        ("B29", 4, 4),  # four red cards
        ("B06", 0, 0),
        ("B09", 0, 0),
        ("B44", 0, 0),  # no green card of four
        ("B34", 0, 2),  # two colours of four
    ]


def test_3_12_every_row_that_is_open_has_its_sheet():
    position = table("B25 B29", "B06 B27", hand="B01 B02 B03 B04")
    for viewer in (0, 1, SPECTATOR):
        for player in position.view(viewer).players:
            assert player.sheet is not None
            assert player.row is not None
            assert [line.card for line in player.sheet] == list(player.row)
            assert total(player.sheet) == player.points


def test_3_12_what_a_pile_would_be_worth_now_is_what_scoring_it_brings():
    position = table("B06", "-", hand="B01 B02 B31 B25").does(0, "lay B01 B02 | B31 B25")
    before = GAME.points(position.state)
    worth = GAME.worth(position.view(0))
    assert set(worth) == {"pile:1", "pile:2"}
    for pile, other in (("1", "2"), ("2", "1")):
        after = GAME.points(position.points(pile, other).state)
        # The Headpointer passes on meanwhile; none of these cards asks who that is.
        assert after[0] - before[0] == worth[f"pile:{pile}"]
    assert any(worth.values())
