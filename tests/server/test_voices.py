"""Bots that speak out of turn, and bots that listen: the crane's audience at live tables."""

import asyncio
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.server.running import KillableServer, quick_settings, serving
from tests.server.test_absence import choices_in, happened, log_of, until_phase
from tests.server.wire import Client, seat_all
from touchwood.server import bots
from touchwood.server.bots import Question, Tempo

GRABS = 3


def test_bots_in_the_audience_call_out_once_on_each_bundle(tmp_path: Path) -> None:
    async def run(address: str) -> str:
        (ana,) = await seat_all(address, "tactile_crane", ["Ana"], bots=["easy", "medium"], options={"first": 0})
        await ana.do("Start")
        await until_phase(ana, "eyes")
        await ana.act({"type": "CloseEyes"})
        await until_phase(ana, "grab")
        assert not happened(ana, "CallMade"), "an empty hand is nothing to call on"
        decision = ana.situation["decision"]
        for number in range(1, GRABS + 1):
            await ana.act({"type": "Grab", "pinch": 250 + number})
            await ana.until(lambda client, calls=2 * number: len(happened(client, "CallMade")) >= calls)  # type: ignore[misc]  # bound now
        called = ana.situation["view"]["calls"]
        assert Counter((call["seat"], call["attempt"]) for call in called) == {
            (seat, attempt): 1 for seat in (1, 2) for attempt in range(1, GRABS + 1)
        }
        assert ana.is_asked
        assert ana.situation["decision"] > decision, "each bundle is a new question"
        before = ana.situation["decision"]
        await ana.act({"type": "Lift"}, decision=before)
        await ana.until(lambda client: happened(client, "CardsCounted"))
        await ana.close()
        return ana.table_id

    with KillableServer(tmp_path) as server:
        table = asyncio.run(run(server.address))
    calls = [
        (each.seat, each.by.value)
        for _, each in choices_in(log_of(tmp_path, table))
        if each.action["type"] == "CallOut"
    ]
    assert Counter(calls) == {(1, "bot"): GRABS, (2, "bot"): GRABS}


def test_a_call_does_not_make_the_challengers_choice_stale(tmp_path: Path) -> None:
    """Whoever is asked goes on with the same question, whatever is called meanwhile."""

    async def run(address: str) -> None:
        ana, bo = await seat_all(address, "tactile_crane", ["Ana", "Bo"], options={"first": 0})
        await ana.do("Start")
        await until_phase(ana, "eyes")
        await ana.act({"type": "CloseEyes"})
        await until_phase(bo, "bets")
        await bo.act({"type": "PlaceBet", "bet": "high"})
        await until_phase(ana, "grab")
        await ana.act({"type": "Grab", "pinch": 300})
        await bo.until(lambda client: client.situation["view"]["is_holding"])
        await ana.until(lambda client: client.situation["view"]["is_holding"])
        decision = ana.situation["decision"]
        assert not bo.is_asked
        for call in ({"type": "CallOut", "call": "more"}, {"type": "Say", "words": "a bit more!"}):
            assert (await bo.act(call))["type"] == "Accepted"
        await ana.until(lambda client: happened(client, "WordsCalled"))
        assert (await ana.act({"type": "Lift"}, decision=decision))["type"] == "Accepted"
        await bo.until(lambda client: happened(client, "CardsCounted"))
        await asyncio.gather(ana.close(), bo.close())

    with KillableServer(tmp_path) as server:
        asyncio.run(run(server.address))


def test_a_bot_gives_people_time_to_call_and_hears_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes longer where people may call, and thinks again when they did."""
    listening = 40_000
    asked_with: list[Any] = []

    def answer(asked: Question) -> bytes | None:
        asked_with.append(msgspec.json.decode(asked.view))
        return real(asked)

    real = bots.answer
    monkeypatch.setattr(bots, "answer", answer)

    def heard() -> list[Any]:
        """What the bot knew of Ana's calls on the bundle in its hand, when it was asked as challenger."""
        views = [view for view in asked_with if view["phase"] == "grab" and view["viewer"] == 1 and view["is_holding"]]
        return [call for view in views for call in view["calls"] if call["attempt"] == view["attempts"]]

    async def play_and_call(ana: Client) -> None:
        """Until the bot has heard a call; one that comes too late is refused, and there is another bundle."""
        while not heard():
            await ana.until(lambda client: client.is_asked or may_call(client))
            await ana.act(ana.situation["legal"][0]["action"])

    async def run(address: str) -> str:
        (ana,) = await seat_all(address, "tactile_crane", ["Ana"], bots=["hard"], options={"first": 1})
        await ana.do("Start")
        await play_and_call(ana)
        await ana.close()
        return ana.table_id

    with serving(quick_settings(tmp_path, tempo=Tempo(0, 0, listening, grain=0))) as address:
        table = asyncio.run(run(address))
    assert heard()[0]["seat"] == 0
    choices = choices_in(log_of(tmp_path, table))
    by_bot = [(at, each.action["type"]) for at, each in choices if each.seat == 1]
    lifted_after = [at - before for (before, _), (at, kind) in pairwise(by_bot) if kind == "Lift"]
    assert all(wait >= listening for wait in lifted_after)


def may_call(client: Client) -> bool:
    """On the bundle that is held, if nothing was called on it yet."""
    if client.situation is None or client.is_asked or not client.situation["legal"]:
        return False
    view = client.situation["view"]
    called_on = [call["attempt"] for call in view["calls"] if call["seat"] == client.you]
    return bool(view["phase"] == "grab" and view["is_holding"] and view["attempts"] not in called_on)
