"""Words, text and pictures: whole in every language, round-tripping, 80 columns wide."""

import re
from pathlib import Path
from random import Random

import pytest
from ctt_table import random_states, start, table
from hypothesis import given
from hypothesis import strategies as st

from touchwood.core.cells import cell_len
from touchwood.core.refusals import InputError
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.core.words import Words, core_words, languages, load_catalogue
from touchwood.games import cant_touch_this
from touchwood.games.cant_touch_this import GAME
from touchwood.games.cant_touch_this.actions import Action
from touchwood.games.cant_touch_this.cards import Symbol
from touchwood.games.cant_touch_this.codec import numbered, parse, text
from touchwood.games.cant_touch_this.options import Options
from touchwood.games.cant_touch_this.picture import picture
from touchwood.games.cant_touch_this.rules.ending import BEYOND_RATINGS, RATINGS

LANGUAGES = ("en", "ja")
SOURCES = "".join(file.read_text(encoding="utf-8") for file in Path(cant_touch_this.__file__).parent.rglob("*.py"))


def words(language: str, listener: object = SPECTATOR) -> Words:
    behind = language if language in languages(core_words()) else "en"
    catalogues = (load_catalogue(GAME.words, language), load_catalogue(core_words(), behind))
    return Words(catalogues, ("Ana", "Bo"), listener)  # type: ignore[arg-type]  # listeners by number


def test_there_is_english_and_japanese():
    assert languages(GAME.words) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_the_sources_name_has_a_sentence_and_no_sentence_is_idle(language):
    catalogue = load_catalogue(GAME.words, language)
    refusals = set(re.findall(r'\("(\w+)", "\d\.\d"|Refusal\("(\w+)"', SOURCES))
    refusals = {code for pair in refusals for code in pair if code}
    assert set(catalogue["refusals"]) == refusals
    errors = set(re.findall(r'InputError\(\s*"(\w+)"', SOURCES))
    refused_positions = {"position_off_card", "position_depth", "position_overlap", "position_bomb"}
    assert set(catalogue["problems"]) == errors | refused_positions


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_symbol_edge_and_rating_has_a_word(language):
    spoken = words(language)
    ratings = [name for _, name in RATINGS] + [BEYOND_RATINGS]
    for word in [*Symbol, "N", "E", "S", "W", "edition_1", "edition_2", *ratings]:
        assert spoken.word(word)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, {}),
        (1, {}),
        (2, {"edition": 1}),
        (2, {"card": "random", "columns": 21, "rows": 3}),
        (1, {"columns": 3, "rows": 21, "card": "random"}),
    ],
)
def test_every_position_can_be_drawn_in_80_columns(language, seats, options):
    state = start(seats, **options)
    for position in [GAME.initial(state.options, seats, GAME.newest_version), *random_states(state, Random(1))]:
        for viewer in (Seat(0), SPECTATOR):
            drawn = picture(GAME.view(position, viewer), words(language, viewer))
            assert drawn.strip()
            assert max(map(cell_len, drawn.splitlines())) <= 80


def test_a_picture_shows_the_card_the_clips_and_the_points():
    state = table("12G* BWW1 SPPP", first=0, bid=1, placed="E0x3 W1x3")
    assert picture(GAME.view(state, Seat(0)), words("en", Seat(0))) == PICTURE


PICTURE = """\
Second edition, 4 x 3
   N   0  1  2  3       You (), first for 1: 2
W                   E   Clips: E0x3 (2 left)
0      1 (2)(G)(*)  0   Two ×1: 2  Gem ×1: 1  Star ×1: 0  Bid: -1
1     [B][W][W] 1   1
2      S  P  P  P   2   Bo []: 2
   S   0  1  2  3       Clips: W1x3 (2 left)
                        Bomb ×1 (1 turned): 2  Star ×1 (1 from wilds): 0
                        Wild ×2: 0
Your turn: place a clip."""


# -- The codec ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("card", ["deck", "111/111/111"])
def test_actions_round_trip_as_text(card):
    actions = numbered(Options(card=card), 2)
    assert len(set(actions)) == len(actions)
    for action in actions:
        assert parse(text(action)) == action
        assert parse(f"  {text(action).upper()} ") == action


@pytest.mark.parametrize(
    ("typed", "written"), [("n3X2", "N3x2"), ("RAISE", "raise"), ("other  side", "other side"), (" pass ", "pass")]
)
def test_people_may_type_carelessly(typed, written):
    assert text(parse(typed)) == written


@given(st.text(max_size=12) | st.text("NESWnesw0123456789x ", max_size=7))
def test_what_is_no_move_is_said_to_be_none(typed):
    said = parse_or_say(typed)
    if isinstance(said, InputError):
        assert said.code == "unknown_move"
        assert typed.strip() in words("en").error(said)
    else:
        assert parse(text(said)) == said


def parse_or_say(typed: str) -> Action | InputError:
    try:
        return parse(typed)
    except InputError as error:
        return error
