"""Imported by the fork server of the bots' workers, and by nobody else: whoever has imported this has thought before.

A bot's first thought can take seconds: a compiled solver is loaded (on a new machine: compiled), tables are made once.
The fork server has that behind it, so a worker forked from it, also one that takes another's place, answers at once.
"""

import logging
from random import Random
from typing import Final

from touchwood.bots import player_names
from touchwood.core.chance import draw
from touchwood.core.game import CHANCE, OVER, AnyGame
from touchwood.games.discovery import find_game, game_names
from touchwood.server import logs
from touchwood.server.bots import answer, question

LOG = logging.getLogger("touchwood.bots")
STEPS: Final = 40


def think_before(game: AnyGame, seats: int) -> int:
    """Walk a little way into a match; at each new kind of question every bot of the game answers once."""
    rng = Random(1)
    state = game.initial(game.options_type(), seats, game.newest_version)
    kinds: set[frozenset[type]] = set()
    for _ in range(STEPS):
        waiting = game.waiting_for(state)
        if waiting is OVER:
            break
        if waiting is CHANCE:
            state = game.apply_chance(state, draw(game.chance(state), rng.randrange)).state
            continue
        seat = waiting[0]
        actions = game.legal_actions(state, seat)
        kind = frozenset(map(type, actions))
        if kind not in kinds:
            kinds.add(kind)
            known, levels = game.knowledge(state, seat), player_names(game)
            for bot in levels:
                answer(question(game.name, bot, known, actions, seed=1, is_asked=True))
            answer(question(game.name, levels[-1], known, actions, seed=1, is_asked=True, is_hint=True))
        state = game.apply(state, seat, game.default_action(game.view(state, seat))).state
    return len(kinds)


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
