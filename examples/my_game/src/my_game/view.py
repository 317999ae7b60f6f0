"""What a seat or a spectator may know, built by naming it; and how to imagine a whole state that fits."""

from random import Random

from my_game.actions import Action, Stop
from my_game.options import Options
from my_game.state import Colour, Hand, Phase, State
from touchwood.core.seats import Seat, Spectator, Viewer
from touchwood.core.shown import BySeat
from touchwood.core.values import Value


class SeenHand(Value, frozen=True):
    size: int
    has_stopped: bool
    white: int | None = None
    """None: not for the viewer's eyes."""
    black: int | None = None


class View(Value, frozen=True):
    viewer: Seat | Spectator
    options: Options
    phase: Phase
    turn: Seat
    bag_size: int
    hands: BySeat[SeenHand]


def view(state: State, viewer: Viewer) -> View:
    """2.4: one's own hand, and the sizes of the others until the match is over."""
    return View(
        viewer=viewer,
        options=state.options,
        phase=state.phase,
        turn=state.turn,
        bag_size=state.white + state.black,
        hands=tuple(
            SeenHand(hand.size, hand.has_stopped, hand.white, hand.black)
            if seat == viewer or state.phase is Phase.OVER
            else SeenHand(hand.size, hand.has_stopped)
            for seat, hand in enumerate(state.hands)
        ),
    )


def sample_state(view: View, rng: Random) -> State:
    """The pebbles that were not seen are dealt again; what is left is in the bag."""
    unseen = [Colour.WHITE] * view.options.white + [Colour.BLACK] * view.options.black
    for seen in view.hands:
        if seen.white is not None and seen.black is not None:
            del unseen[: seen.white]
            del unseen[len(unseen) - seen.black :]
    rng.shuffle(unseen)
    hands: list[Hand] = []
    for seen in view.hands:
        if seen.white is not None and seen.black is not None:
            hands.append(Hand(seen.white, seen.black, seen.has_stopped))
        else:
            held = [unseen.pop() for _ in range(seen.size)]
            hands.append(Hand(held.count(Colour.WHITE), held.count(Colour.BLACK), seen.has_stopped))
    bag = unseen.count(Colour.WHITE), unseen.count(Colour.BLACK)
    return State(view.options, view.phase, view.turn, *bag, tuple(hands))


def default_action(view: View) -> Action:
    """2.6: what the clock does, and for whoever has left."""
    return Stop()
