"""Some workers and a queue before them that is fair by address.

Where some things take long and others do not, one more worker takes only what is quick: it would wait behind the others
for as long as one of them takes, and is done in a moment. It is less nice than they are, so it need not wait for a core
either.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final

from touchwood.server.fair_queue import FairQueue, Ticket
from touchwood.server.workers import Done, Ended, Failed, Job, Outcome, Progress, Work, Worker

MOST_TRIES: Final = 2
"""Of something whose worker died of something else."""


@dataclass(frozen=True)
class QuickWorker:
    """One more, for what is expected to take no longer than this."""

    longest: float
    niceness: int


@dataclass(frozen=True)
class Asker:
    """For which table something is done, and whose address pays for it."""

    address: str
    table: str


@dataclass(eq=False)
class Wanted:
    """Something for a worker to do."""

    prepare: Callable[["Ticket[Wanted]"], tuple[bytes, float]]
    """Called when a worker has time for it: the job, and how many seconds it may take."""
    ended: "asyncio.Future[Done | Failed]"
    told: Callable[[Progress], None] = lambda _: None
    tries: int = 0
    is_waiting: bool = field(default=True)


class WorkerPool:
    """Belongs to the loop it was started in."""

    def __init__(self, work: Work, size: int, *, niceness: int, quick: QuickWorker | None = None) -> None:
        self.size = size
        """How many there are for everything."""
        self.queue: FairQueue[Wanted] = FairQueue()
        self.is_warm = False
        """Whether there ever was a worker that could be given something."""
        self.idle: list[Worker] = []
        self._work = work
        self._niceness = niceness
        self._quick = quick
        self._workers: list[Worker] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        if not self._workers:
            self._loop = asyncio.get_running_loop()
            self._workers = [self._worker(self._niceness) for _ in range(self.size)]
            if self._quick is not None:
                self._workers.append(self._worker(self._quick.niceness, longest=self._quick.longest))

    def _worker(self, niceness: int, longest: float = inf) -> Worker:
        return Worker(self._work, niceness=niceness, longest=longest, ready=self._on_ready)

    @property
    def is_idle(self) -> bool:
        """Whether every worker is there and has nothing to do."""
        return 0 < len(self._workers) == len(self.idle)

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self._workers if worker.pid is not None]

    async def do(
        self,
        asker: Asker,
        prepare: Callable[[Ticket[Wanted]], tuple[bytes, float]],
        *,
        expected: float = 0.0,
        told: Callable[[Progress], None] = lambda _: None,
    ) -> Done | Failed:
        """Raises `TimeoutError` if it took too long, or its workers died."""
        self.start()
        wanted = Wanted(prepare, asyncio.get_running_loop().create_future(), told)
        ticket = Ticket(asker.address, asker.table, wanted, expected)
        self.queue.put(ticket)
        self._dispatch()
        try:
            return await wanted.ended
        except asyncio.CancelledError:
            if wanted.is_waiting:
                self.queue.give_up(ticket)
            raise

    def close(self) -> None:
        for worker in self._workers:
            worker.close()

    # -- Whose turn it is -------------------------------------------------------------------------------------------
    def _dispatch(self) -> None:
        for worker in sorted(self.idle, key=lambda each: each.longest):
            ticket = self.queue.pop(worker.longest)
            if ticket is not None:
                self.idle.remove(worker)
                self._give(worker, ticket)

    def _give(self, worker: Worker, ticket: Ticket[Wanted]) -> None:
        wanted = ticket.item
        data, seconds = wanted.prepare(ticket)
        wanted.tries += 1
        wanted.is_waiting = False

        def ended(outcome: Outcome) -> None:
            self._in_the_loop(self._on_ended, ticket, outcome)

        def told(progress: Progress) -> None:
            self._in_the_loop(wanted.told, progress)

        worker.give(Job(data, seconds, ended, told))

    # -- From the workers' threads ----------------------------------------------------------------------------------
    def _in_the_loop(self, call: Callable[..., None], *arguments: Any) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *arguments)

    def _on_ready(self, worker: Worker) -> None:
        self._in_the_loop(self._on_idle, worker)

    def _on_idle(self, worker: Worker) -> None:
        self.is_warm = True
        self.idle.append(worker)
        self._dispatch()

    def _on_ended(self, ticket: Ticket[Wanted], outcome: Outcome) -> None:
        wanted = ticket.item
        self.queue.done(ticket, outcome.seconds)
        if wanted.ended.done():
            return
        if not isinstance(outcome, Ended):
            wanted.ended.set_result(outcome)
        elif not outcome.is_late and wanted.tries < MOST_TRIES:
            # The worker was killed, which need not be this one's fault.
            wanted.is_waiting = True
            self.queue.put(ticket)
            self._dispatch()
        else:
            wanted.ended.set_exception(TimeoutError())
