"""RULES.md 1: material and setup."""

import msgspec
import pytest
from tag_table import cards, new_match

from touchwood.core.chance import Uniform, WeightedChoice
from touchwood.core.events import AddressedEvent, Only
from touchwood.core.options import options_from_mapping, options_from_pairs
from touchwood.core.refusals import InputError
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tag import GAME
from touchwood.games.tag.events import CardDealt, FirstPlayerNamed
from touchwood.games.tag.invariants import pieces
from touchwood.games.tag.options import Deck, Options, why_not_options
from touchwood.games.tag.state import KINDS


def error_of(seats: int, *pairs: str) -> InputError:
    with pytest.raises(InputError) as raised:
        options_from_pairs(GAME, pairs, seats)
    return raised.value


def test_1_1_two_to_six_players():
    assert list(GAME.player_counts) == [2, 3, 4, 5, 6]
    assert error_of(1).code == error_of(7).code == "bad_player_count"


def test_1_2_default_deck_has_71_cards_and_it():
    assert pieces(new_match(4).state) == {"T": 18, "A": 18, "G": 18, "TAG": 7, "Gool": 6, "Freeze": 4, "IT": 1}
    assert sum(Options().deck.counts) == 71


def test_1_2_defaults_of_all_options():
    assert msgspec.to_builtins(Options()) == {
        "deck": {"T": 18, "A": 18, "G": 18, "TAG": 7, "Gool": 6, "Freeze": 4},
        "first": "random",
        "gool_chain": True,
        "frozen_turns_count": True,
        "stall_after": 2,
        "show_taken": True,
        "tie_break": "shared",
        "answer_seconds": 6,
    }


def test_1_3_deck_names_any_of_the_six_and_a_missing_name_has_its_default():
    for pairs in (["deck.T=5", "deck.Freeze=0"], ['deck={"T": 5, "Freeze": 0}']):
        assert options_from_pairs(GAME, pairs, 4).deck == Deck(T=5, A=18, G=18, TAG=7, Gool=6, Freeze=0)
    assert Deck(1, 2, 3, 4, 5, 6).counts == tuple(getattr(Deck(1, 2, 3, 4, 5, 6), kind.value) for kind in KINDS)


def test_1_3_deck_with_an_unknown_name_is_refused():
    assert error_of(4, "deck.Joker=1").code == "bad_option"
    assert error_of(4, "deck.gool=1").code == "bad_option"


@pytest.mark.parametrize("count", ["-1", "100", "1.5", "many"])
def test_1_3_deck_counts_are_0_to_99(count):
    assert error_of(2, f"deck.A={count}").code == "bad_option"
    assert options_from_pairs(GAME, ["deck.A=0", "deck.T=99"], 2).deck.counts[:2] == (99, 0)


@pytest.mark.parametrize("seats", GAME.player_counts)
def test_1_4_at_least_four_cards_a_player(seats):
    enough = Deck(T=4 * seats, A=0, G=0, TAG=0, Gool=0, Freeze=0)
    assert why_not_options(Options(deck=enough), seats) is None
    too_few = Deck(T=4 * seats - 1, A=0, G=0, TAG=0, Gool=0, Freeze=0)
    error = why_not_options(Options(deck=too_few), seats)
    assert error is not None
    assert (error.code, error.facts) == (
        "too_few_cards",
        {"cards": 4 * seats - 1, "needed": 4 * seats, "players": seats},
    )


@pytest.mark.parametrize("seats", GAME.player_counts)
def test_1_5_chance_names_the_first_player(seats):
    start = new_match(seats)
    assert start.asked == "chance"
    assert GAME.chance(start.state) == Uniform(seats)
    assert start.view(0).turn is None
    for first in range(seats):
        named = start.falls(first)
        assert named.view(0).turn == first
        assert named.events(SPECTATOR) == (FirstPlayerNamed(Seat(first)),)


def test_1_5_first_names_a_seat():
    start = new_match(3, first=2)
    assert GAME.chance(start.state) == WeightedChoice(Options().deck.counts)
    assert start.view(0).turn == 2
    assert start.falls("T").hand(2) == "T"


@pytest.mark.parametrize("first", ["2", "5", "6", "-1", "nobody"])
def test_1_5_first_is_a_seat_of_the_table_or_random(first):
    assert error_of(2, f"first={first}").code in ("first_is_not_a_seat", "bad_option")
    assert options_from_pairs(GAME, ["first=random"], 2).first == "random"
    assert options_from_mapping(GAME, {"first": 1}, 2).first == 1


def test_1_6_one_card_at_a_time_clockwise_from_the_first_player_three_rounds():
    position = new_match(3).falls(1)
    order = []
    for kind in ("T", "A", "G", "TAG", "Gool", "Freeze", "T", "A", "G"):
        position = position.falls(kind)
        (told,) = [told for told in position.told if isinstance(told.event, CardDealt) and told.event.kind == kind]
        assert isinstance(told.audience, Only)
        (owner,) = told.audience.seats
        order.append(owner)
    assert order == [1, 2, 0, 1, 2, 0, 1, 2, 0]
    assert [position.hand(seat) for seat in range(3)] == ["G Freeze G", "T TAG T", "A Gool A"]
    # The first turn has begun: there is no discard pile yet, so the card comes from the deck.
    assert (position.phase, position.state.turn) == ("draw", 1)


def test_1_6_each_card_of_the_deal_leaves_the_deck():
    start = new_match(2, first=0)
    assert GAME.chance(start.falls("T", "Gool").state) == WeightedChoice((17, 18, 18, 7, 5, 4))


def test_1_6_others_see_that_a_card_is_dealt_not_which():
    dealt = new_match(2, first=0).falls("Gool")
    assert dealt.events(0) == (CardDealt(Seat(0), cards("Gool")[0]),)
    assert dealt.events(1) == dealt.events(SPECTATOR) == (CardDealt(Seat(0)),)
    assert all(isinstance(told, AddressedEvent) for told in dealt.told)


def test_1_7_clockwise_is_the_next_seat():
    position = new_match(2, first=1).falls(*["T"] * 6, "T")
    assert position.state.turn == 1
    assert position.does(1, "play T").state.turn == 0


@pytest.mark.parametrize("seats", GAME.player_counts)
def test_1_8_it_begins_in_the_middle(seats):
    start = new_match(seats)
    assert start.view(0).it is None
    assert GAME.points(start.state) == (0,) * seats


@pytest.mark.parametrize(
    "pair", ["stall_after=10", "stall_after=-1", "answer_seconds=0", "answer_seconds=31", "tie_break=x", "gool_chain=3"]
)
def test_1_9_options_out_of_their_range_are_refused(pair):
    assert error_of(3, pair).code == "bad_option"
    assert options_from_pairs(GAME, ["stall_after=9", "answer_seconds=30", "gool_chain=off"], 3) == Options(
        stall_after=9, answer_seconds=30, gool_chain=False
    )
