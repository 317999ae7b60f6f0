"""A player that lists what it could do and tries all of it on the compiled twin, to the end of a stage of the match.

What it thinks is in `kernel_candidates.py`. The same view, seed and budget give the same choice; a view is all it gets.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any, Final

from touchwood.bots import kernel_candidates
from touchwood.bots.kernel_search import is_clearly_better
from touchwood.core.bot import Bot, Budgeted, Weigher
from touchwood.core.choices import Choices
from touchwood.core.game import AnyGame
from touchwood.core.twin import Twin, twin_of
from touchwood.core.versions import version_of

_CACHED: Final = 8
"""Kinds of match a player keeps a twin ready for."""
_ENDED: Final = -1
"""After the last number of a candidate."""
_TIMES: Final = 8
"""How often it is looked what others would choose."""

Mixes = Sequence[Sequence[tuple[Any, float]]]
"""Of each seat: actions, and how likely they are."""


class CandidateSearch:
    def __init__(self, game: AnyGame, weigher: Weigher[Any, Any], quick: Bot[Any, Any]) -> None:
        self.quick = quick
        """Plays where there is nothing to think with."""
        self._game = game
        self._weigher = weigher
        self._twin = lru_cache(maxsize=_CACHED)(self._make_twin)
        self._choices = lru_cache(maxsize=_CACHED)(partial(Choices, game))

    def with_nodes(self, percent: int) -> "CandidateSearch":
        """See `Budgeted`; a node is a world."""
        fewer = replace(self._weigher, worlds=self._weigher.worlds * percent // 100)
        quick = self.quick.with_nodes(percent) if isinstance(self.quick, Budgeted) else self.quick
        return CandidateSearch(self._game, fewer, quick)

    def choose(self, view: Any, actions: Sequence[Any], rng: Random) -> Any:
        return self.best(self.weighed(view, actions, rng))

    @staticmethod
    def best(tried: "Sequence[Tried]") -> Any:
        """The first, which is the quick player's, unless another is clearly better."""
        best = max(tried, key=lambda one: one.mean)
        return best.action if best.is_clearly_better_than(tried[0]) else tried[0].action

    def weighed(self, view: Any, actions: Sequence[Any], rng: Random) -> "list[Tried]":
        """What was thought about, the quick player's choice first, and what it brought; nothing, where there was
        nothing to think about."""
        quick = self.quick.choose(view, actions, rng)
        weigher, seats = self._weigher, self._game.seats_of(view)
        twin = self.twin_for(view)
        listed = [quick] if twin is None else list(dict.fromkeys([quick, *weigher.candidates(view, rng)]))
        if twin is None or len(listed) == 1:
            return [Tried(quick, ())]
        table = Table(twin, self._choices(view.options, seats), weigher.worlds, weigher.stages)
        seen, expected = weigher.unseal(view), weigher.expect(view, rng)
        answered: Mixes = ()
        for worlds in weigher.others_weigh:
            expected = answered = table.weighed_by_others(seen, expected, answered, worlds, rng)
        values = table.weighed(seen, view.viewer, listed, expected, rng.getrandbits(32))
        return [Tried(action, brought) for action, brought in zip(listed, values, strict=True)]

    def twin_for(self, view: Any) -> Twin | None:
        """What it thinks with in such a match."""
        weigher, seats = self._weigher, self._game.seats_of(view)
        if seats < weigher.fewest_seats or weigher.worlds < 2:
            return None
        return self._twin(view.options, seats, version_of(view))

    def _make_twin(self, options: Any, seats: int, version: int) -> Twin | None:
        return twin_of(self._game, options, seats, version, search=kernel_candidates, entries=("weigh_candidates",))


@dataclass(frozen=True)
class Tried:
    """An action, and what it brought, world by world."""

    action: Any
    values: Sequence[float]

    @property
    def mean(self) -> float:
        return fmean(self.values) if self.values else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return stdev(self.values) / sqrt(len(self.values)) if len(self.values) > 1 else float("inf")

    def is_clearly_better_than(self, other: "Tried") -> bool:
        worlds = len(self.values)
        return is_clearly_better([*self.values, *other.values], 0, worlds, worlds)


@dataclass(frozen=True)
class Table:
    """Where they are tried."""

    twin: Twin
    choices: Choices
    worlds: int
    stages: int

    def weighed(
        self,
        seen: Any,
        seat: int,
        listed: Sequence[Any],
        expected: Mixes,
        seed: int,
    ) -> list[list[float]]:
        """What each of these actions brought the seat in each world. Of each seat: what it is expected to choose in
        secret, and how likely; nothing, where it has nothing to choose. Its own is left out."""
        twin, written = self.twin, [self._numbers(action) for action in listed]
        width = 1 + max(map(len, written))
        candidates = twin.memory(len(written) * width, "int16")
        for place, numbers in enumerate(written):
            for step, number in enumerate([*numbers, _ENDED]):
                candidates[place * width + step] = number
        known = twin.know(seen)
        mixes, mix_width = self._mixes([() if other == seat else mix for other, mix in enumerate(expected)])
        values = twin.memory(len(written) * self.worlds, "float64")
        twin.functions["weigh_candidates"](
            *(twin.tables, known, seat, candidates, width, mixes, mix_width, self.worlds, self.stages),
            *(twin.rng(seed), twin.memory(4, "int64"), twin.memory(len(known), "int16")),
            *(twin.memory(len(known), "int16"), values, twin.weights),
        )
        return [[float(each) for each in values[n * self.worlds : (n + 1) * self.worlds]] for n in range(len(written))]

    def weighed_by_others(self, seen: Any, expected: Mixes, answered: Mixes, worlds: int, rng: Random) -> Mixes:
        """Half as expected, half as players do who try everything in so few worlds, while all others choose as is
        answered here, or, if that is nothing, by quick moves."""
        mixed = []
        for other, mix in enumerate(expected):
            actions = list(dict.fromkeys([action for action, _ in mix]))
            if len(actions) < 2:
                mixed.append(mix)
                continue
            tries = replace(self, worlds=worlds * _TIMES).weighed(seen, other, actions, answered, rng.getrandbits(32))
            halves = [(action, chance / 2) for action, chance in mix]
            for first in range(0, worlds * _TIMES, worlds):
                brought = [sum(values[first : first + worlds]) for values in tries]
                halves.append((actions[brought.index(max(brought))], 1 / (2 * _TIMES)))
            mixed.append(halves)
        return mixed

    def _numbers(self, action: Any) -> Sequence[int]:
        number = self.choices.number_of(action)
        if number is not None:
            return [number]
        assert self.twin.kernel.parts_of is not None
        builder, parts = self.twin.kernel.parts_of(action)
        return [self.choices.number_of_part(builder, part) for part in parts]

    def _mixes(self, expected: Mixes) -> tuple[Any, int]:
        numbered = [[(self._numbers(action)[0], chance) for action, chance in mix] for mix in expected]
        width = 1 + max((number for mix in numbered for number, _ in mix), default=0)
        mixes = self.twin.memory(max(1, len(numbered)) * width, "float64")
        for seat, mix in enumerate(numbered):
            for number, chance in mix:
                mixes[seat * width + number] += chance
        return mixes, width
