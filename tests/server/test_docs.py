"""The description of the protocol, and the example, are what the server does."""

import asyncio
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import copytree

import msgspec
import pytest
from jsonschema import Draft202012Validator

from tests.server.players import play_all
from tests.server.running import KillableServer
from tests.server.toys import PEBBLES
from tests.server.wire import Client, create
from touchwood.games.discovery import find_game, game_names
from touchwood.server import protocol
from touchwood.server.schema import json_files, main, typescript_files

ROOT = Path(__file__).parents[2]


def test_the_schemas_in_the_docs_are_up_to_date() -> None:
    assert main(["--json", str(ROOT / "docs" / "protocol"), "--check"]) == 0


def test_the_typescript_of_the_page_is_up_to_date() -> None:
    """`python -m touchwood.server.schema --typescript web/src/protocol` renews it."""
    assert main(["--typescript", str(ROOT / "web" / "src" / "protocol"), "--check"]) == 0


@pytest.mark.parametrize(("option", "folder"), [("--json", "docs/protocol"), ("--typescript", "web/src/protocol")])
def test_a_stale_file_and_one_that_is_not_made_any_more_are_found(option: str, folder: str, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copytree(ROOT / folder, copy)
    some = next(iter(copy.glob("games/tag.*")))
    fresh = some.read_text()
    some.write_text(fresh + "\n")
    assert main([option, str(copy), "--check"]) == 1
    some.write_text(fresh)
    assert main([option, str(copy), "--check"]) == 0
    some.with_stem("chess").write_text(fresh)
    assert main([option, str(copy), "--check"]) == 1


def test_the_schemas_are_schemas() -> None:
    for text in json_files().values():
        Draft202012Validator.check_schema(json.loads(text))


def test_typescript_names_every_message() -> None:
    written = typescript_files()[Path("protocol.ts")]
    for union in (protocol.FromClient, protocol.FromServer, protocol.StreamEvent):
        for kind in union.__args__:  # type: ignore[attr-defined]  # a union's parts
            assert f"export interface {kind.__name__} {{" in written


def test_the_messages_shown_in_the_docs_are_messages() -> None:
    shown = re.findall(r"```json\n(.*?)```", (ROOT / "docs" / "protocol.md").read_text(), flags=re.DOTALL)
    whole = [re.sub("<.+?>", "t" * 22, text) for text in shown]  # "<seat token>"
    sent = [msgspec.json.decode(text, type=protocol.FromClient) for text in whole]
    acts = [message for message in sent if isinstance(message, protocol.Act)]
    assert acts
    for act in acts:
        msgspec.json.decode(act.action, type=find_game("tag").action_type)


def test_every_close_code_is_documented() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text()
    for code in protocol.Close:
        assert f"| {code.value} |" in text


TYPED_BOT = """
from touchwood.bots.random_bot import RandomBot

class Typed(RandomBot):
    def __init__(self, game):
        super().__init__(game)
        self.game = game

    def choose(self, view, actions, rng):
        assert isinstance(view, self.game.view_type)
        assert all(isinstance(action, self.game.action_type) for action in actions)
        return super().choose(view, actions, rng)
"""
PEBBLES_INSTALLED = {
    "METADATA": "Metadata-Version: 2.1\nName: toys\nVersion: 1\n",
    "entry_points.txt": f"[{PEBBLES.group}]\n{PEBBLES.name} = {PEBBLES.value}\n",
}


@pytest.mark.parametrize("game", [*game_names(), "pebbles"])
def test_the_example_bot_plays_every_game_to_the_end_in_its_own_types(server: str, game: str, tmp_path: Path) -> None:
    (tmp_path / "my_bot.py").write_text(TYPED_BOT)
    if game == PEBBLES.name:
        (tmp_path / "toys-1.dist-info").mkdir()
        for name, text in PEBBLES_INSTALLED.items():
            (tmp_path / "toys-1.dist-info" / name).write_text(text)

    async def run() -> str:
        host = await Client.of(server, await create(server, game)).open()
        seat = [server, host.table["code"], "Robin", f"{tmp_path / 'my_bot.py'}:Typed"]
        command = [sys.executable, "examples/wire_bot.py", *seat]
        installed = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
        bot = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=installed)
        try:
            await host.until(lambda client: len(client.table["seats"]) == 2)
            await host.until(lambda client: client.table["seats"][1]["is_present"])
            # Nobody but the bot can make its moves: no clock runs, and no other bot stands in while it is there.
            await host.do("Start")
            await play_all([host], seed=1)
            await host.close()
            return (await asyncio.to_thread(bot.communicate))[0]
        finally:
            bot.kill()

    assert "'points'" in asyncio.run(run())


def test_the_example_bot_comes_back_after_a_restart(tmp_path: Path) -> None:
    async def run(server: KillableServer) -> str:
        seated = await create(server.address, "cant_touch_this")
        command = [sys.executable, "examples/wire_bot.py", server.address, seated.code, "Robin"]
        bot = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        try:
            host = await Client.of(server.address, seated).open()
            await host.until(lambda client: len(client.table["seats"]) == 2 and client.table["seats"][1]["is_present"])
            assert await asyncio.to_thread(server.stop)
            await asyncio.to_thread(server.start)
            host = await Client.of(server.address, seated).open()
            await host.until(lambda client: client.table["seats"][1]["is_present"])
            await host.do("Start")
            await play_all([host], seed=1)
            await host.close()
            return (await asyncio.to_thread(bot.communicate))[0]
        finally:
            bot.kill()

    with KillableServer(tmp_path) as server:
        assert "'points'" in asyncio.run(run(server))
