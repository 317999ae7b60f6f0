"""A kernel linked and ready to play under one set of options: rows in, numbers out.

`twin_of` gives it where the game has a kernel that covers the options and numba is installed; otherwise there is none,
and whoever asked goes on with the rules.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from random import Random
from types import ModuleType
from typing import Any

from touchwood.core import kernel_play
from touchwood.core.game import AnyGame
from touchwood.core.kernel import AnyKernel, Numbers
from touchwood.core.linking import Entry, Functions, cache_for_this_machine, has_numba, link

ENTRIES = frozenset(
    {
        *("waiting", "may_act", "legal", "apply", "chance", "fall", "points", "share", "encode", "policy", "value"),
        *("sample_many", "let_chance_fall", "play_randomly", "play_quickly", "random_matches"),
    }
)
"""What Python calls."""
REPLACEABLE = frozenset({"random_choice"})
"""What is written for any game, and anew by a game that knows a quicker way."""


class Twin:
    """Memory and functions for one kind of match. Not for two threads at once: it lends its own memory. Rows are those
    it has made itself, and other memory is of the kinds `memory` names: compiled functions do not look."""

    def __init__(self, kernel: AnyKernel, options: Any, seats: int, functions: Functions, *, compiled: bool) -> None:
        self.kernel = kernel
        self.seats = seats
        self.functions = _looked_up_once(functions) if compiled else functions
        self.is_compiled = compiled
        self.tables = self._numbers(kernel.tables(options, seats), "int32")
        self.choices = self._numbers([0] * kernel.most_choices, "int16")
        self.weights = self._numbers([0] * kernel.most_outcomes, "int64")
        self._seen = self._numbers([0] * kernel.most_seen, "int16")

    # -- Memory -----------------------------------------------------------------------------------------------------
    def _numbers(self, numbers: Sequence[int], kind: str) -> Numbers:
        if not self.is_compiled:
            return list(numbers)
        array: Numbers = import_module("numpy").array(numbers, dtype=kind)
        return array

    def memory(self, size: int, kind: str) -> Any:
        """So many zeros of a kind of number, `int16`, `int64` or `float64`, to lend to compiled functions."""
        return import_module("numpy").zeros(size, kind) if self.is_compiled else [0] * size

    def rng(self, seed: int) -> Numbers:
        """A source of chance for compiled functions; the words are never all 0."""
        source = Random(seed)
        return self._numbers([source.getrandbits(32) | 1 for _ in range(4)], "int64")

    # -- Rows -------------------------------------------------------------------------------------------------------
    def pack(self, state: Any) -> Numbers:
        return self._numbers(self.kernel.pack(state), "int16")

    def know(self, view: Any) -> Numbers:
        return self._numbers(self.kernel.know(view), "int16")

    def sample(self, known: Numbers, rng: Numbers, count: int) -> Sequence[Numbers]:
        """So many worlds that fit what is known, a row each."""
        rows: Sequence[Numbers]
        if self.is_compiled:
            rows = import_module("numpy").empty((count, len(known)), dtype="int16")
        else:
            rows = [list(known) for _ in range(count)]
        self.functions["sample_many"](self.tables, known, rows, rng)
        return rows

    # -- One position -----------------------------------------------------------------------------------------------
    def waiting(self, row: Numbers) -> int:
        return int(self.functions["waiting"](self.tables, row))

    def may_act(self, row: Numbers) -> int:
        return int(self.functions["may_act"](self.tables, row))

    def legal(self, row: Numbers, seat: int) -> list[int]:
        count = self.functions["legal"](self.tables, row, seat, self.choices)
        return [int(choice) for choice in self.choices[:count]]

    def apply(self, row: Numbers, seat: int, choice: int) -> None:
        self.functions["apply"](self.tables, row, seat, choice)

    def chance(self, row: Numbers) -> int | list[int]:
        """How many outcomes, all alike, or the weight of each."""
        count = self.functions["chance"](self.tables, row, self.weights)
        return int(-count) if count < 0 else [int(weight) for weight in self.weights[:count]]

    def fall(self, row: Numbers, outcome: int) -> None:
        self.functions["fall"](self.tables, row, outcome)

    def points(self, row: Numbers) -> tuple[int, ...]:
        return tuple(int(self.functions["points"](self.tables, row, seat)) for seat in range(self.seats))

    def shares(self, row: Numbers) -> tuple[float, ...]:
        return tuple(float(self.functions["share"](self.tables, row, seat)) for seat in range(self.seats))

    def encode(self, row: Numbers, seat: int) -> list[int]:
        count = self.functions["encode"](self.tables, row, seat, self._seen)
        return [int(number) for number in self._seen[:count]]

    def play_randomly(self, row: Numbers, rng: Numbers, most: int = 1 << 30) -> int:
        """On from here by any legal choices, to the end or for so many; gives how many were made."""
        return int(self.functions["play_randomly"](self.tables, row, self.choices, self.weights, rng, most))

    # -- What a search is lent --------------------------------------------------------------------------------------
    @property
    def has_policy(self) -> bool:
        return "policy" in self.functions

    def policy(self, row: Numbers, seat: int, rng: Numbers) -> int:
        return int(self.functions["policy"](self.tables, row, seat, rng))

    @property
    def has_value(self) -> bool:
        return "value" in self.functions

    def value(self, row: Numbers, seat: int) -> float:
        return float(self.functions["value"](self.tables, row, seat))


def _looked_up_once(functions: Functions) -> Functions:
    """All memory a twin's functions are called with is always of the same kinds, so after the first call of each it is
    not looked at again what they are: that would take longer than many of them."""
    found = dict(functions)

    def once(name: str, entry: Entry) -> Callable[..., Any]:
        def first_call(*arguments: Any) -> Any:
            found[name] = entry.entry_point(arguments)
            return found[name](*arguments)

        return first_call

    found |= {name: once(name, entry) for name, entry in functions.items() if isinstance(entry, Entry)}
    return found


def has_twin(game: AnyGame, options: Any, seats: int, version: int) -> bool:
    return game.kernel is not None and game.kernel.covers(options, seats, version) and has_numba()


def twin_of(
    game: AnyGame,
    options: Any,
    seats: int,
    version: int,
    *,
    search: ModuleType | None = None,
    entries: tuple[str, ...] = (),
) -> Twin | None:
    """None: everything runs on the rules. A `search` is linked with the game's own functions; Python calls its
    `entries`."""
    kernel = game.kernel
    if kernel is None or not has_twin(game, options, seats, version):
        return None
    modules = kernel.modules if search is None else (*kernel.modules, search)
    return Twin(kernel, options, seats, _compiled(game.name, modules, entries), compiled=True)


def interpreted(
    kernel: AnyKernel,
    options: Any,
    seats: int,
    bent: Mapping[str, Callable[..., Any]] | None = None,
    linked_with: tuple[ModuleType, ...] = (),
) -> Twin:
    """The same source without numba, perhaps bent: for tests."""
    functions = link((kernel_play, *kernel.modules, *linked_with), replaceable=REPLACEABLE, compiled=False, bent=bent)
    return Twin(kernel, options, seats, functions, compiled=False)


@cache
def _compiled(name: str, modules: tuple[ModuleType, ...], entries: tuple[str, ...]) -> Functions:
    linked = (kernel_play, *modules)
    cache = cache_for_this_machine(name, linked)
    return link(linked, entries={*ENTRIES, *entries}, replaceable=REPLACEABLE, compiled=True, cache=cache)
