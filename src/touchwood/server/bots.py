"""Bots at live tables: they think in worker processes, within a budget, and take as long as people do.

A worker gets the name of the game and of the bot, what the bot's seat knows, its legal actions, a seed and a budget;
never a state. How long a bot seems to think is drawn without a look at what it may do, so a pause tells nothing.

Who thinks next is decided by `fair_queue.py`: the table's bots are charged, by the processor time the worker reports,
to the address of the person who has been at the table longest.
"""

import asyncio
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol

import msgspec

from touchwood.bots import find_player
from touchwood.core.bot import Budgeted, Interjector
from touchwood.core.discovery import find_game
from touchwood.core.values import Value, from_json
from touchwood.server.fair_queue import FairQueue, Turn
from touchwood.server.workers import BOTS_NICENESS, Done, Ended, Failed, Job, Outcome, Tell, Worker

PATIENCE_SECONDS: Final = 2.0
"""An address whose waiting questions would take longer than this, with its share of the workers, gets smaller budgets:
so a table's bots stay as quick as people are used to."""
LEAST_PERCENT: Final = 10
LEAST_OF_THE_CAP: Final = 0.25
"""A deadline gets no shorter than this part of the longest: a machine under load is slow at everything."""
NEWEST_COUNTS: Final = 0.2
"""How much the newest thought of a level says about what its thoughts cost."""
MOST_TRIES: Final = 2
"""Of a question whose worker died of something else."""


class Question(Value, frozen=True):
    """All a worker is told."""

    game: str
    bot: str
    view: bytes
    actions: bytes
    seed: int
    is_asked: bool
    """False: the bot may act but need not."""
    percent: int = 100
    """Of the nodes of its level; the same question gets the same answer."""
    seconds: float = 0.0
    """Until the worker is ended, from the moment it has the question."""


def question(game_name: str, bot: str, view: Any, actions: Sequence[Any], *, seed: int, is_asked: bool) -> Question:
    return Question(game_name, bot, msgspec.json.encode(view), msgspec.json.encode(actions), seed, is_asked)


def answer(asked: Question) -> bytes | None:
    """What the bot does, as JSON; None: nothing. Runs in a worker."""
    game = find_game(asked.game)
    view = from_json(asked.view, game.view_type)
    actions: list[Any] = msgspec.json.decode(asked.actions, type=list[game.action_type])  # type: ignore[name-defined]  # the game's own type
    bot, rng = find_player(game, asked.bot), Random(asked.seed)
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
    longest: int = 2_200
    listening: int = 2_500
    """So much longer where people may call out before the bot moves."""

    def draw(self, rng: Random) -> int:
        return rng.randint(self.shortest, self.longest)


@dataclass(frozen=True)
class Asker:
    """For which table a bot thinks, and whose address pays for it."""

    address: str
    table: str


class Thinking(Protocol):
    """Where bots think."""

    def warm(self) -> None:
        """Get ready in the background, so that the first question is answered as quickly as the others."""

    @property
    def is_warm(self) -> bool: ...

    async def answer(self, asked: Question, asker: Asker) -> bytes | None:
        """Raises `TimeoutError` when the bot took too long."""

    def close(self) -> None: ...


@dataclass(eq=False)
class _Asked:
    question: Question
    answered: "asyncio.Future[bytes | None]"
    tries: int = 0
    is_waiting: bool = True


class BotFailed(Exception):
    """A bot raised something; what, its worker says."""


class WorkerProcesses:
    """Bots think in processes of their own, as many as there are workers at a time."""

    def __init__(self, workers: int, *, cap_seconds: float) -> None:
        self._size = workers
        self._cap = cap_seconds
        self._workers: list[Worker] = []
        self._idle: list[Worker] = []
        self._was_ready = False
        self._queue: FairQueue[_Asked] = FairQueue()
        self._costs: dict[tuple[str, str], float] = {}
        """What a thought of a level costs with all its nodes, in seconds of a processor."""
        self._loop: asyncio.AbstractEventLoop | None = None

    def warm(self) -> None:
        if not self._workers:
            self._loop = asyncio.get_running_loop()
            self._workers = [Worker(think, niceness=BOTS_NICENESS, ready=self._on_ready) for _ in range(self._size)]

    @property
    def is_warm(self) -> bool:
        return self._was_ready

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def answer(self, asked: Question, asker: Asker) -> bytes | None:
        self.warm()
        assert self._loop is not None
        waiting = _Asked(asked, self._loop.create_future())
        turn = Turn(asker.address, asker.table, waiting, self._costs.get((asked.game, asked.bot), 0.0))
        self._queue.put(turn)
        self._dispatch()
        try:
            return await waiting.answered
        except asyncio.CancelledError:
            if waiting.is_waiting:
                self._queue.give_up(turn)
            raise

    def close(self) -> None:
        for worker in self._workers:
            worker.close()

    # -- Who thinks next --------------------------------------------------------------------------------------------
    def _dispatch(self) -> None:
        while self._idle and (turn := self._queue.take()) is not None:
            self._give(self._idle.pop(), turn)

    def _give(self, worker: Worker, turn: Turn[_Asked]) -> None:
        asked = self._within_budget(turn)
        turn.item.tries += 1
        turn.item.is_waiting = False

        def ended(outcome: Outcome) -> None:
            self._in_the_loop(self._on_ended, turn, asked.percent, outcome)

        worker.give(Job(msgspec.msgpack.encode(asked), asked.seconds, ended, lambda _: None))

    def _within_budget(self, turn: Turn[_Asked]) -> Question:
        """All of its nodes, unless more waits for the same address than its share of the workers can do in time."""
        share = self._size / max(1, self._queue.addresses)
        waiting = turn.expected + self._queue.expected(turn.address)
        percent = 100
        if waiting > 0:
            percent = min(100, max(LEAST_PERCENT, int(100 * share * max(PATIENCE_SECONDS, turn.expected) / waiting)))
        seconds = self._cap * max(LEAST_OF_THE_CAP, percent / 100)
        return msgspec.structs.replace(turn.item.question, percent=percent, seconds=seconds)

    # -- What came of it --------------------------------------------------------------------------------------------
    def _in_the_loop(self, call: Any, *arguments: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *arguments)

    def _on_ready(self, worker: Worker) -> None:
        self._in_the_loop(self._take_up, worker)

    def _take_up(self, worker: Worker) -> None:
        self._was_ready = True
        self._idle.append(worker)
        self._dispatch()

    def _on_ended(self, turn: Turn[_Asked], percent: int, outcome: Outcome) -> None:
        asked = turn.item
        seconds = outcome.seconds if isinstance(outcome, Ended) else outcome.cpu_seconds
        self._queue.done(turn, seconds)
        self._learn(asked.question, seconds * 100 / percent)
        if asked.answered.done():
            return
        match outcome:
            case Done(result):
                asked.answered.set_result(result or None)
            case Failed(error):
                asked.answered.set_exception(BotFailed(error))
            case Ended(is_late=False) if asked.tries < MOST_TRIES:
                # The worker was killed, which need not be this question's fault.
                asked.is_waiting = True
                self._queue.put(turn)
                self._dispatch()
            case Ended():
                asked.answered.set_exception(TimeoutError())

    def _learn(self, asked: Question, cost: float) -> None:
        level = (asked.game, asked.bot)
        before = self._costs.get(level, cost)
        self._costs[level] = before + NEWEST_COUNTS * (cost - before)


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
