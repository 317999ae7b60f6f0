"""Who asks to be let in, and the people at the table who answer: a latecomer for a bot's seat, or somebody with another
phone for their own. One at a time."""

from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.match.record import Player
from touchwood.server.protocol import OtherPhones, Phase
from touchwood.server.table import log
from touchwood.server.table.decisions.conditions import all_consent, running
from touchwood.server.table.decisions.plan import NOTHING, Plan, Planned, just, of_match
from touchwood.server.table.names import name_shown_at
from touchwood.server.table.seating import GuestPending, Seating
from touchwood.server.table.table import Table
from touchwood.server.table.timing import CONSENT_SECONDS, OBJECTION_SECONDS


def come_late(table: Table, seat: int, name: str, token_hash: str, at: int) -> Plan:
    """The people at the table are asked: who takes over a bot's seat sees its hand, and may be one of them already.

    Where there is but one, nobody else can be wronged; the record tells of it.
    """
    before = _after_other_guests(table, at)
    if len(table.seating.people) > 1:
        return [*before, Planned(log.GuestAsked(seat, name, token_hash))]
    return [*before, *took_over(table, seat, name, token_hash)]


def took_over(table: Table, seat: int, name: str, token_hash: str) -> Plan:
    replaced = running(table).replaced(Seat(seat), Player(name_shown_at(table.seating.seats, seat, name)))
    return [Planned(log.GuestSeated(seat, name, token_hash)), *of_match(replaced)]


def _after_other_guests(table: Table, at: int) -> Plan:
    """One guest asks at a time."""
    if (guest := table.seating.guest) is None:
        return NOTHING
    # At a table that was not in memory nobody has looked at the time.
    if at < guest.at + CONSENT_SECONDS * 1_000:
        raise InputError("guest_pending")
    return just(log.GuestTurnedAway())


def ask_for_own_seat(table: Table, name: str, token_hash: str, at: int) -> tuple[Plan, int]:
    """Somebody's phone is lost or empty, and they are here with another one. Whether the first one is still connected
    is not said to whoever asks; it decides who is asked."""
    seating = table.seating
    if seating.phase is Phase.OVER:
        raise InputError("match_over")
    if seating.settings.other_phones is OtherPhones.NOBODY:
        raise InputError("no_other_phones")
    alike = (seat for seat in seating.people if seating.seats[seat].name.casefold() == name.casefold())
    if (seat := next(alike, None)) is None:
        raise InputError("nobody_of_that_name", name=name)
    return [*_after_other_guests(table, at), Planned(log.OtherPhoneAsked(seat, token_hash))], seat


def answer_guest(table: Table, seat: int, request: int, *, lets_in: bool) -> Plan:
    shown, guest = table.seating_for(Seat(seat)).guest, table.seating.guest
    if shown is None or shown.request != request:
        raise InputError("no_such_request")
    if guest is None or guest.request != request:
        # Decided already, and not told yet.
        return NOTHING
    if not lets_in:
        return just(log.GuestTurnedAway())
    return NOTHING if seat in guest.consented else just(log.GuestConsented(seat))


def let_in(table: Table, present: frozenset[int], at: int) -> Plan:
    """The guest who asked sits down, once all people at the table have consented and none of them is hushed."""
    guest = table.seating.guest
    if guest is None or table.is_person_hushed:
        return NOTHING
    if not guest.is_own_seat:
        is_granted = all_consent(table.seating, guest.consented)
        return took_over(table, guest.seat, guest.name, guest.token_hash) if is_granted else NOTHING
    is_granted = _is_vouched_for(table.seating, guest, present, at)
    return just(log.PhoneChanged(guest.seat, guest.token_hash)) if is_granted else NOTHING


def _is_vouched_for(seating: Seating, guest: GuestPending, present: frozenset[int], at: int) -> bool:
    """Whether it is believed that somebody asks for their own seat on another phone.

    While the first phone is there, it alone decides. In a match a hand is to be seen, and the friend who vouches could
    be the one who asks: a single voice counts only after the first phone has had time to come back and object. Two
    friends at least, and all who are there, are believed at once.
    """
    if guest.seat in present:
        return guest.seat in guest.consented
    if seating.people == (guest.seat,):
        return True
    if seating.phase is Phase.LOBBY or at >= guest.at + OBJECTION_SECONDS * 1_000:
        return bool(guest.consented)
    return len(present) > 1 and present <= set(guest.consented)


def give_up(table: Table, token_hash: str) -> Plan:
    """A guest does not wait any longer; one who was turned away before may not know it yet."""
    guest = table.seating.guest
    return just(log.GuestTurnedAway()) if guest is not None and guest.token_hash == token_hash else NOTHING
