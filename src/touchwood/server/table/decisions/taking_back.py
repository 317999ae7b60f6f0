"""Taking back: at once where nothing has come of it, else by the consent of all."""

from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.server.table import log
from touchwood.server.table.decisions.conditions import all_consent, running
from touchwood.server.table.decisions.plan import NOTHING, Plan, just, of_match
from touchwood.server.table.table import Table


def take_back(table: Table, seat: int) -> Plan:
    play, seating = running(table), table.seating
    if seating.lesson is not None:
        raise InputError("lesson_not_now")
    if seat == play.may_take_back:
        undo = play.undo_stack[-1]
        return of_match([play.taken_back(undo.seat, undo.n - 1, undo.before)])
    if seat in table.hushed:
        raise InputError("hushed")
    if seating.take_back is not None:
        raise InputError("take_back_pending")
    if seat not in play.last_choice:
        raise InputError("nothing_to_take_back")
    return just(log.TakeBackWanted(seat, play.last_choice[seat] - 1))


def answer_take_back(table: Table, seat: int, request: int, *, consents: bool) -> Plan:
    shown, pending = table.seating_for(Seat(seat)).take_back, table.seating.take_back
    if shown is None or shown.request != request:
        raise InputError("no_such_request")
    if pending is None or pending.request != request:
        # Decided already, and not told yet.
        return NOTHING
    if not consents:
        return just(log.TakeBackDropped())
    if seat == pending.seat or seat in pending.consented:
        return NOTHING
    return just(log.TakeBackConsented(seat))


def take_back_is_granted(table: Table) -> bool:
    """All other people consented."""
    pending = table.seating.take_back
    return pending is not None and all_consent(table.seating, (pending.seat, *pending.consented))
