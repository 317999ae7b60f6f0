"""Solves two small games with OpenSpiel's CFR+, and says how far from an equilibrium a player is.

    python examples/solve_small_games.py tiny_tag 20       after so many iterations, and on the way there
    python examples/solve_small_games.py four_cards 100
    python examples/solve_small_games.py four_cards hard   a bot of ours

Needs `touchwood[openspiel]`. Four cards take seconds, the tiny TAG minutes.

    tiny_tag     eight cards between two, from before the deal
    four_cards   of Point-a-Pile between two, from after the draw, one round. A layout is one choice, and piles that
                 hold the same cards are the same, in whatever order they lie: without expansions no rule asks for that
                 order (a test plays both ways out).
"""

import sys
from collections.abc import Hashable, Iterator
from random import Random
from typing import Any

from open_spiel.python.algorithms import cfr
from open_spiel.python.algorithms.exploitability import exploitability

from touchwood.envs.node import Node, start
from touchwood.envs.open_spiel_positions import OddsInPosition, Position
from touchwood.envs.setup import setup_of

CARDS = ("B25", "B26", "B27", "B13")
"""Two of a point each, one that costs a point, one plain."""


def tiny_tag() -> Position:
    deck = {"T": 6, "A": 0, "G": 0, "TAG": 1, "Gool": 1, "Freeze": 0}
    return Position(start(setup_of("tag", players=2, options={"deck": deck, "stall_after": 1, "first": 0})))


def four_cards() -> Position:
    return Position(after_the_draw(), by_cards)


def after_the_draw() -> Node:
    options = {"deck": CARDS, "round_limit": 1, "first": 0}
    return start(setup_of("point_a_pile", players=2, options=options)).fallen(Random(1).randrange)


def by_cards(action: Any) -> Hashable:
    """Layouts and splits as their piles, each as its cards; what else there is as it is."""
    piles = getattr(action, "piles", None)
    return action if piles is None else (type(action), frozenset(map(frozenset, piles)))


def solve(game: Position, iterations: int) -> Iterator[tuple[int, float]]:
    """How far from an equilibrium the average of all policies is, after 1, 2, 5, 10, ... iterations."""
    solver = cfr.CFRPlusSolver(game)
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration == iterations or str(iteration).rstrip("0") in ("1", "2", "5"):
            yield iteration, exploitability(game, solver.average_policy())


if __name__ == "__main__":
    game = {"tiny_tag": tiny_tag, "four_cards": four_cards}[sys.argv[1]]()
    who = sys.argv[2]
    if who.isdigit():
        for iteration, left in solve(game, int(who)):
            print(f"after {iteration:5} iterations, exploitability: {left:.4f}", flush=True)
    else:
        print(f"exploitability: {exploitability(game, OddsInPosition(game, who, samples=8)):.4f}")
