"""`touchwood new NAME`: a package of a small game that keeps the contract already, to be made into a game of one's own.

What is written is the example of the repository, `examples/my_game`, under another name: its rules, words, RULES.md,
plan, tests and entry point are tried there. The wheel carries a copy of it, `TEMPLATE`.
"""

import argparse
import keyword
import re
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from touchwood.core.refusals import InputError
from touchwood.core.words import words_of
from touchwood.games.discovery import game_names

TEMPLATE = Path(__file__).parent / "my_game"
EXAMPLE = Path(__file__).parents[3] / "examples" / "my_game"
"""Where the template is in a checkout."""

_NAME, _TITLE = "my_game", "My Game"
_GOOD_NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
_LONGEST_NAME = 40
_MADE_BY_TOOLS = re.compile(r"__pycache__|\..*|.*\.egg-info|dist|build")
"""What may lie about in a checkout, and is no part of the example."""


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "new", help="begin a game of your own: a package that is green"
    )
    parser.add_argument("name", metavar="NAME", help="of the game and its package: my_game")
    parser.add_argument("--into", type=Path, default=Path(), metavar="FOLDER", help="where to put it (here)")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    folder = write_game(given.name, given.into)
    print(words_of(None).label("new_game", folder=str(folder), game=given.name))
    return 0


def write_game(name: str, into: Path) -> Path:
    """The folder that was made; an `InputError` says why there is none, and then nothing is left behind."""
    if not _GOOD_NAME.fullmatch(name) or len(name) > _LONGEST_NAME or keyword.iskeyword(name):
        raise InputError("bad_game_name", name=name, longest=_LONGEST_NAME)
    folder = into / name
    if folder.exists():
        raise InputError("file_exists", file=str(folder))
    if name in game_names() or is_importable(name):
        raise InputError("new_name_taken", name=name)
    try:
        folder.mkdir()
    except OSError as error:
        raise InputError("file_unwritable", file=str(folder), reason=error.strerror or str(error)) from None
    try:
        for path, text in template():
            file = folder / renamed(str(path), name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(renamed(text, name), encoding="utf-8")
    except OSError as error:
        shutil.rmtree(folder, ignore_errors=True)
        raise InputError("file_unwritable", file=str(folder), reason=error.strerror or str(error)) from None
    return folder


def is_importable(name: str) -> bool:
    """Whether Python has a module of that name. A mere folder below the current one is none."""
    spec = find_spec(name)
    return spec is not None and spec.origin is not None


def template() -> Iterator[tuple[Path, str]]:
    """The files of the example with their texts, each by its path in the package."""
    home = TEMPLATE if TEMPLATE.is_dir() else EXAMPLE
    for file in sorted(home.rglob("*")):
        path = file.relative_to(home)
        if file.is_file() and not any(_MADE_BY_TOOLS.fullmatch(part) for part in path.parts):
            yield path, file.read_text(encoding="utf-8")


def renamed(text: str, name: str) -> str:
    title = " ".join(part.capitalize() for part in name.split("_"))
    return text.replace(_NAME, name).replace(_TITLE, title)
