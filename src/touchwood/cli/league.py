"""`touchwood league`: bots of a game measured against one another, until the order is decided."""

import argparse
import gc
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import msgspec
from rich.console import Console, Group
from rich.table import Column, Table

from touchwood.bots import find_any_player, player_names
from touchwood.bots.league import Cell, Pace, Tally, Verdict, is_known_within, play_deal, verdict
from touchwood.bots.league_plot import drawn
from touchwood.bots.ratings import Rating, rated
from touchwood.core.game import AnyGame
from touchwood.core.options import options_from_pairs
from touchwood.core.refusals import InputError
from touchwood.games.discovery import find_game

MOST_MATCHES = 1_000
DECIDED = "decided"
FIRST_DEAL = 16_000_000
"""The deals from here on are the league's: nothing is fitted or tuned on them."""
BEGIN, END = "<!-- made by touchwood league -->\n", "<!-- end -->\n"


PERCENT = re.compile(r"(\d+(?:\.\d+)?)%")
StoppingRule: TypeAlias = Callable[[Cell, Tally], bool]


class Played(msgspec.Struct):
    """A cell and what was played of it: a line of the file that is kept."""

    cell: Cell
    tally: Tally


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "league",
        help="measure bots against one another",
        description="One bot at a time against a table full of another, in every seat on the same deals, until it is "
        "decided whether it is stronger, until its share of wins is known as closely as asked, or for so many matches.",
    )
    parser.add_argument("game", nargs="?", help="its name, see `touchwood games`; none: only show what was kept")
    parser.add_argument(
        "--bots", metavar="A,B,...", help="each against the one before it (default: all, weakest first)"
    )
    parser.add_argument("--players", type=int, default=2, metavar="N", help="how many sit at a table (default: 2)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game")
    how_long = parser.add_mutually_exclusive_group()
    how_long.add_argument("--matches", type=int, metavar="N", help="play so many, decided or not")
    how_long.add_argument(
        "--until",
        metavar="WHEN",
        help=f"{DECIDED}: whether it is stronger (default); 5%%: its share of wins is known within 5 of a hundred",
    )
    parser.add_argument(
        "--most",
        type=int,
        default=MOST_MATCHES,
        metavar="N",
        help=f"but no longer than so many matches (default: {MOST_MATCHES:,})",
    )
    parser.add_argument(
        "--seed", type=int, default=FIRST_DEAL, metavar="N", help=f"the first deal (default: {FIRST_DEAL:,})"
    )
    parser.add_argument("--keep", type=Path, metavar="FILE", help="go on with what is in this file, and keep all there")
    parser.add_argument("--docs", type=Path, metavar="FILE", help="write the table into this page, between its marks")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw it into this file, an SVG")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    played = read(given.keep) if given.keep is not None and given.keep.exists() else {}
    if given.game is not None:
        game = find_game(given.game)
        is_enough = stopping_rule(given)
        for cell in cells_of(game, given):
            play(game, cell, given, is_enough, played)
    elif not played:
        raise InputError("no_game_named")
    Console().print(shown(played))
    if given.docs is not None:
        write_between_marks(given.docs, markdown(played))
    if given.plot is not None:
        write_text(given.plot, plot(played))
    return 0


def cells_of(game: AnyGame, given: argparse.Namespace) -> list[Cell]:
    bots = given.bots.split(",") if given.bots else player_names(game)
    options_from_pairs(game, given.option, given.players)  # says what is wrong with them, if anything
    for bot in bots:
        find_any_player(game, bot)
    if len(bots) < 2 or given.players < 2:
        raise InputError("league_of_one", game=game.title)
    version, options = game.newest_version, tuple(sorted(given.option))
    return [Cell(game.name, version, given.players, options, bot, against) for against, bot in pairwise(bots)]


def stopping_rule(given: argparse.Namespace) -> StoppingRule:
    """When a cell has been played enough, by what was asked."""
    most = given.most if given.matches is None else given.matches
    if most < 1:
        raise InputError("too_few_matches", matches=most)
    if given.matches is not None:
        return lambda cell, tally: tally.deals * cell.players >= most
    is_known = known_enough(given.until or DECIDED)
    return lambda cell, tally: tally.deals * cell.players >= most or is_known(cell, tally)


def known_enough(until: str) -> StoppingRule:
    if until == DECIDED:
        return lambda cell, tally: verdict(tally, cell.players) is not Verdict.OPEN
    percent = PERCENT.fullmatch(until)
    half_width = float(percent[1]) / 100 if percent is not None else 0.0
    if half_width <= 0:
        raise InputError("bad_until", given=until, decided=DECIDED)
    return lambda cell, tally: is_known_within(tally, cell.players, half_width)


def play(
    game: AnyGame, cell: Cell, given: argparse.Namespace, is_enough: StoppingRule, played: dict[Cell, Tally]
) -> None:
    tally = played.get(cell, Tally())
    while not is_enough(cell, tally):
        tally = played[cell] = play_deal(game, cell, given.seed + tally.deals, tally)
        # What is loaded by now is no longer looked through, as in the server's workers: that would count as thought.
        gc.collect()
        gc.freeze()
        if given.keep is not None:
            write(given.keep, played)
        if sys.stderr.isatty():
            print(f"\r{told(cell, tally)}", end="   ", file=sys.stderr, flush=True)
    # Over the line that kept changing; in a log the only one.
    print(f"\r{told(cell, tally)}   " if sys.stderr.isatty() else told(cell, tally), file=sys.stderr)


def told(cell: Cell, tally: Tally) -> str:
    matches, found = tally.deals * cell.players, verdict(tally, cell.players).value
    share = f"{tally.mean:.1%} ± {tally.half_width:.1%} of {matches} matches, {found}"
    return f"{cell.bot} against {cell.against}, {cell.players} players: {share}"


# -- What is kept ---------------------------------------------------------------------------------------------------
def read(path: Path) -> dict[Cell, Tally]:
    try:
        lines = [msgspec.json.decode(line, type=Played) for line in path.read_bytes().splitlines()]
    except (OSError, msgspec.MsgspecError) as error:
        raise InputError("file_unreadable", file=str(path), reason=str(error)) from None
    return {line.cell: line.tally for line in lines}


def write(path: Path, played: dict[Cell, Tally]) -> None:
    """Beside it first: a league that is broken off loses nothing."""
    lines = [msgspec.json.encode(Played(cell, tally)) + b"\n" for cell, tally in in_order(played)]
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(b"".join(lines))
    beside.replace(path)


def in_order(played: dict[Cell, Tally]) -> list[tuple[Cell, Tally]]:
    return sorted(played.items(), key=lambda one: (one[0].game, one[0].options, one[0].players))


# -- How it is shown ------------------------------------------------------------------------------------------------
PACE = "ms a choice"
HEADINGS = ("bot", "against", "players", "matches", "share of wins", "even", "verdict", PACE, "longest")


def rows_of(played: Iterable[tuple[Cell, Tally]]) -> Iterable[Sequence[str]]:
    for cell, tally in played:
        yield (
            cell.bot,
            cell.against,
            str(cell.players),
            str(tally.deals * cell.players),
            f"{tally.mean:.1%} ± {tally.half_width:.1%}",
            f"{1 / cell.players:.1%}",
            verdict(tally, cell.players).value,
            f"{tally.pace.milliseconds:.2f}",
            told_longest(tally.pace),
        )


def told_longest(pace: Pace) -> str:
    """Nothing where it is not known: of what was kept earlier, or of a first choice alone."""
    return f"{1000 * pace.longest_warm:.1f}" if pace.longest_warm else ""


def groups_of(played: dict[Cell, Tally]) -> dict[tuple[str, tuple[str, ...]], list[tuple[Cell, Tally]]]:
    """By game and options."""
    groups: dict[tuple[str, tuple[str, ...]], list[tuple[Cell, Tally]]] = {}
    for cell, tally in in_order(played):
        groups.setdefault((cell.game, cell.options), []).append((cell, tally))
    return groups


def shown(played: dict[Cell, Tally]) -> Group:
    """A table for each game and its options; without lines between columns, which would not fit into 80 letters."""
    tables = []
    for (name, options), group in groups_of(played).items():
        title = " ".join((name, *options))
        columns = [Column(heading, no_wrap=heading != PACE) for heading in HEADINGS]
        table = Table(*columns, title=title, title_justify="left", box=None, padding=(0, 1, 0, 0))
        for row in rows_of(group):
            table.add_row(*row)
        tables.append(table)
    return Group(*tables)


def plot(played: dict[Cell, Tally]) -> str:
    groups = groups_of(played).items()
    return drawn({", ".join((find_game(name).title, *options)): group for (name, options), group in groups})


def markdown(played: dict[Cell, Tally]) -> str:
    parts = []
    for (name, options), group in groups_of(played).items():
        title = find_game(name).title + (f", `{' '.join(options)}`" if options else "")
        lines = [HEADINGS, ["---", "---", *["---:"] * 4, "---", "---:", "---:"], *rows_of(group)]
        table = "".join(f"| {' | '.join(line)} |\n" for line in lines)
        parts.append(f"### {title}\n\n{table}\n{''.join(told_ratings(group))}")
    return "\n".join(parts)


def told_ratings(group: Sequence[tuple[Cell, Tally]]) -> Iterable[str]:
    """A line for each number of players; nothing where statsmodels is not installed."""
    if find_spec("statsmodels") is None:
        return
    for players in sorted({cell.players for cell, _ in group}):
        ratings = rated([(cell, tally) for cell, tally in group if cell.players == players])
        yield f"- Ratings, {players} players: {', '.join(map(told_rating, ratings))}.\n"


def told_rating(rating: Rating) -> str:
    """In tens of points: more would be false."""
    points, width = round(rating.points, -1), round(rating.half_width, -1)
    return f"{rating.bot} {points:.0f}" + (f" ± {width:.0f}" if width else "")


def write_between_marks(path: Path, text: str) -> None:
    try:
        before, begin, rest = path.read_text().partition(BEGIN)
        _, end, after = rest.partition(END)
    except OSError as error:
        raise InputError("file_unreadable", file=str(path), reason=error.strerror or str(error)) from None
    if not begin or not end:
        raise InputError("no_marks", file=str(path), mark=BEGIN.strip())
    write_text(path, f"{before}{begin}\n{text}\n{end}{after}")


def write_text(path: Path, text: str) -> None:
    try:
        path.write_text(text)
    except OSError as error:
        raise InputError("file_unwritable", file=str(path), reason=error.strerror or str(error)) from None
