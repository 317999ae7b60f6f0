"""Builds what is released, tries it in clean environments, and makes a release.

    python tools/release.py dist              sdist and wheel into dist/, tried on every Python there is
    python tools/release.py release 0.2.0     the same, with the version and the changelog set, committed and tagged

Nothing is pushed or uploaded: that is for a person to do. If anything fails there is no commit, and the two files that
a release changes are as they were before.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable
from datetime import date
from pathlib import Path
from zipfile import ZipFile

ROOT = Path(__file__).parents[1]
UV = ROOT / ".uv" / "bin" / "uv"
DIST = ROOT / "dist"
VERSION_FILE = ROOT / "src" / "touchwood" / "__init__.py"
GAMES = ROOT / "src" / "touchwood" / "games"
CHANGELOG = ROOT / "CHANGELOG.md"

_VERSION_LINE = re.compile(r'^__version__ = "(.+)"$', re.M)
_UNRELEASED = "## Unreleased\n"
_OLDEST_PYTHON = 11

IN_WHEEL = (
    r"touchwood/py\.typed",
    r"touchwood/server/page/index\.html",
    r"touchwood/cli/my_game/pyproject\.toml",
    r"touchwood/cli/my_game/src/my_game/words/en\.json",
    r"touchwood/games/tag/words/ja\.json",
    r"touchwood/core/words/en\.json",
    r"touchwood-.*\.dist-info/licenses/LICENSE",
)
IN_SDIST = (
    r"LICENSE",
    r"CHANGELOG\.md",
    r"examples/my_game/pyproject\.toml",
    r"hatch_build\.py",
    r"tests/test_conformance\.py",
    r"web/package-lock\.json",
    r"web/src/main\.ts",
)
NOWHERE = (r".*__pycache__.*", r".*node_modules.*", r"touchwood/.*\.pyc", r".*\.seed")
TRIED_GAME = "brand_new"
"""What the game is called that a wheel is to write: a name that no game of ours has."""


class NoRelease(Exception):
    """Why there is none."""


# -- What is built ----------------------------------------------------------------------------------------------------


def build() -> tuple[Path, Path]:
    """The sdist, and the wheel made from it: so the sdist is whole."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(UV, "build", "--quiet", "--out-dir", DIST, folder=ROOT)
    (sdist,), (wheel,) = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
    with ZipFile(wheel) as packed:
        games = [rf"touchwood/games/{name}/RULES\.md" for name in shipped_games()]
        require_whole(wheel, packed.namelist(), (*IN_WHEEL, *games))
    with tarfile.open(sdist) as packed:
        require_whole(sdist, [name.partition("/")[2] for name in packed.getnames()], IN_SDIST)
    return sdist, wheel


def shipped_games() -> list[str]:
    """The names of all games that the source has."""
    return sorted(file.parent.name for file in GAMES.glob("*/__init__.py"))


def require_whole(file: Path, names: Iterable[str], needed: Iterable[str]) -> None:
    names = list(names)
    if missing := [pattern for pattern in needed if not any(re.fullmatch(pattern, name) for name in names)]:
        raise NoRelease(f"{file.name} lacks {', '.join(missing)}")
    if strange := [name for name in names if any(re.fullmatch(pattern, name) for pattern in NOWHERE)]:
        raise NoRelease(f"{file.name} has what it should not: {', '.join(strange[:5])}")


# -- Tried in clean environments --------------------------------------------------------------------------------------


def pythons() -> dict[tuple[int, int], Path]:
    """One of each version that Touchwood runs on: the one that runs this, on the path, or where pyenv has it."""
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    named = [shutil.which(f"python3.{minor}") for minor in range(_OLDEST_PYTHON, 30)]
    found: dict[tuple[int, int], Path] = {}
    here = Path(sys.executable).resolve()
    for python in [here, *(Path(name) for name in named if name), *sorted(pyenv.glob("3.*/bin/python"))]:
        asked = subprocess.run(
            [python, "-c", "import sys; print(*sys.version_info[:2])"], capture_output=True, text=True, check=False
        )
        if asked.returncode == 0:
            major, minor = map(int, asked.stdout.split())
            if minor >= _OLDEST_PYTHON:
                found.setdefault((major, minor), python)
    return found


def try_wheel(wheel: Path, python: Path, version: str) -> None:
    """Installed where nothing else is: it plays, serves its page, and writes a game that is green."""
    with tempfile.TemporaryDirectory() as work:
        folder = Path(work)
        run(UV, "venv", "--quiet", "--python", python, folder / "venv", folder=folder)
        here = folder / "venv" / "bin"

        def install(*what: str | Path) -> None:
            run(UV, "pip", "install", "--quiet", "--python", here / "python", *what, folder=folder)

        def touchwood(*arguments: str) -> str:
            return run(here / "touchwood", *arguments, folder=folder)

        install(f"{wheel}[server]")
        require(touchwood("--version").split() == ["touchwood", version], "the version is the one released")
        found = sorted(game["name"] for game in json.loads(touchwood("games", "--json")))
        require(found == shipped_games(), f"the games are those of the source; here: {', '.join(found)}")
        touchwood("play", "tag", "--seats", "random,simple", "--seed", "1", "--record", "m.jsonl")
        touchwood("verify", "m.jsonl")
        run(here / "python", "-c", _SERVES_ITS_PAGE, folder=folder)
        touchwood("new", TRIED_GAME)
        install(folder / TRIED_GAME, "pytest")
        run(here / "python", "-m", "pytest", "-q", folder=folder / TRIED_GAME)
        touchwood("play", TRIED_GAME, "--seats", "careful,random")


_SERVES_ITS_PAGE = """
from importlib.resources import files
import touchwood.server.serve
assert (files("touchwood.server") / "page" / "index.html").is_file()
"""


def require(holds: bool, what: str) -> None:
    if not holds:
        raise NoRelease(f"this does not hold: {what}")


def run(*command: str | Path, folder: Path) -> str:
    ran = subprocess.run([str(part) for part in command], cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode != 0:
        said = (ran.stdout + ran.stderr).strip()
        raise NoRelease(f"{' '.join(str(part) for part in command)} failed:\n{said}")
    return ran.stdout


def make_dist(version: str) -> None:
    sdist, wheel = build()
    for (major, minor), python in sorted(pythons().items()):
        print(f"trying {wheel.name} on Python {major}.{minor} ...", flush=True)
        try_wheel(wheel, python, version)
    for file in (sdist, wheel):
        print(f"{file.relative_to(ROOT)}: {file.stat().st_size / 1e6:.1f} MB")


# -- A release --------------------------------------------------------------------------------------------------------


def version_in(text: str) -> str:
    (version,) = _VERSION_LINE.findall(text)
    return str(version)


def with_version(text: str, version: str) -> str:
    return _VERSION_LINE.sub(f'__version__ = "{version}"', text)


def why_not(version: str, changelog: str, tags: Iterable[str], changes: str) -> str | None:
    """Why this version cannot be released now, if there is a reason."""
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        return f"{version} is no version; write three numbers, as in 0.2.0"
    if changes:
        return f"there are changes that are not committed:\n{changes}"
    newest = max((_numbers(tag[1:]) for tag in tags if re.fullmatch(r"v\d+\.\d+\.\d+", tag)), default=())
    if _numbers(version) <= newest:
        return f"{version} does not come after {'.'.join(map(str, newest))}"
    if not unreleased(changelog).strip():
        return "CHANGELOG.md has nothing below Unreleased"
    return None


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def unreleased(changelog: str) -> str:
    _, _, rest = changelog.partition(_UNRELEASED)
    return re.split(r"^## ", rest, maxsplit=1, flags=re.M)[0]


def released(changelog: str, version: str, day: date) -> str:
    """What was unreleased stands below the version and its day, and a new beginning above it."""
    return changelog.replace(_UNRELEASED, f"{_UNRELEASED}\n## {version}, {day.isoformat()}\n", 1)


def make_release(version: str) -> None:
    changes = run("git", "status", "--porcelain", folder=ROOT)
    tags = run("git", "tag", folder=ROOT).split()
    before = {file: file.read_text(encoding="utf-8") for file in (VERSION_FILE, CHANGELOG)}
    if reason := why_not(version, before[CHANGELOG], tags, changes):
        raise NoRelease(reason)
    VERSION_FILE.write_text(with_version(before[VERSION_FILE], version), encoding="utf-8")
    CHANGELOG.write_text(released(before[CHANGELOG], version, date.today()), encoding="utf-8")
    notes = unreleased(before[CHANGELOG]).strip()
    try:
        make_dist(version)
        run("git", "commit", "--quiet", "--message", f"Release {version}", VERSION_FILE, CHANGELOG, folder=ROOT)
        try:
            run("git", "tag", "--annotate", f"v{version}", "--message", f"Touchwood {version}\n\n{notes}", folder=ROOT)
        except BaseException:
            run("git", "reset", "--quiet", "HEAD~1", folder=ROOT)
            raise
    except BaseException:
        for file, text in before.items():
            file.write_text(text, encoding="utf-8")
        raise
    print(f"committed and tagged as v{version}; what is in dist/ can be uploaded")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("dist")
    commands.add_parser("release").add_argument("version")
    given = parser.parse_args(arguments)
    try:
        if given.command == "dist":
            make_dist(version_in(VERSION_FILE.read_text(encoding="utf-8")))
        else:
            make_release(given.version)
    except NoRelease as reason:
        print(f"release: {reason}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
