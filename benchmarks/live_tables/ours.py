"""A table of TAG at our own server, played by docs/protocol.md: any legal action at random."""

import asyncio
import itertools
import json
from functools import partial
from http.client import HTTPConnection
from typing import Any, Final, TypeAlias

import msgspec

from live_tables.connection import LOCAL, LoadConnection
from live_tables.table import SEATS, Table, Tally

NewTable: TypeAlias = tuple[str, list[str]]
"""The table's id and its people's tokens."""
ANSWERS: Final = (b'"CallGool"', b'"LetStand"')
"""Others hear of these when their time is up, so how soon they do says nothing about the server."""

WITH_SHORT_ANSWERS: Final = {"answer_seconds": 1}
"""Of the game's options only how long an answer is waited for is not the default."""
IN_LONG_MATCHES: Final = {
    **WITH_SHORT_ANSWERS,
    "deck": {"T": 90, "A": 90, "G": 90, "TAG": 35, "Gool": 30, "Freeze": 20},
}
"""Five times the cards: nearly all that is measured are moves, and little is how a group goes on to its next match."""


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


class Heard(msgspec.Struct):
    """What a scripted player needs of any message; the rest is skipped unread."""

    type: str
    events: list[_Event] = []
    situation: _Situation | None = None
    table: _TableShown | None = None


_decoder: Final = msgspec.json.Decoder(Heard)
_ids: Final = itertools.count(1)


class OurTable(Table):
    def __init__(
        self,
        number: int,
        port: int,
        tally: Tally,
        *,
        pace: float,
        people: int = SEATS,
        bots: tuple[str, ...] = (),
        options: dict[str, Any] = WITH_SHORT_ANSWERS,
        waits_for_mover: bool = False,
    ) -> None:
        super().__init__(number, tally, pace=pace, people=people, waits_for_mover=waits_for_mover)
        self._port = port
        self._table, self._tokens = new_table(port, "tag", people=people, bots=bots, options=options)
        self._connections: list[LoadConnection] = []
        self._seq = [0] * people
        self._answered = [0] * people
        self._welcomed = 0
        self._has_ended = False
        self._next: asyncio.Task[None] | None = None

    async def sit_down(self) -> None:
        self.begin_anew()
        self._seq, self._answered = [0] * self.people, [0] * self.people
        self._welcomed, self._has_ended = 0, False
        self._connections = [
            LoadConnection("/socket", partial(self._on_message, seat), partial(self._greet, seat))
            for seat in range(self.people)
        ]
        for connection in self._connections:
            await connection.connect(self._port)

    def leave(self) -> None:
        for connection in self._connections:
            connection.close()

    def _greet(self, seat: int, connection: LoadConnection) -> None:
        hello = {"type": "Hello", "table": self._table, "token": self._tokens[seat]}
        connection.say(json.dumps(hello).encode())

    def _on_message(self, seat: int, text: bytes) -> None:
        self.take(seat, _decoder.decode(text))

    def take(self, seat: int, message: Heard) -> None:
        match message.type:
            case "Welcome":
                self._welcomed += 1
                if self._welcomed == self.people:
                    self._connections[0].say(b'{"type":"Start","id":"start"}')
            case "Refused":
                self.tally.refused += 1
        if message.events:
            self._seq[seat] = message.events[-1].k
            self.heard(seat, self._seq[seat])
        situation = message.situation
        if situation is not None:
            if situation.asked and situation.decision != self._answered[seat]:
                self._answered[seat] = situation.decision
                self.when_thought(partial(self._move, seat, situation))
            elif situation.result is not None and not self._has_ended:
                self._has_ended = True
                self.count_match()
                self._connections[0].say(b'{"type":"Rematch","id":"rematch"}')
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
            self.moved(seat, self._seq[seat])
        act = b'{"type":"Act","id":"%d","decision":%d,"action":%b}' % (next(_ids), situation.decision, action)
        self._connections[seat].say(act)


def new_table(
    port: int, game: str, *, people: int, options: dict[str, Any], bots: tuple[str, ...] = (), address: str = LOCAL
) -> NewTable:
    wanted = {"game": game, "name": "Player 1", "options": options, "bots": bots}
    first = _post(port, "/api/tables", wanted, address)
    names = [f"Player {number}" for number in range(2, people + 1)]
    joined = [_post(port, f"/api/tables/{first['code']}/join", {"name": name}, address) for name in names]
    return first["table"], [seated["token"] for seated in (first, *joined)]


def _post(port: int, path: str, body: Any, address: str) -> Any:
    connection = HTTPConnection(LOCAL, port, source_address=(address, 0))
    connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
    answer = connection.getresponse()
    told = answer.read()
    connection.close()
    if answer.status != 201:
        raise ConnectionError(told.decode())
    return json.loads(told)
