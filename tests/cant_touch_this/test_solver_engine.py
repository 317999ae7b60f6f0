"""Compiled and interpreted kernels, side by side; and what the engine leaves behind."""

import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from touchwood.games.cant_touch_this.solver import Clip, engine, move_values, solve_duel, solve_solo
from touchwood.games.cant_touch_this.solver.kernel_bits import Ints, both, is_empty, set_at
from touchwood.games.cant_touch_this.solver.kernel_states import LEVELS

needs_numba = pytest.mark.skipif(not engine.has_numba(), reason="numba is not installed: nothing is compiled")

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "cant-touch-this.json").read_text())
LETTERS = {1: "1122PPSSGGBBB**", 2: "1112PPSSSGGBB**W"}


def random_card(chance: random.Random, edition: int, rows: int, columns: int) -> tuple[str, ...]:
    return tuple("".join(chance.choices(LETTERS[edition], k=columns)) for _ in range(rows))


@needs_numba
@pytest.mark.parametrize("edition", [1, 2])
def test_compiled_equals_interpreted(edition: int) -> None:
    """The very same answers, placements and node counts, on cards of all sorts of shapes."""
    interpreted = engine.link(compiled=False)
    chance = random.Random(edition)
    for rows, columns in [(3, 3), (3, 7), (4, 4), (5, 5), (6, 4), (8, 6)]:
        grid = random_card(chance, edition, rows, columns)
        assert solve_duel(grid, edition=edition) == solve_duel(grid, edition=edition, engine=interpreted)
        assert solve_solo(grid, edition=edition) == solve_solo(grid, edition=edition, engine=interpreted)


@needs_numba
@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize(("rows", "columns"), [(8, 8), (4, 16), (16, 4), (3, 21), (5, 12), (2, 32), (1, 64)])
def test_cards_of_64_cells_by_both_ways(edition: int, rows: int, columns: int) -> None:
    """The largest cards, with more clips than two words hold, late enough in the game to be quick."""
    interpreted = engine.link(compiled=False)
    grid = random_card(random.Random(rows + edition), edition, rows, columns)
    first: Clip = ("E", rows - 1, 1)
    second: Clip = ("W", 0, 1)
    if edition == 1:  # no bomb where the two clips lie
        grid = ("1" + grid[0][1:], *grid[1:])
        grid = (*grid[:-1], grid[-1][:-1] + "1")
    position: dict[str, Any] = {"edition": edition, "first": [first], "second": [second], "clips_each": 2}
    assert solve_duel(grid, **position) == solve_duel(grid, engine=interpreted, **position)
    assert solve_solo(grid, edition=edition, placed=[first, second], clips=4) == solve_solo(
        grid, edition=edition, placed=[first, second], clips=4, engine=interpreted
    )


@needs_numba
@pytest.mark.parametrize(("rows", "columns"), [(8, 8), (4, 16), (3, 21)])
def test_cards_of_64_cells_from_the_start(rows: int, columns: int) -> None:
    """Each best move, played, leads to a position of the same value; so does its best reply."""
    grid = random_card(random.Random(columns), 2, rows, columns)
    answer = solve_duel(grid, edition=2)
    for move in answer.best_moves[:2]:
        after = solve_duel(grid, edition=2, first=[move], to_move="second")
        assert after.value == answer.value
        reply = after.best_moves[0]
        assert solve_duel(grid, edition=2, first=[move], second=[reply]).value == answer.value
    solo = solve_solo(grid, edition=2)
    assert solve_solo(grid, edition=2, placed=solo.placement[:3]).optimum == solo.optimum


def test_the_same_question_gets_the_same_answer() -> None:
    grid = random_card(random.Random(7), 2, 5, 5)
    assert solve_duel(grid, edition=2) == solve_duel(grid, edition=2)
    assert solve_solo(grid, edition=2) == solve_solo(grid, edition=2)
    assert list(move_values(grid, edition=2)) == list(move_values(grid, edition=2))


# Bent kernels. Each differs from the true one in a small thing; the vectors must notice.


def gem_points(edition: int, free_gems: int, gems: int) -> int:
    return min(3 * gems, 9)


def bomb_points(edition: int, bombs: int, stars: int) -> int:
    return 4 * min(bombs, stars) - 3 * bombs if edition == 2 else 0


def without_first(clips: tuple[int, int, int]) -> tuple[int, int, int]:
    return clips[0] & (clips[0] - 1), clips[1] & (clips[1] - 1), clips[2]


def can_gain_in_duet(
    levels: Ints, conflicts: Ints, top: int, free: tuple[int, int, int], mine: int, theirs: int, need: int
) -> bool:
    """Forgets that my clip takes room from theirs."""
    for level in range(top, -1, -1):
        if not is_empty(both(free, set_at(levels, mine * LEVELS + level))):
            reply = min(max(level - need + 1, 0), LEVELS - 1)
            return is_empty(both(free, set_at(levels, theirs * LEVELS + reply)))
    return False


def best_purchase(solo: Any, prices: Ints) -> int:
    """Finds nothing to buy, so that every ceiling is too low."""
    return -5000


BENT = [gem_points, bomb_points, without_first, can_gain_in_duet, best_purchase]


@pytest.mark.parametrize(
    "bent", [None, *BENT], ids=lambda bent: "straight" if bent is None else f"bent {bent.__name__}"
)
def test_a_bent_kernel_is_noticed(bent: Any) -> None:
    engine_used = engine.link(compiled=False, bent={} if bent is None else {bent.__name__: bent})
    agreed = all(
        solve_duel(sample["grid"], edition=2, clips_each=sample["clips_each"], engine=engine_used).value
        == sample["value"]
        and solve_solo(sample["grid"], edition=2, clips=sample["solo_clips"], engine=engine_used).optimum
        == sample["solo_optimum"]
        for sample in VECTORS["editions"]["2"]["small_duels"]
    ) and all(
        solve_solo(sample["grid"], edition=2, engine=engine_used).optimum == sample["solo_optimum"]
        for sample in VECTORS["editions"]["2"]["cards"]
    )
    assert agreed == (bent is None)


def run_python(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )


def test_importing_the_solver_imports_neither_numba_nor_numpy() -> None:
    run_python(
        "import sys, touchwood.games.cant_touch_this.solver\n"
        "assert not {'numba', 'numpy', 'llvmlite'} & set(sys.modules), 'imported too early'"
    )


def test_without_numba_it_still_answers() -> None:
    sample = VECTORS["editions"]["2"]["cards"][0]
    answer = run_python(
        "import sys; sys.modules.update(numba=None, numpy=None)\n"
        "from touchwood.games.cant_touch_this import solver\n"
        f"grid = {sample['grid']!r}\n"
        "print(solver.solve_duel(grid, edition=2).value, solver.solve_solo(grid, edition=2).optimum)"
    )
    assert answer.stdout.split() == [str(sample["duel_value"]), str(sample["solo_optimum"])]
    assert answer.stderr == ""


# In place of the search, which takes half a minute to compile: what is kept, where and how it is told is the same.
SOLVES_AT_ONCE = """
from touchwood.games.cant_touch_this import solver
from touchwood.games.cant_touch_this.solver import kernel_solo

def find_best_placement(solo, symbols, uncovered, held_counts, held_plain, room, cell_free):
    solo.best[0] = 6
    solo.best[1] = 0

find_best_placement.__module__ = kernel_solo.__name__
kernel_solo.find_best_placement = find_best_placement
solver.on_compile(lambda line: print('told:', line))
print(solver.solve_solo(['12', '21'], edition=2, clips=2).optimum)
"""


@needs_numba
def test_compiled_code_is_kept_in_the_users_cache_and_the_first_time_says_so(tmp_path: Path) -> None:
    """The true kernels are compiled before all tests and loaded by each process: see `tests/compiling.py`."""
    script, cache = tmp_path / "code" / "solves_at_once.py", tmp_path / "cache"
    script.parent.mkdir()
    script.write_text(SOLVES_AT_ONCE)  # numba keeps nothing that comes from no file
    code = f"import runpy; runpy.run_path({str(script)!r})"
    first = run_python(code, XDG_CACHE_HOME=str(cache), NUMBA_CACHE_DIR="")
    again = run_python(code, XDG_CACHE_HOME=str(cache), NUMBA_CACHE_DIR="")
    assert first.stdout == "told: compiling the solo solver, once for this machine ...\n6\n"
    assert again.stdout == "6\n"
    assert list(cache.glob("touchwood/solver-*/find_best_placement-*.code"))
    for source in (script, Path(engine.__file__)):
        assert list(source.parent.rglob("*.nb?")) == []


@needs_numba
def test_an_unwritable_cache_only_costs_time(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    answer = run_python(
        "from touchwood.games.cant_touch_this.solver.engine import _cache_for_this_machine\n"
        "print(_cache_for_this_machine())",
        XDG_CACHE_HOME=str(tmp_path / "file"),
        NUMBA_CACHE_DIR="",
    )
    assert answer.stdout == "None\n"


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"grid": ["12", "1"]}, "row 1"),
        ({"grid": ["12", "1x"]}, "row 1, column 1"),
        ({"grid": ["1W", "11"], "edition": 1}, "row 0, column 1"),
        ({"grid": ["1" * 9] * 8}, "64 cells"),
        ({"grid": []}, "64 cells"),
        ({"edition": 3}, "no edition 3"),
        ({"first": [("N", 2, 1)]}, "N2x1: no such clip"),
        ({"first": [("N", 0, 1)], "second": [("W", 0, 2)], "to_move": "first"}, "W0x2: overlaps"),
        ({"clips_each": 4}, "one to three"),
        ({"clips_each": 1, "first": [("N", 0, 1), ("N", 1, 1)]}, "only 1 clip"),
        ({"clips_each": 1, "first": [("N", 0, 1)]}, "no clip left to move"),
    ],
)
def test_a_position_that_can_not_be_is_refused(wrong: dict[str, Any], message: str) -> None:
    position: dict[str, Any] = {"grid": ["12", "21"], "edition": 2, **wrong}
    with pytest.raises(ValueError, match=message):
        solve_duel(**position)


def test_the_last_clip_alone_needs_no_search() -> None:
    """A bot asks for it hundreds of times for one choice; interpreted, each search took 15 ms."""

    def no_search(*_: Any) -> None:
        raise AssertionError("searched")

    bent = engine.link(compiled=False, bent={"find_best_placement": no_search})
    grid = random_card(random.Random(5), 2, 6, 6)
    assert solve_solo(grid, edition=2, placed=[("N", 0, 2)], clips=2, engine=bent).optimum > 0
    with pytest.raises(AssertionError, match="searched"):
        solve_solo(grid, edition=2, placed=[("N", 0, 2)], clips=3, engine=bent)
