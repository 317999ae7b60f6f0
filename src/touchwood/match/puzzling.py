"""Puzzles as matches: the solver of a puzzle in one seat, a bot that plays perfectly in the other."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from touchwood.core.game import AnyGame
from touchwood.core.puzzle import Puzzle
from touchwood.core.refusals import InputError
from touchwood.core.versions import version_of
from touchwood.match.dealer import CommittedDealer
from touchwood.match.forking import Branch
from touchwood.match.match import Match, make_header
from touchwood.match.record import Player


def find_puzzle(game: AnyGame, name: str) -> Puzzle:
    """Raises `InputError` if there is none of that name."""
    found = None if game.puzzles is None else game.puzzles.named(name)
    if found is None:
        raise InputError("no_such_puzzle", game=game.title, puzzle=name)
    return found


def opponent_of(game: AnyGame) -> str:
    """The bot that plays perfectly, of a game that has puzzles."""
    assert game.puzzles is not None
    return game.puzzles.opponent


def branch_of(game: AnyGame, puzzle: Puzzle) -> Branch:
    """Where the match of a puzzle begins: from no record. It is played by the rules under which it was solved."""
    options, start = _as_read(puzzle.options), _as_read(puzzle.state)
    return Branch(game.name, version_of(puzzle.state), options, len(game.points(puzzle.state)), None, start)


def begin_puzzle(game: AnyGame, name: str, person: str, dealer: CommittedDealer) -> Match:
    puzzle = find_puzzle(game, name)
    players: Sequence[Player] = [
        Player(person) if seat == puzzle.seat else Player(opponent_of(game), opponent_of(game))
        for seat in range(len(game.points(puzzle.state)))
    ]
    header = make_header(game, puzzle.options, players, dealer, version=version_of(puzzle.state))
    match = Match(game, replace(header, start=branch_of(game, puzzle).start), dealer)
    match.deal()
    return match


def _as_read(value: Any) -> dict[str, Any]:
    """As it is when read back from a file: lists, not tuples."""
    read: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return read
