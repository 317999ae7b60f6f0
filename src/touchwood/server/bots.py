"""Bots at live tables: they think in worker processes, within a budget, and take as long as people do.

A worker gets the name of the game and of the bot, what the bot's seat knows, its legal actions, a seed and a budget;
never a state. How long a bot seems to think is drawn without a look at what it may do, so a pause tells nothing.

Who thinks next is decided by `fair_queue.py`: the table's bots are charged, by the processor time the worker reports,
to the address of the person who has been at the table longest. A quick level has a worker that no slow one ever gets,
so it does not wait for a `best` to end its thought.
"""

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from touchwood.bots import find_player
from touchwood.bots.advising import advise
from touchwood.bots.finding import offered_file
from touchwood.bots.model_bot import ModelBot
from touchwood.core.bot import Budgeted, Interjector
from touchwood.core.values import Value, from_json
from touchwood.games.discovery import find_game
from touchwood.server.fair_queue import Ticket
from touchwood.server.worker_pool import Asker, QuickWorker, WorkerPool
from touchwood.server.workers import Failed, Tell

PATIENCE_SECONDS: Final = 0.5
"""An address whose waiting questions would take longer than this, with its share of the workers, gets smaller budgets:
so a table's bots stay as quick as people are used to."""
LEAST_PERCENT: Final = 10
LEAST_OF_THE_CAP: Final = 0.25
"""A deadline gets no shorter than this part of the longest: a machine under load is slow at everything."""
NEWEST_COUNTS: Final = 0.2
"""How much the newest thought of a level says about what its thoughts cost."""
COST_OF_AN_UNKNOWN: Final = 0.1
"""Seconds of a processor, until one of its level has been measured: so it is not taken for a quick one."""
NICENESS: Final = 10
"""The server itself comes first."""
QUICK: Final = QuickWorker(longest=0.02, niceness=5)
"""Every `easy` and `medium` is that quick, and `hard` in most games."""
LEAST_FOR_THE_PACE: Final = 0.005
"""A shorter thought tells little of how fast the machine is: it is mostly passed to and fro."""


class Question(Value, frozen=True):
    """All a worker is told."""

    game: str
    bot: str
    view: bytes
    actions: bytes
    seed: int
    is_asked: bool
    """False: the bot may act but need not."""
    model: str = ""
    """The file of a trained bot, which only the server's own process has been told of."""
    is_hint: bool = False
    """Advice is wanted, for a person."""
    percent: int = 100
    """Of the nodes of its level; the same question gets the same answer."""
    seconds: float = 0.0
    """Until the worker is ended, from the moment it has the question."""


Kind: TypeAlias = tuple[str, str, bool, bool]


def kind_of(asked: Question) -> Kind:
    """Thoughts of one kind cost much the same."""
    return asked.game, asked.bot, asked.is_asked, asked.is_hint


def question(
    game_name: str, bot: str, view: Any, actions: Sequence[Any], *, seed: int, is_asked: bool, is_hint: bool = False
) -> Question:
    model = offered_file(game_name, bot)
    written = msgspec.json.encode(view), msgspec.json.encode(actions)
    return Question(game_name, bot, *written, seed, is_asked, "" if model is None else str(model), is_hint)


def answer(asked: Question) -> bytes | None:
    """What the bot does, as JSON; None: nothing. Runs in a worker."""
    game = find_game(asked.game)
    view = from_json(asked.view, game.view_type)
    actions: list[Any] = msgspec.json.decode(asked.actions, type=list[game.action_type])  # type: ignore[name-defined]  # the game's own type
    bot = ModelBot(game, Path(asked.model)) if asked.model else find_player(game, asked.bot)
    rng = Random(asked.seed)
    if asked.is_hint:
        return msgspec.json.encode(advise(game, view, actions, rng, asked.percent))
    if isinstance(bot, Budgeted) and asked.percent < 100:
        bot = bot.with_nodes(asked.percent)
    if asked.is_asked:
        return msgspec.json.encode(bot.choose(view, actions, rng))
    if not isinstance(bot, Interjector):
        return None
    action = bot.interject(view, actions, rng)
    return None if action is None else msgspec.json.encode(action)


def think(data: bytes, _: Tell) -> bytes:
    """A worker's job; no bytes: nothing."""
    return answer(msgspec.msgpack.decode(data, type=Question)) or b""


@dataclass(frozen=True)
class Tempo:
    """How long bots take before they move, in milliseconds."""

    shortest: int = 700
    longest: int = 1_900
    """With one grain more still within three seconds."""
    listening: int = 2_500
    """So much longer where people may call out before the bot moves."""
    grain: int = 1_000
    """A thought that outlasts its pause is shown so much later, or twice as much: never when it ends."""

    second_look: int = 500
    """So long before its pause ends a bot looks whether there is more to know by now, and thinks again: it has the rest
    of the pause for that."""

    def draw(self, rng: Random) -> int:
        """Of nothing but luck: how long a bot takes must not tell what it holds."""
        return rng.randint(self.shortest, self.longest)

    def shown_after(self, pause: int, thought: int) -> int:
        """When a bot moves whose pause was drawn and whose thought took so long, both since it was asked."""
        late = max(0, thought - pause)
        return pause + -(-late // self.grain) * self.grain if self.grain else max(pause, thought)


class BotExecutor(Protocol):
    """Where bots think."""

    def warm(self) -> None:
        """Get ready in the background, so that the first question is answered as quickly as the others."""

    @property
    def is_warm(self) -> bool: ...

    async def answer(self, asked: Question, asker: Asker) -> bytes | None:
        """Raises `TimeoutError` when the bot took too long."""

    def close(self) -> None: ...


class BotFailed(Exception):
    """A bot raised something; what, its worker says."""


class WorkerProcesses:
    """Bots think in processes of their own, as many at a time as there are workers."""

    def __init__(self, workers: int, *, cap_seconds: float) -> None:
        self._cap = cap_seconds
        self._costs: dict[Kind, float] = {}
        """What a thought of a kind costs with all its nodes, in seconds of a processor."""
        self._pace = 1.0
        """How many seconds a worker needs for one of a processor: more than one where others want processors too."""
        self.pool = WorkerPool(think, workers, niceness=NICENESS, quick=QUICK)

    def warm(self) -> None:
        self.pool.start()

    @property
    def is_warm(self) -> bool:
        return self.pool.is_warm

    async def answer(self, asked: Question, asker: Asker) -> bytes | None:
        kind, percent, seconds, began = kind_of(asked), 100, self._cap, 0.0

        def prepare(ticket: Ticket[Any]) -> tuple[bytes, float]:
            nonlocal percent, seconds, began
            percent, seconds = self.budget(ticket)
            began = monotonic()
            given = msgspec.structs.replace(asked, percent=percent, seconds=seconds)
            return msgspec.msgpack.encode(given), seconds

        try:
            outcome = await self.pool.do(asker, prepare, expected=self._costs.get(kind, COST_OF_AN_UNKNOWN))
        except TimeoutError:
            self.learn_cost(kind, seconds * 100 / percent)
            raise
        self.learn_cost(kind, outcome.seconds * 100 / percent)
        self.learn_pace(outcome.seconds, monotonic() - began)
        if isinstance(outcome, Failed):
            raise BotFailed(outcome.error)
        return outcome.result or None

    def learn_cost(self, kind: "Kind", cost: float) -> None:
        before = self._costs.get(kind, cost)
        self._costs[kind] = before + NEWEST_COUNTS * (cost - before)

    def learn_pace(self, cost: float, took: float) -> None:
        if cost >= LEAST_FOR_THE_PACE:
            self._pace += NEWEST_COUNTS * (max(1.0, took / cost) - self._pace)

    def budget(self, ticket: Ticket[Any]) -> tuple[int, float]:
        """Hundredths of its nodes, and seconds: all, unless more waits for the same address than its share of the
        workers can do in time."""
        queue = self.pool.queue
        share = self.pool.size / max(1, queue.addresses) / self._pace
        waiting = ticket.expected + queue.expected(ticket.address)
        percent = 100
        if waiting > 0:
            percent = min(100, max(LEAST_PERCENT, int(100 * share * max(PATIENCE_SECONDS, ticket.expected) / waiting)))
        return percent, self._cap * max(LEAST_OF_THE_CAP, percent / 100)

    def close(self) -> None:
        self.pool.close()


class OwnThread:
    """Bots think in a thread of the server: for tests, and where processes cannot be had. No bot can be ended here."""

    is_warm = True

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="bots")

    def warm(self) -> None:
        """Threads of the server would take its time from those who are there."""

    async def answer(self, asked: Question, asker: Asker) -> bytes | None:
        return await asyncio.get_running_loop().run_in_executor(self._pool, answer, asked)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
