"""The luck of a test is its name."""

import asyncio

import pytest

from tests.server import luck
from tests.server.memory_store import MemoryStore
from touchwood.server.bots import OwnThread
from touchwood.server.metrics import Metrics
from touchwood.server.protocol import CreateTable
from touchwood.server.rooms.registry import TableRegistry
from touchwood.server.rooms.services import Services


def deal_and_dice() -> tuple[bytes, int]:
    store = MemoryStore()
    services = Services(store=store, bot_executor=OwnThread(), metrics=Metrics())
    asyncio.run(TableRegistry(services).create(CreateTable("tag", "Ana")))
    (table,) = store.tables.values()
    return table.seed, services.rng.getrandbits(64)


def test_servers_deal_and_bots_dice_by_the_name_of_the_test(request: pytest.FixtureRequest) -> None:
    of_this_test, after_it = deal_and_dice(), deal_and_dice()
    luck.begin(request.node.name)
    assert (deal_and_dice(), deal_and_dice()) == (of_this_test, after_it)
    luck.begin("another")
    assert not set(deal_and_dice()) & {*of_this_test, *after_it}
