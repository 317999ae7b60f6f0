"""The command line as a whole: subcommands, and one clear line for whatever is wrong."""

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.resources.abc import Traversable
from typing import NoReturn

from touchwood import __version__
from touchwood.cli import (
    admin,
    cards,
    check,
    export,
    games,
    league,
    lesson,
    new,
    play,
    replay,
    review,
    serve,
    verify,
)
from touchwood.core.refusals import InputError
from touchwood.core.words import words_of
from touchwood.games.discovery import games_that_load

BAD_INPUT = 2
BROKEN_OFF = 130
COMMANDS = (games, play, lesson, replay, review, verify, league, export, cards, serve, admin, check, new)


class _Parser(argparse.ArgumentParser):
    """argparse, except that a wrong argument is one line and not the whole usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"touchwood: {message} (see {self.prog} --help)\n")


def make_parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="touchwood", description="A table for games of touch.")
    parser.add_argument("--version", action="version", version=f"touchwood {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    for module in COMMANDS:
        module.add(commands)
    return parser


def sentence_for(error: InputError) -> str:
    """The sentence of an error, from the core's catalogue or that of the game that raised it."""
    for folder in _word_folders():
        # Another game whose words cannot be read is not what went wrong here.
        with suppress(KeyError, InputError):
            return words_of(folder).error(error)
    return str(error)


def _word_folders() -> Iterator[Traversable | None]:
    # The core's first: where the error is a game that cannot be found, no game can be asked.
    yield None
    yield from (game.words for game in games_that_load())


def main(arguments: Sequence[str] | None = None) -> int:
    given = make_parser().parse_args(arguments)
    try:
        status: int = given.run(given)
        sys.stdout.flush()
    except InputError as error:
        print(f"touchwood: {sentence_for(error)}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        return BROKEN_OFF
    except BrokenPipeError:
        # The reader (`| head`) has seen enough. Keep the interpreter from complaining when it flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status
