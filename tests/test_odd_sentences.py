"""Sentences read as somebody would say them: to whom it happens, and of however many."""

import json
import re
from pathlib import Path

import pytest

from touchwood.core.events import hears
from touchwood.core.options import options_from_mapping
from touchwood.core.refusals import InputError
from touchwood.core.seats import SPECTATOR, all_seats
from touchwood.core.words import Words
from touchwood.games.discovery import find_game, game_names
from touchwood.games.point_a_pile.options import Options, card_list
from touchwood.games.point_a_pile.rules.splitting import to_split, why_not_piles
from touchwood.server.sentences import catalogues
from touchwood.testing.scenarios import default_scenarios
from touchwood.testing.soak import random_match

ODD: dict[str, str] = json.loads((Path(__file__).parent / "odd_sentences.json").read_text(encoding="utf-8"))["en"]
"""What makes a sentence odd; the tests of the page look for the same (web/tests/oddities.ts)."""

NAMES = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")


def oddities(sentence: str) -> list[str]:
    return [f"{what}: {sentence}" for what, pattern in ODD.items() if re.search(pattern, sentence)]


@pytest.mark.parametrize("game", game_names())
def test_whatever_happens_is_told_in_a_whole_sentence_to_everybody(game: str) -> None:
    """Of matches at random, with all there is in the box."""
    wrong = []
    for seed, scenario in enumerate(default_scenarios(find_game(game))[:4]):
        match = random_match(game, scenario, seed)
        told = [each for applied in match.applied for each in applied.events]
        for listener in (SPECTATOR, *all_seats(scenario.players)):
            words = Words(catalogues(game, "en"), language="en", names=NAMES[: scenario.players], listener=listener)
            heard = [words.event(each.event) for each in told if hears(listener, each.audience)]
            wrong += [odd for sentence in heard for odd in oddities(sentence)]
    assert not wrong, "\n".join(sorted(set(wrong))[:20])


def test_the_check_finds_what_is_odd() -> None:
    odd = ("You: turns the card.", "You draws.", "Make 2 to 2 piles.", "Make 2 piles at least, 2 at most.", "1 cards")
    for sentence in odd:
        assert oddities(sentence), sentence
    for sentence in ("You pass.", "Ana turns the card over.", "Make 1 pile at least, 4 at most.", "-1 points"):
        assert not oddities(sentence), sentence


def test_two_cards_are_split_into_two_piles_and_that_is_said_simply() -> None:
    laying = to_split(card_list(Options()), ("B01", "B02"), 0)
    refusal = why_not_piles(laying, (("B01", "B02"),))
    assert refusal is not None
    assert (
        Words(catalogues("point_a_pile", "en"), language="en").refusal(refusal) == "Make 2 piles, no more and no fewer."
    )


@pytest.mark.parametrize("game", ["point_a_pile", "tactile_crane", "tag"])
def test_who_cannot_begin_is_counted_as_people_count(game: str) -> None:
    """The fourth of three; seats are counted from 0 inside, and by nobody else."""
    with pytest.raises(InputError) as raised:
        options_from_mapping(find_game(game), {"first": 3}, 3)
    sentence = Words(catalogues(game, "en"), language="en").error(raised.value)
    assert sentence.startswith("Player 4 cannot")
    assert sentence.endswith("there are only 3.")
