"""Scripted people: they play any game at random over the wire."""

import asyncio
from random import Random
from typing import Any

from websockets.exceptions import WebSocketException

from tests.server.wire import Client


async def some_action(client: Client, rng: Random) -> Any:
    """Any legal action, composite ones included."""
    situation = client.situation
    kinds = [*situation["legal"], *situation["builders"]]
    picked = rng.choice(kinds)
    return picked["action"] if isinstance(picked, dict) else await build(client, picked, rng)


async def build(client: Client, builder: str, rng: Random) -> Any:
    """A composite action, built step by step as a page does."""
    parts: list[int] = []
    while True:
        offered = await client.ask("Build", builder=builder, parts=parts)
        assert offered["type"] == "Choices", offered
        if offered["action"] is not None and (not offered["choices"] or rng.random() < 0.5):
            return offered["action"]
        parts.append(rng.choice(offered["choices"])["number"])


async def play_on(client: Client, rng: Random) -> None:
    """Answer every question until the match is over."""
    answered: Any = None

    def has_a_question(client: Client) -> bool:
        return client.is_asked and client.situation is not answered and client.situation["sealed"] is None

    while True:
        await client.until(lambda client: client.is_over or has_a_question(client))
        if client.is_over:
            return
        asked = client.situation
        reply = await client.act(await some_action(client, rng), decision=asked["decision"])
        if reply["type"] == "Accepted":
            # The chooser always gets a newer situation; until then the question is the old one.
            answered = asked
        else:
            # Somebody else's choice came between the question and the answer.
            assert reply["code"] in ("stale_decision", "table_paused", "match_over") or reply["rule"], reply
            await asyncio.sleep(0)


async def play_all(clients: list[Client], seed: int) -> None:
    await asyncio.gather(*(play_on(client, Random(seed + number)) for number, client in enumerate(clients)))


class Stubborn:
    """A person with a bad connection: comes back after every break and sends what was not answered again, with the
    same id.

    `chaos` is how often (of 1) the connection is cut or a message is sent twice or late.
    """

    def __init__(self, client: Client, seed: int, *, chaos: float = 0.0) -> None:
        self.client = client
        self.rng = Random(seed)
        self.chaos = chaos
        self.acknowledged: list[str] = []
        self.cuts = 0
        self._pending: dict[str, Any] | None = None
        self._sent = 0
        self._answered: int | None = None

    async def play(self) -> None:
        """To the end of the match, whatever happens to the connection."""
        while not self.client.is_over:
            try:
                if not self.client.is_open:
                    await self.client.open()
                await self._play_on()
            except (OSError, TimeoutError, WebSocketException):
                await asyncio.sleep(0.02)
        await self.client.close()

    async def _play_on(self) -> None:
        while not self.client.is_over:
            if self._pending is None:
                await self._wait()
                if self.client.is_over:
                    return
                self._pending = await self._next_message()
            await self._deliver(self._pending)

    async def _wait(self) -> None:
        def has_a_question(client: Client) -> bool:
            return client.is_asked and client.situation["decision"] != self._answered

        await self.client.until(lambda client: client.is_over or has_a_question(client))

    async def _next_message(self) -> dict[str, Any]:
        self._sent += 1
        message_id = f"{self.client.token[:6]}-{self._sent}"
        if self.rng.random() < 0.2:
            return {"kind": "Talk", "message_id": message_id, "text": message_id}
        action = await some_action(self.client, self.rng)
        decision = self.client.situation["decision"]
        return {"kind": "Act", "message_id": message_id, "decision": decision, "action": action}

    async def _deliver(self, message: dict[str, Any]) -> None:
        if self.rng.random() < self.chaos:
            await self._suffer(message)
        reply = await self.client.ask(**message)
        self._pending = None
        if reply["type"] == "Accepted":
            self.acknowledged.append(message["message_id"])
            self._answered = message.get("decision", self._answered)
        else:
            assert reply["rule"] or reply["code"].startswith(("stale", "match_over", "store_", "too_many")), reply

    async def _suffer(self, message: dict[str, Any]) -> None:
        """The message may or may not arrive, the answer never does."""
        match self.rng.randrange(4):
            case 0:
                self._cut()
            case 1:
                await self.client.send({"type": message["kind"], "id": message["message_id"], **_fields(message)})
                self._cut()
            case 2:
                await self.client.send({"type": message["kind"], "id": message["message_id"], **_fields(message)})
                await asyncio.sleep(self.rng.random() * 0.01)
                self._cut()
            case _:
                # Twice in a row; the second one is the same message again.
                await self.client.send({"type": message["kind"], "id": message["message_id"], **_fields(message)})

    def _cut(self) -> None:
        self.cuts += 1
        self.client.cut()
        raise ConnectionError("the connection was cut")


def _fields(message: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in message.items() if key not in ("kind", "message_id")}
