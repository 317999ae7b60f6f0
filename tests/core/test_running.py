"""Matches without records: the order of chance, choices and interjections is the table's."""

from random import Random
from typing import Any

import pytest

from touchwood.bots import RandomBot, find_player
from touchwood.core.game import CHANCE, OVER, AnyGame, Step
from touchwood.core.running import play_imagined, play_unrecorded
from touchwood.core.seats import Seat, all_seats
from touchwood.games.discovery import all_games, find_game


def started(game: AnyGame, seats: int) -> Any:
    return game.initial(game.options_type(), seats, game.newest_version)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_every_step_is_awaited_or_allowed_and_the_match_ends(game):
    seats, steps = game.player_counts[-1], []

    def watch(before: Any, seat: Seat | None, move: Any, step: Step[Any, Any]) -> None:
        waiting = game.waiting_for(before)
        assert waiting is CHANCE if seat is None else seat in (*waiting, *game.may_act(before))
        steps.append(seat)

    bots = {seat: RandomBot(game) for seat in all_seats(seats)}
    end = play_unrecorded(game, started(game, seats), bots, Random(1), watch)
    assert game.waiting_for(end) is OVER
    assert None in steps
    assert len(set(steps)) == seats + 1


def test_bots_speak_of_the_bundle_that_is_held():
    """Whoever interjected before chance had fallen would find nothing in the hand, and never call."""
    game, calls = find_game("tactile_crane"), []

    def watch(before: Any, seat: Seat | None, move: Any, step: Step[Any, Any]) -> None:
        if len(step.state.calls) > len(before.calls):
            calls.append(step.state.calls[-1])

    bots = {seat: find_player(game, "hard") for seat in all_seats(4)}
    play_unrecorded(game, started(game, 4), bots, Random(2), watch)
    assert len(calls) > 10
    assert all(call.attempt > 0 for call in calls)


def test_the_same_luck_plays_the_same_match():
    game = find_game("tag")
    bots = {seat: find_player(game, "simple") for seat in all_seats(3)}
    ends = [play_unrecorded(game, started(game, 3), bots, Random(seed)) for seed in (1, 1, 2)]
    assert ends[0] == ends[1] != ends[2]


@pytest.mark.parametrize("most", [0, 1, 7, 10_000])
def test_an_imagined_match_goes_on_for_so_many_choices_and_then_until_chance_has_fallen(most):
    game, movers = find_game("tag"), []

    def quick(state: Any, seat: Seat, rng: Random) -> Any:
        assert game.waiting_for(state) == (seat,)
        movers.append(seat)
        return rng.choice(game.legal_actions(state, seat))

    end = play_imagined(game, started(game, 2), quick, Random(1), most)
    assert game.waiting_for(end) is not CHANCE
    assert len(movers) == most or game.waiting_for(end) is OVER
    assert len(movers) <= most
