"""How fast are the rules of TAG? Random matches on the rules alone: no record, no views, no dealer.

An applied action is one `apply` or `apply_chance`; the time includes asking who is awaited, listing what is legal and
choosing at random. Where a card game of a peer library is installed it is measured in the same run, the same way.
"""

import platform
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from random import Random
from time import process_time
from typing import Any

from touchwood.core.chance import draw
from touchwood.core.game import CHANCE, OVER
from touchwood.games.tag import GAME
from touchwood.games.tag.options import Options

RUNS = 5
SECONDS_A_RUN = 1.0


def random_match(seats: int, rng: Random) -> int:
    """Plays one match; how many actions were applied, chance included."""
    state, applied = GAME.initial(Options(), seats, GAME.newest_version), 0
    while (waiting := GAME.waiting_for(state)) is not OVER:
        if waiting is CHANCE:
            state = GAME.apply_chance(state, draw(GAME.chance(state), rng.randrange)).state
        else:
            seat = waiting[0]
            state = GAME.apply(state, seat, rng.choice(GAME.legal_actions(state, seat))).state
        applied += 1
    return applied


# -- Peers: a card game each that is written in Python ------------------------------------------------------------
def rlcard_uno(rng: Random) -> int:
    import rlcard

    environment: Any = rlcard.make("uno", config={"seed": rng.randrange(2**31)})
    state, _ = environment.reset()
    applied = 0
    while not environment.is_over():
        state, _ = environment.step(rng.choice(list(state["legal_actions"])))
        applied += 1
    return applied


def pettingzoo_gin_rummy(rng: Random) -> int:
    from pettingzoo.classic import gin_rummy_v4

    environment: Any = gin_rummy_v4.env()
    environment.reset(seed=rng.randrange(2**31))
    applied = 0
    for _ in environment.agent_iter():
        observation, _, is_over, is_cut, _ = environment.last()
        if is_over or is_cut:
            environment.step(None)
            continue
        environment.step(rng.choice([number for number, may in enumerate(observation["action_mask"]) if may]))
        applied += 1
    return applied


def open_spiel_kuhn_poker(rng: Random) -> int:
    import pyspiel
    from open_spiel.python.games import kuhn_poker  # noqa: F401  # registers the game written in Python

    state = pyspiel.load_game("python_kuhn_poker").new_initial_state()
    applied = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        applied += 1
    return applied


PEERS: tuple[tuple[str, str, Callable[[Random], int]], ...] = (
    ("rlcard", "UNO of RLCard", rlcard_uno),
    ("pettingzoo", "Gin Rummy of PettingZoo", pettingzoo_gin_rummy),
    ("open_spiel", "Kuhn poker in Python of OpenSpiel", open_spiel_kuhn_poker),
)


def best_rate(play: Callable[[Random], int]) -> float:
    """Applied actions a second of processor time, the best of several runs."""
    best = 0.0
    for run in range(RUNS):
        rng, applied, start = Random(run), 0, process_time()
        while (spent := process_time() - start) < SECONDS_A_RUN:
            applied += play(rng)
        best = max(best, applied / spent)
    return best


def main() -> None:
    print(f"{platform.python_implementation()} {platform.python_version()}, msgspec {version('msgspec')},", end=" ")
    print(f"TAG rules version {GAME.newest_version}; best of {RUNS} runs of {SECONDS_A_RUN:g} s of processor time\n")
    print(f"{'random matches':<36}{'applied actions/s':>18}{'TAG is':>12}")
    rates = {seats: best_rate(lambda rng, seats=seats: random_match(seats, rng)) for seats in GAME.player_counts}
    for seats, rate in rates.items():
        print(f"{f'TAG, {seats} players':<36}{rate:>18,.0f}")
    typical = rates[4]
    for package, title, play in PEERS:
        if find_spec(package) is None:
            print(f"{title:<36}{'not installed':>18}")
            continue
        rate = best_rate(play)
        print(f"{title:<36}{rate:>18,.0f}{typical / rate:>10.1f} x")


if __name__ == "__main__":
    main()
