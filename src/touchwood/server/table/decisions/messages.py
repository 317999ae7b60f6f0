"""A message of a seat, whatever it is about, and which topic decides it. Start here."""

from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.server import protocol
from touchwood.server.table import log
from touchwood.server.table.decisions.guests import answer_guest
from touchwood.server.table.decisions.host import as_host
from touchwood.server.table.decisions.leaving import go_away
from touchwood.server.table.decisions.lobby import add_entropy, choose_badge, rename, sit_out
from touchwood.server.table.decisions.plan import Plan, just
from touchwood.server.table.decisions.playing import act
from touchwood.server.table.decisions.taking_back import answer_take_back, take_back
from touchwood.server.table.decisions.talking import check_voice, talk
from touchwood.server.table.names import clean_name
from touchwood.server.table.table import Table


def decide(table: Table, seat: int, message: protocol.FromSeat) -> Plan:
    """The lines this message of a seat leads to.

    Who is hushed is judged by the table as they see it, or not heard at all: a refusal that came with what others did
    meanwhile could be made to speak.
    """
    match message:
        case protocol.Act():
            return act(table, seat, message)
        case protocol.Talk(_, text):
            return talk(table, seat, text)
        case protocol.Emote(_, shows):
            check_voice(table, seat)
            return just(log.Emoted(seat, shows))
        case protocol.TakeBack():
            return take_back(table, seat)
        case protocol.AnswerTakeBack(_, request, consents):
            return answer_take_back(table, seat, request, consents=consents)
        case protocol.AnswerGuest(_, request, lets_in):
            return answer_guest(table, seat, request, lets_in=lets_in)
        case protocol.AddEntropy(_, entropy):
            return add_entropy(table, seat, entropy)
        case protocol.SitOut(_, sitter, sits_out):
            if sitter != seat and seat != table.seating_for(Seat(seat)).host:
                raise InputError("host_only")
            return sit_out(table, sitter, sits_out=sits_out)
        case protocol.Rename(_, name):
            return rename(table, seat, clean_name(name))
        case protocol.ChooseBadge(_, badge):
            return choose_badge(table, seat, badge)
        case protocol.Leave():
            return go_away(table, seat, was_kicked=False)
        case (
            protocol.Start()
            | protocol.Lock()
            | protocol.Pause()
            | protocol.Kick()
            | protocol.Mute()
            | protocol.HandOver()
            | protocol.AddBot()
            | protocol.Configure()
        ):
            if seat != table.seating_for(Seat(seat)).host:
                raise InputError("host_only")
            if seat in table.hushed and not isinstance(message, protocol.Pause):
                raise InputError("hushed")
            if seat != table.seating.host:
                raise InputError("host_only")
            return as_host(table, seat, message)
        case protocol.Build() | protocol.Rematch() | protocol.AskHint() | protocol.Laying() | protocol.GoOn():
            raise AssertionError("the room does these, they are no lines of this table")
