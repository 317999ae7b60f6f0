"""Finds the games by itself: a game is a package beside this module that has a `GAME`.

Packages of others join in through the entry point group `touchwood.games`; each entry has the game's name and names its
`Game`. A name is given once: a package that claims one that is taken is refused, as it would decide unnoticed by which
rules a match is played. CONTRIBUTING.md has the way to a package of one's own.
"""

import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from touchwood import games
from touchwood.core.game import AnyGame, Game
from touchwood.core.refusals import InputError

__all__ = ["all_games", "find_game", "game_names", "games_that_load", "why_others_do_not"]

GROUP = "touchwood.games"
"""The group of entry points in which a package names its games."""


@cache
def game_entries() -> Mapping[str, EntryPoint]:
    """Where each game is, by its name: those shipped here and those of installed packages."""
    packages = [module.name for module in pkgutil.iter_modules(games.__path__) if module.ispkg]
    shipped = [EntryPoint(name, f"{games.__name__}.{name}:GAME", GROUP) for name in packages]
    found: dict[str, EntryPoint] = {}
    for entry in (*shipped, *entry_points(group=GROUP)):
        if (first := found.get(entry.name)) is not None:
            raise InputError("game_name_taken", game=entry.name, by=_package_of(first), package=_package_of(entry))
        found[entry.name] = entry
    return found


def _package_of(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module.partition(".")[0]


@cache
def game_names() -> tuple[str, ...]:
    """The names of all games there are, in alphabetical order."""
    return tuple(sorted(game_entries()))


@cache
def find_game(name: str) -> AnyGame:
    """The game of that name; an `InputError` names those there are."""
    if name not in game_names():
        raise InputError("unknown_game", game=name, known=", ".join(game_names()))
    entry = game_entries()[name]
    try:
        game: object = entry.load()
    except Exception as error:  # whatever the code of others raises while it is imported
        reason = f"{type(error).__name__}: {error}"
        raise InputError("game_not_loaded", game=name, package=_package_of(entry), reason=reason) from error
    # Records and tables name a game by its own name, and must find it again.
    if not isinstance(game, Game) or game.name != name:
        raise InputError("not_that_game", game=name, package=_package_of(entry), value=entry.value)
    return game


def all_games() -> tuple[AnyGame, ...]:
    """Raises `InputError` if one of them cannot be loaded."""
    return tuple(find_game(name) for name in game_names())


def games_that_load() -> tuple[AnyGame, ...]:
    """For lists: one outdated package of others is to take no other game along."""
    return _tried()[0]


def why_others_do_not() -> tuple[InputError, ...]:
    """Each names its game and its package."""
    return _tried()[1]


@cache
def _tried() -> tuple[tuple[AnyGame, ...], tuple[InputError, ...]]:
    games, errors = list[AnyGame](), list[InputError]()
    for name in game_names():
        try:
            games.append(find_game(name))
        except InputError as error:
            errors.append(error)
    return tuple(games), tuple(errors)
