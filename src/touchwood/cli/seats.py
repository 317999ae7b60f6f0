"""The seats this machine holds at live tables: whoever comes back by the same address sits where they sat.

A token is the seat, so the file is for its owner's eyes only.
"""

import json
import os
from pathlib import Path
from typing import Any

import msgspec

from touchwood.core.values import Value


class HeldSeat(Value, frozen=True):
    table: str
    token: str


def recall_seat(address: str) -> HeldSeat | None:
    found = _read().get(address)
    return None if found is None else msgspec.convert(found, HeldSeat)


def save_seat(address: str, seat: HeldSeat) -> None:
    _write({**_read(), address: msgspec.to_builtins(seat)})


def forget_seat(address: str) -> None:
    _write({known: seat for known, seat in _read().items() if known != address})


def _file() -> Path:
    home = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return home / "touchwood" / "seats.json"


def _read() -> dict[str, Any]:
    """A file that is missing or unreadable holds nothing: then one joins anew."""
    try:
        held = json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return held if isinstance(held, dict) else {}


def _write(held: dict[str, Any]) -> None:
    file = _file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    file.write_text(json.dumps(held, indent=1), encoding="utf-8")
