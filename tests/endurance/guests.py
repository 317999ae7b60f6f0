"""Guests nobody wants. Each is one loop that goes on until it is cancelled, whatever the server does to it."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import connect

from tests.endurance.people import TROUBLES
from tests.server.hostile import hostile_message
from tests.server.wire import Client, create, join

HOSTILE = "127.0.0.66"


async def again_and_again(attack: Callable[[], Awaitable[None]], *, pause: float) -> None:
    while True:
        try:
            await attack()
        except (*TROUBLES, AssertionError, KeyError):
            # Refused, cut off, or the server is just being killed.
            pass
        await asyncio.sleep(pause)


def unwanted(address: str, finished: Callable[[], str | None], rng: Random) -> list[Callable[[], Awaitable[None]]]:
    """`finished` names a match that is over, if there is one."""

    async def a_table(source: str, **wanted: Any) -> Client:
        host = Client.of(address, await create(address, "tag", source=source, **wanted), source=source)
        return await host.open()

    async def fuzz() -> None:
        seated = await create(address, "tag", source="127.0.0.67")
        await join(address, seated.code, "Bo", source="127.0.0.67")
        host = await Client.of(address, seated, source="127.0.0.67").open()
        await host.do("Start")
        socket = await connect(host.socket_address, local_addr=("127.0.0.67", 0), max_size=None)
        await socket.send(json.dumps({"type": "Hello", "table": seated.table, "token": seated.token}))
        for _ in range(200):
            await socket.send(hostile_message(rng, actions=[{"type": "Pass"}], secrets=[seated.table, seated.code]))
            await asyncio.sleep(0.05)
        await socket.close()
        await host.close()

    async def toggle() -> None:
        host = await a_table("127.0.0.68", bots=["random"])
        for number in range(500):
            await host.ask("Mute", seat=1, muted=number % 2 == 0)
            await asyncio.sleep(0.05)
        await host.close()

    async def starve_bots() -> None:
        host = await a_table("127.0.0.69", bots=["hard", "hard", "hard"], options={"answer_seconds": 1})
        await host.do("Start")
        for _ in range(200):
            await host.until(lambda client: client.is_asked or client.is_over)
            if host.is_over:
                break
            await host.act(host.situation["legal"][0]["action"])
        await host.close()

    async def look_back() -> None:
        table = finished()
        if table is None:
            return
        transport = httpx.AsyncHTTPTransport(local_address="127.0.0.70")
        async with httpx.AsyncClient(base_url=f"{address}/api/matches/{table}", transport=transport) as http:
            kinds = ("verify", "review", f"replay?entry={rng.randrange(30)}", "record")
            await asyncio.gather(*(http.get(f"/{kind}") for kind in kinds))

    async def guess() -> None:
        transport = httpx.AsyncHTTPTransport(local_address="127.0.0.71")
        async with httpx.AsyncClient(base_url=address, transport=transport) as http:
            for _ in range(50):
                code = "".join(rng.choice("ABCDEFGH") for _ in range(6))
                await http.get(f"/api/tables/{code}")

    async def half_send() -> None:
        writers = []
        for _ in range(40):
            _, writer = await asyncio.open_connection(
                "127.0.0.1", int(address.rpartition(":")[2]), local_addr=("127.0.0.72", 0)
            )
            writer.write(b"GET / HTTP/1.1\r\nHost: ")
            writers.append(writer)
        await asyncio.sleep(5)
        for writer in writers:
            writer.close()

    return [fuzz, toggle, starve_bots, starve_bots, look_back, look_back, guess, half_send]
