"""A bot of whatever checkout is on the path, asked line by line: `python player.py GAME BOT`.

It follows the match move by move, by its own rules, and its bot is shown what these say its seat may know. Only what
every commit has is imported here.
"""

import sys
from random import Random
from time import process_time
from typing import Any

import msgspec

import touchwood
from touchwood import find_game
from touchwood.bots import find_player
from touchwood.core.bot import Interjector
from touchwood.core.options import options_from_pairs
from touchwood.core.seats import Seat


def say(answer: Any) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    game = find_game(sys.argv[1])
    bot: Any = find_player(game, sys.argv[2])
    say([touchwood.__file__, game.versions, isinstance(bot, Interjector)])
    state: Any = None
    rng = Random()

    def asked(seat: int) -> tuple[Any, Any, Random]:
        return game.knowledge(state, Seat(seat)), game.legal_actions(state, Seat(seat)), rng

    for line in sys.stdin.buffer:
        match msgspec.json.decode(line):
            case ["begin", players, version, options, seed]:
                state, rng = game.initial(options_from_pairs(game, options, players), players, version), Random(seed)
            case ["act", seat, action]:
                moved = msgspec.convert(action, game.action_type, str_keys=True)
                state = game.apply(state, Seat(seat), moved).state
            case ["fall", outcome]:
                state = game.apply_chance(state, tuple(outcome) if isinstance(outcome, list) else outcome).state
            case ["choose", seat]:
                shown = asked(seat)
                start = process_time()
                action = bot.choose(*shown)
                say([action, process_time() - start])
            case ["interject", seat]:
                say(bot.interject(*asked(seat)))
            case ["shares"]:
                say([float(share) for share in game.returns(state)])


if __name__ == "__main__":
    main()
