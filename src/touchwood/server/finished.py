"""Finished matches: their record, any of their positions, and the proof. Until the end all of it is closed."""

from typing import Any

import msgspec

from touchwood.core.events import heard_by
from touchwood.core.refusals import Problem
from touchwood.core.review import Review
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.match.record import Chose, Closed, EntryLine, Header, Record, entry_line, header_hash, header_line
from touchwood.match.replay import Replayed, replay, restore, verify
from touchwood.match.reviewing import review_match
from touchwood.server.protocol import ReplayEntry, VerifiedShown
from touchwood.server.store.interface import StoredTable
from touchwood.server.table.log import Began, GameLine, LogLine, read_line


def record_of(stored: StoredTable) -> Record:
    """The record in a table's log. Raises `Problem` while the match is not over, or if a line is damaged."""
    header: Header | None = None
    lines: list[EntryLine] = []
    for data in stored.lines:
        match _read(data).entry:
            case Began(begun):
                header = begun
            case GameLine(line):
                lines.append(line)
    if header is None or not lines or not isinstance(lines[-1].entry, Closed):
        raise Problem("match_not_over")
    return Record(header, header_hash(header), tuple(lines))


def _read(data: bytes) -> LogLine:
    try:
        return read_line(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise Problem("table_unreadable") from None


def record_file(record: Record) -> bytes:
    return header_line(record.header) + b"".join(entry_line(line) for line in record.lines)


def replayed(record: Record, entry: int, seat: int | None) -> ReplayEntry:
    """The match just after an entry, as a seat (or a watcher) had it. Raises `Problem` for what is not there."""
    seats = len(record.header.seats)
    if seat is not None and not 0 <= seat < seats:
        raise Problem("no_such_seat", seat=seat, seats=seats)
    newest = len(record.lines)
    if not 0 <= entry <= newest:
        raise Problem("no_such_entry", entry=entry, newest=newest)
    step = next(step for number, step in enumerate(replay(record)) if number == entry)
    viewer = SPECTATOR if seat is None else Seat(seat)
    match = step.match
    return ReplayEntry(
        n=entry,
        newest=newest,
        entry=None if step.line is None else msgspec.to_builtins(step.line.entry),
        text=_action_text(step),
        events=tuple(msgspec.to_builtins(event) for event in heard_by(viewer, step.events)),
        view=msgspec.to_builtins(match.view(viewer)),
        hash=record.hash if step.line is None else step.line.hash,
    )


def _action_text(step: Replayed) -> str | None:
    if step.line is None or not isinstance(step.line.entry, Chose):
        return None
    action: Any = step.match.read_action(step.line.entry.action)
    return step.match.game.codec.text(action)


def reviewed(record: Record) -> Review:
    """What each choice cost. Raises `Problem` if the game has no reviewer."""
    return review_match(restore(record))


def verified(record: Record) -> VerifiedShown:
    """Everything computed again."""
    try:
        found = verify(record)
    except Problem as problem:
        facts = dict(problem.facts)
        return VerifiedShown(
            holds=False, entries=len(record.lines), proof=None, hash=None, problem=problem.code, facts=facts
        )
    return VerifiedShown(
        holds=True, entries=found.entries, proof=found.proof.value, hash=found.hash, problem=None, facts={}
    )
