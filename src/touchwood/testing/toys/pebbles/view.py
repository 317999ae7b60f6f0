"""What a seat of Pebbles may know, worlds that fit it, and what a seat out of time does."""

from random import Random

from touchwood.core.seats import Spectator, Viewer
from touchwood.core.words import Words
from touchwood.testing.toys.pebbles.rules import COLOURS
from touchwood.testing.toys.pebbles.values import Action, Colour, Lay, Phase, Point, State, View


def view(state: State, viewer: Viewer) -> View:
    is_over = state.phase is Phase.OVER
    seat = None if isinstance(viewer, Spectator) else viewer
    return View(
        options=state.options,
        viewer=seat,
        phase=state.phase,
        fists=tuple(fist if is_over or index == seat else None for index, fist in enumerate(state.fists)),
        have_drawn=sum(fist is not None for fist in state.fists),
        piles=state.piles,
        pick=None if seat is None else state.picks[seat],
        are_ready=tuple(pick is not None for pick in state.picks),
        calls=state.calls,
        picks=state.picks if state.phase in (Phase.LOT, Phase.OVER) else (),
        lucky=state.lucky,
    )


def sample_state(view: View, rng: Random) -> State:
    """The pebbles not seen are dealt again; a hidden finger points anywhere."""
    unseen = [
        colour
        for colour, count in zip(COLOURS, (view.options.red, view.options.blue), strict=True)
        for _ in range(count)
    ]
    for fist in view.fists:
        if fist is not None:
            unseen.remove(fist)
    rng.shuffle(unseen)
    fists = tuple(
        unseen.pop() if fist is None and seat < view.have_drawn else fist for seat, fist in enumerate(view.fists)
    )
    fingers = tuple(rng.randrange(len(view.piles)) if is_ready else None for is_ready in view.are_ready)
    own = tuple(view.pick if seat == view.viewer else finger for seat, finger in enumerate(fingers))
    return State(
        options=view.options,
        phase=view.phase,
        bag=(unseen.count(Colour.RED), unseen.count(Colour.BLUE)),
        fists=fists,
        piles=view.piles,
        picks=view.picks or own,
        calls=view.calls,
        lucky=view.lucky,
    )


def default_action(view: View) -> Action:
    """One pile; the first pile."""
    return Lay((view.options.stones,)) if view.phase is Phase.LAY else Point(0)


def picture(view: View, words: Words) -> str:
    fists = " ".join("?" if fist is None else words.word(fist) for fist in view.fists)
    piles = " ".join("o" * pile for pile in view.piles) or "-"
    ready = " ".join("ready" if is_ready else "..." for is_ready in view.are_ready)
    return f"piles  {piles}\nfists  {fists}\n       {ready}"
