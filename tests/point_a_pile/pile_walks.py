"""Random matches for the properties, and looking through values."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from touchwood.core.builder import build_at_random
from touchwood.core.chance import draw
from touchwood.core.game import CHANCE, OVER, Step
from touchwood.games.point_a_pile import GAME
from touchwood.games.point_a_pile.options import Options
from touchwood.games.point_a_pile.state import State


def steps(options: Options, seats: int, seed: int) -> Iterator[tuple[State, Any, Any, Step[Any, Any]]]:
    """A random match: state, actor (None: chance), choice, step."""
    rng, state = Random(f"{seed} {seats} {options}"), GAME.initial(options, seats, GAME.newest_version)
    choice: Any
    while (waiting := GAME.waiting_for(state)) is not OVER:
        if waiting is CHANCE:
            actor, choice = None, draw(GAME.chance(state), rng.randrange)
            step = GAME.apply_chance(state, choice)
        else:
            actor = rng.choice([*waiting, *GAME.may_act(state)])
            view = GAME.view(state, actor)
            built = [build_at_random(each, view, rng) for each in GAME.builders if each.is_offered(view)]
            choice = rng.choice([*GAME.legal_actions(state, actor), *built])
            step = GAME.apply(state, actor, choice)
        yield state, actor, choice, step
        state = step.state


def walk(options: Options, seats: int, seed: int) -> Iterator[State]:
    yield GAME.initial(options, seats, GAME.newest_version)
    for _, _, _, step in steps(options, seats, seed):
        yield step.state


def everything_in(value: Any) -> set[Any]:
    """All strings and numbers inside a value, but for the options."""
    found: set[Any] = set()
    heap = [msgspec.to_builtins(value)]
    while heap:
        thing = heap.pop()
        if isinstance(thing, dict):
            heap += [inner for key, inner in thing.items() if key != "options"]
        elif isinstance(thing, list | tuple):
            heap += thing
        else:
            found.add(thing)
    return found
