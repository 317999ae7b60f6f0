"""A client for tests. It keeps every byte it was sent, and checks each message against the protocol as it comes."""

import asyncio
import itertools
import json
import ssl
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from touchwood.server import protocol
from touchwood.server.protocol import Seated

_ids = itertools.count(1)
_from_server = msgspec.json.Decoder(protocol.FromServer)
_NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
PATIENCE = 30.0
"""Seconds a server may take; the machine may be busy."""


async def create(address: str, game: str, name: str = "Ana", *, source: str | None = None, **wanted: Any) -> Seated:
    """`source`: the address to come from."""
    return await _post(f"{address}/api/tables", {"game": game, "name": name, **wanted}, source)


async def join(address: str, code: str, name: str, *, source: str | None = None, **wanted: Any) -> Seated:
    return await _post(f"{address}/api/tables/{code}/join", {"name": name, **wanted}, source)


def plain_http(base: str = "", *, source: str | None = None) -> httpx.AsyncClient:
    """Without the store of certificates that a client loads otherwise, which takes 40 ms of a processor."""
    transport = httpx.AsyncHTTPTransport(local_address=source, verify=_NO_CERTIFICATES)
    return httpx.AsyncClient(base_url=base, transport=transport, trust_env=False, timeout=PATIENCE)


async def _post(url: str, body: Any, source: str | None) -> Seated:
    async with plain_http(source=source) as client:
        answer = await client.post(url, json=body)
    assert answer.status_code == 201, answer.text
    return msgspec.json.decode(answer.content, type=Seated)


class Client:
    """A device at a table."""

    def __init__(
        self, address: str, table: str, token: str, *, language: str = "en", source: str | None = None
    ) -> None:
        self.source = source
        self.address = address
        self.socket_address = address.replace("http", "ws", 1) + "/socket"
        self.table_id = table
        self.token = token
        self.language = language
        self.raw: list[str] = []
        """Everything it was sent, over all its connections."""
        self.events: list[Any] = []
        """All events by number; kept over reconnects."""
        self.seq = 0
        self.you: int | None = None
        self.table: Any = None
        self.situation: Any = None
        self.clock: Any = None
        self.resumes: list[str] = []
        self.close_code: int | None = None
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None
        self._replies: dict[str, asyncio.Future[Any]] = {}
        self._changed = asyncio.Event()

    @classmethod
    def of(cls, address: str, seated: Seated, *, source: str | None = None) -> "Client":
        return cls(address, seated.table, seated.token, source=source)

    # -- The connection ---------------------------------------------------------------------------------------------
    async def open(self, *, seen: int | None = -1) -> "Client":
        """Connect and say hello; `seen` as this client has it, unless told otherwise."""
        self.close_code = None
        if self._reader is not None and self._reader.done():
            # What broke the protocol on the last connection is not forgotten with it.
            self._reader.result()
        self._socket = await connect(
            self.socket_address,
            max_size=None,
            open_timeout=PATIENCE,
            ping_interval=None,
            proxy=None,
            local_addr=None if self.source is None else (self.source, 0),
        )
        hello = {"type": "Hello", "table": self.table_id, "token": self.token, "language": self.language}
        hello["seen"] = (self.seq or None) if seen == -1 else seen  # type: ignore[assignment]  # a number or null
        await self._socket.send(json.dumps(hello))
        first = await self._socket.recv()
        self._take(first)
        self._reader = asyncio.create_task(self._read(self._socket))
        return self

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader

    def cut(self) -> None:
        """Lose the connection without a word."""
        assert self._socket is not None
        self._socket.transport.abort()

    async def until_closed(self) -> int | None:
        """Wait until the server has closed the connection; its code."""
        assert self._reader is not None
        await asyncio.wait_for(asyncio.shield(self._reader), PATIENCE)
        return self.close_code

    @property
    def is_open(self) -> bool:
        return self._reader is not None and not self._reader.done()

    async def __aenter__(self) -> "Client":
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _read(self, socket: ClientConnection) -> None:
        try:
            async for message in socket:
                self._take(message)
        except ConnectionClosed:
            pass
        self.close_code = socket.close_code
        for reply in self._replies.values():
            if not reply.done():
                reply.set_exception(ConnectionError("the connection was lost"))
        self._replies.clear()
        self._changed.set()

    def _take(self, text: str | bytes) -> None:
        assert isinstance(text, str)
        self.raw.append(text)
        _from_server.decode(text)
        message = json.loads(text)
        match message["type"]:
            case "Welcome":
                self.resumes.append(message["resume"])
                if message["resume"] == "start_over":
                    self.seq = message["k"] - len(message["events"])
                self._apply_update(message)
                assert self.seq == message["k"]
            case "Update":
                self._apply_update(message)
            case "Accepted" | "Refused" | "Choices" | "Hint" | "Pong":
                reply = self._replies.pop(message["id"], None)
                if reply is not None and not reply.done():
                    reply.set_result(message)
        self._changed.set()

    def _apply_update(self, message: Any) -> None:
        self.you = message["you"]
        for event in message["events"]:
            assert event["k"] == self.seq + 1, "events come without gaps"
            self.seq = event["k"]
            self.events.append(event)
        self.table = message["table"] or self.table
        self.situation = message["situation"] or self.situation
        self.clock = message["clock"] or self.clock

    # -- Messages ---------------------------------------------------------------------------------------------------
    async def ask(self, kind: str, *, message_id: str | None = None, **fields: Any) -> Any:
        """Send a message and wait for its answer."""
        message_id = message_id or f"m{next(_ids)}"
        # It may come before sending has returned.
        reply = self._replies[message_id] = asyncio.get_running_loop().create_future()
        # A connection that is lost while this is being sent says so here too, where nobody waits yet.
        reply.add_done_callback(lambda reply: reply.cancelled() or reply.exception())
        await self.send({"type": kind, "id": message_id, **fields})
        if not self.is_open:
            raise ConnectionError("the connection was lost")
        return await asyncio.wait_for(reply, PATIENCE)

    async def send(self, message: Any) -> None:
        assert self._socket is not None
        try:
            await self._socket.send(message if isinstance(message, str | bytes) else json.dumps(message))
        except ConnectionClosed:
            raise ConnectionError("the connection was lost") from None

    async def do(self, kind: str, **fields: Any) -> None:
        """Send a message that must be accepted."""
        answer = await self.ask(kind, **fields)
        assert answer["type"] == "Accepted", answer

    async def act(self, action: Any, **fields: Any) -> Any:
        return await self.ask("Act", **{"decision": self.situation["decision"], "action": action, **fields})

    async def until(self, holds: Callable[["Client"], Any]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE):
            while not holds(self):
                if not self.is_open and not holds(self):
                    raise ConnectionError(f"closed with {self.close_code}")
                self._changed.clear()
                await self._changed.wait()

    # -- Questions --------------------------------------------------------------------------------------------------
    @property
    def phase(self) -> str:
        return str(self.table["phase"])

    @property
    def is_asked(self) -> bool:
        return bool(self.situation and self.situation["asked"])

    @property
    def is_over(self) -> bool:
        return bool(self.situation and self.situation["result"])

    def told(self, kind: str) -> list[Any]:
        return [event for event in self.events if event["type"] == kind]


async def seat_all(address: str, game: str, names: list[str], **wanted: Any) -> list[Client]:
    """A table with all these people connected; the first is host."""
    first = await create(address, game, names[0], **wanted)
    others = [await join(address, first.code, name) for name in names[1:]]
    return [await Client.of(address, seated).open() for seated in (first, *others)]


async def until_made(http: httpx.AsyncClient, where: str) -> httpx.Response:
    """A proof or a review, however long it takes."""
    while (answer := await http.get(where)).status_code == 202:
        pass
    return answer
