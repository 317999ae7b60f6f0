"""One match that only goes forward: on the game's compiled twin where there is one for the options, else by the rules.

Both draw from the same four words of chance, so a seed gives the same match on either; `tests/envs/test_walking.py`
walks them side by side. What a row cannot tell (a view with its names, a picture, why the rules forbid something) a
compiled walk asks of the rules: it makes the same choices there, as far as they have not been made yet.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Literal, Protocol

import numpy as np

from touchwood.core.choices import Choices
from touchwood.core.kernel_play import below
from touchwood.core.seats import Seat
from touchwood.core.twin import Twin, twin_of
from touchwood.envs import kernel_batch
from touchwood.envs.node import Node, start
from touchwood.envs.setup import Setup
from touchwood.envs.spaces import Array, mask_of

Backend = Literal["compiled", "rules"]


def words_of_chance(seed: int | None) -> list[int]:
    """What all chance of a match is drawn from; never 0."""
    return [int(word) for word in np.random.default_rng(seed).integers(1, 2**32, 4)]


class Walk(Protocol):
    """A match between its start and its end."""

    backend: Backend
    seat: Seat | None
    """Whose choice is awaited; None: it is over."""
    points: Sequence[int]

    def begin(self, words: list[int]) -> None: ...
    def choose(self, number: int) -> None:
        """And chance falls. What is not in the mask raises, as `Node.choose` does, and changes nothing."""

    def mask(self) -> Array:
        """What the awaited seat may choose."""

    def encoded(self, seat: Seat) -> Array: ...
    def rewards(self) -> list[float]:
        """Of `Node.rewards`, once over."""

    def node(self) -> Node:
        """Where the match stands, by the rules."""


class ByRules:
    backend: Backend = "rules"
    seat: Seat | None
    points: Sequence[int]

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._node = start(setup)
        self.begin([1, 1, 1, 1])

    def begin(self, words: list[int]) -> None:
        self._words = list(words)
        self._stand_at(start(self._setup))

    def _stand_at(self, node: Node) -> None:
        self._node = node.fallen(partial(below, self._words))
        self.seat, self.points = self._node.seat, self._node.points

    def choose(self, number: int) -> None:
        self._stand_at(self._node.choose(number))

    def mask(self) -> Array:
        return mask_of(self._setup, self._node.legal)

    def encoded(self, seat: Seat) -> Array:
        return np.array(self._node.encoded(seat), np.int16)

    def rewards(self) -> list[float]:
        return [float(reward) for reward in self._node.rewards()]

    def node(self) -> Node:
        return self._node


class OnTwin:
    backend: Backend = "compiled"
    seat: Seat | None
    points: Sequence[int]

    def __init__(self, setup: Setup, twin: Twin) -> None:
        self._setup, self._twin = setup, twin
        choice_of, number_of = numbers_of_twin(setup)
        self._choice_of: list[int] = choice_of.tolist()
        self._start = first_row(setup, twin)
        self._row: Any = np.zeros_like(self._start)
        self._walk = np.zeros(kernel_batch.WALK_COLUMNS, np.int64)
        self._rng = np.zeros(4, np.int64)
        self._seen = np.zeros(sum(each.size for each in setup.slices), np.int16)
        self._mask = np.zeros(setup.choices.count, np.int8)
        self._points = np.zeros(setup.players, np.int64)
        self._followed: ByRules | None = None
        self._followed_to = 0
        # One match at a time spends most on handing things over: what never changes is put together once.
        memory = twin.choices, twin.weights, self._rng, int(setup.interjections)
        self._memory = (
            twin.tables,
            self._start,
            self._row,
            self._walk,
            *memory,
            number_of,
            self._seen,
            self._mask,
            self._points,
        )
        self.begin([1, 1, 1, 1])

    def begin(self, words: list[int]) -> None:
        self._words, self._chosen = list(words), list[int]()
        self._followed = None
        self._rng[:] = words
        self._twin.functions["walk_on"](kernel_batch.BEGIN, *self._memory)
        self._say_who_is_asked()

    def _say_who_is_asked(self) -> None:
        asked = int(self._walk[kernel_batch.ASKED])
        self.seat = None if asked < 0 else Seat(asked)
        self.points = self._points.tolist()

    def choose(self, number: int) -> None:
        if self.seat is None or not 0 <= number < len(self._mask) or not self._mask[number]:
            raise self.node().why_not(number)
        self._twin.functions["walk_on"](self._choice_of[number], *self._memory)
        self._chosen.append(number)
        self._say_who_is_asked()

    def mask(self) -> Array:
        return self._mask.copy()

    def encoded(self, seat: Seat) -> Array:
        if seat == self.seat:
            return self._seen.copy()
        if self.seat is not None and self._chosen and self._setup.choices.is_part(self._chosen[-1]):
            # What somebody is building lies in the row, and is nobody else's to see.
            return np.array(self.node().encoded(seat), np.int16)
        return np.array(self._twin.encode(self._row, seat), np.int16)

    def rewards(self) -> list[float]:
        players = self._setup.players
        if players == 1:
            return [float(points) for points in self.points]
        # Exact again, as winners share alike: the same number to the last bit as by the rules.
        shares = [Fraction(share).limit_denominator(players) for share in self._twin.shares(self._row)]
        return [float(share - Fraction(1, players)) for share in shares]

    def node(self) -> Node:
        if self._followed is None:
            self._followed, self._followed_to = ByRules(self._setup), 0
            self._followed.begin(self._words)
        for number in self._chosen[self._followed_to :]:
            self._followed.choose(number)
        self._followed_to = len(self._chosen)
        return self._followed.node()

    def __reduce__(self) -> tuple[Any, ...]:
        """For copies and pickle: compiled functions are found again, and the choices made again."""
        return _walked_again, (self._setup, self._words, self._chosen)


def _walked_again(setup: Setup, words: list[int], chosen: list[int]) -> Walk:
    walk = walk_of(setup)
    walk.begin(words)
    for number in chosen:
        walk.choose(number)
    return walk


def walk_of(setup: Setup) -> Walk:
    """The quicker one of the two that there is."""
    twin = None if setup.game.encoder is None else linked_twin(setup)
    return ByRules(setup) if twin is None else OnTwin(setup, twin)


# -- The twin -------------------------------------------------------------------------------------------------------
def linked_twin(setup: Setup) -> Twin | None:
    """With the walk of environments; None: the rules alone play these options, or numba is not installed."""
    entries = ("begin_many", "step_many", "any_legal", "walk_on")
    return twin_of(setup.game, setup.options, setup.players, setup.version, search=kernel_batch, entries=entries)


def first_row(setup: Setup, twin: Twin) -> Array:
    return np.array(twin.kernel.pack(setup.game.initial(setup.options, setup.players, setup.version)), np.int16)


def numbers_of_twin(setup: Setup) -> tuple[Array, Array]:
    """The twin's number of each of our choices, and ours of each of the twin's; -1: there is none.

    Twins number all actions; a coarse environment fewer. Passing is no number of a twin's.
    """
    all_choices = Choices(setup.game, setup.options, setup.players)
    choice_of = np.full(setup.choices.count, -1, np.int64)
    number_of = np.full(all_choices.finish, -1, np.int64)
    for number in range(setup.choices.finish):
        action = setup.choices.action(number)
        choice = all_choices.number_of(action) if action is not None else None
        if choice is None:
            choice = number + all_choices.finish - setup.choices.finish
        choice_of[number] = choice
        number_of[choice] = number
    return choice_of, number_of
