"""Golden playthroughs: whole matches a player can read, with what each seat saw. A test holds the rules to them.

    python -m touchwood.testing.playthroughs --write tests/playthroughs

A game's `<game>.plan.json` in that folder names its matches. Each becomes a text file. Its line `behaviour` is a digest
of everything the rules did (entries, events, views, points) and nothing of how it is drawn or worded. A behaviour that
differs while the rules version is the same is refused: what has been released changes only with its version.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from touchwood.bots import find_player, play_match
from touchwood.core.discovery import find_game
from touchwood.core.events import Told, heard_by
from touchwood.core.options import options_from_mapping
from touchwood.core.seats import SPECTATOR, Seat, Viewer, all_seats
from touchwood.core.values import Value, canonical_json, from_json
from touchwood.core.words import Words, words_of
from touchwood.match.dealer import CommittedDealer, seed_from_number
from touchwood.match.match import Match
from touchwood.match.record import Chose, EntryLine, Fell, Player

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay")


class Playthrough(Value, frozen=True):
    """One match to be played and written down."""

    name: str
    game: str
    players: int
    seed: int
    bot: str = "random"
    options: dict[str, Any] = msgspec.field(default_factory=dict)


def read_plan(folder: Path) -> tuple[Playthrough, ...]:
    """The plans of all games, one file each, so that a new game edits no list."""
    plans = [from_json(file.read_bytes(), tuple[Playthrough, ...]) for file in sorted(folder.glob("*.plan.json"))]
    return tuple(playthrough for plan in plans for playthrough in plan)


def play(playthrough: Playthrough) -> Match:
    game = find_game(playthrough.game)
    options = options_from_mapping(game, playthrough.options, playthrough.players)
    players = [Player(name, playthrough.bot) for name in NAMES[: playthrough.players]]
    match = Match.start(
        game, players=players, options=options, dealer=CommittedDealer(seed_from_number(playthrough.seed))
    )
    bots = {seat: find_player(game, playthrough.bot) for seat in all_seats(playthrough.players)}
    play_match(match, bots, Random(playthrough.seed))
    return match


def behaviour(match: Match) -> str:
    """A digest of what the rules did: entries, what was told to whom, and every view after every entry."""
    digest = hashlib.sha256()
    for advance in match.advances[1:]:
        assert advance is not None  # bots take nothing back
        digest.update(canonical_json([advance.line.entry, advance.events, advance.is_binding]))
        viewers: tuple[Viewer, ...] = (*all_seats(len(match.header.seats)), SPECTATOR)
        for viewer in viewers:
            digest.update(canonical_json(match.game.view(advance.position.state, viewer)))
    digest.update(canonical_json(match.game.points(match.state)))
    return digest.hexdigest()[:32]


def write_down(playthrough: Playthrough) -> str:
    """The match as text."""
    return "\n".join(_lines(playthrough, play(playthrough))) + "\n"


def _lines(playthrough: Playthrough, match: Match) -> Iterator[str]:
    game = match.game
    words = words_of(game.words, names=NAMES)
    yield f"{game.title}: {playthrough.name}"
    yield f"rules version: {game.rules_version}"
    yield f"players: {', '.join(player.name for player in match.header.seats)} ({playthrough.bot} bots)"
    yield f"options: {playthrough.options or 'all as they come'}"
    yield f"seed: {playthrough.seed}"
    yield f"behaviour: {behaviour(match)}"
    before, shown = match.positions[0].state, None
    for advance in match.advances[1:]:
        assert advance is not None  # bots take nothing back
        entry = advance.line.entry
        if isinstance(entry, Chose) and entry.seat != shown:
            shown = entry.seat
            yield from _seen(match, before, entry.seat, words)
        yield from _told(match, advance.line, advance.events, words)
        before = advance.position.state
    yield ""
    yield "-- the end, as everybody sees it " + "-" * 40
    yield _tidy(game.picture(game.view(match.state, SPECTATOR), words))
    yield f"points: {', '.join(map(str, game.points(match.state)))}"
    yield f"shares of the win: {', '.join(map(str, game.returns(match.state)))}"


def _seen(match: Match, state: Any, seat: Seat, words: Words) -> Iterator[str]:
    yield ""
    yield f"-- {NAMES[seat]} sees " + "-" * 60
    yield _tidy(match.game.picture(match.game.view(state, seat), words.for_listener(seat)))
    yield ""


def _told(match: Match, line: EntryLine, told: tuple[Told[Any], ...], words: Words) -> Iterator[str]:
    """What was chosen or fell, and then what everybody heard of it."""
    match line.entry:
        case Chose(seat, _, action):
            yield f"{line.n:4} {NAMES[seat]}: {match.game.codec.text(action)}"
        case Fell(outcome):
            yield f"{line.n:4} chance: {outcome}"
    for event in heard_by(SPECTATOR, told):
        yield f"     . {words.event(event)}"


def _tidy(picture: str) -> str:
    return "\n".join(row.rstrip() for row in picture.splitlines())


# -- Renewing -------------------------------------------------------------------------------------------------------


def file_of(folder: Path, playthrough: Playthrough) -> Path:
    return folder / f"{playthrough.game}-{playthrough.name.replace(' ', '-')}.txt"


def why_not_renew(old: str, new: str) -> str | None:
    """A changed behaviour needs a new rules version."""
    before, after = _facts(old), _facts(new)
    if before["behaviour"] != after["behaviour"] and before["rules version"] == after["rules version"]:
        return f"the rules behave differently, but their version is still {after['rules version']}"
    return None


def _facts(text: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in text.splitlines()[:6] if ": " in line)


def renew(folder: Path) -> int:
    status = 0
    for playthrough in read_plan(folder):
        path, new = file_of(folder, playthrough), write_down(playthrough)
        if path.exists() and (reason := why_not_renew(path.read_text(encoding="utf-8"), new)):
            print(f"{path}: not renewed: {reason}", file=sys.stderr)
            status = 2
        elif not path.exists() or path.read_text(encoding="utf-8") != new:
            path.write_text(new, encoding="utf-8")
            print(f"{path}: written")
    return status


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Renew the golden playthroughs.")
    parser.add_argument("--write", type=Path, required=True, metavar="FOLDER")
    sys.exit(renew(parser.parse_args().write))
