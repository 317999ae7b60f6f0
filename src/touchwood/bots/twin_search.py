"""A player that thinks on the compiled twin of its game, where there is one; on the rules elsewhere.

What it thinks is in `kernel_search.py`. The same view, seed and budget give the same choice; a view is all it gets.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from random import Random
from typing import Any

from touchwood.bots import kernel_search
from touchwood.bots.flat_monte_carlo import FlatMonteCarlo
from touchwood.core.bot import Thinker
from touchwood.core.choices import Choices
from touchwood.core.game import AnyGame
from touchwood.core.twin import Twin, twin_of
from touchwood.core.versions import version_of

_TRIES_OF_A_CHOICE = 4
"""Choices that stay are tried in more worlds than there are on average; in how many times as many at most."""
_CACHED = 8
"""Kinds of match a player keeps a twin ready for."""


class TwinSearch:
    def __init__(self, game: AnyGame, thinker: Thinker[Any, Any, Any]) -> None:
        self._game = game
        self._thinker = thinker
        self._on_rules = FlatMonteCarlo(game, thinker)
        self._twin = lru_cache(maxsize=_CACHED)(self._make_twin)
        self._choices = lru_cache(maxsize=_CACHED)(partial(Choices, game))

    @property
    def foresight(self) -> int:
        return self._thinker.foresight

    def with_nodes(self, percent: int) -> "TwinSearch":
        """See `Budgeted`; a node is a world."""
        thinker = self._thinker
        fewer = replace(
            thinker,
            worlds=_part_of(thinker.worlds, percent),
            twin_worlds=_part_of(thinker.twin_worlds, percent),
            twin_worlds_an_opponent=_part_of(thinker.twin_worlds_an_opponent, percent),
            most_choices=_part_of(thinker.most_choices, percent),
        )
        return TwinSearch(self._game, fewer)

    def choose(self, view: Any, actions: Sequence[Any], rng: Random) -> Any:
        thinker = self._thinker
        if len(actions) == 1 and thinker.candidates is None:
            return actions[0]
        seats, version = self._game.seats_of(view), version_of(view)
        worlds = thinker.twin_worlds + thinker.twin_worlds_an_opponent * (seats - 1)
        twin = self._twin(view.options, seats, version) if worlds else None
        if twin is None:
            return self._on_rules.choose(view, actions, rng)
        looks = Looks(worlds, thinker.horizon, thinker.foresight, thinker.most_choices)
        choice = think(twin, view, view.viewer, looks, rng.getrandbits(32))
        return self._choices(view.options, seats).action_of(view, [choice])

    def _make_twin(self, options: Any, seats: int, version: int) -> Twin | None:
        return twin_of(self._game, options, seats, version, search=kernel_search, entries=("think",))


def _part_of(worlds: int, percent: int) -> int:
    """At least one, if there were any."""
    return max(min(1, worlds), worlds * percent // 100)


@dataclass(frozen=True)
class Looks:
    """How far a player looks; what each means is in `Thinker`."""

    worlds: int
    horizon: int
    foresight: int = 0
    choices: int = 1 << 40


def think(twin: Twin, seen: Any, seat: int, looks: Looks, seed: int) -> int:
    """The number of the choice. All memory is made here, so several may think at once."""
    known, most = twin.know(seen), twin.kernel.most_choices
    choice = twin.functions["think"](
        twin.tables,
        known,
        seat,
        looks.worlds,
        looks.horizon,
        looks.foresight,
        looks.choices,
        twin.rng(seed),
        twin.memory(4, "int64"),
        twin.memory(len(known), "int16"),
        twin.memory(len(known), "int16"),
        twin.memory(len(known), "int16"),
        twin.memory(most, "int16"),
        twin.memory(most, "int16"),
        twin.memory(most, "int64"),
        twin.memory(_TRIES_OF_A_CHOICE * most * looks.worlds, "float64"),
        twin.memory(twin.kernel.most_outcomes, "int64"),
    )
    return int(choice)
