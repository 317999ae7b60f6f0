"""RULES.md 1: material and setup."""

from collections import Counter

import msgspec
import pytest
from crane_table import new_match, table

from touchwood.core.chance import Uniform, WeightedChoice
from touchwood.core.options import options_from_mapping
from touchwood.core.refusals import InputError
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.cards import CARDS, COPIES, FACES, Face, Finger, Jackpot
from touchwood.games.tactile_crane.events import (
    CardsTraded,
    FirstChallengerNamed,
    JackpotRefilled,
    JackpotTaken,
    LeftoversAdded,
)
from touchwood.games.tactile_crane.options import FingerReach, FingerSlip, Hand, Options


def test_1_1_two_to_six_players():
    assert list(GAME.player_counts) == [2, 3, 4, 5, 6]


def test_1_2_each_number_from_4_to_20_is_on_8_cards():
    numbers: Counter[int] = Counter()
    for face, copies in zip(FACES, COPIES, strict=True):
        numbers[face.number] += copies
    assert numbers == dict.fromkeys(range(4, 21), 8)
    assert sum(COPIES) == CARDS == 136


@pytest.mark.parametrize(("finger", "copies"), [("thumb", 1), ("index", 2), ("middle", 2), ("ring", 2), ("little", 1)])
def test_1_2_which_fingers_the_eight_cards_of_a_number_bar(finger, copies):
    for number in range(4, 21):
        assert COPIES[FACES.index(Face(number, Finger(finger)))] == copies


def weights(position) -> WeightedChoice:
    chance = GAME.chance(position.state)
    assert isinstance(chance, WeightedChoice)
    return chance


def test_1_3_a_flip_is_uniform_over_all_136_cards():
    assert weights(new_match(3, first=0)) == WeightedChoice(COPIES)


@pytest.mark.parametrize(("held", "stays_out"), [(9, True), (10, True), (11, False)])
def test_1_3_after_an_exact_or_low_turn_the_card_stays_out_after_a_high_one_it_is_back(held, stays_out):
    position = table().plays(10, held)
    position = position.does(0, "jackpot left") if position.phase == "jackpot" else position
    place = FACES.index(Face(10, Finger.LITTLE))
    assert weights(position).weights[place] == COPIES[place] - stays_out
    assert sum(weights(position).weights) == 136 - stays_out


@pytest.mark.parametrize("end", ["open eyes", "no outcome"])
def test_1_3_after_no_outcome_the_card_is_back(end):
    position = table().flips(10).closes().bets("low", "low").holds(9).does(0, end)
    assert sum(weights(position).weights) == 136


def test_1_3_a_card_that_is_out_stays_out_though_cards_are_traded_back():
    position = table("0 0 45", deck=41).plays(10, 9)
    assert position.heard(SPECTATOR)[-1] == "CardsTraded"
    assert position.state.out == (Face(10, Finger.LITTLE),)
    assert sum(weights(position).weights) == 135


def test_1_3_a_face_of_one_copy_cannot_come_twice():
    position = table().plays(10, 9)
    assert weights(position).weights[FACES.index(Face(10, Finger.LITTLE))] == 0


def test_1_4_three_cards_in_each_jackpot():
    for seats in (3, 4, 5, 6):
        assert (new_match(seats).jackpots, new_match(seats).deck) == ([3, 3], 130)
    assert (new_match(2).jackpots, new_match(2).deck) == ([3], 133)


@pytest.mark.parametrize(
    ("held", "told_to_three"),
    [
        (9, [(LeftoversAdded, Jackpot.RIGHT)]),
        (10, [(JackpotTaken, Jackpot.LEFT), (JackpotRefilled, Jackpot.LEFT), (JackpotRefilled, Jackpot.RIGHT)]),
        (12, [(LeftoversAdded, Jackpot.RIGHT)]),
    ],
)
def test_1_4_the_only_jackpot_of_two_players_is_told_without_a_side(held, told_to_three):
    def told(position):
        return [(type(event), event.jackpot) for event in position.events(SPECTATOR) if hasattr(event, "jackpot")]

    assert told(table("0 0 0", jackpots="3 0").plays(10, held)) == told_to_three
    of_two = told(table("0 0").plays(10, held))
    assert [kind for kind, _ in of_two] == list(dict.fromkeys(kind for kind, _ in told_to_three))
    assert {side for _, side in of_two} == {None}


def test_1_5_one_bet_card_of_each_kind_or_two_two_and_one():
    for seats in (3, 4, 5, 6):
        assert {player.bet_cards for player in new_match(seats).state.players} == {(1, 1, 1)}
    assert {player.bet_cards for player in new_match(2).state.players} == {(2, 2, 1)}


def test_1_6_six_multiplier_cards_of_20_cards_each():
    assert new_match(4).state.multipliers == 6
    assert GAME.points(table("5 0 1", multipliers="2 0 1").state) == (45, 0, 21)


def test_1_6_multiplier_stands_for_as_many_cards_as_agreed():
    assert GAME.points(table("5 0 1", multipliers="2 0 1", options={"multiplier": 7}).state) == (19, 0, 8)


# -- Trades -----------------------------------------------------------------------------------------------------------
def trades(won: str, *, deck: int, multipliers: str = "", turns: int = 0, **options):
    """The trades at the start of the turn after one in which nothing moved; the challenger then is seat turns + 1."""
    position = table(won, deck=deck, multipliers=multipliers, turns=turns, options=options)
    after = position.flips(10).does(position.turn, "no outcome")
    return after, [event for event in after.events(SPECTATOR) if isinstance(event, CardsTraded)]


def test_1_7_below_40_cards_the_richest_trades_20_for_a_multiplier():
    position, traded = trades("21 30 25", deck=39)
    assert traded == [CardsTraded(Seat(1), 20)]
    assert (position.won, position.deck, position.state.multipliers) == ([21, 10, 25], 59, 5)
    assert position.state.players[1].multipliers == 1


def test_1_7_not_with_40_cards_in_the_deck():
    assert trades("21 30 25", deck=40)[1] == []


def test_1_7_not_without_20_plain_cards():
    assert trades("19 19 19", deck=5)[1] == []
    assert trades("20 19 19", deck=30)[1] == [CardsTraded(Seat(0), 20)]


def test_1_7_while_the_deck_is_thin():
    position, traded = trades("41 22 60", deck=0)
    # 60 -> 40, then 41 -> 21: the deck has 40 cards, and that is enough.
    assert traded == [CardsTraded(Seat(2), 20), CardsTraded(Seat(0), 20)]
    assert (position.won, position.deck) == ([21, 22, 40], 40)


def test_1_7_while_a_multiplier_card_is_left():
    assert trades("41 22 60", deck=0, multipliers="2 2 1")[1] == [CardsTraded(Seat(2), 20)]
    assert trades("41 22 60", deck=1, multipliers="2 2 2")[1] == []


@pytest.mark.parametrize(
    ("won", "trader"),
    [
        ("20 20 20 20", 2),  # the next challenger is 1: nearest on the left is 2
        ("20 20 9 20", 3),
        ("20 20 9 9", 0),
        ("9 20 9 9", 1),  # the challenger last
        ("20 21 20 20", 1),  # but most cards come first
    ],
)
def test_1_7_of_equals_the_nearest_on_the_challengers_left_the_challenger_last(won, trader):
    assert trades(won, deck=39)[1] == [CardsTraded(Seat(trader), 20)]


def test_1_7_trades_count_by_the_option():
    assert trades("6 7 0", deck=38, multiplier=5)[1] == [CardsTraded(Seat(1), 5)]


def test_1_7_before_the_very_first_flip_nothing_is_traded():
    assert new_match(6, first=0).phase == "flip"


def test_1_8_chance_names_the_first_challenger():
    position = new_match(5)
    assert GAME.chance(position.state) == Uniform(5)
    position = position.falls(3)
    assert position.events(0) == (FirstChallengerNamed(Seat(3)),)
    assert (position.turn, position.phase) == (3, "flip")


def test_1_8_first_names_a_seat():
    position = new_match(5, first=4)
    assert (position.turn, position.phase) == (4, "flip")


def test_1_8_first_is_a_seat_of_the_table():
    assert GAME.why_not_options(Options(first=Seat(2)), 3) is None
    error = GAME.why_not_options(Options(first=Seat(3)), 3)
    assert isinstance(error, InputError)
    assert error.code == "first_is_not_a_seat"


def test_1_9_defaults_of_all_options():
    assert msgspec.to_builtins(Options()) == {
        "first": "random",
        "patience": 5,
        "multiplier": 20,
        "leftovers": "smaller",
        "achieve": "kinds",
        "equal_turns": False,
        "hand": {
            "reach": 60,
            "gain": 350,
            "feel": 200,
            "look": 100,
            "finger": {"thumb": 70, "index": 85, "middle": 90, "ring": 95, "little": 100},
            "slip": {"thumb": 140, "index": 110, "middle": 90, "ring": 80, "little": 70},
        },
    }
    assert Options().hand == Hand(60, 350, 200, 100, FingerReach(), FingerSlip())


@pytest.mark.parametrize(
    "wrong",
    [
        {"patience": -1},
        {"multiplier": 0},
        {"leftovers": "larger"},
        {"achieve": "all"},
        {"first": 6},
        {"hand": {"reach": 0}},
        {"hand": {"gain": 0.35}},
        {"hand": {"finger": {"toe": 1}}},
        {"hand": {"slip": {"thumb": -1}}},
    ],
)
def test_1_9_options_out_of_their_range_are_refused(wrong):
    with pytest.raises(InputError):
        options_from_mapping(GAME, wrong, 4)


def test_1_9_the_least_patience_is_0_and_the_least_multiplier_1():
    assert options_from_mapping(GAME, {"patience": 0, "multiplier": 1}, 4) == Options(patience=0, multiplier=1)
