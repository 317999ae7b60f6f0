"""Bots in seats: taken in, open to a latecomer, standing in for who is away or gone."""

from collections.abc import Mapping, Sequence
from typing import Any

from touchwood.bots import player_names
from touchwood.bots.finding import check_known, honest_name
from touchwood.core.game import AnyGame
from touchwood.core.options import read_options
from touchwood.core.seats import Seat
from touchwood.games.discovery import find_game
from touchwood.match.record import Mover, Player
from touchwood.server.protocol import LateGuests
from touchwood.server.table.decisions.conditions import running
from touchwood.server.table.decisions.plan import NOTHING, Plan, of_match
from touchwood.server.table.log import SeatHeld
from touchwood.server.table.seating import Seating
from touchwood.server.table.table import Table


def bot_seat(game: AnyGame, bot: str, others: Sequence[SeatHeld], options: Mapping[str, Any], version: int) -> SeatHeld:
    """A level that would be a name only with these options and rules sits down as the one it plays as."""
    check_known(game, bot)
    bot = honest_name(game, bot, read_options(game, options), len(others) + 1, version)
    title = bot.replace("_", " ").capitalize()
    taken = {seat.name for seat in others}
    names = (title if number == 1 else f"{title} {number}" for number in range(1, len(others) + 2))
    return SeatHeld(next(name for name in names if name not in taken), bot=bot)


def bots_seats(seating: Seating) -> tuple[int, ...]:
    """The seats a latecomer may ask for."""
    if seating.settings.late_guests is LateGuests.NOBODY:
        return ()
    return tuple(number for number, seat in enumerate(seating.seats) if seat.bot is not None)


def for_the_absent(table: Table, seat: int) -> Plan:
    """What the game does at once for a seat whose person is gone, before a bot goes on with it."""
    play = running(table)
    game, state = play.game, play.position.state
    action = None if game.absent_action is None else game.absent_action(game.view(state, Seat(seat)))
    return NOTHING if action is None else of_match(play.moved(seat, action, Mover.CLOCK))


def for_who_went_in_the_dark(table: Table, seat: int) -> Plan:
    """The same where a bot is asked to go on in a hush that a person went into. Rules may have had nothing to do for
    them when they went, and what it leaves open is no bot's to finish."""
    hush = table.hushed.get(Seat(seat))
    is_a_persons = hush is not None and not hush.seating.is_automatic(seat)
    return for_the_absent(table, seat) if is_a_persons else NOTHING


def stand_in(table: Table, seat: int) -> Player:
    """Who plays for a person who is away or gone: the bot that sat there before, or else a simple one."""
    person = table.seating.seats[seat]
    return person.instead_of or Player(person.name, _simple_bot(find_game(table.seating.game)))


def _simple_bot(game: AnyGame) -> str:
    """`simple`, or else the weakest one the game has of its own."""
    names = player_names(game)
    return "simple" if "simple" in names else names[min(1, len(names) - 1)]
