"""What a tree search walks in: imagined matches that fit a view, on the game's twin or on its rules.

A choice is what one seat does at once: an action, and on the twin its numbers, one for a plain action and one a part
where it is built.
"""

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, Final, Protocol

from touchwood.core import kernel
from touchwood.core.bot import Searcher
from touchwood.core.choices import Choices
from touchwood.core.game import AnyGame
from touchwood.core.kernel import Numbers
from touchwood.core.running import after_chance, play_imagined
from touchwood.core.seats import Seat, all_seats
from touchwood.core.twin import Twin
from touchwood.core.values import canonical_json

MOST_BRANCHES: Final = 24
"""Where more can be chosen than this, below the root, quick moves are made: a tree so wide would never get deep."""


class Worlds(Protocol):
    """A position is whatever `deal` makes; only these functions look into it."""

    def deal(self, rng: Random) -> Any:
        """A world that fits the view."""

    def settle(self, position: Any) -> tuple[Any, Sequence[int]]:
        """Chance falls as long as it has to; then who is awaited: nobody if it is over."""

    def choices(self, position: Any, seat: int) -> Sequence[Any]:
        """What is tried below the root; nothing: a quick move is made and not thought about."""

    def knowledge(self, position: Any, seat: int) -> Hashable:
        """Equal where the seat cannot tell two positions apart."""

    def quick(self, position: Any, seat: int) -> Any: ...

    def play(self, position: Any, seat: int, choice: Any) -> Any: ...

    def results(self, position: Any) -> Sequence[float]:
        """Played on by quick moves: each seat's share of the win."""

    def written(self, action: Any) -> Any:
        """An action as a choice."""


class Rows:
    """On the twin, whose rows are moved on in place."""

    def __init__(self, twin: Twin, view: Any, choices: Choices, seed: int) -> None:
        self._twin = twin
        self._known = twin.know(view)
        self._numbers = choices
        self._rng = twin.rng(seed)

    def deal(self, rng: Random) -> Numbers:
        return self._twin.sample(self._known, self._rng, 1)[0]

    def settle(self, position: Numbers) -> tuple[Numbers, Sequence[int]]:
        twin = self._twin
        awaited = int(twin.functions["let_chance_fall"](twin.tables, position, twin.weights, self._rng))
        if awaited == kernel.OVER:
            return position, ()
        return position, [seat for seat in range(twin.seats) if awaited >> seat & 1]

    def choices(self, position: Numbers, seat: int) -> Sequence[tuple[int, ...]]:
        twin = self._twin
        count = twin.functions["legal"](twin.tables, position, seat, twin.choices)
        if count > MOST_BRANCHES or self._numbers.is_part(int(twin.choices[0])):
            return ()
        return [(int(choice),) for choice in twin.choices[:count]]

    def knowledge(self, position: Numbers, seat: int) -> Hashable:
        return seat, tuple(self._twin.encode(position, seat))

    def quick(self, position: Numbers, seat: int) -> tuple[int, ...]:
        return (self._twin.policy(position, seat, self._rng),)

    def play(self, position: Numbers, seat: int, choice: tuple[int, ...]) -> Numbers:
        for number in choice:
            self._twin.apply(position, seat, number)
        return position

    def results(self, position: Numbers) -> Sequence[float]:
        twin = self._twin
        twin.functions["play_quickly"](twin.tables, position, twin.weights, self._rng, 1 << 30)
        return twin.shares(position)

    def written(self, action: Any) -> tuple[int, ...]:
        number = self._numbers.number_of(action)
        if number is not None:
            return (number,)
        assert self._twin.kernel.parts_of is not None
        builder, parts = self._twin.kernel.parts_of(action)
        return tuple([self._numbers.number_of_part(builder, part) for part in parts])


class States:
    """On the rules, by the words the searcher lends."""

    def __init__(self, game: AnyGame, searcher: Searcher[Any, Any, Any], view: Any, seed: int) -> None:
        assert searcher.playout is not None
        assert searcher.value is not None
        self._game = game
        self._view = view
        self._playout, self._value, self._horizon = searcher.playout, searcher.value, searcher.horizon
        self._seats = all_seats(game.seats_of(view))
        self._rng = Random(seed)

    def deal(self, rng: Random) -> Any:
        return self._game.sample_state(self._view, self._rng)

    def settle(self, position: Any) -> tuple[Any, Sequence[int]]:
        position = after_chance(self._game, position, self._rng)
        waiting = self._game.waiting_for(position)
        return position, waiting if isinstance(waiting, tuple) else ()

    def choices(self, position: Any, seat: int) -> Sequence[Any]:
        legal = self._game.legal_actions(position, Seat(seat))
        return legal if len(legal) <= MOST_BRANCHES else ()

    def knowledge(self, position: Any, seat: int) -> Hashable:
        return canonical_json(self._game.view(position, Seat(seat)))

    def quick(self, position: Any, seat: int) -> Any:
        return self._playout(position, Seat(seat), self._rng)

    def play(self, position: Any, seat: int, choice: Any) -> Any:
        return self._game.apply(position, Seat(seat), choice).state

    def results(self, position: Any) -> Sequence[float]:
        position = play_imagined(self._game, position, self._playout, self._rng, self._horizon)
        return [self._value(position, seat) for seat in self._seats]

    def written(self, action: Any) -> Any:
        return action
