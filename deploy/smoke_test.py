"""Whether a server that was just installed works, from outside: `python deploy/smoke_test.py http://localhost:8000`.

The page is there, a table is made, a bot sits down, a move is made, stored and acknowledged, and the seat is there for
a second device too. Run it with the Python Touchwood was installed into. It leaves one table behind.
"""

import asyncio
import json
import sys
import time
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 180.0


def ask(url: str, body: Any = None) -> Any:
    request = Request(url, None if body is None else json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request, timeout=10) as answer:
        content: bytes = answer.read()
    return json.loads(content) if content.startswith((b"{", b"[")) else content.decode()


def wait_until_ready(server: str) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            ask(f"{server}/ready")
            return
        except (OSError, HTTPException) as error:
            if time.monotonic() > end:
                reason = error.read().decode() if isinstance(error, HTTPError) else str(error)
                raise SystemExit(f"{server} is not ready: {reason}") from None
            time.sleep(0.2)


async def receive(socket: ClientConnection) -> Any:
    # Not `wait_for`: Python 3.11's forgets that it was cancelled if a message comes at that moment, and waits on.
    async with asyncio.timeout(PATIENCE):
        return json.loads(await socket.recv())


async def make_a_move(server: str, seated: dict[str, Any]) -> None:
    address = server.replace("http", "ws", 1) + "/socket"
    hello = json.dumps({"type": "Hello", "table": seated["table"], "token": seated["token"]})
    async with connect(address) as socket:
        await socket.send(hello)
        await receive(socket)
        await socket.send(json.dumps({"type": "Start", "id": "start"}))
        while True:
            message = await receive(socket)
            if message["type"] == "Accepted" and message["id"] == "move":
                break
            if message["type"] == "Refused":
                raise SystemExit(f"refused: {message['sentence']}")
            situation = message.get("situation")
            if situation and situation["asked"] and situation["legal"]:
                move = {"type": "Act", "id": "move", "decision": situation["decision"]}
                await socket.send(json.dumps(move | {"action": situation["legal"][0]["action"]}))
    async with connect(address) as socket:
        await socket.send(hello)
        welcome = await receive(socket)
        assert welcome["you"] == 0, "the seat is there"
        assert welcome["table"]["phase"] == "playing"


def main(server: str) -> None:
    wait_until_ready(server)
    if '<script type="module"' not in ask(server):
        raise SystemExit("the page was not built into this installation")
    games = [game["name"] for game in ask(f"{server}/api/games")]
    seated = ask(f"{server}/api/tables", {"game": "tag", "name": "Smoke", "bots": ["random"]})
    assert ask(f"{server}/api/tables/{seated['code']}")["seats"] == 2
    asyncio.run(make_a_move(server, seated))
    version = ask(f"{server}/health")["version"]
    print(f"Touchwood {version} at {server} serves the page and {len(games)} games; a move was made and kept.")


if __name__ == "__main__":
    main(sys.argv[1].rstrip("/"))
