"""Tables over real sockets: every game by scripted people, and what each was sent, byte by byte."""

import asyncio
import json
from typing import Any

import httpx
import pytest

from tests.server.players import play_all
from tests.server.sitting import NAMES, games_under_test
from tests.server.wire import Client, create, join, seat_all, until_made
from touchwood.core.events import heard_by
from touchwood.core.seats import SPECTATOR, Seat, Viewer
from touchwood.core.values import canonical_json
from touchwood.match.record import Chose, Record, parse_record
from touchwood.match.replay import Proof, replay, verify


async def fetch_record(address: str, table: str) -> Record:
    async with httpx.AsyncClient() as http:
        answer = await http.get(f"{address}/api/matches/{table}/record")
    assert answer.status_code == 200, answer.text
    return parse_record(answer.content)


async def watcher_of(client: Client) -> Client:
    return await Client(client.address, client.table_id, client.table["watch_key"]).open()


async def talk_as_fast_as_it_goes(client: Client, *messages: dict[str, Any]) -> list[str]:
    """Send them without waiting for any answer; the answers, in the order in which they came."""
    before = len(client.raw)
    for message in messages:
        await client.send(message)
    await client.send({"type": "Ping", "id": "the last"})
    await client.until(lambda c: any('"the last"' in text for text in c.raw[before:]))
    answers = [json.loads(text) for text in client.raw[before:]]
    return [f"{answer['type']} {answer['id']}" for answer in answers if "id" in answer]


async def close_all(*clients: Client) -> None:
    await asyncio.gather(*(client.close() for client in clients))


def check_stream(client: Client, viewer: Viewer, record: Record) -> None:
    """Everything this viewer was sent of the match follows from what the viewer may know."""
    views: set[bytes] = set()
    heard: list[Any] = []
    for step in replay(record):
        views.add(canonical_json(step.match.view(viewer)))
        heard += [json.loads(canonical_json(event)) for event in heard_by(viewer, step.events)]
    sent = [json.loads(text) for text in client.raw]
    situations = [message["situation"] for message in sent if message.get("situation")]
    assert len(situations) > 1
    for situation in situations:
        assert canonical_json(situation["view"]) in views
        if viewer is SPECTATOR:
            assert not situation["asked"]
            assert not situation["legal"]
            assert situation["sealed"] is None
    assert [event["event"] for event in client.told("GameEvent")] == heard
    seed = client.situation["result"]["seed"]
    before_the_end = [message for message in sent if not (message.get("situation") or {}).get("result")]
    assert all(seed not in json.dumps(message) for message in before_the_end)


@pytest.mark.parametrize(("game", "seats"), [*games_under_test(), ("pebbles", 3)])
def test_every_game_is_played_over_the_wire_and_each_seat_is_sent_only_its_own(
    server: str, game: str, seats: int
) -> None:
    async def run() -> None:
        options = {"answer_seconds": 1} if game == "tag" else {}
        clients = await seat_all(server, game, list(NAMES[:seats]), options=options)
        watcher = await watcher_of(clients[0])
        await clients[0].do("Start")
        await play_all(clients, seed=1)
        await watcher.until(lambda client: client.is_over)
        record = await fetch_record(server, clients[0].table_id)
        found = verify(record)
        assert found.proof is Proof.PROVEN
        assert found.hash == clients[0].situation["result"]["hash"]
        assert list(found.points) == clients[0].situation["result"]["points"]
        for number, client in enumerate(clients):
            check_stream(client, Seat(number), record)
        check_stream(watcher, SPECTATOR, record)
        await close_all(*clients, watcher)

    asyncio.run(run())


# -- Coming back ----------------------------------------------------------------------------------------------------


def test_whoever_comes_back_is_up_to_date_gets_the_events_or_starts_over(server: str) -> None:
    async def run() -> None:
        ana, bo = await seat_all(server, "tag", ["Ana", "Bo"])
        assert bo.resumes == ["start_over"]
        await bo.close()
        await bo.open()
        assert bo.resumes[-1] == "up_to_date"
        await bo.close()
        await ana.do("Talk", text="are you there?")
        await bo.open()
        assert bo.resumes[-1] == "events"
        assert bo.events[-1]["text"] == "are you there?"
        await ana.do("Talk", text="I am back, too")
        await bo.until(lambda client: client.seq == ana.seq)
        assert [event["k"] for event in bo.events] == list(range(1, ana.seq + 1)), "each once"
        await bo.close()
        for number in range(60):
            await ana.do("Talk", text=f"line {number}")
        await bo.open()
        assert bo.resumes[-1] == "start_over"
        assert bo.events[-1]["text"] == "line 59"
        assert bo.seq == ana.seq
        await bo.close()
        await bo.open(seen=10_000)
        assert bo.resumes[-1] == "start_over", "a number from another world"
        await close_all(ana, bo)

    asyncio.run(run())


def test_two_tabs_of_one_seat_both_work(server: str) -> None:
    async def run() -> None:
        ana, bo = await seat_all(server, "tag", ["Ana", "Bo"])
        other_tab = await Client(server, ana.table_id, ana.token).open()
        await other_tab.do("Start")
        await ana.until(lambda client: client.phase == "playing")
        await other_tab.until(lambda client: client.situation is not None)
        await ana.until(lambda client: client.situation is not None)
        assert ana.situation == other_tab.situation
        await other_tab.close()
        await bo.do("Talk", text="hello")
        await ana.until(lambda client: client.told("Talked"))
        assert bo.table["seats"][0]["is_present"], "one tab is enough to be there"
        await close_all(ana, bo)

    asyncio.run(run())


def test_a_repeated_message_is_done_once(server: str) -> None:
    async def run() -> None:
        ana, bo = await seat_all(server, "tag", ["Ana", "Bo"])
        for _ in range(3):
            assert (await bo.ask("Talk", message_id="same", text="once"))["type"] == "Accepted"
        await bo.close()
        await bo.open()
        assert (await bo.ask("Talk", message_id="same", text="once"))["type"] == "Accepted"
        await ana.do("Talk", text="end")
        await ana.until(lambda client: client.told("Talked")[-1]["text"] == "end")
        assert [event["text"] for event in ana.told("Talked")] == ["once", "end"]
        await close_all(ana, bo)

    asyncio.run(run())


# -- Refusals -------------------------------------------------------------------------------------------------------


def test_every_refusal_has_a_code_a_rule_and_a_sentence(server: str) -> None:
    async def run() -> None:
        ana, bo = await seat_all(server, "tag", ["Ana", "Bo"])
        early = await ana.ask("Act", decision=0, action={"type": "LeaveIt"})
        assert (early["code"], early["rule"]) == ("match_not_begun", None)
        await ana.do("Start")
        await asyncio.gather(*(client.until(lambda c: c.situation) for client in (ana, bo)))
        waiting = bo if ana.is_asked else ana
        refused = await waiting.act({"type": "LeaveIt"})
        assert refused["type"] == "Refused"
        assert refused["rule"]
        assert len(refused["sentence"]) > 10
        unreadable = await waiting.act({"type": "Fly"})
        assert unreadable["code"] == "unreadable_action"
        stale = await waiting.act({"type": "LeaveIt"}, decision=99)
        assert stale["code"] == "stale_decision"
        await close_all(ana, bo)

    asyncio.run(run())


def test_a_watch_link_can_never_act(server: str) -> None:
    async def run() -> None:
        ana, bo = await seat_all(server, "tag", ["Ana", "Bo"])
        watcher = await watcher_of(ana)
        await ana.do("Start")
        await watcher.until(lambda client: client.situation)
        assert watcher.you is None
        messages: list[tuple[str, dict[str, Any]]] = [
            ("Act", {"decision": 0, "action": {"type": "LetStand"}}),
            ("Talk", {"text": "hello"}),
            ("TakeBack", {}),
            ("Pause", {"paused": True}),
            ("Kick", {"seat": 0}),
            ("Rematch", {}),
            ("Leave", {}),
            ("Build", {"builder": "x", "parts": []}),
        ]
        for kind, fields in messages:
            assert (await watcher.ask(kind, **fields))["code"] == "watchers_only_watch"
        await close_all(ana, bo, watcher)

    asyncio.run(run())


def test_a_token_of_another_table_opens_nothing(server: str) -> None:
    async def run() -> None:
        one, other = await create(server, "tag"), await create(server, "tag")
        for table, token in ((one.table, other.token), (one.table, "x" * 32), ("y" * 22, one.token)):
            stranger = Client(server, table, token)
            with pytest.raises(Exception, match="4001"):
                await stranger.open()

    asyncio.run(run())


# -- The host -------------------------------------------------------------------------------------------------------


def test_who_is_kicked_is_sent_away_and_cannot_come_back(server: str) -> None:
    async def run() -> None:
        ana, bo, cy = await seat_all(server, "tag", ["Ana", "Bo", "Cy"])
        await ana.do("Kick", seat=1)
        await cy.until(lambda client: client.you == 1)
        assert await bo.until_closed() == 4004
        with pytest.raises(Exception, match="4001"):
            await bo.open()
        assert [seat["name"] for seat in cy.table["seats"]] == ["Ana", "Cy"]
        await close_all(ana, cy)

    asyncio.run(run())


def test_a_host_who_vanishes_is_followed_by_the_next_seat(server: str) -> None:
    async def run() -> None:
        ana, bo = await seat_all(server, "tag", ["Ana", "Bo"])
        await ana.close()
        await bo.until(lambda client: client.table["host"] == 1)
        assert bo.told("HostChanged")[-1]["seat"] == 1
        await bo.close()

    asyncio.run(run())


def test_a_latecomer_takes_over_a_bots_seat(server: str) -> None:
    async def run() -> None:
        (ana,) = await seat_all(server, "tag", ["Ana"], bots=["random", "random"])
        await ana.do("Start")
        late = await join(server, ana.table["code"], "Zoe", seat=2)
        zoe = await Client.of(server, late).open()
        assert zoe.you == 2
        await zoe.until(lambda client: client.situation)
        view = zoe.situation["view"]
        assert view["players"][2]["hand"] is not None
        assert view["players"][1]["hand"] is None
        await close_all(ana, zoe)

    asyncio.run(run())


# -- Bots, clocks, absence ------------------------------------------------------------------------------------------


def test_bots_play_beside_a_person_and_the_record_marks_who_moved(server: str) -> None:
    async def run() -> None:
        (ana,) = await seat_all(server, "tag", ["Ana"], bots=["random", "simple"])
        await ana.do("Start")
        await play_all([ana], seed=3)
        record = await fetch_record(server, ana.table_id)
        movers = {(line.entry.seat, line.entry.by.value) for line in record.lines if isinstance(line.entry, Chose)}
        assert {(0, "person"), (1, "bot"), (2, "bot")} <= movers
        assert not {(1, "person"), (2, "person")} & movers
        await ana.close()

    asyncio.run(run())


def test_a_bot_stands_in_for_the_absent_and_hands_the_seat_back(server: str) -> None:
    async def run() -> None:
        ana, bo = await seat_all(server, "cant_touch_this", ["Ana", "Bo"], settings={"keep_after_seconds": 20})
        await ana.do("Start")
        await bo.close()
        await ana.until(lambda client: client.told("SeatKept"))
        assert ana.table["seats"][1]["is_kept"]
        await bo.open()
        await ana.until(lambda client: client.told("SeatHandedBack"))
        assert not bo.table["seats"][1]["is_kept"]
        await bo.close()
        await play_all([ana], seed=1)
        record = await fetch_record(server, ana.table_id)
        entries = [line.entry for line in record.lines]
        assert "bot" in {entry.by.value for entry in entries if isinstance(entry, Chose) and entry.seat == 1}
        await ana.close()

    asyncio.run(run())


def test_out_of_time_the_default_is_entered_as_the_clocks(server: str) -> None:
    async def run() -> None:
        settings = {"clock_seconds": 5, "keep_after_seconds": None}
        ana, bo = await seat_all(server, "cant_touch_this", ["Ana", "Bo"], settings=settings)
        await ana.do("Start")
        await ana.until(lambda client: client.is_over)
        record = await fetch_record(server, ana.table_id)
        movers = {line.entry.by.value for line in record.lines if hasattr(line.entry, "by")}
        assert movers == {"clock"}
        await close_all(ana, bo)

    asyncio.run(run())


# -- Taking back, going on ------------------------------------------------------------------------------------------


def test_a_take_back_by_consent_goes_back_for_everybody(server: str) -> None:
    async def run() -> None:
        ana, bo = await seat_all(server, "cant_touch_this", ["Ana", "Bo"])
        await ana.do("Start")
        clients = [ana, bo]
        await asyncio.gather(*(client.until(lambda c: c.situation) for client in clients))
        first = ana if ana.is_asked else bo
        second = bo if first is ana else ana
        view = first.situation["view"]
        await first.act(first.situation["legal"][0]["action"])
        await second.until(lambda client: client.is_asked)
        await second.act(second.situation["legal"][0]["action"])
        await first.until(lambda client: client.is_asked)
        await first.do("TakeBack")
        await second.until(lambda client: client.table["take_back"])
        await second.do("AnswerTakeBack", request=second.table["take_back"]["request"], consents=True)
        await first.until(lambda client: client.told("TookBack"))
        await first.until(lambda client: client.is_asked)
        assert first.situation["view"] == view
        await close_all(ana, bo)

    asyncio.run(run())


def test_a_rematch_takes_the_whole_group_along(server: str) -> None:
    async def run() -> None:
        ana, bo = await seat_all(server, "cant_touch_this", ["Ana", "Bo"])
        watcher = await watcher_of(ana)
        early = await ana.ask("Rematch")
        assert early["code"] == "match_not_over"
        await ana.do("Start")
        await play_all([ana, bo], seed=5)
        await asyncio.gather(ana.do("Rematch"), bo.do("Rematch"))
        for client in (ana, bo, watcher):
            await client.until(lambda c: c.table["next_table"])
        assert ana.table["next_table"] == bo.table["next_table"]
        there = [await Client(server, old.table["next_table"]["table"], old.token).open() for old in (ana, bo, watcher)]
        assert [client.you for client in there] == [0, 1, None]
        assert [seat["name"] for seat in there[0].table["seats"]] == ["Ana", "Bo"]
        assert there[0].table["commitment"] != ana.table["commitment"]
        await there[0].do("Start")
        await there[1].until(lambda client: client.situation)
        await close_all(ana, bo, watcher, *there)

    asyncio.run(run())


def test_the_record_is_closed_until_the_match_is_over(server: str) -> None:
    async def run() -> None:
        ana, bo = await seat_all(server, "cant_touch_this", ["Ana", "Bo"])
        await ana.do("Start")
        async with httpx.AsyncClient(base_url=f"{server}/api/matches/{ana.table_id}") as http:
            for what in ("record", "replay", "course", "verify", "review"):
                answer = await http.get(f"/{what}")
                assert answer.status_code == 409
                assert answer.json()["code"] == "match_not_over"
            await play_all([ana, bo], seed=5)
            newest = (await http.get("/replay")).json()["newest"]
            last = (await http.get("/replay", params={"entry": newest, "viewer": 1})).json()
            assert last["entry"]["seed"] == ana.situation["result"]["seed"]
            assert last["view"] == bo.situation["view"]
            course = (await http.get("/course")).json()["points"]
            assert len(course) == newest + 1
            assert course[0] == [0, 0]
            assert course[-1] == ana.situation["result"]["points"]
            assert (await until_made(http, "/verify")).json()["proof"] == "proven"
            judged = (await until_made(http, "/review")).json()["judgements"]
            assert {each["seat"] for each in judged} == {0, 1}
            assert (await http.get("/replay", params={"entry": newest + 1})).status_code == 404
        await close_all(ana, bo)

    asyncio.run(run())


def test_a_match_that_begins_with_a_choice_asks_at_once(server: str) -> None:
    """A given card and one seat: no chance falls before the first clip."""

    async def run() -> None:
        (ana,) = await seat_all(server, "cant_touch_this", ["Ana"], options={"card": "12P/2P1/P12"})
        await ana.do("Start")
        await ana.until(lambda client: client.situation)
        assert ana.situation["asked"]
        assert ana.situation["legal"]
        await ana.close()

    asyncio.run(run())


def test_what_a_device_sends_in_one_breath_is_done_in_that_order(server: str) -> None:
    """Moves are read another way than all other messages; they must not overtake them, nor be overtaken."""

    async def run() -> None:
        ana, bo = await seat_all(server, "tag", ["Ana", "Bo"])
        await ana.do("Start")
        await asyncio.gather(*(client.until(lambda c: c.situation) for client in (ana, bo)))
        for turn in range(12):
            await asyncio.gather(*(client.until(lambda c: c.seq == max(ana.seq, bo.seq)) for client in (ana, bo)))
            mover = ana if ana.situation["asked"] else bo
            decision, action = mover.situation["decision"], mover.situation["legal"][-1]["action"]
            move = {"type": "Act", "decision": decision, "action": action}
            answers = await talk_as_fast_as_it_goes(
                mover,
                {"type": "Ping", "id": f"{turn} ping"},
                {**move, "id": f"{turn} move"},
                {**move, "id": f"{turn} move"},
                {**move, "id": f"{turn} late"},
                {"type": "Build", "id": f"{turn} build", "builder": "none", "parts": []},
            )
            assert answers == [
                f"Pong {turn} ping",
                f"Accepted {turn} move",
                f"Accepted {turn} move",
                f"Refused {turn} late",
                f"Refused {turn} build",
                "Pong the last",
            ]
        await close_all(ana, bo)

    asyncio.run(run())
