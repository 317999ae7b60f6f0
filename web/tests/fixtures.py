"""Makes what the tests of the page compare themselves with, from the Python side.

    python web/tests/fixtures.py web/tests/fixtures

`make test-page` does it each time, so the page is held against Python as it is: `sentences.json` are events as Python
reads them aloud; `moments.json` has every game at every phase in which somebody is asked, as who is asked, who waits
and who looks on see it; `events.json` has every kind of event of every game, as who does it, another player and who
looks on are told of it; `offers.json` has the most that can be done at once in each phase of every game and of a toy,
with their types and words.

Records are made once and stay, for the page reads old ones: `tag.jsonl` is one of TAG with a take-back in it,
`tactile_crane.jsonl` one of Tactile Crane.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path
from random import Random

import msgspec

from touchwood.core.events import heard_by
from touchwood.core.game import AnyGame
from touchwood.core.seats import SPECTATOR, Seat, Viewer
from touchwood.core.words import core_words, load_catalogue, words_of
from touchwood.games.discovery import find_game
from touchwood.match.dealer import CommittedDealer, seed_from_number
from touchwood.match.match import Match
from touchwood.match.record import entry_line, header_line
from touchwood.server.schema import game_schema
from touchwood.testing.toys.pebbles import GAME as PEBBLES

NAMES = ("Ana", "Bo", "Zoë")
TAKE_BACK_AFTER = 25
MOST_ALIKE = 2


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


EXPANSIONS = {"point_a_police": True, "complete_a_mission": True, "dont_a_touchme": True, "wait_a_minute": True}
TABLES: tuple[tuple[str, int, dict[str, object]], ...] = (
    ("tag", 3, {}),
    ("cant_touch_this", 1, {}),
    ("cant_touch_this", 2, {}),
    ("point_a_pile", 3, {}),
    ("point_a_pile", 3, EXPANSIONS),
    ("tactile_crane", 2, {}),
    ("tactile_crane", 3, {"leftovers": "challenger"}),
)


def moments(game_name: str, seats: int, options: dict[str, object], seeds: int = 3) -> list[dict[str, object]]:
    """The first time each phase is met, whether or not it is the viewer who is asked."""
    game, found = find_game(game_name), {}
    chosen = msgspec.convert(options, game.options_type)
    for seed in range(seeds):
        match = Match.start(game, players=NAMES[:seats], options=chosen, dealer=CommittedDealer(seed_from_number(seed)))
        choices = Random(seed)
        while True:
            for viewer in (*map(Seat, range(seats)), SPECTATOR):
                view = match.view(viewer)
                is_asked = viewer in match.asked
                key = (view.phase, "watches" if viewer is SPECTATOR else is_asked)
                if key not in found:
                    legal = [] if viewer is SPECTATOR or match.is_over else match.legal_actions(viewer)
                    found[key] = {
                        "game": game_name,
                        "options": options,
                        "you": None if viewer is SPECTATOR else viewer,
                        "asked": is_asked,
                        "legal": legal[:4],
                        "view": view,
                    }
            if match.is_over:
                break
            seat = match.asked[0]
            legal_now = match.legal_actions(seat)
            match.act(seat, choices.choice(legal_now) if legal_now else game.default_action(match.view(seat)))
    return list(found.values())


def events(game_name: str, seats: int, options: dict[str, object], seeds: int = 6) -> list[dict[str, object]]:
    """The first two of each kind with the same facts, by who hears of it."""
    game, found = find_game(game_name), defaultdict[tuple[object, ...], list[dict[str, object]]](list)
    chosen = msgspec.convert(options, game.options_type)
    for seed in range(seeds):
        match = Match.start(game, players=NAMES[:seats], options=chosen, dealer=CommittedDealer(seed_from_number(seed)))
        choices = Random(seed)
        while not match.is_over:
            seat = match.asked[0]
            legal = match.legal_actions(seat)
            told = match.act(seat, choices.choice(legal) if legal else game.default_action(match.view(seat)))
            for viewer in (*map(Seat, range(seats)), SPECTATOR):
                you = None if viewer is SPECTATOR else viewer
                for event in map(msgspec.to_builtins, heard_by(viewer, told)):
                    about = [you in (fact if isinstance(fact, list) else [fact]) for fact in event.values()]
                    alike = found[event["type"], you is None, *(fact is None for fact in event.values()), *about]
                    if len(alike) < MOST_ALIKE:
                        alike.append({"game": game_name, "you": you, "event": event})
    return [each for alike in found.values() for each in alike]


def offers(game: AnyGame, seats: int, options: dict[str, object]) -> list[dict[str, object]]:
    """The longest list of legal actions met in each phase, as devices are told them."""
    longest: dict[str, list[dict[str, object]]] = {}
    chosen = msgspec.convert(options, game.options_type)
    match = Match.start(game, players=NAMES[:seats], options=chosen, dealer=CommittedDealer(seed_from_number(1)))
    choices = Random(1)
    while not match.is_over:
        seat = match.asked[0]
        legal, phase = match.legal_actions(seat), match.view(seat).phase
        if len(legal) > len(longest.get(phase, ())):
            longest[phase] = [{"action": action, "text": game.codec.text(action)} for action in legal]
        match.act(seat, choices.choice(legal) if legal else game.default_action(match.view(seat)))
    return [{"game": game.name, "phase": phase, "offered": offered} for phase, offered in longest.items()]


def write_record(file: Path, match: Match) -> None:
    if not file.exists():
        file.write_bytes(header_line(match.header) + b"".join(map(entry_line, match.lines)))


def main(folder: Path) -> None:
    match, sentences = played_match(Random(1))
    folder.mkdir(parents=True, exist_ok=True)
    write_record(folder / "tag.jsonl", match)
    write_record(folder / "tactile_crane.jsonl", crane_match(Random(1)))
    all_events = [event for table in TABLES for event in events(*table)]
    (folder / "events.json").write_bytes(b"[\n" + b",\n".join(map(msgspec.json.encode, all_events)) + b"\n]\n")
    all_moments = [moment for table in TABLES for moment in moments(*table)]
    (folder / "moments.json").write_bytes(b"[\n" + b",\n".join(map(msgspec.json.encode, all_moments)) + b"\n]\n")
    offering = [(find_game(name), seats, options) for name, seats, options in TABLES] + [(PEBBLES, 3, {})]
    told = {
        game.name: {"schema": game_schema(game), "words": load_catalogue(game.words, "en")} for game, *_ in offering
    }
    all_offers = {(each["game"], each["phase"]): each for table in offering for each in offers(*table)}
    (folder / "offers.json").write_bytes(msgspec.json.encode({"games": told, "offers": list(all_offers.values())}))
    once = list({json.dumps(case, sort_keys=True): case for case in sentences}.values())
    catalogues = [load_catalogue(each, "en") for each in (find_game("tag").words, core_words())]
    (folder / "sentences.json").write_text(
        json.dumps({"catalogues": catalogues, "names": NAMES, "cases": once}, ensure_ascii=False, indent=1) + "\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main(Path(sys.argv[1]))
