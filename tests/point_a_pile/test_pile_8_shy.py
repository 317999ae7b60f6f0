"""RULES.md 8: Dont-a-Touchme."""

from itertools import permutations
from typing import Any

import pytest
from pile_table import Position, cards, table

from touchwood.core.seats import SPECTATOR
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.actions import LayOut
from touchwood.games.point_a_pile.building import LAYOUT, SPLIT
from touchwood.games.point_a_pile.events import PutOut
from touchwood.games.point_a_pile.options import card_list
from touchwood.games.point_a_pile.rules.splitting import Laying, can_become_good

DECK = "B11 B12 B13 B14"
FIVE = "B05 B07 B10 B19 B24"  # green, textless


def shy(card: str, *rows: str, headpointer: int = 0) -> Position:
    """Pile 1 has the shy card on top."""
    position = table(*rows, hand=f"B01 B02 B06 {card}", deck=DECK, headpointer=headpointer)
    return position.does(headpointer, f"lay B01 {card} | B02 B06")


def allowed(position: Position) -> list[bool]:
    """Who may touch pile 1."""
    return [1 not in position.fouls(seat) for seat in range(len(position.state.players))]


def test_8_1_a_shy_card_is_in_force_only_on_top():
    position = table("-", "-", hand="B01 B02 B06 S01", deck=DECK).does(0, "lay S01 B01 | B02 B06")
    assert [position.fouls(seat) for seat in (0, 1)] == [{}, {}]


@pytest.mark.parametrize("card", ["S01", "S02"])
def test_8_2_only_the_headpointer(card):
    assert allowed(shy(card, "-", "-", headpointer=1)) == [False, True]


@pytest.mark.parametrize("card", ["S03", "S04"])
def test_8_2_not_the_headpointer(card):
    assert allowed(shy(card, "-", "-", headpointer=1)) == [True, False]


@pytest.mark.parametrize("card", ["S05", "S06"])
def test_8_2_not_a_leader(card):
    assert allowed(shy(card, "B25", "-")) == [False, True]
    assert allowed(shy(card, "B25", "B26")) == [False, False]


@pytest.mark.parametrize("card", ["S07", "S08"])
def test_8_2_only_with_fewer_than_5_cards(card):
    assert allowed(shy(card, FIVE, "B15 B16 B17 B18")) == [False, True]


def test_8_2_only_with_more_than_5_cards():
    assert allowed(shy("S09", FIVE, "B15 B16 B17 B18 B20 B21")) == [False, True]


@pytest.mark.parametrize(("card", "has"), [("S10", "B15"), ("S11", "B16")])
def test_8_2_only_without_my_colour(card, has):
    assert allowed(shy(card, has, "B05 B08")) == [False, True]


@pytest.mark.parametrize(("card", "has"), [("S12", "B05"), ("S13", "B08")])
def test_8_2_only_with_my_colour(card, has):
    assert allowed(shy(card, f"{has} B16", "B17 B20")) == [True, False]


@pytest.mark.parametrize("card", ["S14", "S15"])
def test_8_2_only_without_scored_shy_cards(card):
    assert allowed(shy(card, "S01 B05", "B07")) == [False, True]


def test_8_3_whoever_touches_it_all_the_same_is_out_of_the_round():
    position = shy("S01", "-", "-", headpointer=1).points("1", "1")
    assert [event.seat for event in position.events(SPECTATOR) if isinstance(event, PutOut)] == [0]
    assert (position.row(0), position.row(1)) == ("", "B01 S01")


def test_8_4_a_layout_without_a_pile_that_is_not_shy_on_top_is_refused():
    position = table("-", "-", hand="B01 B02 S01 S02", deck=DECK)
    assert position.why_not(0, "lay B01 S01 | B02 S02") == ("all_tops_shy", "8.4")
    assert position.why_not(0, "lay B01 B02 S02 S01") == ("all_tops_shy", "8.4")
    assert position.does(0, "lay B01 S01 | S02 B02").phase == "pointing"


def test_8_4_a_split_too():
    position = table("-", "-", hand="B01 S03 S04 S05", deck=DECK).does(0, "lay S03 S04 S05 B01").points("1", "1")
    assert position.why_not(0, "split B01 S03 | S04 S05") == ("all_tops_shy", "8.4")
    assert position.does(0, "split S03 B01 | S04 S05").phase == "pointing"


def test_8_4_it_falls_away_where_every_card_is_shy():
    position = table("-", "-", hand="S01 S02 S03 S04", deck=DECK)
    assert position.does(0, "lay S01 S02 | S03 S04").phase == "pointing"


def test_8_5_the_limit_for_piles_with_a_shy_top():
    position = table("-", "-", hand="B01 B02 B03 S01", deck=DECK, shy_pile_limit=2)
    assert position.why_not(0, "lay B01 B02 S01 | B03") == ("shy_pile_too_large", "8.5")
    assert position.does(0, "lay B02 S01 | B01 B03").phase == "pointing"
    no_limit = table("-", "-", hand="B01 B02 B03 S01", deck=DECK)
    assert no_limit.does(0, "lay B01 B02 S01 | B03").phase == "pointing"


def test_8_5_in_every_split_but_not_where_every_card_is_shy():
    position = table("-", "-", hand="B01 B02 B03 S04", deck=DECK, shy_pile_limit=1)
    position = position.does(0, "lay B01 S04 B02 B03").points("1", "1")
    assert position.why_not(0, "split B01 S04 | B02 B03") == ("shy_pile_too_large", "8.5")
    shy_only = table("-", "-", hand="S01 S02 S03 S04", deck=DECK, shy_pile_limit=1)
    assert shy_only.does(0, "lay S01 S02 | S03 S04").phase == "pointing"


@pytest.mark.parametrize("limit", [0, 1, 2])
@pytest.mark.parametrize("hand", ["B01 B02 S01 S02", "B01 S01 S02 S03", "B01 B02 B03 S01", "S01 S02 S03 S04"])
def test_8_5_the_builder_reaches_every_good_layout_and_no_other(hand, limit):
    position = table("-", "-", hand=hand, deck=DECK, shy_pile_limit=limit)
    built = set()
    begun: list[tuple[Any, ...]] = [()]
    view = position.view(0)
    while begun:
        parts = begun.pop()
        action, choices = LAYOUT.finish(view, parts), LAYOUT.choices(view, parts)
        assert (action is None) == bool(choices)  # a layout begun can always be ended
        if action is not None:
            assert GAME.why_illegal(position.state, 0, action) is None
            assert isinstance(action, LayOut)
            built.add(tuple(sorted(action.piles)))
        begun += [(*parts, choice) for choice in choices]
    assert built == {tuple(sorted(piles)) for piles in good_layouts(position, hand.split(), most=2)}


def good_layouts(position: Position, hand: list[str], most: int) -> list[tuple[tuple[str, ...], ...]]:
    """By trying all orders and all cuts."""
    layouts: list[tuple[tuple[str, ...], ...]] = [(order,) for order in permutations(hand)]
    if most > 1:
        layouts += [(order[:cut], order[cut:]) for order in permutations(hand) for cut in range(1, len(hand))]
    return [piles for piles in layouts if GAME.why_illegal(position.state, 0, LayOut(piles)) is None]


def test_8_5_the_builder_of_splits_never_leads_astray():
    position = table("-", "-", hand="B01 S03 S04 S05", deck=DECK, shy_pile_limit=1)
    position = position.does(0, "lay S03 S04 S05 B01").points("1", "1")
    view, whole = position.view(0), 0
    begun: list[tuple[Any, ...]] = [()]
    while begun:
        parts = begun.pop()
        action, choices = SPLIT.finish(view, parts), SPLIT.choices(view, parts)
        assert (action is None) == bool(choices)
        if action is not None:
            assert GAME.why_illegal(position.state, 0, action) is None
            whole += 1
        begun += [(*parts, choice) for choice in choices]
    assert whole > 20


def laying(to_lay: str, *, limit: int, most: int = 3) -> Laying:
    position = table("-", "-", "-", hand=to_lay, deck=DECK, shy_pile_limit=limit)
    return Laying(card_list(position.state.options), cards(to_lay), 1, most, limit)


def test_8_5_piles_that_are_too_large_need_a_cover_each():
    begun = [cards("S01 S02"), cards("S03 S04")]
    asked = laying("S01 S02 S03 S04 S05 B01 B02", limit=1)
    assert can_become_good(asked, begun, cards("B01 B02 S05"))
    assert can_become_good(asked, begun, cards("B01 B02"))
    assert not can_become_good(asked, begun, cards("B01 S05"))


def test_8_5_more_piles_than_there_may_be_never_become_good():
    begun = [cards("B01"), cards("B02"), cards("S01")]
    assert can_become_good(laying("B01 B02 S01 B03", limit=0), begun, cards("B03"))
    assert not can_become_good(laying("B01 B02 S01 B03", limit=0, most=2), begun, cards("B03"))
