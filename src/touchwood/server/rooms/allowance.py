"""How much people may have written down at a table. A log is read whole when a table is loaded, so it has a bound; and
what is no move of somebody who is asked to move (talk, a mute, a take-back, a changed pick) has a pace, and the last
part of what a seat may write is closed to it, so that a match can always be played to its end.

All of it goes by what the one who is refused knows anyway: its own messages, and what everybody heard. A bound of all
lines would tell, to whoever comes close to it, when somebody else sealed a choice.
"""

import time
from typing import Final

from touchwood.core.refusals import InputError
from touchwood.core.seats import SPECTATOR
from touchwood.server import protocol
from touchwood.server.limits import Bucket, Limits
from touchwood.server.protocol import FromSeat
from touchwood.server.table.table import Table

NOT_FOR_MOVES: Final = 0.75
"""Of what may be written; the rest is for moves only."""


def is_move(table: Table, seat: int, message: FromSeat) -> bool:
    """Whether the match waits for this: a choice of a seat that is asked, and has not answered yet."""
    play = table.play
    return isinstance(message, protocol.Act) and play is not None and seat in play.asked_at and seat not in play.sealed


class Allowance:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._talk: dict[str, Bucket] = {}
        self._others: dict[str, Bucket] = {}
        self._layings: dict[str | None, Bucket] = {}

    def is_full(self, table: Table) -> bool:
        """The table rests: nothing more happens by itself, and nobody is let in."""
        return table.streams[SPECTATOR].seq >= self._limits.events_a_table

    def check(self, table: Table, seat: int, token_hash: str, message: FromSeat) -> None:
        """Raises `InputError`. A move may be written down whatever else was, while there is room at all."""
        limits, is_full, written = self._limits, self.is_full(table), table.written.get(token_hash, 0)
        if not is_full and written < limits.lines_a_seat and is_move(table, seat, message):
            return
        if isinstance(message, protocol.Leave):
            # Nobody is held.
            return
        if is_full or written >= limits.lines_a_seat * NOT_FOR_MOVES:
            raise InputError("log_full")
        now = time.monotonic()
        if isinstance(message, protocol.Talk | protocol.Emote):
            bucket = self._talk.setdefault(token_hash, Bucket(limits.talk_a_second, limits.talk_at_once, now))
        else:
            bucket = self._others.setdefault(
                token_hash, Bucket(limits.other_lines_a_second, limits.other_lines_at_once, now)
            )
        if not bucket.spend(now):
            raise InputError("too_many")

    def check_in_passing(self, token_hash: str | None) -> None:
        """Raises `InputError`. It is not written down, but everybody is shown it."""
        limits, now = self._limits, time.monotonic()
        bucket = self._layings.setdefault(token_hash, Bucket(limits.layings_a_second, limits.layings_at_once, now))
        if not bucket.spend(now):
            raise InputError("too_many")

    def check_newcomer(self, table: Table, token_hash: str) -> None:
        """Raises `InputError`. Whoever comes new may write as much as all before, so there is a bound of these too."""
        is_new = token_hash not in table.tokens
        if self.is_full(table) or (is_new and len(table.tokens) >= self._limits.people_a_table):
            raise InputError("log_full")
