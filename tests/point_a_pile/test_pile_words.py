"""Words, text and pictures of Point-a-Pile: whole in both languages, 80 columns wide."""

from unicodedata import east_asian_width

import pytest
from pile_table import table
from pile_walks import steps, walk

from touchwood.core.events import heard_by
from touchwood.core.seats import SPECTATOR
from touchwood.core.words import Words, languages, words_of
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.cards import CardSet, Kind, shipped_cards
from touchwood.games.point_a_pile.options import Options, card_list
from touchwood.games.point_a_pile.picture import card_text

NAMES = ("Ana", "Bo", "Cy", "Dee", "Eli", "A very long name indeed")
ALL = {"point_a_police": True, "complete_a_mission": True, "dont_a_touchme": True, "wait_a_minute": True}


def words(language: str, listener: object = SPECTATOR) -> Words:
    return words_of(GAME.words, language=language, names=NAMES, listener=listener)  # type: ignore[arg-type]  # a number


def width(line: str) -> int:
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in line)


def test_there_is_english_and_japanese():
    assert languages(GAME.words) == ("en", "ja")


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_card_can_be_told(language):
    cards = card_list(Options())
    texts = {card: card_text(cards, card, words(language)) for card in shipped_cards() if card[0] != "M"}
    assert len(texts) == 104
    assert len({texts[card.card] for card in shipped_cards().values() if card.set is CardSet.ACTION}) == 16
    assert len({texts[card.card] for card in shipped_cards().values() if card.kind is Kind.ALL_COLOURS}) == 3
    for card in shipped_cards().values():
        if card.set is CardSet.MISSION:
            assert words(language).word(card.card)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("mix", "seats"), [({}, 2), ({}, 6), (ALL, 4), ({**ALL, "memory": True}, 6)])
def test_pictures_are_80_columns_wide(language, mix, seats):
    for number, state in enumerate(walk(Options(**mix), seats, 5)):
        viewer = (*range(seats), SPECTATOR)[number % (seats + 1)]
        picture = GAME.picture(GAME.view(state, viewer), words(language, viewer))
        assert max(map(width, picture.splitlines())) <= 80, picture


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_event_of_whole_matches_can_be_told(language):
    told = set()
    deck = tuple(card for card in shipped_cards() if card[0] in "ARS" or card in ("B01", "B02", "B03", "B06", "B25"))
    for seed in range(5):
        for _, _, _, step in steps(Options(**ALL, deck=deck, round_limit=10), 4, seed):
            for viewer in (*range(4), SPECTATOR):
                for event in heard_by(viewer, step.events):
                    assert words(language, viewer).event(event)
                    told.add(type(event).__name__)
    assert len(told) > 38


def test_no_round_is_told_that_is_not_played():
    last = table("-", "-", hand="B01 B02 B25 B04", deck="B11 B12 B13 B14", rounds=2, round_limit=3)
    ended = last.does(0, "lay B01 B02 | B25 B04").points("1", "empty")
    told = [words("en", 1).event(event) for event in ended.events(1)[-3:]]
    assert told[:2] == ["You are Headpointer at the end.", "That was round 3, the last one."]
    more = table("-", "-", hand="B01 B02 B25 B04", deck="B11 B12 B13 B14", rounds=1, round_limit=3)
    told = [words("en", 0).event(event) for event in more.does(0, "lay B01 B02 | B25 B04").points("1", "2").events(0)]
    assert "Round 3: Bo is Headpointer." in told


def test_a_picture_of_pointing():
    position = table("B25 B29", "B06 R01", hand="B01 B44 B03 S01").does(0, "lay B01 B44 | B03 S01").does(0, "point 1")
    assert GAME.picture(position.view(0), words("en", 0)).splitlines() == [
        "Round 1   Headpointer: you   Deck: 0   Discards: 0",
        "",
        "  Player    Points  Row",
        "  1 You          2  B25r B29b",
        "▸ 2 Bo           0  B06r R01g",
        "",
        "Pile 1   B01p B44r   1",
        "Pile 2   B03g S01g*",
        "",
        "  B44r 4 for 4 green              S01g only for the Headpointer",
        "",
        "Your row:",
        "  B25r 1: 1            B29b 1 each red: 1",
        "",
        "Still to point: Bo.",
    ]
