"""The same walk with composite actions whole: what `node.py` asks part by part is one choice here.

For solvers that walk every way a match can go. Piles of four cards laid part by part are hundreds of ways to a handful
of layouts, and where the rules make no difference between some of these (`alike`), one is enough. So what can be
chosen is a short list, and a choice is a place in it. The rules are asked once for what follows, and it is kept.
"""

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from touchwood.core.chance import Outcome, odds
from touchwood.core.seats import Seat
from touchwood.envs.node import Node

Alike: TypeAlias = Callable[[Any], Hashable]
"""Actions for which this is equal are one choice. That nothing is lost by it is for whoever says so to show."""
Way: TypeAlias = tuple[int, ...]
"""The numbers that a node is given for one choice, one after the other."""


def as_it_is(action: Any) -> Hashable:
    """No two actions are alike."""
    return action  # type: ignore[no-any-return]


@dataclass(frozen=True, eq=False)
class Whole:
    node: Node
    alike: Alike
    _next: dict[int | Outcome, "Whole"] = field(default_factory=dict)
    _logs: dict[Seat, str] = field(default_factory=dict)

    def __deepcopy__(self, memo: object) -> "Whole":
        """A value needs no copy: what is kept in it is what the rules would say again."""
        return self

    @cached_property
    def ways(self) -> dict[Hashable, Way]:
        """What the seat may choose, in order; of alike actions the first one."""
        ways: dict[Hashable, Way] = {}
        for way in _ways(self.node, ()) if self.node.seat is not None else ():
            ways.setdefault(self.alike(action_of(self.node, way)), way)
        return ways

    def place_of(self, way: Way) -> int:
        """Which choice this is, or is alike to."""
        return [*self.ways].index(self.alike(action_of(self.node, way)))

    def way(self, place: int) -> Way:
        return [*self.ways.values()][place]

    def choose(self, place: int) -> "Whole":
        if place not in self._next:
            node = self.node
            for number in self.way(place):
                node = node.choose(number)
            self._next[place] = Whole(node, self.alike)
        return self._next[place]

    def fall(self, outcome: Outcome) -> "Whole":
        if outcome not in self._next:
            self._next[outcome] = Whole(self.node.fall(outcome), self.alike)
        return self._next[outcome]

    def text(self, place: int) -> str:
        return " ".join(self.node.setup.choices.text(number) for number in self.way(place))

    def log(self, seat: Seat) -> str:
        if seat not in self._logs:
            self._logs[seat] = self.node.log(seat)
        return self._logs[seat]

    def encoded(self, seat: Seat) -> list[int]:
        return self.node.encoded(seat)

    def observation_text(self, seat: Seat) -> str:
        return self.node.observation_text(seat)


def _ways(node: Node, begun: Way) -> Iterator[Way]:
    for number in node.legal:
        after = node.choose(number)
        if after.parts:
            yield from _ways(after, (*begun, number))
        else:
            yield (*begun, number)


def action_of(node: Node, way: Way) -> Any:
    """What the seat does on this way; None: it passes."""
    assert node.seat is not None
    choices = node.setup.choices
    numbers = [number for number in way if number < choices.finish]
    return choices.action_of(node.knowledge(node.seat), numbers) if numbers else None


def most_choices(whole: Whole) -> int:
    """The longest list of choices that can come up from here on."""
    if whole.node.is_over:
        return 0
    if whole.node.awaits_chance:
        return max(most_choices(whole.fall(outcome)) for outcome, _ in odds(whole.node.chance))
    after = [whole.choose(place) for place in range(len(whole.ways))]
    return max([len(after), *map(most_choices, after)])
