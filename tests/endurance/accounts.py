"""What must hold at the end: nothing promised is missing or there twice, everything can be read, every match holds."""

import asyncio
import sqlite3
from collections import Counter
from pathlib import Path

from tests.endurance.people import TROUBLES, Ledger
from tests.server.wire import Client
from touchwood.match.record import Closed
from touchwood.match.replay import Proof, verify
from touchwood.server.checking import check_tables
from touchwood.server.replays import record_of
from touchwood.server.serve import TABLES_FILE
from touchwood.server.store.interface import StoredTable
from touchwood.server.store.sqlite import read_log
from touchwood.server.table.log import GameLine, read_line


def check_the_file(data: Path, ledger: Ledger) -> int:
    """Raises `AssertionError`; how many finished matches were verified."""
    broken = [checked.error for checked in check_tables(data / TABLES_FILE) if checked.error is not None]
    assert not broken, broken
    done: Counter[tuple[str, str]] = Counter()
    verified = 0
    connection = sqlite3.connect(data / TABLES_FILE)
    for table, code, seed in connection.execute("SELECT id, code, seed FROM tables").fetchall():
        stored = StoredTable(table, code, seed, read_log(connection, table))
        lines = [read_line(line) for line in stored.lines]
        done.update((table, line.id) for line in lines if line.id is not None)
        if any(isinstance(line.entry, GameLine) and isinstance(line.entry.line.entry, Closed) for line in lines):
            assert verify(record_of(stored)).proof is Proof.PROVEN
            verified += 1
    connection.close()
    twice = [key for key, count in done.items() if count > 1 and key in set(ledger.acknowledged)]
    assert not twice, f"done twice: {twice[:5]}"
    missing = [key for key in ledger.acknowledged if key not in done]
    assert not missing, f"acknowledged and lost: {missing[:5]}"
    return verified


async def check_the_seats(address: str, ledger: Ledger, *, most: int = 200) -> int:
    """Whoever had a seat has it; how many were asked."""
    asked = list(ledger.seats.items())[-most:]
    for (table, token), seat in asked:
        while True:
            try:
                client = await Client(address, table, token, source="127.0.0.80").open()
            except TROUBLES:
                await asyncio.sleep(0.2)
                continue
            assert client.you == seat, f"seat {seat} is lost"
            await client.close()
            break
    return len(asked)
