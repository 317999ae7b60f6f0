"""The twin and the solver's compiled search walk in step with the rules, and bent ones are found."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from ctt_table import random_states, start

from touchwood.core.twin import Twin, interpreted, twin_of
from touchwood.games.cant_touch_this import GAME
from touchwood.games.cant_touch_this.kernel import (
    BID,
    CARD_FALLS,
    CARDS_IN_DECK,
    CELLS,
    CHOOSE_SIDE,
    COLUMNS,
    COVERED,
    FIRST_SEAT,
    KIND_OF_CARD,
    PHASE,
    RANDOM,
    ROWS,
    UNSHUFFLED,
    name_defender,
    points,
)
from touchwood.games.cant_touch_this.packing import KERNEL
from touchwood.games.cant_touch_this.rules.legality import legal_clips
from touchwood.games.cant_touch_this.solving import clip_values
from touchwood.games.cant_touch_this.state import Phase, State, with_clip
from touchwood.testing import Nonconformance, Run, Scenario, lockstep
from touchwood.testing.kernels import check_worlds_fit

SCENARIOS = [
    Scenario(name=f"edition {edition}, {players} players, {card}", players=players, options=options, matches=25, seed=7)
    for edition in (1, 2)
    for players in (1, 2)
    for card, options in (
        ("deck", (f"edition={edition}",)),
        ("as it lies", (f"edition={edition}", "side_by_chance=on")),
        ("random", (f"edition={edition}", "card=random", "columns=5", "rows=4", "gems_from_second=on", "clips_each=2")),
        ("crowded", (f"edition={edition}", "card=random", "columns=3", "rows=3")),
    )
]


def any_twin(run: Run) -> Twin:
    """Compiled, where numba is."""
    players = run.scenario.players
    return twin_of(GAME, run.options, players, GAME.newest_version) or interpreted(KERNEL, run.options, players)


def test_compiled_it_keeps_step_with_the_rules():
    for scenario in SCENARIOS:
        run = Run(GAME, scenario)
        assert lockstep(run, any_twin(run)) >= 80


# -- Bent twins: functions that are linked in the place of true ones ------------------------------------------------
def poops_never_turn_good(edition: int, poops: int) -> int:
    return -poops


def gems_without_an_end(edition: int, free_gems: int, gems: int) -> int:
    return max(0, gems - free_gems) * 2


def bombs_are_harmless(edition: int, bombs: int, stars: int) -> int:
    return 0


def some_clip_always_fits(row: Any) -> bool:
    return True


def east_runs_outwards(row: Any, edge: int) -> int:
    return (row[COLUMNS], 1, -row[COLUMNS], 1)[edge]


def cells_stay_where_they_are(row: Any, pick: int) -> None:
    row[UNSHUFFLED] -= 1
    if row[UNSHUFFLED] == 1:
        row[UNSHUFFLED] = 0
        name_defender(row)


def any_cell_anywhere(tables: Any, row: Any, weights: Any) -> int:
    """Right for the first pick of a shuffle, and for all else that falls."""
    if row[PHASE] != CARD_FALLS:
        return -2
    return -tables[CARDS_IN_DECK] if row[KIND_OF_CARD] != RANDOM else -row[COLUMNS] * row[ROWS]


def the_side_is_always_chosen(row: Any) -> None:
    row[PHASE] = CHOOSE_SIDE


def ties_go_to_the_first(tables: Any, row: Any, seat: int) -> float:
    mine, theirs = points(tables, row, seat), points(tables, row, 1 - seat)
    return 1.0 if mine > theirs or (mine == theirs and row[FIRST_SEAT] == seat) else 0.0


@pytest.mark.parametrize(
    ("name", "function", "options", "subject"),
    [
        ("poop_points", poops_never_turn_good, "edition=1", "points"),
        ("gem_points", gems_without_an_end, "edition=2", "points"),
        ("bomb_points", bombs_are_harmless, "edition=2", "points"),
        ("has_legal_clip", some_clip_always_fits, "card=111/111/111", "moves on"),
        ("stride_from", east_runs_outwards, "edition=2", "legal"),
        ("shuffle_cell", cells_stay_where_they_are, "card=random", "moves on"),
        ("chance", any_cell_anywhere, "card=random", "chance"),
        ("choose_side", the_side_is_always_chosen, "side_by_chance=on", "moves on"),
        ("share", ties_go_to_the_first, "card=111/111/111", "share"),
    ],
)
def test_a_bent_twin_is_found(name: str, function: Callable[..., Any], options: str, subject: str):
    run = Run(GAME, Scenario(name="bent", players=2, options=(options,), matches=40))
    with pytest.raises(Nonconformance) as raised:
        lockstep(run, interpreted(KERNEL, run.options, 2, bent={name: function}))
    assert (raised.value.check, raised.value.subject) == ("twin", subject)


def covers_a_cell(tables: Any, row: Any, rng: Any) -> None:
    row[CELLS] += COVERED


def hides_the_bid(tables: Any, row: Any, seat: int, seen: Any) -> int:
    for column in range(CELLS):
        seen[column] = 0 if column == BID else row[column]
    return CELLS


@pytest.mark.parametrize(("name", "function"), [("sample", covers_a_cell), ("encode", hides_the_bid)])
def test_a_twin_that_shows_or_deals_wrongly_is_found(name: str, function: Callable[..., Any]):
    run = Run(GAME, Scenario(name="bent", players=2, matches=2))
    with pytest.raises(Nonconformance) as raised:
        check_worlds_fit(run, interpreted(KERNEL, run.options, 2, bent={name: function}))
    assert (raised.value.check, raised.value.subject) == ("twin", name)


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
