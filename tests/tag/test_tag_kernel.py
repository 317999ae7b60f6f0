"""TAG's twin: in step with the rules under all options, as sensible as the bots are, and found out when it is bent."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from tag_matches import random_match, random_options

from touchwood.core.game import CHANCE, OVER
from touchwood.core.kernel import NOBODY
from touchwood.core.kernel_play import below
from touchwood.core.seats import all_seats
from touchwood.core.twin import Twin, interpreted, twin_of
from touchwood.core.values import canonical_json
from touchwood.games.tag import GAME
from touchwood.games.tag.bots import sensible_move, value
from touchwood.games.tag.kernel import (
    DECK,
    DECK_SIZE,
    ENDED,
    FREEZER,
    HAND,
    HAND_SIZE,
    IS_RETURN,
    IT,
    KINDS,
    PHASE,
    SEATS,
    SETS,
    TAGS,
    TURN,
    draw_card,
    player_at,
)
from touchwood.games.tag.packing import KERNEL
from touchwood.testing import Nonconformance, Run, Scenario, lockstep
from touchwood.testing.kernels import check_odds, check_worlds_fit

TINY = Scenario(
    name="tiny",
    players=2,
    options=('deck={"T":3,"A":2,"G":0,"TAG":1,"Gool":2,"Freeze":0}', "first=0"),
    is_tiny=True,
)


def any_twin(options: Any, seats: int) -> Twin:
    """Compiled, where numba is."""
    return twin_of(GAME, options, seats, GAME.newest_version) or interpreted(KERNEL, options, seats)


def under(options: Any, seats: int, version: int) -> Run:
    pairs = [f"{name}={canonical_json(getattr(options, name)).decode()}" for name in options.__struct_fields__]
    return Run(GAME, Scenario(name="any", players=seats, options=tuple(pairs), matches=1, version=version))


def test_compiled_it_keeps_step_under_any_options():
    for seats in GAME.player_counts:
        rng = Random(seats)
        for _ in range(12):
            options = random_options(seats, rng)
            for version in GAME.versions:
                assert lockstep(under(options, seats, version), any_twin(options, seats)) >= 3 * seats


@pytest.mark.parametrize("seats", GAME.player_counts)
def test_its_quick_move_and_value_are_the_bots(seats):
    rng, moves = Random(seats), 0
    for _ in range(3):
        options = random_options(seats, rng)
        twin, numbered = interpreted(KERNEL, options, seats), list(GAME.codec.numbered(options, seats))
        for entry in random_match(options, seats, rng):
            row = twin.pack(entry.state)
            for seat in all_seats(seats):
                assert twin.value(row, seat) == pytest.approx(value(entry.state, seat), rel=1e-12)
            if (waiting := GAME.waiting_for(entry.state)) not in (CHANCE, OVER):
                sensible = numbered.index(sensible_move(entry.state, waiting[0], rng))
                assert twin.policy(row, waiting[0], twin.rng(1)) == sensible
                moves += 1
    assert moves > 100


# -- Bent twins: functions that are linked in the place of true ones ------------------------------------------------
def thaws_without_a_card(row: Any) -> None:
    row[FREEZER] = NOBODY
    row[IS_RETURN] = 0


def it_costs_two(tables: Any, row: Any, seat: int) -> int:
    player = player_at(seat)
    return row[player + SETS] + row[player + TAGS] - (2 if row[IT] == seat else 0)


def gools_are_played(row: Any, player: int, kind: int) -> bool:
    return True


def deck_of_one_kind(tables: Any, row: Any, weights: Any) -> int:
    return -row[SEATS]


def deals_to_the_first(row: Any, kind: int) -> None:
    draw_card(row, row[TURN], kind)


def never_ends(row: Any) -> bool:
    return False


def everybody_wins(tables: Any, row: Any, seat: int) -> float:
    return 1.0


def shows_the_hands(tables: Any, row: Any, seat: int, seen: Any) -> int:
    for at in range(60):
        seen[at] = row[at]
    return 60


def deals_no_cards(tables: Any, row: Any, rng: Any) -> None:
    row[DECK_SIZE] -= 1


def tells_nothing(tables: Any, row: Any, seat: int, seen: Any) -> int:
    return 0


def looks_into_the_next_hand(tables: Any, row: Any, seat: int, rng: Any) -> int:
    return row[player_at((seat + 1) % row[SEATS]) + HAND]


def chooses_what_is_not_there(tables: Any, row: Any, seat: int, rng: Any) -> int:
    return 9_999


def everybody_is_ahead(tables: Any, row: Any, seat: int) -> float:
    return 0.9


def ends_are_worth_nothing(tables: Any, row: Any, seat: int) -> float:
    return 0.0 if row[PHASE] == ENDED else 1.0 / row[SEATS]


def deals_letters_first(tables: Any, row: Any, rng: Any) -> None:
    """Of two numbers always the lower one."""
    for seat in range(row[SEATS]):
        player = player_at(seat)
        hidden = row[player + HAND_SIZE]
        for kind in range(KINDS):
            hidden -= row[player + HAND + kind]
        for _ in range(hidden):
            number, kind = min(below(rng, row[DECK_SIZE]), below(rng, row[DECK_SIZE])), 0
            while number >= row[DECK + kind]:
                number -= row[DECK + kind]
                kind += 1
            row[DECK + kind] -= 1
            row[DECK_SIZE] -= 1
            row[player + HAND + kind] += 1


@pytest.mark.parametrize(
    ("name", "function", "subject"),
    [
        ("thaw", thaws_without_a_card, "moves on"),
        ("points", it_costs_two, "points"),
        ("can_play", gools_are_played, "legal"),
        ("chance", deck_of_one_kind, "chance"),
        ("deal_card", deals_to_the_first, "moves on"),
        ("is_at_end", never_ends, "moves on"),
        ("share", everybody_wins, "share"),
        ("policy", chooses_what_is_not_there, "policy"),
        ("value", everybody_is_ahead, "value"),
        ("value", ends_are_worth_nothing, "value"),
    ],
)
def test_a_bent_twin_is_found(name: str, function: Callable[..., Any], subject: str):
    run = Run(GAME, Scenario(name="bent", players=3, matches=4))
    with pytest.raises(Nonconformance) as raised:
        lockstep(run, interpreted(KERNEL, run.options, 3, bent={name: function}))
    assert (raised.value.check, raised.value.subject) == ("twin", subject)


@pytest.mark.parametrize(
    ("name", "function", "subject"),
    [
        ("encode", shows_the_hands, "encode"),
        ("encode", tells_nothing, "encode"),
        ("sample", deals_no_cards, "sample"),
        ("policy", looks_into_the_next_hand, "policy"),
    ],
)
def test_a_twin_that_shows_or_deals_wrongly_is_found(name: str, function: Callable[..., Any], subject: str):
    run = Run(GAME, Scenario(name="bent", players=3, matches=2))
    with pytest.raises(Nonconformance) as raised:
        check_worlds_fit(run, interpreted(KERNEL, run.options, 3, bent={name: function}))
    assert (raised.value.check, raised.value.subject) == ("twin", subject)


def test_a_twin_that_deals_unevenly_is_found():
    run = Run(GAME, TINY)
    twin = interpreted(KERNEL, run.options, 2, bent={"sample": deals_letters_first})
    with pytest.raises(Nonconformance) as raised:
        check_odds(run, twin)
    assert (raised.value.check, raised.value.subject) == ("twin", "odds")
