"""In a new process a first thought is there at once: what was compiled before is loaded, and numba, which takes its
time, is not even imported."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.parts import games_with
from touchwood.core import machine_code
from touchwood.core.linking import has_numba

pytestmark = [
    pytest.mark.skipif(not has_numba(), reason="numba is not installed: nothing is compiled"),
    pytest.mark.skipif(not machine_code.IS_TRIED, reason="machine code is kept on Linux only"),
]
ROOT = Path(__file__).parents[2]


def thoughts(game: str) -> list[str]:
    """In a process of its own: each kind of thought, and what has been imported after it."""
    command = [sys.executable, "-m", "tests.bots.first_thought", game]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


@pytest.mark.parametrize("game", games_with("kernel"))
def test_what_another_process_has_thought_before_needs_no_numba(game: str) -> None:
    """The solver's duel, what the strongest level is asked, a hint, and the coach over a short match."""
    thoughts(game)
    again = thoughts(game)
    assert [line for line in again if "numba" in line] == []
    assert "llvmlite" in again[-1], "nothing compiled was asked"
    assert len(again) == 5
