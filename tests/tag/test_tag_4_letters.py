"""RULES.md 4: letters, sets, TAG cards and where IT goes."""

from itertools import permutations

import pytest
from tag_table import table

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tag import GAME
from touchwood.games.tag.actions import GiveIt
from touchwood.games.tag.events import CardPlayed, ItGiven, ItKept, ItLeft, SetCompleted
from touchwood.games.tag.state import Kind


def test_4_1_a_letter_lies_in_front():
    position = table("T A G G / -", "A", deck="G").does(0, "play A")
    assert (position.front(0), position.hand(0)) == ("A", "T G G")


@pytest.mark.parametrize("letter", ["T", "A", "G"])
def test_4_2_a_letter_that_lies_in_front_can_only_be_discarded(letter):
    position = table(f"{letter} {letter} Gool / {letter}", "A", deck="G")
    assert position.why_not(0, f"play {letter}") == ("letter_already_in_front", "4.2")
    assert position.may(0) == [f"discard {letter}", "discard Gool"]


def test_4_2_what_lies_in_front_of_others_does_not_matter():
    assert table("T / -", "A / T", deck="G").does(0, "play T").front(0) == "T"


@pytest.mark.parametrize("order", list(permutations("TAG")))
def test_4_3_the_third_letter_completes_the_set_in_any_order(order):
    first, second, third = order
    position = table(f"{third} Gool / {first} {second}", "A", deck="G").does(0, f"play {third}")
    assert (position.front(0), position.state.players[0].sets) == ("", 1)
    assert GAME.points(position.state) == (1, 0)
    assert position.events(SPECTATOR) == (CardPlayed(Seat(0), Kind(third)), SetCompleted(Seat(0)))


def test_4_3_a_new_set_may_be_begun_after_it():
    position = table("G T / T A", "A", "A", deck="G").does(0, "play G").does(0, "leave IT")
    assert position.asked == "chance"
    assert table("T / -", "A", deck="G", sets=(1, 0)).does(0, "play T").front(0) == "T"


@pytest.mark.parametrize("order", list(permutations("TAG")))
def test_4_4_letters_are_played_in_any_order(order):
    front: list[str] = []
    for letter in order[:2]:
        position = table(f"{letter} Gool / {' '.join(front) or '-'}", "A", deck="G").does(0, f"play {letter}")
        front.append(letter)
        assert position.front(0).split() == front
        assert position.asked == "chance"  # no IT move: the next turn has begun


def test_4_5_a_tag_card_goes_aside_at_once_for_a_point():
    position = table("TAG T / T", "A", deck="G").does(0, "play TAG")
    assert (position.state.players[0].tags, position.front(0)) == (1, "T")
    assert GAME.points(position.state) == (1, 0)


@pytest.mark.parametrize("card", ["TAG", "G"])
def test_4_6_a_set_and_a_tag_card_give_an_it_move(card):
    position = table(f"{card} A / T A", "A A A", "T", deck="G", discard="T").does(0, f"play {card}")
    assert (position.phase, position.asked) == ("move_it", 0)
    assert position.may(0) == ["give IT to 1", "give IT to 2", "give IT to 3", "leave IT"]
    for move in ("discard A", "play A", "draw deck", "stop", "gool", "let stand"):
        assert position.why_not(0, move) == ("move_it_first", "4.6")


@pytest.mark.parametrize("card", ["T", "Freeze"])
def test_4_6_other_cards_give_none(card):
    position = table(f"{card} A / -", "A A A", deck="G").does(0, f"play {card}")
    assert position.state.turn == 1


def test_4_6_each_gives_its_own_in_a_return_turn():
    position = table("TAG G Gool T T / T A", "A", "A", is_return_turn=True, freezer=Seat(0), it=1, deck="T")
    position = position.does(0, "play TAG", "give IT to 3")
    assert position.asked == 2  # resolved with its answer before anything else
    position = position.does(2, "let stand")
    assert (position.asked, position.phase) == (0, "choose_card")
    position = position.does(0, "play G")
    assert (position.asked, position.phase) == (0, "move_it")


def test_4_7_it_goes_to_any_player():
    position = table("TAG A", "A A A", "T", deck="G", it=1).does(0, "play TAG")
    for seat in (1, 2):
        given = position.does(0, f"give IT to {seat + 1}")
        assert given.state.it == seat
        assert given.events(SPECTATOR) == (ItGiven(Seat(0), Seat(seat)),)
    kept = position.does(0, "give IT to 1")
    assert kept.state.it == 0
    assert kept.events(SPECTATOR) == (ItKept(Seat(0)),)


def test_4_7_it_goes_to_no_other_seat():
    position = table("TAG A", "A A A", deck="G").does(0, "play TAG")
    refusal = position.refusal(0, "give IT to 3")
    assert (refusal.code, refusal.rule, refusal.facts) == ("no_such_player", "4.7", {"number": 3, "players": 2})
    below = GAME.why_illegal(position.state, Seat(0), GiveIt(Seat(-1)))
    assert below is not None
    assert below.code == "no_such_player"


@pytest.mark.parametrize("holder", [None, 0, 1, 2])
def test_4_8_leaving_it_asks_nobody(holder):
    position = table("TAG A", "A A A", "T", deck="G", it=holder).does(0, "play TAG", "leave IT")
    assert (position.state.it, position.asked) == (holder, "chance")
    assert position.events(SPECTATOR) == (ItLeft(Seat(0)),)


def test_4_8_giving_it_to_its_holder_asks():
    position = table("TAG A", "A A A", "T", deck="Gool", it=2).does(0, "play TAG", "give IT to 3")
    assert (position.state.it, position.asked, position.phase) == (2, 2, "answer")


def test_4_9_it_never_goes_back_to_the_middle():
    position = table("TAG A", "A A A", deck="G", it=1).does(0, "play TAG")
    outcomes = [position.does(0, move).state.it for move in position.may(0)]
    assert outcomes == [0, 1, 1]
