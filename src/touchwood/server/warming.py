"""Imported by the fork server of the bots' workers, and by nobody else: whoever has imported this has thought before.

A bot's first thought can take seconds: a compiled solver is loaded (on a new machine: compiled), tables are made once.
The fork server has that behind it, so a worker forked from it, also one that takes another's place, answers at once.
"""

import logging
from collections.abc import Sequence
from random import Random
from typing import Any, Final

from touchwood.bots import RandomBot, player_names
from touchwood.core.game import AnyGame
from touchwood.core.running import Unrecorded, bot_moves
from touchwood.core.seats import all_seats
from touchwood.games.discovery import find_game, game_names
from touchwood.server import logs
from touchwood.server.bots import answer, question

LOG = logging.getLogger("touchwood.bots")
CHOICES: Final = 20


class WarmUpBot:
    """In all seats at once. At each new kind of question every bot of the game answers, and then anything is done: what
    a clock would do may be nothing, for ever. At each new chance to speak every bot says whether it would, and nobody
    does."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._any = RandomBot(game)
        self.kinds: set[tuple[bool, frozenset[type]]] = set()

    def choose(self, view: Any, actions: Sequence[Any], rng: Random) -> Any:
        if self._is_new(view, actions, is_asked=True):
            best = player_names(self._game)[-1]
            answer(question(self._game.name, best, view, actions, seed=1, is_asked=True, is_hint=True))
        return self._any.choose(view, actions, rng)

    def interject(self, view: Any, actions: Sequence[Any], rng: Random) -> None:
        self._is_new(view, actions, is_asked=False)

    def _is_new(self, view: Any, actions: Sequence[Any], *, is_asked: bool) -> bool:
        kind = is_asked, frozenset(map(type, actions))
        if kind in self.kinds:
            return False
        self.kinds.add(kind)
        for bot in player_names(self._game):
            answer(question(self._game.name, bot, view, actions, seed=1, is_asked=is_asked))
        return True


def think_before(game: AnyGame, seats: int) -> int:
    """Walk a little way into a match. Gives how many kinds of questions there were."""
    rng, bot = Random(1), WarmUpBot(game)
    course = Unrecorded(game, game.initial(game.options_type(), seats, game.newest_version), rng)
    for _ in range(CHOICES):
        if not bot_moves(course, dict.fromkeys(all_seats(seats), bot), rng):
            break
    return len(bot.kinds)


def think_before_in_all_games() -> None:
    """A game that cannot be warmed is played cold."""
    for name in game_names():
        try:
            game = find_game(name)
            for seats in sorted(
                {game.player_counts[0], 2, 3} & set(game.player_counts)
            ):  # three: some search there only
                think_before(game, seats)
        except Exception as error:
            LOG.error("warming_failed", extra={"game": name, "error": type(error).__name__})


# What workers say goes where the server's own lines go, in the same form.
logs.set_up()
think_before_in_all_games()
