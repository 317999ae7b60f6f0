"""What is quick does not wait for what takes long."""

import asyncio
import os
from pathlib import Path

from touchwood.server.worker_pool import Asker, QuickWorker, WorkerPool
from touchwood.server.workers import Done, Failed, Tell

HERE = Asker("127.0.0.1", "table")
LONG, SHORT = 1.0, 0.001
NICEST = 19


def read(path: bytes, _: Tell) -> bytes:
    """A job that takes as long as whoever waits for it wants: until the file, a pipe, has been written to."""
    return f"{Path(path.decode()).read_text()} by {os.getpid()} at {os.nice(0)}".encode()


def pipe(folder: Path, name: str) -> Path:
    path = folder / name
    os.mkfifo(path)
    return path


def test_while_every_worker_is_busy_with_something_long_what_is_quick_is_done_at_once(tmp_path: Path) -> None:
    async def run() -> None:
        pool = WorkerPool(read, 2, niceness=7, quick=QuickWorker(longest=0.02, niceness=3))

        def do(path: Path, expected: float) -> "asyncio.Task[Done | Failed]":
            job = str(path).encode(), 60.0
            return asyncio.ensure_future(pool.do(HERE, lambda _: job, expected=expected))

        try:
            pool.start()
            while not pool.is_idle:
                await asyncio.sleep(0.01)
            long_ones = [pipe(tmp_path, f"long {number}") for number in range(3)]
            thinking = [do(path, LONG) for path in long_ones]
            text = tmp_path / "text"
            text.write_text("quick")
            told = [await do(text, SHORT) for _ in range(3)]
            expected = f"quick by {pool.pids[-1]} at {min(NICEST, os.nice(0) + 3)}"
            assert [isinstance(each, Done) and each.result.decode() for each in told] == [expected] * 3
            assert len(pool.queue) == 1, "the third of the long ones waits, though a worker has nothing to do"
            assert not any(each.done() for each in thinking)
            for path in long_ones:
                await asyncio.to_thread(path.write_text, "long")
            for outcome in await asyncio.gather(*thinking):
                assert isinstance(outcome, Done)
                assert int(outcome.result.split()[2]) in pool.pids[:-1]
        finally:
            pool.close()

    asyncio.run(run())
