"""What a match is: a header and entries, chained by hashes. docs/records.md describes the file.

    header          game, rules version, options, seats, the deal's commitment; of a fork its origin and start
    chose           a seat's action, and who moved: a person, a bot or the clock
    fell            the outcome of chance
    taken_back      back to the state after an earlier entry; nothing is deleted
    hinted          a seat asked what to do, and was told
    replaced        somebody else, a person or a bot, sits in a seat from here on
    closed          the end: the dealer's seed is shown

Format 1 had no forks, no hints and nobody replaced; it is read for ever. This module knows the form of a record and its
chain. Whether the entries keep the rules is `replay.py`'s business.
"""

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Final, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from touchwood.core.chance import Outcome
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.core.values import Tagged, Value, canonical_json, from_json, sha256

RECORD_FORMAT: Final = 2
READ_FORMATS: Final = (1, 2)


class Mover(Enum):
    """Who made a seat's choice."""

    PERSON = "person"
    BOT = "bot"
    CLOCK = "clock"


class Player(Value, frozen=True):
    """Who sits in a seat: a name, and for a bot the name of its level."""

    name: str
    bot: str | None = None


class CommittedDeal(Tagged, frozen=True, tag="committed"):
    """Chance comes from a secret seed whose hash is shown before the start; see `dealer.py`."""

    commitment: str
    entropy: tuple[str, ...] = ()
    """What the players' devices added in the open, after the commitment and before the start."""


class PlainDeal(Tagged, frozen=True, tag="plain"):
    """Chance comes from a plain generator: for simulations. Proves nothing about the deal."""

    seed: int


class ScriptedDeal(Tagged, frozen=True, tag="scripted"):
    """Chance falls as a lesson has it. Proves nothing about the deal."""

    lesson: str


Deal: TypeAlias = CommittedDeal | PlainDeal | ScriptedDeal


class Origin(Value, frozen=True):
    """Where a fork was taken from."""

    record: Annotated[str, Meta(pattern="^[0-9a-f]{64}$", max_length=64)]
    """The hash of that record's header."""
    entry: Annotated[int, Meta(ge=0)]
    """Its start is the match after this entry."""
    seat: Seat | None
    """By whose knowledge; None: a watcher's."""
    is_dealt_anew: bool
    """What that seat could not know is another deal that fits; False: it is as it was."""


class Header(Value, frozen=True):
    """All that is fixed before the first entry."""

    game: str
    rules_version: int
    options: dict[str, Any]
    seats: tuple[Player, ...]
    deal: Deal
    format: int = RECORD_FORMAT
    origin: Origin | UnsetType = UNSET
    start: dict[str, Any] | UnsetType = UNSET
    """The state a fork begins with, instead of one that is dealt."""

    @property
    def is_start_given(self) -> bool:
        return self.start is not UNSET


class Chose(Tagged, frozen=True, tag="chose"):
    seat: Seat
    by: Mover
    action: Any
    """A value of the game's action type; read from a file it is plain JSON until the game reads it."""


class ChanceOutcome(Tagged, frozen=True, tag="fell"):
    outcome: Outcome


class TakenBack(Tagged, frozen=True, tag="taken_back"):
    to: int
    """The entry whose state is in force again; 0 is the start."""
    seat: Seat
    """Who took back."""


class Hinted(Tagged, frozen=True, tag="hinted"):
    seat: Seat
    bot: str
    """Whose advice was asked: the name of its level."""


class Replaced(Tagged, frozen=True, tag="replaced"):
    """Take-backs leave it as it is: who sat there has seen what they saw."""

    seat: Seat
    player: Player
    """Who sits there from here on."""


class Closed(Tagged, frozen=True, tag="closed"):
    seed: Annotated[str, Meta(pattern="^([0-9a-f]{64})?$", max_length=64)]
    """Of a lesson, which has none, it is empty."""


Entry: TypeAlias = Chose | ChanceOutcome | TakenBack | Hinted | Replaced | Closed


class HeaderLine(Value, frozen=True):
    hash: str
    header: Header


class EntryLine(Value, frozen=True):
    entry: Entry
    hash: str
    n: int
    salt: str


@dataclass(frozen=True)
class Record:
    """A record as read: its form and its chain hold, its entries are not judged yet."""

    header: Header
    hash: str
    lines: tuple[EntryLine, ...]

    @property
    def seed(self) -> bytes | None:
        """The dealer's seed, if the match is closed."""
        last = self.lines[-1].entry if self.lines else None
        return bytes.fromhex(last.seed) if isinstance(last, Closed) else None


# -- The chain ------------------------------------------------------------------------------------------------------


def header_hash(header: Header) -> str:
    return sha256(b"touchwood record\n", canonical_json(header)).hex()


def next_line(before: str, entry: Entry, *, n: int, salt: str) -> EntryLine:
    """An entry as the n-th line, with the running hash: over the hash before, the salt and the entry's spelling."""
    return EntryLine(entry, sha256(bytes.fromhex(before), salt.encode(), canonical_json(entry)).hex(), n, salt)


# -- The file -------------------------------------------------------------------------------------------------------


def header_line(header: Header) -> bytes:
    return canonical_json(HeaderLine(header_hash(header), header)) + b"\n"


def entry_line(line: EntryLine) -> bytes:
    return canonical_json(line) + b"\n"


def parse_record(data: bytes) -> Record:
    """Read a record; an `InputError` names the line where its form or its chain breaks."""
    if not data:
        raise InputError("record_empty")
    *rows, rest = data.split(b"\n")
    if rest:
        raise InputError("record_cut_off", line=len(rows) + 1)
    head = _parse_line(rows[0], HeaderLine, line=1)
    _check_format(head.header)
    if head.hash != header_hash(head.header):
        raise InputError("record_header_changed", line=1)
    lines: list[EntryLine] = []
    newest = head.hash
    for number, row in enumerate(rows[1:], start=1):
        line = _parse_line(row, EntryLine, line=number + 1)
        if line != next_line(newest, line.entry, n=number, salt=line.salt):
            raise InputError("record_entry_changed", line=number + 1, entry=number)
        newest = line.hash
        if head.header.format == 1 and isinstance(line.entry, Hinted | Replaced):
            raise InputError("record_not_in_format", line=number + 1, format=1)
        if lines and isinstance(lines[-1].entry, Closed):
            raise InputError("record_goes_on", line=number + 1, entry=number)
        lines.append(line)
    return Record(head.header, head.hash, tuple(lines))


def _check_format(header: Header) -> None:
    if header.format not in READ_FORMATS:
        raise InputError("record_format", line=1, format=header.format, known=", ".join(map(str, READ_FORMATS)))
    is_fork = header.origin is not UNSET or header.start is not UNSET
    if is_fork and (header.format == 1 or header.start is UNSET):
        raise InputError("record_not_in_format", line=1, format=header.format)
    # A fork has the seats of the match it was taken from.
    seat = None if header.origin is UNSET else header.origin.seat
    if seat is not None and not 0 <= seat < len(header.seats):
        raise InputError("record_no_such_seat", entry=0, seat=seat)


def _parse_line(row: bytes, kind: Any, *, line: int) -> Any:
    try:
        value = from_json(row, kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InputError("record_unreadable", line=line, reason=str(error)) from None
    if canonical_json(value) != row:
        raise InputError("record_not_canonical", line=line)
    return value
