"""Processes that work for the server, each by itself: one that dies or takes too long is replaced, the others go on.

A worker does one job at a time. Jobs and results are bytes on a pipe; what a job cost is told with its result. In the
server a thread stands for each worker and waits for it, so a worker that hangs in the middle of a word holds up nobody.
Workers are forked from the fork server, which has imported `warming.py`: a new one is warm at once.
"""

import gc
import multiprocessing
import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from math import inf
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from touchwood.core.values import Tagged


class Tell(Protocol):
    """So many steps done, of so many; and what was found so far, if that can be told."""

    def __call__(self, done: int, of: int, found: bytes = b"") -> None: ...


Work: TypeAlias = Callable[[bytes, Tell], bytes]
"""What a worker does with a job: a function of a module, since it travels by name."""


class Progress(Tagged, frozen=True):
    done: int
    of: int
    found: bytes = b""


class Done(Tagged, frozen=True):
    result: bytes
    seconds: float
    """Of a processor."""


class Failed(Tagged, frozen=True):
    """The work raised something; the worker is all right."""

    error: str
    seconds: float


class Ended(Tagged, frozen=True):
    """The worker had to be ended, or died."""

    is_late: bool
    seconds: float
    """Since it was given the job."""


Outcome: TypeAlias = Done | Failed | Ended
_report: Final = msgspec.msgpack.Decoder(Progress | Done | Failed)
_context: Final = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["touchwood.server.warming"])


# -- In the worker --------------------------------------------------------------------------------------------------
def work_on(connection: Connection, work: Work, niceness: int) -> None:
    """A worker's life."""
    end_with_the_server()
    os.nice(niceness)
    # What the fork server has loaded stays: else Python looks through it for garbage in the middle of a thought, for 15
    # to 25 ms.
    gc.freeze()

    def tell(done: int, of: int, found: bytes = b"") -> None:
        connection.send_bytes(msgspec.msgpack.encode(Progress(done, of, found)))

    # Until the server is gone, however it went.
    with suppress(EOFError, OSError):
        connection.send_bytes(b"ready")
        while True:
            report = _done(work, connection.recv_bytes(), tell)
            connection.send_bytes(msgspec.msgpack.encode(report))


def _done(work: Work, job: bytes, tell: Tell) -> Done | Failed:
    began = time.process_time()
    try:
        result = work(job, tell)
    except Exception as error:
        return Failed(type(error).__name__, time.process_time() - began)
    return Done(result, time.process_time() - began)


def end_with_the_server() -> None:
    """A worker does not stay behind, however the server ended."""
    server = multiprocessing.parent_process()
    assert server is not None, "a worker has a parent"

    def wait_for_the_end() -> None:
        server.join()
        os._exit(1)

    threading.Thread(target=wait_for_the_end, name="end-with-the-server", daemon=True).start()


# -- In the server --------------------------------------------------------------------------------------------------
class Job:
    """What a worker is given, and who is told of it: from the worker's thread."""

    __slots__ = ("data", "ended", "seconds", "told")

    def __init__(
        self, data: bytes, seconds: float, ended: Callable[[Outcome], None], told: Callable[[Progress], None]
    ) -> None:
        self.data = data
        self.seconds = seconds
        """From the moment the worker has it."""
        self.ended = ended
        self.told = told


class Worker:
    """One process, and the thread that stands for it."""

    def __init__(self, work: Work, *, niceness: int, ready: Callable[["Worker"], None], longest: float = inf) -> None:
        """`ready` is called from the worker's thread whenever it can be given a job."""
        self.longest = longest
        """What it is given is expected to take no longer, in seconds."""
        self._work = work
        self._niceness = niceness
        self._ready = ready
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._process: Any = None
        self._is_closed = False
        # A daemon: a server told to stop while workers get warm does not wait for that.
        threading.Thread(target=self._stand, name="worker", daemon=True).start()

    @property
    def pid(self) -> int | None:
        process = self._process
        return None if process is None else process.pid

    def give(self, job: Job) -> None:
        self._jobs.put(job)

    def close(self) -> None:
        """Does not wait: a worker that is just being started is ended by its thread."""
        self._is_closed = True
        if self._process is not None:
            self._process.kill()
        self._jobs.put(None)

    def _stand(self) -> None:
        connection = self._start()
        while connection is not None:
            self._ready(self)
            job = self._jobs.get()
            if job is None:
                break
            if not self._process.is_alive():
                # Of something that was before this job.
                connection = self._start_again(connection)
                if connection is None:
                    return
            outcome = _wait_for(connection, job)
            job.ended(outcome)
            if isinstance(outcome, Ended):
                connection = self._start_again(connection)
        if connection is not None:
            connection.close()
        self._end()

    def _start_again(self, connection: Connection) -> Connection | None:
        connection.close()
        self._end()
        return self._start()

    def _start(self) -> Connection | None:
        """A new process that is ready; None if the server closes."""
        while not self._is_closed:
            ours, its = _context.Pipe()
            # Waits until the fork server is warm.
            process = _context.Process(target=work_on, args=(its, self._work, self._niceness), daemon=True)
            process.start()
            self._process = process
            its.close()
            with suppress(EOFError, OSError):
                ours.recv_bytes()
                if not self._is_closed:
                    return ours
            # It died before it began, or comes too late.
            ours.close()
            self._end()
        return None

    def _end(self) -> None:
        process = self._process
        if process is not None:
            process.kill()
            process.join()


def _wait_for(connection: Connection, job: Job) -> Outcome:
    began = time.monotonic()
    try:
        connection.send_bytes(job.data)
        while connection.poll(max(0.0, began + job.seconds - time.monotonic())):
            report = _report.decode(connection.recv_bytes())
            if not isinstance(report, Progress):
                outcome: Outcome = report
                return outcome
            job.told(report)
    except (EOFError, OSError):
        return Ended(is_late=False, seconds=time.monotonic() - began)
    return Ended(is_late=True, seconds=time.monotonic() - began)
