"""`touchwood replay`: a record in words, as one seat or a spectator saw it, or all of it."""

import argparse
import json
from pathlib import Path
from typing import Any

import msgspec

from touchwood.core.events import heard_by
from touchwood.core.refusals import InputError
from touchwood.core.seats import SPECTATOR, Seat, Viewer
from touchwood.core.words import words_of
from touchwood.match.files import read_record
from touchwood.match.match import Match
from touchwood.match.record import Replaced
from touchwood.match.replay import Replayed, replay


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser("replay", help="tell a recorded match again")
    parser.add_argument("file", type=Path)
    parser.add_argument("--seat", type=int, metavar="N", help="as that seat saw it (1 is the first; default: watcher)")
    parser.add_argument("--to", type=int, metavar="ENTRY", help="stop after that entry and show the table")
    parser.add_argument("--json", action="store_true", help="one JSON line an entry: events and the view")
    parser.add_argument("--language", default="en")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    record = read_record(given.file)
    seats = len(record.header.seats)
    if given.seat is not None and not 1 <= given.seat <= seats:
        raise InputError("no_such_seat", seat=given.seat, seats=seats)
    if given.to is not None and not 0 <= given.to <= len(record.lines):
        raise InputError("no_such_entry", entry=given.to, newest=len(record.lines))
    viewer: Viewer = SPECTATOR if given.seat is None else Seat(given.seat - 1)
    last: Replayed | None = None
    for moment in replay(record):
        last = moment
        _tell(moment, viewer, given)
        if moment.line is not None and moment.line.n == given.to:
            break
        if given.to == 0:
            break
    if last is not None and not given.json:
        match = last.match
        words = _words(last, viewer, given)
        print(match.game.picture(match.view(viewer), words))
    return 0


def who_sat(match: Match, seat: Seat, n: int) -> str:
    """The name of whoever sat there before this entry."""
    names = [
        line.entry.player.name
        for line in match.lines
        if isinstance(line.entry, Replaced) and line.entry.seat == seat and line.n < n
    ]
    return names[-1] if names else match.header.seats[seat].name


def _words(moment: Replayed, viewer: Viewer, given: argparse.Namespace) -> Any:
    match = moment.match
    names = [player.name for player in match.header.seats]
    return words_of(match.game.words, language=given.language, names=names, listener=viewer)


def _tell(moment: Replayed, viewer: Viewer, given: argparse.Namespace) -> None:
    events = heard_by(viewer, moment.events)
    n = moment.line.n if moment.line else 0
    if given.json:
        view = msgspec.to_builtins(moment.match.view(viewer))
        print(json.dumps({"n": n, "events": msgspec.to_builtins(events), "view": view}, ensure_ascii=False))
        return
    words = _words(moment, viewer, given)
    if moment.line is not None and isinstance(moment.line.entry, Replaced):
        seat, player = moment.line.entry.seat, moment.line.entry.player
        print(f"{n:5}  {words.label('replaced', name=player.name, before=who_sat(moment.match, seat, n))}")
    for event in events:
        print(f"{n:5}  {words.event(event)}")
