"""What things are worth is told where the table allows it: to each seat its own, and to nobody who looks on."""

import asyncio

from tests.server.wire import Client, create


def test_what_things_are_worth_is_told_only_where_the_table_allows_hints(server: str) -> None:
    async def told(*, hints: bool) -> list[dict[str, object]]:
        seated = await create(server, "tag", bots=["random"], options={"first": 0}, settings={"hints": hints})
        async with Client.of(server, seated) as ana:
            await ana.do("Start")
            await ana.until(lambda client: client.situation is not None and client.is_asked)
            async with Client(server, seated.table, str(ana.table["watch_key"])) as wall:
                return [ana.situation, wall.situation]

    own, watching = asyncio.run(told(hints=True))
    worth = own["worth"]
    assert isinstance(worth, dict)
    assert worth
    assert {thing.split(":")[0] for thing in worth} == {"card"}
    assert "worth" not in watching
    assert all("worth" not in each for each in asyncio.run(told(hints=False)))
