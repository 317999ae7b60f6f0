"""What is measured at a table, whoever serves it.

A move is a choice of a seat that the server took. Its time runs from when the mover sends it until the last of the
other seats has it, or of all, the mover's own too. Both servers number what they send, so a seat has a move once it
heard a higher number than the mover had heard when moving.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from time import perf_counter
from typing import Final

SEATS: Final = 4


@dataclass
class Tally:
    """What was counted while the clock ran, and the first moves of all tables, held until everybody sits."""

    held: list[Callable[[], None]] | None = field(default_factory=list)
    """None: play has begun."""
    is_running: bool = False
    moves: int = 0
    matches: int = 0
    refused: int = 0
    seconds: list[float] = field(default_factory=list)
    """Of each move, until all who are waited for had it."""
    bot_seconds: list[float] = field(default_factory=list)
    """Of each choice of a bot, where one person plays with it: from when nobody else was asked until it was heard."""

    def begin(self) -> None:
        """Play begins, at all tables together."""
        held, self.held = self.held or [], None
        for move in held:
            move()


class Table(ABC):
    """Some people who play match after match."""

    def __init__(
        self, number: int, tally: Tally, *, pace: float, people: int = SEATS, waits_for_mover: bool = False
    ) -> None:
        """`pace`: the mean seconds a seat thinks; 0: flat out. `waits_for_mover`: not only the others must have it."""
        self.rng = Random(number)
        self.tally = tally
        self.people = people
        self._waits_for_mover = waits_for_mover
        self.is_waited_for = False
        """A seat has been asked for its move."""
        self._pace = pace
        self._under_way: list[list[float]] = []
        """Moves that not all others have: when sent, the number heard by then, a bit for each seat that lacks it."""

    @abstractmethod
    async def sit_down(self) -> None:
        """Connect all seats and begin the first match."""

    @abstractmethod
    def leave(self) -> None: ...

    def when_thought(self, move: Callable[[], None]) -> None:
        self.is_waited_for = True
        if self.tally.held is not None:
            self.tally.held.append(partial(self.when_thought, move))
        elif self._pace:
            asyncio.get_running_loop().call_later(self._pace * self.rng.uniform(0.5, 1.5), move)
        else:
            move()

    def moved(self, seat: int, heard: int) -> None:
        """The seat sends a move now, having heard that number."""
        everybody, mover = (1 << self.people) - 1, 0 if self._waits_for_mover else 1 << seat
        self._under_way.append([perf_counter(), heard, everybody & ~mover])

    def heard(self, seat: int, number: int) -> None:
        for move in self._under_way:
            if number > move[1]:
                move[2] = int(move[2]) & ~(1 << seat)
        while self._under_way and not self._under_way[0][2]:
            sent, _, _ = self._under_way.pop(0)
            self.count_move()
            if self.tally.is_running:
                self.tally.seconds.append(perf_counter() - sent)

    def begin_anew(self) -> None:
        self._under_way.clear()

    def count_move(self) -> None:
        self.tally.moves += self.tally.is_running

    def count_match(self) -> None:
        self.tally.matches += self.tally.is_running
