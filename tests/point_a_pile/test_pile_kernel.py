"""Point-a-Pile's twin: in step with the base rules, with any cards, remembered or not; found out when it is bent."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from touchwood.core.choices import Choices
from touchwood.core.seats import Seat
from touchwood.core.twin import Twin, interpreted, twin_of
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.actions import LayOut, Point
from touchwood.games.point_a_pile.cards import CardSet, shipped_cards
from touchwood.games.point_a_pile.kernel import (
    ASIDE,
    CONTESTS,
    DISCARD_SIZE,
    FINGERS,
    HEADPOINTER,
    LENGTH,
    PILE,
    ROUNDS,
    ROW,
    SEATS,
    WHERE,
    has_winner,
    move_cards,
    player_at,
)
from touchwood.games.point_a_pile.options import Options
from touchwood.games.point_a_pile.packing import KERNEL, covers
from touchwood.testing import Nonconformance, Run, Scenario, lockstep
from touchwood.testing.kernels import check_worlds_fit

BASE = [card.card for card in shipped_cards().values() if card.set is CardSet.BASE]


def scenario(players: int, *options: str, matches: int = 3) -> Scenario:
    return Scenario(name=", ".join(options) or "as it comes", players=players, options=options, matches=matches)


def scenarios(players: int) -> list[Scenario]:
    """As it comes; remembered; cards that run out; long rows; many cards with text, and one that asks who leads."""
    rng = Random(players)
    few = rng.sample(BASE, 2 * players + 3)
    return [
        scenario(players),
        scenario(players, "memory=on", "first=1"),
        scenario(players, f"deck={few!r}".replace("'", '"'), "target=99", "round_limit=12"),
        scenario(players, "target=99", "round_limit=0", matches=1),
        scenario(players, f"deck={BASE[24:]!r}".replace("'", '"'), "target=25"),
    ]


def any_twin(run: Run) -> Twin:
    """Compiled, where numba is."""
    players = run.scenario.players
    return twin_of(GAME, run.options, players, GAME.newest_version) or interpreted(KERNEL, run.options, players)


def test_compiled_it_keeps_step():
    for players in GAME.player_counts:
        for each in scenarios(players):
            run = Run(GAME, each)
            assert lockstep(run, any_twin(run)) > 10


def test_what_was_forgotten_is_dealt_anew():
    """From the table's own view of the memory variant: buried cards are any that are not seen, and all of them are."""
    run = Run(GAME, scenario(3, "memory=on", "target=99", "round_limit=8"))
    twin = interpreted(KERNEL, run.options, 3)
    position = next(each for each in run.matches[0] if each.state.rounds == 5)
    view = GAME.view(position.state, Seat(0))
    assert any(player.row is None for player in view.players)
    truth = twin.pack(position.state)
    for row in twin.sample(twin.know(view), twin.rng(1), 20):
        lengths = [row[player_at(seat) + LENGTH] for seat in range(3)]
        assert lengths == [len(player.row) for player in position.state.players]
        assert [row[WHERE:].count(ROW + seat) for seat in range(3)] == lengths
        assert twin.legal(row, 0) == twin.legal(truth, 0)
        assert sorted(row[WHERE:]) == sorted(truth[WHERE:])


def test_expansions_run_on_the_rules():
    assert covers(Options(memory=True), 6, 1)
    assert not covers(Options(point_a_police=True), 4, 1)
    assert not covers(Options(wait_a_minute=True, deck=tuple(BASE)), 4, 1)


def test_choices_make_the_action_again():
    run = Run(GAME, scenario(3, matches=1))
    choices = Choices(GAME, run.options, 3)
    seen = set()
    for position in run.matches[0]:
        move = position.move
        if move is None or move.actor is None:
            continue
        if (number := choices.number_of(move.choice)) is not None:
            numbers = [number]
        else:
            assert KERNEL.parts_of is not None
            builder, parts = KERNEL.parts_of(move.choice)
            numbers = [choices.number_of_part(builder, part) for part in parts]
            assert choices.action_of(GAME.view(position.state, move.actor), numbers[:-1]) is None
        assert choices.action_of(GAME.view(position.state, move.actor), numbers) == move.choice
        seen.add(type(move.choice))
    assert {LayOut, Point} <= seen


# -- Bent twins: functions that are linked in the place of true ones ------------------------------------------------
def everything_is_discarded(tables: Any, row: Any) -> None:
    row[DISCARD_SIZE] += move_cards(row, ASIDE, 1)


def nobody_contests(row: Any, place: int, seats: int) -> None:
    set_aside(row, PILE + place, 0)  # type: ignore[name-defined]  # noqa: F821  # found where it is linked


def any_pile_will_do(row: Any, place: int) -> bool:
    return True


def the_last_is_never_new(row: Any, place: int, seats: int) -> None:
    seat = 0
    while not seats >> seat & 1:
        seat += 1
    row[player_at(seat) + LENGTH] += move_cards(row, PILE + place, ROW + seat)


def headpointer_stays(tables: Any, row: Any) -> None:
    row[ROUNDS] += 1
    begin_draw(row)  # type: ignore[name-defined]  # noqa: F821  # found where it is linked


def shows_fingers(tables: Any, row: Any, seat: int, seen: Any) -> int:
    for other in range(row[SEATS]):
        seen[other] = row[FINGERS + other]
    seen[row[SEATS]] = row[CONTESTS] + row[HEADPOINTER] + has_winner(tables, row)
    return row[SEATS] + 1


def deals_the_lead_away(tables: Any, row: Any, rng: Any) -> None:
    row[HEADPOINTER] = (row[HEADPOINTER] + 1) % row[SEATS]


def follows_sealed_fingers(tables: Any, row: Any, seat: int, rng: Any) -> int:
    return max(row[FINGERS : FINGERS + row[SEATS]])


def points_past_the_piles(tables: Any, row: Any, seat: int, rng: Any) -> int:
    return 9_999


def points_past_the_piles_when_laying(row: Any, rng: Any) -> int:
    return most_piles(row) + 1  # type: ignore[name-defined]  # noqa: F821  # found where it is linked


def everybody_is_ahead(tables: Any, row: Any, seat: int) -> float:
    return 0.9


def ends_are_worth_as_much(tables: Any, row: Any, seat: int) -> float:
    return 1.0 / row[SEATS]


@pytest.mark.parametrize(
    ("name", "function", "subject"),
    [
        ("settle_round", everything_is_discarded, "moves on"),
        ("contest", nobody_contests, "moves on"),
        ("can_go_onto", any_pile_will_do, "legal"),
        ("score_pile", the_last_is_never_new, "moves on"),
        ("end_round", headpointer_stays, "moves on"),
        ("policy", points_past_the_piles, "policy"),
        ("any_place", points_past_the_piles_when_laying, "policy"),
        ("value", everybody_is_ahead, "value"),
        ("value", ends_are_worth_as_much, "value"),
    ],
)
def test_a_bent_twin_is_found(name: str, function: Callable[..., Any], subject: str):
    run = Run(GAME, scenario(3, "target=40", matches=6))
    with pytest.raises(Nonconformance) as raised:
        lockstep(run, interpreted(KERNEL, run.options, 3, bent={name: function}))
    assert (raised.value.check, raised.value.subject) == ("twin", subject)


@pytest.mark.parametrize(
    ("name", "function"),
    [("encode", shows_fingers), ("sample", deals_the_lead_away), ("policy", follows_sealed_fingers)],
)
def test_a_twin_that_shows_deals_or_follows_what_it_may_not_is_found(name: str, function: Callable[..., Any]):
    run = Run(GAME, scenario(3, "target=40", matches=6))
    with pytest.raises(Nonconformance) as raised:
        check_worlds_fit(run, interpreted(KERNEL, run.options, 3, bent={name: function}))
    assert (raised.value.check, raised.value.subject) == ("twin", name)
