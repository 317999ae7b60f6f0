"""Many matches at once go as one match goes on the rules: step by step, draw by draw, from the same words of chance."""

import os
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import touchwood.envs
from tests.envs.settings import EXPANSIONS, FEW, name_of, setup_for
from touchwood.core.chance import draw
from touchwood.core.kernel_play import below
from touchwood.core.refusals import InputError, Refused
from touchwood.core.twin import interpreted
from touchwood.envs import batch, kernel_batch
from touchwood.envs.batch import Batch, Compiled, Matches
from touchwood.envs.errors import sentence_of
from touchwood.envs.node import Node, start
from touchwood.envs.pettingzoo import BadArgument, IllegalAction
from touchwood.envs.setup import Setup
from touchwood.envs.spaces import mask_of

COVERED = [setting for setting in FEW if "wait_a_minute" not in setting[2]]
TAG = FEW[-1]


def interpreted_batch(setup: Setup, num_envs: int, rewards: str = "win") -> Compiled:
    assert setup.game.kernel is not None
    twin = interpreted(setup.game.kernel, setup.options, setup.players, linked_with=(kernel_batch,))
    env: Any = Compiled(setup, num_envs, rewards, twin)
    # Not compiled, 16 bits stay 16 bits in every sum: rows of plain numbers instead.
    env._start = env._start.tolist()
    env._rows = env._rows.tolist()
    made: Compiled = env
    return made


def after_chance(node: Node, words: list[int]) -> Node:
    while node.awaits_chance:
        node = node.fall(draw(node.chance, lambda bound: below(words, bound)))
    return node


def walk_both(env: Compiled, steps: int, choose: np.random.Generator) -> int:
    """How many matches ended on the way."""
    setup, ended = env.setup, 0
    env.reset(seed=5)
    source = np.random.default_rng(5)
    words = [[int(word) for word in row] for row in source.integers(1, 2**32, (env.num_envs, 4))]
    nodes = [after_chance(start(setup), each) for each in words]
    for _ in range(steps):
        for match, node in enumerate(nodes):
            assert env.seats[match] == node.seat
            assert list(env.masks[match]) == list(mask_of(setup, node.legal))
            assert list(env.observations[match]) == node.encoded(node.seat)
        actions = np.array([choose.choice(node.legal) for node in nodes])
        _, rewards, overs, _, info = env.step(actions)
        for match, node in enumerate(nodes):
            after = after_chance(node.choose(int(actions[match])), words[match])
            assert overs[match] == after.is_over
            if env._by_points:
                gained = [float(new - old) for old, new in zip(node.points, after.points, strict=True)]
            else:
                gained = [float(each) for each in after.rewards()] if after.is_over else [0.0] * setup.players
            assert list(rewards[match]) == pytest.approx(gained)
            ended += after.is_over
            assert info["_final_obs"][match] == after.is_over
            if after.is_over:
                assert list(info["final_obs"][match]) == after.encoded(node.seat)
                assert tuple(info["final_info"]["points"][match]) == after.points
            nodes[match] = after_chance(start(setup), words[match]) if after.is_over else after
    return ended


@pytest.mark.parametrize("setting", COVERED, ids=name_of)
def test_matches_side_by_side_go_as_on_the_rules(setting: Any) -> None:
    env = interpreted_batch(setup_for(setting), 2)
    steps = 130 if setting[0] != "tactile_crane" else 200
    assert walk_both(env, steps, np.random.default_rng(1)) > 0, "a match that ends and begins anew is part of it"


def test_points_and_coarse_numbers_and_no_interjections() -> None:
    assert walk_both(interpreted_batch(setup_for(TAG), 1, "points"), 120, np.random.default_rng(2)) > 0
    crane = setup_for(("tactile_crane", 2, {}), coarse=True, interjections=False)
    assert walk_both(interpreted_batch(crane, 1), 80, np.random.default_rng(3)) > 0


def test_compiled_it_is_the_same() -> None:
    env = touchwood.envs.vector("tag", 3, players=TAG[1], options=TAG[2])
    if not isinstance(env, Compiled):
        pytest.skip("numba is not installed")
    assert env.backend == "compiled"
    assert walk_both(env, 150, np.random.default_rng(4)) > 0


# -- By the rules ---------------------------------------------------------------------------------------------------
def test_what_no_twin_covers_is_played_in_processes_and_said_so() -> None:
    arguments: dict[str, Any] = {"players": 2, "options": {**EXPANSIONS, "round_limit": 1}}
    with pytest.warns(UserWarning, match="No compiled twin of Point-a-Pile plays these options: 2 processes"):
        env = touchwood.envs.vector("point_a_pile", 3, **arguments, workers=2)
    try:
        assert env.backend == "processes"
        with pytest.raises(gymnasium.error.ResetNeeded):
            env.step([0, 0, 0])
        observations, info = env.reset(seed=7)
        again = Matches(env.setup, "win", 3)
        source = Random(7)
        expected = again.reset([source.getrandbits(62) for _ in range(3)])
        ended = 0
        for _ in range(60):
            assert (observations == expected[0]).all()
            assert (info["action_mask"] == expected[1]).all()
            actions = [int(np.flatnonzero(mask)[-1]) for mask in info["action_mask"]]
            expected = again.step(actions)
            observations, rewards, overs, _, info = env.step(actions)
            assert (rewards == expected[2]).all()
            assert (info["final_obs"] == expected[5]).all()
            assert (info["final_info"]["points"] == expected[6]).all()
            ended += int(overs.sum())
        assert ended
        assert rewards.shape == (3, 2)
        refused_by_its_rule(env, 2, moves=0)
    finally:
        env.close()


# -- What is wrong --------------------------------------------------------------------------------------------------
PART = 1 if os.environ.get("TOUCHWOOD_SOAK") == "1" else 12
"""Of the choices that are left out, one in so many is tried; all of them in the soak."""


@pytest.fixture
def env() -> Batch:
    made = interpreted_batch(setup_for(TAG), 2)
    made.reset(seed=1)
    return made


def first_legal(env: Batch) -> list[int]:
    return [int(np.flatnonzero(mask)[0]) for mask in env.masks]


def refused_by_its_rule(env: Batch, match: int, moves: int) -> None:
    """In this match choices that the mask leaves out are refused as the rules refuse them, and nothing happens. Of many
    a part, another one after every move, and always finish and pass."""
    before, node = (env.observations.copy(), env.masks.copy()), env.node(match)
    actions, refused = first_legal(env), set()
    left_out = np.flatnonzero(env.masks[match] == 0)
    for number in {*left_out[moves % PART :: PART], *left_out[-2:]}:
        actions[match] = int(number)
        with pytest.raises(gymnasium.error.InvalidAction) as wrong:
            env.step(actions)
        expected = node.why_not(int(number))
        assert str(wrong.value) == sentence_of(expected, env.setup.game)
        assert f"In match {match} of" in wrong.value.__notes__[0]
        refused.add(type(expected))
    assert refused == {Refused, InputError}, "by a rule, and finish or pass by none"
    assert (env.observations == before[0]).all()
    assert (env.masks == before[1]).all()


@pytest.mark.parametrize("setting", [("point_a_pile", 2, {"round_limit": 2}), TAG], ids=name_of)
def test_what_is_not_in_its_mask_is_refused_by_its_rule_however_far_the_match_has_come(
    setting: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "_ROOM_AT_FIRST", 4)
    env = interpreted_batch(setup_for(setting), 2)
    env.reset(seed=1)
    ended = moves = 0
    while ended < 3:
        match = ended % 2
        assert env.node(match).legal == list(np.flatnonzero(env.masks[match]))
        if ended != 1:
            refused_by_its_rule(env, match, moves)
        ended += int(env.step(first_legal(env))[2].sum())
        moves += 1


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ([99, 0], "no_such_choice"),
        ([-1, 0], "no_such_choice"),
        ([0], "not_so_many_numbers"),
        (0, "not_so_many_numbers"),
        ([0, "x"], "not_so_many_numbers"),
        ([0, None], "not_so_many_numbers"),
        ([0, 1.5], "not_so_many_numbers"),
        ([0, [1, 2]], "not_so_many_numbers"),
    ],
)
def test_what_are_no_numbers_of_choices_changes_nothing(env: Batch, wrong: Any, code: str) -> None:
    before = env.observations.copy()
    with pytest.raises(IllegalAction) as refused:
        env.step(wrong)
    assert refused.value.code == code
    assert (env.observations == before).all()
    env.step(first_legal(env))


def test_it_says_how_it_begins_anew(env: Batch) -> None:
    assert env.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert env.observation_space.contains(env.observations)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"num_envs": 0}, "num_envs cannot be that. Expected 1 or more"),
        ({"num_envs": "many"}, "num_envs has to be a whole number, not 'many'"),
        ({"num_envs": 2, "rewards": "fame"}, "Expected one of win, points"),
        ({"num_envs": 2, "players": 11}, "bad_player_count"),
        ({"num_envs": 2, "workers": 0}, "workers cannot be that"),
        ({"num_envs": 2, "wind": 3}, "There is no argument wind. There are: players, options,"),
    ],
)
def test_bad_arguments(arguments: Any, said: str) -> None:
    with pytest.raises(BadArgument, match=said):
        touchwood.envs.vector("tag", **arguments)


def test_bad_seeds_and_matches_that_are_not_there(env: Batch) -> None:
    before = env.observations.copy()
    for wrong in (lambda: env.reset(seed=-1), lambda: env.node(2), lambda: env.node(-1)):
        with pytest.raises(BadArgument):
            wrong()
    assert (env.observations == before).all()
