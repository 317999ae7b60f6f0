"""A hunt is clean only if tests ran and passed, and goes on where it was broken off."""

import subprocess
from collections import Counter
from pathlib import Path

import pytest

from tests import hunt
from tests.kept_lines import keep, kept_lines

GREEN = "def test_one() -> None: ...\n"


@pytest.fixture
def tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where they are written: a folder, with code that never changes."""
    monkeypatch.delenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", raising=False)
    monkeypatch.setattr(hunt, "ROOT", tmp_path)
    monkeypatch.setattr(hunt, "tree_now", lambda: "tree")
    (tmp_path / "pytest.ini").write_text("[pytest]\n")  # else names depend on what lies above
    (tmp_path / "tests").mkdir()
    return tmp_path / "tests"


def hunted(tests: Path, *words: str) -> int:
    return hunt.main(["--times", "1", "--only", "quiet", "--state", str(tests.parent / "state"), *words])


def runs(tests: Path) -> list[hunt.Run]:
    return list(hunt.read(tests.parent / "state" / "runs.jsonl"))


# -- What is a failure ----------------------------------------------------------------------------------------------


def test_tests_that_pass_are_clean_and_are_not_run_again(tests: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tests / "test_a.py").write_text(GREEN)
    assert hunted(tests, "tests") == 0
    assert "1 runs of tests, 0 failed" in capsys.readouterr().out
    (tests / "test_a.py").write_text("nonsense(")
    assert hunted(tests, "tests/test_a.py") == 0
    assert [run.passed for run in runs(tests)] == [("tests.test_a::test_one",)]


def test_a_name_that_is_misspelled_is_refused(tests: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tests / "test_a.py").write_text(GREEN)
    with pytest.raises(SystemExit) as ended:
        hunted(tests, "tests/test_a.py", "tests/test_b.py::test_one")
    assert ended.value.code == 2
    assert "not there: tests/test_b.py::test_one" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "no test was run; pytest ended with 5"),
        (f"import pytest\n@pytest.mark.skip\n{GREEN}", "no test was run; pytest ended with 0"),
        (f"import atexit, os\natexit.register(os._exit, 3)\n{GREEN}", "no test failed, but pytest ended with 3"),
        (f"import os\nos._exit(3)\n{GREEN}", "no test was run; pytest ended with 3"),
    ],
    ids=["nothing there", "all skipped", "an error after all", "broken down"],
)
def test_a_run_that_proves_nothing_is_told_and_run_again(
    tests: Path, text: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tests / "test_a.py").write_text(text)
    assert hunted(tests, "tests/test_a.py") == 1
    assert f"1 of 1 quiet: {told}, of tests/test_a.py" in capsys.readouterr().out
    assert runs(tests) == []


def test_what_failed_and_what_was_skipped_did_not_pass(tests: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tests / "test_a.py").write_text(f"import pytest\n{GREEN}@pytest.mark.skip\ndef test_two() -> None: ...\n")
    (tests / "sub").mkdir()
    (tests / "sub" / "test_a.py").write_text("def test_one() -> None: raise ValueError\n")
    (tests / "__init__.py").touch()
    (tests / "sub" / "__init__.py").touch()
    assert hunted(tests, "--workers", "1", "tests") == 1
    (run,) = runs(tests)
    # Of the same name, and told apart.
    assert (run.passed, run.failed) == (("tests.test_a::test_one",), ("tests.sub.test_a::test_one",))
    assert run.skipped == ("tests.test_a::test_two",)
    assert "2 runs of tests, 1 failed, 1 skipped" in capsys.readouterr().out
    (kept_whole,) = (tests.parent / "state").glob("*.txt")
    assert "ValueError" in kept_whole.read_text()


def test_nothing_to_run_is_not_clean(tests: Path) -> None:
    assert hunted(tests, "tests") == 1


# -- Going on -------------------------------------------------------------------------------------------------------


def test_other_conditions_and_more_workers_are_other_runs(tests: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: Counter[tuple[str, int, int]] = Counter()

    def run_once(tree: str, file: str, condition: str, workers: int, number: int, *, failures: Path) -> hunt.Run:
        asked[condition, workers, number] += 1
        return hunt.Run(tree, file, condition, number, ("a",), (), 1.0, workers)

    monkeypatch.setattr(hunt, "run_once", run_once)
    for _ in range(2):
        for workers in (0, 3):
            hunt.hunt(["a"], [hunt.QUIET, hunt.BURNT], 2, workers, tests.parent / "state")
    assert set(asked.values()) == {1}
    assert len(asked) == 2 * 2 * 2


def test_a_line_that_was_broken_off_is_done_again(tmp_path: Path) -> None:
    kept = tmp_path / "runs.jsonl"
    assert kept_lines(kept) == []
    for number in range(3):
        keep(kept, {"number": number, "text": "→\u2028"})
    kept.write_bytes(kept.read_bytes()[:-4])
    assert [line["number"] for line in kept_lines(kept)] == [0, 1]
    keep(kept, {"number": 3})
    assert [line["number"] for line in kept_lines(kept)] == [0, 1, 3]


def test_code_is_the_same_only_if_every_file_is_new_ones_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hunt, "ROOT", tmp_path)
    subprocess.run(["git", "init", "--quiet"], cwd=tmp_path, check=True)
    (tmp_path / ".gitignore").write_text("ignored\n")
    seen = [hunt.tree_now()]
    for name, text in (("test_a.py", "1"), ("test_a.py", "2"), ("test_b.py", "1")):
        (tmp_path / name).write_text(text)
        seen.append(hunt.tree_now())
    assert len({*seen}) == 4
    (tmp_path / "ignored").touch()
    assert hunt.tree_now() == seen[-1]
    assert not (tmp_path / ".git" / "index").exists()
