"""RULES.md 2: a round, from the draw to the next Headpointer."""

import pytest
from pile_table import Position, new_match, table

from touchwood.core.chance import Uniform
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.events import AsideScored, CardDrawn, PileScored, PileSetAside, Pointed

EXPANSIONS = ("point_a_police", "complete_a_mission", "dont_a_touchme", "wait_a_minute")
FOUR = "B01 B02 B03 B04"
SIX = "B01 B02 B03 B04 B05 B06"


def most_piles(position: Position) -> int | None:
    """As everybody sees it."""
    seen = {position.view(viewer).most_piles for viewer in (*range(len(position.state.players)), SPECTATOR)}
    assert len(seen) == 1
    return seen.pop()


def drawn(position: Position) -> Position:
    """Chance has fallen until somebody is asked."""
    while position.waits_for_chance:
        position = position.falls(0)
    return position


# -- The draw -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_2_1_twice_as_many_cards_as_players(seats):
    position = new_match(seats, first=0)
    for _ in range(2 * seats):
        assert position.waits_for_chance
        position = position.falls(0)
    assert (position.phase, len(position.state.round.hand), len(position.state.deck)) == (
        "layout",
        2 * seats,
        54 - 2 * seats,
    )


def test_2_1_a_draw_is_any_card_of_the_deck_and_everybody_sees_it():
    position = new_match(2, first=0)
    assert GAME.chance(position.state) == Uniform(54)
    position = position.falls("B17")
    assert position.events(SPECTATOR) == position.events(1) == (CardDrawn(Seat(0), "B17"),)
    assert position.view(SPECTATOR).hand == ("B17",)
    assert GAME.chance(position.state) == Uniform(53)


def test_2_2_too_few_cards_for_the_whole_draw_all_discards_go_back_first():
    position = table("-", "-", deck="B01 B02 B03", discard="B04 B05", begins=True)
    assert position.heard(0) == ["DiscardsShuffled"]
    assert position.state.deck == ("B01", "B02", "B03", "B04", "B05")
    assert (position.discard, position.state.round.to_draw) == ("", 4)


def test_2_2_enough_cards_the_discards_stay():
    position = table("-", "-", deck="B01 B02 B03 B06", discard="B04 B05", begins=True)
    assert (position.discard, position.heard(0)) == ("B04 B05", [])


def test_2_3_still_short_what_there_is_is_laid_out():
    position = table("-", "-", deck="B01", discard="B04 B05", begins=True)
    position = position.falls("B05", "B01", "B04")
    assert (position.phase, position.state.round.hand) == ("layout", ("B05", "B01", "B04"))


def test_2_3_no_card_at_all_ends_the_game():
    position = table("B01", "B25", begins=True)
    assert position.is_over
    assert position.heard(SPECTATOR) == ["CardsRanOut", "GameEnded"]
    assert position.winners == (1,)


# -- The layout -----------------------------------------------------------------------------------------------------
def test_2_4_the_headpointer_lays_out():
    position = table("-", "-", hand=FOUR, headpointer=1)
    assert position.awaited == (1,)
    assert position.why_not(0, "lay B01 B02 B03 B04") == ("not_headpointer", "2.4")
    assert position.why_not(1, "point 1") == ("lay_out_now", "2.4")
    assert position.may(1) == []


def test_2_5_piles_lie_as_laid_and_everybody_sees_all_of_them():
    position = table("-", "-", hand=FOUR).does(0, "lay B04 B01 | B03 B02")
    assert position.piles == "1: B04 B01 | 2: B03 B02"
    for viewer in (0, 1, SPECTATOR):
        assert [pile.cards for pile in position.view(viewer).piles] == [("B04", "B01"), ("B03", "B02")]


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("lay B01 | B02 | B03 B04", "wrong_number_of_piles"),
        ("lay", "other_cards"),
        ("lay B01 B02 B03 B04 | -", "empty_pile"),
        ("lay B01 B02 | B03", "other_cards"),
        ("lay B01 B02 | B03 B04 B05", "other_cards"),
        ("lay B01 B02 | B02 B03 B04", "other_cards"),
    ],
)
def test_2_5_one_to_as_many_piles_as_players_each_card_once_none_empty(move, code):
    assert table("-", "-", hand=FOUR).why_not(0, move) == (code, "2.5")


def test_2_5_one_pile_is_enough():
    assert table("-", "-", hand=FOUR).does(0, "lay B01 B02 B03 B04").piles == "1: B01 B02 B03 B04"


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_2_5_everybody_sees_how_many_piles_there_may_be(seats):
    position = new_match(seats, first=0)
    assert most_piles(position) is None, "nothing is drawn yet"
    position = drawn(position)
    assert most_piles(position) == seats
    hand = position.state.round.hand
    so_many = " | ".join([*hand[: seats - 1], " ".join(hand[seats - 1 :])])
    one_more = " | ".join([*hand[:seats], " ".join(hand[seats:])])
    assert position.why_not(0, f"lay {one_more}") == ("wrong_number_of_piles", "2.5")
    position = position.does(0, f"lay {so_many}")
    assert len(position.state.round.piles) == seats
    assert most_piles(position) is None, "all is laid"


@pytest.mark.parametrize(
    "options",
    [
        *({expansion: True} for expansion in EXPANSIONS),
        dict.fromkeys(EXPANSIONS, True),
        {"memory": True},
        {"dont_a_touchme": True, "shy_pile_limit": 1},
    ],
    ids=lambda options: " and ".join(options),
)
@pytest.mark.parametrize("seats", [2, 6])
def test_2_5_the_number_of_piles_does_not_change_with_variants_and_expansions(seats, options):
    assert most_piles(drawn(new_match(seats, first=0, **options))) == seats


def test_2_5_no_more_piles_than_cards():
    position = drawn(table("-", "-", "-", deck="B01", discard="B04", begins=True))
    assert most_piles(position) == 2
    more = drawn(table("-", "A17", deck="B07 B08 B09 B10 B11 " + SIX, begins=True).does(1, "trigger A17"))
    assert (len(more.state.round.hand), most_piles(more)) == (10, 2), "nor more than players, however much is drawn"


# -- Pointing -------------------------------------------------------------------------------------------------------
def test_2_6_everyone_points_at_a_pile_or_empty_space():
    position = table("-", "-", "-", hand=SIX).does(0, "lay B01 B02 | B03 B04 B05 B06")
    assert position.awaited == (0, 1, 2)
    assert position.may(1) == ["point 1", "point 2", "point empty"]
    assert position.refusal(1, "point 3").facts == {"pile": 3, "piles": (1, 2)}
    assert position.why_not(0, "lay B01") == ("point_now", "2.6")


def test_2_6_in_any_order():
    position = table("-", "-", "-", hand=SIX).does(0, "lay B01 B02 | B03 B04 B05 B06").does(2, "point 1")
    assert position.awaited == (0, 1)


def test_2_7_a_finger_is_sealed_and_others_see_ready_at_most():
    position = table("-", "-", hand=FOUR).does(0, "lay B01 B02 | B03 B04").does(1, "point 2")
    assert position.events(1) == (Pointed(Seat(1), 2),)
    assert position.events(0) == position.events(SPECTATOR) == (Pointed(Seat(1)),)
    assert position.view(1).fingers == (None, 2)
    assert position.view(0).fingers == position.view(SPECTATOR).fingers == (None, None)
    assert position.view(0).ready == (1,)


def test_2_7_it_may_be_changed_until_the_last_one_is_in_and_nobody_hears_of_it():
    position = table("-", "-", hand=FOUR).does(0, "lay B01 B02 | B03 B04").does(1, "point 2")
    assert GAME.may_act(position.state) == (1,)
    position = position.does(1, "point 1")
    assert position.heard(0) == position.heard(SPECTATOR) == []
    position = position.does(0, "point 2")
    assert (position.row(0), position.row(1)) == ("B03 B04", "B01 B02")
    assert GAME.may_act(position.state) == ()


# -- Who gets what --------------------------------------------------------------------------------------------------
def test_2_8_a_single_pick_scores_bottom_card_first():
    position = table("B09", "-", hand=FOUR, deck="B11 B12 B13 B14").does(0, "lay B01 B02 | B03 B04").points("1", "2")
    assert (position.row(0), position.row(1)) == ("B09 B01 B02", "B03 B04")
    assert position.view(1).players[0].last == "B02"
    assert position.events(0)[3:5] == (PileScored(Seat(0), 1, ("B01", "B02")), PileScored(Seat(1), 2, ("B03", "B04")))


def test_2_8_piles_nobody_wants_are_set_aside_in_their_order_and_discarded():
    position = table("-", "-", "-", hand=SIX, deck="B11 B12 B13 B14 B15 B16")
    position = position.does(0, "lay B02 B01 | B06 | B03 B04 B05").points("empty", "2", "empty")
    assert position.row(1) == "B06"
    assert position.discard == "B02 B01 B03 B04 B05"
    assert [event for event in position.events(SPECTATOR) if isinstance(event, PileSetAside)] == [
        PileSetAside(("B02", "B01")),
        PileSetAside(("B03", "B04", "B05")),
    ]


def test_2_9_a_contested_pile_is_split_by_the_headpointer_and_just_those_players_point():
    position = table("-", "-", "-", hand=SIX).does(0, "lay B01 B02 | B03 B04 B05 B06").points("1", "2", "2")
    assert (position.phase, position.awaited, position.row(0)) == ("split", (0,), "B01 B02")
    position = position.does(0, "split B03 | B06 B04 | B05")
    assert (position.awaited, position.piles) == ((1, 2), "1: B03 | 2: B06 B04 | 3: B05")
    assert position.why_not(0, "point 1") == ("not_pointing", "2.6")
    position = position.points("2", "1")
    assert (position.row(1), position.row(2)) == ("B06 B04", "B03")


@pytest.mark.parametrize("move", ["split B03 B04 B05 B06", "split B03 B04 | B05", "split B03 B04 | B05 B06 | -"])
def test_2_9_at_least_two_piles_of_exactly_these_cards(move):
    position = table("-", "-", "-", hand=SIX).does(0, "lay B01 B02 | B03 B04 B05 B06").points("1", "2", "2")
    assert position.why_not(0, move)[0] in ("wrong_number_of_piles", "other_cards", "empty_pile")
    assert position.why_not(1, "split B03 | B04 B05 B06") == ("not_headpointer", "2.4")


def test_2_9_as_many_piles_as_cards():
    position = table("-", "-", hand=FOUR).does(0, "lay B01 B02 B03 B04").points("1", "1")
    assert position.does(0, "split B01 | B02 | B03 | B04").piles == "1: B01 | 2: B02 | 3: B03 | 4: B04"


def test_2_9_everybody_sees_how_many_piles_a_split_may_make():
    position = table("-", "-", "-", hand=SIX).does(0, "lay B01 B02 B03 B04 B05 | B06").points("1", "1", "2")
    assert most_piles(position) == 5, "a pile for each card, also if there are fewer players"
    position = position.does(0, "split B01 B02 | B03 B04 B05")
    assert most_piles(position) is None
    assert most_piles(position.points("1", "1")) == 2


def test_2_10_a_split_and_its_own_splits_are_finished_before_the_next_pile():
    position = table("-", "-", "-", "-", hand=SIX + " B07 B08").does(0, "lay B01 B02 B03 B04 | B05 B06 B07 B08")
    position = position.points("1", "1", "2", "2")
    position = position.does(0, "split B01 B02 | B03 B04").points("1", "1")
    assert position.state.round.contests[0].cards == ("B01", "B02")
    position = position.does(0, "split B01 | B02").points("1", "2")
    assert (position.phase, position.state.round.contests[0].cards) == ("split", ("B05", "B06", "B07", "B08"))
    assert (position.row(0), position.row(1)) == ("B01", "B02")


def test_2_10_a_single_contested_card_is_set_aside_when_its_turn_comes():
    position = table("-", "-", "-", "-", hand=SIX + " B07 B08", deck="B11 B12 B13 B14 B15 B16 B17 B18")
    position = position.does(0, "lay B01 B02 | B03 | B04 B05 B06 B07 B08").points("1", "1", "2", "2")
    # Pile 3 is wanted by nobody and goes aside first; pile 2 waits for the splits of pile 1.
    assert position.state.round.aside == ("B04", "B05", "B06", "B07", "B08")
    position = position.does(0, "split B01 | B02").points("1", "2")
    assert position.discard == "B04 B05 B06 B07 B08 B03"


def test_2_11_alone_at_empty_space_scores_all_that_was_set_aside():
    position = table("-", "-", "-", hand=SIX, deck="B11 B12 B13 B14 B15 B16")
    position = position.does(0, "lay B02 B01 | B06 | B03 B04 B05").points("empty", "2", "2")
    assert (position.row(0), position.row(1), position.discard) == ("B02 B01 B03 B04 B05 B06", "", "")
    assert AsideScored(Seat(0), ("B02", "B01", "B03", "B04", "B05", "B06")) in position.events(SPECTATOR)


def test_2_11_where_nothing_was_set_aside_nothing_is_told_of_it():
    position = table("-", "-", "-", hand=SIX, deck="B11 B12 B13 B14 B15 B16")
    position = position.does(0, "lay B02 B01 | B06 B03 B04 B05").points("empty", "1", "2")
    assert position.row(0) == position.discard == ""
    assert not [name for name in position.heard(SPECTATOR) if name.startswith("Aside")]


def test_2_11_two_at_empty_space_get_nothing():
    position = table("-", "-", "-", hand=SIX, deck="B11 B12 B13 B14 B15 B16")
    position = position.does(0, "lay B02 B01 | B06 | B03 B04 B05").points("empty", "2", "empty")
    assert (position.row(0), position.row(2), position.discard) == ("", "", "B02 B01 B03 B04 B05")


def test_2_11_empty_space_counts_over_all_pointings_of_the_round():
    start = table("-", "-", "-", hand=SIX, deck="B11 B12 B13 B14 B15 B16").does(0, "lay B01 B02 | B03 B04 B05 B06")
    in_a_split = start.points("1", "2", "2").does(0, "split B03 | B04 B05 B06").points("empty", "1")
    assert (in_a_split.row(1), in_a_split.row(2)) == ("B04 B05 B06", "B03")
    one_before_one_after = start.points("empty", "2", "2").does(0, "split B03 | B04 B05 B06").points("empty", "1")
    assert (one_before_one_after.row(0), one_before_one_after.row(1)) == ("", "")
    assert one_before_one_after.discard == "B01 B02 B04 B05 B06"


def test_2_12_the_headpointer_passes_on_clockwise():
    position = table("-", "-", hand=FOUR, deck="B11 B12 B13 B14", headpointer=1).does(1, "lay B01 B02 | B03 B04")
    position = position.points("1", "2")
    assert (position.state.headpointer, position.state.rounds, position.phase) == (0, 1, "draw")


def test_2_12_the_round_limit_ends_the_game_with_the_scores_then_standing():
    position = table("-", "B54", hand="B01 B02 B25 B04", deck="B11 B12 B13 B14", rounds=2, round_limit=3)
    position = position.does(0, "lay B01 B02 | B25 B04").points("1", "empty")
    assert position.is_over
    assert position.heard(0)[-3:] == ["HeadpointerPassed", "RoundLimitReached", "GameEnded"]
    # The Headpointer has passed on, so the card of the new one counts: 1 + 1 from B25.
    assert (position.scores, position.winners) == ((0, 2), (1,))


def test_2_12_no_round_limit():
    position = table("-", "-", hand=FOUR, deck="B11 B12 B13 B14", rounds=500, round_limit=0)
    assert position.does(0, "lay B01 B02 | B03 B04").points("1", "2").phase == "draw"
    assert GAME.longest(position.state.options, 2) is None
