"""Bots by name: the game's own, those that play anything, and trained ones that whoever runs a server offers."""

import re
from pathlib import Path
from typing import Any

from touchwood.bots.candidate_search import CandidateSearch
from touchwood.bots.model_bot import ModelBot, game_of_model
from touchwood.bots.random_bot import RandomBot
from touchwood.bots.tree_search import TreeSearch
from touchwood.bots.twin_search import TwinSearch
from touchwood.core.bot import Bot, Interjector, Searcher, Thinker, Weigher
from touchwood.core.game import AnyGame
from touchwood.core.refusals import InputError
from touchwood.core.twin import has_twin
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


def check_fits(game: AnyGame, name: str, options: Any, seats: int, version: int) -> None:
    """Raises `InputError` for a trained bot that was made for other matches of the game, and for a level that would be
    a name only in such a match."""
    if (file := offered_file(game.name, name)) is not None:
        ModelBot(game, file).fitting(options, seats)
    elif (level := plays_as(game, name, options, seats, version)) != game.former_players.get(name, name):
        raise InputError("level_is_a_name", game=game.title, bot=name, level=level)


# -- Honest levels --------------------------------------------------------------------------------------------------
def names_for(game: AnyGame, options: Any, seats: int, version: int) -> tuple[str, ...]:
    """Those that differ in a match with these options and rules, once so many players or more are there."""
    return tuple(name for name in player_names(game) if honest_name(game, name, options, seats, version) == name)


def honest_name(game: AnyGame, name: str, options: Any, seats: int, version: int) -> str:
    """The bot itself; or the level it is no stronger than, with however many players more."""
    counts = [count for count in game.player_counts if count >= seats] or [game.player_counts[-1]]
    levels = {_no_stronger_than(game, name, options, count, version) for count in counts}
    return levels.pop() if len(levels) == 1 else name


def _no_stronger_than(game: AnyGame, name: str, options: Any, seats: int, version: int) -> str:
    level = plays_as(game, name, options, seats, version)
    return game.close_players(options, seats).get(level, level)


def plays_as(game: AnyGame, name: str, options: Any, seats: int, version: int) -> str:
    """The first level that plays just the same in such a match: a search that has nothing to think with there is no
    more than the quick player it would improve on."""
    name = game.former_players.get(name, name)
    if name not in game.players:
        return name
    # By the rules of the match: a twin may cover other versions than the newest.
    is_covered = has_twin(game, options, seats, version)
    thinks = _what_thinks(game.players[name], seats, is_covered=is_covered)
    levels = game.players.items()
    return next(level for level, player in levels if _what_thinks(player, seats, is_covered=is_covered) == thinks)


def _what_thinks(player: Bot[Any, Any] | AnyPlan, seats: int, *, is_covered: bool) -> Bot[Any, Any] | AnyPlan:
    match player:
        case Weigher() if seats < player.fewest_seats or not is_covered:
            return _what_thinks(player.quick, seats, is_covered=is_covered)
        case Searcher() if not player.fewest_seats <= seats <= player.most_seats or not (
            is_covered or player.rules_nodes
        ):
            return _what_thinks(player.quick, seats, is_covered=is_covered)
    return player


# -- By name --------------------------------------------------------------------------------------------------------


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


def ever_interjects(game: AnyGame, name: str) -> bool:
    """Whether that bot is to be asked when it may act but need not; most never want to."""
    player: Bot[Any, Any] | AnyPlan | None = game.players.get(game.former_players.get(name, name))
    while isinstance(player, Searcher):
        player = player.quick
    # None: of no game's own, at random or trained; both do.
    return player is None or isinstance(player, Interjector)


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
