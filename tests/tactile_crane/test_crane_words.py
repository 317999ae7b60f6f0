"""Words, text and pictures: whole in every language, round-tripping, 80 columns wide."""

import re
from pathlib import Path
from random import Random
from typing import get_args
from unicodedata import east_asian_width

import pytest
from crane_matches import random_match, random_options
from crane_table import grabbing, table

from touchwood.core.refusals import InputError, Refusal
from touchwood.core.seats import SPECTATOR, Seat, all_seats
from touchwood.core.values import canonical_json, from_json
from touchwood.core.words import Words, languages, load_catalogue, words_of
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.actions import Action, PlaceBet, Say
from touchwood.games.tactile_crane.cards import Bet
from touchwood.games.tactile_crane.events import Event
from touchwood.games.tactile_crane.options import Options
from touchwood.games.tactile_crane.rules import legality

LANGUAGES = ("en", "ja")


def words(language: str, seats: int = 0, listener: object = SPECTATOR) -> Words:
    names = [f"P{number}" for number in range(seats)]
    return words_of(GAME.words, language=language, names=names, listener=listener)  # type: ignore[arg-type]  # a number


def test_there_is_english_and_japanese():
    assert languages(GAME.words) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_sentence(language):
    assert set(load_catalogue(GAME.words, language)["events"]) == {kind.__name__ for kind in get_args(Event)}


def test_every_refusal_code_of_the_rules_has_a_sentence():
    source = Path(legality.__file__).read_text(encoding="utf-8")
    codes = set(re.findall(r'\("(\w+)", "\d+\.\d+"', source))
    assert codes == set(load_catalogue(GAME.words, "en")["refusals"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_can_be_told(language):
    facts = {"seat": 1, "bet": "high", "pinch": 1001, "most": 5, "length": 99}
    for code in load_catalogue(GAME.words, language)["refusals"]:
        assert "{" not in words(language, 3).refusal(Refusal(code, "1.1", facts))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", GAME.player_counts)
def test_all_that_happens_can_be_told_and_drawn_in_80_columns(language, seats):
    rng = Random(seats)
    spoken = {viewer: words(language, seats, viewer) for viewer in (*all_seats(seats), SPECTATOR)}
    for entry in random_match(random_options(seats, rng), seats, rng):
        for viewer, voice in spoken.items():
            for event in entry.heard(viewer):
                assert "{" not in voice.event(event)
        viewer = rng.choice(list(spoken))
        drawing = GAME.picture(GAME.view(entry.state, viewer), spoken[viewer])
        assert max(map(cells, drawing.split("\n"))) <= 80


@pytest.mark.parametrize(
    ("language", "sides"),
    [("en", ("left jackpot", "right jackpot")), ("ja", ("左のジャックポット", "右のジャックポット"))],
)
@pytest.mark.parametrize(("won", "has_sides"), [("0 0", False), ("0 0 0", True)])
def test_a_jackpot_has_a_side_only_where_there_are_two(language, sides, won, has_sides):
    seats = len(won.split())
    jackpots = "3 0" if has_sides else "3"
    for listener in (Seat(0), Seat(1), SPECTATOR):
        for held in (9, 10, 12):
            position = table(won, jackpots=jackpots).plays(10, held, "low")
            told = [words(language, seats, listener).event(event) for event in position.events(listener)]
            of_jackpots = [sentence for sentence in told if "jackpot" in sentence or "ジャックポット" in sentence]
            assert of_jackpots
            for sentence in of_jackpots:
                assert any(side in sentence for side in sides) == has_sides, sentence


def cells(line: str) -> int:
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in line)


def test_long_words_do_not_break_the_picture():
    position = grabbing().holds(5).does(1, "say " + "長" * 80)
    for language in LANGUAGES:
        drawing = GAME.picture(position.view(0), words(language, 3, Seat(0)))
        assert max(map(cells, drawing.split("\n"))) <= 80


# -- Text, JSON and numbers -----------------------------------------------------------------------------------------
def test_actions_round_trip_as_text_json_and_numbers():
    numbered, unnumbered = (which(Options(), 4) for which in (GAME.codec.numbered, GAME.codec.unnumbered))
    assert len(set(numbered)) == len(numbered) == 1 + 3 + 1001 + 3 + 3 + 2
    for action in (*numbered, *unnumbered):
        assert GAME.codec.parse(GAME.codec.text(action)) == action
        assert from_json(canonical_json(action), GAME.action_type) == action
    assert {type(action) for action in (*numbered, *unnumbered)} == set(get_args(Action))
    assert not set(numbered) & set(unnumbered)


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("GRAB 0420", "grab 420"),
        ("  Press   barred ", "press barred"),
        ("Call MORE", "call more"),
        ("Say  More, Please! ", "say  More, Please! "),
        ("bet JUST", "bet just"),
    ],
)
def test_capitals_and_spaces_do_not_matter_but_in_words(typed, text):
    assert GAME.codec.text(GAME.codec.parse(typed)) == text


def test_the_moves_people_type():
    assert GAME.codec.parse("say もう少し") == Say("もう少し")
    assert GAME.codec.parse("bet nothing") == PlaceBet(Bet.NOTHING)


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "unknown_move"),
        ("dance", "unknown_move"),
        ("say", "unknown_move"),
        ("grab", "unknown_move"),
        ("grab 1 2", "unknown_move"),
        ("bet much", "unknown_move"),
        ("grab 1001", "not_a_pinch"),
        ("grab -1", "not_a_pinch"),
        ("grab 0.5", "not_a_pinch"),
        ("grab ²", "not_a_pinch"),
        ("grab 99999999999", "not_a_pinch"),
    ],
)
def test_what_cannot_be_read_is_an_error_with_a_sentence(typed, code):
    with pytest.raises(InputError) as raised:
        GAME.codec.parse(typed)
    assert raised.value.code == code
    for language in LANGUAGES:
        assert "{" not in words(language).error(raised.value)


# -- Pictures ---------------------------------------------------------------------------------------------------------
def test_the_picture_of_a_challenger():
    position = table("12 7 0", multipliers="1 0 0").flips(8, "middle").closes().bets("high", "low")
    position = position.holds(7).does(2, "call more").does(1, "say lift it!")
    assert GAME.picture(position.view(0), words("en", 3, Seat(0))) == (
        """\
    Player  Won  Mult  Cards  L/=/H  Peeks  Bet
▸ 1 You      12     1     32  0/0/0      0
  2 P1        7     0      7  0/0/0      0  has bet
  3 P2        0     0      0  0/0/0      0  has bet

Deck: 111 cards, with what is being grabbed
Jackpots: 3 · 3
Multiplier cards left: 5, each for 20 cards
Turn 1 of 6

Card: 8, without the middle finger   | | x | |
Grabs: 1 of 5. A bundle is held.
Grab 1: pinch 70, it felt like 7.0
P2: “more!”
P1: “lift it!”

Grab, let go, or lift. Pinch from 0 to 1000."""
    )


def test_a_picture_says_what_is_going_on():
    def lines(position: object, viewer: object = SPECTATOR) -> list[str]:
        drawing = GAME.picture(GAME.view(position.state, viewer), words("en", 3, viewer))  # type: ignore[attr-defined, arg-type]  # seats by number; the crane has a picture
        return drawing.split("\n")

    assert lines(table().flips(8), Seat(0))[-1] == "You are the challenger. Close your eyes."
    seen = lines(grabbing().holds(7), Seat(1))
    assert "Grab 1: it looked like 7.0" in seen
    assert any(line.endswith("LOW") for line in seen)
    assert "Last turn: P0 held 9 of 10." in lines(table().plays(10, 9))
    assert "Last turn: P0, no outcome." in lines(grabbing().does(0, "no outcome"))
    assert "Counted: 10 of 10." in lines(table().plays(10, 10))
    assert lines(table("1 5 4", turns=5).flips(8).does(2, "no outcome"))[-1] == "The game is over. Winner: P1"
    duel = lines(table("0 0", achieved=[(0, 0, 0), (1, 0, 1)]))
    assert any("HIGH JUST" in line for line in duel)
    assert "Turn 1 of at most 60" in duel
