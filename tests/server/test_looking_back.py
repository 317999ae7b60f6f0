"""Looking back at matches: made once, elsewhere, by turns; and whoever asks is told how far it is."""

import asyncio
import os
import signal
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import httpx
import msgspec
import pytest

from tests.server.players import play_all
from tests.server.running import NO_HURRY, quick_settings, serving
from tests.server.sitting import CODE, TABLE, Sitting
from tests.server.wire import seat_all, until_made
from touchwood.bots import coach
from touchwood.core.refusals import InputError
from touchwood.core.review import Review, WinChance
from touchwood.core.seats import Seat
from touchwood.games.discovery import find_game
from touchwood.match.files import read_record
from touchwood.match.record import Record
from touchwood.server import looking_back, replays
from touchwood.server.limits import Limits
from touchwood.server.looking_back import Kind, LookingBack, ProcessExecutor, Request, ThreadExecutor
from touchwood.server.protocol import LookingBackShown
from touchwood.server.serve import make_app
from touchwood.server.store.interface import StoredTable
from touchwood.server.store.sqlite import SqliteStore
from touchwood.server.worker_pool import Asker
from touchwood.server.workers import Progress, Tell

RECORDS = Path(__file__).parents[1] / "records"
FIRST_FOUND = WinChance(4, Seat(1), 55, 6)


class CountedReviewer:
    """Lets nobody through before `gate` is open."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.has_begun = threading.Event()
        self.gate = threading.Event()
        self.gate.set()
        self.real = replays.reviewed

    def __call__(self, record: Record, tell: Tell) -> Review:
        self.made.append(record.lines[-1].hash)
        self.has_begun.set()
        tell(3, 7, msgspec.json.encode([FIRST_FOUND]))
        assert self.gate.wait(30)
        return self.real(record, tell)


@pytest.fixture
def reviewer(monkeypatch: pytest.MonkeyPatch) -> CountedReviewer:
    counted = CountedReviewer()
    monkeypatch.setattr(replays, "reviewed", counted)
    return counted


async def finished_match(address: str, game: str, seed: int) -> str:
    clients = await seat_all(address, game, ["Ana", "Bo"])
    await clients[0].do("Start")
    await play_all(clients, seed=seed)
    await asyncio.gather(*(client.close() for client in clients))
    return clients[0].table_id


def played_out(seed: int = 1) -> StoredTable:
    """A short match that is over."""
    sitting = Sitting("cant_touch_this", seed=seed).start()
    while not sitting.is_over:
        (seat,) = sitting.play.asked_at
        sitting.choose(seat, sitting.play.game.legal_actions(sitting.play.position.state, seat)[0])
    return StoredTable(TABLE, CODE, sitting.seed, tuple(sitting.lines))


def test_a_review_is_made_once_however_often_and_at_once_it_is_asked_for(
    tmp_path: Path, reviewer: CountedReviewer
) -> None:
    async def run(address: str) -> None:
        table = await finished_match(address, "cant_touch_this", seed=5)
        where = f"{address}/api/matches/{table}/review"
        async with httpx.AsyncClient(timeout=60) as http:
            reviewer.gate.clear()
            early = await http.get(where)
            so_far = {"done": 3, "of": 7, "chances": [msgspec.to_builtins(FIRST_FOUND)]}
            assert (early.status_code, early.json()) == (202, so_far), "the first chances are told at once"
            both = asyncio.gather(until_made(http, where), until_made(http, where))
            reviewer.gate.set()
            one, other = await both
            again = await http.get(where)
        assert one.status_code == 200
        assert one.json()["judgements"]
        assert one.content == other.content == again.content
        assert len(reviewer.made) == 1

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))


@pytest.mark.parametrize("name", ["cant_touch_this-1", "point_a_pile-2", "tactile_crane-2", "tag-2"])
def test_each_choice_that_a_review_names_is_there_as_the_games_own_value(name: str) -> None:
    shown = replays.reviewed(read_record(RECORDS / f"{name}.jsonl"), lambda done, of, so_far: None)
    game = find_game(shown.game)
    named = {text for one in shown.judgements for text in (one.action, *one.best)}
    assert named
    written = {text: game.codec.text(msgspec.convert(shown.actions[text], game.action_type)) for text in named}
    assert written == {text: text for text in shown.actions}


def test_a_game_without_a_reviewer_says_so_every_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "twin_of", lambda *given, **named: None)  # as it is without numba

    async def run(address: str) -> None:
        table = await finished_match(address, "tag", seed=5)
        async with httpx.AsyncClient(timeout=60) as http:
            answers = [await until_made(http, f"{address}/api/matches/{table}/review") for _ in range(2)]
        assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(404, "no_reviewer")] * 2

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))


def test_new_proofs_are_limited_by_address_and_those_that_are_there_are_not(tmp_path: Path) -> None:
    limits = Limits(**{**NO_HURRY.__dict__, "looks_back_a_minute": 1})

    async def run(address: str) -> None:
        tables = [await finished_match(address, "cant_touch_this", seed=seed) for seed in (5, 6)]
        async with httpx.AsyncClient(base_url=f"{address}/api/matches", timeout=60) as http:
            first = [await until_made(http, f"{tables[0]}/verify") for _ in range(5)]
            assert {answer.status_code for answer in first} == {200}
            assert {answer.json()["proof"] for answer in first} == {"proven"}
            refused = await http.get(f"{tables[1]}/verify")
            assert (refused.status_code, refused.json()["code"]) == (429, "too_many")

    with serving(quick_settings(tmp_path, limits=limits)) as address:
        asyncio.run(run(address))


def yes() -> bool:
    return True


async def review(looking: LookingBack, stored: StoredTable) -> Any:
    while isinstance(found := await looking.made(Kind.REVIEW, stored, "here", may_begin=yes), LookingBackShown):
        pass
    return found


def test_whoever_goes_away_takes_nothing_from_the_others(reviewer: CountedReviewer) -> None:
    """Asked of the class that holds the work: of a line that was cut the web server tells nobody."""
    stored = played_out()

    async def run() -> None:
        looking = LookingBack(ThreadExecutor, moment=30)
        asked = [asyncio.create_task(looking.made(Kind.REVIEW, stored, "here", may_begin=yes)) for _ in range(3)]
        assert await asyncio.to_thread(reviewer.has_begun.wait, 30)
        # The first of them had it begun, and goes too.
        for impatient in asked[:2]:
            impatient.cancel()
        await asyncio.wait(asked[:2])
        assert [each.cancelled() for each in asked] == [True, True, False], "two waited, and the third does"
        reviewer.gate.set()
        assert b"judgements" in cast(bytes, await asked[2])
        assert len(reviewer.made) == 1
        looking.close()

    reviewer.gate.clear()
    try:
        asyncio.run(run())
    finally:
        reviewer.gate.set()


def test_only_so_many_are_kept_the_latest_asked_for_longest(
    monkeypatch: pytest.MonkeyPatch, reviewer: CountedReviewer
) -> None:
    monkeypatch.setattr(looking_back, "MOST_CACHED", 2)
    matches = {name: played_out(seed) for seed, name in enumerate("abc")}

    async def run() -> None:
        looking = LookingBack(ThreadExecutor)
        for name in ("a", "b", "a", "c", "a", "b"):
            assert await review(looking, matches[name])
        looking.close()

    asyncio.run(run())
    names = {replays.last_hash(stored): name for name, stored in matches.items()}
    assert [names[made] for made in reviewer.made] == ["a", "b", "c", "b"]


def test_a_review_that_failed_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = 0

    def failing(record: Record, tell: object) -> Review:
        nonlocal tries
        tries += 1
        raise InputError("no_reviewer", game="x")

    monkeypatch.setattr(replays, "reviewed", failing)

    async def run() -> None:
        looking = LookingBack(ThreadExecutor)
        for _ in range(2):
            with pytest.raises(InputError):
                await review(looking, played_out())
        looking.close()

    asyncio.run(run())
    assert tries == 2


def test_a_match_that_goes_on_is_closed_and_what_is_said_after_one_does_not_change_its_hash() -> None:
    sitting = Sitting("cant_touch_this").start()
    with pytest.raises(InputError, match="match_not_over"):
        replays.last_hash(StoredTable(TABLE, CODE, sitting.seed, tuple(sitting.lines)))
    over = played_out()
    talk = b'{"at":1,"entry":{"seat":0,"text":"well played","type":"Said"},"id":null,"sender":null}'
    longer = StoredTable(TABLE, CODE, over.seed, (*over.lines, talk))
    assert replays.last_hash(longer) == replays.last_hash(over) == replays.record_of(over).lines[-1].hash


def pids_of(executor: looking_back.LookBackExecutor) -> list[int]:
    assert isinstance(executor, ProcessExecutor)
    return executor._pool.pids


def progress_of(executor: looking_back.LookBackExecutor) -> list[Progress]:
    """All that is told of work from now on."""
    told: list[Progress] = []
    do = executor.do

    async def do_and_note(asker: Asker, data: bytes, tell: looking_back.OnProgress) -> bytes:
        def note(progress: Progress) -> None:
            told.append(progress)
            tell(progress)

        return await do(asker, data, note)

    executor.do = do_and_note  # type: ignore[method-assign,assignment]  # only here
    return told


# -- In processes ---------------------------------------------------------------------------------------------------
def test_reviews_and_proofs_are_made_in_two_processes_of_low_priority_and_progress_is_told() -> None:
    async def run() -> None:
        looking = LookingBack(ProcessExecutor, moment=0.0)
        stored = played_out()
        try:
            told = progress_of(looking._reviews)
            shown = []
            while isinstance(found := await looking.made(Kind.REVIEW, stored, "here", may_begin=yes), LookingBackShown):
                shown.append(found)
                await asyncio.sleep(0.001)
            assert b"judgements" in found
            choices = told[-1].of
            assert choices > 5
            assert sorted(told, key=lambda each: each.done) == told
            # Whoever asks sees what was told last; on a busy machine not all of it.
            assert {(each.done, each.of) for each in shown} <= {(0, 0), *((each.done, each.of) for each in told)}
            assert sorted(shown, key=lambda each: each.done) == shown
            while isinstance(proof := await looking.made(Kind.VERIFY, stored, "here", may_begin=yes), LookingBackShown):
                await asyncio.sleep(0.001)
            assert b'"proven"' in proof
            assert b'"n":3' in await looking.replay(stored, "here", entry=3, viewer=None)
            assert await looking.record(stored, "here") == replays.record_file(replays.record_of(stored))
            pids = [pid for executor in (looking._quick, looking._reviews) for pid in pids_of(executor)]
            assert len({*pids, os.getpid()}) == 3
            # Below whoever runs these tests; nobody is nicer than 19.
            nice = min(19, os.getpriority(os.PRIO_PROCESS, 0) + looking_back.NICENESS)
            assert {os.getpriority(os.PRIO_PROCESS, pid) for pid in pids} == {nice}
        finally:
            looking.close()

    asyncio.run(run())


def test_a_process_that_is_killed_is_replaced_and_the_work_is_done() -> None:
    async def run() -> None:
        looking = LookingBack(ProcessExecutor, moment=0.0)
        try:
            for seed in range(3):
                stored = played_out(seed)
                await looking.made(Kind.REVIEW, stored, "here", may_begin=yes)
                while not (pids := pids_of(looking._reviews)):
                    await asyncio.sleep(0.01)
                with suppress(ProcessLookupError):  # it was killed between two works, and is replaced with the next
                    os.kill(pids[0], signal.SIGKILL)
                while isinstance(
                    found := await looking.made(Kind.REVIEW, stored, "here", may_begin=yes), LookingBackShown
                ):
                    await asyncio.sleep(0.01)
                assert b"judgements" in found
        finally:
            looking.close()

    asyncio.run(run())


def test_one_address_has_only_so_many_waiting() -> None:
    class Busy(ThreadExecutor):
        def waiting(self, address: str) -> int:
            return looking_back.MOST_WAITING if address == "greedy" else 0

    async def run() -> None:
        looking = LookingBack(Busy)
        with pytest.raises(InputError, match="too_many"):
            await looking.replay(played_out(), "greedy", entry=0, viewer=None)
        assert await looking.replay(played_out(), "modest", entry=0, viewer=None)
        looking.close()

    asyncio.run(run())


def test_a_desk_counts_what_waits_by_address() -> None:
    async def run() -> None:
        executor = ProcessExecutor()
        data = msgspec.msgpack.encode(Request(Kind.VERIFY, played_out()))
        try:
            wanted = [asyncio.ensure_future(executor.do(Asker("a", "t"), data, lambda _: None)) for _ in range(3)]
            await asyncio.sleep(0)
            assert (executor.waiting("a"), executor.waiting("b")) == (3, 0), "the process is not even there yet"
            assert all(await asyncio.gather(*wanted))
            assert executor.waiting("a") == 0
        finally:
            executor.close()

    asyncio.run(run())


def test_only_so_many_logs_are_read_at_once_for_one_address(tmp_path: Path) -> None:
    """The store reads one after the other, and tables that somebody comes to wait in the same row."""
    reading, going_on = asyncio.Queue[None](), asyncio.Event()

    class SlowStore(SqliteStore):
        async def load(self, table: str) -> StoredTable | None:
            reading.put_nowait(None)
            await going_on.wait()
            return await super().load(table)

    async def run() -> None:
        app = make_app(quick_settings(tmp_path, store=SlowStore))
        transport = httpx.ASGITransport(app)  # type: ignore[arg-type]  # an ASGI app
        async with httpx.AsyncClient(transport=transport, base_url="http://table/api/matches") as http:
            asked = [asyncio.create_task(http.get(f"{TABLE}/{what}")) for what in ("record", "course") * 4]
            for _ in asked:
                await reading.get()
            one_more = await http.get(f"{TABLE}/verify")
            assert (one_more.status_code, one_more.json()["code"]) == (429, "too_many")
            going_on.set()
            assert {(await answer).status_code for answer in asked} == {404}
            assert (await http.get(f"{TABLE}/verify")).status_code == 404

    asyncio.run(run())


def test_of_a_deleted_match_nothing_that_was_read_is_kept(reviewer: CountedReviewer) -> None:
    async def run() -> None:
        looking, stored = LookingBack(ThreadExecutor), played_out()
        await looking.forget()
        await looking.replay(stored, "here", entry=1, viewer=None)
        await review(looking, stored)
        assert replays._played_again.cache_info().currsize == 1
        await looking.forget()
        assert replays._played_again.cache_info().currsize == 0
        await review(looking, stored)
        assert len(reviewer.made) == 2, "made again"
        looking.close()

    replays.forget()
    asyncio.run(run())
