"""`touchwood admin` against a running server: over its socket, as an operator types it."""

import asyncio
import json
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.server.players import play_all
from tests.server.running import quick_settings, serving
from tests.server.toys import PEBBLES, offered
from tests.server.wire import Client, create, join, seat_all
from touchwood.cli import main
from touchwood.core.refusals import InputError
from touchwood.server import admin
from touchwood.server.exporting import read_export
from touchwood.server.moderation import Moderation, is_one_of
from touchwood.server.protocol import Close
from touchwood.server.rooms.registry import new_id
from touchwood.server.settings import admin_socket


def test_an_id_can_be_typed_behind_a_command() -> None:
    assert not any(new_id().startswith("-") for _ in range(1_000))


class Operator:
    """Somebody at the machine the server runs on."""

    def __init__(self, data: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.data = data
        self._capsys = capsys

    def types(self, *words: str) -> Any:
        """What is shown, read as JSON where it is that."""
        assert main(["admin", "--data", str(self.data), *words]) == 0, self._capsys.readouterr().err
        shown = self._capsys.readouterr().out
        return json.loads(shown) if shown.startswith(("{", "[")) else shown

    def fails(self, *words: str) -> str:
        assert main(["admin", "--data", str(self.data), *words]) == 2
        return self._capsys.readouterr().err

    async def types_while_playing(self, *words: str) -> Any:
        return await asyncio.to_thread(self.types, *words)


@pytest.fixture
def operator(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Operator:
    return Operator(tmp_path, capsys)


def test_the_socket_is_for_the_servers_own_user_and_goes_with_it(tmp_path: Path, operator: Operator) -> None:
    with serving(quick_settings(tmp_path)):
        assert stat.S_IMODE((tmp_path / "admin.sock").stat().st_mode) == 0o600
        assert operator.types("status")["data"] == str(tmp_path.resolve())
    assert not (tmp_path / "admin.sock").exists()
    assert "is it running" in operator.fails("status")


def test_a_socket_that_a_killed_server_left_is_no_hindrance(tmp_path: Path, operator: Operator) -> None:
    (tmp_path / "admin.sock").touch()
    with serving(quick_settings(tmp_path)):
        assert operator.types("status")["devices"] == 0


def test_tables_are_listed_and_shown_without_cards_or_talk(tmp_path: Path, operator: Operator) -> None:
    async def run(address: str) -> None:
        ana, bo = await seat_all(address, "tag", ["Ana", "Bo"])
        await ana.do("Talk", text="a word of mine")
        await ana.do("Start")
        await ana.until(lambda client: client.situation)
        listed = await operator.types_while_playing("list")
        assert ana.table_id in listed
        assert "tag playing" in listed
        for name in (ana.table_id, ana.table["code"], ana.table["code"].lower()):
            shown = await operator.types_while_playing("show", name)
            assert [seat["name"] for seat in shown["seats"]] == ["Ana", "Bo"]
            assert shown["devices"] == 2
            written = json.dumps(shown)
            assert "hand" not in written
            assert "a word of mine" not in written
            assert "seed" not in written
        await asyncio.gather(ana.close(), bo.close())

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))
        assert "no such table" in operator.fails("show", "ZZZZZZ")


def test_a_deleted_table_is_gone_from_memory_and_from_the_file(tmp_path: Path, operator: Operator) -> None:
    async def run(address: str) -> Client:
        ana, bo = await seat_all(address, "tag", ["Wilhelmina", "Bo"])
        await ana.do("Talk", text="an unforgettable word")
        await operator.types_while_playing("delete", ana.table_id)
        while ana.is_open or bo.is_open:
            await asyncio.sleep(0.01)
        assert ana.close_code == bo.close_code == 4001
        assert httpx.get(f"{address}/api/tables/{ana.table['code']}").status_code == 404
        assert ana.table_id not in await operator.types_while_playing("list")
        return ana

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))
        # At once, not only when the server has ended and tidied up.
        written = b"".join(file.read_bytes() for file in tmp_path.iterdir() if file.is_file())
        assert b"Wilhelmina" not in written
        assert b"an unforgettable word" not in written


def test_a_closed_table_is_kept_and_opened_again_with_everybody_in_their_seats(
    tmp_path: Path, operator: Operator
) -> None:
    async def close(address: str) -> Client:
        ana, bo = await seat_all(address, "tag", ["Ana", "Bo"])
        await ana.do("Start")
        await ana.until(lambda client: client.situation)
        await operator.types_while_playing("close", ana.table_id)
        while ana.is_open or bo.is_open:
            await asyncio.sleep(0.01)
        return ana

    async def open_again(address: str, ana: Client) -> None:
        found = httpx.get(f"{address}/api/tables/{ana.table['code']}")
        assert (found.status_code, found.json()["code"]) == (403, "table_closed")
        await operator.types_while_playing("open", ana.table_id)
        async with Client(address, ana.table_id, ana.token) as again:
            assert again.situation["view"] == ana.situation["view"]

    with serving(quick_settings(tmp_path)) as address:
        ana = asyncio.run(close(address))
    # It stays closed over a restart.
    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(open_again(address, ana))


def test_a_table_moves_to_another_server_in_the_middle_of_a_match(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    one, other = Operator(tmp_path / "one", capsys), Operator(tmp_path / "other", capsys)
    file, again = tmp_path / "table.jsonl", tmp_path / "again.jsonl"

    async def begin(address: str) -> list[Client]:
        ana, bo = await seat_all(address, "tag", ["Ana", "Bo"], options={"answer_seconds": 1})
        await ana.do("Talk", text="hello")
        await ana.do("Start")
        await ana.until(lambda client: client.situation)
        await asyncio.gather(ana.close(), bo.close())
        return [ana, bo]

    async def go_on(address: str, clients: list[Client]) -> None:
        moved = [await Client(address, client.table_id, client.token).open(seen=None) for client in clients]
        assert [client.situation for client in moved] == [client.situation for client in clients]
        await play_all(moved, seed=1)
        await asyncio.gather(*(client.close() for client in moved))
        proof = httpx.get(f"{address}/api/matches/{moved[0].table_id}/verify", timeout=60).json()
        assert proof["holds"]

    with serving(quick_settings(one.data)) as address:
        clients = asyncio.run(begin(address))
        one.types("export", clients[0].table_id, str(file))
        assert "is there already" in one.fails("export", clients[0].table_id, str(file))
        assert "here already" in one.fails("import", str(file))
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    with serving(quick_settings(other.data)) as address:
        assert other.types("import", str(file))["code"] == clients[0].table["code"]
        other.types("export", clients[0].table_id, str(again))
        assert again.read_bytes() == file.read_bytes(), "everything, there and back"
        asyncio.run(go_on(address, clients))


@pytest.mark.parametrize("bent", [b"", b"{}\n", b"\xff\n", "all but the first line"], ids=str)
def test_a_file_that_is_no_table_is_refused(bent: bytes | str, tmp_path: Path, operator: Operator) -> None:
    file, good = tmp_path / "bent.jsonl", tmp_path / "good.jsonl"
    with serving(quick_settings(tmp_path)) as address:
        seated = asyncio.run(create(address, "tag"))
        operator.types("export", seated.table, str(good))
        file.write_bytes(bent if isinstance(bent, bytes) else good.read_bytes().partition(b"\n")[0] + b'\n{"at":1}\n')
        assert operator.fails("import", str(file)).startswith("touchwood: ")
    with pytest.raises(InputError):
        read_export(file.read_bytes())


def test_a_server_that_is_drained_lets_people_finish_and_nobody_new_in(tmp_path: Path, operator: Operator) -> None:
    async def run(address: str) -> None:
        ana, bo = await seat_all(address, "pebbles", ["Ana", "Bo"])
        await operator.types_while_playing("drain")
        ready = httpx.get(f"{address}/ready")
        assert (ready.status_code, ready.json()["code"]) == (503, "draining")
        new = httpx.post(f"{address}/api/tables", json={"game": "pebbles", "name": "Cy"})
        late = httpx.post(f"{address}/api/tables/{ana.table['code']}/join", json={"name": "Cy"})
        assert [answer.json()["code"] for answer in (new, late)] == ["draining", "draining"]
        await ana.do("Start")
        await play_all([ana, bo], seed=1)
        assert (await ana.ask("Rematch"))["code"] == "draining"
        await operator.types_while_playing("drain", "--off")
        assert httpx.get(f"{address}/ready").status_code == 200
        await asyncio.gather(ana.close(), bo.close())

    with offered(PEBBLES), serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))


def test_an_announcement_reaches_those_who_are_there_and_those_who_come(tmp_path: Path, operator: Operator) -> None:
    announced = '{"type":"Announced","text":"A restart at nine."}'

    async def run(address: str) -> None:
        (ana,) = await seat_all(address, "tag", ["Ana"])
        await operator.types_while_playing("announce", "A restart at nine.")
        await ana.until(lambda client: announced in client.raw)
        bo = await Client.of(address, await join(address, ana.table["code"], "Bo")).open()
        await bo.until(lambda client: announced in client.raw)
        await operator.types_while_playing("announce")
        cy = await Client.of(address, await join(address, ana.table["code"], "Cy")).open()
        await cy.ask("Ping")
        assert announced not in cy.raw
        await asyncio.gather(ana.close(), bo.close(), cy.close())

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))


def test_a_banned_address_is_sent_away_and_not_let_in(tmp_path: Path, operator: Operator) -> None:
    async def run(address: str) -> None:
        (ana,) = await seat_all(address, "tag", ["Ana"])
        await operator.types_while_playing("ban-address", "127.0.0.0/8")
        while ana.is_open:
            await asyncio.sleep(0.01)
        assert ana.close_code == 4004
        assert httpx.get(f"{address}/api/games").json()["code"] == "banned"
        with pytest.raises(Exception, match="403"):
            await connect(ana.socket_address)
        await operator.types_while_playing("ban-address", "127.0.0.0/8", "--lift")
        await ana.open()
        await ana.close()

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))


def test_a_banned_name_is_refused_also_where_it_only_looks_so(tmp_path: Path, operator: Operator) -> None:
    with serving(quick_settings(tmp_path)) as address:
        operator.types("ban-name", "Mallory")
        for name in ("Mallory", "MALLORY", "Маllоrу"):
            answer = httpx.post(f"{address}/api/tables", json={"game": "tag", "name": name})
            assert (answer.status_code, answer.json()["code"]) == (403, "name_banned")
        assert httpx.post(f"{address}/api/tables", json={"game": "tag", "name": "Mara"}).status_code == 201
        assert operator.types("ban-name", "Mallory", "--lift")["names"] == []
        assert httpx.post(f"{address}/api/tables", json={"game": "tag", "name": "Mallory"}).status_code == 201


def test_nobody_takes_a_banned_name_afterwards(tmp_path: Path, operator: Operator) -> None:
    async def run(address: str) -> None:
        async with Client.of(address, await create(address, "tag", "Ana")) as ana:
            await operator.types_while_playing("ban-name", "Mallory")
            assert (await ana.ask("Rename", name="Маllоrу"))["code"] == "name_banned"
            assert (await ana.ask("Rename", name="Mara"))["type"] == "Accepted"

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))


def test_a_guest_who_waits_is_sent_away_with_the_address(tmp_path: Path, operator: Operator) -> None:
    async def run(address: str) -> None:
        ana, bo = await seat_all(address, "tag", ["Ana", "Bo"], bots=["random"])
        await ana.do("Start")
        guest = await Client.of(address, await join(address, ana.table["code"], "Gil"), source="127.0.0.9").open()
        await operator.types_while_playing("ban-address", "127.0.0.9")
        assert await guest.until_closed() == Close.KICKED.value
        assert ana.is_open
        await asyncio.gather(ana.close(), bo.close())

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))


def test_what_is_no_address_is_not_banned_and_bans_nobody_else_free(tmp_path: Path, operator: Operator) -> None:
    with serving(quick_settings(tmp_path)):
        assert "neither an address nor a network" in operator.fails("ban-address", "mallory.example")
    assert not is_one_of("10.1.2.3", ["mallory.example"])
    assert is_one_of("10.1.2.3", ["mallory.example", "10.0.0.0/8"])
    assert is_one_of("::ffff:10.1.2.3", ["10.0.0.0/8"]), "so a server that listens on :: sees it"
    (tmp_path / "moderation.json").write_text('{"addresses":["mallory.example"]}')
    with pytest.raises(InputError):
        Moderation(tmp_path)


def test_a_command_longer_than_any_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(admin, "LONGEST_COMMAND", 1_000)

    async def run() -> bytes:
        reader, writer = await asyncio.open_unix_connection(admin_socket(tmp_path))
        writer.write(b"x" * 5_000 + b"\n")
        answer = await reader.readline()
        writer.close()
        return answer

    with serving(quick_settings(tmp_path)):
        assert json.loads(asyncio.run(run()))["problem"]["code"] == "bad_request"


def test_whom_an_operator_keeps_out_is_known_after_a_restart(tmp_path: Path) -> None:
    Moderation(tmp_path).block("names", "Mallory")
    assert Moderation(tmp_path).bans_name("mallory")
    assert stat.S_IMODE((tmp_path / "moderation.json").stat().st_mode) == 0o600
    (tmp_path / "moderation.json").write_text("{")
    with pytest.raises(InputError):
        Moderation(tmp_path)


def test_a_backup_is_whole_for_its_owner_only_and_overwrites_nothing(tmp_path: Path, operator: Operator) -> None:
    copy = tmp_path / "copy.sqlite"
    with serving(quick_settings(tmp_path / "data")) as address:
        operator.data = tmp_path / "data"
        seated = asyncio.run(create(address, "tag"))
        assert "checked" in operator.types("backup", str(copy))
        assert "is there already" in operator.fails("backup", str(copy))
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with closing(sqlite3.connect(copy)) as opened:
        assert opened.execute("SELECT id FROM tables").fetchall() == [(seated.table,)]
    # Put where a server looks for it, people are back in their seats.
    (tmp_path / "elsewhere").mkdir()
    copy.rename(tmp_path / "elsewhere" / "touchwood.sqlite")

    async def come_back(address: str) -> None:
        async with Client.of(address, seated) as ana:
            assert ana.you == 0

    with serving(quick_settings(tmp_path / "elsewhere")) as address:
        asyncio.run(come_back(address))
