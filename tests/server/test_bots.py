"""Bots at tables: what they are told, how long they may think, how long they seem to."""

import asyncio
import os
import subprocess
import sys
import time
from random import Random
from typing import Any

import msgspec
import pytest

from tests.server.sitting import Sitting
from touchwood.core.seats import Seat
from touchwood.server import bots
from touchwood.server.bots import Question, Tempo, WorkerProcesses, question


def a_question(bot: str = "random") -> Question:
    sitting = Sitting("tag").start()
    (seat,) = sitting.play.asked_at
    state, game = sitting.play.position.state, sitting.play.game
    return question(
        "tag", bot, game.knowledge(state, Seat(seat)), game.legal_actions(state, Seat(seat)), seed=1, is_asked=True
    )


def test_a_worker_is_told_what_the_seat_knows_and_nothing_else() -> None:
    asked = a_question()
    assert set(Question.__struct_fields__) == {"game", "bot", "view", "actions", "seed", "is_asked"}
    view = msgspec.json.decode(asked.view)
    hands = [player["hand"] for player in view["players"]]
    assert hands.count(None) == len(hands) - 1


def test_bots_think_in_processes_of_their_own() -> None:
    async def run() -> Any:
        workers = WorkerProcesses(1, cap_seconds=60)
        try:
            return await workers.answer(a_question("simple"))
        finally:
            workers.close()

    action = msgspec.json.decode(asyncio.run(run()))
    assert action in msgspec.json.decode(a_question().actions)


def sleep_for_ever(_: Question) -> bytes:
    time.sleep(3_600)
    return b""


def test_a_bot_that_thinks_for_too_long_is_ended_and_the_next_one_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        workers = WorkerProcesses(1, cap_seconds=60)
        try:
            await workers.answer(a_question())
            workers._cap = 0.3
            with monkeypatch.context() as patched:
                patched.setattr(bots, "answer", sleep_for_ever)
                with pytest.raises(TimeoutError):
                    await workers.answer(a_question())
            workers._cap = 60
            assert await workers.answer(a_question()) is not None
        finally:
            workers.close()

    asyncio.run(run())


def test_how_long_a_bot_takes_is_drawn_without_a_look_at_the_question() -> None:
    tempo = Tempo(100, 200)
    drawn = [tempo.draw(Random(number)) for number in range(200)]
    assert min(drawn) >= 100
    assert max(drawn) <= 200
    assert len(set(drawn)) > 50


def is_solver_loaded() -> bool:
    from touchwood.games.cant_touch_this.solver.engine import linked

    return linked.cache_info().currsize == 1


def test_workers_are_warm_before_the_first_question_also_those_that_take_anothers_place() -> None:
    """The slowest first thought is the solver's; whoever is forked from a warm server has it loaded."""

    async def run() -> None:
        workers = WorkerProcesses(1, cap_seconds=60)
        try:
            workers.warm()
            started = workers._started()
            for _ in range(2):
                pool = await asyncio.wrap_future(started)
                assert await asyncio.get_running_loop().run_in_executor(pool, is_solver_loaded)
                workers._end(started)
                started = workers._started()
        finally:
            await asyncio.wrap_future(started)
            workers.close()

    asyncio.run(run())


def test_who_asks_while_workers_get_warm_waits_no_longer_than_a_bot_may_think() -> None:
    async def run() -> None:
        workers = WorkerProcesses(1, cap_seconds=0.0)
        try:
            workers.warm()
            with pytest.raises(TimeoutError):
                await workers.answer(a_question())
            workers._cap = 60
            assert await workers.answer(a_question()) is not None
        finally:
            workers.close()

    asyncio.run(run())


A_SERVER = """
import os, time
from touchwood.server.bots import WorkerProcesses
workers = WorkerProcesses(1, cap_seconds=60)
pool = workers._started().result()
print(pool.submit(os.getpid).result(), flush=True)
time.sleep(600)
"""


def test_a_worker_does_not_stay_behind_when_its_server_is_killed() -> None:
    server = subprocess.Popen([sys.executable, "-c", A_SERVER], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    worker = int(server.stdout.readline())
    assert is_alive(worker)
    server.kill()
    server.communicate()
    for _ in range(3_000):
        if not is_alive(worker):
            return
        time.sleep(0.01)
    raise AssertionError("the worker is still there")


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
