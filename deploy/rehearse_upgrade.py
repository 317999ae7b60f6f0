"""An upgrade while people play, tried here before it is done there: docs/hosting.md, step by step, with two people and
a bot at a table. Both versions are installed, each in a folder of its own; only a temporary folder is written to.

    /opt/touchwood-0.2.0/bin/python deploy/rehearse_upgrade.py /opt/touchwood-0.1.0 /opt/touchwood-0.2.0

It says what it does and what it finds; whatever does not hold ends it with an error.
"""

import asyncio
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from typing import Any

from smoke_test import PATIENCE, ask, receive
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

MOVES = 3
"""That each person makes before the upgrade, and after it."""
COME_BACK = 1012


class Installed:
    """One version, and the server it runs."""

    def __init__(self, folder: str, data: Path, port: int) -> None:
        self._command = str(Path(folder) / "bin" / "touchwood")
        self._data = data
        self.address = f"http://127.0.0.1:{port}"
        self._settings = {"TOUCHWOOD_DATA": str(data), "TOUCHWOOD_HOST": "127.0.0.1", "TOUCHWOOD_PORT": str(port)}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> str:
        """The version that answers."""
        with (self._data.parent / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._command, "serve"], env={**os.environ, **self._settings}, stdout=log, stderr=log
            )
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self._process.poll() is None:
            with suppress(OSError, HTTPException):
                return str(ask(f"{self.address}/health")["version"])
            time.sleep(0.1)
        raise SystemExit((self._data.parent / "server.log").read_text())

    def stop(self) -> None:
        """As a service's manager does."""
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(PATIENCE)

    def run(self, *arguments: str) -> str:
        """A command of `touchwood`, as an operator gives it."""
        ran = subprocess.run(
            [self._command, *arguments],
            env={**os.environ, **self._settings},
            capture_output=True,
            text=True,
            check=False,
        )
        if ran.returncode != 0:
            raise SystemExit(f"touchwood {' '.join(arguments)}: {ran.stderr or ran.stdout}")
        return ran.stdout


class Device:
    """What one person has: a token, and how far it has heard."""

    def __init__(self, address: str, seated: dict[str, Any]) -> None:
        self._address = address.replace("http", "ws", 1) + "/socket"
        self._seated = seated
        self._socket: ClientConnection | None = None
        self._sent = 0
        self.heard = 0
        self.moves = 0
        self.situation: Any = None
        self.announced: list[str] = []

    async def come(self) -> str:
        """How far behind it was, as the server says."""
        self._socket = await connect(self._address)
        hello = {"type": "Hello", "table": self._seated["table"], "token": self._seated["token"]}
        await self._socket.send(json.dumps({**hello, "seen": self.heard or None}))
        welcome = await self._receive()
        require(welcome["you"] == self._seated["seat"], "the seat is the one from before")
        return str(welcome["resume"])

    async def say(self, kind: str, **fields: Any) -> Any:
        """Send a message and wait for its answer."""
        assert self._socket is not None
        self._sent += 1
        await self._socket.send(json.dumps({"type": kind, "id": f"m{self._sent}", **fields}))
        while (message := await self._receive()).get("id") != f"m{self._sent}":
            pass
        return message

    async def play(self) -> None:
        """Until the end, or until it is cancelled."""
        while not (self.situation and self.situation["result"]):
            if self.situation and self.situation["asked"] and self.situation["sealed"] is None:
                action = self.situation["legal"][0]["action"]
                answer = await self.say("Act", decision=self.situation["decision"], action=action)
                self.moves += answer["type"] == "Accepted"
            else:
                await self._receive()

    async def until_sent_away(self) -> int:
        assert self._socket is not None
        try:
            while True:
                await self._receive()
        except ConnectionClosed as closed:
            return 1006 if closed.rcvd is None else closed.rcvd.code

    async def _receive(self) -> Any:
        assert self._socket is not None
        message = await receive(self._socket)
        if message["type"] in ("Welcome", "Update"):
            self.heard = max([self.heard, *(event["k"] for event in message["events"])])
            self.situation = message["situation"] or self.situation
        if message["type"] == "Announced":
            self.announced.append(message["text"])
        return message


def require(holds: bool, what: str) -> None:
    if not holds:
        raise SystemExit(f"This does not hold: {what}.")


def sit_down(address: str) -> list[Device]:
    first = ask(
        f"{address}/api/tables", {"game": "tag", "name": "Ana", "bots": ["random"], "options": {"answer_seconds": 1}}
    )
    second = ask(f"{address}/api/tables/{first['code']}/join", {"name": "Bo"})
    return [Device(address, first), Device(address, second)]


async def play(people: list[Device], moves: int) -> None:
    """Until each of them has made so many moves in all."""
    playing = [asyncio.create_task(device.play()) for device in people]
    async with asyncio.timeout(PATIENCE):
        while any(device.moves < moves for device in people):
            await asyncio.sleep(0.05)
            for task in playing:
                require(not task.done(), "the match is long enough for a rehearsal")
    for task in playing:
        task.cancel()
    await asyncio.wait(playing)


async def rehearse(old: Installed, new: Installed, folder: Path) -> None:
    print(f"Touchwood {old.start()} serves; Ana and Bo sit down with a bot.")
    people = sit_down(old.address)
    for device in people:
        await device.come()
    await people[0].say("Start")
    await play(people, MOVES)
    old.run("admin", "backup", str(folder / "before.sqlite"))
    old.run("admin", "announce", "A new version comes.")
    print(f"{MOVES} moves each; a backup is made and the restart announced.")

    leaving = [asyncio.create_task(device.until_sent_away()) for device in people]
    began = time.monotonic()
    await asyncio.to_thread(old.stop)
    require(await asyncio.gather(*leaving) == [COME_BACK] * 2, "devices are told to come back")
    require(all(device.announced for device in people), "the announcement was heard")
    before = [(device.heard, device.situation["view"], device.situation["hash"]) for device in people]
    version = await asyncio.to_thread(new.start)
    print(f"Touchwood {version} serves {time.monotonic() - began:.1f} s after the old one was told to stop.")

    resumed = [await device.come() for device in people]
    require(all(each != "start_over" for each in resumed), "devices go on from what they have heard")
    print(f"Ana and Bo are back in their seats ({', '.join(resumed)}).")
    for device, (heard, view, record) in zip(people, before, strict=True):
        if device.heard == heard:
            require((device.situation["view"], device.situation["hash"]) == (view, record), "the match is as it was")
    await play(people, 2 * MOVES)
    await asyncio.to_thread(new.stop)
    checked = new.run("check", str(folder / "data"))
    print(f"{MOVES} more moves each; touchwood check: {checked.splitlines()[-1]}")


def main(old: str, new: str) -> None:
    with tempfile.TemporaryDirectory() as work, socket.socket() as probe:
        folder = Path(work)
        (folder / "data").mkdir()
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
        probe.close()
        versions = [Installed(each, folder / "data", port) for each in (old, new)]
        try:
            asyncio.run(rehearse(*versions, folder))
        finally:
            for installed in versions:
                installed.stop()
    print("The match went on.")


if __name__ == "__main__":
    main(*sys.argv[1:])
