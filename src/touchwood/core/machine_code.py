"""Machine code that numba made, kept in a file and called again without numba.

Importing numba and asking it for what it compiled before takes two seconds; the machine code alone is there in a few
hundredths of one. So each function that Python calls is kept as an object file, one for each kind of arguments it was
called with, and loaded by LLVM's own loader (llvmlite). The entry point that numba has built into it is called as any
function of Python's C interface is:

    file          its first line names the entry point, the place of an environment, and a sum over the rest, as JSON;
                  then the object file
    entry point   reads the arguments, lets go of Python's lock and calls the code
    environment   numba keeps there what functions need at run time, and asks that there is one; ours need nothing of it

What the code needs from elsewhere are Python, the C library, and `_helperlib` of numba's, which is loaded alone. A
function that needs more is not kept: the loader would end the process. Only Linux has been tried; elsewhere, and where
anything is not as expected, nothing is kept and numba is asked as ever. Files lie in a folder of their own for each
source, version and processor (`linking.cache_for_this_machine`).
"""

import ctypes
import json
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, TypeAlias

EntryPoint = Callable[..., Any]
Kinds: TypeAlias = tuple[Any, ...]
"""Of arguments: `q` a whole number, `d` another one; of an array its kind of number, its dimensions, and whether it
lies in one piece; of a tuple its class and the kinds of its fields."""

IS_TRIED = sys.platform == "linux"
_HELPERS = "numba._helperlib"
_PREFIX = "numba_"
_NEEDED_HELPERS = frozenset(
    f"{_PREFIX}{name}" for name in ("adapt_ndarray", "unpickle", "do_raise", "runtime_build_excinfo_struct")
)
"""The first reads an array that Python hands over; the others raise an exception, which imports numba after all."""
_loaded: list[Any] = []
"""Code lives as long as what has loaded it."""


def can_be_saved(kinds: Kinds) -> bool:
    """Whether what is called with such arguments can; arrays that do not lie in one piece are rare, and numba's."""
    return IS_TRIED and _are_plain(kinds)


def _are_plain(kinds: Kinds) -> bool:
    return all(kind in ("q", "d") or (_are_plain(kind[1]) if len(kind) == 2 else kind[2]) for kind in kinds)


def kinds_of(arguments: Sequence[Any]) -> Kinds:
    return tuple(map(_kind_of, arguments))


def _kind_of(argument: Any) -> Any:
    numpy: Any = import_module("numpy")
    if isinstance(argument, numpy.ndarray):
        return argument.dtype.char, argument.ndim, argument.flags.c_contiguous
    if isinstance(argument, tuple):
        return type(argument), kinds_of(argument)
    return "d" if isinstance(argument, float | numpy.floating) else "q"


def signature_of(kinds: Kinds) -> tuple[Any, ...]:
    """As numba has it."""
    return tuple(map(_type_of, kinds))


def _type_of(kind: Any) -> Any:
    types: Any = import_module("numba.core.types")
    match kind:
        case "q":
            return types.int64
        case "d":
            return types.float64
        case char, dimensions, _:
            number = import_module("numba.np.numpy_support").from_dtype(import_module("numpy").dtype(char))
            return types.Array(number, dimensions, "C")
        case named, fields:
            return types.BaseTuple.from_types(signature_of(fields), named)


def file_name(name: str, kinds: Kinds) -> str:
    return f"{name}-{blake2b(repr(kinds).encode(), digest_size=8).hexdigest()}.code"


def save(file: Path, overload: Any) -> None:
    """What numba has compiled, if it needs nothing but what is there without numba."""
    with suppress(AttributeError, ValueError, RuntimeError, OSError):  # another numba, or a full disk
        _save(file, overload.library, overload.fndesc)


def _save(file: Path, library: Any, names: Any) -> None:
    module = library._final_module
    needed = [each.name for each in (*module.functions, *module.global_variables) if each.is_declaration]
    if not all(map(is_there, needed)):
        return
    code = library._get_compiled_object()
    head = json.dumps([names.llvm_cpython_wrapper_name, names.env_name, _sum(code)]).encode()
    beside = file.with_name(f"{file.name}.{os.getpid()}")
    beside.write_bytes(head + b"\n" + code)
    beside.replace(file)


def is_there(name: str) -> bool:
    """Whether code that needs this can be loaded without numba. Its other helpers may want all of it to be awake."""
    return name.startswith("llvm.") or name in _NEEDED_HELPERS or hasattr(ctypes.pythonapi, name)


def load(file: Path) -> EntryPoint | None:
    """None: there is none, or none that can be read."""
    try:
        head, _, code = file.read_bytes().partition(b"\n")
        name, environment, summed = json.loads(head)
        return _load(name, environment, code) if _sum(code) == summed else None
    except (ValueError, RuntimeError, OSError):
        return None


def _sum(code: bytes) -> str:
    """LLVM does not survive code that is broken."""
    return blake2b(code, digest_size=16).hexdigest()


def _load(name: str, environment: str, code: bytes) -> EntryPoint:
    llvm: Any = _llvm()
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    ctypes.c_void_p.from_address(engine.get_global_value_address(environment)).value = id(_loaded)
    method = _Method(name.encode(), engine.get_function_address(name), _TAKES_ARGUMENTS_AND_KEYWORDS, None)
    _loaded.append((engine, method))
    make = ctypes.pythonapi.PyCFunction_NewEx
    make.argtypes, make.restype = (ctypes.POINTER(_Method), ctypes.py_object, ctypes.c_void_p), ctypes.py_object
    entry_point: EntryPoint = make(method, None, None)
    return entry_point


_TAKES_ARGUMENTS_AND_KEYWORDS = 3


class _Method(ctypes.Structure):
    """As Python's C interface describes a function (`PyMethodDef`)."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("function", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


@cache
def _llvm() -> Any:
    llvm: Any = import_module("llvmlite.binding")
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name, address in _helpers().items():
        llvm.add_symbol(f"{_PREFIX}{name}", address)
    return llvm


@cache
def _helpers() -> dict[str, int]:
    """Of numba's, by name: where they are. The package itself is not imported."""
    package = find_spec("numba")
    assert package is not None
    assert package.submodule_search_locations
    if "numba" in sys.modules:
        module: Any = import_module(_HELPERS)
    else:
        folder = Path(package.submodule_search_locations[0])
        files = [str(folder / f"_helperlib{ending}") for ending in EXTENSION_SUFFIXES]
        file = next(filter(os.path.exists, files))
        spec = spec_from_file_location(_HELPERS, file, loader=ExtensionFileLoader(_HELPERS, file))
        assert spec is not None
        assert spec.loader is not None
        module = module_from_spec(spec)
        spec.loader.exec_module(module)
    helpers: dict[str, int] = module.c_helpers
    return helpers
