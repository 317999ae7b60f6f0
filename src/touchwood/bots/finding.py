"""Bots by name: the game's own, and those that play anything."""

from typing import Any

from touchwood.bots.random_bot import RandomBot
from touchwood.bots.twin_search import TwinSearch
from touchwood.core.bot import Bot, Thinker
from touchwood.core.game import AnyGame
from touchwood.core.refusals import InputError


def player_names(game: AnyGame) -> tuple[str, ...]:
    """Weakest first."""
    return ("random", *game.players)


def find_player(game: AnyGame, name: str) -> Bot[Any, Any]:
    """The bot of that name; an `InputError` names those there are."""
    if name == "random":
        return RandomBot(game)
    name = game.former_players.get(name, name)
    if name not in game.players:
        raise InputError("unknown_bot", game=game.title, bot=name, known=", ".join(player_names(game)))
    player = game.players[name]
    return TwinSearch(game, player) if isinstance(player, Thinker) else player
