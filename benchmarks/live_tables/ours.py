"""A table of TAG at our own server, played by docs/protocol.md: any legal action at random."""

import asyncio
import itertools
import json
from functools import partial
from http.client import HTTPConnection
from typing import Any, Final

import msgspec

from live_tables.line import Line
from live_tables.table import SEATS, Table, Tally

ANSWERS: Final = (b'"CallGool"', b'"LetStand"')
"""Others hear of these when their time is up, so how soon they do says nothing about the server."""


class _Event(msgspec.Struct):
    k: int


class _Legal(msgspec.Struct):
    action: msgspec.Raw


class _Situation(msgspec.Struct):
    asked: bool
    decision: int
    legal: list[_Legal]
    result: dict[str, Any] | None


class _NextTable(msgspec.Struct):
    table: str


class _TableShown(msgspec.Struct):
    next_table: _NextTable | None


class _Heard(msgspec.Struct):
    """What a scripted player needs of any message; the rest is skipped unread."""

    type: str
    events: list[_Event] = []
    situation: _Situation | None = None
    table: _TableShown | None = None


_decoder: Final = msgspec.json.Decoder(_Heard)
_ids: Final = itertools.count(1)


class OurTable(Table):
    def __init__(self, number: int, port: int, tally: Tally, *, pace: float) -> None:
        super().__init__(number, tally, pace=pace)
        self._port = port
        self._table, self._tokens = _seats_at_new_table(port)
        self._lines: list[Line] = []
        self._k = [0] * SEATS
        self._answered = [0] * SEATS
        self._welcomed = 0
        self._has_ended = False
        self._next: asyncio.Task[None] | None = None

    async def sit_down(self) -> None:
        self.begin_anew()
        self._k, self._answered = [0] * SEATS, [0] * SEATS
        self._welcomed, self._has_ended = 0, False
        self._lines = [Line("/socket", partial(self._hear, seat), partial(self._greet, seat)) for seat in range(SEATS)]
        for line in self._lines:
            await line.connect(self._port)

    def leave(self) -> None:
        for line in self._lines:
            line.close()

    def _greet(self, seat: int, line: Line) -> None:
        hello = {"type": "Hello", "table": self._table, "token": self._tokens[seat]}
        line.say(json.dumps(hello).encode())

    def _hear(self, seat: int, text: bytes) -> None:
        message = _decoder.decode(text)
        match message.type:
            case "Welcome":
                self._welcomed += 1
                if self._welcomed == SEATS:
                    self._lines[0].say(b'{"type":"Start","id":"start"}')
            case "Refused":
                self.tally.refused += 1
        if message.events:
            self._k[seat] = message.events[-1].k
            self.heard(seat, self._k[seat])
        situation = message.situation
        if situation is not None:
            if situation.asked and situation.decision != self._answered[seat]:
                self._answered[seat] = situation.decision
                self.when_thought(partial(self._move, seat, situation))
            elif situation.result is not None and not self._has_ended:
                self._has_ended = True
                self.count_match()
                self._lines[0].say(b'{"type":"Rematch","id":"rematch"}')
        moved_on = message.table and message.table.next_table
        if moved_on and moved_on.table != self._table:
            self.leave()
            self._table = moved_on.table
            self._next = asyncio.get_running_loop().create_task(self.sit_down())

    def _move(self, seat: int, situation: _Situation) -> None:
        action = bytes(self.rng.choice(situation.legal).action)
        if any(answer in action for answer in ANSWERS):
            self.count_move()
        else:
            self.moved(seat, self._k[seat])
        act = b'{"type":"Act","id":"%d","decision":%d,"action":%b}' % (next(_ids), situation.decision, action)
        self._lines[seat].say(act)


def _seats_at_new_table(port: int) -> tuple[str, list[str]]:
    """The table's id and its seats' tokens."""
    # Of the game's options only how long an answer is waited for is not the default.
    wanted = {"game": "tag", "name": "Player 1", "options": {"answer_seconds": 1}}
    first = _post(port, "/api/tables", wanted)
    joined = [_post(port, f"/api/tables/{first['code']}/join", {"name": f"Player {n}"}) for n in range(2, SEATS + 1)]
    return first["table"], [seated["token"] for seated in (first, *joined)]


def _post(port: int, path: str, body: Any) -> Any:
    connection = HTTPConnection("127.0.0.1", port)
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = connection.getresponse().read()
    connection.close()
    return json.loads(answer)
