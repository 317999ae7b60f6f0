"""The solver against the published sample vectors, from cards to finals, in both editions."""

import json
from pathlib import Path
from typing import Any

import pytest

from touchwood.games.cant_touch_this.solver import Clip, move_values, solve_duel, solve_solo

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors" / "cant-touch-this.json").read_text())


def samples(kind: str) -> list[Any]:
    return [
        pytest.param(int(edition), sample, id=f"edition {edition}, {kind} {number}")
        for edition, samples in VECTORS["editions"].items()
        for number, sample in enumerate(samples[kind])
    ]


def clips(named: list[list[Any]]) -> tuple[Clip, ...]:
    return tuple((edge, line, depth) for edge, line, depth in named)


@pytest.mark.parametrize(("edition", "sample"), samples("cards"))
def test_duel_value_and_all_best_first_moves(edition: int, sample: dict[str, Any]) -> None:
    answer = solve_duel(sample["grid"], edition=edition)
    assert answer.value == sample["duel_value"]
    assert answer.best_moves == clips(sample["optimal_first_moves"])


@pytest.mark.parametrize(("edition", "sample"), samples("cards"))
def test_solo_optimum(edition: int, sample: dict[str, Any]) -> None:
    answer = solve_solo(sample["grid"], edition=edition)
    assert answer.optimum == sample["solo_optimum"]
    # Both placements, scored by the solver as games that are over, reach it.
    for placement in (answer.placement, clips(sample["solo_placement"])):
        assert len(placement) == 6
        assert solve_solo(sample["grid"], edition=edition, placed=placement).optimum == answer.optimum


@pytest.mark.parametrize(("edition", "sample"), samples("midgame"))
def test_duel_from_midgame(edition: int, sample: dict[str, Any]) -> None:
    position: dict[str, Any] = {
        "edition": edition,
        "first": clips(sample["first"]),
        "second": clips(sample["second"]),
        "to_move": sample["to_move"],
    }
    answer = solve_duel(sample["grid"], **position)
    assert answer.value == sample["value"]
    assert answer.best_moves == clips(sample["optimal_moves"])
    values = move_values(sample["grid"], **position)
    assert tuple(clip for clip, value in values.items() if value == sample["value"]) == answer.best_moves


@pytest.mark.parametrize(("edition", "sample"), samples("solo_midgame"))
def test_solo_from_midgame(edition: int, sample: dict[str, Any]) -> None:
    placed = clips(sample["placed"])
    answer = solve_solo(sample["grid"], edition=edition, placed=placed)
    assert answer.optimum == sample["optimum"]
    assert answer.placement[: len(placed)] == placed


@pytest.mark.parametrize(("edition", "sample"), samples("small_duels"))
def test_small_duel_and_solo(edition: int, sample: dict[str, Any]) -> None:
    duel = solve_duel(sample["grid"], edition=edition, clips_each=sample["clips_each"])
    assert duel.value == sample["value"]
    solo = solve_solo(sample["grid"], edition=edition, clips=sample["solo_clips"])
    assert solo.optimum == sample["solo_optimum"]


@pytest.mark.parametrize(("edition", "sample"), samples("finals"))
def test_final_scores(edition: int, sample: dict[str, Any]) -> None:
    first, second = clips(sample["first"]), clips(sample["second"])
    final = solve_duel(sample["grid"], edition=edition, first=first, second=second)
    assert final.value == sample["score_first"] - sample["score_second"]
    assert final.best_moves == ()
    for placed, score in ((first, "score_first"), (second, "score_second"), (first + second, "score_as_solo")):
        total = solve_solo(sample["grid"], edition=edition, placed=placed, clips=len(placed)).optimum
        assert total == sample[score]


@pytest.mark.parametrize(("edition", "sample"), samples("legality"))
def test_legality(edition: int, sample: dict[str, Any]) -> None:
    placed, (move,) = clips(sample["placed"]), clips([sample["move"]])
    legal = move_values(sample["grid"], edition=edition, first=placed[::2], second=placed[1::2], **turn(len(placed)))
    assert (move in legal) == sample["legal"]
    if not sample["legal"]:
        reason = {"depth": "no such clip", "overlap": "overlaps", "bomb": "without a star"}[sample["reason"]]
        with pytest.raises(ValueError, match=reason):
            solve_solo(sample["grid"], edition=edition, placed=(*placed, move))


def turn(placed: int) -> dict[str, Any]:
    """Whose turn it is after so many clips, with one clip of sight: legality needs no more."""
    return {"to_move": ("first", "second")[placed % 2], "look_ahead": 1}
