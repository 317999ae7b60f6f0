"""uvicorn's WebSocket protocol with a shorter way in and out, for what is done thousands of times a second: a move
comes, and updates go out. Everything else (handshake, frames in general, pings, closing) is uvicorn's own.

The app finds both ways as `scope["extensions"]["touchwood.transport"]`. They are not coroutines: what the app's
`message_handler` takes wakes no task, and a table's updates are written to all its devices without a task of each
having to wake up.
"""

from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]  # the quick one, where it was built
from websockets.http11 import Request
from websockets.protocol import Protocol, State

from touchwood.server.frame_pace import PacedWebSocket
from touchwood.server.internals import called_otherwise, moved
from touchwood.server.rooms.connection import MessageHandler

_LAST: Final = 0x80
"""In a frame's first byte: no more frames of this message follow."""
_WHOLE_TEXT: Final = 0x81
"""A frame's first byte: the only one of its message, and the message is text."""
_MASKED: Final = 0x80
"""In a frame's second byte, beside the size."""
_SHORT: Final = b"\x81\x7e"
"""How a text begins whose size is in the next two bytes."""
_LONG: Final = b"\x81\x7f"
"""How a text begins whose size is in the next eight bytes."""


# What this leans on and uvicorn does not promise: methods, and what its own methods set.
_METHODS: Final = ("handle_connect", "data_received", "connection_lost")
_FIELDS: Final = ("close_sent", "config", "conn", "disconnected", "handshake_initiated", "queue", "scope", "writable")
# The same of websockets: what its `conn` has.
_CONN_FIELDS: Final = ("parser", "state")


def moved_internals(protocol: type = WebSocketsSansIOProtocol, conn: type = Protocol) -> list[str]:
    """Those that a version of uvicorn or websockets does not have, or calls in another way (`name()`); then
    `websocket_protocol` chooses another."""
    gone = moved(protocol, [*_METHODS, *_FIELDS]) | {f"conn.{name}" for name in moved(conn, _CONN_FIELDS)}
    return sorted(gone | called_otherwise(protocol, FastWebSocketProtocol, _METHODS))


class FastWebSocketProtocol(PacedWebSocket, WebSocketsSansIOProtocol):
    message_handler: MessageHandler | None = None
    _is_between_messages = True
    """As far as is known: what came so far came in whole frames of whole messages, one at a time."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"]["touchwood.transport"] = self  # type: ignore[assignment]  # any value may stand here

    # -- In ---------------------------------------------------------------------------------------------------------
    def data_received(self, data: bytes) -> None:
        """A move mostly comes in one piece, alone. Whatever the message_handler leaves alone is read as ever."""
        if self._is_between_messages and self.handshake_initiated:
            start = start_of_payload(data)
            if start is None or not data[0] & _LAST:
                # Rather than follow halves of frames, a connection on which any came is read as ever from now on.
                self._is_between_messages = False
            elif self._handles(data, start):
                return
        super().data_received(data)

    def _handles(self, frame: bytes, start: int) -> bool:
        return (
            self.message_handler is not None
            and frame[0] == _WHOLE_TEXT
            and len(frame) <= self.config.ws_max_size
            and self.conn.state is State.OPEN
            and not self.close_sent
            and self.queue.empty()
            and self.message_handler(apply_mask(frame[start:], frame[start - 4 : start]))
        )

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is left to hold itself in a circle: the collector is spared (`serve.py`), and those who come and go
        would fill the memory before it looks."""
        super().connection_lost(exc)
        self.message_handler = None
        self.conn.parser.close()

    # -- Out --------------------------------------------------------------------------------------------------------
    def write_texts(self, *messages: bytes) -> bool:
        """Whether they were written: the connection is open, and the device takes what it is sent."""
        if (
            self.close_sent
            or self.disconnected
            or self.conn.state is not State.OPEN
            or not self.writable.is_set()
            or self.transport.is_closing()
        ):
            return False
        self.transport.write(b"".join([text_frame(message) for message in messages]))
        return True


def text_frame(text: bytes) -> bytes:
    """A message as a server sends it: one frame, no mask (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((_WHOLE_TEXT, size)) + text
    if size < 1 << 16:
        return _SHORT + size.to_bytes(2, "big") + text
    return _LONG + size.to_bytes(8, "big") + text


def start_of_payload(data: bytes) -> int | None:
    """Where the payload begins, if this is one whole masked frame of no great size, and nothing else."""
    if len(data) < 6 or not data[1] & _MASKED:
        return None
    size, start = data[1] & ~_MASKED, 6
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 8
    elif size == 127:
        return None
    return start if len(data) == start + size else None
