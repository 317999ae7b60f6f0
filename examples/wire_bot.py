"""A player at a live table in one page: joins by code and plays any legal move at random, in any game.

    python examples/wire_bot.py http://localhost:8000 KQRTMB Robin

Everything it knows comes over the wire (docs/protocol.md). Replace `choose` and `add` to make it clever.
"""

import asyncio
import json
import random
import sys
import uuid
from contextlib import suppress
from typing import Any
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

AWAY_FOR_GOOD = (4001, 4004)


def choose(situation: dict[str, Any]) -> Any:
    """A legal action, or the name of a composite one to build. `situation["view"]` is what this seat knows."""
    return random.choice([*(legal["action"] for legal in situation["legal"]), *situation["builders"]])


def add(offered: dict[str, Any]) -> int | None:
    """The number of the choice to add to a composite action; None: it is good as it is."""
    may_end = offered["action"] is not None
    if not offered["choices"] or (may_end and random.random() < 0.5):
        return None
    number: int = random.choice(offered["choices"])["number"]
    return number


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
    async for socket in connect(server.replace("http", "ws", 1) + "/socket"):
        hello = {"type": "Hello", "table": seated["table"], "token": seated["token"], "seen": seen}
        await socket.send(json.dumps(hello))
        situation: dict[str, Any] | None = None
        answered = 0
        building: tuple[str, list[int]] | None = None
        with suppress(ConnectionClosed):
            async for text in socket:
                message = json.loads(text)
                match message["type"]:
                    case "Welcome" | "Update":
                        for event in message["events"]:
                            seen = event["k"]
                        situation = message["situation"] or situation
                    case "Choices" if building is not None:
                        builder, parts = building
                        number = add(message)
                        if number is None:
                            await send(socket, "Act", decision=answered, action=message["action"])
                            building = None
                        else:
                            building = builder, [*parts, number]
                            await send(socket, "Build", builder=builder, parts=building[1])
                    case "Refused":
                        # Somebody else was quicker. The question is answered anew if it still stands.
                        answered, building = 0, None
                if situation is None or building is not None:
                    continue
                if situation["result"] is not None:
                    result: dict[str, Any] = situation["result"]
                    return result
                if situation["asked"] and situation["decision"] > answered:
                    answered = situation["decision"]
                    chosen = choose(situation)
                    if isinstance(chosen, str):
                        building = chosen, []
                        await send(socket, "Build", builder=chosen, parts=[])
                    else:
                        await send(socket, "Act", decision=answered, action=chosen)
        if socket.close_code in AWAY_FOR_GOOD:
            break
    raise ConnectionError("sent away, or the table is gone")


async def send(socket: ClientConnection, kind: str, **fields: Any) -> None:
    await socket.send(json.dumps({"type": kind, "id": uuid.uuid4().hex, **fields}))


if __name__ == "__main__":
    server, code, name = sys.argv[1:4]
    print(asyncio.run(play(server, join(server, code, name))))
