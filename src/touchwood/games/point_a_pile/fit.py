"""Finds the weights of `weights.json` by self-play of the compiled twin:

    python -m touchwood.games.point_a_pile.fit          # a minute; prints how well they foretell who wins

Matches are played by quick moves, and at the end of each round it is written down what every row is like. Whoever wins
is then foretold from that: the chances of the seats are as the exponentials of the weighted traits of their rows
(a multinomial logit, over all numbers of players). Needs numba.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from touchwood.core.twin import twin_of
from touchwood.games.point_a_pile import GAME, kernel_self_play
from touchwood.games.point_a_pile.kernel_bots import HUNDREDTHS, TRAITS
from touchwood.games.point_a_pile.options import Options
from touchwood.games.point_a_pile.weights import Weights

SEED: Final = 7
COUNTS: Final = (2, 3, 4, 6)
MATCHES: Final = 5_000
"""For each number of players."""
MOST_MOMENTS: Final = 10
"""A match, on average: memory for so many."""
STEPS: Final = 20

Array = np.ndarray[Any, np.dtype[np.float64]]


def moments(seats: int, matches: int, seed: int) -> tuple[Array, Array]:
    """Of each moment and seat: the traits, and the share of the win."""
    twin = twin_of(GAME, Options(), seats, GAME.newest_version, search=kernel_self_play, entries=("self_play",))
    assert twin is not None, "numba is not installed"
    start = twin.pack(GAME.initial(Options(), seats, GAME.newest_version))
    row = twin.pack(GAME.initial(Options(), seats, GAME.newest_version))
    size = MOST_MOMENTS * matches * seats
    traits, shares = twin.memory(size * TRAITS, "float64"), twin.memory(size, "float64")
    play = twin.functions["self_play"]
    count = play(twin.tables, start, row, twin.weights, twin.rng(seed), matches, traits, shares)
    return traits.reshape(-1, seats, TRAITS)[:count], shares.reshape(-1, seats)[:count]


def chances(weights: Array, traits: Array) -> Array:
    liked = traits @ weights
    likely: Array = np.exp(liked - liked.max(axis=1, keepdims=True))
    shares: Array = likely / likely.sum(axis=1, keepdims=True)
    return shares


def fit(seen: Sequence[tuple[Array, Array]]) -> Array:
    """By Newton's method: the surprise is convex in the weights."""
    weights: Array = np.zeros(TRAITS)
    for _ in range(STEPS):
        slope, curve = np.zeros(TRAITS), 1e-6 * np.eye(TRAITS)
        for traits, shares in seen:
            likely = chances(weights, traits)
            middle = np.einsum("ms,mst->mt", likely, traits)
            slope += np.einsum("ms,mst->t", likely - shares, traits)
            curve += np.einsum("ms,msa,msb->ab", likely, traits, traits) - middle.T @ middle
        weights = weights - np.linalg.solve(curve, slope)
    return weights


def surprise(weights: Array, traits: Array, shares: Array) -> float:
    """On average, in nats."""
    return float(-(shares * np.log(chances(weights, traits))).sum(axis=1).mean())


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=MATCHES)
    parser.add_argument("--write", type=Path, default=Path(__file__).with_name("weights.json"))
    given = parser.parse_args(arguments)
    found = fit([moments(seats, given.matches, SEED) for seats in COUNTS])
    for seats in COUNTS:
        fresh = moments(seats, given.matches, SEED + 1)
        print(f"{seats} players: {surprise(found, *fresh):.3f} nats, knowing nothing {np.log(seats):.3f}")
    weights = Weights(*[round(HUNDREDTHS * float(weight)) for weight in found])
    given.write.write_bytes(msgspec.json.format(msgspec.json.encode(weights), indent=1) + b"\n")


if __name__ == "__main__":
    main()
