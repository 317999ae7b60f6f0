"""Every game passes PettingZoo's own tests, without a warning, and says in its words what is wrong."""

from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import gymnasium
import numpy as np
import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

from tests.envs.settings import EVERY, FEW, name_of, setup_for
from touchwood.envs import pettingzoo as ours
from touchwood.envs import pictures, tag_v1
from touchwood.envs.node import random_walk
from touchwood.games.discovery import find_game, game_names
from touchwood.testing.toys.pebbles import GAME as PEBBLES

EVERY_SETTING = pytest.mark.parametrize("setting", EVERY, ids=name_of)
SHORT_TAG = dict(FEW[-1][2])


def made(make: Any, setting: Any, **more: Any) -> Any:
    game, players, options = setting
    return make(game, players=players, options=options, **more)


@pytest.mark.soak
@EVERY_SETTING
def test_api(setting: Any, capsys: Any) -> None:
    api_test(made(ours.env, setting), num_cycles=60)


@pytest.mark.soak
@EVERY_SETTING
def test_parallel_api(setting: Any, capsys: Any) -> None:
    parallel_api_test(made(ours.parallel_env, setting), num_cycles=40)


@pytest.mark.soak
@EVERY_SETTING
def test_same_seed_same_episode(setting: Any) -> None:
    seed_test(partial(made, ours.env, setting), num_cycles=40)
    parallel_seed_test(partial(made, ours.parallel_env, setting), num_cycles=20)


def test_other_seed_other_episode() -> None:
    env = tag_v1.env(players=2)

    def first_seen(seed: int) -> bytes:
        env.reset(seed=seed)
        observation, *_ = env.last()
        return bytes(observation.tobytes())

    assert len({first_seen(seed) for seed in range(8)}) > 3
    assert first_seen(3) == first_seen(3)


@pytest.mark.soak
@pytest.mark.parametrize("setting", EVERY if EVERY != FEW else [FEW[3], FEW[4]], ids=name_of)
def test_max_cycles(setting: Any) -> None:
    """A cycle in which each agent acts once is a step of the parallel environment."""
    make = partial(made, ours.parallel_env, setting)
    max_cycles_test(SimpleNamespace(parallel_env=make, env=lambda **more: parallel_to_aec(make(**more))))


@pytest.mark.soak
@EVERY_SETTING
def test_render(setting: Any, capsys: Any) -> None:
    render_test(partial(made, ours.env, setting))
    assert capsys.readouterr().out, "human mode prints"


def test_frames_of_an_episode_are_of_one_size_and_differ() -> None:
    env = made(ours.env, FEW[-1], render_mode="rgb_array")
    env.reset(seed=1)
    frames = [env.render()]
    for agent in env.agent_iter(12):
        env.step(int(np.flatnonzero(env.infos[agent]["action_mask"])[0]))
        frames.append(env.render())
    assert len({frame.shape for frame in frames}) == 1
    assert len({frame.tobytes() for frame in frames}) > 6


@pytest.mark.soak
@EVERY_SETTING
def test_frames_have_room_for_every_picture_and_a_shape_for_every_sign(setting: Any) -> None:
    font, unknown = pictures._font(), "\uffff"
    for node in list(random_walk(setup_for(setting), Random(1)))[::7]:
        text = pictures.as_text(node)
        assert len(text.splitlines()) <= pictures.rows_for(setting[1])
        assert max(map(len, text.splitlines())) <= pictures._COLUMNS
        letters = set(text.translate(pictures._PLAIN)) - set("▒▸ \n")
        assert not [each for each in letters if bytes(font.getmask(each)) == bytes(font.getmask(unknown))]


@pytest.mark.soak
@EVERY_SETTING
def test_rewards_are_shares_of_the_win_less_an_equal_share(setting: Any) -> None:
    env = made(ours.raw_env, setting)
    env.reset(seed=1)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, is_over, _, info = env.last()
        totals[agent] += reward
        assert is_over or info["action_mask"].any()
        env.step(None if is_over else env.action_space(agent).sample(info["action_mask"]))
    shares = [float(share) for share in env._node_now().rewards()]
    assert list(totals.values()) == pytest.approx(shares)
    assert setting[1] == 1 or sum(shares) == pytest.approx(0)


def test_points_as_they_come() -> None:
    env = made(ours.raw_env, FEW[-1], rewards="points")
    env.reset(seed=2)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, is_over, _, info = env.last()
        totals[agent] += reward
        env.step(None if is_over else env.action_space(agent).sample(info["action_mask"]))
    assert tuple(totals.values()) == env._node_now().points


# -- What is seen ---------------------------------------------------------------------------------------------------
def test_view_is_the_games_own_with_its_names() -> None:
    env = tag_v1.raw_env(players=3)
    env.reset(seed=4)
    view = env.view("player_1")
    assert view["viewer"] == 1
    assert view["players"][1]["hand"] is not None
    assert view["players"][0]["hand"] is None


def test_description_has_every_slice() -> None:
    env = tag_v1.raw_env(players=2)
    table = env.describe()
    assert "deck: cards left in it" in table
    last = table.splitlines()[-1].split()
    assert int(last[0]) + int(last[1]) == env.observation_space("player_0").shape[0]


def test_a_game_without_an_encoder_gives_text() -> None:
    env = ours.env(PEBBLES, observation="text")
    env.reset(seed=1)
    observation, *_ = env.last()
    assert env.observation_space(env.agent_selection).contains(observation)
    with pytest.raises(ours.BadArgument, match=r"no encoder.*\(no_encoder\)"):
        ours.env(PEBBLES)


# -- What is wrong --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"players": 9}, r"TAG is for 2 to 6 players, not 9\. \(bad_player_count\)"),
        ({"options": {"wind": 3}}, r"TAG has no option called wind\..*\(unknown_option\)"),
        ({"rewards": "fame"}, r"The option rewards cannot be that\. Expected one of win, points\. \(bad_option\)"),
        ({"render_mode": "smell"}, r"render_mode"),
        ({"max_cycles": 0}, r"max_cycles cannot be that"),
        ({"max_cycles": "long"}, r"max_cycles has to be a whole number, not 'long'\. \(not_a_number\)"),
        ({"rules_version": 12}, r"no version 12"),
        ({"players": "two"}, r"players has to be a whole number, not 'two'"),
        ({"options": 3}, r"The option options cannot be that"),
        ({"wind": 3}, r"There is no argument wind\. There are: players, .*\(unknown_argument\)"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(ours.BadArgument, match=said) as wrong:
        ours.env("tag", **arguments)
    assert isinstance(wrong.value, gymnasium.error.Error)


@pytest.mark.parametrize("make", [ours.env, ours.parallel_env])
def test_an_illegal_action_is_refused_by_its_rule_and_the_episode_goes_on(make: Any) -> None:
    env = make("tag", players=2, options=SHORT_TAG)
    is_parallel = make is ours.parallel_env
    if is_parallel:
        _, infos = env.reset(seed=1)
    else:
        env.reset(seed=1)
        infos = env.infos
    agent = next(agent for agent in env.agents if infos[agent]["action_mask"][:-1].any())
    mask = infos[agent]["action_mask"]
    forbidden, allowed = int(np.flatnonzero(mask == 0)[0]), int(np.flatnonzero(mask)[0])
    skip = env.unwrapped.setup.choices.skip

    def step(action: Any) -> None:
        env.step({each: action if each == agent else skip for each in env.agents} if is_parallel else action)

    before = env.unwrapped.view(agent)
    with pytest.raises(gymnasium.error.InvalidAction, match=r"\(rule \d+\.\d+, \w+\)"):
        step(forbidden)
    for action, code in ((5_000, "no_such_choice"), *((each, "not_a_number") for each in ("x", 1.5, None))):
        with pytest.raises(ours.IllegalAction) as wrong:
            step(action)
        assert wrong.value.code == code
    for ask in (env.unwrapped.view, env.action_space, env.observation_space):
        with pytest.raises(ours.BadArgument, match="There is no agent player_9"):
            ask("player_9")
    for seed in (-1, "x"):
        with pytest.raises(ours.BadArgument, match="seed"):
            env.reset(seed=seed)
    assert env.unwrapped.view(agent) == before
    step(allowed)
    assert env.unwrapped.view(agent) != before


def test_together_who_is_not_asked_is_refused_by_the_rule_and_who_is_must_choose() -> None:
    env = ours.parallel_env("tag", players=2, options=SHORT_TAG)
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step({})
    _, infos = env.reset(seed=1)
    asked, other = sorted(env.agents, key=lambda agent: not infos[agent]["action_mask"][:-1].any())
    action = int(np.flatnonzero(infos[asked]["action_mask"])[0])
    for actions, said in (
        ({asked: action, other: action}, r"\(rule \d+\.\d+, \w+\)"),
        ({other: env.setup.choices.skip}, f"{asked} has to be a whole number, not None"),
    ):
        with pytest.raises(ours.IllegalAction, match=said):
            env.step(actions)
    with pytest.raises(ours.BadArgument, match="There is no agent player_9"):
        env.step({asked: action, "player_9": 0})
    env.step({asked: action})


# -- Versions -------------------------------------------------------------------------------------------------------
def pinned_modules(game: str) -> list[ModuleType]:
    """A game's `_v1`, `_v2`, ..., in this order."""
    folder = Path(ours.__file__).parent
    numbers = sorted(int(file.stem.removeprefix(f"{game}_v")) for file in folder.glob(f"{game}_v*.py"))
    assert numbers == list(range(1, len(numbers) + 1))
    return [import_module(f"touchwood.envs.{game}_v{number}") for number in numbers]


@pytest.mark.parametrize("game", [game for game in game_names() if pinned_modules(game)])
def test_modules_are_pinned_each_to_its_version_of_the_rules_and_the_last_to_the_newest(game: str) -> None:
    modules = pinned_modules(game)
    versions = [module.RULES_VERSION for module in modules]
    assert versions == sorted(set(versions))
    assert versions[-1] == find_game(game).newest_version, f"newer rules need {game}_v{len(modules) + 1}.py"
    for module in modules:
        assert f"version {module.RULES_VERSION} of its rules" in str(module.__doc__)
        assert module.raw_env().setup.version == module.RULES_VERSION


def test_a_module_that_is_there_stays_on_its_version() -> None:
    """Newer rules do not move it; this list only grows."""
    stay = {"cant_touch_this_v1": 1, "point_a_pile_v1": 2, "tactile_crane_v1": 2, "tag_v1": 2}
    found = {name: import_module(f"touchwood.envs.{name}").RULES_VERSION for name in stay}
    assert found == stay
