"""A bot of today against that of another commit, on mirrored deals: is it stronger, and what does a choice cost?

    python benchmarks/against_checkout.py [REV] [GAME] [--bot hard] [--players 2] [--matches 20] [--option NAME=VALUE]

One of today's sits among those of REV (default: HEAD, so what is not committed yet is measured), in every seat on the
same deals. REV's source is unpacked into a temporary folder and plays in a process of its own (checkouts/player.py),
with the packages installed here. What goes through the pipe are moves and what chance brought, not views: fields of
views come and go between commits, moves stay readable as records do. Both follow the match by their own rules, of the
newest version that both know, so each bot is shown what it was written for; where the rules part, one refuses the
other's move, or they disagree on who has won, and the script stops.
"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from checkouts.unpacked import unpacked

from touchwood.bots import find_any_player
from touchwood.bots.league import Pace, Tally, timed
from touchwood.cli.league import FIRST_DEAL
from touchwood.core.game import AnyGame
from touchwood.core.options import options_from_pairs
from touchwood.core.running import Unrecorded, play_on
from touchwood.core.seats import Seat
from touchwood.games.discovery import find_game

HERE = Path(__file__).parent


class Checkout:
    """The process in which the other commit plays."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._to, self._from = process.stdin, process.stdout
        self.source, self.versions, self.interjects = self._answer()

    def tell(self, *message: Any) -> None:
        self._to.write(msgspec.json.encode(message) + b"\n")

    def ask(self, *message: Any) -> Any:
        self.tell(*message)
        self._to.flush()
        return self._answer()

    def follow(self, _: Any, seat: Seat | None, move: Any, __: Any) -> None:
        """A step of the match, told as it happens."""
        self.tell(*(("fall", move) if seat is None else ("act", seat, move)))

    def _answer(self) -> Any:
        line = self._from.readline()
        if not line:
            sys.exit("the other checkout has stopped; what it said stands above")
        return msgspec.json.decode(line)


@contextmanager
def checkout_of(revision: str, game: str, bot: str) -> Iterator[Checkout]:
    with unpacked(revision, "src") as folder:
        source = folder / "src"
        with subprocess.Popen(
            [sys.executable, HERE / "checkouts" / "player.py", game, bot],
            env={**os.environ, "PYTHONPATH": str(source)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        ) as process:
            checkout = Checkout(process)
            if not Path(checkout.source).is_relative_to(source):
                sys.exit(f"asked for {revision}, but {checkout.source} was imported")
            yield checkout


@dataclass
class Theirs:
    """The other commit's bot in a seat, as one of ours."""

    checkout: Checkout
    action_type: Any
    seat: Seat
    pace: Pace

    def choose(self, view: Any, actions: Sequence[Any], rng: Random) -> Any:
        action, seconds = self.checkout.ask("choose", self.seat)
        self.pace += Pace(1, seconds)
        return self._read(action)

    def _read(self, action: Any) -> Any:
        return msgspec.convert(action, self.action_type, str_keys=True)


class TheirInterjector(Theirs):
    def interject(self, view: Any, actions: Sequence[Any], rng: Random) -> Any | None:
        action = self.checkout.ask("interject", self.seat)
        return None if action is None else self._read(action)


def play_deal(game: AnyGame, given: argparse.Namespace, checkout: Checkout, deal: int) -> tuple[float, Pace, Pace]:
    """Today's bot once in every seat: its mean share, and what choices cost it and the others."""
    version = max(set(game.versions) & set(checkout.versions), default=None)
    if version is None:
        sys.exit(f"{game.title}: no version of the rules is known to both, {game.versions} and {checkout.versions}")
    options = options_from_pairs(game, given.option, given.players)
    total, pace, their_pace = 0.0, Pace(), Pace()
    kind = TheirInterjector if checkout.interjects else Theirs
    for seat in map(Seat, range(given.players)):
        ours = timed(find_any_player(game, given.bot))
        others = [kind(checkout, game.action_type, Seat(each), Pace()) for each in range(given.players) if each != seat]
        checkout.tell("begin", given.players, version, given.option, deal)
        start = game.initial(options, given.players, version)
        course = Unrecorded(game, start, Random(deal), checkout.follow)
        play_on(course, {seat: ours, **{other.seat: other for other in others}}, Random(deal))
        shares = [float(share) for share in game.returns(course.state)]
        if checkout.ask("shares") != shares:
            sys.exit(f"deal {deal}: the rules of the two checkouts disagree on who has won")
        total, pace = total + shares[seat], pace + ours.pace
        their_pace = sum([other.pace for other in others], their_pace)
    return total / given.players, pace, their_pace


def told(given: argparse.Namespace, tally: Tally, their_pace: Pace) -> str:
    matches, even = tally.deals * given.players, 1 / given.players
    share = f"{tally.mean:.1%} ± {tally.half_width:.1%} of {matches} matches (even: {even:.1%})"
    cost = f"{tally.pace.milliseconds:.1f} ms a choice against {their_pace.milliseconds:.1f}"
    who = f"{given.game}, {given.players} players, one {given.bot} of today among those of {given.revision}"
    return f"{who}: {share}, {cost}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("revision", nargs="?", default="HEAD", metavar="REV")
    parser.add_argument("game", nargs="?", default="tag")
    parser.add_argument("--bot", default="hard")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--matches", type=int, default=20, help="a deal begun is played in every seat")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", type=int, default=FIRST_DEAL, help="the first deal")
    given = parser.parse_args()
    game, tally, their_pace = find_game(given.game), Tally(), Pace()
    with checkout_of(given.revision, given.game, given.bot) as checkout:
        while tally.deals * given.players < given.matches:
            share, pace, theirs = play_deal(game, given, checkout, given.seed + tally.deals)
            tally, their_pace = tally.plus(share, pace), their_pace + theirs
            print(told(given, tally, their_pace), flush=True)


if __name__ == "__main__":
    main()
