"""A record, played again and judged.

`replay` trusts the record's draws and refuses what the rules refuse. `verify` trusts nothing: it also draws every
outcome again from the seed, and says what it could not prove.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

import msgspec

from touchwood.core.events import AddressedEvent
from touchwood.core.game import CHANCE
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import all_seats
from touchwood.games.discovery import find_game
from touchwood.match.dealer import CommittedDealer, Dealer, NoDealer, PlainDealer, commitment
from touchwood.match.match import Match
from touchwood.match.record import ChanceOutcome, CommittedDeal, EntryLine, PlainDeal, Record, ScriptedDeal


@dataclass(frozen=True)
class Replayed:
    """A match just after one of its entries (before the first one: `line` is None)."""

    match: Match
    line: EntryLine | None
    events: tuple[AddressedEvent[Any], ...]


def replay(record: Record) -> Iterator[Replayed]:
    """The match as it went, entry by entry. An `InputError` names the entry the rules do not allow."""
    match = Match(find_game(record.header.game), record.header, _dealer_of(record))
    yield Replayed(match, None, ())
    for line in record.lines:
        yield Replayed(match, line, follow(match, line))


def restore(record: Record, dealer: Dealer | None = None) -> Match:
    """The match as its record leaves it; with its dealer it can go on."""
    match = Match(find_game(record.header.game), record.header, dealer or _dealer_of(record))
    for line in record.lines:
        follow(match, line)
    return match


def _dealer_of(record: Record) -> Dealer:
    match record.header.deal:
        case PlainDeal(seed):
            return PlainDealer(seed)
        case CommittedDeal():
            return NoDealer() if record.seed is None else CommittedDealer(record.seed)
        case ScriptedDeal():
            # Its lesson may have changed since.
            return NoDealer()


def follow(match: Match, line: EntryLine) -> tuple[AddressedEvent[Any], ...]:
    """The next line of a record; an `InputError` names the entry if the rules do not allow it."""
    seats = all_seats(len(match.header.seats))
    seat = getattr(line.entry, "seat", None)
    if seat is not None and seat not in seats:
        raise InputError("record_no_such_seat", entry=line.n, seat=seat)
    try:
        return match.follow(line)
    except Refused as refused:
        refusal = refused.refusal
        raise InputError("record_refused", entry=line.n, reason=refusal.code, rule=refusal.rule) from None
    except msgspec.ValidationError as error:
        raise InputError("record_unreadable_action", entry=line.n, reason=str(error)) from None
    except InputError:
        raise
    except Exception as error:
        if not match.header.is_start_given:
            raise
        # A given start may be one that no match leads to, and the rules promise nothing about those.
        raise InputError("record_start_unfit", reason=str(error) or type(error).__name__) from None


# -- Verification ---------------------------------------------------------------------------------------------------


class Proof(Enum):
    """What a record proves about its deal."""

    PROVEN = "proven"  # every draw follows from the seed that was committed to before the start
    GIVEN = "given"  # every draw does, from a start that was given
    NOT_CLOSED = "not_closed"  # the seed is not shown yet
    SCRIPTED = "scripted"  # a lesson: what fell was written before
    PLAIN = "plain"  # a plain generator: repeatable, but whoever made the record could have chosen the seed


@dataclass(frozen=True)
class Verified:
    """A record that holds: its chain, its rules, and what its deal proves."""

    entries: int
    is_over: bool
    proof: Proof
    is_start_given: bool
    """The match began from a state that was given, not dealt (a fork, a puzzle): whatever its draws prove, they say
    nothing about that state."""
    hash: str
    points: tuple[int, ...]


def verify(record: Record) -> Verified:
    """Compute everything again; an `InputError` names the first entry that breaks."""
    proof = _what_is_proven(record)
    match = Match(find_game(record.header.game), record.header, _dealer_of(record))
    for line in record.lines:
        if proof not in (Proof.NOT_CLOSED, Proof.SCRIPTED):
            _check_dealt(match, line)
        follow(match, line)
    newest = record.lines[-1].hash if record.lines else record.hash
    points = match.game.points(match.state)
    return Verified(len(record.lines), match.is_over, proof, record.header.is_start_given, newest, points)


def _what_is_proven(record: Record) -> Proof:
    match record.header.deal, record.seed:
        case PlainDeal(), _:
            return Proof.PLAIN
        case ScriptedDeal(), _:
            return Proof.SCRIPTED
        case _, None:
            return Proof.NOT_CLOSED
        case CommittedDeal(committed), bytes(seed):
            if commitment(seed) != committed:
                raise InputError("record_wrong_seed", entry=len(record.lines))
            return Proof.GIVEN if record.header.is_start_given else Proof.PROVEN
    raise AssertionError("a deal is plain or committed")


def _check_dealt(match: Match, line: EntryLine) -> None:
    """The salt and, for a draw, the outcome must be those the seed gives."""
    if line.salt != match.dealer.salt(match.first_hash, line.n):
        raise InputError("record_wrong_salt", entry=line.n)
    if isinstance(line.entry, ChanceOutcome) and match.waiting is CHANCE:
        outcome, expected = line.entry.outcome, match.drawn_outcome(match.position)
        if outcome != expected:
            raise InputError("record_wrong_draw", entry=line.n, outcome=str(outcome), expected=str(expected))
