"""TAG's strongest level against OpenSpiel's own ISMCTS, on mirrored deals: who wins, and what did each choice cost?

    pip install open_spiel
    python benchmarks/ismcts.py [--players 2] [--simulations 4] [--seconds 120]

OpenSpiel's search (`open_spiel.python.algorithms.ismcts`, random rollouts) walks our rules through the adapter of
`touchwood.envs`, as any game written in Python; ours thinks on the compiled twin. Equal time is less than one
simulation for it, so it is given more: how many times as much is printed. One of ours sits among a table of theirs.
"""

import argparse
from functools import partial
from random import Random
from time import process_time

from touchwood.bots import find_player
from touchwood.bots.advising import strongest_level
from touchwood.bots.league import Pace, Tally, timed
from touchwood.core.running import Unrecorded, play_on
from touchwood.core.seats import Seat
from touchwood.envs.open_spiel_bots import SpielInOurs, information_set_search
from touchwood.games.discovery import find_game


def theirs(simulations: int) -> SpielInOurs:
    return SpielInOurs(find_game("tag"), partial(information_set_search, simulations=simulations))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--simulations", type=int, default=4)
    parser.add_argument("--seconds", type=float, default=120, help="of processor time; a deal begun is played out")
    given = parser.parse_args()
    game, players = find_game("tag"), given.players
    tally, their_pace, began = Tally(), Pace(), process_time()
    while process_time() - began < given.seconds or tally.deals < 2:
        shares, pace = 0.0, Pace()
        for seat in range(players):
            ours, other = timed(find_player(game, strongest_level(game))), timed(theirs(given.simulations))
            bots = {Seat(each): ours if each == seat else other for each in range(players)}
            start = game.initial(game.options_type(), players, game.newest_version)
            course = Unrecorded(game, start, Random(tally.deals))
            play_on(course, bots, Random(tally.deals))
            shares += float(game.returns(course.state)[seat])
            pace, their_pace = pace + ours.pace, their_pace + other.pace
        tally = tally.plus(shares / players, pace)
        won = f"{tally.mean:.1%} ± {tally.half_width:.1%} of {tally.deals * players} matches, even is {1 / players:.1%}"
        mine, their = tally.pace.milliseconds, their_pace.milliseconds
        print(
            f"{players} players: ours won {won}; {mine:.1f} ms a choice against {their:.0f}, {their / mine:.0f} times"
        )


if __name__ == "__main__":
    main()
