"""What people say and show to each other."""

from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.core.shown_text import has_nothing_to_see, without_hidden
from touchwood.server.table import log
from touchwood.server.table.decisions.plan import Plan, just
from touchwood.server.table.table import Table


def talk(table: Table, seat: int, text: str) -> Plan:
    check_voice(table, seat)
    said = without_hidden(text).strip()
    if has_nothing_to_see(said):
        raise InputError("talk_empty")
    return just(log.Said(seat, said))


def check_voice(table: Table, seat: int) -> None:
    """Raises `InputError` for who may not talk."""
    if table.seating_for(Seat(seat)).seats[seat].is_muted:
        raise InputError("muted")
