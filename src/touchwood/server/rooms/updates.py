"""What a connection is sent: `Welcome` once, then `Update`s of whatever changed for its viewer.

Snapshots are written once for each viewer and version of the table, then shared by all its devices as bytes.
"""

from dataclasses import dataclass
from functools import cache
from typing import Final

import msgspec

from touchwood.core.seats import SPECTATOR, Seat, Viewer
from touchwood.core.values import canonical_json
from touchwood.server.protocol import PROTOCOL, Close, Resume
from touchwood.server.rooms.connection import Connection
from touchwood.server.table.hush import Hush
from touchwood.server.table.seating import Seating
from touchwood.server.table.snapshots import clock_shown, situation, table_shown
from touchwood.server.table.table import Table
from touchwood.server.table.timing import Presence, clock_seconds

_NULL: Final = b"null"
_encode: Final = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is there, as long as nobody comes or goes and the seating stays."""

    seating: Seating
    present: frozenset[int]
    """People's seats with a connection."""
    watchers: int
    presence: Presence
    coming: frozenset[int] = frozenset()
    """Seats whose people are at the table where the group goes on."""
    undecided: frozenset[int] = frozenset()
    """Seats whose people are asked to come there."""


ANY_SEAT: Final = Seat(-1)
"""Stands for every seat that is not hushed."""


class UpdateWriter:
    """The snapshots of one table as bytes."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._situations: dict[Viewer, tuple[int, bytes]] = {}
        self._tables: dict[Viewer, tuple[Attendance, Hush | None, bytes]] = {}
        """With what each was made from."""
        self._clock_of_others: tuple[tuple[int, int, int, float | None], bytes] | None = None
        """The newest clock that was shown to somebody who is not asked, with what it was made from."""

    def welcome(self, connection: Connection, there: Attendance, seen: int | None, now: int) -> bytes:
        """The first message; from it on the connection is up to date."""
        viewer = connection.viewer
        assert viewer is not None, "only those with a place are welcomed"
        stream = self._table.stream(viewer)
        missed = None if seen is None else stream.again_since(seen)
        resume = Resume.START_OVER if missed is None else Resume.EVENTS if missed else Resume.UP_TO_DATE
        events = stream.again() if missed is None else missed
        connection.seq = stream.seq
        connection.table = self._table_bytes(there, viewer)
        connection.situation = self._situation_bytes(viewer)
        return (
            b'{"type":"Welcome","protocol":%d,"you":%b,"resume":"%b","k":%d,"events":[%b],'
            b'"table":%b,"situation":%b,"clock":%b}'
        ) % (
            PROTOCOL,
            _you(viewer),
            resume.value.encode(),
            stream.seq,
            b",".join(events),
            connection.table,
            connection.situation,
            self._clock(viewer, now),
        )

    def update(self, connection: Connection, there: Attendance, now: int) -> bytes | None:
        """What changed since the last message; None: nothing this viewer may notice."""
        viewer = connection.viewer
        if viewer is None:
            connection.close(self._why_no_place(connection))
            return None
        stream = self._table.stream(viewer)
        events = stream.since(connection.seq)
        if events is None:
            connection.close(Close.TOO_SLOW)
            return None
        table, shown = self._table_bytes(there, viewer), self._situation_bytes(viewer)
        is_table_new, is_situation_new = table != connection.table, shown != connection.situation
        if not (events or is_table_new or is_situation_new):
            return None
        connection.seq, connection.table, connection.situation = stream.seq, table, shown
        return b'{"type":"Update","you":%b,"events":[%b],"table":%b,"situation":%b,"clock":%b}' % (
            _you(viewer),
            b",".join(events),
            table if is_table_new else _NULL,
            shown if is_situation_new else _NULL,
            self._clock(viewer, now) if is_table_new or is_situation_new else _NULL,
        )

    def _why_no_place(self, connection: Connection) -> Close:
        if connection.is_watching:
            return Close.UNKNOWN
        return Close.OTHER_PHONE if connection.token_hash in self._table.seating.former_tokens else Close.KICKED

    def _situation_bytes(self, viewer: Viewer) -> bytes:
        version, written = self._situations.get(viewer, (0, _NULL))
        if version != self._table.version:
            written = _encode(situation(self._table, viewer))
            self._situations[viewer] = (self._table.version, written)
        return written

    def _table_bytes(self, there: Attendance, viewer: Viewer) -> bytes:
        # All seats are shown the same, and all watchers; but a hushed viewer's table stands still.
        hush = self._table.hushed.get(viewer)
        like = viewer if hush is not None or viewer is SPECTATOR else ANY_SEAT
        made = self._tables.get(like)
        if made is None or made[0] is not there or made[1] is not hush:
            shown = table_shown(
                self._table,
                viewer,
                present=there.present,
                watchers=there.watchers,
                coming=there.coming,
                undecided=there.undecided,
            )
            # Sorted, since the order of options is another one after a restart.
            made = self._tables[like] = (there, hush, canonical_json(shown))
        return made[2]

    def _clock(self, viewer: Viewer, now: int) -> bytes:
        table = self._table
        if table.play is None or viewer in table.play.asked_at:
            return _encode(clock_shown(table, viewer, now))
        # Whoever only waits, and has heard the same, sees the same clock.
        made_from = table.version, now, table.streams[viewer].heard_at, clock_seconds(table, viewer)
        if self._clock_of_others is None or self._clock_of_others[0] != made_from:
            self._clock_of_others = made_from, _encode(clock_shown(table, viewer, now))
        return self._clock_of_others[1]


@cache
def _you(viewer: Viewer) -> bytes:
    return _NULL if viewer is SPECTATOR else b"%d" % viewer
