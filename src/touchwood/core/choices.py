"""Choices as a twin numbers them: the game's numbered actions, and after those the parts of each composite action."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from touchwood.core.game import AnyGame


class Choices:
    """The numbers of one game under one set of options."""

    def __init__(self, game: AnyGame, options: Any, seats: int) -> None:
        self._builders = game.builders
        self._actions = tuple(game.codec.numbered(options, seats))
        self._parts = [tuple(builder.numbered(options, seats)) for builder in game.builders]
        self._firsts = list(accumulate([len(self._actions), *map(len, self._parts)]))
        self._number_of = {action: number for number, action in enumerate(self._actions)}
        self._number_of_part = [
            {part: first + number for number, part in enumerate(parts)}
            for first, parts in zip(self._firsts, self._parts, strict=False)
        ]

    def number_of(self, action: Any) -> int | None:
        """None: it has no number; it may be built."""
        return self._number_of.get(action)

    def number_of_part(self, builder: int, part: Any) -> int:
        return self._number_of_part[builder][part]

    def legal(self, view: Any, actions: Sequence[Any]) -> list[int]:
        """All that the seat may choose now, in rising order: its legal actions, and the first parts of what it may
        build."""
        numbers = [self._number_of[action] for action in actions]
        for builder in range(len(self._builders)):
            if self._builders[builder].is_offered(view):
                numbers += self.parts(builder, view, ())
        return numbers

    def parts(self, builder: int, view: Any, parts: tuple[Any, ...]) -> list[int]:
        """What may be added to these parts, in rising order."""
        choices = self._builders[builder].choices(view, parts)
        return sorted(self.number_of_part(builder, each) for each in choices)

    def action_of(self, view: Any, choices: Sequence[int]) -> Any:
        """The action that these choices make, one after the other; None while something is missing."""
        if choices[0] < len(self._actions):
            return self._actions[choices[0]]
        builder = next(number for number, first in enumerate(self._firsts[1:]) if choices[0] < first)
        parts = tuple(self._parts[builder][choice - self._firsts[builder]] for choice in choices)
        return self._builders[builder].finish(view, parts)
