"""Bots at a match in memory: each gets what its seat may know and its legal actions, nothing else."""

from dataclasses import dataclass
from random import Random
from typing import Any

from touchwood.core import running
from touchwood.core.game import AnyGame
from touchwood.core.running import Bots
from touchwood.core.seats import Seat
from touchwood.match.match import Match
from touchwood.match.record import Mover


@dataclass(frozen=True)
class _OnRecord:
    """A match as bots play it: who moved is written down."""

    match: Match

    @property
    def game(self) -> AnyGame:
        return self.match.game

    @property
    def state(self) -> Any:
        return self.match.state

    def act(self, seat: Seat, action: Any) -> None:
        self.match.act(seat, action, Mover.BOT)


def play_match(match: Match, bots: Bots, rng: Random) -> None:
    """Play on as long as a bot is asked: to the end if all seats are theirs."""
    running.play_on(_OnRecord(match), bots, rng)


def bot_moves(match: Match, bots: Bots, rng: Random) -> bool:
    """Let one bot that is asked choose, and then those speak who may. False if no bot is asked."""
    return running.bot_moves(_OnRecord(match), bots, rng)
