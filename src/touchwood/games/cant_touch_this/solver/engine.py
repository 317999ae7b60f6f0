"""Links the kernel sources into something that runs: compiled where numba is, else interpreted.

Both ways run the same source; how is in `touchwood.core.linking`.

Nothing is imported from numba or numpy before the first `linked()`.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from touchwood.core import linking
from touchwood.core.linking import cache_for_this_machine, has_numba
from touchwood.games.cant_touch_this.solver import (
    kernel_bits,
    kernel_duel,
    kernel_prices,
    kernel_score,
    kernel_solo,
    kernel_states,
)

KERNELS: tuple[ModuleType, ...] = (
    kernel_bits,
    kernel_score,
    kernel_states,
    kernel_duel,
    kernel_prices,
    kernel_solo,
)

# The kernels that Python calls, and what their users know them as.
ENTRIES = {"rate_clips": "duel", "find_best_placement": "solo"}


def say_on_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


_say: Callable[[str], None] = say_on_stderr


def on_compile(say: Callable[[str], None]) -> None:
    """Whom to tell, in one line, that the one-time compilation begins (stderr unless set)."""
    global _say
    _say = say


class Engine:
    """Linked kernels, called by name, and the kind of memory they work on."""

    def __init__(self, functions: Mapping[str, Any], compiled: bool) -> None:
        self._functions = functions
        self._begun: set[str] = set()
        self.compiled = compiled

    def call(self, name: str, *arguments: Any) -> Any:
        if self.compiled and name not in self._begun:
            self._begun.add(name)
            if not self._functions[name].is_saved:
                _say(f"compiling the {ENTRIES[name]} solver, once for this machine ...")
        return self._functions[name](*arguments)

    def ints(self, size: int) -> Any:
        """A row of whole numbers, all 0."""
        if self.compiled:
            numpy: Any = import_module("numpy")
            return numpy.zeros(size, dtype=numpy.int64)
        # Interpreted, a solve touches little of the large tables: those fill as they are used.
        return [0] * size if size < 100_000 else _Sparse(size)


class _Sparse(defaultdict[int, int]):
    """A long row of numbers of which few are ever written."""

    def __init__(self, size: int) -> None:
        super().__init__(int)
        self.size = size

    def __len__(self) -> int:
        return self.size


def link(*, compiled: bool, cache: Path | None = None, bent: Mapping[str, Callable[..., Any]] | None = None) -> Engine:
    """A fresh engine. `bent` replaces kernel functions by name, to prove that tests notice."""
    machine = {"lowest_bit": _machine_lowest_bit}
    functions = linking.link(
        KERNELS, entries=ENTRIES, compiled=compiled, cache=cache, bent=bent, of_the_machine=machine
    )
    return Engine(functions, compiled)


def _machine_lowest_bit() -> Any:
    """The processor's own instruction in place of the arithmetic in kernel_bits.py."""
    types: Any = import_module("numba.core.types")

    def lowest_bit(typing_context: Any, word: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), emit

    return import_module("numba.extending").intrinsic(lowest_bit)


def _cache_for_this_machine() -> Path | None:
    return cache_for_this_machine("solver", (*KERNELS, sys.modules[__name__]))


@lru_cache(maxsize=1)
def linked() -> Engine:
    """The engine every solve runs on, made at the first one."""
    if has_numba():
        return link(compiled=True, cache=_cache_for_this_machine())
    return link(compiled=False)
