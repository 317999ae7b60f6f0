"""Catalogues: slots, voices, and sentences that fit what is known."""

import json
from pathlib import Path
from typing import Any

import pytest

from touchwood.core.refusals import InputError, Refusal
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.core.values import Tagged
from touchwood.core.words import Words, core_words, languages, plural_word, words_of


class CardDrawn(Tagged, frozen=True):
    seat: Seat
    kind: str | None = None


class PilesLaid(Tagged, frozen=True):
    cards: tuple[str, ...]
    count: int


CATALOGUE: dict[str, dict[str, Any]] = {
    "words": {"T": "a T", "G": "a G", "you": "you", "player": "Player"},
    "events": {
        "CardDrawn": {
            "you": ["You draw {kind:word}."],
            "they": ["{seat:seat} draws {kind:word}.", "{seat:seat} draws a card."],
        },
        "PilesLaid": "There {count:plural is are} {count}: {cards:word}.",
    },
    "refusals": {"not_yours": "{seat:seat} has it."},
    "problems": {"bad_file": "{file} is bad."},
}
WORDS = Words((CATALOGUE,), names=("ana", "Bo"))


def test_an_event_is_told_in_the_voice_of_its_listener() -> None:
    drawn = CardDrawn(Seat(0), "T")
    assert WORDS.for_listener(Seat(0)).event(drawn) == "You draw a T."
    assert WORDS.for_listener(Seat(1)).event(drawn) == "Ana draws a T."


def test_what_is_not_known_is_left_out_of_the_sentence() -> None:
    assert WORDS.event(CardDrawn(Seat(1))) == "Bo draws a card."


def test_an_empty_row_is_told_by_the_sentence_that_does_without_it_if_there_is_one() -> None:
    words = Words(({"events": {"PilesLaid": ["Laid: {cards}.", "Nothing is laid."]}},))
    assert words.event(PilesLaid(("T",), 1)) == "Laid: T."
    assert words.event(PilesLaid((), 0)) == "Nothing is laid."
    assert Words(({"events": {"PilesLaid": "Laid: {cards}."}},)).event(PilesLaid((), 0)) == "Laid: ."


def test_an_event_with_no_fitting_sentence_is_an_error_not_a_hole() -> None:
    with pytest.raises(KeyError):
        WORDS.for_listener(Seat(1)).event(CardDrawn(Seat(1)))


def test_lists_are_joined_and_numbers_choose_their_word() -> None:
    assert WORDS.event(PilesLaid(("T", "G"), 2)) == "There are 2: a T, a G."
    assert WORDS.event(PilesLaid(("T",), 1)) == "There is 1: a T."


def test_what_each_seat_has_is_told_with_its_name() -> None:
    catalogue = {"words": CATALOGUE["words"], "labels": {"points": "Points: {points:by_seat}."}}
    words = Words((catalogue,), names=("ana", "Bo"))
    assert words.for_listener(Seat(1)).label("points", points=(3, -1)) == "Points: ana 3, you -1."
    assert words.label("points", points=(None, "T", 0)) == "Points: Bo a T, Player 3 0."


@pytest.mark.parametrize("case", json.loads((Path(__file__).parent / "plurals.json").read_text(encoding="utf-8")))
def test_plurals_go_by_the_language_as_the_page_reads_them(case: dict[str, str | int]) -> None:
    """The page's tests go through the same cases."""
    assert plural_word(str(case["language"]), case["count"], str(case["forms"])) == case["word"]


def test_you_opens_a_sentence_with_a_capital_but_a_file_keeps_its_name() -> None:
    assert WORDS.for_listener(Seat(0)).refusal(Refusal("not_yours", "1", {"seat": 0})) == "You has it."
    assert WORDS.error(InputError("bad_file", file="a.txt")) == "a.txt is bad."


def test_a_seat_without_a_name_is_counted_from_one() -> None:
    assert Words((CATALOGUE,)).seat(2) == "Player 3"
    assert WORDS.listener is SPECTATOR


def test_a_language_that_is_not_there_is_an_error_that_names_those_there_are() -> None:
    with pytest.raises(InputError) as found:
        words_of(None, language="tlh")
    assert "en" in str(found.value.facts["known"])


@pytest.mark.parametrize(
    ("written", "place"),
    [
        (b'{\n  "words": {"a": "b",}\n}', (2, 22)),
        (b"", (1, 1)),
        ('{"words":\n {"ä": "'.encode() + b'\xff"}}', (2, 9)),
    ],
)
def test_a_catalogue_that_is_no_json_is_named_with_the_place(
    written: bytes, place: tuple[int, int], tmp_path: Path
) -> None:
    """By its game, not by where it lies: guests of a server are told too."""
    folder = tmp_path / "clap" / "words"
    folder.mkdir(parents=True)
    (folder / "en.json").write_bytes(written)
    with pytest.raises(InputError) as found:
        words_of(folder)
    error = found.value
    assert (error.code, error.facts["file"]) == ("catalogue_unreadable", "clap/words/en.json")
    assert (error.facts["line"], error.facts["column"]) == place
    for language in languages(core_words()):
        sentence = words_of(None, language=language).error(error)
        assert all(str(fact) in sentence for fact in error.facts.values())


def test_the_core_speaks_the_same_codes_in_all_its_languages() -> None:
    codes = {
        language: {
            (section, code)
            for section, codes in words_of(None, language=language).catalogues[0].items()
            for code in codes
        }
        for language in languages(core_words())
    }
    assert set(codes) >= {"en", "ja"}
    assert all(each == codes["en"] for each in codes.values())
