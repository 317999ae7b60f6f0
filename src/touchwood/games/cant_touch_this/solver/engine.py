"""Links the kernel sources into something that runs: compiled where numba is, else interpreted.

Both ways run the same source. Linking copies every kernel function into one namespace, where
the functions find each other; compiled, each copy is handed to numba first. The modules
themselves stay plain, so the two kinds can stand side by side and be compared.

Nothing is imported from numba or numpy before the first `linked()`.
"""

import hashlib
import os
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

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

    def __init__(self, functions: Mapping[str, Any], cache: Path | None, compiled: bool) -> None:
        self._functions = functions
        self._cache = cache
        self._begun: set[str] = set()
        self.compiled = compiled

    def call(self, name: str, *arguments: Any) -> Any:
        if self.compiled and name not in self._begun:
            self._begun.add(name)
            if self._cache is None or not any(self._cache.rglob(f"*.{name}-*.nbi")):
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
    bent = bent or {}
    namespace: dict[str, Any] = {"__name__": __name__}
    functions: list[FunctionType] = []
    for module in KERNELS:
        for name, thing in vars(module).items():
            if isinstance(thing, FunctionType):
                if thing.__module__ == module.__name__:
                    assert name not in namespace, f"two kernels are named {name}"
                    source = bent.get(name, thing)
                    copy = FunctionType(source.__code__, namespace, name, source.__defaults__)
                    namespace[name] = copy
                    functions.append(copy)
            elif name.isupper():
                namespace[name] = thing
    if compiled:
        _compile_in_place(namespace, functions, cache)
    return Engine(namespace, cache, compiled)


def _compile_in_place(namespace: dict[str, Any], functions: list[FunctionType], cache: Path | None) -> None:
    """numba compiles a function on its first call; until then this only wraps."""
    numba: Any = import_module("numba")
    # Every solve has memory of its own, so solves may run in several threads at once.
    options: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True}
    if hasattr(import_module("numba.core.cpu").CPUTargetOptions, "_nrt"):
        # Kernels make no arrays and return none: the caller holds them all. Told so, numba leaves
        # out the counting of references, half of a duel's time. A later version may drop the
        # option; it is only speed.
        options["_nrt"] = False
    with _numba_caches_in(cache):
        for function in functions:
            name = function.__name__
            # Only what Python calls needs a door to Python, and a place in the cache.
            if name in ENTRIES:
                namespace[name] = numba.njit(function, cache=cache is not None, **options)
            else:
                namespace[name] = numba.njit(function, no_cpython_wrapper=True, **options)
    namespace["lowest_bit"] = _machine_lowest_bit()


def _machine_lowest_bit() -> Any:
    """The processor's own instruction in place of the arithmetic in kernel_bits.py."""
    types: Any = import_module("numba.core.types")

    def lowest_bit(typing_context: Any, word: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

        return types.int64(types.int64), emit

    return import_module("numba.extending").intrinsic(lowest_bit)


@contextmanager
def _numba_caches_in(directory: Path | None) -> Iterator[None]:
    """numba reads its cache directory where a function is wrapped; leave the setting as it was."""
    config: Any = import_module("numba.core.config")
    before = config.CACHE_DIR
    if directory is not None:
        config.CACHE_DIR = str(directory)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def user_cache_directory() -> Path:
    if "XDG_CACHE_HOME" in os.environ:
        return Path(os.environ["XDG_CACHE_HOME"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path.home() / ".cache"


def _cache_for_this_machine() -> Path | None:
    """A directory of its own per source, versions and processor: what is in it fits as it is.

    numba alone would notice a change in the file of the function it loads, not in the others.
    """
    stamp = hashlib.sha256()
    for module in (*KERNELS, sys.modules[__name__]):
        assert module.__file__ is not None
        stamp.update(Path(module.__file__).read_bytes())
    processor = import_module("llvmlite.binding").get_host_cpu_name()
    for part in (import_module("numba").__version__, sys.version, processor):
        stamp.update(part.encode())
    base = os.environ.get("NUMBA_CACHE_DIR")
    cache = Path(base) if base else user_cache_directory() / "touchwood"
    cache = cache / f"solver-{stamp.hexdigest()[:16]}"
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return cache if os.access(cache, os.W_OK) else None


def has_numba() -> bool:
    """Whether numba is there and willing; asking imports it."""
    try:
        return not import_module("numba").config.DISABLE_JIT
    except ImportError:
        return False


@lru_cache(maxsize=1)
def linked() -> Engine:
    """The engine every solve runs on, made at the first one."""
    if has_numba():
        return link(compiled=True, cache=_cache_for_this_machine())
    return link(compiled=False)
