"""Thinking on a twin: repeats with its seed, the same compiled or not, blind to what its seat may not know, and worth
its time."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from touchwood.bots import find_player, kernel_search
from touchwood.bots.twin_search import Looks, TwinSearch, think
from touchwood.core.bot import Thinker
from touchwood.core.linking import has_numba
from touchwood.core.running import Unrecorded, play_unrecorded
from touchwood.core.seats import Seat
from touchwood.core.twin import Twin, interpreted, twin_of
from touchwood.core.values import canonical_json, from_json
from touchwood.games.tag import GAME
from touchwood.games.tag import kernel as tag_kernel
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


def some_ends(seats: int, count: int) -> list[State]:
    """The same where nothing is left to chance: matches by sensible moves, from the empty deck on."""
    rng = Random(seats)
    states: list[State] = []
    while len(states) < count:
        course = Unrecorded(GAME, GAME.initial(Options(), seats, GAME.newest_version), rng)
        while isinstance(waiting := GAME.waiting_for(course.state), tuple) and len(states) < count:
            if not any(course.state.deck) and len(GAME.legal_actions(course.state, waiting[0])) > 1:
                states.append(course.state)
            course.act(waiting[0], sensible_move(course.state, waiting[0], rng))
    return states


@needs_numba
def test_compiled_and_interpreted_think_the_same():
    compiled = twin_of(GAME, Options(), 3, GAME.newest_version, search=kernel_search, entries=("think",))
    assert compiled is not None
    for number, state in enumerate([*some_states(3, 6), *some_ends(3, 4)]):
        seat = asked(state)
        view = GAME.view(state, seat)
        looks = Looks(5, 30, foresight=4, choices=2_000)
        choices = [think(twin, view, seat, looks, number) for twin in (compiled, slow_twin(3))]
        assert choices[0] == choices[1]


def test_it_chooses_the_same_in_worlds_its_seat_cannot_tell_apart():
    twin, rng = slow_twin(3), Random(1)
    for state in some_states(3, 3):
        seat = asked(state)
        view = GAME.view(state, seat)
        imagined = GAME.view(GAME.sample_state(from_json(canonical_json(view), GAME.view_type), rng), seat)
        assert think(twin, view, seat, Looks(3, 20, 4), 1) == think(twin, imagined, seat, Looks(3, 20, 4), 1)


def test_it_sees_that_a_discard_ends_a_won_match():
    """The deck is empty, one more discard ends the match, and whoever is to discard leads. Playing a letter goes on."""
    players = (Player(hand=(Kind.T, Kind.A), sets=2), Player(hand=(Kind.TAG, Kind.TAG), sets=1))
    state = State(
        Options(), Phase.CHOOSE_CARD, players, (0,) * 6, turn=Seat(0), streak=1, out=(14, 14, 15, 5, 6, 4), it=Seat(1)
    )
    assert Play(Kind.T) in GAME.legal_actions(state, Seat(0))
    numbered = GAME.codec.numbered(Options(), 2)
    assert isinstance(numbered[think(slow_twin(2), GAME.view(state, Seat(0)), 0, Looks(10, 50), 1)], Discard)


def test_with_foresight_the_next_choice_is_the_best_against_quick_moves():
    """Once the deck is empty: each choice is tried here by itself, and what one step of foresight reaches is the best
    of them, for whoever is to move. Quick moves alone miss it now and then."""
    twin, missed = slow_twin(3), 0
    for state in some_ends(3, 60):
        seat, row = asked(state), twin.pack(state)
        reached = {choice: end_of(twin, row, seat, choice) for choice in twin.legal(row, seat)}
        quick, ahead, end = twin.policy(row, seat, twin.rng(1)), list(row), list(row)
        choices = twin.functions["play_with_foresight"](
            *(twin.tables, end, ahead, twin.choices, twin.weights, twin.rng(1), 100, 1),
        )
        assert twin.value(end, seat) == max(reached.values())
        assert choices > len(reached), "what is only looked into is counted"
        missed += reached[quick] < max(reached.values())
    assert missed > 0


def end_of(twin: Twin, row: Any, seat: Seat, choice: int) -> float:
    after = list(row)
    twin.apply(after, seat, choice)
    twin.functions["play_quickly"](twin.tables, after, twin.weights, twin.rng(1), 100)
    return twin.value(after, seat)


def test_while_chance_may_fall_foresight_changes_nothing():
    twin = slow_twin(3)
    for state in [each for each in some_states(3, 20) if sum(each.deck) >= 20]:
        rows = []
        for foresight in (0, 5):
            row = twin.pack(state)
            twin.functions["play_with_foresight"](
                *(twin.tables, row, list(row), twin.choices, twin.weights, twin.rng(1), 6, foresight)
            )
            rows.append(row)
        assert rows[0] == rows[1]


def test_foresight_is_for_every_other_world():
    """Neither those who think nor those who do not are all that is expected."""
    twin, state, looked = slow_twin(3), some_ends(3, 1)[0], []
    play = twin.functions["play_with_foresight"]

    def noted(*arguments: Any) -> int:
        looked.append(arguments[-1])
        return int(play(*arguments))

    twin.functions["play_with_foresight"] = noted
    think(twin, GAME.view(state, asked(state)), asked(state), Looks(10, 50, 4), 1)
    assert abs(looked.count(4) - looked.count(0)) <= len(GAME.legal_actions(state, asked(state))) * 2
    assert {0, 4} == set(looked)


def test_it_ends_when_its_choices_are_used_up():
    made = 0

    def counted(tables: Any, row: Any, seat: int, choice: int) -> None:
        nonlocal made
        made += 1
        tag_kernel.apply(tables, row, seat, choice)

    state, counts = some_ends(3, 1)[0], []
    for choices in (1 << 40, 1):
        made, twin = 0, slow_twin(3)
        twin.functions["apply"] = counted
        think(twin, GAME.view(state, asked(state)), asked(state), Looks(40, 100, 3, choices), 1)
        counts.append(made)
    assert counts[1] < counts[0] / 4


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
