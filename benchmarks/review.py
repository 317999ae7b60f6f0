"""What does looking back at a match cost? One match of each game with as many players as it takes, reviewed.

Asked are 20 s of one core, whoever played. `hard` players end a match soon; those who choose at random wander about, so
theirs is the longest match to look back at. What is counted is the time of the processor in a process that has judged a
match of that game before, so what is compiled is there; matches are played and not counted. The first result is the
first chance to win, or the first choice that is judged where a game tells no chances.
"""

import argparse
import platform
from collections.abc import Sequence
from random import Random
from time import process_time

from touchwood.bots import coach, find_player, play_match
from touchwood.core.game import AnyGame
from touchwood.core.review import WinChance
from touchwood.core.seats import all_seats
from touchwood.games.discovery import find_game, game_names
from touchwood.match.dealer import PlainDealer
from touchwood.match.match import Match

BOTS = ("hard", "random")


def played(game: AnyGame, bot: str, seats: int, seed: int) -> Match:
    match = Match.start(game, players=[f"{bot} {seat + 1}" for seat in range(seats)], dealer=PlainDealer(seed))
    play_match(match, dict.fromkeys(all_seats(seats), find_player(game, bot)), Random(seed))
    return match


def reviewed(match: Match) -> tuple[float, float, int, int]:
    """Seconds of the processor to the first result and to the last, how many choices were judged and how many cost."""
    firsts: list[float] = []
    began = process_time()

    def found(chances: Sequence[WinChance]) -> None:
        firsts.append(process_time() - began)

    def tell(done: int, of: int) -> None:
        if done:
            firsts.append(process_time() - began)

    review = coach.review(match, tell, found)
    took = process_time() - began
    costly = sum([judged.cost > 0 for judged in review.judgements])
    return min(firsts, default=took), took, len(review.judgements), costly


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=game_names())
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(f"Python {platform.python_version()}, {platform.machine()}")
    print("| game | players | entries | judged | of these cost | first result s | whole review s |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: |")
    for game in map(find_game, given.games):
        seats = game.player_counts[-1]
        coach.review(played(game, "random", game.player_counts[0], given.seed))  # compiles what is not cached yet
        for bot in BOTS:
            match = played(game, bot, seats, given.seed)
            first, took, judged, costly = reviewed(match)
            row = f"{game.name} | {seats} {bot} | {len(match.lines)} | {judged} | {costly} | {first:.2f} | {took:.1f}"
            print(f"| {row} |", flush=True)


if __name__ == "__main__":
    main()
