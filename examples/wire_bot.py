"""A player at a live table in one page: joins by code and lets a bot choose, one of ours or your own.

    python examples/wire_bot.py http://localhost:8000 KQRTMB Robin
    python examples/wire_bot.py http://localhost:8000 KQRTMB Greta my_bot.py:Greta

Everything it knows comes over the wire (docs/protocol.md) and is made into the game's own types: a bot is asked with
what its seat sees and its legal actions, and gives one of them or builds a composite one, as it does everywhere
(docs/envs.md). The game has to be installed here too. Other languages build composite actions by `Build` instead.
"""

import asyncio
import json
import sys
import uuid
from contextlib import suppress
from random import Random
from typing import Any
from urllib.request import Request, urlopen

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from touchwood.bots import find_any_player
from touchwood.core.bot import Bot
from touchwood.core.game import AnyGame
from touchwood.games.discovery import find_game

AWAY_FOR_GOOD = (4001, 4004)


def choose(game: AnyGame, bot: Bot[Any, Any], situation: dict[str, Any], rng: Random) -> Any:
    """What the bot does, as JSON. Of hundreds of actions that differ by a number alone it is told some."""
    view = msgspec.convert(situation["view"], game.view_type, str_keys=True)
    offered = [legal["action"] for legal in situation["legal"]]
    actions = [msgspec.convert(each, game.action_type, str_keys=True) for each in offered]
    return msgspec.to_builtins(bot.choose(view, actions, rng))


def join(server: str, code: str, name: str) -> dict[str, Any]:
    """A seat: the table's id and a token to keep."""
    body = json.dumps({"name": name}).encode()
    request = Request(f"{server}/api/tables/{code}/join", body, {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        seated: dict[str, Any] = json.load(answer)
    return seated


async def play(server: str, seated: dict[str, Any], bot: str, rng: Random) -> dict[str, Any]:
    """Play to the end, coming back after every lost connection; the result."""
    seen: int | None = None
    async for socket in connect(server.replace("http", "ws", 1) + "/socket"):
        hello = {"type": "Hello", "table": seated["table"], "token": seated["token"], "seen": seen}
        await socket.send(json.dumps(hello))
        table, situation, answered = dict[str, Any](), None, 0
        with suppress(ConnectionClosed):
            async for text in socket:
                message = json.loads(text)
                match message["type"]:
                    case "Welcome" | "Update":
                        for event in message["events"]:
                            seen = event["k"]
                        table = message["table"] or table
                        situation = message["situation"] or situation
                    case "Refused":
                        # Somebody else was quicker. The question is answered anew if it still stands.
                        answered = 0
                if situation is None:
                    continue
                if situation["result"] is not None:
                    result: dict[str, Any] = situation["result"]
                    return result
                if situation["asked"] and situation["decision"] > answered:
                    answered, game = situation["decision"], find_game(table["game"])
                    action = choose(game, find_any_player(game, bot), situation, rng)
                    act = {"type": "Act", "id": uuid.uuid4().hex, "decision": answered, "action": action}
                    await socket.send(json.dumps(act))
        if socket.close_code in AWAY_FOR_GOOD:
            break
    raise ConnectionError("sent away, or the table is gone")


if __name__ == "__main__":
    server, code, name, *bots = sys.argv[1:]
    print(asyncio.run(play(server, join(server, code, name), *(bots or ["random"]), Random())))
