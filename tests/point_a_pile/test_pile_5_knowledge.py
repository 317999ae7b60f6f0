"""RULES.md 5: who knows what, and the memory variant."""

from collections import Counter
from random import Random

import pytest
from pile_table import cards, table
from pile_walks import everything_in, walk

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.actions import LayOut
from touchwood.games.point_a_pile.events import CardsSwitched
from touchwood.games.point_a_pile.options import Options

FOUR = "B01 B02 B03 B04"
ROWS = ("B25 B29 B06", "B27 B12", "B44 B30")


def test_5_1_rows_discards_and_points_are_open_to_all():
    position = table(*ROWS, hand="B01 B02 B03 B04 B05 B07", discard="B10 B11")
    for viewer in (0, 1, 2, SPECTATOR):
        seen = position.view(viewer)
        assert [player.row for player in seen.players] == [cards(row) for row in ROWS]
        assert tuple(player.points for player in seen.players) == position.scores
        assert (seen.discard, seen.deck_size) == (cards("B10 B11"), 0)


def test_5_1_only_who_is_asked_to_lay_the_cards_is_seen_laying_them():
    """Nobody else's device can put cards on the table for all to see."""
    seen = table("-", "-", hand=FOUR).view(SPECTATOR)
    begun = LayOut((cards("B01"),))
    assert [GAME.is_begun_open(seen, Seat(seat), begun) for seat in (0, 1)] == [True, False]


def test_5_2_memory_shows_of_each_other_player_the_last_card_and_the_number():
    position = table(*ROWS, hand="B01 B02 B03 B04 B05 B07", discard="B10 B11", memory=True)
    seen = position.view(1)
    assert [(player.row, player.last, player.length) for player in seen.players] == [
        (None, "B06", 3),
        (cards("B27 B12"), "B12", 2),
        (None, "B30", 2),
    ]
    assert [player.points for player in seen.players] == [None, -1, None]
    assert [player.sheet is None for player in seen.players] == [True, False, True]
    assert seen.discard == cards("B10 B11")
    assert (seen.leaders, seen.worst) == (None, None)


def test_5_2_memory_shows_a_spectator_no_row():
    position = table(*ROWS, hand="B01 B02 B03 B04 B05 B07", memory=True)
    assert [player.row for player in position.view(SPECTATOR).players] == [None, None, None]


def test_5_2_at_the_end_all_rows_and_points_are_open():
    position = table("B01 B25", "B02 B26", begins=True, memory=True)
    assert position.is_over
    assert [player.row for player in position.view(0).players] == [cards("B01 B25"), cards("B02 B26")]


@pytest.mark.parametrize(
    "expansions", [(), ("point_a_police", "dont_a_touchme", "wait_a_minute", "complete_a_mission")]
)
def test_5_2_no_buried_card_of_another_is_in_any_view(expansions):
    looked_at = 0
    for seats, seed in ((2, 1), (3, 2), (4, 3), (6, 4)):
        options = Options(memory=True, **dict.fromkeys(expansions, True))
        for state in walk(options, seats, seed):
            if GAME.view(state, SPECTATOR).winners is not None:
                continue
            for viewer in (*range(seats), SPECTATOR):
                shown = everything_in(GAME.view(state, viewer)) - said_aloud(state)
                for seat, player in enumerate(state.players):
                    if seat != viewer:
                        assert not shown & set(player.row[:-1])
                        looked_at += len(player.row[:-1])
    assert looked_at > 100


def said_aloud(state):
    """The rule in force and the card that began a battle lie in a row, but everybody is looking at them."""
    battle = state.round.battle
    return {state.round.rule, None if battle is None else battle.card}


def test_5_3_a_card_that_asks_for_the_best_or_the_worst_shows_only_who_that_is():
    best = table("B25 R12", "B27", hand=FOUR, memory=True).does(0, "lay B01 B02 | B03 B04")
    assert (best.view(1).leaders, best.view(1).worst) == ((0,), None)
    worst = table("B25 R13", "B27", hand=FOUR, memory=True).does(0, "lay B01 B02 | B03 B04")
    assert (worst.view(1).leaders, worst.view(1).worst) == (None, (1,))
    shy = table("B25", "B27", hand="B01 B02 B03 S05", memory=True).does(0, "lay B01 B02 | B03 S05")
    assert (shy.view(1).leaders, shy.view(SPECTATOR).leaders) == ((0,), (0,))
    none = table("B25", "B27", hand="B01 B02 B03 S05", memory=True).does(0, "lay B01 B02 | S05 B03")
    assert none.view(1).leaders is None


def test_5_4_a_buried_card_is_chosen_by_its_place_and_shown_as_it_moves():
    position = table("A08 B01", "B27 B12 B25", hand="B02 B03 B04 B05", memory=True)
    position = position.does(0, "lay B02 B03 | B04 B05").points("empty", "empty")
    assert position.phase == "after_round"
    position = position.does(0, "trigger A08 player 2 cards 2 1")
    assert CardsSwitched(Seat(0), Seat(1), "B01", "B27") in position.events(SPECTATOR)
    assert position.row(1) == "B01 B12 B25"


def test_5_4_which_card_is_meant_is_fixed_when_it_is_chosen():
    # The discard goes first and moves all places of player 2; the steal still means B12.
    position = table("A05", "A03", "-", hand="B27 B12 B25 B02 B03 B04")
    position = position.does(0, "lay B27 B12 B25 | B02 B03 B04").points("empty", "empty", "1")
    position = position.does(1, "trigger A03 player 3 cards 2").does(0, "trigger A05 player 3 cards 1")
    assert (position.row(2), position.row(1)) == ("B25", "B12")


def test_5_5_who_has_forgotten_nothing_knows_every_row():
    position = table(*ROWS, hand="B01 B02 B03 B04 B05 B07", memory=True)
    remembered = GAME.knowledge(position.state, Seat(1))
    assert [player.row for player in remembered.players] == [cards(row) for row in ROWS]
    assert GAME.sample_state(remembered, Random(1)) == position.state


def test_5_5_a_poor_view_is_filled_with_cards_not_seen_elsewhere():
    position = table(*ROWS, hand="B01 B02 B03 B04 B05 B07", deck="B10 B11 B13", memory=True)
    rng = Random(1)
    buried = Counter[str]()
    for _ in range(300):
        sample = GAME.sample_state(position.view(1), rng)
        assert GAME.pieces(sample) == GAME.pieces(position.state)
        assert GAME.view(sample, 1) == position.view(1)
        buried[sample.players[0].row[0]] += 1
    assert set(buried) == {"B25", "B29", "B44", "B10", "B11", "B13"}


def test_5_6_a_sealed_finger_is_sampled_as_any_pick_all_alike():
    position = table("-", "-", hand=FOUR).does(0, "lay B01 B02 | B03 B04").does(1, "point 2")
    rng = Random(1)
    picks = Counter(GAME.sample_state(position.view(0), rng).round.fingers[1] for _ in range(3000))
    assert set(picks) == {0, 1, 2}
    assert all(900 < count < 1100 for count in picks.values())
