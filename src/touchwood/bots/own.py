"""Bots of one's own, for the command line: a class in a file, or an entry point of an installed package.

    my_bot.py:Greta      the class Greta of that file
    model:greta.onnx     the trained policy in that file
    greta                an entry point `greta` in the group `touchwood.bots`
    openspiel:ismcts     an entry point `openspiel`, told what follows the colon
    hard@10              a level with ten times its budget

Whatever it is, it is called with the game (and what follows the colon) and gives a `Bot`. A name that is taken is
refused, since it would be decided unnoticed who plays. Only who runs the command may name files: a server never loads
what a guest names.
"""

import runpy
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from touchwood.bots.finding import find_player, player_names
from touchwood.bots.model_bot import ModelBot
from touchwood.core.bot import Bot, Budgeted
from touchwood.core.game import AnyGame
from touchwood.core.refusals import InputError

GROUP = "touchwood.bots"
"""The group of entry points in which a package names its bots."""


def find_any_player(game: AnyGame, name: str) -> Bot[Any, Any]:
    """A bot of the game, of a file or of a package; an `InputError` says what is wrong."""
    level, at, times = name.rpartition("@")
    if at and times.isdecimal() and level in game.players:
        bot = find_player(game, level)
        if not isinstance(bot, Budgeted) or int(times) == 0:
            raise InputError(
                "bot_not_loaded", bot=name, reason=f"{level} has no budget of which there could be {times}"
            )
        return bot.with_nodes(100 * int(times))
    kind, colon, argument = name.rpartition(":")
    if kind.endswith(".py"):
        return _made(game, name, lambda: runpy.run_path(kind)[argument](game))
    if kind == "model":
        return ModelBot(game, Path(argument))
    entries = bot_entries(game)
    if colon and kind in entries:
        return _made(game, name, lambda: entries[kind].load()(game, argument))
    if name in entries:
        return _made(game, name, lambda: entries[name].load()(game))
    return find_player(game, name)


def bot_entries(game: AnyGame) -> Mapping[str, EntryPoint]:
    """The bots of installed packages, by name."""
    found: dict[str, EntryPoint] = {}
    for entry in entry_points(group=GROUP):
        if entry.name in player_names(game):
            raise InputError("bot_name_taken", bot=entry.name, by=game.title, package=_package_of(entry))
        if entry.name in found:
            raise InputError(
                "bot_name_taken", bot=entry.name, by=_package_of(found[entry.name]), package=_package_of(entry)
            )
        found[entry.name] = entry
    return found


def _package_of(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else entry.module.partition(".")[0]


def _made(game: AnyGame, name: str, make: Any) -> Bot[Any, Any]:
    try:
        bot = make()
    except InputError:
        raise
    except KeyError as error:
        raise InputError("bot_not_loaded", bot=name, reason=f"there is no {error.args[0]} in it") from None
    except Exception as error:  # whatever the code of others raises
        reason = f"{type(error).__name__}: {error}"
        raise InputError("bot_not_loaded", bot=name, reason=reason) from error
    if not callable(getattr(bot, "choose", None)):
        raise InputError("not_a_bot", bot=name, kind=type(bot).__name__)
    made: Bot[Any, Any] = bot
    return made


def label_of(name: str) -> str:
    """What to call it at the table: `Greta` of `my_bot.py:Greta`."""
    return Path(name).name.rpartition(":")[2] or name
