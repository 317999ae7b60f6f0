"""Lessons at a live table: the server plays the partners, and nobody else gets in."""

import asyncio
import sqlite3
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from tests.server.running import quick_settings, serving
from tests.server.test_versions import knowing_only
from tests.server.wire import Client
from touchwood.core import lesson as core_lessons
from touchwood.core.game import AnyGame
from touchwood.core.lesson import Asks, Falls, Lesson, find_lesson, lesson_names
from touchwood.games.discovery import all_games, find_game
from touchwood.server.protocol import Seated
from touchwood.server.sentences import merged_catalogue
from touchwood.server.table import play

LESSONS = [(game.name, name) for game in all_games() for name in lesson_names(game)]
OBEDIENT = {"lay *|*|*": "lay B22 B17 | B04 B12 | B13 B34", "grab [3-9]??": "grab 400", "grab [1-9]": "grab 9"}
"""What somebody does who is free to choose."""


async def begin(address: str, game: str, name: str) -> Client:
    async with httpx.AsyncClient() as http:
        answer = await http.post(f"{address}/api/lessons", json={"game": game, "lesson": name, "name": "Ana"})
    assert answer.status_code == 201, answer.text
    seated = msgspec.json.decode(answer.content, type=Seated)
    assert seated.code == ""
    return Client.of(address, seated)


def move(client: Client, game: str, asked: Asks) -> Any:
    wanted = OBEDIENT.get(asked.actions[0], asked.actions[0])
    if "*" in wanted:
        return next(each["action"] for each in client.situation["legal"] if asked.is_done_by(each["text"]))
    return msgspec.to_builtins(find_game(game).codec.parse(wanted))


def is_asked(client: Client, moment: int) -> bool:
    lesson = client.situation["lesson"]
    return lesson["say"] is not None and lesson["done"] == moment


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_is_played_at_a_live_table_to_its_end(server: str, game: str, name: str) -> None:
    lesson = find_lesson(find_game(game), name)
    asked = [step for step in lesson.script if isinstance(step, Asks)]

    async def run() -> None:
        async with await begin(server, game, name) as ana:
            assert (ana.table["lesson"], ana.table["code"]) == (name, "")
            assert is_asked(ana, 0), "nobody waits for a partner before the first question"
            for number, step in enumerate(asked):
                await ana.until(partial(is_asked, moment=number))
                assert ana.situation["lesson"]["say"] == step.say
                answer = await ana.act(move(ana, game, step))
                assert answer["type"] == "Accepted", (step, answer)
            await ana.until(lambda client: client.situation["lesson"]["notes"])
            assert [note["say"] for note in ana.situation["lesson"]["notes"]] == [note.say for note in lesson.ending]
            assert ana.situation["lesson"]["say"] is None

    asyncio.run(run())


def test_what_the_lesson_does_not_ask_for_is_refused_in_words(server: str) -> None:
    async def run() -> None:
        async with await begin(server, "tag", "first") as ana:
            not_now = await ana.act({"type": "Discard", "kind": "A"})
            assert (not_now["type"], not_now["code"]) == ("Refused", "lesson_not_now")
            by_rule = await ana.act({"type": "Play", "kind": "G"})
            assert (by_rule["type"], by_rule["rule"]) == ("Refused", "3.2")
            await ana.do("Act", decision=ana.situation["decision"], action={"type": "Play", "kind": "T"})
            back = await ana.ask("TakeBack")
            assert (back["type"], back["code"]) == ("Refused", "lesson_not_now")

    asyncio.run(run())


def test_a_lesson_goes_on_where_it_was_after_a_restart(tmp_path: Path) -> None:
    async def first(address: str) -> Client:
        ana = await begin(address, "tag", "first")
        async with ana:
            await ana.do("Act", decision=ana.situation["decision"], action={"type": "Play", "kind": "T"})
            await ana.until(lambda client: client.situation["lesson"]["say"] == "take_g")
        return ana

    async def second(address: str, before: Client) -> None:
        async with Client(address, before.table_id, before.token) as ana:
            assert ana.situation["lesson"]["say"] == "take_g"
            await ana.do("Act", decision=ana.situation["decision"], action={"type": "Draw", "pile": "discard"})
            await ana.until(lambda client: client.situation["lesson"]["say"] == "lay_a")

    with serving(quick_settings(tmp_path)) as address:
        before = asyncio.run(first(address))
    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(second(address, before))


def another_script(game: AnyGame, name: str) -> Lesson:
    """The one there is, with another first card."""
    lesson = find_lesson(game, name)
    first, *rest = lesson.script
    assert isinstance(first, Falls)
    return msgspec.structs.replace(lesson, script=(Falls(5), *rest))


@pytest.mark.parametrize("meanwhile", ["other rules", "no such lesson", "another script"])
def test_a_lesson_under_way_that_is_another_one_after_an_update_is_over_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    async def first(address: str) -> Client:
        ana = await begin(address, "tag", "first")
        async with ana:
            await ana.do("Act", decision=ana.situation["decision"], action={"type": "Play", "kind": "T"})
        return ana

    async def second(address: str, before: Client) -> None:
        async with Client(address, before.table_id, before.token) as ana:
            lesson = ana.situation["lesson"]
            (note,) = lesson["notes"]
            assert (lesson["say"], lesson["done"]) == (None, lesson["of"])
            assert merged_catalogue("tag", "en")["lesson"][note["say"]].startswith("This lesson has been written anew")
            refused = await ana.act({"type": "Draw", "pile": "discard"})
            assert (refused["type"], refused["code"]) == ("Refused", "lesson_not_now")

    with knowing_only(1) if meanwhile == "other rules" else nullcontext(), serving(quick_settings(tmp_path)) as address:
        before = asyncio.run(first(address))
    if meanwhile == "no such lesson":
        monkeypatch.setattr(core_lessons, "_files", lambda game: {})
    if meanwhile == "another script":
        monkeypatch.setattr(play, "find_lesson", another_script)
    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(second(address, before))


def test_bad_wishes_are_refused_with_a_sentence(server: str) -> None:
    bad = {"lesson": "second"}, {"game": "chess"}, {"name": ""}, {"name": "\u200b"}
    for change in bad:
        answer = httpx.post(f"{server}/api/lessons", json={"game": "tag", "name": "Ana"} | change)
        assert answer.status_code in (400, 404), change
        assert answer.json()["sentence"], change


def test_nobody_joins_or_watches_a_lesson(tmp_path: Path) -> None:
    """Not even with its code, which nobody is told."""

    async def run(address: str) -> None:
        async with await begin(address, "tag", "first") as ana:
            assert ana.table["watch_key"] is None
            code = await stored_code(tmp_path, ana.table_id)
            async with httpx.AsyncClient() as http:
                assert (await http.get(f"{address}/api/tables/{code}")).status_code == 404
                joined = await http.post(f"{address}/api/tables/{code}/join", json={"name": "Bo"})
                assert joined.json()["code"] == "no_such_table"

    with serving(quick_settings(tmp_path)) as address:
        asyncio.run(run(address))


async def stored_code(data: Path, table: str) -> str:
    with sqlite3.connect(f"file:{next(data.glob('*.sqlite'))}?mode=ro", uri=True) as file:
        ((code,),) = file.execute("select code from tables where id = ?", (table,)).fetchall()
    file.close()
    return str(code)
