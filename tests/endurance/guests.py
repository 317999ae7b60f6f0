"""Guests nobody wants. Each is one loop that goes on until it is cancelled, whatever the server does to it.

Some want to break things (`floods`), some to know or do what they may not (`cheats`). A cheat that succeeds ends the
evening (`Breach`).
"""

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from random import Random
from typing import Any

from websockets.asyncio.client import connect
from websockets.frames import Frame, Opcode

from tests.endurance.people import TROUBLES
from tests.server.hostile import hostile_message
from tests.server.wire import Client, create, join, plain_http

Attack = Callable[[list[Client]], Awaitable[None]]
"""It adds its devices to the list; whoever called it hangs up for them, however it ended."""


UPGRADE = (
    b"GET /socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dG91Y2h3b29kIHRlc3RzIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
ENDLESS = (
    (b"GET / HTTP/1.1\r\nX: ", b"x"),
    (b"", b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"),
    (UPGRADE, Frame(Opcode.PING, b"").serialize(mask=True)),
    (
        UPGRADE + Frame(Opcode.TEXT, b"{", fin=False).serialize(mask=True),
        Frame(Opcode.CONT, b"", fin=False).serialize(mask=True),
    ),
)
"""How it begins, and what follows again and again."""


class Breach(Exception):
    """Somebody got what nobody may get."""


def many_addresses() -> Iterator[str]:
    """Who makes tables without end has more than one address: each may make some an hour."""
    return (f"127.0.250.{number}" for number in itertools.cycle(range(1, 250)))


async def again_and_again(attack: Attack, *, pause: float) -> None:
    while True:
        devices: list[Client] = []
        try:
            await attack(devices)
        except (*TROUBLES, AssertionError, KeyError):
            # Refused, cut off, or the server is just being killed.
            pass
        finally:
            await hang_up(devices)
        await asyncio.sleep(pause)


async def hang_up(devices: list[Client]) -> None:
    await asyncio.gather(*(device.close() for device in devices), return_exceptions=True)


def floods(address: str, finished: Callable[[], str | None], rng: Random) -> list[Attack]:
    """`finished` names a match that is over, if there is one."""
    sources = many_addresses()

    async def a_table(devices: list[Client], **wanted: Any) -> Client:
        source = next(sources)
        devices.append(Client.of(address, await create(address, "tag", source=source, **wanted), source=source))
        return await devices[0].open()

    async def fuzz(devices: list[Client]) -> None:
        host = await a_table(devices)
        code = host.table["code"]
        await join(address, code, "Bo", source=host.source)
        await host.do("Start")
        async with connect(host.socket_address, local_addr=(host.source, 0), max_size=None, proxy=None) as socket:
            await socket.send(json.dumps({"type": "Hello", "table": host.table_id, "token": host.token}))
            for _ in range(200):
                await socket.send(hostile_message(rng, actions=[{"type": "Pass"}], secrets=[host.table_id, code]))
                await asyncio.sleep(0.05)

    async def toggle(devices: list[Client]) -> None:
        host = await a_table(devices, bots=["random"])
        for number in range(500):
            await host.ask("Mute", seat=1, muted=number % 2 == 0)
            await asyncio.sleep(0.05)

    async def starve_bots(devices: list[Client]) -> None:
        host = await a_table(devices, bots=["hard", "hard", "hard"], options={"answer_seconds": 1})
        await host.do("Start")
        for _ in range(200):
            await host.until(lambda client: client.is_asked or client.is_over)
            if host.is_over:
                break
            await host.act(host.situation["legal"][0]["action"])

    async def look_back(_devices: list[Client]) -> None:
        table = finished()
        if table is None:
            return
        async with plain_http(f"{address}/api/matches/{table}", source="127.0.0.70") as http:
            kinds = ("verify", "review", f"replay?entry={rng.randrange(30)}", "record")
            await asyncio.gather(*(http.get(f"/{kind}") for kind in kinds))

    async def guess(clients: list[Client]) -> None:
        async with plain_http(address, source="127.0.0.71") as http:
            for _ in range(50):
                code = "".join(rng.choice("ABCDEFGH") for _ in range(6))
                await http.get(f"/api/tables/{code}")

    async def draw(devices: list[Client]) -> None:
        """A QR for a host that nobody has named before, again and again."""
        source = "127.0.0.74"
        seated = await create(address, "tag", source=source)
        devices.append(Client.of(address, seated, source=source))
        async with plain_http(address, source=source) as http:
            for _ in range(100):
                host = f"{rng.getrandbits(64):x}.{'x' * 200}.example"
                await http.get(f"/api/tables/{seated.code}/qr.svg", headers={"host": host})

    async def half_send(clients: list[Client]) -> None:
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

    async def send_without_end(_devices: list[Client]) -> None:
        """Headers, requests, pings and pieces of a message; each until it is cut off, and a megabyte at most."""
        for opening, endless in ENDLESS:
            _, writer = await asyncio.open_connection(
                "127.0.0.1", int(address.rpartition(":")[2]), local_addr=("127.0.0.73", 0)
            )
            try:
                writer.write(opening)
                for _ in range(16):
                    writer.write(endless * (65_536 // len(endless)))
                    await writer.drain()
            except OSError:
                # As it must be.
                pass
            finally:
                writer.close()

    return [fuzz, toggle, starve_bots, starve_bots, look_back, look_back, guess, draw, half_send, send_without_end]


def cheats(address: str, tried: "Counter[str]") -> list[Attack]:
    """`tried` counts what was tried to the end and was not had."""
    sources = many_addresses()

    async def seated(devices: list[Client], game: str, names: tuple[str, ...], **wanted: Any) -> list[Client]:
        source = next(sources)
        first = await create(address, game, names[0], source=source, **wanted)
        others = [await join(address, first.code, name, source=source) for name in names[1:]]
        people = [Client.of(address, each, source=source) for each in (first, *others)]
        devices += people
        for client in people:
            await client.open()
        await people[0].do("Start")
        for client in people:
            await client.until(lambda client: client.situation)
        return people

    async def read_a_hand(devices: list[Client]) -> None:
        """Comes to the own table a second time and asks for the bot's seat; the other person says nothing."""
        ana, _ = await seated(devices, "tag", ("Ana", "Bo"), bots=["random"])
        asking = await join(address, ana.table["code"], "Anna", source=ana.source)
        spy = Client.of(address, asking, source=ana.source)
        devices.append(spy)
        await spy.open()
        await ana.until(lambda client: client.table["guest"])
        await ana.do("AnswerGuest", request=ana.table["guest"]["request"], lets_in=True)
        await spy.ask("Act", decision=1, action={"type": "Draw"})
        await spy.ask("Ping")
        if spy.you is not None or any('"Welcome"' in text or '"view"' in text for text in spy.raw):
            raise Breach("who asked for a bot's seat has seen its hand")
        await spy.do("Leave")
        tried["a bot's hand"] += 1

    async def in_the_dark(devices: list[Client]) -> tuple[Client, Client, Client]:
        """Bo is challenger and has closed the eyes."""
        wanted = {"options": {"first": 1}, "settings": {"keep_after_seconds": 10}}
        ana, bo, cy = await seated(devices, "tactile_crane", ("Ana", "Bo", "Cy"), **wanted)
        await must(bo, {"type": "CloseEyes"})
        for client in (ana, cy):
            await client.until(lambda client: client.is_asked)
        return ana, bo, cy

    async def talk_in_the_dark(devices: list[Client]) -> None:
        """Says it, and says it by all that others see: drawings, what was read, votes, coming and going; a watcher
        and a second device of the challenger listen too.
        """
        ana, bo, cy = await in_the_dark(devices)
        others = [Client(address, bo.table_id, key, source=bo.source) for key in (bo.token, ana.table["watch_key"])]
        devices += others
        listeners = [bo, *[await client.open() for client in others]]
        for client in listeners:
            await client.ask("Ping")
            client.raw.clear()
        await ana.do("Talk", text=SECRET)
        await ana.do("Lock", locked=True)
        await ana.do("Mute", seat=2, muted=True)
        await ana.do("Emote", shows="wow")
        await ana.do("GoOn", card=3)
        await ana.ask("Rename", name=SECRET)
        await ana.ask("ChooseBadge", badge=5)
        await ana.ask("TakeBack")
        begun = {"type": "PlaceBet", "bet": "low"}
        await ana.ask("Laying", decision=ana.situation["decision"], action=begun)
        await cy.close()
        await cy.open()
        for client in listeners:
            await client.ask("Ping")
            if [text for text in client.raw if '"Pong"' not in text]:
                raise Breach("something was heard in the dark")
            await client.close()
            await client.open(seen=None)
            if any(SECRET in text for text in client.raw):
                raise Breach("what was said in the dark was heard by coming back")
        tried["talk in the dark"] += 1

    async def what_only_the_clock_may(devices: list[Client]) -> None:
        """Bets and changes the bet to nothing; ends a turn without an outcome."""
        ana, bo, cy = await in_the_dark(devices)
        nothing, no_outcome = {"type": "PlaceBet", "bet": "nothing"}, {"type": "EndWithoutOutcome"}
        await must_not(cy, nothing)
        await must(ana, {"type": "PlaceBet", "bet": "low"})
        for client, action in ((ana, nothing), (bo, no_outcome), (ana, no_outcome)):
            await must_not(client, action)
        tried["what only the clock may do"] += 1

    async def lose_the_connection(devices: list[Client]) -> None:
        """The challenger goes away with closed eyes, for a bot to grab. The turn must end without an outcome."""
        ana, bo, cy = await in_the_dark(devices)
        await bo.close()
        await must(ana, {"type": "PlaceBet", "bet": "low"})
        await must(cy, {"type": "PlaceBet", "bet": "high"})
        turn = ("TurnEndedWithoutOutcome", "BundleGrabbed")
        await ana.until(lambda client: events_of(client, *turn))
        if events_of(ana, "BundleGrabbed"):
            raise Breach("a bot grabbed for a challenger whose connection was lost")
        tried["a turn of the absent"] += 1

    return [read_a_hand, talk_in_the_dark, what_only_the_clock_may, lose_the_connection]


SECRET = "I see 23 cards"


async def must(client: Client, action: Any) -> None:
    reply = await client.act(action)
    assert reply["type"] == "Accepted", reply


async def must_not(client: Client, action: Any) -> None:
    reply = await client.act(action)
    if reply["type"] == "Accepted":
        raise Breach(f"a person did what only the clock may do: {action}")
    assert reply["code"] == "only_the_clock", reply


def events_of(client: Client, *kinds: str) -> list[Any]:
    """What was heard of the match, of these kinds."""
    return [event for event in client.told("GameEvent") if event["event"]["type"] in kinds]
