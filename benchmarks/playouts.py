"""How many choices a second do twins make, beside the rules and beside peers? One core, random matches, one run.

    pip install open_spiel pgx      # only for this; what is missing is said

Counted are choices of players, chance not. Ours: each game's rules and its compiled twin, both by uniformly random
legal choices; building a layout counts each part as a choice. OpenSpiel: its C++ loop (`evaluate_bots` with its uniform
random bots) on two card games. pgx: small games it has, on the CPU, a thousand at once, its compiled step with random
legal choices; all its processor time is counted, whatever the number of threads.
"""

import platform
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Any

from touchwood.bots import RandomBot
from touchwood.core.game import AnyGame
from touchwood.core.linking import has_numba
from touchwood.core.running import Unrecorded
from touchwood.core.twin import Twin, twin_of
from touchwood.games.discovery import find_game

RUNS = 3
SECONDS_A_RUN = 1.0
GAMES = {"tag": (2, 4, 6), "tactile_crane": (2, 4, 6), "cant_touch_this": (1, 2), "point_a_pile": (2, 4, 6)}
WORLDS = 10_000
PGX_GAMES = ("kuhn_poker", "leduc_holdem", "tic_tac_toe", "backgammon")
PGX_BATCH = 1_000

Play = Callable[[int], int]
"""Plays on from this seed for a while; gives how many choices were made."""


def best_rate(play: Play) -> float:
    """Choices a second of processor time, the best of several runs."""
    best = 0.0
    for run in range(RUNS):
        made, seed, start = 0, 1_000 * run, process_time()
        while (spent := process_time() - start) < SECONDS_A_RUN:
            made += play(seed)
            seed += 1
        best = max(best, made / spent)
    return best


# -- Ours -----------------------------------------------------------------------------------------------------------
def by_the_rules(game: AnyGame, seats: int) -> Play:
    """The rules alone: no views, but where an action is composite and has to be built."""
    start = game.initial(game.options_type(), seats, game.newest_version)
    bot = RandomBot(game)

    def play(seed: int) -> int:
        rng, made = Random(seed), 0
        course = Unrecorded(game, start, rng)
        while isinstance(waiting := game.waiting_for(course.state), tuple):
            seat = waiting[0]
            legal = game.legal_actions(course.state, seat)
            action = rng.choice(legal) if legal else bot.choose(game.view(course.state, seat), legal, rng)
            course.act(seat, action)
            made += 1 if legal else parts_in(game, action)
        return made

    return play


def parts_in(game: AnyGame, action: Any) -> int:
    assert game.kernel is not None
    assert game.kernel.parts_of is not None
    _, parts = game.kernel.parts_of(action)
    return len(parts)


def by_the_twin(game: AnyGame, twin: Twin, seats: int) -> Play:
    start = twin.pack(game.initial(game.options_type(), seats, game.newest_version))
    row = start.copy()  # type: ignore[attr-defined]  # an array where it is compiled

    def play(seed: int) -> int:
        many = twin.functions["random_matches"]
        return int(many(twin.tables, start, row, twin.choices, twin.weights, twin.rng(seed), 200))

    play(0)  # compiles
    return play


def sampled_worlds(game: AnyGame, seats: int) -> float:
    """Worlds a second, sampled from a view in the middle of a match and ready to play on in."""
    twin = twin_of(game, game.options_type(), seats, game.newest_version)
    assert twin is not None
    course, rng = Unrecorded(game, game.initial(game.options_type(), seats, game.newest_version), Random(1)), Random(1)
    for _ in range(40):
        (seat,) = game.waiting_for(course.state)
        course.act(seat, rng.choice(game.legal_actions(course.state, seat)))
    known = twin.know(game.view(course.state, game.waiting_for(course.state)[0]))

    def play(seed: int) -> int:
        return len(twin.sample(known, twin.rng(seed), WORLDS))

    play(0)
    return best_rate(play)


# -- Peers ----------------------------------------------------------------------------------------------------------
def open_spiel_loop(name: str) -> Play:
    import pyspiel

    game = pyspiel.load_game(name)
    players = game.num_players()

    def choices_in(seed: int) -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, [pyspiel.make_uniform_random_bot(seat, seed) for seat in range(players)], seed)
        return sum(step.player >= 0 for step in state.full_history())

    mean = sum(choices_in(seed) for seed in range(200)) / 200  # counted beforehand: counting takes time in Python

    def play(seed: int) -> int:
        bots = [pyspiel.make_uniform_random_bot(seat, seed) for seat in range(players)]
        for match in range(20):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, 20 * seed + match)
        return round(20 * mean)

    return play


def pgx_loop(name: str) -> Play:
    import jax
    import pgx

    environment: Any = pgx.make(name)
    steps = 100

    def step(state: Any, key: Any) -> Any:
        """Random legal choices; finished matches begin anew."""
        choosing, beginning, falling = jax.random.split(key, 3)
        choices = jax.random.categorical(choosing, jax.numpy.log(state.legal_action_mask.astype(float)), axis=-1)
        keys = jax.random.split(falling, PGX_BATCH)
        stepped = jax.vmap(environment.step)(state, choices, keys)
        fresh = jax.vmap(environment.init)(jax.random.split(beginning, PGX_BATCH))
        is_over = stepped.terminated

        def either(new: Any, old: Any) -> Any:
            return jax.numpy.where(is_over.reshape(-1, *[1] * (old.ndim - 1)), new, old)

        return jax.tree_util.tree_map(either, fresh, stepped), None

    @jax.jit
    def many(state: Any, key: Any) -> Any:
        state, _ = jax.lax.scan(step, state, jax.random.split(key, steps))
        return state

    state = jax.vmap(environment.init)(jax.random.split(jax.random.PRNGKey(0), PGX_BATCH))
    jax.block_until_ready(many(state, jax.random.PRNGKey(0)))

    def play(seed: int) -> int:
        jax.block_until_ready(many(state, jax.random.PRNGKey(seed)))
        return steps * PGX_BATCH

    return play


def peers() -> dict[str, float]:
    rates = {}
    if find_spec("pyspiel") is None:
        print("OpenSpiel is not installed, so not measured: pip install open_spiel")
    else:
        for name in ("hearts", "crazy_eights"):
            rates[f"OpenSpiel {version('open_spiel')}, C++: {name}"] = best_rate(open_spiel_loop(name))
    if find_spec("pgx") is None:
        print("pgx is not installed, so not measured: pip install pgx")
    else:
        for name in PGX_GAMES:
            rates[f"pgx {version('pgx')}, CPU: {name}"] = best_rate(pgx_loop(name))
    return rates


def main() -> None:
    print(f"{platform.python_implementation()} {platform.python_version()};", end=" ")
    print(f"best of {RUNS} runs of {SECONDS_A_RUN:g} s of processor time\n")
    print(f"{'random matches':<40}{'rules, choices/s':>18}{'twin, choices/s':>18}{'times':>8}")
    has_twins = has_numba()
    if not has_twins:
        print("numba is not installed: twins are not compiled, nothing is played by them")
    for name, counts in GAMES.items():
        game = find_game(name)
        for seats in counts:
            rules = best_rate(by_the_rules(game, seats))
            label = f"{game.title}, {seats} {'player' if seats == 1 else 'players'}"
            twin = twin_of(game, game.options_type(), seats, game.newest_version)
            if twin is None:
                print(f"{label:<40}{rules:>18,.0f}")
                continue
            rate = best_rate(by_the_twin(game, twin, seats))
            print(f"{label:<40}{rules:>18,.0f}{rate:>18,.0f}{rate / rules:>8,.0f}")
    print()
    for name, rate in peers().items():
        print(f"{name:<40}{'':>18}{rate:>18,.0f}")
    if has_twins:
        print(f"\n{'TAG, 4 players: worlds from a view/s':<58}{sampled_worlds(find_game('tag'), 4):>18,.0f}")


if __name__ == "__main__":
    main()
