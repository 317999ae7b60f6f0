"""Catalogues that are incomplete in one language are found, and said which."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.testing.bending import with_catalogue
from touchwood.core.game import AnyGame
from touchwood.core.values import Tagged, Value
from touchwood.testing import CHECKS, Nonconformance, Place, Run
from touchwood.testing.catalogues import facts_of, oddities, require_well_said, rule_numbers
from touchwood.testing.toys.pebbles import GAME, PLAN

NAMES = ("catalogues", "refusals", "events")


def subjects(game: AnyGame) -> dict[str, str]:
    found: dict[str, str] = {}
    run = Run(game, PLAN.scenarios[1], PLAN.secrecy)
    for name in NAMES:
        try:
            CHECKS[name](run)
        except Nonconformance as breach:
            found[name] = breach.subject
    return found


def forget_event(catalogue: dict[str, Any]) -> None:
    del catalogue["events"]["Called"]


def forget_refusal(catalogue: dict[str, Any]) -> None:
    del catalogue["refusals"]["called_already"]


def ask_for_an_unknown_fact(catalogue: dict[str, Any]) -> None:
    catalogue["events"]["PilesLaid"] = "{seat:seat} lays {weather}."


def fill_in_an_unknown_way(catalogue: dict[str, Any]) -> None:
    catalogue["events"]["GameEnded"] = "The end: {points:loudly}."


def ask_a_refusal_for_an_unknown_fact(catalogue: dict[str, Any]) -> None:
    catalogue["refusals"]["no_such_pile"] = "{seat:seat} is wrong."


def address_you_as_if_you_were_somebody_else(catalogue: dict[str, Any]) -> None:
    catalogue["events"]["PilesLaid"] = "Now {seat:seat} lays the piles {piles}."


def address_you_so_in_a_list_of_sentences(catalogue: dict[str, Any]) -> None:
    catalogue["events"]["Pointed"] = ["{seat:seat} points at pile {pile}.", "{seat:seat} is ready."]


def speak_of_a_thing_of_you(catalogue: dict[str, Any]) -> None:
    catalogue["events"]["LotFell"] = "It is {seat:seat}'s lot."


def tell_one_as_if_it_were_many(catalogue: dict[str, Any]) -> None:
    catalogue["refusals"]["no_such_pile"] = "There are not that many piles; 1 piles is what there is, not {count}."


def speak_of_what_never_happens(catalogue: dict[str, Any]) -> None:
    catalogue["events"]["PebbleEaten"] = "Yum."


def speak_of_what_nobody_can_do(catalogue: dict[str, Any]) -> None:
    catalogue["actions"]["EatPebble"] = "Eat a pebble"


def ask_an_action_for_an_unknown_fact(catalogue: dict[str, Any]) -> None:
    catalogue["actions"]["Point"] = "Point at {weather}"


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (forget_event, {"catalogues": "event", "events": "event"}),
        (forget_refusal, {"refusals": "refusal"}),
        (ask_for_an_unknown_fact, {"catalogues": "slots", "events": "event"}),
        (fill_in_an_unknown_way, {"catalogues": "slots", "events": "event"}),
        (ask_a_refusal_for_an_unknown_fact, {"refusals": "refusal"}),
        (address_you_as_if_you_were_somebody_else, {"events": "sentence"}),
        (address_you_so_in_a_list_of_sentences, {"events": "sentence"}),
        (speak_of_a_thing_of_you, {"events": "sentence"}),
        (tell_one_as_if_it_were_many, {"refusals": "sentence"}),
        (speak_of_what_never_happens, {"catalogues": "event"}),
        (speak_of_what_nobody_can_do, {"catalogues": "action"}),
        (ask_an_action_for_an_unknown_fact, {"catalogues": "action"}),
    ],
)
def test_bad_catalogue_is_found(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], found: dict[str, str]
) -> None:
    assert subjects(with_catalogue(tmp_path, change)) == found


def test_an_odd_sentence_is_said_with_what_is_odd_about_it(tmp_path: Path) -> None:
    game = with_catalogue(tmp_path, address_you_as_if_you_were_somebody_else)
    with pytest.raises(Nonconformance) as caught:
        CHECKS["events"](Run(game, PLAN.scenarios[1]))
    told = caught.value.facts
    assert (told["of"], told["odd"]) == ("events.PilesLaid", ["you, as if it were somebody else"])
    assert told["said"].startswith("Now you lays the piles ")


def test_of_another_language_nothing_is_said(tmp_path: Path) -> None:
    game = with_catalogue(tmp_path, address_you_as_if_you_were_somebody_else, language="ja")
    CHECKS["events"](Run(game, PLAN.scenarios[1]))


@pytest.mark.parametrize(
    "sentence",
    [
        "You gives it to Ana.",
        "You: turns the card.",
        "Down in the boat you dives.",
        "Ana, you has it.",
        "It is you's turn.",
        "Ana give you a card.",
        "Bo are next.",
        "1 cards",
        "Make 2 to 2 piles.",
        "Make 2 piles at least, 2 at most.",
    ],
)
def test_what_is_odd_is_found(sentence: str) -> None:
    assert oddities(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "You pass.",
        "You always cross the line.",
        "Ana gives you cards.",
        "Bo gave you points.",
        "Next to you is Ana.",
        "The player after you has IT.",
        "You let Ana draw.",
        "Ana, Bo have a set.",
        "Ana turns the card over.",
        "None of the cards is left.",
        "Make 1 pile at least, 4 at most.",
        "-1 points",
    ],
)
def test_what_people_say_is_not_odd(sentence: str) -> None:
    assert not oddities(sentence)


@pytest.mark.parametrize("sentence", ["The match stands 2 to 2.", "Ana bet 3."])
def test_what_may_be_meant_is_refused_to_no_game(sentence: str) -> None:
    """In our own words it is looked for, and there it is odd."""
    assert oddities(sentence)
    require_well_said(sentence, "en", Place("game", "scenario"), of="events.It")


def test_second_language_must_have_the_same_keys(tmp_path: Path) -> None:
    game = with_catalogue(tmp_path, forget_refusal, language="zz")
    with pytest.raises(Nonconformance) as caught:
        CHECKS["catalogues"](Run(game, PLAN.scenarios[1]))
    assert caught.value.subject == "keys"
    assert caught.value.facts == {"language": "zz", "missing": ["refusals.called_already"], "more": []}


def test_second_language_must_have_the_same_slots(tmp_path: Path) -> None:
    def drop_a_slot(catalogue: dict[str, Any]) -> None:
        catalogue["refusals"]["bad_layout"] = "Lay out all stones."

    game = with_catalogue(tmp_path, drop_a_slot, language="zz")
    with pytest.raises(Nonconformance) as caught:
        CHECKS["catalogues"](Run(game, PLAN.scenarios[1]))
    assert (caught.value.subject, caught.value.facts["key"]) == ("slots", "refusals.bad_layout")


def test_rule_numbers_are_read_from_the_rules() -> None:
    assert {"1", "1.1", "2.1", "3.3", "5.2"} <= rule_numbers(GAME.words)
    assert not {"6", "3.4", "17.3"} & rule_numbers(GAME.words)


# -- What a sentence may tell of an action ----------------------------------------------------------------------------
class Square(Value, frozen=True):
    row: int
    column: int


class Bank(Tagged, frozen=True):
    pass


class Move(Tagged, frozen=True):
    start: Square
    to: Square | None
    paid: Bank | None = None


def test_parts_of_one_name_are_told_by_the_whole_way_to_them() -> None:
    """As the general screen does: `row` alone would be that of the last one, and half of the moves would read alike."""
    both = {"start_row", "start_column", "to_row", "to_column", "paid"}
    assert facts_of(Move(Square(0, 0), Square(0, 1))) == both
    assert facts_of(Move(Square(0, 0), Square(0, 1), Bank())) == both
    assert facts_of(Move(Square(0, 0), None)) == {"start_row", "start_column", "row", "column", "to", "paid"}
