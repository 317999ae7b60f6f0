"""Tactile Crane's twin: in step with the rules under all options, fair in what it imagines, found out when bent."""

from collections import Counter
from collections.abc import Callable
from random import Random
from statistics import fmean, stdev
from typing import Any

import pytest
from crane_matches import random_match, random_options

from touchwood.core.chance import draw
from touchwood.core.game import CHANCE
from touchwood.core.seats import Seat
from touchwood.core.twin import Twin, interpreted, twin_of
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.actions import CloseEyes, Grab, PlaceBet, Release
from touchwood.games.tactile_crane.cards import Bet
from touchwood.games.tactile_crane.kernel import (
    DECK,
    HELD,
    IS_HOLDING,
    LIFT,
)
from touchwood.games.tactile_crane.options import Hand, Options
from touchwood.games.tactile_crane.packing import KERNEL, covers
from touchwood.games.tactile_crane.state import State
from touchwood.testing import Nonconformance, Run, Scenario, lockstep
from touchwood.testing.kernels import check_worlds_fit, compare_position


def any_twin(options: Options, seats: int) -> Twin:
    """Compiled, where numba is."""
    return twin_of(GAME, options, seats, GAME.newest_version) or interpreted(KERNEL, options, seats)


def test_compiled_it_keeps_step_under_any_options():
    """Matches in which the challenger aims, so that all results are met; peeks and words set the twin down anew."""
    numbers = {action: number for number, action in enumerate(GAME.codec.numbered(Options(), 2))}
    compared: Counter[Any] = Counter()
    for seats in GAME.player_counts:
        rng = Random(seats)
        for _ in range(8):
            options = random_options(seats, rng)
            twin, run = any_twin(options, seats), Run(GAME, Scenario(name="any", players=seats))
            row = twin.pack(GAME.initial(options, seats, GAME.newest_version))
            for entry in random_match(options, seats, rng):
                compare_position(run, twin, row, entry.before)
                if entry.seat is None:
                    twin.fall(row, entry.outcome)
                elif entry.action in numbers:
                    twin.apply(row, entry.seat, numbers[entry.action])
                else:
                    row = twin.pack(entry.state)
                assert list(row) == list(twin.pack(entry.state)), entry.action
                compared[type(entry.action)] += 1
    assert min(compared.values()) > 10
    assert compared.total() > 5_000


def test_wide_sigmas_and_endless_patience_are_not_covered():
    assert covers(Options(), 2, 1)
    assert not covers(Options(hand=Hand(gain=1701)), 2, 1)
    assert not covers(Options(patience=0), 2, 1)


def the_number_it_is_told(rng: Any, bound: int) -> int:
    """In the place of `below`: the number in `rng`, which is told how many there are."""
    rng[1] = bound
    return rng[0]


@pytest.mark.parametrize("patience", [1, 3])
def test_a_random_choice_is_any_legal_one_and_all_are_alike(patience):
    """The kernel has its own, which does not list a thousand pinches."""
    run = Run(GAME, Scenario(name="any", players=3, options=(f"patience={patience}",), matches=2))
    twin = interpreted(KERNEL, run.options, 3, bent={"below": the_number_it_is_told})
    met = set()
    for position in run.positions:
        row, waiting = twin.pack(position.state), GAME.waiting_for(position.state)
        for seat in waiting if isinstance(waiting, tuple) else ():
            legal = twin.legal(row, seat)
            told, chosen = [0, len(legal)], []
            while told[0] < told[1]:
                chosen.append(twin.functions["random_choice"](twin.tables, row, seat, twin.choices, told))
                told[0] += 1
            assert sorted(chosen) == legal
            met.add((position.state.phase, row[IS_HOLDING], len(legal) > 100))
    assert len(met) >= 5


# -- Worlds ---------------------------------------------------------------------------------------------------------
def held_after(seats: int, pinches: tuple[int, ...], rng: Random) -> State:
    """A turn in which the challenger, seat 0, has grabbed so often and holds the last bundle."""
    state = GAME.initial(Options(first=Seat(0)), seats, GAME.newest_version)
    todo: list[Any] = [CloseEyes(), *[PlaceBet(Bet.LOW)] * (seats - 1)]
    for pinch in pinches:
        todo += [Grab(pinch), Release()]
    for action in todo[:-1]:
        while (waiting := GAME.waiting_for(state)) is CHANCE:
            state = GAME.apply_chance(state, draw(GAME.chance(state), rng.randrange)).state
        assert isinstance(waiting, tuple)
        state = GAME.apply(state, waiting[0], action).state
    while GAME.waiting_for(state) is CHANCE:
        state = GAME.apply_chance(state, draw(GAME.chance(state), rng.randrange)).state
    return state


@pytest.mark.parametrize("viewer", [0, 2])
def test_what_it_imagines_is_what_the_rules_imagine(viewer):
    """Means of what is held, over many worlds of each kind, differ by less than luck explains."""
    rng, worlds = Random(1), 300
    for pinches in ((200,), (150, 400, 250)):
        state = held_after(3, pinches, rng)
        view = GAME.view(state, Seat(viewer))
        twin = any_twin(view.options, 3)
        rows = twin.sample(twin.know(view), twin.rng(1), worlds)
        ours = [float(row[HELD]) for row in rows]
        theirs = [float(GAME.sample_state(view, rng).attempts[-1].held or 0) for _ in range(worlds)]
        error = ((stdev(ours) ** 2 + stdev(theirs) ** 2) / worlds) ** 0.5
        assert abs(fmean(ours) - fmean(theirs)) < 5 * error
        assert 0.75 < stdev(ours) / stdev(theirs) < 1.33


# -- Bent twins: functions that are linked in the place of true ones ------------------------------------------------
def calls_are_always_true(call: int) -> int:
    return 0


def jackpots_stay_empty(row: Any) -> None:
    return


def slips_do_not_matter(row: Any, pinch: int, gain: int, slip: int) -> int:
    return min(row[DECK], max(1, row[31] * pinch * gain // 1000000000))


def bets_are_never_paid(row: Any, turn: int, result: int) -> None:
    return


def all_faces_alike(face: int) -> int:
    return 1


def nobody_may_call(tables: Any, row: Any) -> int:
    return 0


def the_first_wins(tables: Any, row: Any, seat: int) -> float:
    return float(seat == 0)


def grabs_for_ever(tables: Any, row: Any) -> int:
    return GRAB_BY + 500  # type: ignore[name-defined]  # noqa: F821  # found where it is linked


def shows_what_is_held(tables: Any, row: Any, seat: int, seen: Any) -> int:
    seen[0] = row[HELD]
    return 1


def deals_a_card_more(tables: Any, row: Any, rng: Any) -> None:
    row[DECK] += 1


def lifts_what_fits(tables: Any, row: Any) -> int:
    return LIFT + row[HELD] % 2


@pytest.mark.parametrize(
    ("name", "function", "subject"),
    [
        ("true_of", calls_are_always_true, "moves on"),
        ("refill_jackpots", jackpots_stay_empty, "moves on"),
        ("held_cards", slips_do_not_matter, "moves on"),
        ("pay_bets", bets_are_never_paid, "moves on"),
        ("copies", all_faces_alike, "chance"),
        ("may_act", nobody_may_call, "may_act"),
        ("share", the_first_wins, "share"),
        ("grab_or_lift", grabs_for_ever, "policy"),
    ],
)
def test_a_bent_twin_is_found(name: str, function: Callable[..., Any], subject: str):
    run = Run(GAME, Scenario(name="bent", players=3, options=("patience=3",), matches=3))
    with pytest.raises(Nonconformance) as raised:
        lockstep(run, interpreted(KERNEL, run.options, 3, bent={name: function}))
    assert (raised.value.check, raised.value.subject) == ("twin", subject)


@pytest.mark.parametrize(
    ("name", "function", "subject"),
    [
        ("encode", shows_what_is_held, "encode"),
        ("sample", deals_a_card_more, "sample"),
        ("grab_or_lift", lifts_what_fits, "policy"),
    ],
)
def test_a_twin_that_shows_deals_or_follows_what_it_may_not_is_found(
    name: str, function: Callable[..., Any], subject: str
):
    run = Run(GAME, Scenario(name="bent", players=3, options=("patience=3",), matches=2))
    with pytest.raises(Nonconformance) as raised:
        check_worlds_fit(run, interpreted(KERNEL, run.options, 3, bent={name: function}))
    assert (raised.value.check, raised.value.subject) == ("twin", subject)
