"""Random matches of TAG on the rules alone, entry by entry."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from touchwood.core.chance import draw
from touchwood.core.events import heard_by
from touchwood.core.game import CHANCE, OVER, Step
from touchwood.core.seats import Seat, Viewer
from touchwood.games.tag import GAME
from touchwood.games.tag.actions import Action
from touchwood.games.tag.events import Event
from touchwood.games.tag.options import Deck, Options
from touchwood.games.tag.state import State


@dataclass(frozen=True)
class Entry:
    before: State
    seat: Seat | None
    """None: chance."""
    action: Action | None
    step: Step[State, Event]

    @property
    def state(self) -> State:
        return self.step.state

    def heard(self, viewer: Viewer) -> tuple[Event, ...]:
        return heard_by(viewer, self.step.events)


def random_match(options: Options, seats: int, rng: Random) -> Iterator[Entry]:
    state = GAME.initial(options, seats, GAME.newest_version)
    while (waiting := GAME.waiting_for(state)) is not OVER:
        seat, action = None, None
        if waiting is CHANCE:
            step = GAME.apply_chance(state, draw(GAME.chance(state), rng.randrange))
        else:
            (seat,) = waiting
            action = rng.choice(GAME.legal_actions(state, seat))
            step = GAME.apply(state, seat, action)
        yield Entry(state, seat, action, step)
        state = step.state


def random_options(seats: int, rng: Random) -> Options:
    """Any options; small decks and odd mixtures often, as they reach the corners."""
    deck = Deck()
    if rng.random() < 0.7:
        while sum(deck.counts) > 40 or sum(deck.counts) < 4 * seats:
            deck = Deck(*[rng.choice([0, 1, 2, 4, 8, 12]) for _ in range(6)])
    return Options(
        deck=deck,
        first=rng.choice(["random", Seat(rng.randrange(seats))]),
        gool_chain=rng.random() < 0.5,
        frozen_turns_count=rng.random() < 0.5,
        stall_after=rng.choice([0, 1, 2, 3, 9]),
        show_taken=rng.random() < 0.5,
        tie_break=rng.choice(["shared", "it_then_tags"]),
        answer_seconds=rng.randint(1, 30),
    )
