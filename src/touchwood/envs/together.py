"""The same walk with seats that choose together: a round asks all seats that are awaited, and each gives a number.

The rule for mixed phases. In every round each seat gives one number. A seat that is not asked has PASS only. Where one
seat is awaited, it chooses and all others pass. Where several are awaited (sealed picks, bets, windows), all of them
choose; whoever builds a composite action goes on building in the rounds that follow, and those who are ready pass
meanwhile. What they chose takes effect, in the order of the seats, once all are ready. Interjections are a round of
their own, for all seats that may act; one that an earlier one made impossible counts as PASS.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from touchwood.core.chance import Below, Outcome, draw
from touchwood.core.seats import Seat
from touchwood.envs.node import Node, legal_for, start
from touchwood.envs.setup import Setup


@dataclass(frozen=True)
class Together:
    node: Node
    begun: Mapping[Seat, tuple[int, ...]]
    """What each seat has chosen in this round of choices and has not taken effect."""
    ready: frozenset[Seat] = frozenset()
    """Whose choice is whole."""

    def __deepcopy__(self, memo: object) -> "Together":
        """A value needs no copy."""
        return self

    @property
    def setup(self) -> Setup:
        return self.node.setup

    @property
    def asked(self) -> tuple[Seat, ...]:
        """Who chooses now. More than one: together."""
        node = self.node
        if node.seat is None:
            return ()
        if node.is_interjecting:
            others = [seat for seat in node.to_ask or () if legal_for(self.setup, node.state, seat, ())]
            seats = (node.seat, *others)
        else:
            waiting = self.setup.game.waiting_for(node.state)
            assert isinstance(waiting, tuple)
            seats = waiting
        return tuple(seat for seat in seats if seat not in self.ready)

    def legal(self, seat: Seat) -> list[int]:
        """What the seat may give: PASS alone, if it is not asked; nothing while chance falls or once it is over."""
        if self.node.seat is None:
            return []
        if seat not in self.asked:
            return [self.setup.choices.skip]
        begun = self.begun.get(seat, ())
        numbers = legal_for(self.setup, self.node.state, seat, begun)
        return [*numbers, self.setup.choices.skip] if self.node.is_interjecting and not begun else numbers

    def choose(self, numbers: Mapping[Seat, int]) -> "Together":
        """One number of each seat; raises for the first one that is not legal, and nothing has happened."""
        begun, ready = dict(self.begun), set(self.ready)
        for seat in self.asked:
            number = numbers.get(seat, -1)
            if number not in self.legal(seat):
                asked = replace(self.node, seat=seat, parts=self.begun.get(seat, ()))
                raise asked.why_not(number)
            begun[seat] = (*begun.get(seat, ()), number)
            if self._is_whole(seat, begun[seat]):
                ready.add(seat)
        for seat in set(self.setup.seats) - set(self.asked):
            if numbers.get(seat, self.setup.choices.skip) != self.setup.choices.skip:
                raise replace(self.node, seat=seat, parts=()).why_not(numbers[seat])
        chosen = Together(self.node, begun, frozenset(ready))
        return chosen if chosen.asked else chosen._taking_effect()

    def _is_whole(self, seat: Seat, numbers: tuple[int, ...]) -> bool:
        choices = self.setup.choices
        if numbers[-1] >= choices.finish or choices.action(numbers[-1]) is not None:
            return True
        view = self.setup.game.knowledge(self.node.state, seat)
        builder, parts = choices.parts_of(numbers)
        return choices.action_of(view, numbers) is not None and not choices.parts(builder, view, parts)

    def _taking_effect(self) -> "Together":
        node, ready = self.node, set(self.ready)
        while node.seat is not None and node.seat in ready:
            seat = node.seat
            ready.discard(seat)
            for number in self.begun[seat]:
                # Only an interjection can have become impossible.
                node = node.choose(number if number in node.legal else self.setup.choices.skip)
                if node.seat != seat:
                    break
        return Together(node, {seat: self.begun[seat] for seat in ready}, frozenset(ready))

    def fall(self, outcome: Outcome) -> "Together":
        return replace(self, node=self.node.fall(outcome))._taking_effect()

    def fallen(self, below: Below) -> "Together":
        together = self
        while together.node.awaits_chance:
            together = together.fall(draw(together.node.chance, below))
        return together

    def encoded(self, seat: Seat) -> list[int]:
        return list(self.setup.encoder.encode(self.node.knowledge(seat), self._own_parts(seat)))

    def observation_text(self, seat: Seat) -> str:
        """As the node has it, and what the seat has chosen that has not taken effect."""
        return "\n".join([self.node.observation_text(seat), *self._own_choices(seat)])

    def log(self, seat: Seat) -> str:
        return "\n".join([self.node.log(seat), *self._own_choices(seat)])

    def _own_choices(self, seat: Seat) -> list[str]:
        return [f"> {self.setup.choices.text(number)}" for number in self.begun.get(seat, ())]

    def _own_parts(self, seat: Seat) -> tuple[Any, ...]:
        numbers = self.begun.get(seat, ())
        is_building = bool(numbers) and self.setup.choices.action(numbers[0]) is None and seat not in self.ready
        return self.setup.choices.parts_of(numbers)[1] if is_building else ()


def start_together(setup: Setup) -> Together:
    return Together(start(setup), {})
