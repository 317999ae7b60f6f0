"""People who play: they come, drop, sleep, tap twice, take back and play again; and measure how long moves take."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from websockets.exceptions import WebSocketException

from tests.server.players import Stubborn
from tests.server.wire import Client, create, join
from touchwood.bots import player_names
from touchwood.games.discovery import find_game, game_names
from touchwood.server.protocol import Seated

SHORT = {"tag": {"answer_seconds": 1}}
EXPECTED_CODES = (
    "stale_", "match_", "store_", "too_many", "take_back_", "nothing_to_take_back", "no_such_", "table_paused", "muted",
)  # fmt: skip
TROUBLES = (OSError, TimeoutError, WebSocketException, httpx.HTTPError)


@dataclass
class Ledger:
    """What all people together were promised."""

    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    """Tables, and messages that led to a line there."""
    seats: dict[tuple[str, str], int] = field(default_factory=dict)
    """By table and token."""
    latencies: list[tuple[float, float]] = field(default_factory=list)
    """When a move was acknowledged, and after how many seconds; on a line that held."""
    over: list[str] = field(default_factory=list)
    """Tables whose matches were played to the end."""

    @property
    def matches(self) -> int:
        return len(self.over)


class Person(Stubborn):
    """A `Stubborn` player with a life beside the table."""

    def __init__(self, client: Client, seed: int, ledger: Ledger, *, pace: float) -> None:
        super().__init__(client, seed, chaos=0.02)
        self._ledger = ledger
        self._pace = pace

    async def play(self) -> None:
        while not self.client.is_over:
            try:
                if not self.client.is_open:
                    await self.client.open()
                    assert self.client.you == self._ledger.seats[self.client.table_id, self.client.token], (
                        "a seat is lost"
                    )
                await self._play_on()
            except TROUBLES:
                await asyncio.sleep(self._pace * (0.2 + self.rng.random()))

    async def _next_message(self) -> dict[str, Any]:
        await asyncio.sleep(self._pace * self.rng.random() * 2)
        if not self.client.is_asked:
            raise TimeoutError("the clock was quicker")
        self._sent += 1
        message_id = f"{self.client.token[:6]}-{self._sent}"
        pending = self.client.table.get("take_back")
        dice = self.rng.random()
        if pending is not None and pending["seat"] != self.client.you:
            return {
                "kind": "AnswerTakeBack",
                "message_id": message_id,
                "request": pending["request"],
                "consents": dice < 0.7,
            }
        if dice < 0.03:
            return {"kind": "TakeBack", "message_id": message_id}
        if dice < 0.04:
            # Falls asleep; a bot may keep the seat meanwhile.
            self.client.cut()
            await asyncio.sleep(self._pace * 10)
            raise ConnectionError("slept")
        try:
            return await super()._next_message()
        except AssertionError:
            raise TimeoutError("what was being built is not wanted any more") from None

    async def _deliver(self, message: dict[str, Any]) -> None:
        if self.rng.random() < self.chaos:
            await self._suffer(message)
        began = time.perf_counter()
        reply = await self.client.ask(**message)
        self._pending = None
        if reply["type"] == "Accepted":
            if message["kind"] != "AnswerTakeBack":
                self._ledger.acknowledged.append((self.client.table_id, message["message_id"]))
            if message["kind"] == "Act":
                self._ledger.latencies.append((time.monotonic(), time.perf_counter() - began))
            self._answered = message.get("decision", self._answered)
        else:
            assert reply["rule"] or reply["code"].startswith(EXPECTED_CODES), reply


class Group:
    """Some people who play one match after the other, of any game."""

    def __init__(self, address: str, number: int, ledger: Ledger, *, pace: float) -> None:
        self._address = address
        self._source = f"127.0.{1 + number // 250}.{1 + number % 250}"
        self._rng = Random(number)
        self._ledger = ledger
        self._pace = pace

    async def play(self) -> None:
        """Until it is cancelled."""
        while True:
            seats = await self._sit_down()
            while seats:
                people = [Client.of(self._address, seated, source=self._source) for seated in seats]
                await self._play_match(people)
                seats = await self._again(people, seats) if self._rng.random() < 0.4 else []

    async def _insist(self, work: Callable[[], Any]) -> Any:
        while True:
            try:
                return await work()
            except (*TROUBLES, AssertionError):
                # An answer that was lost, or a store in trouble.
                await asyncio.sleep(self._pace)

    async def _sit_down(self) -> list[Seated]:
        game = self._rng.choice(game_names())
        counts = find_game(game).player_counts
        persons = self._rng.choice([count for count in counts if 2 <= count <= 4])
        with_bot = persons > 2 and self._rng.random() < 0.3
        wanted = {
            "options": SHORT.get(game, {}),
            "settings": {"clock_seconds": 30, "keep_after_seconds": 20},
            "bots": [player_names(find_game(game))[1]] if with_bot else [],
        }
        while True:
            first = await self._insist(lambda: create(self._address, game, source=self._source, **wanted))
            with suppress(*TROUBLES, AssertionError):
                others = [
                    await join(self._address, first.code, f"P{number}", source=self._source)
                    for number in range(1, persons - with_bot)
                ]
                return [first, *others]

    async def _play_match(self, people: list[Client]) -> None:
        for client in people:
            await self._insist(client.open)
            assert client.you is not None
            self._ledger.seats[client.table_id, client.token] = client.you
        host = people[0]

        async def start() -> None:
            if not host.is_open:
                await host.open()
            answer = await host.ask("Start")
            assert answer["type"] == "Accepted" or answer["code"] == "match_began", answer

        await self._insist(start)
        seed = self._rng.getrandbits(30)
        players = [Person(client, seed + n, self._ledger, pace=self._pace) for n, client in enumerate(people)]
        await asyncio.gather(*(player.play() for player in players))
        self._ledger.over.append(host.table_id)

    async def _again(self, people: list[Client], seats: list[Seated]) -> list[Seated]:
        host = people[0]

        async def rematch() -> Any:
            if not host.is_open:
                await host.open()
            await host.ask("Rematch")
            await host.until(lambda client: client.table["next_table"])
            return host.table["next_table"]

        there = await self._insist(rematch)
        await asyncio.gather(*(client.close() for client in people), return_exceptions=True)
        return [Seated(there["table"], there["code"], seated.seat, seated.token) for seated in seats]
