"""Tables of Can't Touch This as small pictures, and positions that are played on in words.

    table("1G* 2B1 SPP", edition=1, placed="N0x1 E2x2")

The rows of the card stand side by side; the clips were placed in turn, beginning with seat 0. Without `placed` the next
thing is the first clip.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

from touchwood.core.chance import draw
from touchwood.core.game import CHANCE, Step
from touchwood.core.refusals import Refusal
from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this import GAME
from touchwood.games.cant_touch_this.codec import parse, parse_clip
from touchwood.games.cant_touch_this.options import Options
from touchwood.games.cant_touch_this.rules.clips import Clip
from touchwood.games.cant_touch_this.rules.legality import asked
from touchwood.games.cant_touch_this.state import Phase, State, with_clip

VECTORS = json.loads(Path(__file__).parents[1].joinpath("vectors", "cant-touch-this.json").read_text(encoding="utf-8"))


def clips(text: str) -> list[Clip]:
    return [parse_clip(word) for word in text.split()]


def table(
    card: str, *, seats: int = 2, first: int = 0, bid: int = 0, placed: str = "", edition: int = 2, **options: Any
) -> State:
    """A position in which a clip is awaited."""
    chosen = Options(edition=edition, card="/".join(card.split()), **options)  # type: ignore[arg-type]  # options by name
    state = State(
        options=chosen,
        seats=seats,
        phase=Phase.CLIP,
        grid=tuple(card.split()),
        defender=Seat(first) if seats == 2 else None,
        bid=bid,
        first=Seat(first) if seats == 2 else None,
    )
    for clip in clips(placed):
        state = with_clip(state, clip)
    return state


def start(seats: int = 2, *, rng: Random | None = None, **options: Any) -> State:
    """A new match, dealt as far as the first choice."""
    rng = rng or Random(1)
    state = GAME.initial(Options(**options), seats, GAME.newest_version)
    while GAME.waiting_for(state) is CHANCE:
        state = GAME.apply_chance(state, draw(GAME.chance(state), rng.randrange)).state
    return state


def do(state: State, *moves: str) -> State:
    """What whoever is asked does, one after the other."""
    for move in moves:
        state = step(state, move).state
    return state


def step(state: State, move: str) -> Step[State, Any]:
    seat = asked(state)
    assert seat is not None
    return GAME.apply(state, seat, parse(move))


def events(state: State, move: str) -> list[Any]:
    return [told.event for told in step(state, move).events]


def refusal(state: State, move: str, seat: int | None = None) -> Refusal:
    """Why this is refused; fails if it is allowed."""
    who = Seat(seat) if seat is not None else asked(state)
    assert who is not None
    refused = GAME.why_illegal(state, who, parse(move))
    assert refused is not None, f"{move} is allowed"
    return refused


def legal(state: State) -> list[str]:
    seat = asked(state)
    assert seat is not None
    return [GAME.codec.text(action) for action in GAME.legal_actions(state, seat)]


def random_states(state: State, rng: Random) -> list[State]:
    """A random match from here to its end, every position of it."""
    states = [state]
    while (seat := asked(states[-1])) is not None:
        states.append(GAME.apply(states[-1], seat, rng.choice(GAME.legal_actions(states[-1], seat))).state)
    return states
