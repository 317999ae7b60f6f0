"""Bots by name: the game's own, those that play anything, and trained ones that whoever runs a server offers."""

import re
from pathlib import Path
from typing import Any

from touchwood.bots.candidate_search import CandidateSearch
from touchwood.bots.model_bot import ModelBot, game_of_model
from touchwood.bots.random_bot import RandomBot
from touchwood.bots.tree_search import TreeSearch
from touchwood.bots.twin_search import TwinSearch
from touchwood.core.bot import Bot, Searcher, Thinker, Weigher
from touchwood.core.game import AnyGame
from touchwood.core.refusals import InputError
from touchwood.games.discovery import find_game

AnyPlan = Searcher[Any, Any, Any] | Thinker[Any, Any, Any] | Weigher[Any, Any]
_OFFERED: dict[str, dict[str, Path]] = {}
"""By game and name: the files of trained bots that this process seats like the game's own."""
_NAME = re.compile(r"[a-z][a-z0-9_]{0,19}")


def player_names(game: AnyGame) -> tuple[str, ...]:
    """Weakest first; what is offered beside them comes last."""
    return ("random", *game.players, *_OFFERED.get(game.name, ()))


def strongest_level(game: AnyGame) -> str:
    return list(game.players)[-1] if game.players else "random"


def offer_model(name: str, file: Path) -> None:
    """From now on a bot of that name sits at tables of the game the file is for."""
    game = find_game(game_of_model(file))
    if not _NAME.fullmatch(name):
        raise InputError("bad_bot_name", bot=name)
    if name in player_names(game):
        raise InputError("bot_name_taken", bot=name, by=game.title, package=str(file))
    ModelBot(game, file).check_fits_somehow()
    _OFFERED.setdefault(game.name, {})[name] = file.resolve()


def withdraw_models() -> None:
    _OFFERED.clear()


def check_fits(game: AnyGame, name: str, options: Any, seats: int) -> None:
    """Raises `InputError` for a trained bot that was made for other matches of the game."""
    if (file := offered_file(game.name, name)) is not None:
        ModelBot(game, file).fitting(options, seats)


def offered_file(game: str, name: str) -> Path | None:
    return _OFFERED.get(game, {}).get(name)


def check_known(game: AnyGame, name: str) -> None:
    """Raises `InputError` if no bot has that name; it names those there are."""
    if game.former_players.get(name, name) not in player_names(game):
        raise InputError("unknown_bot", game=game.title, bot=name, known=", ".join(player_names(game)))


def find_player(game: AnyGame, name: str) -> Bot[Any, Any]:
    """The bot of that name; an `InputError` names those there are."""
    check_known(game, name)
    if name == "random":
        return RandomBot(game)
    if (file := offered_file(game.name, name)) is not None:
        return ModelBot(game, file)
    return _thinking(game, game.players[game.former_players.get(name, name)])


def _thinking(game: AnyGame, player: Bot[Any, Any] | AnyPlan) -> Bot[Any, Any]:
    """A bot as it is; what is only said of one, by the search that does it."""
    match player:
        case Searcher():
            return TreeSearch(game, player)
        case Thinker():
            return TwinSearch(game, player)
        case Weigher():
            return CandidateSearch(game, player, _thinking(game, player.quick))
    return player
