"""Bots of two checkouts at one table."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def asked(*arguments: str) -> "subprocess.CompletedProcess[str]":
    script = ROOT / "benchmarks" / "against_checkout.py"
    return subprocess.run([sys.executable, script, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="not a checkout: there is no other commit")
def test_a_bot_plays_among_those_of_another_commit() -> None:
    ended = asked("HEAD", "tag", "--bot", "easy", "--matches", "2")
    assert (ended.returncode, ended.stderr) == (0, "")
    (line,) = ended.stdout.splitlines()
    assert line.startswith("tag, 2 players, one easy of today among those of HEAD: ")
    assert " of 2 matches (even: 50.0%), " in line


def test_a_commit_that_is_not_there_is_said() -> None:
    ended = asked("no-such-commit", "tag")
    assert ended.returncode == 1
    assert ended.stderr.endswith("git has no files of no-such-commit\n")
    assert not ended.stdout
