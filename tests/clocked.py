"""A match in which the clock plays: what only it chooses is in no record of `touchwood play`.

`python -m tests.clocked GAME SEED FILE [NAME=VALUE ...]`, by the code as it is. Up to three bots play at random; the
person of the first seat comes and goes, and meanwhile the clock does for them what is done at once or out of time.
"""

import sys
from pathlib import Path
from random import Random
from typing import Any

from touchwood.bots import RandomBot
from touchwood.bots.playing import bot_moves
from touchwood.core.game import AnyGame
from touchwood.core.options import options_from_pairs
from touchwood.core.seats import Seat, all_seats
from touchwood.games.discovery import find_game
from touchwood.match.dealer import CommittedDealer, seed_from_number
from touchwood.match.match import Match
from touchwood.match.record import Mover, entry_line, header_line

NAMES = ("Ana", "Bo", "Cleo")
GONE = Seat(0)


def players_of(game: AnyGame) -> tuple[str, ...]:
    return NAMES[: game.player_counts[-1]]


def clocks_choice(game: AnyGame, state: Any, seat: Seat) -> Any | None:
    """What is done for a seat whose person is gone; None: nothing now."""
    view, waiting = game.view(state, seat), game.waiting_for(state)
    absent = None if game.absent_action is None else game.absent_action(view)
    is_asked = isinstance(waiting, tuple) and seat in waiting
    return game.default_action(view) if absent is None and is_asked else absent


def clocked(game: AnyGame, options: Any, seed: int) -> Match:
    rng, dealer = Random(seed), CommittedDealer(seed_from_number(seed))
    match = Match.start(game, players=players_of(game), options=options, dealer=dealer)
    bots = dict.fromkeys(all_seats(len(match.header.seats)), RandomBot(game))
    while not match.is_over:
        action = clocks_choice(game, match.state, GONE) if rng.randrange(2) else None
        if action is None:
            bot_moves(match, bots, rng)
        else:
            match.act(GONE, action, Mover.CLOCK)
    match.close()
    return match


def main(name: str, seed: str, file: str, *pairs: str) -> None:
    game = find_game(name)
    record = clocked(game, options_from_pairs(game, pairs, len(players_of(game))), int(seed)).record
    Path(file).write_bytes(header_line(record.header) + b"".join(map(entry_line, record.lines)))


if __name__ == "__main__":
    main(*sys.argv[1:])
