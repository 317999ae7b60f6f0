"""CI forgives a few failures that pass alone, and nothing else."""

import shutil
import subprocess
from pathlib import Path

from tests.second_look import LAST_FAILED, MOST, ROOT, why_no_second_look


def test_a_few_failures_are_looked_at_again() -> None:
    assert why_no_second_look(["tests/test_a.py::test_one"] * MOST) is None


def test_many_failures_are_no_luck() -> None:
    assert why_no_second_look(["tests/test_a.py::test_one"] * (MOST + 1)) == "5 tests failed; more than 4 are not luck."


def test_without_a_failed_test_something_else_is_broken() -> None:
    assert why_no_second_look([]) is not None


def test_what_failed_in_an_earlier_run_excuses_nothing(tmp_path: Path) -> None:
    """Here the page does not build, so no test runs at all; a test had failed in a run before."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci" / "run")
    earlier = tmp_path / LAST_FAILED.relative_to(ROOT)
    earlier.parent.mkdir(parents=True)
    earlier.write_text('{"tests/test_a.py::test_one": true}')
    steps = {"check": "true", "test": "false", "second-look": f"test -f {earlier}"}
    (tmp_path / "Makefile").write_text("".join(f"{name}:\n\t@{does}\n" for name, does in steps.items()))
    assert subprocess.run([tmp_path / ".ci" / "run"], capture_output=True).returncode != 0
