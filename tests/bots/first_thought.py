"""First thoughts about a game in a new process, and what has been imported after each of them:

python -m tests.bots.first_thought tag
"""

import sys
from collections.abc import Callable
from random import Random
from typing import Final

from tests.bots.asked import PERCENT, Setting, asked_twice, done, question
from touchwood import Match, find_game
from touchwood.bots import RandomBot, find_player, play_match
from touchwood.bots.advising import advise
from touchwood.bots.coach import review
from touchwood.bots.finding import strongest_level
from touchwood.core.bot import Budgeted
from touchwood.core.options import options_from_pairs
from touchwood.core.seats import all_seats
from touchwood.core.values import from_json
from touchwood.games.cant_touch_this.cards import deck
from touchwood.games.cant_touch_this.options import Options
from touchwood.games.cant_touch_this.solving import card_value
from touchwood.match.dealer import PlainDealer

SHORT: Final = {
    "cant_touch_this": ("clips_each=1",),
    "point_a_pile": ("round_limit=1",),
    "tactile_crane": ("patience=1",),
    "tag": ('deck={"T":4,"A":4,"G":4,"TAG":3,"Gool":2,"Freeze":0}',),
}


def choose(setting: Setting) -> None:
    """As the strongest level does, whatever it is asked."""
    game = find_game(setting.game)
    bot = find_player(game, strongest_level(game))
    bot = bot.with_nodes(PERCENT) if isinstance(bot, Budgeted) else bot
    for each in asked_twice(setting):
        done(game, bot, question(game, "", each, each.truth))


def hint(setting: Setting) -> None:
    game = find_game(setting.game)
    for each in asked_twice(setting):
        if each.is_awaited:
            state = from_json(each.truth, game.state_type)
            view, actions = game.knowledge(state, each.seat), game.legal_actions(state, each.seat)
            advise(game, view, actions, Random(1), PERCENT)


def coach(setting: Setting) -> None:
    """A short match, reviewed from its beginning to its end."""
    game = find_game(setting.game)
    options = options_from_pairs(game, SHORT.get(setting.game, ()), setting.seats)
    names = [f"player {seat}" for seat in range(setting.seats)]
    match = Match.start(game, players=names, options=options, dealer=PlainDealer(1))
    play_match(match, {seat: RandomBot(game) for seat in all_seats(setting.seats)}, Random(1))
    review(match)


def solve_duel(setting: Setting) -> None:
    if setting.game == "cant_touch_this":
        card_value(deck(2)[0].sides[0], Options())


def told(thought: Callable[[Setting], None], setting: Setting) -> None:
    thought(setting)
    # Machine code is loaded by llvmlite; what has to be compiled first is numba's.
    print(thought.__name__, setting, *[name for name in ("llvmlite", "numba") if name in sys.modules])


if __name__ == "__main__":
    duel = Setting(sys.argv[1], 2)
    told(solve_duel, duel)
    told(choose, duel)
    told(choose, Setting(duel.game, find_game(duel.game).player_counts[-1]))
    told(hint, duel)
    told(coach, duel)
