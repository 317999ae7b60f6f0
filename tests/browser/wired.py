"""Matches that are played without a browser, to be looked at in one: as far as wanted, or to the end."""

import asyncio
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any, TypeAlias, TypeVar

import httpx

from tests.server.players import play_all, some_action
from tests.server.wire import PATIENCE, Client, create, join
from touchwood.server.protocol import Seated

T = TypeVar("T")


@dataclass(frozen=True)
class Played:
    game: str
    seats: tuple[tuple[str, Seated], ...]
    """The people, with what they hold their seats by."""
    watch_key: str

    @property
    def table(self) -> str:
        return self.seats[0][1].table

    @property
    def code(self) -> str:
        return self.seats[0][1].code


def played(
    server: str,
    game: str,
    names: Sequence[str] = ("Ana",),
    *,
    bots: Sequence[str] = (),
    options: dict[str, Any] | None = None,
    settings: dict[str, Any] | None = None,
    choices: int | None = None,
    seed: int = 1,
) -> Played:
    """A match in which people have made so many choices; None: to the end."""
    wanted = {"bots": list(bots), "options": options or {}, "settings": settings or {}}
    return apart(_played(server, game, names, wanted, choices, seed))


def play_to_the_end(server: str, begun: Played, *, seed: int = 1) -> None:
    """The people of a match that was begun play on, beside whatever device of theirs looks on."""
    apart(_play_to_the_end(server, begun, seed))


async def _play_to_the_end(server: str, begun: Played, seed: int) -> None:
    clients = [await Client.of(server, seated).open() for _, seated in begun.seats]
    await play_all(clients, seed)
    for client in clients:
        await client.close()


def review_of(server: str, table: str) -> Any:
    """As the server makes it, however long that takes on a busy machine; a page that asks later has it at once."""
    while (answer := httpx.get(f"{server}/api/matches/{table}/review", timeout=PATIENCE)).status_code == 202:
        pass
    return answer.json()


Wanted: TypeAlias = Mapping[str, Any]
"""An action that has these fields."""


def play_until_possible(
    server: str,
    begun: Played,
    goal: Wanted,
    ways: Sequence[Wanted] = (),
    *,
    not_by: int | None = None,
    only_by: int | None = None,
) -> None:
    """The people play on until one of them may do this, and do not yet. Each takes the first of the ways that is legal,
    or anything."""
    others = {seat for seat in range(len(begun.seats)) if only_by not in (None, seat)}
    apart(_play_until_possible(server, begun, goal, ways, others if not_by is None else {*others, not_by}))


def choose(server: str, begun: Played, wanted: Wanted) -> None:
    """Whoever may do this does it."""
    apart(_play_until_possible(server, begun, wanted, (), set(), is_done=True))


async def _play_until_possible(
    server: str, begun: Played, goal: Wanted, ways: Sequence[Wanted], not_by: set[int], *, is_done: bool = False
) -> None:
    clients = [await Client.of(server, seated).open() for _, seated in begun.seats]
    rng = Random(1)
    async with asyncio.timeout(PATIENCE):
        while True:
            if clients[0].is_over:
                raise AssertionError(f"the match ended before {goal} was possible")
            client = next((each for each in clients if each.is_asked and each.situation["sealed"] is None), None)
            if client is None:
                await asyncio.sleep(0.01)
                continue
            question = client.situation
            possible = None if client.you in not_by else first_of(client, [goal])
            if possible is None:
                await answered(client, question, first_of(client, ways) or await some_action(client, rng))
            elif not is_done or await answered(client, question, possible):
                break
    for client in clients:
        await client.close()


def send_as(server: str, begun: Played, place: int, kind: str, **fields: Any) -> None:
    """One of the people says this to the table, by a device that is then put away."""
    apart(_send_as(server, begun.seats[place][1], kind, fields))


async def _send_as(server: str, seated: Seated, kind: str, fields: dict[str, Any]) -> None:
    client = await Client.of(server, seated).open()
    await client.do(kind, **fields)
    await client.close()


def first_of(client: Client, wanted: Sequence[Wanted]) -> Any:
    """The first of these that is legal; None: none is."""
    legal = [each["action"] for each in client.situation["legal"]]
    return next((action for want in wanted for action in legal if want.items() <= action.items()), None)


def apart(work: Coroutine[Any, Any, T]) -> T:
    """In a thread of its own: Playwright's loop runs in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


async def _played(
    server: str,
    game: str,
    names: Sequence[str],
    wanted: dict[str, Any],
    choices: int | None,
    seed: int,
) -> Played:
    first = await create(server, game, names[0], **wanted)
    seated = [first, *[await join(server, first.code, name) for name in names[1:]]]
    clients = [await Client.of(server, each).open() for each in seated]
    if choices is None or choices >= 0:
        await clients[0].do("Start")
    if choices is None:
        await play_all(clients, seed)
    else:
        rng = Random(seed)
        for _ in range(choices):
            await _choose(clients, rng)
    key = str(clients[0].table["watch_key"])
    for client in clients:
        await client.close()
    return Played(game, tuple(zip(names, seated, strict=True)), key)


async def _choose(clients: list[Client], rng: Random) -> None:
    """Somebody who is asked makes a choice; again if a bot's came between the question and the answer."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if clients[0].is_over:
                raise AssertionError("the match ended before so many choices were made")
            for client in clients:
                question = client.situation
                if client.is_asked and question["sealed"] is None:
                    if await answered(client, question, await some_action(client, rng)):
                        return
                    break
            await asyncio.sleep(0.01)


async def answered(client: Client, question: Any, action: Any) -> bool:
    """Whether it was accepted; then this device has seen what came of it."""
    reply = await client.act(action, decision=question["decision"])
    if reply["type"] == "Accepted":
        await client.until(lambda client: client.situation is not question)
        return True
    assert reply["code"] == "stale_decision", reply
    return False
