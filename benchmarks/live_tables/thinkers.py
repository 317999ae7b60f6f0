"""Tables at which a bot of the strongest level is always asked: whoever plays with it answers at once.

    python thinkers.py PORT GAME BOT TABLES

One person and one bot a table, each table from an address of its own, so each has its own share of the server's
workers. "think" on the standard input sits them all down; with "rest" they go, and a table nobody is at rests. At the
end of the input the seconds of all answers are printed as JSON: from when the person is not asked any more until the
bot's move is heard.
"""

import asyncio
import itertools
import json
import sys
from random import Random
from time import perf_counter
from typing import Any, Final

import msgspec
import uvloop

from live_tables.connection import LoadConnection
from live_tables.ours import new_table
from live_tables.told import words_told
from touchwood.bots import RandomBot
from touchwood.games.discovery import find_game

THINK = "think"
READY = "ready"


class _Legal(msgspec.Struct):
    action: Any


class _Situation(msgspec.Struct):
    view: msgspec.Raw
    asked: bool
    decision: int
    legal: list[_Legal]
    result: dict[str, Any] | None


class _Heard(msgspec.Struct):
    type: str
    events: list[msgspec.Raw] = []
    situation: _Situation | None = None


_decoder: Final = msgspec.json.Decoder(_Heard)
_ids: Final = itertools.count(1)


class ThinkingTable:
    def __init__(self, number: int, port: int, game: str, bot: str, seconds: list[float]) -> None:
        self._address = f"127.0.1.{number}"
        self._port = port
        self._game, self._bot = find_game(game), bot
        self._rng = Random(number)
        self._seconds = seconds
        self._connection: LoadConnection | None = None
        self._next: asyncio.Task[None] | None = None
        self._open()

    def _open(self) -> None:
        """A new match."""
        self._table, (self._token,) = new_table(
            self._port, self._game.name, people=1, bots=(self._bot,), options={}, address=self._address
        )
        self._answered = -1
        self._asked_since: float | None = None

    async def sit_down(self) -> None:
        self._asked_since, self._answered = None, -1
        self._connection = LoadConnection("/socket", self._on_message, self._greet)
        await self._connection.connect(self._port, self._address)

    def leave(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _greet(self, connection: LoadConnection) -> None:
        connection.say(json.dumps({"type": "Hello", "table": self._table, "token": self._token}).encode())

    def _on_message(self, text: bytes) -> None:
        message = _decoder.decode(text)
        if message.events and self._asked_since is not None:
            self._seconds.append(perf_counter() - self._asked_since)
            self._asked_since = None
        situation = message.situation
        if message.type == "Refused":
            raise SystemExit(text.decode())
        if situation is None:
            if message.type == "Welcome" and self._connection is not None:
                self._connection.say(b'{"type":"Start","id":"start"}')
        elif situation.result is not None:
            self.leave()
            self._open()
            self._next = asyncio.get_running_loop().create_task(self.sit_down())
        elif not situation.asked:
            self._asked_since = perf_counter()
        elif situation.decision != self._answered:
            self._answer(situation)

    def _answer(self, situation: _Situation) -> None:
        """Anything; composite actions are built by the game's own rules."""
        assert self._connection is not None
        self._answered = situation.decision
        view = msgspec.json.decode(situation.view, type=self._game.view_type)
        actions = [msgspec.convert(each.action, self._game.action_type, str_keys=True) for each in situation.legal]
        action = RandomBot(self._game).choose(view, actions, self._rng)
        act = {"type": "Act", "id": str(next(_ids)), "decision": situation.decision, "action": action}
        self._connection.say(msgspec.json.encode(act))


async def run(port: int, game: str, bot: str, count: int) -> list[float]:
    seconds: list[float] = []
    tables = [ThinkingTable(number, port, game, bot, seconds) for number in range(1, count + 1)]
    print(READY, flush=True)
    async for word in words_told():
        for table in tables:
            if word == THINK:
                await table.sit_down()
            else:
                table.leave()
    return seconds


if __name__ == "__main__":
    port, game, bot, count = sys.argv[1:]
    print(json.dumps(uvloop.run(run(int(port), game, bot, int(count)))))
