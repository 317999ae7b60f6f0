"""Twins of games: whoever has one has it for the newest rules, it is compiled once for all processes, and asking is
cheap."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.parts import games_with
from touchwood.core import kernel_play, machine_code
from touchwood.core.kernel import CHANCE, OVER
from touchwood.core.linking import has_numba, link, user_cache_directory
from touchwood.core.twin import Twin, has_twin, interpreted, twin_of
from touchwood.games.discovery import find_game
from touchwood.games.tag import GAME as TAG
from touchwood.testing.toys.pebbles import GAME as PEBBLES

needs_numba = pytest.mark.skipif(not has_numba(), reason="numba is not installed: nothing is compiled")
every_twin = pytest.mark.parametrize("name", games_with("kernel"))


@every_twin
def test_a_twin_is_for_the_newest_rules_and_for_no_others(name: str) -> None:
    game = find_game(name)
    assert game.kernel is not None
    for seats in game.player_counts:
        assert game.kernel.covers(game.options_type(), seats, game.newest_version)
        assert not game.kernel.covers(game.options_type(), seats, 99)
        assert twin_of(game, game.options_type(), seats, 99) is None


def test_a_game_may_do_without_a_twin() -> None:
    assert PEBBLES.kernel is None
    assert not has_twin(PEBBLES, PEBBLES.options_type(), 2, PEBBLES.newest_version)
    assert twin_of(PEBBLES, PEBBLES.options_type(), 2, PEBBLES.newest_version) is None


def test_chance_the_end_and_the_bits_of_seats_are_told_apart() -> None:
    assert OVER != CHANCE
    assert max(OVER, CHANCE) < 0


@every_twin
def test_the_same_luck_plays_the_same_match_to_its_end(name: str) -> None:
    game = find_game(name)
    options, seats = game.options_type(), game.player_counts[-1]
    assert game.kernel is not None
    twin = interpreted(game.kernel, options, seats)
    ends = []
    for seed in (1, 1, 2):
        row, rng = twin.pack(game.initial(options, seats, game.newest_version)), twin.rng(seed)
        assert twin.play_randomly(row, rng) > seats
        ends.append(list(row))
    assert ends[0] == ends[1] != ends[2]
    assert sum(twin.shares(ends[2])) == pytest.approx(1)


def run_python(code: str, **environment: str) -> str:
    return subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    ).stdout


def test_asking_for_games_imports_neither_numba_nor_numpy() -> None:
    run_python(
        "import sys\n"
        "from touchwood.games.discovery import all_games\n"
        "assert any(game.kernel for game in all_games())\n"
        "assert not {'numba', 'numpy', 'llvmlite'} & set(sys.modules), 'imported too early'"
    )


def test_without_numba_no_game_has_a_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("touchwood.core.twin.has_numba", lambda: False)
    assert not has_twin(TAG, TAG.options_type(), 2, TAG.newest_version)


def test_without_numba_there_is_no_twin() -> None:
    run_python(
        "import sys; sys.modules.update(numba=None, numpy=None)\n"
        "from touchwood.core.twin import twin_of\n"
        "from touchwood.games.tag import GAME\n"
        "assert twin_of(GAME, GAME.options_type(), 2, 1) is None"
    )


@needs_numba
def test_what_is_compiled_is_kept_for_other_processes(tmp_path: Path) -> None:
    """In the second process nothing is compiled any more, so numba, which takes its time, is not even imported."""
    code = (
        "import sys\n"
        "from touchwood.core.twin import twin_of\n"
        "from touchwood.games.cant_touch_this import GAME\n"
        "options = GAME.options_type()\n"
        "twin = twin_of(GAME, options, 2, 1)\n"
        "print(twin.waiting(twin.pack(GAME.initial(options, 2, 1))), 'numba' in sys.modules)\n"
    )
    kept: dict[str, str] = {"XDG_CACHE_HOME": str(tmp_path), "NUMBA_CACHE_DIR": ""}
    assert run_python(code, **kept).split() == ["-1", "True"]
    assert run_python(code, **kept).split() == ["-1", "False"] or not machine_code.IS_TRIED


@pytest.mark.parametrize(
    ("platform", "where"),
    [("linux", ".cache"), ("darwin", "Library/Caches"), ("win32", "AppData/Local")],
)
def test_what_is_compiled_is_kept_where_each_system_keeps_such_things(
    monkeypatch: pytest.MonkeyPatch, platform: str, where: str
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    assert user_cache_directory() == Path.home() / where


def test_a_game_without_a_kernel_has_no_twin() -> None:
    assert PEBBLES.kernel is None
    assert twin_of(PEBBLES, PEBBLES.options_type(), 2, PEBBLES.newest_version) is None


@needs_numba
def test_no_two_games_share_the_names_of_compiled_functions(tmp_path: Path) -> None:
    """Of machine code from two caches that has one name, the first loaded is called by both."""
    caches = [tmp_path / name for name in ("one-0a", "other-0b")]
    linked = [link([kernel_play], compiled=True, cache=cache) for cache in caches]
    names = [functions["below"].__qualname__ for functions in linked]
    assert names == ["one_0a.below", "other_0b.below"]


# -- Whole matches on a twin ----------------------------------------------------------------------------------------
def begun(seed: int) -> tuple[Twin, Any, Any]:
    """A duel at TAG on the interpreted twin, with its row and its luck."""
    options = TAG.options_type()
    assert TAG.kernel is not None
    twin = interpreted(TAG.kernel, options, 2)
    return twin, twin.pack(TAG.initial(options, 2, TAG.newest_version)), twin.rng(seed)


def test_many_matches_from_one_start_are_each_played_from_it() -> None:
    twin, start, rng = begun(1)
    row = list(start)
    made = twin.functions["random_matches"](twin.tables, start, row, twin.choices, twin.weights, rng, 3)
    again, one_by_one = begun(1)[2], []
    for _ in range(3):
        row_of_one = list(start)
        one_by_one.append(twin.play_randomly(row_of_one, again))
    assert made == sum(one_by_one)
    assert row == row_of_one != start


def test_by_quick_moves_so_many_choices_are_made_or_all_there_are() -> None:
    twin, row, rng = begun(1)
    quickly = twin.functions["play_quickly"]
    assert quickly(twin.tables, row, twin.weights, rng, 5) == 5
    assert twin.waiting(row) != OVER
    assert quickly(twin.tables, row, twin.weights, rng, 10_000) > 5
    assert quickly(twin.tables, row, twin.weights, rng, 10_000) == 0
    assert twin.waiting(row) == OVER
