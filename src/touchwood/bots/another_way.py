"""A choice that was not made, watched: a fork of a finished match that begins with it, and bots who play on a little.

All that was hidden is as it was; what is drawn from there on is other luck, the same each time one looks. It shows what
the choice does and how it may go on, no more: whether it was better is judged in many worlds (`coach.py`).
"""

from hashlib import sha256
from random import Random
from typing import Final

from touchwood.bots.finding import find_player, strongest_level
from touchwood.bots.playing import bot_moves
from touchwood.core.game import AnyGame
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import all_seats
from touchwood.match.dealer import CommittedDealer
from touchwood.match.forking import fork
from touchwood.match.match import Match
from touchwood.match.record import Chose

USUAL_LEVEL: Final = "hard"
"""Above it a level may think for seconds at every choice, and somebody waits for all of them."""
MOST_CHOICES: Final = 12
"""After the one that is watched; hardly more than a second of thought."""


def another_way(match: Match, entry: int, choice: str) -> Match:
    """The match from just before that entry, with `choice` (as the codec writes it) by the same seat instead. Raises
    `InputError` if no choice was made there, or the rules do not allow this one."""
    if not 1 <= entry <= len(match.lines):
        raise InputError("no_such_entry", entry=entry, newest=len(match.lines))
    made = match.lines[entry - 1].entry
    if not isinstance(made, Chose):
        raise InputError("choice_not_open", entry=entry)
    seed = sha256(f"{match.lines[-1].hash} {entry} {choice}".encode()).digest()
    forked = fork(match, entry - 1, made.seat, players=match.header.seats, dealer=CommittedDealer(seed), anew=None)
    try:
        forked.act(made.seat, match.game.typed(choice), made.by)
    except (InputError, Refused):
        raise InputError("choice_not_open", entry=entry) from None
    bot, rng = find_player(match.game, level_in(match.game)), Random(seed)
    bots = dict.fromkeys(all_seats(len(match.header.seats)), bot)
    for _ in range(MOST_CHOICES):
        if not bot_moves(forked, bots, rng):
            break
    forked.close()
    return forked


def level_in(game: AnyGame) -> str:
    """Who plays on: in a game without that level, its strongest."""
    return USUAL_LEVEL if USUAL_LEVEL in game.players else strongest_level(game)
