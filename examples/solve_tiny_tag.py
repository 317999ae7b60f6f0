"""Solves a tiny TAG of two players with OpenSpiel: external sampling, and how far from an equilibrium a player is.

    python examples/solve_tiny_tag.py 1000      after so many iterations
    python examples/solve_tiny_tag.py hard      a bot of ours

Needs `touchwood[openspiel]`. Of the time most goes into measuring, which walks the whole tree.
"""

import sys
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import exploitability
from open_spiel.python.algorithms import external_sampling_mccfr as external_sampling

import touchwood.envs.open_spiel
from touchwood.envs.open_spiel_bots import OddsOfOurs

TINY_TAG = (
    "touchwood_tag(options=deck.T:6;deck.A:0;deck.G:0;deck.TAG:1;deck.Gool:1;deck.Freeze:0;stall_after:1;first:0)"
)


def solve(iterations: int, seed: int = 1) -> tuple[Any, Any]:
    """The game and the average policy after so many iterations."""
    np.random.seed(seed)  # OpenSpiel's solver draws from numpy's own source
    game = pyspiel.load_game(TINY_TAG)
    solver = external_sampling.ExternalSamplingSolver(game, external_sampling.AverageType.SIMPLE)
    for _ in range(iterations):
        solver.iteration()
    return game, solver.average_policy()


if __name__ == "__main__":
    assert touchwood.envs.open_spiel  # importing it registers the games
    who = sys.argv[1]
    if who.isdigit():
        game, player = solve(int(who))
    else:
        game = pyspiel.load_game(TINY_TAG)
        player = OddsOfOurs(game, who, samples=4)
    print(f"exploitability: {exploitability.exploitability(game, player):.4f}")
