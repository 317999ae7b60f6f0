"""People who play: they come, drop, sleep, tap twice, take back and play again; and measure how long moves take.

With them come devices that only look on, and guests who come late and ask for a bot's seat.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, WebSocketException

from tests.server.players import Stubborn
from tests.server.wire import Client, create, join
from touchwood.bots import player_names
from touchwood.games.discovery import find_game, game_names
from touchwood.server.protocol import Close, Seated

SHORT = {"tag": {"answer_seconds": 1}}
EXPECTED_CODES = (
    "stale_", "match_", "store_", "too_many", "take_back_", "nothing_to_take_back", "no_such_", "table_paused",
    "muted", "hushed",
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
    """When a move was acknowledged, and after how many seconds; on a connection that held."""
    over: list[str] = field(default_factory=list)
    """Tables whose matches were played to the end."""
    late_guests: int = 0
    """Let in by all people at their tables."""
    took_back: int = 0
    looked_on: int = 0
    """How often a watcher's device, or a second one of somebody, came to a table."""

    @property
    def matches(self) -> int:
        return len(self.over)


class Person(Stubborn):
    """A `Stubborn` player with a life beside the table. `stays`: for so many questions, then the seat is given up."""

    def __init__(self, client: Client, seed: int, ledger: Ledger, *, pace: float, stays: int | None = None) -> None:
        super().__init__(client, seed, chaos=0.02)
        self._ledger = ledger
        self._pace = pace
        self._stays = stays
        self._guest_answered: int | None = None
        self.is_leaving = False

    async def play(self) -> None:
        while not self.client.is_over:
            try:
                if not self.client.is_open:
                    await self.client.open()
                    assert self.is_leaving or self.client.you == self._ledger.seats[self._key], "a seat is lost"
                await self._play_on()
            except TROUBLES as trouble:
                if self.is_leaving and is_sent_away(self.client, trouble):
                    return
                await asyncio.sleep(self._pace * (0.2 + self.rng.random()))

    @property
    def _key(self) -> tuple[str, str]:
        return self.client.table_id, self.client.token

    async def _wait(self) -> None:
        def is_wanted(client: Client) -> bool:
            return (client.is_asked and client.situation["decision"] != self._answered) or self._guest() is not None

        await self.client.until(lambda client: client.is_over or is_wanted(client))

    def _guest(self) -> int | None:
        """The request of somebody who waits for this person's word."""
        guest = self.client.table["guest"]
        return None if guest is None or guest["request"] == self._guest_answered else int(guest["request"])

    async def _next_message(self) -> dict[str, Any]:
        await asyncio.sleep(self._pace * self.rng.random() * 2)
        self._sent += 1
        message_id = f"{self.client.token[:6]}-{self._sent}"
        pending = self.client.table["take_back"]
        dice = self.rng.random()
        if (request := self._guest()) is not None:
            self._guest_answered = request
            return {"kind": "AnswerGuest", "message_id": message_id, "request": request, "lets_in": dice < 0.9}
        if not self.client.is_asked:
            raise TimeoutError("the clock was quicker")
        if pending is not None and pending["seat"] != self.client.you:
            return {
                "kind": "AnswerTakeBack",
                "message_id": message_id,
                "request": pending["request"],
                "consents": dice < 0.7,
            }
        if self._stays is not None and self._answered is not None and self._sent > self._stays:
            self.is_leaving = True
            self._ledger.seats.pop(self._key, None)
            return {"kind": "Leave", "message_id": message_id}
        if dice < 0.03:
            return {"kind": "TakeBack", "message_id": message_id}
        if dice < 0.04:
            # Falls asleep; a bot may stand in meanwhile.
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
            # A consent that is already there leads to no line.
            if not message["kind"].startswith("Answer"):
                self._ledger.acknowledged.append((self.client.table_id, message["message_id"]))
            if message["kind"] == "Act":
                self._ledger.latencies.append((time.monotonic(), time.perf_counter() - began))
            self._ledger.took_back += message["kind"] == "TakeBack"
            self._answered = message.get("decision", self._answered)
        else:
            assert reply["rule"] or reply["code"].startswith(EXPECTED_CODES), reply


def is_sent_away(client: Client, trouble: Exception) -> bool:
    """The server has said that this token has no place there (any more)."""
    code = trouble.rcvd.code if isinstance(trouble, ConnectionClosed) and trouble.rcvd is not None else None
    gone = (Close.UNKNOWN.value, Close.KICKED.value, Close.TURNED_AWAY.value)
    return (client.close_code if code is None else code) in gone


class Onlooker:
    """A device that plays no part: a watcher's, or the second one of somebody who plays. Comes and goes."""

    def __init__(self, client: Client, seed: int, ledger: Ledger, *, pace: float) -> None:
        self.client = client
        self._rng = Random(seed)
        self._ledger = ledger
        self._pace = pace

    async def look(self) -> None:
        """Until it is cancelled. Each message is checked by the client as it comes."""
        while True:
            with suppress(*TROUBLES):
                await self.client.open()
                self._ledger.looked_on += 1
                await asyncio.sleep(self._pace * self._rng.random() * 20)
                if self._rng.random() < 0.5:
                    self.client.cut()
                await self.client.close()
            await asyncio.sleep(self._pace * self._rng.random())

    def check(self, player: Client | None) -> None:
        """A watcher was never asked anything; a second device heard what the first one did."""
        if player is None:
            assert self.client.you is None, "a watcher got a seat"
            assert not (self.client.situation and self.client.situation["legal"]), "a watcher was asked"
            return
        heard = {event["k"]: event for event in player.events}
        different = [event for event in self.client.events if heard.get(event["k"], event) != event]
        assert not different, f"two devices of one seat heard different things: {different[:3]}"


class Group:
    """Some people who play one match after the other, of one game.

    Were each match of any game, the short ones would end and the long ones stay: after half an hour nearly all tables
    would be in the middle of long matches, and memory would grow with what there is to remember, not with what is lost.
    """

    def __init__(self, address: str, number: int, ledger: Ledger, *, pace: float) -> None:
        self._address = address
        self._source = f"127.0.{1 + number // 250}.{1 + number % 250}"
        self._game = game_names()[number % len(game_names())]
        self._rng = Random(number)
        self._ledger = ledger
        self._pace = pace

    async def play(self) -> None:
        """Until it is cancelled."""
        while True:
            seats = await self._sit_down()
            while seats:
                people = [Client.of(self._address, seated, source=self._source) for seated in seats]
                guest = await self._play_match(people)
                if guest is not None:
                    people.append(guest)
                seats = await self._again(people) if self._rng.random() < 0.4 else []
                await asyncio.gather(*(client.close() for client in people), return_exceptions=True)

    async def _insist(self, work: Callable[[], Any]) -> Any:
        while True:
            try:
                return await work()
            except (*TROUBLES, AssertionError):
                # An answer that was lost, or a store in trouble.
                await asyncio.sleep(self._pace)

    async def _sit_down(self) -> list[Seated]:
        game = self._game
        counts = find_game(game).player_counts
        persons = self._rng.choice([count for count in counts if 2 <= count <= 4])
        with_bot = persons > 2 and self._rng.random() < 0.3
        wanted: dict[str, Any] = {
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

    async def _play_match(self, people: list[Client]) -> Client | None:
        """To the end; the guest who came late, if one came and stayed."""
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
        onlookers = self._onlookers(people, seed)
        looking = [asyncio.create_task(onlooker.look()) for onlooker, _ in onlookers]
        late = asyncio.create_task(self._come_late(host, seed))
        try:
            await asyncio.gather(*(player.play() for player in players))
            guest = await late
        finally:
            for task in (late, *looking):
                task.cancel()
            ends = await asyncio.gather(late, *looking, return_exceptions=True)
        for end in ends:
            if isinstance(end, Exception):
                raise end
        for onlooker, player in onlookers:
            onlooker.check(player)
            await asyncio.gather(onlooker.client.close(), return_exceptions=True)
        self._ledger.over.append(host.table_id)
        return guest

    def _onlookers(self, people: list[Client], seed: int) -> list[tuple[Onlooker, Client | None]]:
        """Some watchers, and some second devices with the first ones they belong to."""
        table, key = people[0].table_id, people[0].table["watch_key"]
        found: list[tuple[Client, Client | None]] = []
        if self._rng.random() < 0.4:
            found.append((Client(self._address, table, key, source=self._source), None))
        if self._rng.random() < 0.4:
            first = self._rng.choice(people)
            found.append((Client(self._address, table, first.token, source=self._source), first))
        return [(Onlooker(client, seed, self._ledger, pace=self._pace), player) for client, player in found]

    async def _come_late(self, host: Client, seed: int) -> Client | None:
        """A guest who asks for a bot's seat in mid-match; half of them give it up again after some questions."""
        if not any(seat["bot"] for seat in host.table["seats"]):
            return None
        await asyncio.sleep(self._pace * (1 + self._rng.random() * 10))
        try:
            seated = await join(self._address, host.table["code"], f"Guest {seed % 100}", source=self._source)
        except (*TROUBLES, AssertionError):
            # The match is over, somebody's eyes are closed, or the server is away.
            return None
        client = Client.of(self._address, seated, source=self._source)
        while client.you is None:
            try:
                if not client.is_open:
                    await client.open()
                await client.until(lambda client: client.you is not None)
            except TROUBLES as trouble:
                if is_sent_away(client, trouble):
                    return None
                await asyncio.sleep(self._pace)
        self._ledger.late_guests += 1
        self._ledger.seats[client.table_id, client.token] = client.you
        player = Person(client, seed, self._ledger, pace=self._pace, stays=self._rng.choice((None, 3)))
        await player.play()
        if player.is_leaving:
            await asyncio.gather(client.close(), return_exceptions=True)
            return None
        return client

    async def _again(self, people: list[Client]) -> list[Seated]:
        host = people[0]

        async def rematch() -> Any:
            if not host.is_open:
                await host.open()
            await host.ask("Rematch")
            await host.until(lambda client: client.table["next_table"])
            return host.table["next_table"]

        there = await self._insist(rematch)
        return [Seated(there["table"], there["code"], client.you or 0, client.token) for client in people]
