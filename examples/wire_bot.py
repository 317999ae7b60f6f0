"""A player at a live table in one page: joins by code and plays any legal move at random, in any game.

    python examples/wire_bot.py http://localhost:8000 KQRTMB Robin

Everything it knows comes over the wire (docs/protocol.md). Replace `choose` to make it clever.
"""

import asyncio
import json
import random
import sys
import uuid
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import connect


def choose(situation: dict[str, Any]) -> dict[str, Any]:
    """One of the legal actions. `situation["view"]` is what this seat knows."""
    chosen: dict[str, Any] = random.choice(situation["legal"])["action"]
    return chosen


def join(server: str, code: str, name: str) -> dict[str, Any]:
    """A seat: the table's id and a token to keep."""
    body = json.dumps({"name": name}).encode()
    request = Request(f"{server}/api/tables/{code}/join", body, {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        seated: dict[str, Any] = json.load(answer)
    return seated


async def play(server: str, seated: dict[str, Any]) -> dict[str, Any]:
    """Play to the end, coming back after every lost line; the result."""
    seen: int | None = None
    address = server.replace("http", "ws", 1) + "/socket"
    async for socket in connect(address):
        hello = {"type": "Hello", "table": seated["table"], "token": seated["token"], "seen": seen}
        await socket.send(json.dumps(hello))
        answered = 0
        async for text in socket:
            message = json.loads(text)
            if message["type"] not in ("Welcome", "Update"):
                continue
            for event in message["events"]:
                seen = event["k"]
            situation = message["situation"]
            if situation is None:
                continue
            if situation["result"] is not None:
                result: dict[str, Any] = situation["result"]
                return result
            if situation["asked"] and situation["legal"] and situation["decision"] > answered:
                answered = situation["decision"]
                action = choose(situation)
                act = {"type": "Act", "id": uuid.uuid4().hex, "decision": answered, "action": action}
                await socket.send(json.dumps(act))
    raise ConnectionError("the server is gone")


if __name__ == "__main__":
    server, code, name = sys.argv[1:4]
    print(asyncio.run(play(server, join(server, code, name))))
