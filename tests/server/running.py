"""Servers for tests: one in a thread of this process, one in a process that can be killed."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import uvicorn

from touchwood.server.bots import Tempo
from touchwood.server.clocks import FastClock
from touchwood.server.limits import Limits
from touchwood.server.serve import listen, make_app, uvicorn_config
from touchwood.server.settings import ServerSettings

TIMES_FASTER = 50
NO_HURRY = Limits(
    messages_a_second=1e9,
    messages_at_once=10**9,
    talk_a_second=1e9,
    layings_a_second=1e9,
    talk_at_once=10**9,
    layings_at_once=10**9,
    other_lines_a_second=1e9,
    other_lines_at_once=10**9,
    lines_a_seat=10**9,
    events_a_table=10**9,
    people_a_table=10**9,
    sockets_an_address=10**6,
    sockets=10**6,
    connections_an_address=10**6,
    connections=10**6,
    tables_an_hour=10**9,
    joins_an_hour=10**9,
    requests_a_second=1e9,
    wrong_codes_a_minute=10**9,
    wrong_codes_a_day=10**9,
    looks_back_a_minute=10**9,
    qr_codes_a_minute=10**9,
    unreadable_messages=10**9,
)
"""Limits that no test meets unless it wants to."""

__all__ = ["NO_HURRY", "TIMES_FASTER", "KillableServer", "free_address", "quick_settings", "serving"]


def quick_settings(data: Path, **changes: object) -> ServerSettings:
    """A server whose seconds are short and whose bots are quick."""
    settings: dict[str, object] = {
        "data": data,
        "host": "127.0.0.1",
        "port": 0,
        "clock": FastClock(TIMES_FASTER),
        "tempo": Tempo(0, 0, 0, grain=0),
        "limits": NO_HURRY,
        "bot_workers": 0,
    }
    return ServerSettings(**{**settings, **changes})  # type: ignore[arg-type]  # by name


@contextmanager
def serving(settings: ServerSettings, *, lan_url: str | None = None) -> Iterator[str]:
    """A server in a thread; its address."""
    app = make_app(settings, lan_url=lan_url)
    server = uvicorn.Server(uvicorn_config(app, settings))
    listening = listen(settings.host, settings.port)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    with app.metrics.served_at(settings.metrics):
        thread.start()
        try:
            while not server.started:
                assert thread.is_alive(), "the server did not start"
                time.sleep(0.005)
            yield address
        finally:
            server.should_exit = True
            thread.join(20)
            listening.close()
            assert not thread.is_alive(), "the server did not stop"


def free_address() -> str:
    """Where nobody listens."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{probe.getsockname()[1]}"


class KillableServer:
    """A server in a process of its own, on a port it keeps over restarts."""

    def __init__(self, data: Path) -> None:
        own, metrics = free_address(), free_address()
        self.address = f"http://{own}"
        self.metrics = f"http://{metrics}/metrics"
        self._server = 0
        self._launcher = subprocess.Popen(
            [sys.executable, "-m", "tests.server.run_quick", own.rpartition(":")[2], metrics, str(data)],
            cwd=Path(__file__).parents[2],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )

    def __enter__(self) -> "KillableServer":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._server:
            self.kill()
        self._launcher.communicate()

    def start(self) -> None:
        self._server = int(self._tell_launcher("start"))
        for _ in range(3_000):
            try:
                with urlopen(f"{self.address}/health", timeout=5) as answer:
                    if answer.status == 200:
                        return
            except (URLError, ConnectionError, TimeoutError):
                time.sleep(0.01)
        raise AssertionError("the server did not answer")

    def kill(self) -> None:
        """kill -9, in the middle of whatever it is doing."""
        self._end(signal.SIGKILL)

    def stop(self) -> bool:
        """Ask it to end; whether it did so in good order."""
        return self._end(signal.SIGTERM) in (0, signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        os.kill(self._server, how)
        self._server = 0
        return int(self._tell_launcher("wait"))

    def _tell_launcher(self, word: str) -> str:
        assert self._launcher.stdin is not None
        assert self._launcher.stdout is not None
        self._launcher.stdin.write(word + "\n")
        self._launcher.stdin.flush()
        return self._launcher.stdout.readline()

    def memory(self) -> int:
        """Bytes it holds in memory."""
        fields = Path(f"/proc/{self._server}/statm").read_text().split()
        return int(fields[1]) * os.sysconf("SC_PAGESIZE")
