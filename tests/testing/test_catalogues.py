"""Catalogues that are incomplete in one language are found, and said which."""

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from touchwood.core.game import AnyGame
from touchwood.core.values import Tagged, Value
from touchwood.testing import CHECKS, Nonconformance, Run
from touchwood.testing.catalogues import facts_of, rule_numbers
from touchwood.testing.toys.pebbles import GAME, PLAN

HOME = Path(str(GAME.words))
NAMES = ("catalogues", "refusals", "events")


def with_catalogue(folder: Path, change: Callable[[dict[str, Any]], None], language: str = "en") -> AnyGame:
    """The toy with a changed catalogue of its own."""
    shutil.copytree(HOME.parent, folder / "pebbles", ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    words = folder / "pebbles" / "words"
    catalogue = json.loads((HOME / "en.json").read_text())
    change(catalogue)
    (words / f"{language}.json").write_text(json.dumps(catalogue))
    return replace(GAME, words=words)


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
        (speak_of_what_never_happens, {"catalogues": "event"}),
        (speak_of_what_nobody_can_do, {"catalogues": "action"}),
        (ask_an_action_for_an_unknown_fact, {"catalogues": "action"}),
    ],
)
def test_bad_catalogue_is_found(
    tmp_path: Path, change: Callable[[dict[str, Any]], None], found: dict[str, str]
) -> None:
    assert subjects(with_catalogue(tmp_path, change)) == found


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
