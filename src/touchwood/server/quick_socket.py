"""uvicorn's WebSocket protocol with a shorter way in and out, for what is done thousands of times a second: a move
comes, and its news go out. Everything else (handshake, frames, pings, closing) is uvicorn's own.

The app finds both ways as `scope["extensions"]["touchwood.line"]`. They are not coroutines: what the app's `ear` takes
wakes no task, and a table's news are written to all its devices without a task of each having to wake up.

Also: a line that takes nothing for a while is cut. Whoever cannot read what was sent cannot read a goodbye either.
"""

import asyncio
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

from touchwood.server.rooms.connection import Ear

SLOWEST_SECONDS: Final = 20.0
_WHOLE_TEXT: Final = b"\x81"
"""A frame's first byte: the last one of its message, and the message is text."""


class QuickSocket(WebSocketsSansIOProtocol):
    ear: Ear | None = None
    _cut: asyncio.TimerHandle | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"]["touchwood.line"] = self  # type: ignore[assignment]  # any value may stand here

    def send_receive_event_to_app(self) -> None:
        """A whole message is here. What the ear leaves alone waits for the app to ask for it, as ever."""
        if (
            self.ear is not None
            and len(self.frames) == 1
            and self.curr_msg_data_type == "text"
            and self.queue.empty()
            and not self.close_sent
            and self.ear(self.frames[0])
        ):
            self.frames = []
        else:
            super().send_receive_event_to_app()

    def write_texts(self, *messages: bytes) -> bool:
        """Whether they were written: the line is open, and the device takes what it is sent."""
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

    def pause_writing(self) -> None:
        super().pause_writing()
        self._cut = self.loop.call_later(SLOWEST_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._stay_connected()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stay_connected()
        super().connection_lost(exc)

    def _stay_connected(self) -> None:
        if self._cut is not None:
            self._cut.cancel()
            self._cut = None


def text_frame(text: bytes) -> bytes:
    """A message as a server sends it: one frame, no mask (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return _WHOLE_TEXT + size.to_bytes(1, "big") + text
    if size < 1 << 16:
        return _WHOLE_TEXT + b"\x7e" + size.to_bytes(2, "big") + text
    return _WHOLE_TEXT + b"\x7f" + size.to_bytes(8, "big") + text
