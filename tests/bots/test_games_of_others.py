"""A game of others that lends a quick move and a value is played by every search and gets hints: nothing is asked of
its views that the contract does not name."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from my_game import GAME as MY_GAME
from my_game.actions import Action, Reach, Stop
from my_game.bots import Careful
from my_game.state import State
from my_game.view import View
from tests.parts import WITH_EVERY_PART
from touchwood import Match
from touchwood.bots import find_player, play_match
from touchwood.bots.advising import advise
from touchwood.bots.another_way import another_way, level_in
from touchwood.core.bot import Searcher, Thinker, Weigher
from touchwood.core.game import AnyGame
from touchwood.core.seats import Seat, all_seats
from touchwood.games.discovery import all_games
from touchwood.match.dealer import PlainDealer
from touchwood.match.record import Chose
from touchwood.testing.toys.pebbles import GAME as PEBBLES

OURS = [game for game in all_games() if game.name in WITH_EVERY_PART]
GAMES = [*all_games(), PEBBLES, MY_GAME]


def careful_move(state: State, seat: Seat, rng: Random) -> Action:
    return Careful().choose(MY_GAME.view(state, seat), MY_GAME.legal_actions(state, seat), rng)


def value(state: State, seat: Seat) -> float:
    """The seat's share of all points, as they stand."""
    points = MY_GAME.points(state)
    return points[seat] / (sum(points) or 1)


THINKER: Thinker[State, View, Action] = Thinker(worlds=12, playout=careful_move, value=value)
SEARCHER: Searcher[State, View, Action] = Searcher(
    quick=Careful(), nodes=40, rules_nodes=40, playout=careful_move, value=value
)
WEIGHER: Weigher[View, Action] = Weigher(
    quick=SEARCHER,
    worlds=12,
    stages=1,
    candidates=lambda view, rng: (Reach(), Stop()),
    expect=lambda view, rng: (),
    unseal=lambda view: view,
)
PLANS = {"thinker": THINKER, "on a twin, had it one": replace(THINKER, twin_worlds=12), "searcher": SEARCHER}
PLANS_AND_WEIGHER: dict[str, Any] = {**PLANS, "weigher": WEIGHER}


def started(game: AnyGame, seats: int, seed: int = 1) -> Match:
    return Match.start(game, players=[f"player {seat}" for seat in range(seats)], dealer=PlainDealer(seed))


@pytest.mark.parametrize("game", GAMES, ids=[game.name for game in GAMES])
def test_how_many_seats_a_match_has_is_known_by_any_seat_s_view(game: AnyGame) -> None:
    for seats in game.player_counts:
        match = started(game, seats)
        for seat in all_seats(seats):
            assert game.seats_of(game.knowledge(match.state, seat)) == seats


@pytest.mark.parametrize("game", OURS, ids=[game.name for game in OURS])
def test_ours_count_seats_without_imagining_a_state(game: AnyGame) -> None:
    """Bots count them at every choice."""
    assert game.seats_seen is not None


@pytest.mark.parametrize("plan", PLANS_AND_WEIGHER.values(), ids=PLANS_AND_WEIGHER)
@pytest.mark.parametrize("seats", [2, 4])
def test_a_quick_move_and_a_value_are_enough_for_a_player_that_searches(plan: Any, seats: int) -> None:
    game = replace(MY_GAME, players={"careful": Careful(), "thinks": plan})
    match = started(game, seats)
    play_match(match, dict.fromkeys(all_seats(seats), find_player(game, "thinks")), Random(1))
    assert sum(game.returns(match.state)) == 1


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
def test_thinking_is_worth_something_in_a_game_of_others(plan: Any) -> None:
    """Two whites in the hand, the other has stopped with one: to reach again can only spoil it."""
    options = MY_GAME.options_type(white=4, black=9, spoils=1)
    state = MY_GAME.initial(options, 2, 1)
    for action, outcome in ((Reach(), 0), (Reach(), 0), (Reach(), 0), (Stop(), None)):
        state = MY_GAME.apply(state, state.turn, action).state
        state = state if outcome is None else MY_GAME.apply_chance(state, outcome).state
    game = replace(MY_GAME, players={"thinks": plan})
    view, actions = game.knowledge(state, Seat(0)), game.legal_actions(state, Seat(0))
    assert find_player(game, "thinks").choose(view, actions, Random(2)) == Stop()


@pytest.mark.parametrize("plan", PLANS_AND_WEIGHER.values(), ids=PLANS_AND_WEIGHER)
def test_a_player_that_searches_gives_hints_too(plan: Any) -> None:
    game = replace(MY_GAME, players={"thinks": plan})
    match = started(game, 3)
    (seat,) = match.asked
    advice = advise(game, game.knowledge(match.state, seat), match.legal_actions(seat), Random(1))
    assert advice.action in match.legal_actions(seat)


# -- Another way ----------------------------------------------------------------------------------------------------


def test_another_choice_is_played_on_by_the_strongest_where_no_level_is_called_hard() -> None:
    assert {level_in(game) for game in OURS} == {"hard"}
    assert (level_in(MY_GAME), level_in(PEBBLES)) == ("careful", "random")
    match = started(MY_GAME, 2)
    play_match(match, dict.fromkeys(all_seats(2), find_player(MY_GAME, "careful")), Random(1))
    first = next(n for n, line in enumerate(match.lines, start=1) if isinstance(line.entry, Chose))
    watched = another_way(match, first, "stop")
    made = [watched.read_action(line.entry.action) for line in watched.lines if isinstance(line.entry, Chose)]
    assert made[0] == Stop()
    assert len(made) > 1, "and bots play on"
