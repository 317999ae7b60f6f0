"""A data file of a newer Touchwood, and a log with a line that cannot be read."""

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.running import quick_settings, serving
from tests.server.wire import Client, seat_all
from touchwood.cli.command import main
from touchwood.core.refusals import InputError
from touchwood.server.protocol import Close
from touchwood.server.serve import TABLES_FILE, serve
from touchwood.server.store.sqlite import SqliteStore


def test_a_file_of_a_newer_schema_is_refused_with_one_line_and_not_touched(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(SqliteStore(tmp_path / TABLES_FILE).close())
    with sqlite3.connect(tmp_path / TABLES_FILE) as newer:
        newer.execute("PRAGMA journal_mode=DELETE")
        newer.execute("PRAGMA user_version=99")
    newer.close()
    before = (tmp_path / TABLES_FILE).read_bytes()
    with pytest.raises(InputError, match="schema_newer"):
        serve(quick_settings(tmp_path))
    assert main(["serve", "--data", str(tmp_path), "--port", "0"]) == 2
    assert main(["check", str(tmp_path)]) == 2
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert all("newer Touchwood" in line for line in said)
    assert (tmp_path / TABLES_FILE).read_bytes() == before


async def two_tables(address: str) -> tuple[Client, Client]:
    """Two matches that have begun."""
    hosts = []
    for name in ("Ana", "Bo"):
        clients = await seat_all(address, "tag", [name, "Cy"])
        await clients[0].do("Start")
        await asyncio.gather(*(client.close() for client in clients))
        hosts.append(clients[0])
    return hosts[0], hosts[1]


def change_line(folder: Path, table: str, n: int, change: Callable[[bytes], bytes]) -> int:
    """Counted from the end if it is below zero; the line's number."""
    with sqlite3.connect(folder / TABLES_FILE) as connection:
        rows = connection.execute(
            "SELECT n, number, body FROM lines WHERE table_id = ? ORDER BY n", (table,)
        ).fetchall()
        found, number, body = rows[n if n < 0 else n - 1]
        assert change(body) != body
        connection.execute("UPDATE lines SET body = ? WHERE number = ?", (change(body), number))
    connection.close()
    return int(found)


DAMAGES: dict[str, tuple[int, Callable[[bytes], bytes], str]] = {
    "no line at all": (4, lambda _: b"\xff\x00", "cannot be read"),
    "of a kind nobody knows": (5, lambda body: body.replace(b"GameLine", b"Sentence"), "cannot be read"),
    "not the one that was written": (-1, lambda body: body.replace(b'"n":', b'"n":9'), "was changed"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_check_names_the_line(tmp_path: Path, damage: str, capsys: pytest.CaptureFixture[str]) -> None:
    n, change, what = DAMAGES[damage]
    with serving(quick_settings(tmp_path)) as address:
        broken, _ = asyncio.run(two_tables(address))
    assert main(["check", str(tmp_path)]) == 0
    assert "2 tables" in capsys.readouterr().out
    changed = change_line(tmp_path, broken.table_id, n, change)
    assert main(["check", str(tmp_path / TABLES_FILE)]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert f"Table {broken.table_id}, line {changed} " in said
    assert what in said


def test_check_says_when_there_is_nothing_to_check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path)]) == 2
    assert "no such file" in capsys.readouterr().err
    (tmp_path / TABLES_FILE).write_bytes(b"no database, whatever it is called" * 100)
    assert main(["check", str(tmp_path)]) == 2
    assert "is damaged" in capsys.readouterr().err


def test_a_table_with_an_unreadable_line_is_closed_with_a_sentence_and_the_others_go_on(tmp_path: Path) -> None:
    async def run(address: str, broken: Client, whole: Client) -> None:
        gone = Client(address, broken.table_id, broken.token)
        with pytest.raises(ConnectionClosed) as closed:
            await gone.open()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == Close.BROKEN.value
        async with httpx.AsyncClient(base_url=address) as http:
            paths = (f"/api/tables/{broken.table['code']}", f"/api/matches/{broken.table_id}/record")
            for answer in [await http.get(path) for path in paths]:
                assert (answer.status_code, answer.json()["code"]) == (409, "table_unreadable")
                assert "damaged" in answer.json()["sentence"]
        host = await Client(address, whole.table_id, whole.token).open()
        await host.do("Talk", text="we play on")
        await host.close()

    with serving(quick_settings(tmp_path)) as address:
        broken, whole = asyncio.run(two_tables(address))
    change_line(tmp_path, broken.table_id, 4, lambda _: b"\xff\x00")
    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address, broken, whole))
