"""Solves four cards of Point-a-Pile between two, from after the draw, and says how far from that a player is.

    python examples/solve_four_cards.py 20000    OpenSpiel's outcome sampling (CFR), so many matches
    python examples/solve_four_cards.py hard     a bot of ours

Needs `touchwood[openspiel]`. After the draw nothing is hidden but the fingers, so what is on the table says all that
matters, and OpenSpiel is given that as the information state: 2.7 million histories are some thousand tables. For the
same reason the best answer to a player is found by going back from the end, table by table, each looked at once
(OpenSpiel's own `exploitability` walks every history; on what is left after a layout a test holds the two together).
"""

import sys
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import numpy as np
from open_spiel.python.algorithms import outcome_sampling_mccfr as outcome_sampling

from touchwood.core.seats import Seat
from touchwood.envs.node import Node, start
from touchwood.envs.open_spiel import Observer, SpielGame, SpielState
from touchwood.envs.open_spiel_bots import OddsOfOurs
from touchwood.envs.setup import setup_of

CARDS = ("B25", "B26", "B27", "B13")
"""Two of a point each, one that costs a point, one plain."""

Odds = Callable[[Node], Mapping[int, float]]
"""What the seat that is asked chooses, and how likely."""


class FromHere(SpielGame):
    """The game from a node on, for players who need not remember more than they see."""

    node: Node

    @classmethod
    def at(cls, node: Node) -> "FromHere":
        game = cls(node.setup.game, setup=node.setup)
        game.node = node
        return game

    def new_initial_state(self) -> SpielState:
        return SpielState(self, self.node)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.setup, 0, params)


def after_the_draw() -> Node:
    options = {"deck": CARDS, "round_limit": 1, "first": 0}
    return start(setup_of("point_a_pile", players=2, options=options)).fallen(Random(1).randrange)


def solve(game: FromHere, iterations: int, seed: int = 1) -> Odds:
    np.random.seed(seed)  # OpenSpiel's solver draws from numpy's own source
    solver = outcome_sampling.OutcomeSamplingSolver(game)
    for _ in range(iterations):
        solver.iteration()
    average = solver.average_policy()
    return lambda node: average.action_probabilities(SpielState(game, node))


def exploitability(node: Node, odds: Odds) -> float:
    """What the best answers to this player win of it, on average of both seats."""
    return sum(best_answer(node, Seat(seat), odds, {}) for seat in range(2)) / 2


def best_answer(node: Node, seat: Seat, odds: Odds, known: dict[Any, float]) -> float:
    """What is the most that `seat` can win from here, if the other plays by these odds."""
    if node.is_over:
        return float(node.rewards()[seat])
    key = node.state, node.seat, node.parts
    if key not in known:
        known[key] = _best_answer(node, seat, odds, known)
    return known[key]


def _best_answer(node: Node, seat: Seat, odds: Odds, known: dict[Any, float]) -> float:
    waiting = node.setup.game.waiting_for(node.state)
    if isinstance(waiting, tuple) and len(waiting) > 1:
        # Both point: neither knows the other's finger, so the other's odds are the same whatever this seat does.
        theirs = odds(node if node.seat != seat else node.choose(node.legal[0]))
        mine = node.legal if node.seat == seat else node.choose(node.legal[0]).legal
        return max(
            sum(odd * best_answer(_pointed(node, seat, own, other), seat, odds, known) for other, odd in theirs.items())
            for own in mine
        )
    if node.seat == seat:
        return max(best_answer(node.choose(number), seat, odds, known) for number in node.legal)
    return sum(odd * best_answer(node.choose(number), seat, odds, known) for number, odd in odds(node).items() if odd)


def _pointed(node: Node, seat: Seat, own: int, other: int) -> Node:
    first, second = (own, other) if node.seat == seat else (other, own)
    return node.choose(first).choose(second)


if __name__ == "__main__":
    game = FromHere.at(after_the_draw())
    who = sys.argv[1]
    odds = solve(game, int(who)) if who.isdigit() else OddsOfOurs(game, who, samples=8).at
    print(f"exploitability: {exploitability(game.node, odds):.4f}")
