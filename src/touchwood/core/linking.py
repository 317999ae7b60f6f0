"""Links plain functions over rows of numbers into something that runs: compiled where numba is, else interpreted.

Both ways run the same source. Linking copies every function of the given modules into one namespace, where they find
each other by name; compiled, each copy is handed to numba first. The modules themselves stay plain, so the two kinds
can stand side by side and be compared, one function can be bent to prove that a test notices, and what is written for
any game (a playout, a search) can be linked with the functions of one.

numba is imported when something has to be compiled, and no sooner: what was compiled before is kept
(`machine_code.py`).
"""

import hashlib
import os
import re
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final

from touchwood.core import machine_code

Functions = dict[str, Any]
"""Linked functions and the constants they know, by name."""
SMALL: Final = 300
"""Bytes of Python's code. LLVM leaves many calls between small functions, which take a fifth of a playout's time; those
are set in wherever they are called. All functions set in would take twice the time to compile and win little more."""


def link(
    modules: Sequence[ModuleType],
    *,
    entries: Collection[str] = (),
    replaceable: Collection[str] = (),
    compiled: bool,
    cache: Path | None = None,
    bent: Mapping[str, Callable[..., Any]] | None = None,
    of_the_machine: Mapping[str, Callable[[], Any]] | None = None,
) -> Functions:
    """Fresh functions. `entries` are those that Python calls; `replaceable` those that a later module may define anew;
    `bent` replaces functions by name. What is in the `cache` was compiled from these modules. `of_the_machine`: makes
    what stands in for functions, by name, where they are compiled."""
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
    if not compiled:
        return namespace
    folder = None if bent else cache
    compiler = Compiler(namespace, copies, frozenset(entries), of_the_machine or {}, folder)
    return {**namespace, **{name: Entry(name, folder, compiler) for name in copies if name in entries}}


class Compiler:
    """numba over linked functions, from the moment that something has to be compiled."""

    def __init__(
        self,
        namespace: Functions,
        functions: Mapping[str, FunctionType],
        entries: Collection[str],
        of_the_machine: Mapping[str, Callable[[], Any]],
        cache: Path | None,
    ) -> None:
        self._namespace, self._functions, self._entries = namespace, functions, entries
        self._of_the_machine, self._cache = of_the_machine, cache
        self._lock = RLock()
        self._has_begun = False

    def dispatcher(self, name: str) -> Any:
        """The function as numba has it: compiled on its first call for each kind of arguments."""
        with self._lock:
            if not self._has_begun:
                self._begin()
                self._has_begun = True
        return self._namespace[name]

    def _begin(self) -> None:
        numba: Any = import_module("numba")
        # All memory is the caller's, so calls may run in several threads at once.
        options: dict[str, Any] = {"nogil": True, "no_cfunc_wrapper": True, "error_model": "numpy"}
        targets = import_module("numba.core.cpu").CPUTargetOptions
        if hasattr(targets, "_nrt"):
            # Linked functions make no arrays and return none: the caller holds them all. Told so, numba leaves out the
            # counting of references, half of a duel's time. A later version may drop the option; it is only speed.
            options["_nrt"] = False
        small = {**options, "forceinline": True} if hasattr(targets, "forceinline") else options
        with _numba_caches_in(self._cache):
            for name, function in self._functions.items():
                # Only what Python calls needs an entry point for Python, and a place in the cache.
                if name in self._entries:
                    self._namespace[name] = numba.njit(function, cache=self._cache is not None, **options)
                else:
                    is_small = len(function.__code__.co_code) <= SMALL
                    inner = small if is_small else options
                    self._namespace[name] = numba.njit(function, no_cpython_wrapper=True, **inner)
        for name, make in self._of_the_machine.items():
            self._namespace[name] = make()


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


class Entry:
    """A function that Python calls: kept machine code where there is some for such arguments, else made by numba now,
    and kept."""

    def __init__(self, name: str, cache: Path | None, compiler: Compiler) -> None:
        self.name = name
        self._cache, self._compiler = cache, compiler
        self._entry_points: dict[machine_code.Kinds, machine_code.EntryPoint] = {}
        self._lock = RLock()

    def __call__(self, *arguments: Any) -> Any:
        return self.entry_point(arguments)(*arguments)

    def entry_point(self, arguments: Sequence[Any]) -> machine_code.EntryPoint:
        """What is called with such arguments, and only with such: machine code looks at no kinds."""
        kinds = machine_code.kinds_of(arguments)
        with self._lock:
            if kinds not in self._entry_points:
                self._entry_points[kinds] = self._found_or_made(kinds)
            return self._entry_points[kinds]

    @property
    def is_saved(self) -> bool:
        """Whether it was compiled before, for some arguments."""
        patterns = (f"{self.name}-*.code", f"**/*.{self.name}-*.nbi")
        return self._cache is not None and any(file for names in patterns for file in self._cache.glob(names))

    def _found_or_made(self, kinds: machine_code.Kinds) -> machine_code.EntryPoint:
        file = None
        if self._cache is not None and machine_code.can_be_saved(kinds):
            file = self._cache / machine_code.file_name(self.name, kinds)
        if file is not None and (entry_point := machine_code.load(file)) is not None:
            return entry_point
        dispatcher: Any = self._compiler.dispatcher(self.name)
        if file is not None:
            signature = machine_code.signature_of(kinds)
            dispatcher.compile(signature)
            machine_code.save(file, dispatcher.overloads[signature])
        made: machine_code.EntryPoint = dispatcher
        return made


def cache_for_this_machine(name: str, sources: Sequence[ModuleType]) -> Path | None:
    """A directory of its own per source, versions and processor: what is in it fits as it is."""
    stamp = hashlib.sha256()
    for module in (*sources, sys.modules[__name__], machine_code):
        assert module.__file__ is not None
        stamp.update(Path(module.__file__).read_bytes())
    processor = import_module("llvmlite.binding").get_host_cpu_name()
    for part in (version("numba"), version("llvmlite"), version("numpy"), sys.version, processor):
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
    """Whether numba is there and willing; asking does not import it."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") != "0" or sys.modules.get("numba", ...) is None:
        return False
    return _is_installed("numba")


@cache
def _is_installed(package: str) -> bool:
    """Looked up once: to find nothing, or something not yet imported, every folder of packages is gone through."""
    return find_spec(package) is not None
