"""Tables at which people play at their own pace, timed one phase at a time.

    python others.py PORT TABLES PACE

TAG by any legal choice at random, half of the tables with four people, the other half with one person and a quick bot.
A word on the standard input begins a phase of that name, "rest" ends it; at the end of the input all that was timed is
printed as JSON. There is no Gool in the deck: nothing waits for a clock, so every move is timed.
"""

import asyncio
import gc
import json
import sys
from time import perf_counter

import uvloop

from live_tables.ours import Heard, OurTable
from live_tables.table import SEATS, Tally
from live_tables.told import words_told

REST = "rest"
READY = "ready"
QUICK_BOT = "easy"
NO_GOOL = {"deck": {"Gool": 0}}


class PersonAndBot(OurTable):
    """One person: whenever the person is not asked, the bot is."""

    _asked_since: float | None = None

    def take(self, seat: int, message: Heard) -> None:
        if message.events and self._asked_since is not None:
            if self.tally.is_running:
                self.tally.bot_seconds.append(perf_counter() - self._asked_since)
            self._asked_since = None
        super().take(seat, message)
        situation = message.situation
        if situation is not None:
            is_the_bots = not situation.asked and situation.result is None
            self._asked_since = perf_counter() if is_the_bots else None


def tables_of(count: int, port: int, pace: float, tally: Tally) -> list[OurTable]:
    with_people = [
        OurTable(number, port, tally, pace=pace, people=SEATS, options=NO_GOOL, waits_for_mover=True)
        for number in range(count // 2)
    ]
    with_bots = [
        PersonAndBot(number, port, tally, pace=pace, people=1, bots=(QUICK_BOT,), options=NO_GOOL, waits_for_mover=True)
        for number in range(count // 2, count)
    ]
    return with_people + with_bots


async def run(port: int, count: int, pace: float) -> dict[str, dict[str, list[float]]]:
    tally = Tally()
    tables = tables_of(count, port, pace, tally)
    for table in tables:
        await table.sit_down()
    while not all(table.is_waited_for for table in tables):
        await asyncio.sleep(0.05)
    tally.begin()
    print(READY, flush=True)
    timed: dict[str, dict[str, list[float]]] = {}
    async for word in words_told():
        gc.collect()
        tally.is_running = word != REST
        if tally.is_running:
            # A phase that comes again goes on.
            phase = timed.setdefault(word, {"moves": [], "quick": []})
            tally.seconds, tally.bot_seconds = phase["moves"], phase["quick"]
    for table in tables:
        table.leave()
    return timed


if __name__ == "__main__":
    print(json.dumps(uvloop.run(run(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))))
