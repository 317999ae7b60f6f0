"""Makes what the tests of the page compare themselves with, from the Python side.

    python web/tests/fixtures.py web/tests/fixtures

`tag.jsonl` is a finished record of TAG with a take-back in it, `tactile_crane.jsonl` one of Tactile Crane;
`sentences.json` are events as Python reads them aloud.
"""

import json
import sys
from pathlib import Path
from random import Random

import msgspec

from touchwood.core.events import heard_by
from touchwood.core.seats import SPECTATOR, Seat, Viewer
from touchwood.core.words import core_words, load_catalogue, words_of
from touchwood.games.discovery import find_game
from touchwood.match.dealer import CommittedDealer, seed_from_number
from touchwood.match.match import Match
from touchwood.match.record import entry_line, header_line

NAMES = ("Ana", "Bo", "Zoë")
TAKE_BACK_AFTER = 25


def played_match(choices: Random) -> tuple[Match, list[dict[str, object]]]:
    game = find_game("tag")
    match = Match.start(game, players=NAMES, dealer=CommittedDealer(seed_from_number(7)))
    listeners: tuple[Viewer, ...] = (SPECTATOR, Seat(0), Seat(1))
    sentences: list[dict[str, object]] = []
    turn = 0
    while not match.is_over:
        seat = match.asked[0]
        before = match.position.n
        told = match.act(seat, choices.choice(match.legal_actions(seat)))
        for listener in listeners:
            words = words_of(game.words, names=NAMES, listener=listener)
            sentences += [
                {
                    "listener": None if listener is SPECTATOR else listener,
                    "event": msgspec.to_builtins(event),
                    "sentence": words.event(event),
                }
                for event in heard_by(listener, told)
            ]
        turn += 1
        if turn == TAKE_BACK_AFTER:
            match.take_back(before, seat)
    match.close()
    return match, sentences


def crane_match(choices: Random) -> Match:
    match = Match.start(find_game("tactile_crane"), players=NAMES, dealer=CommittedDealer(seed_from_number(7)))
    while not match.is_over:
        seat = match.asked[0]
        match.act(seat, choices.choice(match.legal_actions(seat)))
    match.close()
    return match


def write_record(file: Path, match: Match) -> None:
    file.write_bytes(header_line(match.header) + b"".join(map(entry_line, match.lines)))


def main(folder: Path) -> None:
    match, sentences = played_match(Random(1))
    folder.mkdir(parents=True, exist_ok=True)
    write_record(folder / "tag.jsonl", match)
    write_record(folder / "tactile_crane.jsonl", crane_match(Random(1)))
    once = list({json.dumps(case, sort_keys=True): case for case in sentences}.values())
    catalogues = [load_catalogue(each, "en") for each in (find_game("tag").words, core_words())]
    (folder / "sentences.json").write_text(
        json.dumps({"catalogues": catalogues, "names": NAMES, "cases": once}, ensure_ascii=False, indent=1) + "\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
