"""A player that imagines: samples worlds that fit its view, tries each action in them, keeps what goes best.

Flat Monte Carlo with sequential halving: all actions are tried in the same worlds with the same luck as far as that
goes, the worse half is dropped, and the rest of the budget goes to the better half, until one is left. It knows the
game only through the contract and the words its `Thinker` lends it.
"""

from collections.abc import Sequence
from math import ceil, log2
from random import Random
from typing import Any

from touchwood.core.bot import Thinker
from touchwood.core.chance import draw
from touchwood.core.game import CHANCE, OVER, AnyGame
from touchwood.core.seats import Seat


class FlatMonteCarlo:
    def __init__(self, game: AnyGame, thinker: Thinker[Any, Any, Any]) -> None:
        self._game = game
        self._thinker = thinker

    def choose(self, view: Any, actions: Sequence[Any], rng: Random) -> Any:
        thinker = self._thinker
        seat: Seat = view.viewer
        candidates = [*actions, *(thinker.candidates(view, rng) if thinker.candidates else ())]
        if len(candidates) == 1:
            return candidates[0]
        seen = view if thinker.forget is None else thinker.forget(view)
        rounds = ceil(log2(len(candidates)))
        totals = dict.fromkeys(range(len(candidates)), 0.0)
        alive = list(totals)
        for _ in range(rounds):
            for _ in range(max(1, thinker.worlds * len(candidates) // (rounds * len(alive)))):
                world = self._game.sample_state(seen, rng)
                luck = rng.getrandbits(64)
                for index in alive:
                    after = self._game.apply(world, seat, candidates[index]).state
                    totals[index] += self._play_on(after, seat, Random(luck))
            alive.sort(key=totals.__getitem__, reverse=True)
            alive = alive[: ceil(len(alive) / 2)]
        return candidates[alive[0]]

    def _play_on(self, state: Any, seat: Seat, rng: Random) -> float:
        """The imagined match from here, by quick moves, as far as the thinker looks."""
        game, thinker = self._game, self._thinker
        decisions = 0
        while decisions < thinker.horizon:
            waiting = game.waiting_for(state)
            if waiting is OVER:
                break
            if waiting is CHANCE:
                state = game.apply_chance(state, draw(game.chance(state), rng.randrange)).state
                continue
            mover = waiting[0]
            state = game.apply(state, mover, thinker.playout(state, mover, rng)).state
            decisions += 1
        return thinker.value(state, seat)
