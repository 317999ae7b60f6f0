"""Machine code that is kept does what numba's own does, and only what can be loaded without numba is kept."""

import sys
from collections.abc import MutableSequence
from importlib import import_module
from math import exp
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import pytest

from touchwood.core import machine_code
from touchwood.core.linking import Entry, has_numba, link

pytestmark = pytest.mark.skipif(not has_numba(), reason="numba is not installed: nothing is compiled")
needs_keeping = pytest.mark.skipif(not machine_code.IS_TRIED, reason="machine code is kept on Linux only")
MODULE = sys.modules[__name__]


def twice(number: int) -> int:
    return 2 * number


def weigh(row: MutableSequence[int], by: float) -> float:
    total = 0.0
    for place in range(len(row)):
        total += twice(row[place])
        row[place] = 0
    return total + exp(by)


class Pair(NamedTuple):
    row: Any
    by: int


def weigh_pair(pair: Pair) -> float:
    return weigh(pair.row, float(pair.by))


def fail(number: int) -> int:
    if number > 1:
        raise ValueError("too many")
    return number


def linked(cache: Path | None, name: str = "weigh", **more: Any) -> Entry:
    entry: Entry = link([MODULE], entries={"weigh", "weigh_pair", "fail"}, compiled=True, cache=cache, **more)[name]
    return entry


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture
def row() -> Any:
    numpy = pytest.importorskip("numpy")
    return numpy.arange(5, dtype="int16")


def files(cache: Path) -> list[str]:
    return sorted(file.name for file in cache.glob("*.code"))


def test_numba_keeps_its_own_in_the_same_place_and_elsewhere_again_afterwards(tmp_path: Path) -> None:
    """For systems where machine code cannot be kept by itself."""
    config: Any = import_module("numba.core.config")
    before = config.CACHE_DIR
    assert linked(tmp_path, "fail")(1) == 1
    assert list(tmp_path.rglob("*.nbi"))
    assert before == config.CACHE_DIR != str(tmp_path)


@needs_keeping
def test_what_cannot_be_read_is_made_anew(tmp_path: Path, row: Any) -> None:
    linked(tmp_path)(row.copy(), 0.0)
    kept = next(tmp_path.glob("*.code"))
    for broken in (b"", b"[]\n", b'["weigh", "environment"]\nno machine code'):
        kept.write_bytes(broken)
        assert linked(tmp_path)(row.copy(), 0.0) == 21.0


@needs_keeping
def test_it_is_kept_by_kind_of_arguments_and_does_the_same(cache: Path, row: Any) -> None:
    entry = linked(cache)
    assert not entry.is_saved
    assert entry(row.copy(), 0.0) == 21.0
    assert len(files(cache)) == 1
    again = linked(cache)
    assert again.is_saved
    assert again(row, 0.0) == 21.0
    assert row.tolist() == [0] * 5, "it works on the caller's own memory"
    assert again(row.astype("int64") + 1, 0) == 11.0
    assert len(files(cache)) == 2


@needs_keeping
def test_numbers_of_numpys_are_numbers(cache: Path, row: Any) -> None:
    entry, before = linked(cache), files(cache)
    for by in (row[:1].astype("float32")[0], row[:1].astype("float64")[0], 0.0):
        assert entry(row.copy(), by) == 21.0
    for by in (row[0], row.astype("int64")[0], 0, False):
        assert entry(row.copy(), by) == 21.0
    assert len(files(cache)) <= len(before) + 2


@needs_keeping
def test_named_tuples_are_kept_too(cache: Path, row: Any) -> None:
    before = files(cache)
    for _ in range(2):
        assert linked(cache, "weigh_pair")(Pair(row.copy(), 0)) == 21.0
    assert len(files(cache)) == len(before) + 1


def test_what_is_kept_raises_as_it_did(cache: Path) -> None:
    for _ in range(2):
        entry = linked(cache, "fail")
        assert entry(1) == 1
        with pytest.raises(ValueError, match="too many"):
            entry(2)
        assert entry(0) == 0


@needs_keeping
def test_arrays_that_do_not_lie_in_one_piece_are_numbas(cache: Path, row: Any) -> None:
    before = files(cache)
    assert linked(cache)(row[::2], 0.0) == 13.0
    assert row.tolist() == [0, 1, 0, 3, 0]
    assert files(cache) == before


def test_what_is_no_number_raises_and_harms_nothing(cache: Path, row: Any) -> None:
    entry = linked(cache)
    wrongs: tuple[Any, ...] = (None, "x", [])
    for wrong in wrongs:
        with pytest.raises((TypeError, ValueError)):
            entry(row, wrong)
    assert entry(row, 0.0) == 21.0


def test_a_bent_function_is_never_taken_from_what_is_kept(cache: Path, row: Any) -> None:
    linked(cache)(row.copy(), 0.0)
    before = files(cache)
    assert linked(cache, bent={"twice": lambda number: 3 * number})(row, 0.0) == 31.0
    assert files(cache) == before


def test_where_nothing_can_be_kept_numba_compiles(row: Any) -> None:
    assert linked(None)(row, 0.0) == 21.0


def test_several_threads_may_ask_first(cache: Path, row: Any) -> None:
    entry, found = linked(cache), list[float]()
    threads = [Thread(target=lambda: found.append(entry(row.copy(), 0.0))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [21.0] * 4


def test_only_what_needs_nothing_of_a_running_numba_is_kept() -> None:
    assert all(map(machine_code.is_there, ("PyLong_AsLongLong", "exp", "llvm.exp.f64", "numba_adapt_ndarray")))
    assert not any(map(machine_code.is_there, ("NRT_incref", "numba_gil_ensure", "__svml_exp4")))
