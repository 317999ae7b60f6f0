"""A table from the store, read in slices. One whose log is damaged is closed to play; all others go on."""

import logging

from touchwood.core.refusals import InputError
from touchwood.server.slices import in_slices
from touchwood.server.store.interface import StoredTable
from touchwood.server.table.log import UnreadableLine
from touchwood.server.table.table import Table

LOG = logging.getLogger("touchwood.rooms")


async def read_table(stored: StoredTable, *, until: int | None = None) -> Table:
    """Raises `InputError`."""
    try:
        return await in_slices(Table.reading(stored, until=until))
    except UnreadableLine as unreadable:
        # Which table and line it is, `touchwood check` says; in logs no table is named.
        LOG.error("table_unreadable", extra={"error": type(unreadable.error).__name__})
        raise InputError("table_unreadable") from None
