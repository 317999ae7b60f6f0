"""Who goes: by their own will, sent away by the host, or never come. In a match a bot goes on with the seat."""

from touchwood.core.options import options_after_leaving
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.games.discovery import find_game
from touchwood.match.record import Player
from touchwood.server.protocol import Phase
from touchwood.server.table import log
from touchwood.server.table.decisions.bots import for_the_absent, stand_in
from touchwood.server.table.decisions.conditions import running
from touchwood.server.table.decisions.plan import NOTHING, Plan, Planned, just, of_match
from touchwood.server.table.names import name_shown_at
from touchwood.server.table.seating import Seating
from touchwood.server.table.table import Table


def go_away(table: Table, seat: int, *, was_kicked: bool) -> Plan:
    match table.seating.phase:
        case Phase.LOBBY:
            return go_from_lobby(table.seating, seat, log.WentAway(seat, was_kicked, None))
        case Phase.PLAYING:
            if table.seating.seats[seat].bot is not None:
                raise InputError("match_began")
            bot = stand_in(table, seat)
            plan = for_the_absent(table, seat)
            player = Player(name_shown_at(table.seating.seats, seat, bot.name), bot.bot)
            replaced = running(table).replaced(Seat(seat), player, plan[-1].applied if plan else None)
            return [*plan, *of_match(replaced), Planned(log.WentAway(seat, was_kicked, bot.bot, bot.name))]
        case Phase.OVER:
            raise InputError("match_over")


def go_from_lobby(seating: Seating, seat: int, going: log.WentAway | log.SteppedAside) -> Plan:
    """Later seats move up, and what is set for a person (who begins) moves with them."""
    options = options_after_leaving(find_game(seating.game), seating.options, seat)
    moved = NOTHING if options == seating.options else just(log.Configured(options, seating.settings))
    return [Planned(going), *moved]


def decline(table: Table, token_hash: str) -> Plan:
    """Who was asked to play on does not come."""
    seat = table.seating.seat_of(token_hash)
    if seat is None or table.seating.phase is not Phase.LOBBY:
        return NOTHING
    return go_away(table, seat, was_kicked=False)
