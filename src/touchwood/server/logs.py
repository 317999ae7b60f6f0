"""Logs as one JSON object a line; in a terminal, as lines for people. What may be in them is named here; tokens, names,
talk, cards, codes, ids and addresses never are.

Nothing else is written to standard error while a server runs: warnings and exceptions that nobody caught, of other
libraries and other threads too, become such lines. So whatever reads the logs can read every line.
"""

import json
import logging
import sys
import threading
import time
from types import TracebackType
from typing import Any, Final, TypeAlias

ALLOWED: Final = (
    "cause",
    "close",
    "code",
    "command",
    "count",
    "error",
    "game",
    "method",
    "ms",
    "port",
    "route",
    "status",
    "trouble",
)
"""The facts a line may carry. Anything else that is passed to a logger stays out."""

OUR_OWN: Final = "touchwood"

ExcInfo: TypeAlias = tuple[type[BaseException], BaseException, TracebackType | None]


def facts_of(record: logging.LogRecord) -> dict[str, object]:
    """What the record says beside its event."""
    facts: dict[str, object] = {fact: getattr(record, fact) for fact in ALLOWED if hasattr(record, fact)}
    if record.exc_info and record.exc_info[0] is not None:
        # The type and the place; never the values, which may be a hand or a token.
        facts["error"] = record.exc_info[0].__name__
        frame = record.exc_info[2]
        while frame is not None and frame.tb_next is not None:
            frame = frame.tb_next
        if frame is not None:
            facts["where"] = f"{frame.tb_frame.f_code.co_filename}:{frame.tb_lineno}"
    return facts


class JsonLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "event": record.getMessage(),
        }
        return json.dumps(line | facts_of(record), ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        at = time.strftime("%H:%M:%S", time.localtime(record.created))
        facts = [f"{fact}={value}" for fact, value in facts_of(record).items()]
        return " ".join([at, record.levelname.lower(), record.getMessage(), *facts])


def set_up(level: int = logging.INFO) -> None:
    """Everything that this process logs goes to standard error, in one form."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlainLines() if sys.stderr.isatty() else JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger(OUR_OWN).setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "litestar"):
        # At lower levels their lines hold addresses and paths of requests; ours are enough.
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [], True
        logger.setLevel(logging.WARNING)
    logging.captureWarnings(capture=True)
    sys.excepthook = lambda kind, error, trace: _log_uncaught((kind, error, trace))
    sys.unraisablehook = lambda given: _log_uncaught(_exc_info(given.exc_type, given.exc_value, given.exc_traceback))
    threading.excepthook = lambda given: _log_uncaught(_exc_info(given.exc_type, given.exc_value, given.exc_traceback))


def _exc_info(kind: type[BaseException], error: BaseException | None, trace: Any) -> ExcInfo:
    return kind, kind() if error is None else error, trace


def _log_uncaught(exc_info: ExcInfo) -> None:
    logging.getLogger(OUR_OWN).error("uncaught", exc_info=exc_info)
