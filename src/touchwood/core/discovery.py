"""Finds the games by itself: a game is a package below `touchwood.games` that has a `GAME`.

Packages of others join in through the entry point group `touchwood.games`; each names its `Game`.
"""

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from touchwood.core.game import AnyGame
from touchwood.core.refusals import Problem

_HOME = "touchwood.games"


@cache
def game_names() -> tuple[str, ...]:
    """The names of all games there are, in alphabetical order."""
    own = {module.name for module in pkgutil.iter_modules(import_module(_HOME).__path__) if module.ispkg}
    return tuple(sorted(own | {entry.name for entry in entry_points(group=_HOME)}))


@cache
def find_game(name: str) -> AnyGame:
    """The game of that name; a `Problem` names those there are."""
    if name not in game_names():
        raise Problem("unknown_game", game=name, known=", ".join(game_names()))
    for entry in entry_points(group=_HOME):
        if entry.name == name:
            loaded: AnyGame = entry.load()
            return loaded
    game: AnyGame = import_module(f"{_HOME}.{name}").GAME
    return game


def all_games() -> tuple[AnyGame, ...]:
    return tuple(find_game(name) for name in game_names())
