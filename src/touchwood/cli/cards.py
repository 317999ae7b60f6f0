"""`touchwood solve` and `touchwood card`: exact answers about the cards of Can't Touch This."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from touchwood.core.refusals import InputError

EDITIONS = (1, 2)


def add(commands: Any) -> None:
    solve: argparse.ArgumentParser = commands.add_parser(
        "solve",
        help="Can't Touch This: the exact value of a card or position, and the best moves",
        description="A card is a text grid, a row a line. Below it may stand what lies on it: `first N3x2 W0x4`, "
        "`second E1x1`, `to-move first`; with --solo `placed N3x2 W0x4`.",
    )
    solve.add_argument("cards", nargs="+", metavar="CARD", help="a file, or - for standard input")
    solve.add_argument("--edition", type=int, choices=EDITIONS, default=2)
    solve.add_argument("--solo", action="store_true", help="the best score of one player")
    solve.add_argument("--json", action="store_true", help="one JSON line a card")
    solve.add_argument("--language", default="en")
    solve.set_defaults(run=run_solve)
    card: argparse.ArgumentParser = commands.add_parser("card", help="Can't Touch This: draw a random card")
    card.add_argument("--seed", type=int, default=0, metavar="N")
    card.add_argument("--edition", type=int, choices=EDITIONS, default=2)
    card.add_argument("--plain", action="store_true", help="as the letters that `touchwood solve` reads")
    card.set_defaults(run=run_card)


def run_solve(given: argparse.Namespace) -> int:
    # Loaded here: the other commands need no solver.
    from touchwood.core.words import words_of
    from touchwood.games.cant_touch_this import GAME, commands

    words = words_of(GAME.words, language=given.language)
    for name in given.cards:
        position = _read(name)
        if given.json:
            print(json.dumps(commands.solve_text(position, edition=given.edition, is_solo=given.solo)), flush=True)
        else:
            print(commands.describe_solution(position, words, edition=given.edition, is_solo=given.solo), flush=True)
    return 0


def run_card(given: argparse.Namespace) -> int:
    from touchwood.games.cant_touch_this import commands

    if given.plain:
        print("\n".join(commands.card_grid(given.seed, given.edition)))
    else:
        print(commands.card_text(given.seed, given.edition))
    return 0


def _read(name: str) -> str:
    if name == "-":
        return sys.stdin.read()
    try:
        return Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is not text"
        raise InputError("file_unreadable", file=name, reason=reason) from None
