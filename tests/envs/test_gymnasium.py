"""One agent against bots: Gymnasium's own checker passes, and the environments are found by name."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from tests.envs.settings import EVERY, name_of
from touchwood.envs.gymnasium import SingleAgent
from touchwood.envs.pettingzoo import BadArgument, IllegalAction


@pytest.mark.soak
@pytest.mark.parametrize("setting", EVERY, ids=name_of)
def test_gymnasiums_checker_passes(setting: Any, capsys: Any) -> None:
    game, players, options = setting
    env = SingleAgent(game, players=players, options=options, illegal="replace", render_mode="ansi")
    check_env(env, skip_render_check=True)


@pytest.mark.parametrize("name", ["Tag", "CantTouchThis", "PointAPile", "TactileCrane"])
def test_games_are_found_by_name(name: str) -> None:
    env = gymnasium.make(f"touchwood/{name}-v1", opponents="random")
    observation, info = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert info["action_mask"].any()
    env.close()


def played(seed: int, **arguments: Any) -> tuple[list[bytes], float]:
    env = SingleAgent("tag", **arguments)
    observation, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    seen, total, is_over = [observation.tobytes()], 0.0, False
    while not is_over:
        observation, reward, is_over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        seen.append(observation.tobytes())
        total += float(reward)
    return seen, total


def test_same_seed_same_episode_against_bots() -> None:
    for opponents in ("random", "simple"):
        assert played(3, opponents=opponents) == played(3, opponents=opponents)
    assert played(3) != played(4)


def test_the_agent_sits_where_it_wants_and_each_opponent_has_a_name() -> None:
    env = SingleAgent("tag", players=3, seat=2, opponents=("simple", "random"))
    env.reset(seed=1)
    assert env._node is not None
    assert env._node.seat == 2
    assert played(1, players=3, seat=2, opponents=("simple", "random"))[1] in (-1 / 3, 2 / 3, 1 / 2 - 1 / 3, 0.0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"opponents": "grandmaster"}, r"no bot called grandmaster.*\(unknown_bot\)"),
        ({"opponents": ("random", "random")}, r"Expected 1 names, or one"),
        ({"seat": 5}, r"Expected 0 to 1"),
        ({"illegal": "forgive"}, r"Expected one of refuse, replace"),
        ({"seat": "first"}, r"seat has to be a whole number, not 'first'"),
        ({"opponents": 5}, r"Expected names of bots"),
        ({"wind": 3}, r"There is no argument wind\. There are: opponents, seat, .*\(unknown_argument\)"),
        ({"players": 1}, r"\(bad_player_count\)"),
        ({"render_mode": "smell"}, r"render_mode"),
    ],
)
def test_bad_arguments(arguments: Any, said: str) -> None:
    with pytest.raises(BadArgument, match=said):
        SingleAgent("tag", **arguments)


def test_an_illegal_action_is_refused_and_the_episode_goes_on() -> None:
    env = SingleAgent("tag", seat=1)
    _, info = env.reset(seed=1)
    forbidden = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for action, said in ((forbidden, r"\(rule \d+\.\d+, \w+\)"), ("x", "whole number, not 'x'"), (None, "not None")):
        with pytest.raises(IllegalAction, match=said):
            env.step(action)
    _, _, _, _, after = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert after["action_mask"].any()


def test_an_illegal_action_can_be_replaced() -> None:
    env = SingleAgent("tag", illegal="replace")
    _, info = env.reset(seed=1)
    assert env.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))[4]["was_illegal"]
    assert not env.step(env.action_space.sample())[4]["was_illegal"]


def test_steps_come_after_a_reset() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        SingleAgent("tag").step(0)
