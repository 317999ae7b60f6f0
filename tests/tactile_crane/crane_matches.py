"""Random matches of Tactile Crane Championship on the rules alone, entry by entry."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from touchwood.core.chance import Outcome, draw
from touchwood.core.events import heard_by
from touchwood.core.game import CHANCE, OVER, Step
from touchwood.core.seats import Seat, Viewer
from touchwood.games.tactile_crane import GAME
from touchwood.games.tactile_crane.actions import Action, Grab, OpenEyes, Say
from touchwood.games.tactile_crane.events import Event
from touchwood.games.tactile_crane.options import Hand, Options
from touchwood.games.tactile_crane.state import State


@dataclass(frozen=True)
class Entry:
    before: State
    seat: Seat | None
    """None: chance."""
    action: Action | None
    outcome: Outcome | None
    step: Step[State, Event]

    @property
    def state(self) -> State:
        return self.step.state

    def heard(self, viewer: Viewer) -> tuple[Event, ...]:
        return heard_by(viewer, self.step.events)


def random_match(options: Options, seats: int, rng: Random) -> Iterator[Entry]:
    """Somebody who may act does so now and then; the challenger aims a little, so that all results are met."""
    state = GAME.initial(options, seats, GAME.newest_version)
    while (waiting := GAME.waiting_for(state)) is not OVER:
        seat, action, outcome = None, None, None
        if waiting is CHANCE:
            outcome = draw(GAME.chance(state), rng.randrange)
            step = GAME.apply_chance(state, outcome)
        else:
            seat = rng.choice(GAME.may_act(state) or waiting) if rng.random() < 0.3 else rng.choice(waiting)
            action = random_action(state, seat, rng)
            if action is None:
                seat = rng.choice(waiting)
                action = random_action(state, seat, rng)
            assert action is not None
            step = GAME.apply(state, seat, action)
        yield Entry(state, seat, action, outcome, step)
        state = step.state


def random_action(state: State, seat: Seat, rng: Random) -> Action | None:
    """Peeks, words and clocks among the numbered actions; a pinch that is not hopeless."""
    if rng.random() < 0.03:
        unnumbered: list[Any] = [OpenEyes(), Say("あと少し!"), GAME.default_action(GAME.view(state, seat))]
        for action in rng.sample(unnumbered, 3):
            if GAME.why_illegal(state, seat, action) is None:
                return action
    actions = GAME.legal_actions(state, seat)
    if not actions:
        return None
    if isinstance(actions[-1], Grab) and state.face is not None:
        others = [action for action in actions if not isinstance(action, Grab)]
        if others and rng.random() < 0.6:
            return rng.choice(others)
        return Grab(min(1000, state.face.number * 1000 // state.options.hand.reach * rng.choice((2, 3, 4)) // 3))
    return rng.choice(actions)


def random_options(seats: int, rng: Random) -> Options:
    hand = Hand() if rng.random() < 0.5 else Hand(reach=rng.choice((20, 60, 130)), gain=rng.choice((0, 100, 900)))
    return Options(
        first=rng.choice(["random", Seat(rng.randrange(seats))]),
        patience=rng.choice((1, 2, 5, 7)),
        multiplier=rng.choice((1, 5, 20, 40)),
        leftovers=rng.choice(["smaller", "challenger"]),
        achieve=rng.choice(["kinds", "any_three"]),
        equal_turns=rng.random() < 0.5,
        hand=hand,
    )
