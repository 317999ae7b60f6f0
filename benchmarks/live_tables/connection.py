"""One end of a WebSocket, with no more than a load client needs: text frames that come whole, and pings.

What a client costs is taken from the server it shares a core with, so this is written to cost little.
"""

import asyncio
from collections.abc import Callable
from typing import Final, cast

LOCAL: Final = "127.0.0.1"
_HANDSHAKE: Final = (
    "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dG91Y2h3b29kIGJlbmNoIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_TEXT, _CLOSE, _PING, _PONG = 0x81, 0x88, 0x89, 0x8A
_MASKED: Final = 0x80
_NO_MASK: Final = bytes(4)
"""Clients must mask; with zeros masked bytes are the bytes themselves."""


class LoadConnection(asyncio.Protocol):
    def __init__(
        self, path: str, on_message: Callable[[bytes], None], opened: Callable[["LoadConnection"], None]
    ) -> None:
        self._path = path
        self._on_message = on_message
        self._opened = opened
        self._is_open = False
        self._is_closed = False
        self._rest = b""
        self._transport: asyncio.WriteTransport

    async def connect(self, port: int, address: str = LOCAL) -> None:
        """From an address of this machine: the server counts clients by where they come from."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self, LOCAL, port, local_addr=(address, 0))

    def say(self, text: bytes) -> None:
        self._transport.write(_frame(_TEXT, text))

    def close(self) -> None:
        """Also one that is not there yet."""
        self._on_message = _ignore
        self._is_closed = True
        if self._is_open and not self._transport.is_closing():
            self._transport.write(_frame(_CLOSE, b"\x03\xe8"))
            self._transport.close()

    # -- Called by the loop -----------------------------------------------------------------------------------------
    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are of no class of asyncio's.
        self._transport = cast(asyncio.WriteTransport, transport)
        if self._is_closed:
            self._transport.close()
            return
        self._transport.write(_HANDSHAKE.format(path=self._path).encode())

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self._is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                raise ConnectionError(head.decode())
            self._is_open = True
            if self._is_closed:
                self.close()
                return
            self._opened(self)
        self._rest = self._take_frames(data)

    def _take_frames(self, data: bytes) -> bytes:
        """Hears all whole frames; what is left over."""
        at, end = 0, len(data)
        while end - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if start + size > end:
                break
            kind, body = data[at], data[start : start + size]
            at = start + size
            if kind == _TEXT:
                self._on_message(body)
            elif kind == _PING:
                self._transport.write(_frame(_PONG, body))
        return data[at:]


def _frame(kind: int, body: bytes) -> bytes:
    size = len(body)
    if size < 126:
        return bytes((kind, _MASKED | size)) + _NO_MASK + body
    return bytes((kind, _MASKED | 126)) + size.to_bytes(2, "big") + _NO_MASK + body


def _ignore(_: bytes) -> None:
    pass
