"""`touchwood play`: a table in the terminal, or bots among themselves."""

import argparse
import json
import os
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

from touchwood.bots import find_any_player, play_match, player_names
from touchwood.bots.own import label_of
from touchwood.cli.simulation import simulate
from touchwood.cli.terminal_table import TerminalTable
from touchwood.core.bot import Bot
from touchwood.core.game import AnyGame
from touchwood.core.options import options_from_pairs
from touchwood.core.puzzle import DAY
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.core.words import words_of
from touchwood.games.discovery import find_game
from touchwood.match.dealer import CommittedDealer, new_seed, seed_from_number
from touchwood.match.files import RecordFile, read_record
from touchwood.match.forking import fork
from touchwood.match.match import Match
from touchwood.match.puzzling import begin_puzzle
from touchwood.match.record import Player
from touchwood.match.replay import restore

PERSON = "human"


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "play",
        help="play in the terminal, against bots or with others, or let bots play",
        description="Play a game in the terminal. With bots in all seats the match just plays.",
    )
    parser.add_argument(
        "game",
        nargs="?",
        help="its name, see `touchwood games`; or the address of a live table to join, such as http://host/t/CODE",
    )
    parser.add_argument(
        "--seats",
        metavar="A,B,...",
        help=f"who sits where: `{PERSON}`, `{PERSON}:NAME`, the name of a bot, or one of your own as `FILE.py:CLASS`; "
        "one each (default: you and two bots)",
    )
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    parser.add_argument("--seed", type=int, metavar="N", help="the same deal and the same bots each time")
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the record there (default: one of its own)")
    parser.add_argument("--resume", type=Path, metavar="FILE", help="go on with a match that was broken off")
    parser.add_argument(
        "--from", dest="origin", type=Path, metavar="FILE", help="what if: play on from a finished match"
    )
    parser.add_argument("--at", type=int, metavar="N", help="with --from: after this entry of it")
    parser.add_argument(
        "--as-it-was", action="store_true", help="with --from: what you could not know is not dealt anew"
    )
    parser.add_argument(
        "--puzzle", metavar="NAME", help="win from here: `easy-1`, `hard-17`, `day-2026-11-17`, or `today`"
    )
    parser.add_argument("--matches", type=int, metavar="N", help="bots only: play N matches and sum them up")
    parser.add_argument("--json", action="store_true", help="bots only: the result as JSON")
    parser.add_argument("--language", default="en", help="language of the table (default: en)")
    parser.add_argument(
        "--plain", action="store_true", help="for screen readers and braille lines: nothing drawn, one thing a line"
    )
    parser.add_argument("--name", help="at a live table: your name there (default: your name on this machine)")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    if given.resume is not None:
        if given.game or given.seats or given.option or given.record or given.matches:
            raise InputError("resume_stands_alone")
        return _play(RecordFile.resume(given.resume), given)
    if given.origin is not None:
        return _play_on_from(given)
    if given.game is None:
        raise InputError("no_game_named")
    if "://" in given.game:
        return _join(given)
    game = find_game(given.game)
    if given.puzzle is not None:
        return _play_puzzle(game, given)
    players = seats_from_text(game, given.seats)
    options = options_from_pairs(game, given.option, len(players))
    if given.matches is not None:
        if given.record or any(player.bot is None for player in players):
            raise InputError("matches_are_for_bots")
        if given.matches < 1:
            raise InputError("too_few_matches", matches=given.matches)
        return simulate(game, options, players, given.matches, first_seed=given.seed or 0, as_json=given.json)
    has_person = any(player.bot is None for player in players)
    if given.json and has_person:
        raise InputError("json_is_for_bots")
    dealer = CommittedDealer(new_seed() if given.seed is None else seed_from_number(given.seed))
    match = Match.start(game, players=players, options=options, dealer=dealer)
    if given.record is None and not has_person:
        return _play(match, given)
    return _play(RecordFile.create(given.record or _own_record(game), match), given)


def _join(given: argparse.Namespace) -> int:
    """A table that somebody else has opened, with its own game, seats and options."""
    if given.seats or given.option or given.record or given.matches or given.json or given.seed is not None:
        raise InputError("live_stands_alone")
    try:
        from touchwood.cli.live import sit_down
    except ModuleNotFoundError as missing:
        raise InputError("extra_missing", module=str(missing.name), extra="server") from None
    return sit_down(given.game, given.name, given.language, is_plain=given.plain)


def _play_puzzle(game: AnyGame, given: argparse.Namespace) -> int:
    """Against the bot that plays perfectly: whoever keeps the win wins."""
    if given.seats or given.option or given.matches or given.json:
        raise InputError("puzzle_stands_alone")
    name = f"{DAY}-{date.today()}" if given.puzzle == "today" else given.puzzle
    dealer = CommittedDealer(new_seed() if given.seed is None else seed_from_number(given.seed))
    match = begin_puzzle(game, name, "you", dealer)
    return _play(RecordFile.create(given.record or _own_record(game), match), given)


def _play_on_from(given: argparse.Namespace) -> int:
    """What if: the first person's knowledge, or the first seat's, says what is dealt anew."""
    if given.game or given.option or given.matches:
        raise InputError("fork_stands_alone")
    origin = restore(read_record(given.origin))
    players = seats_from_text(origin.game, given.seats)
    seat = next((Seat(number) for number, player in enumerate(players) if player.bot is None), Seat(0))
    match = fork(
        origin,
        origin.position.n if given.at is None else given.at,
        seat,
        players=players,
        dealer=CommittedDealer(new_seed() if given.seed is None else seed_from_number(given.seed)),
        anew=None if given.as_it_was else Random(given.seed),
    )
    return _play(RecordFile.create(given.record or _own_record(match.game), match), given)


def seats_from_text(game: AnyGame, text: str | None) -> list[Player]:
    """Players from `human:Ana,easy,easy`. Names are made different from one another."""
    levels = player_names(game)
    if text is None:
        bots = min(2, game.player_counts[-1] - 1)
        text = ",".join([PERSON, *[levels[len(levels) // 2]] * bots])
    players: list[Player] = []
    taken: Counter[str] = Counter()
    for word in text.split(","):
        kind, _, name = word.strip().partition(":")
        # `easy:Bob` is a level with a name; what follows the colon of any other bot is part of what it is called by.
        if kind != PERSON and kind not in levels:
            kind, name = word.strip(), label_of(word.strip())
        if kind != PERSON:
            find_any_player(game, kind)
        label = name or ("you" if kind == PERSON else kind)
        taken[label] += 1
        unique = label if taken[label] == 1 else f"{label} {taken[label]}"
        players.append(Player(unique, None if kind == PERSON else kind))
    return players


def _play(match: Match | RecordFile, given: argparse.Namespace) -> int:
    file = match if isinstance(match, RecordFile) else None
    match = match.match if isinstance(match, RecordFile) else match
    bots = _bots(match)
    # The bots' own luck: theirs to repeat with --seed, no part of the deal.
    rng = Random(given.seed)
    if len(bots) == len(match.header.seats):
        play_match(match, bots, rng)
        if file is not None:
            file.catch_up()
        _show_result(match, as_json=given.json)
        return 0
    words = words_of(match.game.words, language=given.language, names=[seat.name for seat in match.header.seats])
    TerminalTable(match, bots, words, rng, file, is_plain=given.plain).run()
    return 0


def _bots(match: Match) -> Mapping[Seat, Bot[Any, Any]]:
    seats: Sequence[Player] = match.header.seats
    return {
        Seat(n): find_any_player(match.game, player.bot) for n, player in enumerate(seats) if player.bot is not None
    }


def _show_result(match: Match, *, as_json: bool) -> None:
    points, shares = match.game.points(match.state), match.game.returns(match.state)
    if as_json:
        players = [
            {"name": player.name, "points": point, "share": str(share)}
            for player, point, share in zip(match.header.seats, points, shares, strict=True)
        ]
        print(json.dumps({"game": match.game.name, "entries": match.position.n, "players": players}))
        return
    for player, point, share in zip(match.header.seats, points, shares, strict=True):
        print(f"{player.name:12} {point:4} points{'  wins' if share == 1 else '  shares the win' if share else ''}")


def _own_record(game: AnyGame) -> Path:
    """Where a person's match is kept when no file is named: nothing a person played is lost."""
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "touchwood" / "records"
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("file_unwritable", file=str(home), reason=error.strerror or str(error)) from None
    return home / f"{game.name}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.jsonl"
