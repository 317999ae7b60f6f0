"""A record as rows of a table, one for each choice: what the seat saw, what it might do, what it did, how it ended.

docs/records.md has the columns. What a seat saw is what it may know (`Game.knowledge`), so a learner gets no more from
a row than the player had.
"""

from typing import Any

import msgspec

from touchwood.core.choices import Choices
from touchwood.core.seats import Seat
from touchwood.core.values import canonical_json
from touchwood.match.match import Match
from touchwood.match.record import Chose, Record, Replaced, TakenBack
from touchwood.match.replay import restore

COLUMNS = {
    "match": "VARCHAR",
    "game": "VARCHAR",
    "rules_version": "INTEGER",
    "options": "VARCHAR",
    "players": "INTEGER",
    "entry": "INTEGER",
    "seat": "INTEGER",
    "name": "VARCHAR",
    "bot": "VARCHAR",
    "by": "VARCHAR",
    "is_awaited": "BOOLEAN",
    "is_in_force": "BOOLEAN",
    "view": "VARCHAR",
    "observation": "SMALLINT[]",
    "legal": "VARCHAR[]",
    "legal_numbers": "SMALLINT[]",
    "chosen": "VARCHAR",
    "chosen_number": "SMALLINT",
    "action": "VARCHAR",
    "points": "INTEGER",
    "share": "DOUBLE",
}
"""The columns in their order, with the types of SQL."""


def choice_rows(record: Record) -> list[dict[str, Any]]:
    """An `InputError` names the entry that the rules do not allow."""
    match = restore(record)
    numbers = Choices(match.game, match.options, len(record.header.seats))
    ends = _ends(match)
    in_force, players = _in_force(match), list(record.header.seats)
    rows: list[dict[str, Any]] = []
    for line in match.lines:
        entry = line.entry
        if isinstance(entry, Replaced):
            players[entry.seat] = entry.player
        if not isinstance(entry, Chose):
            continue
        player = players[entry.seat]
        rows.append(
            {
                **_of_match(match, record.hash),
                "entry": line.n,
                "seat": entry.seat,
                "name": player.name,
                "bot": player.bot,
                "by": entry.by.value,
                "is_in_force": line.n in in_force,
                **_situation(match, numbers, match.positions[line.n - 1].state, entry),
                **ends[entry.seat],
            }
        )
    return rows


def _of_match(match: Match, first_hash: str) -> dict[str, Any]:
    header = match.header
    return {
        "match": first_hash,
        "game": header.game,
        "rules_version": header.rules_version,
        "options": canonical_json(header.options).decode(),
        "players": len(header.seats),
    }


def _situation(match: Match, numbers: Choices, state: Any, entry: Chose) -> dict[str, Any]:
    game, seat = match.game, Seat(entry.seat)
    action = msgspec.convert(entry.action, game.action_type) if isinstance(entry.action, dict) else entry.action
    view, actions, waiting = game.knowledge(state, seat), game.legal_actions(state, seat), game.waiting_for(state)
    offered = [builder.name for builder in game.builders if builder.is_offered(view)]
    return {
        "is_awaited": isinstance(waiting, tuple) and seat in waiting,
        "view": canonical_json(view).decode(),
        "observation": None if game.encoder is None else list(game.encoder.encode(view, ())),
        "legal": [*map(game.codec.text, actions), *offered],
        "legal_numbers": numbers.legal(view, actions),
        "chosen": game.codec.text(action),
        "chosen_number": numbers.number_of(action),
        "action": canonical_json(action).decode(),
    }


def _ends(match: Match) -> list[dict[str, Any]]:
    """What each seat has in the end; no share of a win that is not decided yet."""
    points = match.game.points(match.state)
    shares = [float(share) for share in match.game.returns(match.state)] if match.is_over else [None] * len(points)
    return [{"points": each, "share": share} for each, share in zip(points, shares, strict=True)]


def _in_force(match: Match) -> set[int]:
    """The entries that no take-back undid."""
    before: dict[int, int] = {}
    newest = 0
    for line in match.lines:
        before[line.n] = line.entry.to if isinstance(line.entry, TakenBack) else newest
        newest = line.n
    in_force = set()
    while newest:
        in_force.add(newest)
        newest = before[newest]
    return in_force
