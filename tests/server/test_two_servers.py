"""Two servers on one data folder: the second does not start; and if two serve it all the same, nothing is harmed."""

import asyncio
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

from websockets.exceptions import WebSocketException

from tests.server.running import KillableServer
from tests.server.test_faults import check_the_log
from tests.server.wire import Client, create, join
from touchwood.server.protocol import Seated

MESSAGES = 25


# -- The second one does not start ----------------------------------------------------------------------------------


def start(data: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "touchwood", "serve", "--host", "127.0.0.1", "--port", "0", "--bot-workers", "0"]
    return subprocess.Popen([*command, "--data", str(data)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def announced(server: "subprocess.Popen[str]") -> str:
    """The address it prints."""
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(r"http://localhost:\d+", line):
            return found[0].replace("localhost", "127.0.0.1")
    raise AssertionError("the server said no address")


def wait_until_it_answers(server: "subprocess.Popen[str]", address: str) -> None:
    for _ in range(3_000):
        try:
            with urlopen(f"{address}/health", timeout=5) as answer:
                assert answer.status == 200
                return
        except (URLError, ConnectionError, TimeoutError):
            assert server.poll() is None, server.communicate()
            time.sleep(0.01)
    raise AssertionError("the server did not answer")


def test_a_second_server_on_the_same_folder_says_so_in_one_line_and_ends(tmp_path: Path) -> None:
    first = start(tmp_path)
    try:
        address = announced(first)
        wait_until_it_answers(first, address)
        second = start(tmp_path)
        said, complained = second.communicate(timeout=60)
        assert second.returncode == 2
        assert said == ""
        assert complained.count("\n") == 1
        assert str(tmp_path) in complained
        assert "in use" in complained
        wait_until_it_answers(first, address)
    finally:
        first.kill()
        first.communicate()
    # Whoever was killed left no lock behind.
    third = start(tmp_path)
    try:
        wait_until_it_answers(third, announced(third))
    finally:
        third.terminate()
        third.communicate(timeout=60)
    assert third.returncode in (0, -signal.SIGTERM)


def test_a_folder_with_something_else_in_it_is_named_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "touchwood.sqlite").write_text("Dear diary, today I was a database. " * 20)
    server = start(tmp_path)
    _, complained = server.communicate(timeout=60)
    assert server.returncode == 2
    assert complained.count("\n") == 1
    assert "not a database" in complained


# -- If two serve it all the same -----------------------------------------------------------------------------------


class Talker:
    """Somebody at one of the servers; sends each message, with its id, until it is acknowledged."""

    def __init__(self, address: str, seated: Seated) -> None:
        self.client = Client.of(address, seated)
        self.acknowledged: list[str] = []
        self.sent_again = 0

    async def talk(self, name: str) -> None:
        for number in range(MESSAGES):
            message_id = f"{name}-{number}"
            while not await self._say(message_id):
                self.sent_again += 1
            self.acknowledged.append(message_id)
        await self.client.close()

    async def _say(self, message_id: str) -> bool:
        try:
            if not self.client.is_open:
                await self.client.open(seen=None)
            answer: Any = await self.client.ask("Talk", message_id=message_id, text=message_id)
        except (OSError, TimeoutError, WebSocketException):
            await asyncio.sleep(0.005)
            return False
        return bool(answer["type"] == "Accepted")


def test_if_two_serve_the_same_table_nothing_is_lost_or_doubled(tmp_path: Path) -> None:
    """The store decides who was first; the other lets the table go, and its devices come back to what is there."""

    async def run(here: str, there: str) -> list[Talker]:
        ana = await create(here, "tag", "Ana")
        bo = await join(there, ana.code, "Bo")
        talkers = [Talker(here, ana), Talker(there, bo)]
        await asyncio.gather(*(talker.talk(name) for talker, name in zip(talkers, ("ana", "bo"), strict=True)))
        return talkers

    with KillableServer(tmp_path) as one, KillableServer(tmp_path) as other:
        talkers = asyncio.run(run(one.address, other.address))
    assert sum(talker.sent_again for talker in talkers) > 0, "they got into each other's way"
    assert check_the_log(tmp_path, talkers) == 2 * MESSAGES
