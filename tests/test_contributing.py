"""The guide is true: what CONTRIBUTING.md says to do to ship a game is done here, word for word, in a copy."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from touchwood.cli.new import write_game

ROOT = Path(__file__).parents[1]
WHAT_THE_TESTS_FIND = (
    "tests/clap",
    "tests/test_playthroughs.py",
    "tests/test_old_records.py",
    "tests/test_rules_md.py",
    "tests/test_conformance.py",
    "tests/bots/test_players.py",
    "tests/server/test_absence.py",
    "tests/server/test_docs.py",
)


def checkout(folder: Path) -> Path:
    """What git has or would add, with the tools of this checkout."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "src", "tests", "docs/protocol"]
    listed += ["web/src/protocol", "examples", "Makefile", "pyproject.toml", "uv.lock"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(lambda name: (ROOT / name).is_file(), names):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, folder / name)
    (folder / ".venv").symlink_to(sys.prefix)
    # Nothing is installed: make believes that it has been.
    (folder / ".stamps").mkdir()
    for stamp in ("uv", "install", "dev"):
        (folder / ".stamps" / stamp).touch()
    return folder


def test_a_game_is_shipped_by_following_the_guide(tmp_path: Path) -> None:
    folder = checkout(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(folder / "src"), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}

    def run(*command: str) -> str:
        ran = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return ran.stdout

    write_game("clap", folder)
    (block,) = re.findall(r"^```sh\n(.*?)^```", (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8"), re.M | re.S)
    run("bash", "-euo", "pipefail", "-c", block)
    # Whatever looks at all games looks at this one, and nothing has to be told about it.
    pick = "clap or every_version or up_to_date or left_over or every_plan"
    shown = run(".venv/bin/python", "-m", "pytest", "-p", "no:cacheprovider", "-k", pick, *WHAT_THE_TESTS_FIND)
    assert " passed" in shown
    assert "skipped" not in shown
    run(".venv/bin/ruff", "check", "src/touchwood/games/clap", "tests/clap")
