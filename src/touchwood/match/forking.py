"""What if: a new match from any moment of a finished one.

The fork names its origin, and keeps the state it begins with in its header (docs/records.md); from there on it is dealt
and proven as any other match. What the seat that asks could not know then is dealt anew to fit, or left as it was.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from touchwood.core.game import OVER
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.core.values import Value
from touchwood.match.dealer import CommittedDealer, PlainDealer
from touchwood.match.match import Match, make_header
from touchwood.match.record import Origin, Player


class Branch(Value, frozen=True):
    """Where a fork begins; who plays it and by which luck is not said yet."""

    game: str
    rules_version: int
    options: dict[str, Any]
    seats: int
    origin: Origin | None
    """None: the start was made, not taken from a record."""
    start: dict[str, Any]


def branch_off(match: Match, entry: int, seat: Seat, *, anew: Random | None) -> Branch:
    """The match after that entry. `anew` deals what the seat could not know; None: it is as it was. Only of a match
    that is over: before that a fork would tell what is hidden."""
    game, seats = match.game, len(match.header.seats)
    if not match.is_over:
        raise InputError("fork_before_end")
    if not 0 <= seat < seats:
        raise InputError("no_such_seat", seat=seat, seats=seats)
    if not 0 <= entry <= match.position.n:
        raise InputError("no_such_entry", entry=entry, newest=match.position.n)
    state = match.positions[entry].state
    if game.waiting_for(state) is OVER:
        raise InputError("fork_at_end", entry=entry)
    if anew is not None:
        state = game.sample_state(game.knowledge(state, seat), anew)
    origin = Origin(match.first_hash, entry, seat, is_dealt_anew=anew is not None)
    header = match.header
    # As it is when read back from a file: lists, not tuples.
    start = msgspec.json.decode(msgspec.json.encode(state))
    return Branch(header.game, header.rules_version, header.options, seats, origin, start)


def fork(
    match: Match,
    entry: int,
    seat: Seat,
    *,
    players: Sequence[Player | str],
    dealer: CommittedDealer | PlainDealer,
    anew: Random | None,
) -> Match:
    """The same as a match in memory, for other players and with another dealer."""
    branch = branch_off(match, entry, seat, anew=anew)
    if len(players) != branch.seats:
        raise InputError("fork_other_seats", seats=branch.seats, given=len(players))
    header = make_header(match.game, match.options, players, dealer, branch.rules_version)
    forked = Match(
        match.game,
        replace(header, origin=UNSET if branch.origin is None else branch.origin, start=branch.start),
        dealer,
    )
    forked.deal()
    return forked
