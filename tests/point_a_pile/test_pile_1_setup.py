"""RULES.md 1: material, options and setup."""

from collections import Counter

import msgspec
import pytest
from pile_table import new_match

from touchwood.core.chance import Uniform
from touchwood.core.options import options_from_pairs
from touchwood.core.refusals import InputError
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.cards import Card, CardId, CardSet, Colour, Kind, shipped_cards, shipped_missions
from touchwood.games.point_a_pile.events import HeadpointerNamed
from touchwood.games.point_a_pile.options import Options, card_list, deck_of, why_not_options

SHIPPED = shipped_cards().values()


def test_1_1_two_to_six_players():
    assert list(GAME.player_counts) == [2, 3, 4, 5, 6]
    with pytest.raises(InputError, match="bad_player_count"):
        options_from_pairs(GAME, [], 7)


def test_1_2_the_base_deck_has_54_cards_in_four_colours():
    base = [card for card in SHIPPED if card.set is CardSet.BASE]
    assert Counter(card.colour for card in base) == {"red": 16, "green": 16, "blue": 11, "purple": 11}
    assert deck_of(Options()) == tuple(sorted(card.card for card in base))
    assert len(base) == 54


def test_1_2_only_plain_cards_are_textless():
    textless = card_list(Options()).textless
    assert len(textless) == 24
    assert all((card.kind is Kind.PLAIN) == (card.card in textless) for card in SHIPPED)


@pytest.mark.parametrize(
    ("option", "expansion", "count"),
    [
        ("point_a_police", CardSet.POLICE, 15),
        ("dont_a_touchme", CardSet.SHY, 15),
        ("wait_a_minute", CardSet.ACTION, 20),
    ],
)
def test_1_3_an_expansion_adds_its_cards_to_the_deck(option, expansion, count):
    deck = deck_of(Options(**{option: True}))
    added = [card for card in deck if shipped_cards()[card].set is expansion]
    assert (len(deck), len(added)) == (54 + count, count)


def test_1_3_missions_are_not_in_the_deck():
    assert deck_of(Options(complete_a_mission=True)) == deck_of(Options())
    assert len(shipped_missions()) == 12


def test_1_3_any_mix_is_possible():
    everything = Options(point_a_police=True, complete_a_mission=True, dont_a_touchme=True, wait_a_minute=True)
    assert len(deck_of(everything)) == 54 + 15 + 15 + 20


def test_1_3_how_many_cards_of_each_kind():
    counted = Counter((card.set.value, card.kind.value) for card in SHIPPED)
    assert counted["point_a_police", "not_last_colour"] == 6
    assert counted["point_a_police", "last_colour"] == 3
    assert counted["wait_a_minute", "change_of_mind"] == 3
    assert counted["wait_a_minute", "swap"] == counted["wait_a_minute", "redo"] == 2
    assert counted["dont_a_touchme", "more_than_5_cards"] == 1
    assert counted["complete_a_mission", "points_10"] == 2
    assert counted["base", "headpointer"] == counted["wait_a_minute", "headpointer"] == 1


OWN = Card(CardId("X1"), CardSet.BASE, Kind.COLOUR_COUNT, points=9, needs=2, of_colour=Colour.RED, colour=Colour.BLUE)


def test_1_4_deck_names_cards_of_the_list_or_brings_its_own():
    options = options_from_pairs(
        GAME,
        [
            'deck=["B01","B02","B03",{"card":"X1","set":"base","kind":"colour_count","points":9,"needs":2,'
            '"of_colour":"red","colour":"blue"}]'
        ],
        2,
    )
    assert deck_of(options) == ("B01", "B02", "B03", "X1")
    assert card_list(options)[CardId("X1")] == OWN


@pytest.mark.parametrize(
    ("deck", "code"),
    [
        (("B01", "B02", "B03"), "too_few_cards"),
        (("B01", "B02", "B03", "B03"), "card_listed_twice"),
        (("B01", "B02", "B03", "Q99"), "unknown_card"),
        (("B01", "B02", "B03", "M01"), "unknown_card"),
        (("B01", "B02", "B03", "A01"), "expansion_not_in_play"),
        (("B01", "B02", "B03", msgspec.structs.replace(OWN, needs=None)), "card_field_missing"),
        (("B01", "B02", "B03", msgspec.structs.replace(OWN, kind=Kind.PLAIN)), "card_field_too_many"),
        (("B01", "B02", "B03", msgspec.structs.replace(OWN, kind=Kind.SWAP)), "card_kind"),
        (("B01", "B02", "B03", msgspec.structs.replace(OWN, set=CardSet.MISSION)), "card_mission"),
        (("B01", "B02", "B03", msgspec.structs.replace(OWN, card=CardId("a | b"))), "card_name"),
    ],
)
def test_1_4_a_deck_that_cannot_be_is_refused(deck, code):
    error = why_not_options(Options(deck=deck), 2)
    assert error is not None
    assert error.code == code


def test_1_4_the_refusal_says_which_field_of_which_card_is_wrong():
    wrong = msgspec.structs.replace(OWN, of_colour=None)
    error = why_not_options(Options(deck=("B01", "B02", "B03", wrong)), 2)
    assert error is not None
    assert error.facts == {"card": "X1", "field": "of_colour", "kind": "colour_count"}


def test_1_5_options_and_their_defaults():
    assert Options() == Options(
        point_a_police=False,
        complete_a_mission=False,
        dont_a_touchme=False,
        wait_a_minute=False,
        memory=False,
        target=10,
        first="random",
        round_limit=50,
        shy_pile_limit=0,
        deck=(),
    )


@pytest.mark.parametrize("pair", ["target=0", "round_limit=-1", "shy_pile_limit=-1", "first=6", "memory=3"])
def test_1_5_options_out_of_their_range_are_refused(pair):
    with pytest.raises(InputError, match="bad_option"):
        options_from_pairs(GAME, [pair], 3)


def test_1_6_chance_names_the_first_headpointer():
    position = new_match(4)
    assert GAME.chance(position.state) == Uniform(4)
    position = position.falls(2)
    assert position.state.headpointer == 2
    assert position.events(SPECTATOR) == (HeadpointerNamed(Seat(2)),)


def test_1_6_first_names_a_seat():
    position = new_match(4, first=3)
    assert (position.state.headpointer, position.phase) == (3, "draw")
    error = why_not_options(Options(first=Seat(4)), 4)
    assert error is not None
    assert error.code == "first_is_not_a_seat"
