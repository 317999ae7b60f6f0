"""How Pebbles is bent: one part of the honest game is replaced."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from touchwood.core.game import AnyGame
from touchwood.core.seats import Viewer
from touchwood.testing.toys.pebbles import GAME
from touchwood.testing.toys.pebbles.values import Colour, State

WORDS = Path(str(GAME.words))


def bent(make: Callable[[], dict[str, Any]]) -> AnyGame:
    """The honest game with the parts that `make` gives."""
    return replace(GAME, **make())


def with_catalogue(folder: Path, change: Callable[[dict[str, Any]], None], language: str = "en") -> AnyGame:
    """The toy with a changed catalogue of its own."""
    shutil.copytree(WORDS.parent, folder / "pebbles", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    words = folder / "pebbles" / "words"
    catalogue = json.loads((WORDS / "en.json").read_text())
    change(catalogue)
    (words / f"{language}.json").write_text(json.dumps(catalogue))
    return replace(GAME, words=words)


def others_hold_red(state: State, viewer: Viewer) -> bool:
    return any(fist is Colour.RED for other, fist in enumerate(state.fists) if other != viewer)
