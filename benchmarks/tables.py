"""How many moves does a server of live tables carry, and how soon does everybody have them?

Tables of four play a card game of hidden hands by scripted clients: TAG at our server, with every move on disk before
it is acknowledged, and a game much like it at boardgame.io's server, which keeps it in memory. Both are measured in
turn with the same client; server and client are pinned to one core. "Flat out": who is asked moves at once. "Paced":
each table makes about a move a second.

    python benchmarks/tables.py            # a couple of minutes
    python benchmarks/tables.py --full     # 10, 100 and 500 tables, three rounds
    python benchmarks/tables.py --against REV --rounds 9   # a move, beside our server of another commit

boardgame.io is installed by npm into a folder of the user's cache. Without npm ours is measured alone.
"""

import argparse
import json
import os
import platform
import resource
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median

from checkouts.unpacked import unpacked

PARTS = Path(__file__).parent / "live_tables"
PEER = "boardgame.io@0.50.2"
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "touchwood-benchmarks"


@dataclass(frozen=True)
class Load:
    tables: int
    pace: float
    """Seconds a seat thinks; 0: none."""

    @property
    def name(self) -> str:
        return f"{self.tables} tables, {'paced' if self.pace else 'flat out'}"

    @property
    def clock(self) -> int:
        """How much faster our clock runs, so that the time for a Gool's answer suits the pace of play."""
        return 1 if self.pace else max(1, 400 // self.tables)


@dataclass(frozen=True)
class Measured:
    moves_a_second: float
    p50_ms: float
    p99_ms: float
    server_us: float
    """Processor time of the server a move, all its threads."""
    client_us: float

    @property
    def moves_a_cpu_second(self) -> float:
        """What a core would carry that does nothing else: the figure to compare on a machine with other work."""
        return 1e6 / (self.server_us + self.client_us)


# -- The servers ----------------------------------------------------------------------------------------------------
def pinned(core: int) -> list[str]:
    return ["taskset", "-c", str(core)] if shutil.which("taskset") else []


@contextmanager
def running(command: list[str], port: int, folder: Path) -> Iterator[int]:
    """A server's process id, once it listens."""
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(
            command, cwd=folder, stdout=log, stderr=log, env={**os.environ, "NODE_ENV": "production"}
        )
        try:
            for _ in range(600):
                with socket.socket() as probe:
                    if probe.connect_ex(("127.0.0.1", port)) == 0:
                        break
                if server.poll() is not None:
                    raise SystemExit((folder / "log").read_text())
                time.sleep(0.05)
            yield server.pid
        finally:
            server.terminate()
            server.wait(30)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass(frozen=True)
class Server:
    """Whose server is measured, and by what client."""

    name: str
    client: str
    start: Callable[[int, Path, Load], tuple[list[str], Path]]
    """The command that starts it at a port, with an empty folder for what it keeps, and where that is to be run."""


def ours(name: str, checkout: Path = PARTS.parents[1], *, client: str = "ours") -> Server:
    def start(port: int, folder: Path, load: Load) -> tuple[list[str], Path]:
        served_by = checkout / "benchmarks" / "live_tables" / "serve_ours.py"
        command = ["env", f"PYTHONPATH={checkout / 'src'}", sys.executable, str(served_by)]
        return [*command, str(port), str(folder), str(load.clock)], folder

    return Server(name, client, start)


def theirs() -> Server:
    def start(port: int, folder: Path, load: Load) -> tuple[list[str], Path]:
        return ["node", str(PARTS / "serve_theirs.mjs"), str(port)], CACHE

    return Server("boardgame.io, in memory", "theirs", start)


def measure(whose: Server, load: Load, *, core: int, seconds: float) -> Measured:
    with tempfile.TemporaryDirectory(prefix="touchwood-bench-") as name:
        port = free_port()
        command, folder = whose.start(port, Path(name), load)
        with running([*pinned(core), *command], port, folder) as server:
            client = [sys.executable, str(PARTS / "load.py"), whose.client, str(port), str(server)]
            client += [str(load.tables), str(seconds), str(load.pace)]
            environment = {**os.environ, "PYTHONPATH": str(PARTS.parent)}
            told = subprocess.run([*pinned(core), *client], check=True, capture_output=True, env=environment)
    seen = json.loads(told.stdout)
    return Measured(
        moves_a_second=seen["moves"] / seen["seconds"],
        p50_ms=seen["p50"] * 1_000,
        p99_ms=seen["p99"] * 1_000,
        server_us=seen["server_cpu"] / seen["moves"] * 1e6,
        client_us=seen["client_cpu"] / seen["moves"] * 1e6,
    )


def install_peer() -> str | None:
    """Why boardgame.io cannot be measured; None: it can."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        return "npm is not installed, so ours is measured alone"
    if not (CACHE / "node_modules" / "boardgame.io").exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        (CACHE / "package.json").write_text("{}")
        command = ["npm", "install", "--silent", "--no-audit", "--no-fund", PEER]
        installed = subprocess.run(command, cwd=CACHE, capture_output=True, text=True, check=False)
        if installed.returncode != 0:
            return f"npm could not install {PEER}, so ours is measured alone: {installed.stderr.strip()[-200:]}"
    return None


# -- The report -----------------------------------------------------------------------------------------------------
def typical(rounds: list[Measured]) -> Measured:
    """The median of each figure."""
    return Measured(*(median(getattr(each, name) for each in rounds) for name in Measured.__dataclass_fields__))


def row(load: Load, whose: str, seen: Measured) -> str:
    times = f"{seen.p50_ms:,.1f} | {seen.p99_ms:,.1f} | {seen.server_us:,.0f} | {seen.client_us:,.0f}"
    return f"| {load.name} | {whose} | {seen.moves_a_second:,.0f} | {seen.moves_a_cpu_second:,.0f} | {times} |"


def compared(load: Load, ours: Measured, theirs: Measured) -> str:
    return (
        f"| {load.name} | first / second | {ours.moves_a_second / theirs.moves_a_second:.2f} x "
        f"| {ours.moves_a_cpu_second / theirs.moves_a_cpu_second:.2f} x "
        f"| {ours.p50_ms / theirs.p50_ms:.2f} x | {ours.p99_ms / theirs.p99_ms:.2f} x "
        f"| {ours.server_us / theirs.server_us:.2f} x | {ours.client_us / theirs.client_us:.2f} x |"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Live tables, beside boardgame.io's.")
    parser.add_argument("--full", action="store_true", help="10, 100 and 500 tables at length, three rounds")
    parser.add_argument("--tables", type=int, nargs="*", help="numbers of tables")
    parser.add_argument("--seconds", type=float, help="of each measurement")
    parser.add_argument("--rounds", type=int, help="ours and theirs in turn, so often")
    parser.add_argument("--core", type=int, default=(os.cpu_count() or 1) - 1, help="where all processes run")
    parser.add_argument("--against", metavar="REV", help="our own server of another commit instead of boardgame.io's")
    asked = parser.parse_args()
    raise_file_limit()
    with ExitStack() as stack:
        servers, beside = [ours("Touchwood, on disk")], ""
        if asked.against:
            checkout = stack.enter_context(unpacked(asked.against, "src", "benchmarks"))
            servers = [ours("Touchwood, on disk", client="ours-long")]
            servers.append(ours(f"Touchwood of {asked.against}", checkout, client="ours-long"))
            beside = "; long matches, so that moves are measured"
        elif lack := install_peer():
            beside = f"; {lack}"
        else:
            servers.append(theirs())
            node = subprocess.check_output(["node", "--version"], text=True).strip()
            beside = f"; {PEER} on Node {node}"
        compare(servers, asked, beside)


def compare(servers: Sequence[Server], asked: argparse.Namespace, beside: str) -> None:
    counts = asked.tables or ([10, 100, 500] if asked.full else [10, 100])
    seconds = asked.seconds or (15.0 if asked.full else 5.0)
    rounds = asked.rounds or (3 if asked.full else 1)
    parts = [f"{name} {version(name)}" for name in ("uvicorn", "websockets", "uvloop", "msgspec")]
    print(f"Python {platform.python_version()}, {', '.join(parts)}, SQLite {sqlite3.sqlite_version}{beside}.")
    print(
        f"Server and clients on core {asked.core} of {os.cpu_count()}; {rounds} x {seconds:g} s each, medians;", end=" "
    )
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}.\n")
    columns = ("moves/s", "moves a CPU second", "p50 ms", "p99 ms", "server CPU us a move", "client CPU us a move")
    print(f"| load | server | {' | '.join(columns)} |")
    print(f"| --- | --- |{' ---: |' * len(columns)}", flush=True)
    for load in [Load(tables, pace) for tables in counts for pace in (0.0, 1.0)]:
        rows: list[list[Measured]] = [[] for _ in servers]
        for number in range(rounds):
            # By turns, each as often first: what the machine does beside comes and goes.
            pairs = list(zip(servers, rows, strict=True))
            for whose, measured_so_far in pairs if number % 2 == 0 else reversed(pairs):
                measured_so_far.append(measure(whose, load, core=asked.core, seconds=seconds))
        seen = [typical(each) for each in rows]
        for whose, measured in zip(servers, seen, strict=True):
            print(row(load, whose.name, measured), flush=True)
        if len(seen) > 1:
            print(compared(load, *seen), flush=True)
    print(f"\nLoad of the machine after: {os.getloadavg()[0]:.1f}.")


def raise_file_limit() -> None:
    """500 tables are 2,000 sockets on each side."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    main()
