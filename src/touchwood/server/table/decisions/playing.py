"""A choice in the match: a person's, a bot's, the clock's, or that of a lesson's script. Then what is begun and not yet
whole, and who may be given a hint."""

from typing import Any

import msgspec

from touchwood.core.lesson import Plays
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.match.record import Mover
from touchwood.server import protocol
from touchwood.server.table import log
from touchwood.server.table.decisions.conditions import running
from touchwood.server.table.decisions.plan import NOTHING, Plan, just, of_match
from touchwood.server.table.play import Begun, Play
from touchwood.server.table.table import Table
from touchwood.server.table.timing import answer_seconds


def act(table: Table, seat: int, message: protocol.Act) -> Plan:
    play = running(table)
    if table.seating.is_paused:
        raise InputError("table_paused")
    if message.decision != play.decision.get(seat, 0):
        raise InputError("stale_decision")
    action = _readable(play, message.action)
    # Now, and not only when the line is made: before that a lesson's script is asked, and an answer may be sealed.
    play.check_mover(action, Mover.PERSON)
    return choice(table, seat, action, Mover.PERSON)


def _readable(play: Play, action: Any) -> Any:
    """The game's own action; most come as that (`websocket.py`)."""
    if not isinstance(action, msgspec.Raw):
        return action
    try:
        return play.decode_action(action)
    except (msgspec.DecodeError, RecursionError):
        raise InputError("unreadable_action") from None


def choice(table: Table, seat: int, action: Any, by: Mover) -> Plan:
    """A seat's choice: entered at once, or sealed where it is shown later."""
    play = running(table)
    if table.seating.lesson is not None:
        play.check_lesson(seat, action)
    if seat in play.asked_at and answer_seconds(table, seat) is not None:
        refusal = play.game.why_illegal(play.position.state, Seat(seat), action)
        if refusal is not None:
            raise Refused(refusal)
        return just(log.AnswerSealed(seat, by, action))
    return of_match(play.moved(seat, action, by))


def time_out(table: Table, seat: int, action: Any) -> Plan:
    """The clock chooses for a seat whose time is up."""
    play = running(table)
    told = just(log.TimeRanOut(seat)) if play.game.is_time_up_told(play.position.state) else NOTHING
    return [*told, *of_match(play.moved(seat, action, Mover.CLOCK))]


def partners_part(table: Table) -> Plan:
    """What the script of a lesson has a partner do next, asked or not; nothing if it is the learner's turn."""
    play = running(table)
    step = play.lesson_step
    if not isinstance(step, Plays) or step.seat in play.sealed:
        return NOTHING
    return choice(table, step.seat, play.game.codec.parse(step.action), Mover.BOT)


def begin(table: Table, seat: int, message: protocol.Laying) -> Begun:
    """What a seat has begun, if it is asked for it. It may be nonsense, which nobody is shown."""
    play = running(table)
    if message.decision != play.decision.get(seat, 0) or seat not in play.asked_at:
        raise InputError("stale_decision")
    action = _readable(play, message.action)
    is_open = play.game.is_begun_open(play.game.view(play.position.state, SPECTATOR), Seat(seat), action)
    return Begun(message.decision, action, message.touched, is_open)


def check_hint(table: Table, seat: int, message: protocol.AskHint) -> Play:
    """Only who plays against bots alone is told what to do: nobody else is wronged."""
    play = running(table)
    if table.seating.lesson is not None:
        raise InputError("lesson_not_now")
    if table.seating.puzzle is not None:
        raise InputError("no_hints_in_puzzles")
    # Who left in the dark is still there for whoever is hushed: the answer would tell of it.
    if any(seating.people != (seat,) for seating in (table.seating, table.seating_for(Seat(seat)))):
        raise InputError("hints_against_bots_only")
    if message.decision != play.decision.get(seat, 0) or seat not in play.asked_at or seat in play.sealed:
        raise InputError("stale_decision")
    return play
