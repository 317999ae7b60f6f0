"""What is watched on every connection, whatever is spoken on it."""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

LOG = logging.getLogger("touchwood.connections")

SLOWEST_SECONDS: Final = 20.0

if TYPE_CHECKING:

    class _Mixed(asyncio.Protocol):
        transport: asyncio.Transport
else:
    _Mixed = object


class WatchedProtocol(_Mixed):
    """Mixed into a protocol. A device that takes nothing for a while is cut off: whoever cannot read what was sent
    cannot read a goodbye either."""

    when_lost: Callable[[], None] | None = None
    """Told once, when the connection is gone."""
    _stuck: asyncio.TimerHandle | None = None
    """Waits for the device to take what it was sent."""

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stuck = asyncio.get_running_loop().call_later(SLOWEST_SECONDS, self._cut)

    def resume_writing(self) -> None:
        self._wait_for_it_no_more()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_for_it_no_more()
        if self.when_lost is not None:
            self.when_lost()
            self.when_lost = None
        super().connection_lost(exc)

    def _cut(self) -> None:
        LOG.info("connection_cut", extra={"cause": "takes_nothing"})
        self.transport.abort()

    def _wait_for_it_no_more(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None
