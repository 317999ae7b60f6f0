"""What if: a new match from any moment of a finished one.

The fork names its origin, and keeps the state it begins with in its header (docs/records.md); from there on it is dealt
and proven as any other match. What the seat that asks could not know then is dealt anew to fit, or left as it was.
"""

from collections.abc import Sequence
from random import Random

import msgspec
from msgspec.structs import replace

from touchwood.core.game import OVER
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.match.dealer import CommittedDealer, PlainDealer
from touchwood.match.match import Match, make_header
from touchwood.match.record import Origin, Player


def fork(
    match: Match,
    entry: int,
    seat: Seat,
    *,
    players: Sequence[Player | str],
    dealer: CommittedDealer | PlainDealer,
    anew: Random | None,
) -> Match:
    """The match after that entry, for other players and with another dealer. `anew` deals what the seat could not know;
    None: it is as it was. Only of a match that is over: before that a fork would tell what is hidden."""
    game = match.game
    if not match.is_over:
        raise InputError("fork_before_end")
    if len(players) != len(match.header.seats):
        raise InputError("fork_other_seats", seats=len(match.header.seats), given=len(players))
    if not 0 <= entry <= match.position.n:
        raise InputError("no_such_entry", entry=entry, newest=match.position.n)
    state = match.positions[entry].state
    if game.waiting_for(state) is OVER:
        raise InputError("fork_at_end", entry=entry)
    if anew is not None:
        state = game.sample_state(game.knowledge(state, seat), anew)
    header = make_header(game, match.options, players, dealer, match.header.rules_version)
    origin = Origin(match.first_hash, entry, seat, is_dealt_anew=anew is not None)
    forked = Match(game, replace(header, origin=origin, start=msgspec.to_builtins(state)), dealer)
    forked.deal()
    return forked
