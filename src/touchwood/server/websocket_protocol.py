"""Which WebSocket protocol uvicorn speaks for us: our fast one, or its own where the fast one does not fit.

The fast one leans on parts of uvicorn that are not promised to stay. An update that moves one of them costs speed, not
the evening: what is missing is logged, and uvicorn's own protocol is used.
"""

import asyncio
import importlib
import logging
from typing import TYPE_CHECKING, Any

from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from touchwood.server.frame_pace import PacedWebSocket

LOG = logging.getLogger("touchwood.connections")

if TYPE_CHECKING:
    _Own = asyncio.Protocol
else:
    _Own = AutoWebSocketsProtocol


class PlainWebSocketProtocol(PacedWebSocket, _Own):
    """uvicorn's own."""


def websocket_protocol(fast: str = "touchwood.server.fast_websocket") -> type[Any]:
    try:
        module = importlib.import_module(fast)
        moved = module.moved_internals()
    except ImportError as error:
        moved = [str(error)]
    if not moved:
        protocol: type[Any] = module.FastWebSocketProtocol
        return protocol
    LOG.warning("fast_websocket_unavailable", extra={"cause": ", ".join(moved)})
    return PlainWebSocketProtocol
