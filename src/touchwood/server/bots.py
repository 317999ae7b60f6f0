"""Bots at live tables: they think in worker processes, within a time cap, and take as long as people do.

A worker gets the name of the game and of the bot, what the bot's seat knows, its legal actions and a seed; never a
state. How long a bot seems to think is drawn without a look at what it may do, so a pause tells nothing.
"""

import asyncio
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

import msgspec

from touchwood.bots import find_player
from touchwood.core.bot import Interjector
from touchwood.core.discovery import find_game
from touchwood.core.values import Value, from_json


class Question(Value, frozen=True):
    """All a worker is told."""

    game: str
    bot: str
    view: bytes
    actions: bytes
    seed: int
    is_asked: bool
    """False: the bot may act but need not."""


def question(game_name: str, bot: str, view: Any, actions: Sequence[Any], *, seed: int, is_asked: bool) -> Question:
    return Question(game_name, bot, msgspec.json.encode(view), msgspec.json.encode(actions), seed, is_asked)


def answer(asked: Question) -> bytes | None:
    """What the bot does, as JSON; None: nothing. Runs in a worker."""
    game = find_game(asked.game)
    view = from_json(asked.view, game.view_type)
    actions: list[Any] = msgspec.json.decode(asked.actions, type=list[game.action_type])  # type: ignore[name-defined]  # the game's own type
    bot, rng = find_player(game, asked.bot), Random(asked.seed)
    if asked.is_asked:
        return msgspec.json.encode(bot.choose(view, actions, rng))
    if not isinstance(bot, Interjector):
        return None
    action = bot.interject(view, actions, rng)
    return None if action is None else msgspec.json.encode(action)


@dataclass(frozen=True)
class Tempo:
    """How long bots take before they move, in milliseconds."""

    shortest: int = 700
    longest: int = 2_200

    def draw(self, rng: Random) -> int:
        return rng.randint(self.shortest, self.longest)


class Thinking(Protocol):
    """Where bots think."""

    async def answer(self, asked: Question) -> bytes | None:
        """Raises `TimeoutError` when the bot took too long."""

    def close(self) -> None: ...


class WorkerProcesses:
    """Bots think in processes of their own. One that takes too long is ended, and its pool made anew."""

    def __init__(self, workers: int, *, cap_seconds: float) -> None:
        self._workers = workers
        self._cap = cap_seconds
        self._pool: ProcessPoolExecutor | None = None

    async def answer(self, asked: Question) -> bytes | None:
        for attempt in (1, 2):
            pool = self._pool = self._pool or ProcessPoolExecutor(
                self._workers, mp_context=multiprocessing.get_context("forkserver")
            )
            try:
                return await asyncio.wait_for(
                    asyncio.get_running_loop().run_in_executor(pool, answer, asked), self._cap
                )
            except TimeoutError:
                self._end(pool)
                raise
            except BrokenProcessPool:
                # Another bot's worker was ended, or died; this question is not to blame for it.
                self._end(pool)
                if attempt == 2:
                    raise TimeoutError from None
        raise AssertionError("answered or raised")

    def _end(self, pool: ProcessPoolExecutor) -> None:
        if self._pool is pool:
            self._pool = None
        # A pool cannot end a worker that is busy; there is no public way before Python 3.14 (`kill_workers`).
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        if self._pool is not None:
            self._end(self._pool)


class OwnThread:
    """Bots think in a thread of the server: for tests, and where processes cannot be had. No bot can be ended here."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="bots")

    async def answer(self, asked: Question) -> bytes | None:
        return await asyncio.get_running_loop().run_in_executor(self._pool, answer, asked)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
