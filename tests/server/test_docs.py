"""The description of the protocol, and the example, are what the server does."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

from jsonschema import Draft202012Validator

from tests.server.players import play_all
from tests.server.wire import Client, create
from touchwood.server import protocol
from touchwood.server.schema import json_files, main, typescript_files

ROOT = Path(__file__).parents[2]


def test_the_schemas_in_the_docs_are_up_to_date() -> None:
    assert main(["--json", str(ROOT / "docs" / "protocol"), "--check"]) == 0


def test_the_schemas_are_schemas() -> None:
    for text in json_files().values():
        Draft202012Validator.check_schema(json.loads(text))


def test_typescript_names_every_message() -> None:
    written = typescript_files()[Path("protocol.ts")]
    for union in (protocol.FromClient, protocol.FromServer, protocol.StreamEvent):
        for kind in union.__args__:  # type: ignore[attr-defined]  # a union's parts
            assert f"export interface {kind.__name__} {{" in written


def test_every_close_code_is_documented() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text()
    for code in protocol.Close:
        assert f"| {code.value} |" in text


def test_the_example_bot_plays_a_match(server: str) -> None:
    async def run() -> str:
        host = await Client.of(server, await create(server, "pebbles", bots=["random"])).open()
        command = [sys.executable, "examples/wire_bot.py", server, host.table["code"], "Robin"]
        bot = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        await host.until(lambda client: len(client.table["seats"]) == 3)
        await host.until(lambda client: client.table["seats"][2]["is_present"])
        await host.do("Start")
        await play_all([host], seed=1)
        await host.close()
        return (await asyncio.to_thread(bot.communicate))[0]

    assert "'points'" in asyncio.run(run())
