"""Finds the worth of what players have (`worth.json`) by self-play of the compiled twin; `fit.py` is the command.

Matches are played by quick moves, and every few choices it is written down what each player has. Whoever wins is then
foretold from that: the chances of the seats are as the exponentials of what they have, early and late worth differing
(a multinomial logit, over all numbers of players). Needs numba.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from touchwood.core.twin import twin_of
from touchwood.games.tag import GAME, kernel_self_play
from touchwood.games.tag.kernel_bots import TRAITS
from touchwood.games.tag.options import Options
from touchwood.games.tag.weights import WORTH, Has, Weights, Worth, in_a_row, in_tables

MATCHES: Final = 10_000
"""For each number of players."""
EVERY: Final = 10
"""So many choices lie between moments."""
MOST_MOMENTS: Final = 30
"""A match, on average: memory for so many."""
FADINGS: Final = (60, 90, 125, 180, 250, 350, 500, 700, 1000)
STEPS: Final = 12

Array = np.ndarray[Any, np.dtype[np.float64]]


class Moments(NamedTuple):
    """Of each moment: what each seat has, the share of the win it came to, and how many cards a player are left."""

    traits: Array
    shares: Array
    left: Array


def moments(weights: Weights, seats: int, matches: int, seed: int) -> Moments:
    twin = twin_of(GAME, Options(), seats, GAME.newest_version, search=kernel_self_play, entries=("self_play",))
    assert twin is not None, "numba is not installed"
    start = twin.pack(GAME.initial(Options(), seats, GAME.newest_version))
    row = twin.pack(GAME.initial(Options(), seats, GAME.newest_version))
    tables, size = twin.memory(len(twin.tables), "int32"), MOST_MOMENTS * matches
    tables[:] = in_tables(weights, WORTH)
    traits, shares = twin.memory(size * seats * TRAITS, "float64"), twin.memory(size * seats, "float64")
    left, play = twin.memory(size, "float64"), twin.functions["self_play"]
    count = play(tables, start, row, twin.weights, twin.rng(seed), matches, EVERY, traits, shares, left)
    return Moments(traits.reshape(-1, seats, TRAITS)[:count], shares.reshape(-1, seats)[:count], left[:count])


# -- How well a worth foretells ---------------------------------------------------------------------------------------
def surprise(worth: Worth, seen: Moments) -> float:
    """On average, in nats."""
    parts = np.array(in_a_row(worth)[: 2 * TRAITS]) / 1000
    return _surprise(parts, _early_and_late(seen, worth.fading), seen.shares)


def _surprise(parts: Array, traits: Array, shares: Array) -> float:
    return float(-(shares * np.log(_chances(parts, traits))).sum(axis=1).mean())


def _chances(parts: Array, traits: Array) -> Array:
    liked = traits @ parts
    likely: Array = np.exp(liked - liked.max(axis=1, keepdims=True))
    shares: Array = likely / likely.sum(axis=1, keepdims=True)
    return shares


def _early_and_late(seen: Moments, fading: int) -> Array:
    """Each trait, and each again by how late it is."""
    late = np.exp(-fading / 1000 * seen.left)[:, None, None]
    return np.concatenate([seen.traits, late * seen.traits], axis=2)


# -- Fitting ----------------------------------------------------------------------------------------------------------
def fit(seen: Sequence[Moments]) -> Worth:
    """With the fading that surprises least."""
    tried = [_fit(seen, fading) for fading in FADINGS]
    return min(tried, key=lambda worth: sum([surprise(worth, each) for each in seen]))


def _fit(seen: Sequence[Moments], fading: int) -> Worth:
    """By Newton's method: the surprise is convex in the parts."""
    parts: Array = np.zeros(2 * TRAITS)
    weighed = [(_early_and_late(each, fading), each.shares) for each in seen]
    for _ in range(STEPS):
        slope, curve = np.zeros(2 * TRAITS), 1e-6 * np.eye(2 * TRAITS)
        for traits, shares in weighed:
            likely = _chances(parts, traits)
            middle = np.einsum("ms,mst->mt", likely, traits)
            spread = (np.sqrt(likely)[:, :, None] * traits).reshape(-1, 2 * TRAITS)
            slope += np.einsum("ms,mst->t", likely - shares, traits)
            curve += spread.T @ spread - middle.T @ middle
        parts = parts - np.linalg.solve(curve, slope)
    thousandths = [round(1000 * float(part)) for part in parts]
    return Worth(Has(*thousandths[:TRAITS]), Has(*thousandths[TRAITS:]), fading, WORTH.behind)
