"""Bots at live tables: they think in worker processes, within a time cap, and take as long as people do.

A worker gets the name of the game and of the bot, what the bot's seat knows, its legal actions and a seed; never a
state. How long a bot seems to think is drawn without a look at what it may do, so a pause tells nothing.
"""

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
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


def end_with_the_server() -> None:
    """A worker does not stay behind, however the server ended. Runs in each worker first."""
    server = multiprocessing.parent_process()
    assert server is not None, "a worker has a parent"

    def wait_for_the_end() -> None:
        server.join()
        os._exit(1)

    threading.Thread(target=wait_for_the_end, name="end-with-the-server", daemon=True).start()


@dataclass(frozen=True)
class Tempo:
    """How long bots take before they move, in milliseconds."""

    shortest: int = 700
    longest: int = 2_200
    listening: int = 2_500
    """So much longer where people may call out before the bot moves."""

    def draw(self, rng: Random) -> int:
        return rng.randint(self.shortest, self.longest)


class Thinking(Protocol):
    """Where bots think."""

    def warm(self) -> None:
        """Get ready in the background, so that the first question is answered as quickly as the others."""

    async def answer(self, asked: Question) -> bytes | None:
        """Raises `TimeoutError` when the bot took too long."""

    def close(self) -> None: ...


class WorkerProcesses:
    """Bots think in processes of their own. One that takes too long is ended, and its pool made anew."""

    def __init__(self, workers: int, *, cap_seconds: float) -> None:
        self._workers = workers
        self._cap = cap_seconds
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["touchwood.server.warming"])
        self._starting: Future[ProcessPoolExecutor] | None = None

    def warm(self) -> None:
        self._started()

    def _started(self) -> "Future[ProcessPoolExecutor]":
        """The pool once it has a worker. A thread waits for that: the fork server forks none before it is warm.

        The thread is a daemon, so that a server told to stop meanwhile does not wait for it.
        """
        if self._starting is None or (self._starting.done() and self._starting.exception() is not None):
            self._starting = Future()
            threading.Thread(target=self._start, args=(self._starting,), name="bots-start", daemon=True).start()
        return self._starting

    def _start(self, starting: "Future[ProcessPoolExecutor]") -> None:
        pool = ProcessPoolExecutor(self._workers, mp_context=self._context, initializer=end_with_the_server)
        try:
            pool.submit(os.getpid).result()
        except BaseException as error:
            starting.set_exception(error)
        else:
            starting.set_result(pool)

    async def answer(self, asked: Question) -> bytes | None:
        for attempt in (1, 2):
            starting = self._started()
            try:
                async with asyncio.timeout(self._cap):
                    pool = await asyncio.shield(asyncio.wrap_future(starting))
                    return await asyncio.get_running_loop().run_in_executor(pool, answer, asked)
            except TimeoutError:
                self._end(starting)
                raise
            except BrokenProcessPool:
                # Another bot's worker was ended, or died; this question is not to blame for it.
                self._end(starting)
                if attempt == 2:
                    raise TimeoutError from None
        raise AssertionError("answered or raised")

    def _end(self, starting: "Future[ProcessPoolExecutor]") -> None:
        if not starting.done():
            # Still getting warm; the next question may find it so.
            return
        if self._starting is starting:
            self._starting = None
        if starting.exception() is not None:
            return
        pool = starting.result()
        # A pool cannot end a worker that is busy; there is no public way before Python 3.14 (`kill_workers`).
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        if self._starting is not None:
            self._end(self._starting)


class OwnThread:
    """Bots think in a thread of the server: for tests, and where processes cannot be had. No bot can be ended here."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="bots")

    def warm(self) -> None:
        """Threads of the server would take its time from those who are there."""

    async def answer(self, asked: Question) -> bytes | None:
        return await asyncio.get_running_loop().run_in_executor(self._pool, answer, asked)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
