"""The solver's tables and its compiled search walk in step with the rules, and bent ones are found."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from ctt_table import random_states, start

from touchwood.games.cant_touch_this import GAME
from touchwood.games.cant_touch_this.kernel import SolverKernel
from touchwood.games.cant_touch_this.legality import legal_clips
from touchwood.games.cant_touch_this.solver.engine import link
from touchwood.games.cant_touch_this.solving import clip_values
from touchwood.games.cant_touch_this.state import Phase, State, with_clip
from touchwood.testing import Nonconformance, Scenario, lockstep

SCENARIOS = [
    Scenario(name=f"edition {edition}, {players} players, {card}", players=players, options=options, matches=25, seed=7)
    for edition in (1, 2)
    for players in (1, 2)
    for card, options in (
        ("deck", (f"edition={edition}",)),
        ("random", (f"edition={edition}", "card=random", "columns=5", "rows=4", "gems_from_second=on", "clips_each=2")),
        ("crowded", (f"edition={edition}", "card=random", "columns=3", "rows=3")),
    )
]


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_the_solvers_tables_walk_in_step_with_the_rules(scenario):
    assert lockstep(GAME, SolverKernel(), scenario) >= 80


# -- Bent kernels ---------------------------------------------------------------------------------------------------
def poops_never_turn_good(edition: int, poops: int) -> int:
    return -poops


def gems_without_an_end(edition: int, free_gems: int, gems: int) -> int:
    return max(0, gems - free_gems) * 2


def bombs_are_harmless(edition: int, bombs: int, stars: int) -> int:
    return 0


def bombs_never_forbid(edition: int, counts: int) -> bool:
    return False


@pytest.mark.parametrize(
    ("name", "function", "edition", "subject"),
    [
        ("poop_points", poops_never_turn_good, 1, "points"),
        ("gem_points", gems_without_an_end, 2, "points"),
        ("bomb_points", bombs_are_harmless, 2, "points"),
        ("is_forbidden", bombs_never_forbid, 1, "legal_actions"),
    ],
)
def test_a_bent_kernel_is_found(name: str, function: Callable[..., Any], edition: int, subject: str):
    kernel = SolverKernel(link(compiled=False, bent={name: function}))
    scenario = Scenario(name="bent", players=2, options=(f"edition={edition}",), matches=40)
    with pytest.raises(Nonconformance) as raised:
        lockstep(GAME, kernel, scenario)
    assert raised.value.subject == subject


class ForgetsTheCorner(SolverKernel):
    """Takes a clip at a corner as free from the other edge."""

    def _with_clip(self, packed: Any, seat: Any, clip: Any) -> Any:
        after = super()._with_clip(packed, seat, clip)
        return after._replace(free=after.free | 1) if clip == ("N", 0, 1) else after


def test_a_kernel_bent_in_its_bits_is_found():
    scenario = Scenario(name="corner", players=1, options=("card=111/111/111",), matches=20)
    with pytest.raises(Nonconformance) as raised:
        lockstep(GAME, ForgetsTheCorner(), scenario)
    assert raised.value.subject in ("legal_actions", "apply")


# -- The compiled search --------------------------------------------------------------------------------------------
def margins_by_the_rules(state: State) -> dict[Any, int]:
    """Every legal clip, and how far the first player is ahead after it, before the penalty."""
    assert state.first is not None
    margins = {}
    for clip in legal_clips(state):
        scored = GAME.points(with_clip(state, clip))
        margins[clip] = scored[state.first] + state.bid - scored[1 - state.first]
    return margins


@pytest.mark.parametrize("edition", [1, 2])
def test_the_compiled_search_sees_the_clips_and_points_the_rules_see(edition):
    compared = 0
    for seed in range(25):
        state = start(card="random", edition=edition, gems_from_second=seed % 5 == 0, rng=Random(seed))
        for position in random_states(state, Random(seed)):
            if position.phase is Phase.CLIP:
                margins = margins_by_the_rules(position)
                assert clip_values(position, look_ahead=1) == margins
                compared += len(margins)
    assert compared > 5_000
