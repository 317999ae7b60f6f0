"""Plays many tables from one process and prints what it measured as JSON.

python load.py ours|ours-long|theirs PORT SERVER_PID TABLES SECONDS PACE
"""

import asyncio
import gc
import json
import os
import sys
import time
from collections.abc import Callable
from functools import partial

import uvloop

from live_tables.ours import IN_LONG_MATCHES, OurTable
from live_tables.table import Table, Tally
from live_tables.theirs import TheirTable

TABLES: dict[str, Callable[..., Table]] = {
    "ours": OurTable,
    "ours-long": partial(OurTable, options=IN_LONG_MATCHES),
    "theirs": TheirTable,
}
WARM_UP_SECONDS = 4.0
LONGEST_START_SECONDS = 120.0


def cpu_seconds(process: int) -> float:
    """Processor time of a process, all its threads, user and system. By the process's own clock: /proc counts ticks of
    10 ms, which at ten moves a second is a fifth of all there is to measure."""
    return time.clock_gettime(~process << 3 | 2)  # as clock_getcpuclockid(3) would name it


async def measure(tables: list[Table], tally: Tally, server: int, *, seconds: float) -> dict[str, float]:
    for table in tables:
        await table.sit_down()
    async with asyncio.timeout(LONGEST_START_SECONDS):
        while not all(table.is_waited_for for table in tables):
            await asyncio.sleep(0.05)
    tally.begin()
    await asyncio.sleep(WARM_UP_SECONDS)
    gc.collect()
    tally.is_running = True
    wall, served, own = time.perf_counter(), cpu_seconds(server), time.process_time()
    await asyncio.sleep(seconds)
    wall, served, own = time.perf_counter() - wall, cpu_seconds(server) - served, time.process_time() - own
    tally.is_running = False
    for table in tables:
        table.leave()
    times = sorted(tally.seconds)
    if not times:
        raise SystemExit("nobody moved")
    return {
        "moves": tally.moves,
        "matches": tally.matches,
        "refused": tally.refused,
        "seconds": wall,
        "server_cpu": served,
        "client_cpu": own,
        "p50": times[len(times) // 2],
        "p99": times[len(times) * 99 // 100],
    }


def give_way() -> None:
    """Not to interrupt the server at every message it sends, as clients on other machines would not either."""
    if hasattr(os, "SCHED_BATCH"):
        os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def main() -> None:
    give_way()
    whose, *numbers = sys.argv[1:]
    port, server, tables = (int(number) for number in numbers[:3])
    seconds, pace = (float(number) for number in numbers[3:])
    make: Callable[..., Table] = TABLES[whose]
    tally = Tally()

    async def run() -> dict[str, float]:
        sitting = [make(number, port, tally, pace=pace) for number in range(tables)]
        return await measure(sitting, tally, server, seconds=seconds)

    print(json.dumps(uvloop.run(run())))


if __name__ == "__main__":
    main()
