"""Bots at play, and matches without records: the order of chance, awaited choices and interjections, in one place.

    1. As long as chance has to fall, it falls.
    2. The first seat that is awaited and has a bot chooses.
    3. Chance falls again; then each seat that may act though nobody waits for it may interject, once.

A match with its record, a live table and a plain simulation differ in what they keep, not in this order: a bot that
interjected before chance had fallen would call about a bundle that nobody holds yet. In a match that a search imagines
nobody interjects; a twin's rows have the same order in `kernel_play.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Protocol, TypeAlias

from touchwood.core.bot import Bot, Interjector
from touchwood.core.chance import draw
from touchwood.core.game import CHANCE, AnyGame, Step
from touchwood.core.seats import Seat

Bots: TypeAlias = Mapping[Seat, Bot[Any, Any]]
QuickMove: TypeAlias = Callable[[Any, Seat, Random], Any]
Watcher: TypeAlias = Callable[[Any, Seat | None, Any, Step[Any, Any]], None]
"""Is shown every step: the state before it, who moved (None: chance), the move, and what came of it."""


class Course(Protocol):
    """A match under way, in which no chance has to fall at the moment."""

    @property
    def game(self) -> AnyGame: ...
    @property
    def state(self) -> Any: ...
    def act(self, seat: Seat, action: Any) -> object:
        """The choice, and then all chance that has to fall."""


def play_on(course: Course, bots: Bots, rng: Random) -> None:
    """As long as a bot is asked: to the end if all seats are theirs."""
    while bot_moves(course, bots, rng):
        pass


def bot_moves(course: Course, bots: Bots, rng: Random) -> bool:
    """Let one bot that is asked choose, and then those speak who may. False if no bot is asked."""
    waiting = course.game.waiting_for(course.state)
    for seat in waiting if isinstance(waiting, tuple) else ():
        if seat in bots:
            course.act(seat, bots[seat].choose(*_asked(course, seat), rng))
            _interject(course, bots, rng)
            return True
    return False


def _asked(course: Course, seat: Seat) -> tuple[Any, Sequence[Any]]:
    game, state = course.game, course.state
    return game.knowledge(state, seat), game.legal_actions(state, seat)


def _interject(course: Course, bots: Bots, rng: Random) -> None:
    game = course.game
    for seat in game.may_act(course.state):
        bot: object = bots.get(seat)
        # An earlier one may have changed what this one may do.
        if isinstance(bot, Interjector) and seat in game.may_act(course.state):
            action = bot.interject(*_asked(course, seat), rng)
            if action is not None:
                course.act(seat, action)


def after_chance(game: AnyGame, state: Any, rng: Random, watch: Watcher | None = None) -> Any:
    """The state once all chance has fallen that has to."""
    while game.waiting_for(state) is CHANCE:
        outcome = draw(game.chance(state), rng.randrange)
        step = game.apply_chance(state, outcome)
        if watch is not None:
            watch(state, None, outcome, step)
        state = step.state
    return state


class Unrecorded:
    """A match that keeps nothing but its state. Chance is `rng`'s; `watch` sees every step."""

    def __init__(self, game: AnyGame, state: Any, rng: Random, watch: Watcher | None = None) -> None:
        self.game = game
        self.state = after_chance(game, state, rng, watch)
        self._rng = rng
        self._watch = watch

    def act(self, seat: Seat, action: Any) -> None:
        step = self.game.apply(self.state, seat, action)
        if self._watch is not None:
            self._watch(self.state, seat, action, step)
        self.state = after_chance(self.game, step.state, self._rng, self._watch)


def play_unrecorded(game: AnyGame, state: Any, bots: Bots, rng: Random, watch: Watcher | None = None) -> Any:
    """From this state to the end, by bots in all seats; gives the state at the end."""
    course = Unrecorded(game, state, rng, watch)
    play_on(course, bots, rng)
    return course.state


def play_imagined(game: AnyGame, state: Any, quick: QuickMove, rng: Random, most: int) -> Any:
    """From this state for so many choices, or to the end, by quick moves that may look at all of an imagined state."""
    state = after_chance(game, state, rng)
    for _ in range(most):
        waiting = game.waiting_for(state)
        if not isinstance(waiting, tuple):
            break
        state = after_chance(game, game.apply(state, waiting[0], quick(state, waiting[0], rng)).state, rng)
    return state
