"""Golden playthroughs: whole matches a player can read, with what each seat saw. A test holds the rules to them.

    python -m touchwood.testing.playthroughs --write tests/playthroughs

A game's `<game>.plan.json` there names its matches. Each becomes a text file, played once by seeded bots; from then on
its own choices and outcomes are played again, so that the diff of a rule change shows what it changed and nothing else.
Where the rules now refuse a choice, or an outcome cannot fall any more, the file says so and seeded bots go on.

Its line `behaviour` is a digest of everything the rules did (entries, events, views, points) and nothing of how it is
drawn or worded. A behaviour that differs while the rules version is the same is refused: behaviour that has been
released changes only with its version.
"""

import argparse
import hashlib
import re
import sys
from ast import literal_eval
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from touchwood.bots import find_player, play_match
from touchwood.core.events import AddressedEvent, heard_by
from touchwood.core.options import options_from_mapping
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import SPECTATOR, Seat, Viewer, all_seats
from touchwood.core.values import Value, canonical_json, from_json
from touchwood.core.versions import Versioned
from touchwood.core.words import Words, words_of
from touchwood.games.discovery import find_game
from touchwood.match.dealer import PlainDealer
from touchwood.match.match import Match, make_header
from touchwood.match.progress import Applied
from touchwood.match.record import ChanceOutcome, Chose, EntryLine, Mover, Player, next_line

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "Fay")
_CHANCE = "chance"
_ENTRY = re.compile(rf" *(?P<n>\d+) (?P<actor>{'|'.join((*NAMES, _CHANCE))}): (?P<text>.*)")
_ANEW = "     ! played anew from here:"


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


# -- Playing, or playing again --------------------------------------------------------------------------------------


class WrittenEntry(Value, frozen=True):
    """A choice or a draw as the file has it."""

    actor: str
    """A name, or `chance`."""
    text: str


@dataclass(frozen=True)
class Written:
    """A file, read; its pictures and sentences come from the rules again."""

    entries: Sequence[WrittenEntry] = ()
    notes: Mapping[int, str] = field(default_factory=dict)
    """By entry: what the file says before it, that the match was played anew from here. Where the rules ended the match
    before that entry there is none of its number, and the note stands before the end."""


@dataclass(frozen=True)
class Played:
    match: Match
    notes: Mapping[int, str]
    """As in `Written`."""


def read_golden(golden: str) -> Written:
    entries: list[WrittenEntry] = []
    notes: dict[int, str] = {}
    for row in golden.splitlines():
        if row.startswith(_ANEW):
            notes[len(entries) + 1] = row
        elif (found := _ENTRY.fullmatch(row)) and int(found["n"]) == len(entries) + 1:
            entries.append(WrittenEntry(found["actor"], found["text"]))
    return Written(entries, notes)


def play(playthrough: Playthrough, written: Written) -> Played:
    """The match as it was written, under the newest rules; what is missing is played by the bots."""
    game, dealer = find_game(playthrough.game), PlainDealer(playthrough.seed)
    options = options_from_mapping(game, playthrough.options, playthrough.players)
    players = [Player(name, playthrough.bot) for name in NAMES[: playthrough.players]]
    match = Match(game, make_header(game, options, players, dealer), dealer)
    notes = dict(written.notes)
    for n, entry in enumerate(written.entries, start=1):
        try:
            match.apply(_applied_again(match, entry))
        except (Refused, InputError) as why:
            code = why.refusal.code if isinstance(why, Refused) else why.code
            # What was said of later entries was said of a match that is not played any more.
            notes = {place: note for place, note in notes.items() if place < n}
            notes[n] = f"{_ANEW} the rules do not allow {entry.actor}: {entry.text} ({code})"
            break
    match.deal()
    bots = {seat: find_player(game, playthrough.bot) for seat in all_seats(playthrough.players)}
    play_match(match, bots, Random(playthrough.seed))
    return Played(match, notes)


def _applied_again(match: Match, entry: WrittenEntry) -> Applied:
    if entry.actor == _CHANCE:
        line = next_line(match.position.hash, ChanceOutcome(literal_eval(entry.text)), n=match.position.n + 1, salt="")
        return match.followed(line)
    return match.chosen(Seat(NAMES.index(entry.actor)), match.game.codec.parse(entry.text), Mover.BOT)


def behaviour(match: Match) -> str:
    """A digest of what the rules did: entries, what was told to whom, and every view after every entry."""
    digest = hashlib.sha256()
    viewers: tuple[Viewer, ...] = (*all_seats(len(match.header.seats)), SPECTATOR)
    for applied in match.applied:
        digest.update(canonical_json([applied.line.entry, applied.events, applied.is_binding]))
        for viewer in viewers:
            digest.update(canonical_json(_unversioned(match.game.view(applied.position.state, viewer))))
    digest.update(canonical_json(match.game.points(match.state)))
    return digest.hexdigest()[:32]


def _unversioned(view: Any) -> Any:
    """The version has a line of its own; a digest that held it would move with every version."""
    return replace(view, version=UNSET) if isinstance(view, Versioned) else view


def write_down(playthrough: Playthrough, golden: str = "") -> str:
    """The match as text; `golden` is the text there is already, whose choices and draws are kept."""
    return "\n".join(_lines(playthrough, play(playthrough, read_golden(golden)))) + "\n"


def _lines(playthrough: Playthrough, played: Played) -> Iterator[str]:
    match, game = played.match, played.match.game
    words = words_of(game.words, names=NAMES)
    yield f"{game.title}: {playthrough.name}"
    yield f"rules version: {match.header.rules_version}"
    yield f"players: {', '.join(player.name for player in match.header.seats)} ({playthrough.bot} bots)"
    yield f"options: {playthrough.options or 'all as they come'}"
    yield f"seed: {playthrough.seed}"
    yield f"behaviour: {behaviour(match)}"
    before, shown = match.positions[0].state, None
    for applied in match.applied:
        entry = applied.line.entry
        if isinstance(entry, Chose) and entry.seat != shown:
            shown = entry.seat
            yield from _seen(match, before, entry.seat, words)
        if applied.line.n in played.notes:
            yield played.notes[applied.line.n]
        yield from _told(match, applied.line, applied.events, words)
        before = applied.position.state
    yield from (note for n, note in sorted(played.notes.items()) if n > match.position.n)
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


def _told(match: Match, line: EntryLine, told: tuple[AddressedEvent[Any], ...], words: Words) -> Iterator[str]:
    """What was chosen or fell, and then what everybody heard of it."""
    match line.entry:
        case Chose(seat, _, action):
            yield f"{line.n:4} {NAMES[seat]}: {match.game.codec.text(action)}"
        case ChanceOutcome(outcome):
            yield f"{line.n:4} {_CHANCE}: {outcome}"
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
        path = file_of(folder, playthrough)
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        new = write_down(playthrough, old)
        if old and (reason := why_not_renew(old, new)):
            print(f"{path}: not renewed: {reason}", file=sys.stderr)
            status = 2
        elif old != new:
            path.write_text(new, encoding="utf-8")
            print(f"{path}: written")
    return status


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Renew the golden playthroughs.")
    parser.add_argument("--write", type=Path, required=True, metavar="FOLDER")
    sys.exit(renew(parser.parse_args().write))
