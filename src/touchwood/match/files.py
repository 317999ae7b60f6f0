"""Records on disk: nothing is overwritten, nothing acknowledged is lost.

A record grows line by line, each line synced before the match goes on. While the match runs, the dealer's seed lies
in a file of its own beside the record (`FILE.seed`, readable by its owner only); closing the match writes the seed
into the record and removes that file.
"""

import os
from pathlib import Path
from typing import BinaryIO

from touchwood.core.refusals import InputError
from touchwood.match.dealer import CommittedDealer, commitment
from touchwood.match.match import Match
from touchwood.match.record import Closed, CommittedDeal, Record, entry_line, header_line, parse_record
from touchwood.match.replay import restore


def read_record(path: Path) -> Record:
    """Read a record; an `InputError` says what is wrong and where."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError("file_unreadable", file=str(path), reason=error.strerror or str(error)) from None
    return parse_record(data)


def seed_path(path: Path) -> Path:
    return path.with_name(path.name + ".seed")


class RecordFile:
    """A record being written."""

    def __init__(self, path: Path, match: Match, written: int) -> None:
        self.path = path
        self.match = match
        self._written = written

    @classmethod
    def create(cls, path: Path, match: Match) -> "RecordFile":
        """A new file for a match; refuses a name that is taken."""
        if path.exists():
            raise InputError("file_exists", file=str(path))
        try:
            if isinstance(match.dealer, CommittedDealer):
                # The seed first: once its commitment is seen it must not get lost.
                _write_new(seed_path(path), match.dealer.seed.hex().encode() + b"\n", mode=0o600)
            _write_new(path, header_line(match.header), mode=0o644)
        except FileExistsError as error:
            raise InputError("file_exists", file=str(error.filename)) from None
        except OSError as error:
            raise InputError("file_unwritable", file=str(path), reason=error.strerror or str(error)) from None
        file = cls(path, match, written=0)
        file.catch_up()
        return file

    @classmethod
    def resume(cls, path: Path) -> "RecordFile":
        """A match that was broken off, with its dealer."""
        record = read_record(path)
        if record.lines and isinstance(record.lines[-1].entry, Closed):
            raise InputError("record_is_closed", file=str(path))
        match = restore(record, _dealer_beside(path, record))
        file = cls(path, match, written=len(record.lines))
        match.deal()
        file.catch_up()
        return file

    def catch_up(self) -> None:
        """Write what the match has and the file has not, and close both when the match is over."""
        self.match.close()
        missing = b"".join(entry_line(line) for line in self.match.lines[self._written :])
        if missing:
            try:
                with self.path.open("ab") as file:
                    _write_synced(file, missing)
            except OSError as error:
                raise InputError("file_unwritable", file=str(self.path), reason=error.strerror or str(error)) from None
        self._written = len(self.match.lines)
        if self.match.is_over:
            seed_path(self.path).unlink(missing_ok=True)


def write_record(path: Path, match: Match) -> None:
    """A finished match as a new file."""
    RecordFile.create(path, match)


def _dealer_beside(path: Path, record: Record) -> CommittedDealer | None:
    deal = record.header.deal
    if not isinstance(deal, CommittedDeal):
        return None
    try:
        seed = bytes.fromhex(seed_path(path).read_text().strip())
    except (OSError, ValueError):
        raise InputError("seed_missing", file=str(seed_path(path))) from None
    if commitment(seed) != deal.commitment:
        raise InputError("seed_does_not_fit", file=str(seed_path(path)))
    return CommittedDealer(seed)


def _write_new(path: Path, data: bytes, *, mode: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(handle, "wb") as file:
        _write_synced(file, data)
    _sync_folder(path.parent)


def _write_synced(file: BinaryIO, data: bytes) -> None:
    file.write(data)
    # What is still in the buffer would be synced by nobody.
    file.flush()
    os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """A new file's name is part of its folder."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
