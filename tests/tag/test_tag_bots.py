"""Bots of TAG: legal, blind to what they may not know, better than chance."""

from random import Random

import pytest
from tag_matches import random_match, random_options
from tag_table import table, turn_begins

from touchwood.bots import find_player
from touchwood.bots.twin_search import TwinSearch
from touchwood.core.bot import Thinker
from touchwood.core.chance import draw
from touchwood.core.game import CHANCE, OVER
from touchwood.core.seats import Seat, all_seats
from touchwood.games.tag import GAME
from touchwood.games.tag.bots import PLAYERS, sensible_move, value
from touchwood.games.tag.options import Options

SIMPLE = find_player(GAME, "simple")


def test_the_players_are_named_weakest_first():
    assert list(PLAYERS) == ["easy", "simple", "medium", "hard"]
    assert isinstance(find_player(GAME, "best"), TwinSearch)  # the hardest one, to tables that had it
    thinkers = [player for player in PLAYERS.values() if isinstance(player, Thinker)]
    assert [thinker.worlds for thinker in thinkers] == sorted({thinker.worlds for thinker in thinkers})


@pytest.mark.parametrize("seats", GAME.player_counts)
def test_the_simple_player_is_legal_and_looks_only_at_what_it_knows(seats):
    rng = Random(seats)
    for _ in range(4):
        for entry in random_match(random_options(seats, rng), seats, rng):
            if entry.seat is None:
                continue
            actions = GAME.legal_actions(entry.before, entry.seat)
            seen = GAME.view(entry.before, entry.seat)
            assert SIMPLE.choose(seen, actions, Random(1)) in actions
            # The truth and a sample are the same to it, given the same luck.
            sample = GAME.sample_state(seen, rng)
            assert sensible_move(sample, entry.seat, Random(2)) == sensible_move(entry.before, entry.seat, Random(2))


@pytest.mark.parametrize("seats", GAME.player_counts)
def test_values_are_shares(seats):
    rng = Random(seats)
    for entry in random_match(Options(), seats, rng):
        worth = [value(entry.state, seat) for seat in all_seats(seats)]
        assert abs(sum(worth) - 1) < 0.5
        assert all(-0.2 <= each <= 1.0 for each in worth)


@pytest.mark.parametrize(
    ("position", "move"),
    [
        (table("G T Gool A / T A", "A", deck="G"), "play G"),
        (table("TAG T Gool T / T", "A", deck="G", it=0), "play TAG"),
        (turn_begins("T T Gool / T A", "A", deck="G", discard="G"), "draw discard"),
        (turn_begins("T T Gool / T A", "A", deck="G", discard="T"), "draw deck"),
        (table("TAG T", "A", "A", deck="G", sets=(0, 1, 3), it=0).does(0, "play TAG"), "give IT to 3"),
        (table("TAG T", "A", "A", deck="G", sets=(0, 1, 3), it=2).does(0, "play TAG"), "leave IT"),
        (table("TAG T", "A", "Gool", taken=("", "", "Gool"), sets=(0, 1, 3)).does(0, "play TAG"), "give IT to 2"),
        (table("TAG T", "Gool", discard="G").does(0, "play TAG", "give IT to 2"), "gool"),
        (table("TAG G", "A", sets=(5, 0), streak=1), "discard G"),  # ends the game as the winner
    ],
)  # fmt: skip
def test_the_sensible_move_by_rules_of_thumb(position, move):
    seat = Seat(position.asked)
    actions = GAME.legal_actions(position.state, seat)
    for seed in range(20):
        assert GAME.codec.text(find_player(GAME, "easy").choose(position.view(seat), actions, Random(seed))) == move


def test_the_simple_player_beats_chance():
    won, matches, rng = 0.0, 60, Random(11)
    for number in range(matches):
        seat = Seat(number % 2)
        state = GAME.initial(Options(), 2, GAME.newest_version)
        while (waiting := GAME.waiting_for(state)) is not OVER:
            if waiting is CHANCE:
                state = GAME.apply_chance(state, draw(GAME.chance(state), rng.randrange)).state
                continue
            actions = GAME.legal_actions(state, waiting[0])
            action = rng.choice(actions)
            if waiting[0] == seat:
                action = SIMPLE.choose(GAME.view(state, seat), actions, rng)
            state = GAME.apply(state, waiting[0], action).state
        won += GAME.returns(state)[seat]
    assert won / matches > 0.8
