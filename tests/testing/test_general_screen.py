"""Words of the general screen that are for nothing, or tell what the screen has not, are found and named."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.testing.bending import with_catalogue
from touchwood.core.builder import Builder
from touchwood.core.game import AnyGame
from touchwood.core.values import Tagged, Value
from touchwood.testing import CHECKS, Nonconformance, Run
from touchwood.testing.general_screen import phases_of, ways_of_actions
from touchwood.testing.toys.pebbles import GAME, PLAN
from touchwood.testing.toys.pebbles.values import View

PEBBLES: AnyGame = GAME


def breach_of(folder: Path, section: str, code: str, sentence: Any) -> Nonconformance:
    """What the suite says when the toy's catalogue has this word besides its own."""

    def change(catalogue: dict[str, Any]) -> None:
        catalogue.setdefault(section, {})[code] = sentence

    with pytest.raises(Nonconformance) as caught:
        CHECKS["screen_words"](Run(with_catalogue(folder, change), PLAN.scenarios[1]))
    return caught.value


@pytest.mark.parametrize(
    ("section", "code"),
    [
        ("asks", "dive"),
        ("phases", "Lay"),
        ("kinds", "Eat"),
        ("kinds", "Lot"),
        ("fields", "ownr"),
        ("fields", "start_row"),
        ("choices", "StonePrat"),
        ("choices", "StonePrat.0"),
        ("choices", "Point"),
    ],
)
def test_a_word_for_what_the_game_has_not_is_refused(section: str, code: str, tmp_path: Path) -> None:
    breach = breach_of(tmp_path, section, code, "Something")
    assert (breach.subject, breach.facts["word"]) == (section, f"{section}.{code}")
    assert "is for something that the game has" in breach.rule
    assert section == "choices" or breach.facts["known"]


@pytest.mark.parametrize(
    ("section", "code", "sentence"),
    [
        ("asks", "lay", "{foo} stones"),
        ("phases", "lay", ["{asked:seat} lays {foo}.", "The stones are laid out."]),
        ("kinds", "Point", "Point at {foo}"),
        ("fields", "pile", "Pile {foo}"),
    ],
)
def test_a_slot_that_the_screen_cannot_fill_is_refused(section: str, code: str, sentence: Any, tmp_path: Path) -> None:
    breach = breach_of(tmp_path, section, code, sentence)
    assert (breach.subject, breach.facts["word"], breach.facts["unknown"]) == (section, f"{section}.{code}", ["foo"])


def test_a_word_that_is_missing_is_no_breach(tmp_path: Path) -> None:
    def forget(catalogue: dict[str, Any]) -> None:
        for section in ("asks", "phases", "kinds", "fields"):
            del catalogue[section]

    CHECKS["screen_words"](Run(with_catalogue(tmp_path, forget), PLAN.scenarios[1]))


# -- Choices of builders ----------------------------------------------------------------------------------------------
class StonePart(Tagged, frozen=True):
    stones: int


class RarePart(Tagged, frozen=True):
    """Of a builder under other options."""

    colour: str


def with_parts(folder: Path, choices: dict[str, str]) -> Run:
    laying: Builder[Any, Any, Any, Any] = GAME.builders[0]
    naming = replace(laying, numbered=lambda options, seats: [StonePart(each) for each in (1, 2)])
    bent = with_catalogue(folder, lambda catalogue: catalogue.update(choices=choices))
    return Run(replace(bent, builders=(naming,)), PLAN.scenarios[1])


def test_a_choice_is_known_by_its_type_or_by_its_value(tmp_path: Path) -> None:
    words = {"StonePart": "{stones} stones", "StonePart.1": "A stone", "RarePart": "{colour:word}"}
    CHECKS["screen_words"](with_parts(tmp_path, words))


@pytest.mark.parametrize("choice", [{"StonePart": "{pebbles} stones"}, {"StonePart.1": "{stones} stone"}])
def test_a_choice_tells_its_own_facts_and_a_single_one_none(choice: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(Nonconformance, match="choices"):
        CHECKS["screen_words"](with_parts(tmp_path, choice))


# -- What there is, by the types --------------------------------------------------------------------------------------
class Square(Value, frozen=True):
    row: int
    inside: "Square | None" = None


class Move(Tagged, frozen=True):
    start: Square
    to: Square | None


def test_a_field_may_be_called_by_the_whole_way_to_it() -> None:
    ways = ways_of_actions(replace(PEBBLES, action_type=Move))
    assert {"start", "start_row", "to_row", "to_inside"} <= ways
    assert "row_start" not in ways


class AnyPhase(Value, frozen=True):
    phase: str


class NoPhase(Value, frozen=True):
    asked: int | None


def test_phases_are_those_of_the_type() -> None:
    assert phases_of(GAME) == ["draw", "lay", "point", "lot", "over"]
    assert phases_of(replace(PEBBLES, view_type=AnyPhase)) is None, "then any may be"
    assert phases_of(replace(PEBBLES, view_type=NoPhase)) == []


# -- As it is told ----------------------------------------------------------------------------------------------------
def of_the_lucky(catalogue: dict[str, Any]) -> None:
    """A listener who is meant hears it said of somebody else."""
    catalogue["phases"]["over"] = ["{lucky:seat} has the luck.", "It is over."]


def of_who_is_asked(catalogue: dict[str, Any]) -> None:
    """Without a question of its own, what goes on is told to who is asked as well."""
    catalogue["asks"].pop("lay")
    catalogue["phases"]["lay"] = "{viewer:seat} lays the stones."


@pytest.mark.parametrize(("change", "of"), [(of_the_lucky, "phases.over"), (of_who_is_asked, "phases.lay")])
def test_what_goes_on_is_said_rightly_to_everybody(
    change: Callable[[dict[str, Any]], None], of: str, tmp_path: Path
) -> None:
    run = Run(with_catalogue(tmp_path, change), PLAN.scenarios[1])
    with pytest.raises(Nonconformance) as caught:
        CHECKS["status"](run)
    assert (caught.value.subject, caught.value.facts["of"]) == ("sentence", of)


def test_the_toy_is_told_well() -> None:
    assert "phase" in View.__struct_fields__
    CHECKS["status"](Run(GAME, PLAN.scenarios[1]))
