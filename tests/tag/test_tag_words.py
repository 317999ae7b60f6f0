"""Words, text and pictures of TAG: whole in every language, round-tripping, 80 columns wide."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any, get_args
from unicodedata import east_asian_width

import msgspec
import pytest
from tag_matches import random_match
from tag_table import Position, new_match, table, turn_begins

from touchwood.core.refusals import InputError, Refusal
from touchwood.core.seats import SPECTATOR, Seat, Viewer, all_seats
from touchwood.core.values import canonical_json, from_json
from touchwood.core.words import Words, languages, load_catalogue, words_of
from touchwood.games.tag import GAME
from touchwood.games.tag.actions import Action
from touchwood.games.tag.events import Event
from touchwood.games.tag.options import Options
from touchwood.games.tag.rules import legality
from touchwood.games.tag.state import KINDS

LANGUAGES = ("en", "ja")
SLOT = re.compile(r"\{(\w+)")


def words(language: str, seats: int = 0, listener: Viewer = SPECTATOR) -> Words:
    return words_of(GAME.words, language=language, names=[f"P{number}" for number in range(seats)], listener=listener)


def sentences(entry: Any) -> list[str]:
    if isinstance(entry, str):
        return [entry]
    parts = entry.values() if isinstance(entry, dict) else entry
    return [sentence for part in parts for sentence in sentences(part)]


def test_there_is_english_and_japanese():
    assert languages(GAME.words) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_catalogue_has_the_same_codes_and_facts(language):
    english, other = load_catalogue(GAME.words, "en"), load_catalogue(GAME.words, language)
    assert {section: set(entries) for section, entries in other.items()} == {
        section: set(entries) for section, entries in english.items()
    }
    for section, entries in english.items():
        for code, entry in entries.items():
            facts = {fact for sentence in sentences(entry) for fact in SLOT.findall(sentence)}
            others = {fact for sentence in sentences(other[section][code]) for fact in SLOT.findall(sentence)}
            assert others <= facts, (section, code)
            assert bool(others) == bool(facts), (section, code)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_sentence(language):
    catalogue = load_catalogue(GAME.words, language)
    assert set(catalogue["events"]) == {kind.__name__ for kind in get_args(Event)}


def test_every_refusal_code_of_the_rules_has_a_sentence():
    source = Path(legality.__file__).read_text(encoding="utf-8")
    codes = set(re.findall(r'\("(\w+)", "\d+\.\d+"', source))
    assert codes == set(load_catalogue(GAME.words, "en")["refusals"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", GAME.player_counts)
def test_all_that_happens_can_be_told_and_drawn_in_80_columns(language, seats):
    rng = Random(seats)
    spoken = {viewer: words(language, seats, viewer) for viewer in (*all_seats(seats), SPECTATOR)}
    for entry in random_match(Options(stall_after=rng.choice([0, 1])), seats, rng):
        for viewer, voice in spoken.items():
            for event in entry.heard(viewer):
                assert "{" not in voice.event(event)
        viewer = rng.choice(list(spoken))
        drawing = GAME.picture(GAME.view(entry.state, viewer), spoken[viewer])
        assert max(map(cells, drawing.split("\n"))) <= 80


def cells(line: str) -> int:
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_can_be_told(language):
    facts = {"seat": 1, "kind": "T", "pile": "deck", "number": 9, "players": 3}
    for code in load_catalogue(GAME.words, language)["refusals"]:
        assert "{" not in words(language, 3).refusal(Refusal(code, "1.1", facts))


# -- Text, JSON and numbers -----------------------------------------------------------------------------------------
@pytest.mark.parametrize("seats", GAME.player_counts)
def test_actions_round_trip_as_text_json_and_numbers(seats):
    actions = GAME.codec.numbered(Options(), seats)
    assert len(actions) == len(set(actions)) == 3 + 2 * len(KINDS) + seats + 3
    for action in actions:
        assert GAME.codec.parse(GAME.codec.text(action)) == action
        assert from_json(canonical_json(action), GAME.action_type) == action
    assert {type(action) for action in actions} == set(get_args(Action))


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("DRAW Deck", "draw deck"),
        ("  play   gool ", "play Gool"),
        ("Give it to 2", "give IT to 2"),
        ("LEAVE IT", "leave IT"),
        ("discard tag", "discard TAG"),
    ],
)
def test_capitals_and_spaces_do_not_matter(typed, text):
    assert GAME.codec.text(GAME.codec.parse(typed)) == text


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "unknown_move"),
        ("dance", "unknown_move"),
        ("play", "unknown_move"),
        ("play T A", "unknown_move"),
        ("draw", "unknown_move"),
        ("play Joker", "unknown_card"),
        ("discard IT", "unknown_card"),
        ("give IT to Bo", "not_a_player"),
        ("give IT to 0", "not_a_player"),
        ("give IT to -1", "not_a_player"),
        ("give IT to ²", "not_a_player"),
        ("give IT to 99999999999", "not_a_player"),
    ],
)
def test_what_cannot_be_read_is_an_error_with_a_sentence(typed, code):
    with pytest.raises(InputError) as raised:
        GAME.codec.parse(typed)
    assert raised.value.code == code
    for language in LANGUAGES:
        assert "{" not in words(language).error(raised.value)


@pytest.mark.parametrize(
    "bad", [{"type": "Play", "kind": "Joker"}, {"type": "GiveIt", "to": -1}, {"type": "Play"}, {"type": "Fly"}]
)
def test_what_is_no_action_does_not_become_one(bad):
    with pytest.raises(msgspec.ValidationError):
        from_json(json.dumps(bad), GAME.action_type)


# -- Pictures -------------------------------------------------------------------------------------------------------
def test_a_picture_shows_the_table():
    position = turn_begins(
        "T A G / T A",
        "G G / -",
        "A A A / G",
        deck="T T",
        discard="A Gool",
        out="Gool",
        taken=("", "G"),
        sets=(0, 1, 0),
        tags=(0, 2, 0),
        it=1,
        streak=2,
    )
    assert GAME.picture(position.view(0), words("en", 3, Seat(0))) == (
        """\
    Player  Hand  Front  Sets  TAG  Points
▸ 1 You     ▒▒▒   TA·       0    0       0
  2 P1      ▒ G   ···       1    2       0  IT
  3 P2      ▒▒▒   ··G       0    0       0

Deck: 2 cards
Discard pile (2): A [Gool]
Out of the game: Gool 1
2 turns in a row without a play.

Your hand, oldest first: T  A  G

Your turn: draw from the deck or the discard pile."""
    )


def test_a_picture_says_what_is_in_force():
    def lines(position: Position, viewer: Viewer = SPECTATOR) -> list[str]:
        return GAME.picture(position.view(viewer), words("en", 2, viewer)).split("\n")

    stalling = turn_begins("T T T", "A", deck="G", discard="T", streak=4)
    assert "The stalling rule is in force: cards are drawn from the deck only." in lines(stalling)
    assert "1 more discard in a row ends the game." in lines(table("T", "A", streak=1))
    assert "2 more discards in a row end the game." in lines(table("T", "A"))
    frozen = table("Freeze T", "A", deck="G").does(0, "play Freeze")
    assert "Freeze: until P0 returns everybody else only discards." in lines(frozen)
    assert "You are frozen: discard a card." in lines(frozen, Seat(1))
    asked = table("TAG", "A", deck="Gool").does(0, "play TAG", "give IT to 2")
    assert "P0 put IT in front of you. Gool, or let it stand?" in lines(asked, Seat(1))
    assert "Turn 8 of at most 400." in lines(table("T", "A", turns=7, options={"stall_after": 0}))
    over = table("T", "A", sets=(1, 0), streak=1).does(0, "discard T")
    assert lines(over)[-1] == "The game is over. Winner: P0"
    assert "IT lies in the middle." in lines(new_match(2))


def test_a_picture_never_shows_another_hand():
    position = table("T T", "Freeze Gool", deck="G")
    drawing = GAME.picture(position.view(0), words("en", 2, Seat(0)))
    assert "Gool" not in drawing
    assert "Freeze" not in drawing
