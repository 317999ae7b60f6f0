"""Thinking on a twin: repeats with its seed, the same compiled or not, blind to what its seat may not know, and worth
its time."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from touchwood.bots import find_player, kernel_search
from touchwood.bots.twin_search import TwinSearch, think
from touchwood.core.bot import Thinker
from touchwood.core.linking import has_numba
from touchwood.core.running import Unrecorded, play_unrecorded
from touchwood.core.seats import Seat
from touchwood.core.twin import Twin, interpreted, twin_of
from touchwood.core.values import canonical_json, from_json
from touchwood.games.tag import GAME
from touchwood.games.tag.actions import Discard, Play
from touchwood.games.tag.bots import sensible_move, value
from touchwood.games.tag.options import Options
from touchwood.games.tag.packing import KERNEL
from touchwood.games.tag.state import Kind, Phase, Player, State

needs_numba = pytest.mark.skipif(not has_numba(), reason="numba is not installed: nothing is compiled")


def thinker(twin_worlds: int, horizon: int = 100) -> Thinker[Any, Any, Any]:
    return Thinker(worlds=2, twin_worlds=twin_worlds, playout=sensible_move, value=value, horizon=horizon)


def slow_twin(seats: int) -> Twin:
    return interpreted(KERNEL, Options(), seats, linked_with=(kernel_search,))


def some_states(seats: int, count: int) -> list[State]:
    """Where somebody has a real choice, spread over random matches."""
    rng = Random(seats)
    states: list[State] = []
    while len(states) < count:
        course = Unrecorded(GAME, GAME.initial(Options(), seats, GAME.newest_version), rng)
        while isinstance(waiting := GAME.waiting_for(course.state), tuple) and len(states) < count:
            legal = GAME.legal_actions(course.state, waiting[0])
            if len(legal) > 2 and rng.random() < 0.1:
                states.append(course.state)
            course.act(waiting[0], rng.choice(legal))
    return states


def asked(state: State) -> Seat:
    waiting = GAME.waiting_for(state)
    assert isinstance(waiting, tuple)
    return waiting[0]


@needs_numba
def test_compiled_and_interpreted_think_the_same():
    compiled = twin_of(GAME, Options(), 3, GAME.newest_version, search=kernel_search, entries=("think",))
    assert compiled is not None
    for number, state in enumerate(some_states(3, 6)):
        seat = asked(state)
        view = GAME.view(state, seat)
        choices = [think(twin, view, seat, 5, 30, number) for twin in (compiled, slow_twin(3))]
        assert choices[0] == choices[1]


def test_it_chooses_the_same_in_worlds_its_seat_cannot_tell_apart():
    twin, rng = slow_twin(3), Random(1)
    for state in some_states(3, 3):
        seat = asked(state)
        view = GAME.view(state, seat)
        imagined = GAME.view(GAME.sample_state(from_json(canonical_json(view), GAME.view_type), rng), seat)
        assert think(twin, view, seat, 3, 20, 1) == think(twin, imagined, seat, 3, 20, 1)


def test_it_sees_that_a_discard_ends_a_won_match():
    """The deck is empty, one more discard ends the match, and whoever is to discard leads. Playing a letter goes on."""
    players = (Player(hand=(Kind.T, Kind.A), sets=2), Player(hand=(Kind.TAG, Kind.TAG), sets=1))
    state = State(
        Options(), Phase.CHOOSE_CARD, players, (0,) * 6, turn=Seat(0), streak=1, out=(14, 14, 15, 5, 6, 4), it=Seat(1)
    )
    assert Play(Kind.T) in GAME.legal_actions(state, Seat(0))
    numbered = GAME.codec.numbered(Options(), 2)
    assert isinstance(numbered[think(slow_twin(2), GAME.view(state, Seat(0)), 0, 10, 50, 1)], Discard)


def test_without_a_twin_it_thinks_on_the_rules():
    game = replace(GAME, kernel=None)
    (state,) = some_states(2, 1)
    seat = asked(state)
    legal = GAME.legal_actions(state, seat)
    assert TwinSearch(game, thinker(5)).choose(GAME.view(state, seat), legal, Random(1)) in legal


@needs_numba
def test_thinking_beats_not_thinking():
    """Seats mirrored on the same deals. The same in every run: both minds and the deals are seeded."""
    one, other, share = TwinSearch(GAME, thinker(40)), find_player(GAME, "simple"), 0.0
    for number in range(60):
        bots = {Seat(number % 2): one, Seat(1 - number % 2): other}
        end = play_unrecorded(GAME, GAME.initial(Options(), 2, GAME.newest_version), bots, Random(number // 2))
        share += float(GAME.returns(end)[number % 2])
    assert share / 60 > 0.7
