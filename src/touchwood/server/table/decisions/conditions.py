"""What must hold before anything is done, by questions that more than one topic asks. Who fails one is told by an
`InputError`."""

from collections.abc import Iterable
from typing import Any

import msgspec

from touchwood.core.game import AnyGame
from touchwood.core.options import options_from_mapping
from touchwood.core.refusals import InputError
from touchwood.games.discovery import find_game
from touchwood.server.protocol import Phase, Settings
from touchwood.server.table.log import SeatHeld
from touchwood.server.table.play import Play
from touchwood.server.table.seating import Seating
from touchwood.server.table.table import Table


def running(table: Table, *, may_be_over: bool = False) -> Play:
    if table.play is None:
        raise InputError("match_not_begun")
    if table.play.is_over and not may_be_over:
        raise InputError("match_over")
    return table.play


def in_lobby(table: Table) -> AnyGame:
    if table.seating.phase is not Phase.LOBBY:
        raise InputError("match_began")
    return find_game(table.seating.game)


def known_seat(table: Table, seat: int) -> int:
    if seat >= len(table.seating.seats):
        raise InputError("no_such_seat", seat=seat, seats=len(table.seating.seats))
    return seat


def seats_at_most(game: AnyGame, settings: Settings) -> int:
    most = game.player_counts[-1]
    return most if settings.most_seats is None else min(most, settings.most_seats)


def most_seats(table: Table) -> int:
    """How many can sit here: from the start on, as many as do."""
    if table.seating.phase is not Phase.LOBBY:
        return len(table.seating.seats)
    return seats_at_most(find_game(table.seating.game), table.seating.settings)


def check_settings(game: AnyGame, settings: Settings) -> None:
    fewest, most = game.player_counts[0], game.player_counts[-1]
    if settings.most_seats is not None and not fewest <= settings.most_seats <= most:
        raise InputError("bad_player_count", game=game.title, players=settings.most_seats, fewest=fewest, most=most)


def checked_options(game: AnyGame, options: dict[str, Any], seats: int | None) -> dict[str, Any]:
    """Options as the game writes them. Without a number of seats: fit for some number of players."""
    counts = game.player_counts if seats is None else (seats,)
    error: InputError | None = None
    for count in counts:
        try:
            written = as_json(options_from_mapping(game, options, count))
        except InputError as found:
            error = error or found
        else:
            return written
    assert error is not None
    raise error


def as_json(options: Any) -> dict[str, Any]:
    """Options as they are when read back from the log: lists, not tuples."""
    written: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(options))
    return written


def check_name_is_free(name: str, others: Iterable[SeatHeld]) -> None:
    if any(other.name.casefold() == name.casefold() and other.bot is None for other in others):
        raise InputError("name_taken", name=name)


def all_consent(seating: Seating, consented: tuple[int, ...]) -> bool:
    """Bots do; so do those for whom a bot plays."""
    return all(seat in consented or seating.is_automatic(seat) for seat in seating.people)
