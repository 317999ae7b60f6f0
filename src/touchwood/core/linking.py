"""Links plain functions over rows of numbers into something that runs: compiled where numba is, else interpreted.

Both ways run the same source. Linking copies every function of the given modules into one namespace, where they find
each other by name; compiled, each copy is handed to numba first. The modules themselves stay plain, so the two kinds
can stand side by side and be compared, one function can be bent to prove that a test notices, and what is written for
any game (a playout, a search) can be linked with the functions of one.

Nothing is imported from numba or numpy before something is linked compiled.
"""

import hashlib
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

Functions = dict[str, Any]
"""Linked functions and the constants they know, by name."""


def link(
    modules: Sequence[ModuleType],
    *,
    entries: Collection[str] = (),
    replaceable: Collection[str] = (),
    compiled: bool,
    cache: Path | None = None,
    bent: Mapping[str, Callable[..., Any]] | None = None,
) -> Functions:
    """Fresh functions. `entries` are those that Python calls; `replaceable` those that a later module may define anew;
    `bent` replaces functions by name."""
    bent = bent or {}
    namespace: Functions = {"__name__": __name__}
    label = "linked" if cache is None else re.sub(r"\W", "_", cache.name)
    copies: dict[str, FunctionType] = {}
    for module in modules:
        for name, thing in vars(module).items():
            if isinstance(thing, FunctionType):
                if thing.__module__ == module.__name__:
                    assert name not in namespace or name in replaceable, f"two linked functions are named {name}"
                    source = bent.get(name, thing)
                    copy = FunctionType(source.__code__, namespace, name, source.__defaults__)
                    # numba makes the names of machine code of this and of a count of the process that compiled it. Two
                    # games that were compiled in two processes would else call each other's functions.
                    copy.__qualname__ = f"{label}.{name}"
                    namespace[name] = copy
                    copies[name] = copy
            elif name.isupper() or isinstance(thing, BuiltinFunctionType):  # constants, and the likes of `exp`
                namespace[name] = thing
    if compiled:
        _compile_in_place(namespace, tuple(copies.values()), entries, cache)
    return namespace


def _compile_in_place(
    namespace: Functions, functions: Sequence[FunctionType], entries: Collection[str], cache: Path | None
) -> None:
    """numba compiles a function on its first call; until then this only wraps."""
    numba: Any = import_module("numba")
    # All memory is the caller's, so calls may run in several threads at once.
    options: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True, "error_model": "numpy"}
    if hasattr(import_module("numba.core.cpu").CPUTargetOptions, "_nrt"):
        # Linked functions make no arrays and return none: the caller holds them all. Told so, numba leaves out the
        # counting of references, half of a duel's time. A later version may drop the option; it is only speed.
        options["_nrt"] = False
    with _numba_caches_in(cache):
        for function in functions:
            name = function.__name__
            # Only what Python calls needs a door to Python, and a place in the cache.
            if name in entries:
                namespace[name] = numba.njit(function, cache=cache is not None, **options)
            else:
                namespace[name] = numba.njit(function, no_cpython_wrapper=True, **options)


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


def cache_for_this_machine(name: str, sources: Sequence[ModuleType]) -> Path | None:
    """A directory of its own per source, versions and processor: what is in it fits as it is.

    numba alone would notice a change in the file of the function it loads, not in the others.
    """
    stamp = hashlib.sha256()
    for module in (*sources, sys.modules[__name__]):
        assert module.__file__ is not None
        stamp.update(Path(module.__file__).read_bytes())
    processor = import_module("llvmlite.binding").get_host_cpu_name()
    for part in (import_module("numba").__version__, sys.version, processor):
        stamp.update(part.encode())
    base = os.environ.get("NUMBA_CACHE_DIR")
    cache = Path(base) if base else user_cache_directory() / "touchwood"
    cache = cache / f"{name}-{stamp.hexdigest()[:16]}"
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return cache if os.access(cache, os.W_OK) else None


def user_cache_directory() -> Path:
    if "XDG_CACHE_HOME" in os.environ:
        return Path(os.environ["XDG_CACHE_HOME"])
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path.home() / ".cache"


def has_numba() -> bool:
    """Whether numba is there and willing; asking imports it."""
    try:
        return not import_module("numba").config.DISABLE_JIT
    except ImportError:
        return False
