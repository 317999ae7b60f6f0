"""A server that can be killed, robbed of its workers and its disk, and started with a wrong clock."""

import asyncio
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random, SystemRandom

import httpx

from tests.server.wire import plain_http

LOG_FILE = "server.log"
DAY_MS = 24 * 3_600 * 1_000
WRONG_CLOCKS = (40 * DAY_MS, 0, -3_600 * 1_000, 0)
"""By how much the clock is ahead at one start after the other."""


class Server:
    def __init__(self, data: Path, *, times_faster: int) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.data = data
        self.starts = self.kills = self.workers_killed = self.disks_filled = 0
        self._times = times_faster
        self._process: subprocess.Popen[bytes] | None = None
        self._is_up = False

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self, *, ahead_ms: int = 0) -> None:
        self.starts += 1
        arguments = [str(self.port), str(self.data), str(ahead_ms), str(self._times)]
        with (self.data / LOG_FILE).open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.endurance.server", *arguments],
                cwd=Path(__file__).parents[2],
                stdout=subprocess.DEVNULL,
                stderr=log,
            )
        async with plain_http() as http:
            while True:
                assert self._process.poll() is None, f"the server ended by itself: {self._last_words()}"
                try:
                    if (await http.get(f"{self.address}/health")).status_code == 200:
                        self._is_up = True
                        return
                except httpx.HTTPError:
                    await asyncio.sleep(0.05)

    def _last_words(self) -> str:
        return (self.data / LOG_FILE).read_text(errors="replace")[-2_000:]

    async def kill(self) -> None:
        self.kills += 1
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            await self._end(signal.SIGTERM)

    async def _end(self, how: signal.Signals) -> None:
        assert self._process is not None
        self._is_up = False
        self._process.send_signal(how)
        await asyncio.to_thread(self._process.wait)

    def kill_a_worker(self, rng: Random) -> None:
        """One of the processes that work for the server: the fork server's children."""
        grandchildren = [worker for child in children_of(self.pid) for worker in children_of(child)]
        if grandchildren:
            self.workers_killed += 1
            with suppress(ProcessLookupError):
                os.kill(rng.choice(grandchildren), signal.SIGKILL)

    async def fill_the_disk(self, seconds: float) -> None:
        """No file of the server's can be written to: what a full disk is to it, from outside and for real. One that
        just starts would rightly refuse to, and could not even write why."""
        if not self._is_up:
            return
        self.disks_filled += 1
        process, everything = self.pid, resource.RLIM_INFINITY
        # It may be killed meanwhile; the next one has its disk.
        with suppress(ProcessLookupError):
            resource.prlimit(process, resource.RLIMIT_FSIZE, (1, everything))
            await asyncio.sleep(seconds)
            resource.prlimit(process, resource.RLIMIT_FSIZE, (everything, everything))

    def memory(self) -> int:
        """Megabytes it holds."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") // 2**20


def free_port() -> int:
    """None of those the kernel hands out for outgoing connections: while a server is down, one of the many that try to
    come back would get it sooner or later."""
    first_handed_out = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        port = SystemRandom().randrange(1_024, first_handed_out)
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port


def children_of(process: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == process and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


async def harass(server: Server, rng: Random, *, until: float, pause: float) -> None:
    """Workers die, and the disk is full now and then."""
    while time.monotonic() < until:
        await asyncio.sleep(pause * (0.5 + rng.random()))
        server.kill_a_worker(rng)
        if rng.random() < 0.2:
            await server.fill_the_disk(min(2.0, pause))
