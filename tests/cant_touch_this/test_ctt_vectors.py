"""The vectors: legality with its reasons, finals with what they are examples of, small duels."""

from collections import Counter

import pytest
from ctt_table import VECTORS, table

from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this.rules.clips import Clip, capture
from touchwood.games.cant_touch_this.rules.ending import sheet
from touchwood.games.cant_touch_this.rules.legality import legal_clips, why_not_clip
from touchwood.games.cant_touch_this.rules.scoring import ScoreSheet
from touchwood.games.cant_touch_this.solver import solve_duel, solve_solo
from touchwood.games.cant_touch_this.state import clips_of, with_clip

EDITIONS = [1, 2]


def vectors(edition: int, kind: str) -> list[dict]:
    return VECTORS["editions"][str(edition)][kind]


@pytest.mark.parametrize("edition", EDITIONS)
def test_legality_of_the_vectors_and_its_reasons(edition):
    reasons = Counter[str | None]()
    for case in vectors(edition, "legality"):
        state = table(" ".join(case["grid"]), edition=edition)
        for clip in case["placed"]:
            state = with_clip(state, Clip(*clip))
        refusal = why_not_clip(state, Clip(*case["move"]))
        assert (refusal is None) == case["legal"]
        assert (refusal and refusal.code) == case.get("reason")
        assert (Clip(*case["move"]) in list(legal_clips(state))) == case["legal"]
        reasons[case.get("reason")] += 1
    assert sum(reasons.values()) == 20
    assert reasons["depth"]
    assert reasons["overlap"]
    assert bool(reasons["bomb"]) == (edition == 1)


def held(own: ScoreSheet, symbol: str) -> int:
    """Captured, wilds not counted."""
    return sum(line.count - line.from_wilds for line in own.lines if line.symbol == symbol)


def became(own: ScoreSheet) -> dict[str, int]:
    return {line.symbol.value: line.from_wilds for line in own.lines if line.from_wilds}


TAGS = {
    "poop_2": lambda own, clips: held(own, "poop") == 2,
    "poop_3": lambda own, clips: held(own, "poop") == 3,
    "poop_4": lambda own, clips: held(own, "poop") == 4,
    "poop_5": lambda own, clips: held(own, "poop") == 5,
    "poop_many": lambda own, clips: held(own, "poop") >= 5,
    "gem_beyond_table": lambda own, clips: held(own, "gem") > 4,
    "multi_swirl_clip": lambda own, clips: any(clip.count("S") > 1 for clip in clips),
    "bomb_with_star_clip": lambda own, clips: any("B" in clip and "*" in clip for clip in clips),
    "bomb_and_star": lambda own, clips: held(own, "bomb") and held(own, "star"),
    "more_bombs_than_stars": lambda own, clips: held(own, "bomb") > held(own, "star") > 0,
    "spare_star": lambda own, clips: held(own, "star") > held(own, "bomb"),
    "odd_wilds": lambda own, clips: held(own, "wild") % 2 == 1,
    "two_or_more_pairs": lambda own, clips: held(own, "wild") >= 4,
    "mixed_conversion": lambda own, clips: len(became(own)) > 1,
    "wild_best_two": lambda own, clips: "two" in became(own),
    "wild_best_star": lambda own, clips: "star" in became(own),
    "wild_best_gem": lambda own, clips: "gem" in became(own),
    "wild_best_poop": lambda own, clips: "poop" in became(own),
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_finals_of_the_vectors_show_what_they_are_examples_of(edition):
    seen = Counter[str]()
    for final in vectors(edition, "finals"):
        state = table(" ".join(final["grid"]), edition=edition)
        for first, second in zip(final["first"], final["second"], strict=True):
            state = with_clip(with_clip(state, Clip(*first)), Clip(*second))
        for seat, side in ((Seat(0), "first"), (Seat(1), "second")):
            own = sheet(state, seat)
            captures = [capture(state.grid, clip) for clip in clips_of(state, seat)]
            assert own.total == final[f"score_{side}"]
            for tag in final[f"tags_{side}"]:
                assert TAGS[tag](own, captures), (tag, final)
                seen[tag] += 1
    assert len(seen) >= 7


@pytest.mark.parametrize("edition", EDITIONS)
def test_small_duels_of_the_vectors(edition):
    for case in vectors(edition, "small_duels"):
        assert solve_duel(case["grid"], edition=edition, clips_each=case["clips_each"]).value == case["value"]
        assert solve_solo(case["grid"], edition=edition, clips=case["solo_clips"]).optimum == case["solo_optimum"]
