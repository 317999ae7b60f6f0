"""Who comes back: to a seat given up by mistake, to one lost to another phone, or to the group of this evening."""

from touchwood.core.refusals import InputError
from touchwood.server.protocol import Phase
from touchwood.server.table import log
from touchwood.server.table.decisions.conditions import most_seats
from touchwood.server.table.decisions.guests import took_over
from touchwood.server.table.decisions.plan import NOTHING, Plan, just
from touchwood.server.table.log import EveningScore, SeatHeld
from touchwood.server.table.seating import PhoneChanged, Seating
from touchwood.server.table.table import Table
from touchwood.server.table.timing import LEAVING_UNDONE_SECONDS, RECLAIM_SECONDS


def come_back(table: Table, token_hash: str, at: int) -> tuple[Plan, int]:
    """To a seat given up by mistake, or lost to another phone. What happened in the match meanwhile stays as it is.

    Also while somebody is in the dark: they hear of it afterwards, and the answer tells nothing but what the token's
    owner did.
    """
    seating = table.seating
    if (seat := seating.seat_of(token_hash)) is not None:
        return NOTHING, seat
    changed = next((changed for changed in seating.phones_changed if changed.before == token_hash), None)
    if changed is not None:
        return _reclaim(table, changed, at)
    left = next((left for left in seating.left if left.token_hash == token_hash), None)
    if left is None or at > left.at + LEAVING_UNDONE_SECONDS * 1_000:
        return _come_to_group(table, token_hash)
    match seating.phase:
        case Phase.LOBBY:
            if len(seating.seats) >= most_seats(table) and _score_of(seating, token_hash) is None:
                raise InputError("table_full", seats=most_seats(table))
            plan, seat = just(log.SatDown(SeatHeld(left.name, token_hash))), len(seating.seats)
        case Phase.PLAYING:
            if left.seat is None:
                raise InputError("match_began")
            plan, seat = _back_from_bot(table, left.seat, left.name, token_hash), left.seat
        case Phase.OVER:
            raise InputError("match_over")
    return [*plan, *(just(log.HostNamed(seat)) if left.was_host else NOTHING)], seat


def _reclaim(table: Table, changed: PhoneChanged, at: int) -> tuple[Plan, int]:
    """The first phone of a seat was not asked, and says that nobody else has a right to it. Everybody is told."""
    if table.is_person_hushed:
        raise InputError("no_guests_now")
    seat = table.seating.seat_of(changed.after)
    if seat is None or at > changed.at + RECLAIM_SECONDS * 1_000:
        raise InputError("too_late_to_come_back")
    return just(log.SeatReclaimed(seat, changed.before)), seat


def _come_to_group(table: Table, token_hash: str) -> tuple[Plan, int]:
    """Who has played with this group this evening comes to its lobby as one of them, also where it has more people than
    the game has seats: the group picks who plays."""
    seating = table.seating
    score = _score_of(seating, token_hash)
    if score is None or seating.phase is not Phase.LOBBY:
        raise InputError("too_late_to_come_back")
    if seating.is_locked:
        raise InputError("table_locked")
    return just(log.SatDown(SeatHeld(score.name, token_hash))), len(seating.seats)


def _score_of(seating: Seating, token_hash: str) -> EveningScore | None:
    return next((score for score in seating.evening.scores if score.token_hash == token_hash), None)


def _back_from_bot(table: Table, seat: int, name: str, token_hash: str) -> Plan:
    seating = table.seating
    if seating.seats[seat].bot is None:
        raise InputError("seat_not_open", seat=seat)
    is_asked_for = seating.guest is not None and seating.guest.seat == seat
    before = just(log.GuestTurnedAway()) if is_asked_for else NOTHING
    return [*before, *took_over(table, seat, name, token_hash)]
