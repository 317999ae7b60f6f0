"""How fast environments step, next to others in the same run: random legal actions, observations included.

Peers are measured where they are installed (`pip install pygame rlcard pgx` for PettingZoo's classic games, RLCard and
pgx); one that is not is said so. All figures are steps a second of this process's own CPU time, so that threads of
several cores (JAX has them) count as one core's.

    python benchmarks/envs.py            all
    python benchmarks/envs.py aec batch  only these: aec, openspiel, batch
"""

import platform
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from random import Random
from time import process_time
from typing import Any

import numpy as np
import pyspiel

import touchwood.envs
import touchwood.envs.open_spiel
from touchwood.envs import pettingzoo as ours

SECONDS = 3.0
PACKAGES = ("touchwood", "pettingzoo", "rlcard", "open_spiel", "pgx", "jax", "numpy", "numba")
GAMES = (("tag", 4), ("cant_touch_this", 2), ("point_a_pile", 3), ("tactile_crane", 3))


def rate(episode: Callable[[int], int]) -> float:
    """Steps a second, over whole episodes."""
    episode(0)  # what is made once is made
    steps, seed, begun = 0, 1, process_time()
    while process_time() - begun < SECONDS:
        steps += episode(seed)
        seed += 1
    return steps / (process_time() - begun)


def aec_episode(env: Any) -> Callable[[int], int]:
    rng = np.random.default_rng(1)

    def episode(seed: int) -> int:
        env.reset(seed=seed)
        steps = 0
        for _ in env.agent_iter():
            observation, _, is_over, is_cut, info = env.last()
            mask = info.get("action_mask")
            mask = observation["action_mask"] if mask is None else mask
            env.step(None if is_over or is_cut else int(rng.choice(np.flatnonzero(mask))))
            steps += 1
        return steps

    return episode


def uno_episode() -> Callable[[int], int]:
    env, rng = import_module("rlcard").make("uno"), Random(1)

    def episode(seed: int) -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return episode


def spiel_episode(name: str) -> Callable[[int], int]:
    game = pyspiel.load_game(name)

    def episode(seed: int) -> int:
        rng, state, steps = Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            if not state.is_chance_node():
                state.observation_string(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
        return steps

    return episode


def batch_rate(name: str, players: int, matches: int = 4096) -> float:
    env: Any = touchwood.envs.vector(name, matches, players=players)
    if env.backend != "compiled":
        return 0.0
    env.reset(seed=1)
    rng, actions, steps = env.new_rng(1), np.zeros(matches, np.int64), 0
    env.any_legal(rng, actions)
    env.step(actions)
    begun = process_time()
    while process_time() - begun < SECONDS:
        env.any_legal(rng, actions)
        env.step(actions)
        steps += matches
    return steps / (process_time() - begun)


def pgx_rate(name: str, matches: int = 4096) -> float:
    """The same on pgx: many matches in one compiled step, choosing at random included; a match that is over begins
    anew."""
    jax, pgx = import_module("jax"), import_module("pgx")
    wrappers: Any = import_module("pgx.experimental.wrappers")
    env = pgx.make(name)
    step = wrappers.auto_reset(env.step, env.init)

    def choose_and_step(state: Any, key: Any) -> Any:
        key, chosen, drawn = jax.random.split(key, 3)
        weights = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(chosen, weights, axis=-1)
        return jax.vmap(step)(state, actions, jax.random.split(drawn, matches)), key

    key = jax.random.PRNGKey(1)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, matches))
    go_on = jax.jit(choose_and_step)
    state, key = jax.block_until_ready(go_on(state, key))
    steps, begun = 0, process_time()
    while process_time() - begun < SECONDS:
        state, key = jax.block_until_ready(go_on(state, key))
        steps += matches
    return steps / (process_time() - begun)


def peer(what: str, measure: Callable[[], float]) -> None:
    try:
        print(f"  {what:42} {measure():12,.0f}", flush=True)
    except Exception as error:  # not installed, or it asks for what is not: a benchmark of ours goes on
        print(f"  {what:42} not measured ({type(error).__name__}: {error})", flush=True)


def one_at_a_time() -> None:
    print("PettingZoo, one match, AEC steps/s")
    for name in ("connect_four_v3", "leduc_holdem_v4"):
        classic = f"pettingzoo.classic.{name}"
        peer(f"PettingZoo {name}", lambda classic=classic: rate(aec_episode(import_module(classic).env())))
    peer("RLCard uno", lambda: rate(uno_episode()))
    for name, players in GAMES:
        for backend in ("auto", "rules"):
            make = partial(ours.env, name, players=players, backend=backend)
            label = f"touchwood {name}, {players} players" + ", by the rules" * (backend == "rules")
            peer(label, lambda make=make: rate(aec_episode(make())))


def for_open_spiel() -> None:
    print("OpenSpiel, steps/s, chance included, an observation string at each decision")
    for name in ("kuhn_poker", "liars_poker"):
        import_module(f"open_spiel.python.games.{name}")  # registers it
        peer(f"OpenSpiel python_{name}", lambda name=name: rate(spiel_episode(f"python_{name}")))
    for name, players in GAMES:
        loaded = f"touchwood_{name}(players={players})"
        peer(f"touchwood_{name}", lambda loaded=loaded: rate(spiel_episode(loaded)))


def many_at_once() -> None:
    print("Many matches at once, 4,096, steps/s of one core, choosing at random included")
    for name in ("connect_four", "leduc_holdem", "sparrow_mahjong"):
        peer(f"pgx {name}", partial(pgx_rate, name))
    for name, players in GAMES:
        peer(f"touchwood {name}, {players} players", partial(batch_rate, name, players))


def version_of(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"no {package}"


PARTS = {"aec": one_at_a_time, "openspiel": for_open_spiel, "batch": many_at_once}


if __name__ == "__main__":
    print(", ".join([f"Python {platform.python_version()}", *map(version_of, PACKAGES)]))
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
