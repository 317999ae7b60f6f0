"""Pebbles put together: its codec, its builder, its `GAME`."""

from collections.abc import Sequence
from importlib.resources import files

from touchwood.core.builder import Builder
from touchwood.core.game import Codec, Game
from touchwood.core.refusals import InputError
from touchwood.testing.toys.pebbles import rules
from touchwood.testing.toys.pebbles.values import (
    Action,
    Call,
    Colour,
    Event,
    Lay,
    Options,
    Phase,
    Point,
    State,
    View,
)
from touchwood.testing.toys.pebbles.view import default_action, picture, sample_state, view


def text(action: Action) -> str:
    match action:
        case Lay(piles):
            return " ".join(["lay", *map(str, piles)])
        case Point(pile):
            return f"point {pile}"
        case Call(colour):
            return f"call {colour}"


def parse(written: str) -> Action:
    try:
        match written.split():
            case ["lay", *piles]:
                return Lay(tuple(map(int, piles)))
            case ["point", pile]:
                return Point(int(pile))
            case ["call", colour]:
                return Call(Colour(colour))
    except ValueError:
        pass
    raise InputError("not_an_action", text=written)


# -- Laying piles, one after the other --------------------------------------------------------------------------------


def _is_offered(view: View) -> bool:
    return view.phase is Phase.LAY and view.viewer == rules.LAYER


def _choices(view: View, parts: tuple[int, ...]) -> Sequence[int]:
    return range(1, view.options.stones - sum(parts) + 1)


def _finish(view: View, parts: tuple[int, ...]) -> Action | None:
    return Lay(parts) if sum(parts) == view.options.stones else None


def _numbered_piles(options: Options, seats: int) -> Sequence[int]:
    return range(1, options.stones + 1)


LAYING: Builder[Options, View, Action, int] = Builder(
    name="lay",
    is_offered=_is_offered,
    choices=_choices,
    finish=_finish,
    attempt=lambda view, parts: Lay(parts),
    text=str,
    numbered=_numbered_piles,
)

GAME: Game[Options, State, Action, Event, View] = Game(
    name="pebbles",
    title="Pebbles",
    credit="A toy of Touchwood's own.",
    versions=(1,),
    player_counts=range(2, 4),
    options_type=Options,
    state_type=State,
    action_type=Action,
    event_type=Event,
    view_type=View,
    why_not_options=rules.why_not_options,
    initial=rules.initial,
    waiting_for=rules.waiting_for,
    why_illegal=rules.why_illegal,
    legal_actions=rules.legal_actions,
    chance=rules.chance,
    act=rules.act,
    apply_chance=rules.apply_chance,
    returns=rules.returns,
    points=rules.points,
    view=view,
    sample_state=sample_state,
    default_action=default_action,
    codec=Codec(
        text=text,
        parse=parse,
        numbered=rules.numbered,
        unnumbered=lambda options, seats: (Lay((options.stones,)), Lay((1,) * options.stones), Lay(())),
    ),
    words=files("touchwood.testing.toys.pebbles") / "words",
    picture=picture,
    pieces=rules.pieces,
    longest=rules.longest,
    may_act=rules.may_act,
    builders=(LAYING,),
)
