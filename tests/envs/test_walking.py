"""A match on the compiled twin is the match by the rules: same seed, same seats, masks, rows, points and rewards."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from tests.envs.settings import FEW, name_of, setup_for
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import Seat
from touchwood.core.twin import interpreted
from touchwood.envs import kernel_batch, pettingzoo
from touchwood.envs.setup import Setup
from touchwood.envs.walking import ByRules, OnTwin, Walk, walk_of, words_of_chance

COVERED = [setting for setting in FEW if "wait_a_minute" not in setting[2]]
TAG = FEW[-1]


def interpreted_walk(setup: Setup, **bent: Any) -> OnTwin:
    assert setup.game.kernel is not None
    twin = interpreted(setup.game.kernel, setup.options, setup.players, bent or None, linked_with=(kernel_batch,))
    walk: Any = OnTwin(setup, twin)
    # Not compiled, 16 bits stay 16 bits in every sum: a row of plain numbers instead.
    choices, start, row, *memory = walk._memory
    walk._row = row.tolist()
    walk._memory = choices, start.tolist(), walk._row, *memory
    made: OnTwin = walk
    return made


def assert_same(one: Walk, other: Walk, setup: Setup) -> None:
    assert one.seat == other.seat
    assert list(one.points) == list(other.points)
    for seat in setup.seats:
        assert one.encoded(seat).tolist() == other.encoded(seat).tolist()
    if one.seat is None:
        assert one.rewards() == other.rewards()
    else:
        assert one.mask().tolist() == other.mask().tolist()


def walk_both(walk: Walk, setup: Setup, seed: int, most: int) -> bool:
    """Whether the match came to its end."""
    rules, chooser = ByRules(setup), np.random.default_rng(seed)
    for each in (walk, rules):
        each.begin(words_of_chance(seed))
    for _ in range(most):
        assert_same(walk, rules, setup)
        if rules.seat is None:
            return True
        number = int(chooser.choice(np.flatnonzero(rules.mask())))
        walk.choose(number)
        rules.choose(number)
    return False


@pytest.mark.parametrize("setting", COVERED, ids=name_of)
def test_walks_go_side_by_side_to_the_end(setting: Any) -> None:
    setup = setup_for(setting)
    assert walk_both(walk_of(setup), setup, seed=1, most=2000)


def test_a_bent_twin_is_noticed() -> None:
    setup = setup_for(TAG)
    assert walk_both(interpreted_walk(setup), setup, seed=2, most=2000)
    with pytest.raises(AssertionError):
        walk_both(interpreted_walk(setup, points=lambda tables, row, seat: 7), setup, seed=2, most=2000)


def test_what_a_row_cannot_tell_is_asked_of_the_rules() -> None:
    setup = setup_for(TAG)
    walk, rules = interpreted_walk(setup), ByRules(setup)
    for each in (walk, rules):
        each.begin(words_of_chance(3))
    for _ in range(12):
        number = int(np.flatnonzero(rules.mask())[-1])
        walk.choose(number)
        rules.choose(number)
    assert walk.node().state == rules.node().state
    before = walk.node()
    forbidden = [number for number in range(-1, setup.choices.count + 1) if number not in before.legal]
    for number in forbidden:
        with pytest.raises((InputError, Refused)) as by_twin:
            walk.choose(number)
        with pytest.raises((InputError, Refused)) as by_rules:
            rules.choose(number)
        assert str(by_twin.value) == str(by_rules.value)
    assert_same(walk, rules, setup)


@pytest.mark.parametrize("again", [copy.deepcopy, lambda walk: pickle.loads(pickle.dumps(walk))])
def test_a_copy_stands_where_its_original_stood_and_goes_its_own_way(again: Any) -> None:
    setup = setup_for(TAG)
    walk = walk_of(setup)
    walk.begin(words_of_chance(4))
    for _ in range(5):
        walk.choose(int(np.flatnonzero(walk.mask())[0]))
    copied = again(walk)
    assert_same(copied, walk, setup)
    before = walk.encoded(Seat(0)).tolist()
    copied.choose(int(np.flatnonzero(copied.mask())[0]))
    assert walk.encoded(Seat(0)).tolist() == before


def test_an_environment_says_what_it_plays_on_and_can_be_told() -> None:
    arguments: dict[str, Any] = {"players": TAG[1], "options": TAG[2]}
    assert pettingzoo.raw_env("tag", **arguments).backend == walk_of(setup_for(TAG)).backend
    assert pettingzoo.raw_env("tag", **arguments, backend="rules").backend == "rules"
    assert pettingzoo.raw_env("tag", **arguments, observation="text").backend == "rules"
    with pytest.raises(pettingzoo.BadArgument, match="backend"):
        pettingzoo.raw_env("tag", backend="magic")
