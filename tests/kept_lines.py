"""What `make hunt` and `make mutants` have done, line by line: a run that was broken off goes on where it was."""

import json
import os
from pathlib import Path
from typing import Any


def kept_lines(kept: Path) -> list[dict[str, Any]]:
    """All whole lines. One that was broken off with its run is cut off: what it would have told is done again."""
    data = kept.read_bytes() if kept.exists() else b""
    whole = data[: data.rfind(b"\n") + 1]
    if whole != data:
        os.truncate(kept, len(whole))
    return [json.loads(line) for line in whole.splitlines()]


def keep(kept: Path, line: dict[str, Any]) -> None:
    with kept.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")
