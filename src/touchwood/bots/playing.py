"""Bots at a match in memory: each gets what its seat may know and its legal actions, nothing else."""

from collections.abc import Mapping
from random import Random
from typing import Any

from touchwood.core.bot import Bot, Interjector
from touchwood.core.seats import Seat
from touchwood.match.match import Match
from touchwood.match.record import Mover


def play_match(match: Match, bots: Mapping[Seat, Bot[Any, Any]], rng: Random) -> None:
    """Play on as long as a bot is asked: to the end if all seats are theirs."""
    while bot_moves(match, bots, rng):
        pass


def bot_moves(match: Match, bots: Mapping[Seat, Bot[Any, Any]], rng: Random) -> bool:
    """Let one bot that is asked choose, and then those speak who may. False if no bot is asked."""
    for seat in match.asked:
        if seat in bots:
            action = bots[seat].choose(match.game.knowledge(match.state, seat), match.legal_actions(seat), rng)
            match.act(seat, action, Mover.BOT)
            _interject(match, bots, rng)
            return True
    return False


def _interject(match: Match, bots: Mapping[Seat, Bot[Any, Any]], rng: Random) -> None:
    for seat in match.game.may_act(match.state):
        bot: object = bots.get(seat)
        # An earlier one may have changed what this one may do.
        if isinstance(bot, Interjector) and seat in match.game.may_act(match.state):
            action = bot.interject(match.game.knowledge(match.state, seat), match.legal_actions(seat), rng)
            if action is not None:
                match.act(seat, action, Mover.BOT)
