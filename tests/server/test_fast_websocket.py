"""Frames as they come in real life and in bad faith: in halves, in heaps, in fragments, broken."""

import asyncio
import json
import os
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame, Opcode

from tests.server.wire import PATIENCE, Client, seat_all
from touchwood.server.fast_websocket import FastWebSocketProtocol, start_of_payload, text_frame

READ: Counter[Any] = Counter()
"""By the address of a device: how many bytes of it the server has read; more than any number once it is gone."""


@pytest.fixture(autouse=True)
def bytes_read(monkeypatch: pytest.MonkeyPatch) -> None:
    received, lost = FastWebSocketProtocol.data_received, FastWebSocketProtocol.connection_lost

    def note_bytes(self: FastWebSocketProtocol, data: bytes) -> None:
        received(self, data)
        READ[self.client] += len(data)

    def note_end(self: FastWebSocketProtocol, exc: Exception | None) -> None:
        lost(self, exc)
        READ[self.client] += 1 << 40

    monkeypatch.setattr(FastWebSocketProtocol, "data_received", note_bytes)
    monkeypatch.setattr(FastWebSocketProtocol, "connection_lost", note_end)


def masked(text: str | bytes, opcode: Opcode = Opcode.TEXT, *, is_last: bool = True) -> bytes:
    """A frame as a browser sends it."""
    body = text.encode() if isinstance(text, str) else text
    return Frame(opcode, body, fin=is_last).serialize(mask=True)


class RawConnection:
    """A device that sends bytes, not messages."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._address = writer.get_extra_info("sockname")

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def send_alone(self, data: bytes) -> None:
        """As a piece of its own: it has been read before the next one is sent."""
        by_then = READ[self._address] + len(data)
        await self.send(data)
        async with asyncio.timeout(PATIENCE):
            while READ[self._address] < by_then:
                await asyncio.sleep(0.001)

    async def frame(self) -> tuple[int, bytes]:
        async with asyncio.timeout(PATIENCE):
            kind, size = await self._reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self._reader.readexactly(2), "big")
            return kind & 0x0F, await self._reader.readexactly(size)

    async def answers(self) -> list[tuple[str, str | None]]:
        """The kinds of answers to what was sent so far, with the codes of refusals."""
        await self.send(masked('{"type":"Ping","id":"was that all?"}'))
        answers = []
        while (message := json.loads((await self.frame())[1])).get("id") != "was that all?":
            if "id" in message:
                answers.append((message["type"], message.get("code")))
        return answers

    async def answer(self, message_id: str) -> str:
        """The kind of answer to that message, updates on the way skipped; or how the connection was closed."""
        while True:
            kind, body = await self.frame()
            if kind == Opcode.CLOSE:
                return CloseCode(int.from_bytes(body[:2], "big")).name
            message = json.loads(body) if kind == Opcode.TEXT else {}
            if message.get("id") == message_id:
                return str(message["type"])


@asynccontextmanager
async def connection_of(client: Client) -> AsyncIterator[RawConnection]:
    """Another connection of that client's seat, welcomed."""
    host, port = client.address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    key = "dG91Y2h3b29kIHRlc3RzIQ=="
    writer.write(
        f"GET /socket HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 101 " in head
    connection = RawConnection(reader, writer)
    await connection.send(masked(json.dumps({"type": "Hello", "table": client.table_id, "token": client.token})))
    kind, welcome = await connection.frame()
    assert kind == Opcode.TEXT
    assert json.loads(welcome)["type"] == "Welcome"
    try:
        yield connection
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()


async def two_at_a_table(server: str) -> tuple[Client, Client]:
    ana, bo = await seat_all(server, "tag", ["Ana", "Bo"])
    await ana.do("Start")
    await asyncio.gather(*(client.until(lambda c: c.situation) for client in (ana, bo)))
    return ana, bo


async def mover_of(*clients: Client) -> Client:
    """Who is asked, once everybody has heard the same."""
    await asyncio.gather(*(client.until(lambda c: c.seq == max(each.seq for each in clients)) for client in clients))
    return next(client for client in clients if client.situation["asked"])


def move_of(client: Client, message_id: str) -> str:
    legal = client.situation["legal"][-1]["action"]
    move = {"type": "Act", "id": message_id, "decision": client.situation["decision"], "action": legal}
    return json.dumps(move)


@pytest.mark.parametrize("cut_at", [1, 2, 5, 6, 7, 40, -1])
def test_a_move_in_two_pieces_is_one_move_and_so_is_the_next(server: str, cut_at: int) -> None:
    async def run() -> None:
        clients = await two_at_a_table(server)
        mover = await mover_of(*clients)
        async with connection_of(mover) as connection:
            for number in range(3):
                if await mover_of(*clients) is not mover:
                    break
                frame = masked(move_of(mover, f"m{number}"))
                await connection.send_alone(frame[:cut_at])
                await connection.send(frame[cut_at:])
                assert await connection.answer(f"m{number}") == "Accepted"
            await connection.send(masked('{"type":"Ping","id":"p"}'))
            assert await connection.answer("p") == "Pong"
        await asyncio.gather(*(client.close() for client in clients))

    asyncio.run(run())


def test_moves_in_a_heap_with_other_frames_are_done_in_order(server: str) -> None:
    async def run() -> None:
        clients = await two_at_a_table(server)
        mover = await mover_of(*clients)
        move = move_of(mover, "m")
        async with connection_of(mover) as connection:
            heap = [masked('{"type":"Ping","id":"first"}'), masked(b"!", Opcode.PING), masked(move), masked(move)]
            await connection.send(b"".join([*heap, masked('{"type":"Ping","id":"last"}')]))
            for message, answer in (("first", "Pong"), ("m", "Accepted"), ("m", "Accepted"), ("last", "Pong")):
                assert await connection.answer(message) == answer
        await asyncio.gather(*(client.close() for client in clients))

    asyncio.run(run())


def test_a_move_in_fragments_is_one_move(server: str) -> None:
    async def run() -> None:
        clients = await two_at_a_table(server)
        mover = await mover_of(*clients)
        move = move_of(mover, "m")
        async with connection_of(mover) as connection:
            await connection.send_alone(masked(move[:9], is_last=False))
            await connection.send_alone(masked(b"", Opcode.PING))
            await connection.send_alone(masked(move[9:30], Opcode.CONT, is_last=False))
            await connection.send(masked(move[30:], Opcode.CONT))
            assert (await connection.frame())[0] == Opcode.PONG
            assert await connection.answer("m") == "Accepted"
        await asyncio.gather(*(client.close() for client in clients))

    asyncio.run(run())


def not_masked(move: str) -> bytes:
    return text_frame(move.encode())


def no_text(move: str) -> bytes:
    return masked(move.replace('"m"', '"m\xff"').encode("latin-1"))


def no_text_in_the_action(move: str) -> bytes:
    return masked(move.replace('"action": {"type": "', '"action": {"type": "\xff').encode("latin-1"))


def too_long(move: str) -> bytes:
    return masked(move + " " * 20_000)


def unknown_kind(move: str) -> bytes:
    return bytes([0x83]) + masked(move)[1:]


def with_a_flag_nobody_agreed_on(move: str) -> bytes:
    return bytes([0xC1]) + masked(move)[1:]


def amid_fragments(move: str) -> bytes:
    return masked("{", is_last=False) + masked(move)


@pytest.mark.parametrize(
    ("broken", "closed"),
    [
        (not_masked, "PROTOCOL_ERROR"),
        (no_text, "INVALID_DATA"),
        (no_text_in_the_action, "INVALID_DATA"),
        (too_long, "MESSAGE_TOO_BIG"),
        (unknown_kind, "PROTOCOL_ERROR"),
        (with_a_flag_nobody_agreed_on, "PROTOCOL_ERROR"),
        (amid_fragments, "PROTOCOL_ERROR"),
    ],
)
@pytest.mark.parametrize("is_in_pieces", [False, True])
def test_broken_frames_close_the_connection_and_move_nothing(
    server: str, broken: Any, closed: str, *, is_in_pieces: bool
) -> None:
    async def run() -> None:
        clients = await two_at_a_table(server)
        mover = await mover_of(*clients)
        before = mover.seq
        async with connection_of(mover) as connection:
            data = broken(move_of(mover, "m"))
            if is_in_pieces:
                await connection.send_alone(data[:3])
                data = data[3:]
            await connection.send(data)
            assert await connection.answer("m") == closed
        answer = await mover.ask("Ping")
        assert answer["type"] == "Pong"
        assert mover.seq == before
        await asyncio.gather(*(client.close() for client in clients))

    asyncio.run(run())


# Whatever is no move in good order, and how it is answered.
NO_MOVES: dict[str, tuple[dict[str, Any], str]] = {
    "without its type": ({"type": None}, "unreadable_message"),
    "of an unknown type": ({"type": "Move"}, "unreadable_message"),
    "without an id": ({"id": None}, "unreadable_message"),
    "with a field too many": ({"at": 1}, "unreadable_message"),
    "of a decision in words": ({"decision": "1"}, "unreadable_message"),
    "of another decision": ({"decision": 99}, "stale_decision"),
    "without an action": ({"action": None}, "unreadable_message"),
    "with an unknown action": ({"action": {"type": "Pass"}}, "unreadable_action"),
    "with an action that has a field too many": ({"action": {"type": "StopDrawing", "at": 1}}, "unreadable_action"),
    "with an action that is a list": ({"action": [[]]}, "unreadable_action"),
    "with an action that is not legal": ({"action": {"type": "StopDrawing"}}, "choose_card_now"),
}


@pytest.mark.parametrize("is_in_pieces", [False, True], ids=["the short way", "as ever"])
def test_what_is_no_move_is_answered_alike_whatever_way_it_is_read(server: str, *, is_in_pieces: bool) -> None:
    async def run() -> dict[str, list[tuple[str, str | None]]]:
        clients = await two_at_a_table(server)
        mover = await mover_of(*clients)
        answered = {}
        for name, (changes, _) in NO_MOVES.items():
            message = {**json.loads(move_of(mover, "m")), **changes}
            data = masked(json.dumps({field: value for field, value in message.items() if value is not None}))
            async with connection_of(mover) as connection:
                if is_in_pieces:
                    await connection.send_alone(data[:3])
                    data = data[3:]
                await connection.send_alone(data)
                answered[name] = await connection.answers()
        async with connection_of(mover) as connection:
            await connection.send(masked(move_of(mover, "m")))
            assert await connection.answer("m") == "Accepted"
        await asyncio.gather(*(client.close() for client in clients))
        return answered

    assert asyncio.run(run()) == {name: [("Refused", code)] for name, (_, code) in NO_MOVES.items()}


def test_moves_are_read_the_short_way(server: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nearly all of them (one that comes while the table is busy goes the long way); otherwise a new version
    of uvicorn has closed the short way."""
    as_ever: list[bytes] = []
    received = WebSocketsSansIOProtocol.data_received

    def note(self: WebSocketsSansIOProtocol, data: bytes) -> None:
        as_ever.append(data)
        received(self, data)

    async def run() -> int:
        clients = await two_at_a_table(server)
        monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", note)
        moves = 0
        while moves < 30 and not clients[0].situation["result"]:
            mover = await mover_of(*clients)
            answer = await mover.act(mover.situation["legal"][0]["action"])
            # An answer for which there is little time may come too late.
            moves += answer["type"] == "Accepted"
        await asyncio.gather(*(client.close() for client in clients))
        return moves

    moves = asyncio.run(run())
    assert moves >= 10
    assert len([data for data in as_ever if data[0] & 0x0F in (Opcode.TEXT, Opcode.CONT)]) < moves / 2


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 300, 65_535])
def test_one_whole_frame_is_known_and_nothing_else(size: int) -> None:
    body = os.urandom(size)
    frame = masked(body)
    start = start_of_payload(frame)
    assert start == (6 if size < 126 else 8)
    assert len(frame) == start + size
    for other in (frame + b"\x81", frame[:-1], frame[:5], b"", text_frame(body)):
        assert start_of_payload(other) is None
    assert start_of_payload(masked(bytes(65_536))) is None
