"""The guide is true: what CONTRIBUTING.md says to do to ship a game is done here, word for word, in a copy."""

import os
import re
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURES = re.compile(r".*\.(png|webp|jpg|gif|mp4)")
OF_THE_GUIDE = re.compile(r"(.*/)?clap(\b.*)?")
"""What somebody has who has followed the guide to the letter."""


def checkout(folder: Path) -> Path:
    """What git has or would add, with the tools of this checkout."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in names:
        if (ROOT / name).is_file() and not PICTURES.fullmatch(name) and not OF_THE_GUIDE.fullmatch(name):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    (folder / ".venv").symlink_to(sys.prefix)
    # Nothing is installed or taken away: make believes that it has been, and uv says what it was asked.
    (folder / ".stamps").mkdir()
    for stamp in ("uv", "install", "dev"):
        (folder / ".stamps" / stamp).touch()
    uv = folder / ".uv" / "bin" / "uv"
    uv.parent.mkdir(parents=True)
    uv.write_text('#!/bin/sh\necho "uv $*"\n', encoding="utf-8")
    uv.chmod(0o755)
    return folder


def run_in(folder: Path, *command: str) -> str:
    """What a command that must succeed prints there."""
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


def test_a_game_is_shipped_by_following_the_guide(tmp_path: Path) -> None:
    folder = checkout(tmp_path)
    run = partial(run_in, folder)
    run(".venv/bin/touchwood", "new", "clap")
    (block,) = re.findall(r"^```sh\n(.*?)^```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.M | re.S)
    assert "uv pip uninstall --python .venv clap" in run("bash", "-euo", "pipefail", "-c", block)
    assert not (folder / "clap").exists(), "nothing stays behind"
    # Whatever looks at all games looks at this one, and nothing has to be told about it. The page has its own tests.
    about = ("-p", "tests.about_a_game", "--about", "clap", "--ignore", "tests/browser")
    shown = run(".venv/bin/python", "-m", "pytest", "-p", "no:cacheprovider", *about, "tests")
    assert int(re.findall(r"(\d+) passed", shown)[0]) > 150
    skipped = re.findall(r"^SKIPPED .*", shown, re.M)
    assert [line for line in skipped if "needs touchwood[" not in line and "not installed" not in line] == []
    run(".venv/bin/ruff", "check", "src/touchwood/games/clap", "tests/clap")
    # Tables for its tests are a module beside them, as those of the other games are, and mypy finds it. That the types
    # fit is seen in the example this game is made from.
    (folder / "tests/clap/clap_table.py").write_text("def table() -> str:\n    return ''\n", encoding="utf-8")
    (folder / "tests/clap/test_clap_table.py").write_text("from clap_table import table\n\ntable()\n", encoding="utf-8")
    run("make", "test-types", "ARGS=--follow-imports=skip tests/clap")
