"""What a game may say about its secrets, and that it must."""

from typing import Any

import pytest
from msgspec.structs import replace as with_fields

from tests.testing.bending import bent
from touchwood.core.game import AnyGame, Step
from touchwood.core.seats import Seat, Viewer
from touchwood.testing import Nonconformance, Secrecy, check_game
from touchwood.testing.toys.pebbles import GAME, PLAN
from touchwood.testing.toys.pebbles.rules import show_picks
from touchwood.testing.toys.pebbles.values import Call, Colour, State, View

SCENARIO = PLAN.scenarios[1]


@bent
def calls_are_not_written_down() -> dict[str, Any]:
    """Everybody hears a call; nobody sees afterwards that one was made (nor does it count as one)."""

    def act(state: State, seat: Seat, action: Any) -> Step[State, Any]:
        step = GAME.act(state, seat, action)
        return Step(state, step.events) if isinstance(action, Call) else step

    return {"act": act, "longest": lambda options, seats: None}


@bent
def a_true_call_of_red_ends_the_pointing() -> dict[str, Any]:
    """The rules want it so: that nothing happens after a call of red shows it was a lie."""

    def act(state: State, seat: Seat, action: Any) -> Step[State, Any]:
        step = GAME.act(state, seat, action)
        is_true = action == Call(Colour.RED) and state.fists[seat] is Colour.RED
        return show_picks(step.state, list(step.events)) if is_true else step

    return {"act": act}


@pytest.mark.parametrize(
    ("game", "subject", "secrecy"),
    [
        (GAME, "events", Secrecy(shown_by=("PicksShown",))),
        (calls_are_not_written_down, "events", Secrecy(shown_by=("PicksShown",), fleeting=("Called",))),
        (
            a_true_call_of_red_ends_the_pointing,
            "waiting",
            Secrecy(shown_by=("PicksShown",), given_away_by=("PicksShown",)),
        ),
    ],
    ids=["shown_by", "fleeting", "given_away_by"],
)
def test_what_is_declared_passes_and_what_is_not_is_caught(game: AnyGame, subject: str, secrecy: Secrecy) -> None:
    check_game(game, SCENARIO, secrecy=secrecy, only=["secrets"])
    silent = Secrecy() if game is GAME else PLAN.secrecy
    with pytest.raises(Nonconformance) as caught:
        check_game(game, SCENARIO, secrecy=silent, only=["secrets"])
    assert (caught.value.check, caught.value.subject) == ("secrets", subject)


@bent
def table_forgets_calls() -> dict[str, Any]:
    """A memory variant: views do not show calls again, but nothing that was heard is lost to `remembered`."""

    def view(state: State, viewer: Viewer) -> View:
        return with_fields(GAME.view(state, viewer), calls=())

    return {"view": view, "remembered": GAME.view}


def test_what_the_table_forgets_is_judged_by_what_seats_remember() -> None:
    """Spectators remember nothing, so to them calls are fleeting."""
    secrecy = Secrecy(shown_by=("PicksShown",), fleeting=("Called",))
    check_game(table_forgets_calls, SCENARIO, secrecy=secrecy)


def test_a_scenario_can_have_its_own_secrecy() -> None:
    strict = with_fields(SCENARIO, secrecy=Secrecy())
    with pytest.raises(Nonconformance, match="PicksShown"):
        check_game(GAME, strict, secrecy=PLAN.secrecy, only=["secrets"])
