"""How long tables are kept, and by which clock.

A table untouched for the days an operator sets is set aside: closed to everybody, but all there. Some days later it is
deleted. Both go by a time that is believed, not by whatever the clock says: a clock that is a day or more ahead of what
it said when it was looked at last (a dead battery, a wrong hand, or a server that was off) is doubted for a week, and
for so long time stands still here. When it is put back meanwhile, what it had set aside comes back.
"""

import asyncio
from typing import Final

from touchwood.core.values import Value
from touchwood.server.store.interface import ClockSeen, Store

DAY_MS: Final = 24 * 3_600 * 1_000
JUMP_MS: Final = DAY_MS
"""The server looks at the clock every hour; so far it goes by itself only while the server is off."""
DOUBT_MS: Final = 7 * DAY_MS
ASIDE_MS: Final = 7 * DAY_MS
"""Between being set aside and being deleted."""
SECONDS_BETWEEN_BATCHES: Final = 0.05
"""The store writes moves meanwhile."""


class Forgotten(Value, frozen=True):
    """What one round of forgetting did."""

    set_aside: tuple[str, ...]
    brought_back: int
    deleted: int
    """Batches, for good."""
    is_clock_doubted: bool


def looked_at(before: ClockSeen, now: int) -> ClockSeen:
    """What is thought of the clock that says `now`."""
    if before.at == 0 or now < before.at:
        # Nothing was ever kept here; or the clock was put back. Whichever time was wrong, the earlier one deletes less.
        return ClockSeen(now, now, 0)
    if now - before.at >= JUMP_MS:
        return ClockSeen(now, before.at, now + DOUBT_MS)
    if now < before.doubted_until:
        return ClockSeen(now, before.believed, before.doubted_until)
    return ClockSeen(now, now, 0)


async def forget(store: Store, *, now: int, retention_ms: int, pause: float = SECONDS_BETWEEN_BATCHES) -> Forgotten:
    """One round, in batches so small that no move waits for them. Raises `Unavailable`."""
    seen = looked_at(await store.clock_seen(), now)
    await store.note_clock(seen)
    cut = seen.believed - retention_ms
    brought_back = await store.bring_back(touched_since=cut)
    set_aside: list[str] = []
    while some := await store.set_aside(untouched_since=cut, at=seen.believed):
        set_aside += some
        await asyncio.sleep(pause)
    deleted = 0
    while await store.delete_some(set_aside_before=seen.believed - ASIDE_MS):
        deleted += 1
        await asyncio.sleep(pause)
    return Forgotten(tuple(set_aside), brought_back, deleted, seen.doubted_until > 0)
