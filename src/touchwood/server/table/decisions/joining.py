"""Who comes new: to a free seat in the lobby, or in a running match as a guest who asks for a bot's (`guests.py`)."""

from touchwood.core.refusals import InputError
from touchwood.games.discovery import find_game
from touchwood.server import protocol
from touchwood.server.protocol import LateGuests, Phase
from touchwood.server.table import log
from touchwood.server.table.decisions.bots import bots_seats
from touchwood.server.table.decisions.conditions import check_name_is_free, most_seats, seats_at_most
from touchwood.server.table.decisions.guests import ask_for_own_seat, come_late
from touchwood.server.table.decisions.plan import Plan, just
from touchwood.server.table.log import SeatHeld
from touchwood.server.table.names import clean_name
from touchwood.server.table.seating import Seating
from touchwood.server.table.table import Table


def join(table: Table, wanted: protocol.JoinTable, token_hash: str, at: int) -> tuple[Plan, int]:
    """A newcomer's seat: the next one in the lobby, a bot's in a running match if the people there agree."""
    seating = table.seating
    name = clean_name(wanted.name)
    if table.is_person_hushed:
        # Whatever is answered now could be made to speak to whoever is hushed, and asks in another window.
        raise InputError("no_guests_now")
    if wanted.is_own_seat:
        return ask_for_own_seat(table, name, token_hash, at)
    if seating.is_locked:
        raise InputError("table_locked")
    check_name_is_free(name, seating.seats)
    match seating.phase:
        case Phase.LOBBY:
            most = seats_at_most(find_game(seating.game), seating.settings)
            if len(seating.seats) >= most:
                raise InputError("table_full", seats=most)
            return just(log.SatDown(SeatHeld(name, token_hash))), len(seating.seats)
        case Phase.PLAYING:
            if seating.settings.late_guests is LateGuests.NOBODY:
                raise InputError("no_late_guests")
            open_seats = bots_seats(seating)
            if wanted.seat is not None and wanted.seat not in open_seats:
                raise InputError("seat_not_open", seat=wanted.seat)
            if not open_seats:
                raise InputError("table_full", seats=len(seating.seats))
            seat = open_seats[0] if wanted.seat is None else wanted.seat
            return come_late(table, seat, name, token_hash, at), seat
        case Phase.OVER:
            raise InputError("match_over")


def why_nobody_can_join(table: Table, seating: Seating) -> str | None:
    """The code of why nobody new can come, by this viewer's seating; None: they can."""
    if seating.phase is Phase.OVER:
        return "match_over"
    if seating.is_locked:
        return "table_locked"
    if seating.phase is Phase.LOBBY:
        return "table_full" if len(seating.seats) >= most_seats(table) else None
    if seating.settings.late_guests is LateGuests.NOBODY:
        return "no_late_guests"
    return None if bots_seats(seating) else "table_full"
