"""A player that imagines: samples worlds that fit its view, tries each action in them, keeps what goes best.

Flat Monte Carlo with sequential halving: all actions are tried in the same worlds with the same luck, the worse half
is dropped, and the rest of the budget goes to the better half, until one is left. The quick move of the playout is
never dropped, and it is what is played unless another one is better by more than the luck of the worlds explains: so
thinking improves on not thinking, and a small budget does no harm. The search knows the game only through the contract
and the words its `Thinker` lends it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import ceil, log2, sqrt
from random import Random
from statistics import fmean, variance
from typing import Any

from touchwood.core.bot import Thinker
from touchwood.core.game import AnyGame
from touchwood.core.running import play_imagined
from touchwood.core.seats import Seat

STANDARD_ERRORS = 1.0
"""By how many standard errors another action must be better than the quick move."""
_WORLDS_FOR_THE_QUICK_MOVE = 5


class FlatMonteCarlo:
    def __init__(self, game: AnyGame, thinker: Thinker[Any, Any, Any]) -> None:
        self._game = game
        self._thinker = thinker

    def with_nodes(self, percent: int) -> "FlatMonteCarlo":
        """See `Budgeted`; a node is a world."""
        return FlatMonteCarlo(self._game, replace(self._thinker, worlds=max(1, self._thinker.worlds * percent // 100)))

    def choose(self, view: Any, actions: Sequence[Any], rng: Random) -> Any:
        thinker = self._thinker
        seat: Seat = view.viewer
        candidates = [*actions, *(thinker.candidates(view, rng) if thinker.candidates else ())]
        if len(candidates) == 1:
            return candidates[0]
        quick = self._quick_move(view, seat, candidates, rng)
        values: list[list[float]] = [[] for _ in candidates]
        alive = list(range(len(candidates)))
        rounds = ceil(log2(len(candidates)))
        for _ in range(rounds):
            for _ in range(max(1, thinker.worlds * len(candidates) // (rounds * len(alive)))):
                world = self._game.sample_state(view, rng)
                luck = rng.getrandbits(64)
                for index in {*alive, quick}:
                    after = self._game.apply(world, seat, candidates[index]).state
                    values[index].append(self._play_on(after, seat, Random(luck)))
            alive.sort(key=lambda index: sum(values[index]), reverse=True)
            alive = alive[: ceil(len(alive) / 2)]
        best = alive[0]
        return candidates[best if _is_clearly_better(values[best], values[quick]) else quick]

    def _quick_move(self, seen: Any, seat: Seat, candidates: Sequence[Any], rng: Random) -> int:
        """The playout's most frequent move here, over a few worlds."""
        moves = Counter(
            candidates.index(self._thinker.playout(self._game.sample_state(seen, rng), seat, rng))
            for _ in range(_WORLDS_FOR_THE_QUICK_MOVE)
        )
        return moves.most_common(1)[0][0]

    def _play_on(self, state: Any, seat: Seat, rng: Random) -> float:
        """The imagined match from here, by quick moves, as far as the thinker looks."""
        thinker = self._thinker
        return thinker.value(play_imagined(self._game, state, thinker.playout, rng, thinker.horizon), seat)


def _is_clearly_better(values: Sequence[float], others: Sequence[float]) -> bool:
    """World by world, since both were tried in the same ones."""
    gains = [value - other for value, other in zip(values, others, strict=True)]
    return len(gains) > 1 and fmean(gains) > STANDARD_ERRORS * sqrt(variance(gains) / len(gains))
