"""Logs as one JSON object a line. What may be in them is named here; tokens, names, talk and cards never are."""

import json
import logging
import sys
import time
from typing import Final

ALLOWED: Final = (
    "cause",
    "close",
    "code",
    "count",
    "error",
    "game",
    "method",
    "ms",
    "path",
    "port",
    "status",
    "trouble",
)
"""The facts a line may carry. Anything else that is passed to a logger stays out."""


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
        }
        line |= {fact: getattr(record, fact) for fact in ALLOWED if hasattr(record, fact)}
        if record.exc_info and record.exc_info[0] is not None:
            # The type and the place; never the values, which may be a hand or a token.
            line["error"] = record.exc_info[0].__name__
            frame = record.exc_info[2]
            while frame is not None and frame.tb_next is not None:
                frame = frame.tb_next
            if frame is not None:
                line["where"] = f"{frame.tb_frame.f_code.co_filename}:{frame.tb_lineno}"
        return json.dumps(line, ensure_ascii=False)


def set_up(level: int = logging.INFO) -> None:
    """All of the server's logs to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("touchwood", "uvicorn", "litestar"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.setLevel(level)
        logger.propagate = False
    # Its lines hold addresses of requests; ours are enough.
    logging.getLogger("uvicorn.access").handlers = []
    logging.getLogger("uvicorn.access").propagate = False
    # So do its lines about sockets that open.
    logging.getLogger("uvicorn.error").setLevel(max(level, logging.WARNING))
