"""What a connection is sent: `Welcome` once, then `Update`s of whatever changed for its viewer.

Pictures are written once for each viewer and version of the table, then shared by all its devices as bytes.
"""

from dataclasses import dataclass

import msgspec

from touchwood.core.seats import SPECTATOR, Seat, Viewer
from touchwood.core.values import canonical_json
from touchwood.server.protocol import PROTOCOL, Close, Resume, Watching
from touchwood.server.rooms.connection import Connection
from touchwood.server.table.pictures import clock_shown, situation, table_shown
from touchwood.server.table.seating import Seating
from touchwood.server.table.table import Table
from touchwood.server.table.timing import Presence

_NULL = b"null"


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is there, as long as nobody comes or goes and the seating stays."""

    seating: Seating
    present: frozenset[int]
    """People's seats with a connection."""
    watchers: int
    presence: Presence


class News:
    """The pictures of one table as bytes."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._situations: dict[Viewer, tuple[int, bytes]] = {}
        self._tables: dict[bool, tuple[Attendance | None, bytes]] = {}

    def viewer_of(self, connection: Connection) -> Viewer | None:
        """None: this connection has no place at the table any more."""
        if connection.token_hash is None:
            return SPECTATOR if self._table.seating.settings.watching is not Watching.NOBODY else None
        seat = self._table.seating.seat_of(connection.token_hash)
        return None if seat is None else Seat(seat)

    def welcome(self, connection: Connection, there: Attendance, seen: int | None, now: int) -> bytes:
        """The first message; from it on the connection is up to date."""
        viewer = self.viewer_of(connection)
        assert viewer is not None, "only those with a place are welcomed"
        stream = self._table.stream(viewer)
        missed = None if seen is None else stream.since(seen)
        resume = Resume.START_OVER if missed is None else Resume.EVENTS if missed else Resume.UP_TO_DATE
        events = stream.latest() if missed is None else missed
        self._note(connection, viewer, stream.k, there)
        return b'{"type":"Welcome","protocol":%d,"you":%b,"resume":"%b","k":%d,"events":[%b],%b}' % (
            PROTOCOL,
            _you(viewer),
            resume.value.encode(),
            stream.k,
            b",".join(events),
            _pictures(connection.table, connection.situation, self._clock(viewer, now)),
        )

    def update(self, connection: Connection, there: Attendance, now: int) -> bytes | None:
        """What changed since the last message; None: nothing this viewer may notice."""
        viewer = self.viewer_of(connection)
        if viewer is None:
            connection.close(Close.UNKNOWN if connection.is_watching else Close.KICKED)
            return None
        stream = self._table.stream(viewer)
        events = stream.since(connection.k)
        if events is None:
            connection.close(Close.TOO_SLOW)
            return None
        table_before, situation_before = connection.table, connection.situation
        self._note(connection, viewer, stream.k, there)
        table = connection.table if connection.table != table_before else None
        shown = connection.situation if connection.situation != situation_before else None
        if not events and table is None and shown is None:
            return None
        clock = _NULL if table is None and shown is None else self._clock(viewer, now)
        return b'{"type":"Update","you":%b,"events":[%b],%b}' % (
            _you(viewer),
            b",".join(events),
            _pictures(table, shown, clock),
        )

    def _note(self, connection: Connection, viewer: Viewer, k: int, there: Attendance) -> None:
        connection.k = k
        connection.table = self._table_bytes(there, to_seat=viewer is not SPECTATOR)
        connection.situation = self._situation_bytes(viewer)

    def _situation_bytes(self, viewer: Viewer) -> bytes:
        version, written = self._situations.get(viewer, (0, _NULL))
        if version != self._table.version:
            written = msgspec.json.encode(situation(self._table, viewer))
            self._situations[viewer] = (self._table.version, written)
        return written

    def _table_bytes(self, there: Attendance, *, to_seat: bool) -> bytes:
        made_from, written = self._tables.get(to_seat, (None, _NULL))
        if made_from is not there:
            shown = table_shown(self._table, present=there.present, watchers=there.watchers, to_seat=to_seat)
            # Sorted, since the order of options is another one after a restart.
            written = canonical_json(shown)
            self._tables[to_seat] = (there, written)
        return written

    def _clock(self, viewer: Viewer, now: int) -> bytes:
        return msgspec.json.encode(clock_shown(self._table, viewer, now))


def _you(viewer: Viewer) -> bytes:
    return b"null" if viewer is SPECTATOR else b"%d" % viewer


def _pictures(table: bytes | None, shown: bytes | None, clock: bytes) -> bytes:
    return b'"table":%b,"situation":%b,"clock":%b' % (table or _NULL, shown or _NULL, clock)
