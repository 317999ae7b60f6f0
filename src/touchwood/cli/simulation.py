"""Many matches of bots, summed up: who wins how often, with error bars, and how long it takes."""

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, median
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from touchwood.bots import find_any_player, play_match
from touchwood.core.game import AnyGame
from touchwood.core.seats import Seat
from touchwood.match.dealer import PlainDealer
from touchwood.match.match import Match
from touchwood.match.record import Player

Z_95 = 1.96


@dataclass(frozen=True)
class Result:
    """One finished match: each seat's share of the win and points, and the number of entries."""

    shares: tuple[float, ...]
    points: tuple[int, ...]
    entries: int


def simulate(
    game: AnyGame, options: Any, players: Sequence[Player], matches: int, *, first_seed: int, as_json: bool
) -> int:
    numbers = range(first_seed, first_seed + matches)
    shown = track(numbers, "playing", console=Console(stderr=True), disable=as_json or not sys.stderr.isatty())
    results = [play_one(game, options, players, seed) for seed in shown]
    summary = sum_up(players, results)
    if as_json:
        print(json.dumps({"game": game.name, "matches": matches, "first_seed": first_seed, **summary}))
    else:
        _show(game, matches, summary)
    return 0


def play_one(game: AnyGame, options: Any, players: Sequence[Player], seed: int) -> Result:
    match = Match.start(game, players=players, options=options, dealer=PlainDealer(seed))
    bots = {Seat(n): find_any_player(game, player.bot or "random") for n, player in enumerate(players)}
    play_match(match, bots, Random(seed))
    shares = tuple(float(share) for share in game.returns(match.state))
    return Result(shares, game.points(match.state), match.position.n)


def sum_up(players: Sequence[Player], results: Sequence[Result]) -> dict[str, Any]:
    seats = []
    for seat, player in enumerate(players):
        shares = [result.shares[seat] for result in results]
        mean = fmean(shares)
        spread = sqrt(fmean((share - mean) ** 2 for share in shares) / len(shares))
        points = fmean(result.points[seat] for result in results)
        seats.append(
            {
                "name": player.name,
                "win_share": round(mean, 4),
                "margin_95": round(Z_95 * spread, 4),
                "mean_points": round(points, 2),
            }
        )
    lengths = [result.entries for result in results]
    return {"seats": seats, "entries": {"median": median(lengths), "longest": max(lengths)}}


def _show(game: AnyGame, matches: int, summary: dict[str, Any]) -> None:
    entries = summary["entries"]
    table = Table(
        title=f"{game.title}: {matches} matches, median {entries['median']:.0f} entries", title_justify="left"
    )
    for heading in ("seat", "player", "share of wins", "± 95%", "points"):
        table.add_column(heading, justify="left" if heading == "player" else "right")
    for number, seat in enumerate(summary["seats"], start=1):
        share, margin = f"{seat['win_share']:.1%}", f"{seat['margin_95']:.1%}"
        table.add_row(str(number), seat["name"], share, margin, f"{seat['mean_points']:.2f}")
    Console().print(table)
