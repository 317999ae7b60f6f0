"""Everything a seat can choose under one set of options, as numbers: the one numbering of twins, searches and
environments.

    0 ...                     the game's numbered actions (`Codec.numbered`)
    then                      the parts of each composite action, one builder after the other
    the last but one  FINISH  what is built is whole, and nothing more is to be added to it
    the last          PASS    nothing, from a seat that may act though nobody waits for it

Twins know neither FINISH nor PASS. `coarse` numbers fewer actions: those a device at a table is shown.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from touchwood.core.game import AnyGame


class Choices:
    """The numbers of one game under one set of options."""

    def __init__(self, game: AnyGame, options: Any, seats: int, *, coarse: bool = False) -> None:
        self._codec = game.codec
        self._is_coarse = coarse
        self._builders = game.builders
        numbered = game.codec.numbered(options, seats)
        self._actions = tuple(game.codec.shown(numbered) if coarse else numbered)
        self._parts = [tuple(builder.numbered(options, seats)) for builder in game.builders]
        self._firsts = list(accumulate([len(self._actions), *map(len, self._parts)]))
        self.finish = self._firsts[-1]
        self.skip = self.finish + 1
        """PASS."""
        self.count = self.skip + 1
        """How many numbers there are."""
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

    def text(self, number: int) -> str:
        if number >= self.finish:
            return "finish" if number == self.finish else "pass"
        if number < len(self._actions):
            return self._codec.text(self._actions[number])
        builder = self.builder_of(number)
        return f"{self._builders[builder].name}: {self._builders[builder].text(self.part(builder, number))}"

    def action(self, number: int) -> Any | None:
        """The action with this number; None: it is a part, FINISH or PASS."""
        return self._actions[number] if number < len(self._actions) else None

    def is_part(self, number: int) -> bool:
        return len(self._actions) <= number < self.finish

    def builder_of(self, number: int) -> int:
        """Which builder's part has this number."""
        return next(builder for builder, end in enumerate(self._firsts[1:]) if number < end)

    def part(self, builder: int, number: int) -> Any:
        return self._parts[builder][number - self._firsts[builder]]

    def legal(self, view: Any, actions: Sequence[Any]) -> list[int]:
        """All that the seat may choose now, in rising order: its legal actions, and the first parts of what it may
        build."""
        number_of = self._number_of
        numbers = [number_of[action] for action in (self._codec.shown(actions) if self._is_coarse else actions)]
        for builder in range(len(self._builders)):
            if self._builders[builder].is_offered(view):
                numbers += self.parts(builder, view, ())
        return numbers

    def parts(self, builder: int, view: Any, parts: tuple[Any, ...]) -> list[int]:
        """What may be added to these parts, in rising order."""
        choices = self._builders[builder].choices(view, parts)
        return sorted(self.number_of_part(builder, each) for each in choices)

    def parts_of(self, choices: Sequence[int]) -> tuple[int, tuple[Any, ...]]:
        """Which builder's parts these are, and what they are."""
        builder = self.builder_of(choices[0])
        return builder, tuple(self.part(builder, choice) for choice in choices)

    def attempt(self, view: Any, choices: Sequence[int]) -> Any | None:
        """What somebody tries with the last of these choices, legal or not: for the rules to say why not. None: it is
        FINISH or PASS, or no action could be made of it."""
        number = choices[-1]
        if not self.is_part(number):
            return self.action(number)
        builder = self.builder_of(number)
        # Of two kinds of action at once none is made; the rules are asked of the kind that was tried last.
        tried = [choice for choice in choices if self.is_part(choice) and self.builder_of(choice) == builder]
        return self._builders[builder].attempt(view, self.parts_of(tried)[1])

    def action_of(self, view: Any, choices: Sequence[int]) -> Any:
        """The action that these choices make, one after the other; None while something is missing."""
        if choices[0] < len(self._actions):
            return self._actions[choices[0]]
        builder, parts = self.parts_of(choices)
        return self._builders[builder].finish(view, parts)
