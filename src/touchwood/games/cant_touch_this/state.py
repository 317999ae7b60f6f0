"""The whole truth of a match of Can't Touch This. All of it is public."""

from enum import StrEnum

from msgspec.structs import replace

from touchwood.core.seats import Seat
from touchwood.core.values import Value
from touchwood.games.cant_touch_this.cards import Grid
from touchwood.games.cant_touch_this.options import Options
from touchwood.games.cant_touch_this.rules.clips import Clip


class Phase(StrEnum):
    """What is awaited, and of whom."""

    CARD = "card"  # chance: which card of the deck, or the order of a random one
    SIDE = "side"  # chance: which side of it lies up
    DEFENDER = "defender"  # chance: who defends
    CHOOSE_SIDE = "choose_side"  # the defender (alone: the player): this side or the other
    BID = "bid"  # whoever does not hold the standing bid: raise or pass
    CLIP = "clip"  # the player whose turn it is: a clip
    OVER = "over"


class Placed(Value, frozen=True):
    seat: Seat
    clip: Clip


class State(Value, frozen=True):
    options: Options
    seats: int
    phase: Phase
    card: int | None = None
    """Its number in the deck, from 0; None: not of the deck, or not drawn yet."""
    side: int | None = None
    """Which side of it lies up, 0 or 1."""
    grid: Grid = ()
    """The side to be played; empty until it lies open."""
    defender: Seat | None = None
    """None alone, or not named yet."""
    bid: int = 0
    """The standing bid. They rise by 1 in turns, so an even one is the defender's, an odd one the challenger's."""
    first: Seat | None = None
    """Who goes first and pays the bid; None until the bidding is over."""
    placed: tuple[Placed, ...] = ()
    """In the order in which they came."""


def other(seat: Seat) -> Seat:
    """The opponent."""
    return Seat(1 - seat)


def clips_in_all(options: Options) -> int:
    """2.5, 7.1: those of both players, also for one alone."""
    return 2 * options.clips_each


def clips_of(state: State, seat: Seat) -> tuple[Clip, ...]:
    return tuple(placed.clip for placed in state.placed if placed.seat == seat)


def all_placed(state: State) -> tuple[Clip, ...]:
    return tuple(placed.clip for placed in state.placed)


def to_place(state: State) -> Seat:
    """2.5: whose clip is the next; alone there is nobody else."""
    if state.first is None:
        return Seat(0)
    return state.first if len(state.placed) % 2 == 0 else other(state.first)


def with_clip(state: State, clip: Clip) -> State:
    """The clip of the player whose turn it is lies there; nothing else has happened yet."""
    return replace(state, placed=(*state.placed, Placed(to_place(state), clip)))
