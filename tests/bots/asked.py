"""Questions to bots in two worlds that their seat cannot tell apart: the truth, and another that fits all it knows.

Run as a program it answers questions from its input, so that they are also asked where nothing was asked before:

    python -m tests.bots.asked < questions.json
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any, Final

import msgspec

from touchwood import find_game
from touchwood.bots import RandomBot, find_player
from touchwood.core.bot import Bot, Budgeted, Interjector
from touchwood.core.game import AnyGame
from touchwood.core.options import options_from_pairs
from touchwood.core.running import Unrecorded, bot_moves
from touchwood.core.seats import Seat, all_seats
from touchwood.core.values import Value, canonical_json, from_json

MOVES: Final = 60
QUESTIONS: Final = 4
"""Of each kind: as many to one who is awaited, and as many to one who may speak."""
PERCENT: Final = 5
"""Of a level's nodes, where it has some: what a search looks at does not depend on how long it looks."""


class Setting(Value, frozen=True):
    """A kind of match."""

    game: str
    seats: int
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join([self.game, str(self.seats), *self.options])


class Twice(Value, frozen=True):
    """One question in two worlds, states as JSON."""

    seat: Seat
    is_awaited: bool
    """False: the seat may act, and need not."""
    truth: bytes
    imagined: bytes
    luck: int


class Question(Value, frozen=True):
    """All a bot gets."""

    game: str
    bot: str
    view: str
    actions: str
    is_awaited: bool
    luck: int


# -- What is asked ---------------------------------------------------------------------------------------------------
@cache
def asked_twice(setting: Setting) -> tuple[Twice, ...]:
    """Along a match of random players. Questions whose worlds differ come first, then as many kinds as there are."""
    game, rng = find_game(setting.game), Random(str(setting))
    options = options_from_pairs(game, setting.options, setting.seats)
    course = Unrecorded(game, game.initial(options, setting.seats, game.newest_version), rng)
    others = {seat: RandomBot(game) for seat in all_seats(setting.seats)}
    found: dict[tuple[bool, bool, int], Twice] = {}
    met: dict[Any, int] = {}
    for number in range(MOVES):
        for seat, is_awaited in _those_who_may(game, course.state):
            known = game.knowledge(course.state, seat)
            imagined = game.sample_state(known, rng)
            assert game.knowledge(imagined, seat) == known
            kind = is_awaited, frozenset(map(type, game.legal_actions(course.state, seat)))
            met[kind] = met.get(kind, 0) + 1
            worlds = canonical_json(course.state), canonical_json(imagined)
            one = Twice(seat, is_awaited, *worlds, luck=rng.getrandbits(32))
            found[worlds[0] == worlds[1], met[kind] > 1, 10 * number + seat] = one
        if not bot_moves(course, others, rng):
            break
    in_order = [found[key] for key in sorted(found)]
    return tuple(
        one
        for is_awaited in (True, False)
        for one in [each for each in in_order if each.is_awaited == is_awaited][:QUESTIONS]
    )


def _those_who_may(game: AnyGame, state: Any) -> Iterator[tuple[Seat, bool]]:
    waiting = game.waiting_for(state)
    for seat in waiting if isinstance(waiting, tuple) else ():
        yield seat, True
    for seat in game.may_act(state):
        yield seat, False


def question(game: AnyGame, bot: str, asked: Twice, state: bytes) -> Question:
    """From one of its two worlds."""
    world = from_json(state, game.state_type)
    view, actions = game.knowledge(world, asked.seat), game.legal_actions(world, asked.seat)
    written = msgspec.json.encode(view).decode(), msgspec.json.encode(actions).decode()
    return Question(game.name, bot, *written, asked.is_awaited, asked.luck)


# -- What is done ----------------------------------------------------------------------------------------------------
def done(game: AnyGame, bot: Bot[Any, Any], asked: Question) -> str:
    view = from_json(asked.view.encode(), game.view_type)
    actions: list[Any] = msgspec.json.decode(asked.actions, type=list[game.action_type])  # type: ignore[name-defined]  # the game's own type
    rng, action = Random(asked.luck), None
    if asked.is_awaited:
        action = bot.choose(view, actions, rng)
    elif isinstance(bot, Interjector):
        action = bot.interject(view, actions, rng)
    return "nothing" if action is None else game.codec.text(action)


@cache
def bot_of(game: str, name: str) -> Bot[Any, Any]:
    if name in BENT:
        return BENT[name](find_game(game))
    bot = find_player(find_game(game), name)
    return bot.with_nodes(PERCENT) if isinstance(bot, Budgeted) else bot


# -- Bent bots: each chooses by something that is not in its view ------------------------------------------------------
class CountsItsQuestions:
    def __init__(self, game: AnyGame) -> None:
        self._count = 0

    def choose(self, view: Any, actions: Sequence[Any], rng: Random) -> Any:
        self._count += 1
        return actions[self._count % len(actions)]


class TakesFromASet:
    """Python orders sets of strings differently in every process."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def choose(self, view: Any, actions: Sequence[Any], rng: Random) -> Any:
        texts = {self._game.codec.text(action): action for action in actions}
        return texts[next(iter(set(texts)))]


BENT: Final[dict[str, Callable[[AnyGame], Bot[Any, Any]]]] = {
    "counts its questions": CountsItsQuestions,
    "takes from a set": TakesFromASet,
}


if __name__ == "__main__":
    asked: list[Question] = msgspec.json.decode(sys.stdin.buffer.read(), type=list[Question])
    answers = [done(find_game(each.game), bot_of(each.game, each.bot), each) for each in asked]
    sys.stdout.buffer.write(msgspec.json.encode(answers))
