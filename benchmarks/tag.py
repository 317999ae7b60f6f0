"""How fast are the rules of TAG? Random matches on the rules alone: no record, no views, no dealer.

An applied action is one `apply` or `apply_chance`; the time includes asking who is awaited, listing what is legal and
choosing at random. Where a card game of a peer library is installed, it is measured in the same run.
"""

import platform
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec
from random import Random
from time import process_time

from touchwood.core.game import CHANCE, OVER
from touchwood.games.tag import GAME
from touchwood.games.tag.options import Options

RUNS = 5
SECONDS_A_RUN = 1.0


def random_match(seats: int, rng: Random) -> int:
    """Plays one match; how many actions were applied, chance included."""
    state, applied = GAME.initial(Options(), seats), 0
    while (waiting := GAME.waiting_for(state)) is not OVER:
        if waiting is CHANCE:
            state = GAME.apply_chance(state, random_outcome(state, rng)).state
        else:
            state = GAME.apply(state, waiting[0], rng.choice(GAME.legal_actions(state, waiting[0]))).state
        applied += 1
    return applied


def random_outcome(state, rng):
    return draw(GAME.chance(state), rng.randrange)


def peer_rlcard(rng: Random) -> int:
    """UNO of RLCard, as far from a card game in Python as ours: actions stepped in one random game."""
    import rlcard

    environment = rlcard.make("uno", config={"seed": rng.randrange(2**31)})
    state, _ = environment.reset()
    steps = 0
    while not environment.is_over():
        state, _ = environment.step(rng.choice(list(state["legal_actions"])))
        steps += 1
    return steps
