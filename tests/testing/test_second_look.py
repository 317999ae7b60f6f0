"""CI forgives a few failures that pass alone, and nothing else."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.second_look import LAST_FAILED, MOST, ROOT, SOME_FAILED, TESTS_ENDED, why_no_second_look

ONE = "tests/test_a.py::test_one"


def test_a_few_failures_are_looked_at_again() -> None:
    assert why_no_second_look([ONE] * MOST, SOME_FAILED) is None


def test_many_failures_are_no_luck() -> None:
    assert why_no_second_look([ONE] * (MOST + 1), SOME_FAILED) == "5 tests failed; more than 4 are not luck."


@pytest.mark.parametrize("failed", [[], ["tests/test_a.py"], [ONE, "gw1"]])
def test_without_a_failed_test_something_else_is_broken(failed: list[str]) -> None:
    """A file that could not be read, or workers that found different tests: then not all of them ran."""
    assert why_no_second_look(failed, SOME_FAILED) is not None


# -- The whole of .ci/run ---------------------------------------------------------------------------------------------


class Project:
    """The commands of this one, with tools that only say how they ended; the second look is the real one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in (".ci/run", "Makefile", "tests/second_look.py"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
        self.write("tests/test_a.py", "def test_one(): pass\n")
        for made_from in ("pyproject.toml", "uv.lock", "web/package.json", "web/package-lock.json"):
            self.write(made_from, "")
        for stamp in ("uv", "install", "dev", "node_modules", "page", "chromium", "compiled"):
            self.write(f".stamps/{stamp}", "")
        for tool in ("ruff", "mypy", "lint-imports", "sphinx-build"):
            self.tool(tool, "exit 0")
        self.tool("python", f'[ "$2" != tests.second_look ] || exec {sys.executable} "$@"')

    def write(self, name: str, text: str) -> Path:
        (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / name).write_text(text)
        return self.folder / name

    def tool(self, name: str, does: str) -> None:
        self.write(f".venv/bin/{name}", f"#!/bin/sh\n{does}\n").chmod(0o755)

    def is_green(self) -> bool:
        # No flags of a make that runs these tests.
        own = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
        return subprocess.run([self.folder / ".ci" / "run"], env=own, capture_output=True).returncode == 0


def one_fails(then: str) -> str:
    kept = LAST_FAILED.relative_to(ROOT)
    return f"mkdir -p {kept.parent}; echo '{{\"{ONE}\": true}}' > {kept}; {then}"


@pytest.mark.parametrize(
    ("does", "is_forgiven"),
    [
        ("exit 0", True),
        (one_fails("exit 1"), True),
        (one_fails("exit 2"), False),
        (one_fails("exit 3"), False),
        (one_fails("kill -9 $$"), False),
    ],
    ids=["all pass", "one fails", "broken off", "an error of its own", "killed"],
)
def test_only_a_run_that_came_to_its_end_is_looked_at_again(tmp_path: Path, does: str, is_forgiven: bool) -> None:
    project = Project(tmp_path)
    project.tool("pytest", does)
    assert project.is_green() == is_forgiven


def test_what_fails_again_is_red(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.tool("pytest", one_fails("exit 1"))
    project.write("tests/test_a.py", "def test_one(): assert False\n")
    assert not project.is_green()


def test_what_failed_in_an_earlier_run_excuses_nothing(tmp_path: Path) -> None:
    """Here a test of the page's parts fails, so no other runs; one had failed in a run before."""
    project = Project(tmp_path)
    project.write(str(LAST_FAILED.relative_to(ROOT)), f'{{"{ONE}": true}}')
    project.write(str(TESTS_ENDED.relative_to(ROOT)), SOME_FAILED)
    python = (tmp_path / ".venv/bin/python").read_text().removeprefix("#!/bin/sh\n")
    project.tool("python", f'[ "$*" != "web/npm.py run --silent test" ] || exit 1\n{python}')
    assert not project.is_green()
