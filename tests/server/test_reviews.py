"""Reviews are made once: a second request is answered from memory, two at once share one, and memory is bounded."""

import asyncio
import threading
from pathlib import Path

import httpx
import pytest

from tests.server.players import play_all
from tests.server.running import quick_settings, serving
from tests.server.wire import seat_all
from touchwood.core.refusals import Problem
from touchwood.core.review import Review
from touchwood.match.record import Record
from touchwood.server import reviews
from touchwood.server.reviews import Reviews


class CountedReviewer:
    """Lets nobody through before `gate` is open."""

    def __init__(self) -> None:
        self.made: list[str] = []
        self.gate = threading.Event()
        self.gate.set()
        self.real = reviews.reviewed

    def __call__(self, record: Record) -> Review:
        self.made.append(record.lines[-1].hash)
        assert self.gate.wait(30)
        return self.real(record)


@pytest.fixture
def reviewer(monkeypatch: pytest.MonkeyPatch) -> CountedReviewer:
    counted = CountedReviewer()
    monkeypatch.setattr(reviews, "reviewed", counted)
    return counted


async def finished_match(address: str, game: str, seed: int) -> str:
    clients = await seat_all(address, game, ["Ana", "Bo"])
    await clients[0].do("Start")
    await play_all(clients, seed=seed)
    await asyncio.gather(*(client.close() for client in clients))
    return clients[0].table_id


def test_a_review_is_made_once_however_often_and_at_once_it_is_asked_for(
    tmp_path: Path, reviewer: CountedReviewer
) -> None:
    async def run(address: str) -> None:
        table = await finished_match(address, "cant_touch_this", seed=5)
        where = f"{address}/api/matches/{table}/review"
        async with httpx.AsyncClient(timeout=60) as http:
            reviewer.gate.clear()
            both = asyncio.gather(http.get(where), http.get(where))
            while not reviewer.made:
                await asyncio.sleep(0.005)
            impatient = asyncio.create_task(http.get(where))
            await asyncio.sleep(0)
            impatient.cancel()
            reviewer.gate.set()
            one, other = await both
            again = await http.get(where)
        assert one.status_code == 200
        assert one.json()["judgements"]
        assert one.content == other.content == again.content
        assert len(reviewer.made) == 1

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))


def test_a_game_without_a_reviewer_says_so_every_time(tmp_path: Path) -> None:
    async def run(address: str) -> None:
        table = await finished_match(address, "tactile_crane", seed=5)
        async with httpx.AsyncClient(timeout=60) as http:
            answers = [await http.get(f"{address}/api/matches/{table}/review") for _ in range(2)]
        assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(404, "no_reviewer")] * 2

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))


def test_only_so_many_are_kept_the_latest_asked_for_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def reviewed(record: Record) -> str:
        made.append(record.lines[-1].hash)
        return f"review of {record.lines[-1].hash}"

    class Line:
        def __init__(self, name: str) -> None:
            self.hash = name

    class Finished:
        def __init__(self, name: str) -> None:
            self.lines = [Line(name)]

    monkeypatch.setattr(reviews, "reviewed", reviewed)

    async def run() -> None:
        kept = Reviews(most=2)
        for name in ("a", "b", "a", "c", "a", "b"):
            assert await kept.of(Finished(name)) == f"review of {name}"  # type: ignore[arg-type]  # all it looks at

    asyncio.run(run())
    assert made == ["a", "b", "c", "b"]


def test_a_review_that_failed_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = 0

    def failing(record: Record) -> Review:
        nonlocal tries
        tries += 1
        raise Problem("no_reviewer", game="x")

    monkeypatch.setattr(reviews, "reviewed", failing)

    class Finished:
        lines = (type("Line", (), {"hash": "a"}),)

    async def run() -> None:
        kept = Reviews()
        for _ in range(2):
            with pytest.raises(Problem):
                await kept.of(Finished)  # type: ignore[arg-type]  # all it looks at

    asyncio.run(run())
    assert tries == 2
