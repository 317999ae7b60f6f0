"""How the choices of recorded matches were numbered when they were played, pinned in `records/numbering.json`.

What is asked without a state serves all versions of a game's rules, so it may only grow: a network trained by version 1
chooses by its numbers. `python -m tests.numbering` pins, by the code as it is, the records that are not pinned yet.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from touchwood.core.options import options_from_mapping
from touchwood.core.values import sha256
from touchwood.games.discovery import find_game
from touchwood.match.files import read_record
from touchwood.match.record import Header

RECORDS: Final = Path(__file__).parent / "records"
PINS: Final = RECORDS / "numbering.json"


class Pin(msgspec.Struct, frozen=True):
    """Of all actions that have a number, or of all parts of a builder: how many, and a hash of them in order."""

    count: int
    hash: str


class Numbering(msgspec.Struct, frozen=True):
    longest: int | None
    choices: dict[str, Pin]


def pinned() -> dict[str, Numbering]:
    """By the names of the records."""
    return msgspec.json.decode(PINS.read_bytes(), type=dict[str, Numbering])


def numbering(header: Header, first: Numbering | None = None) -> Numbering:
    """As it is now, all of it or only so many of each as there were at first."""
    game, seats = find_game(header.game), len(header.seats)
    options = options_from_mapping(game, header.options, seats)
    named = {"action": [game.codec.text(action) for action in game.codec.numbered(options, seats)]}
    for builder in game.builders:
        named[builder.name] = [builder.text(part) for part in builder.numbered(options, seats)]
    counts = {} if first is None else {name: pin.count for name, pin in first.choices.items()}
    return Numbering(
        game.longest(options, seats), {name: _pin(texts[: counts.get(name)]) for name, texts in named.items()}
    )


def _pin(texts: Sequence[str]) -> Pin:
    return Pin(len(texts), sha256("\n".join(texts).encode()).hex()[:16])


def main() -> None:
    now = {path.stem: numbering(read_record(path).header) for path in RECORDS.glob("*.jsonl")}
    whole = msgspec.json.encode({**now, **pinned()}, order="sorted")
    PINS.write_bytes(msgspec.json.format(whole, indent=2) + b"\n")


if __name__ == "__main__":
    main()
