"""What only the host may do."""

from touchwood.core.refusals import InputError
from touchwood.server import protocol
from touchwood.server.table import log
from touchwood.server.table.decisions.bots import bot_seat
from touchwood.server.table.decisions.conditions import (
    check_settings,
    checked_options,
    in_lobby,
    known_seat,
    running,
    seats_at_most,
)
from touchwood.server.table.decisions.leaving import go_away
from touchwood.server.table.decisions.lobby import start
from touchwood.server.table.decisions.plan import NOTHING, Plan, just
from touchwood.server.table.table import Table


def as_host(table: Table, host: int, message: protocol.FromSeat) -> Plan:
    seating = table.seating
    match message:
        case protocol.Start():
            return start(table, without_missing=message.without_missing)
        case protocol.Lock(_, locked):
            return just(log.LockSet(locked)) if locked != seating.is_locked else NOTHING
        case protocol.Pause(_, paused):
            running(table)
            return just(log.PauseSet(paused)) if paused != seating.is_paused else NOTHING
        case protocol.Kick(_, seat):
            if seat == host:
                raise InputError("not_oneself")
            return go_away(table, known_seat(table, seat), was_kicked=True)
        case protocol.Mute(_, seat, muted):
            return just(log.MuteSet(known_seat(table, seat), muted))
        case protocol.HandOver(_, seat):
            if seating.seats[known_seat(table, seat)].bot is not None:
                raise InputError("not_a_person", seat=seat)
            return just(log.HostNamed(seat)) if seat != host else NOTHING
        case protocol.AddBot(_, bot):
            game = in_lobby(table)
            if len(seating.seats) >= seats_at_most(game, seating.settings):
                raise InputError("table_full", seats=seats_at_most(game, seating.settings))
            return just(log.SatDown(bot_seat(game, bot, seating.seats, seating.options, game.newest_version)))
        case protocol.Configure(_, options, settings):
            game = in_lobby(table)
            check_settings(game, settings)
            # A group may be larger than its next game; nobody is to be shut out of what they sit at, though.
            is_narrowed = settings.most_seats != seating.settings.most_seats
            if is_narrowed and len(seating.seats) > seats_at_most(game, settings):
                raise InputError("table_full", seats=seats_at_most(game, settings))
            return just(log.Configured(checked_options(game, options, None), settings))
        case _:
            raise AssertionError("no message of the host")
