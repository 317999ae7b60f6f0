"""A data folder belongs to one server at a time.

Two processes on one file would lose nothing, for the store decides who was first; but people at the same table would
not hear of each other's moves. So the second one does not start.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from touchwood.core.refusals import InputError

LOCK_FILE: Final = "touchwood.lock"


@contextmanager
def sole_use_of(folder: Path) -> Iterator[None]:
    """Raises `InputError` if another process has the folder.

    The lock is SQLite's own, on an empty file beside the tables: the same on every system, and gone with the process
    that held it, however that ended.
    """
    with closing(sqlite3.connect(folder / LOCK_FILE, timeout=0, isolation_level=None)) as lock:
        try:
            # Nothing is written, so there is nothing to keep a journal of.
            lock.execute("PRAGMA journal_mode=MEMORY")
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            raise InputError("folder_in_use", folder=str(folder)) from None
        yield
