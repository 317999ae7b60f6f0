"""`touchwood games`: what can be played, with which options and bots."""

import argparse
import json
from collections.abc import Sequence
from typing import Any

import msgspec

from touchwood.bots import player_names
from touchwood.core.game import AnyGame
from touchwood.games.discovery import games_that_load, why_others_do_not


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser("games", help="list the games, their options and bots")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    games = [describe(game) for game in games_that_load()]
    if given.json:
        print(json.dumps(games, indent=2, ensure_ascii=False))
    else:
        show(games)
    if errors := why_others_do_not():
        raise errors[0]
    return 0


def show(games: Sequence[dict[str, Any]]) -> None:
    for game in games:
        fewest, most = game["players"]
        print(f"{game['name']:16} {game['title']}, {fewest}-{most} players. {game['credit']}")
        print(f"{'':16} bots: {', '.join(game['bots'])}")
        for name, default in game["options"].items():
            print(f"{'':16} --option {name}={json.dumps(default)}")


def describe(game: AnyGame) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "credit": game.credit,
        "rules_version": game.newest_version,
        "players": [game.player_counts[0], game.player_counts[-1]],
        "options": msgspec.to_builtins(game.options_type()),
        "bots": list(player_names(game)),
    }
