"""Bots at tables: what they are told, how long they may think, how long they seem to."""

import asyncio
import dataclasses
import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from queue import SimpleQueue
from random import Random
from typing import Any

import msgspec
import pytest

from tests.server.memory_store import MemoryStore
from tests.server.sitting import NAMES, Sitting
from touchwood.bots import advising
from touchwood.bots.flat_monte_carlo import FlatMonteCarlo
from touchwood.bots.random_bot import RandomBot
from touchwood.core.bot import Thinker
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.core.values import from_json
from touchwood.games.discovery import find_game
from touchwood.server import protocol
from touchwood.server.bots import (
    LEAST_PERCENT,
    BotFailed,
    OwnThread,
    Question,
    Tempo,
    WorkerProcesses,
    answer,
    question,
)
from touchwood.server.clocks import FastClock, WallClock
from touchwood.server.fair_queue import Ticket
from touchwood.server.metrics import Metrics
from touchwood.server.protocol import CreateTable, Settings
from touchwood.server.rooms import scheduler
from touchwood.server.rooms.connection import Connection
from touchwood.server.rooms.registry import TableRegistry
from touchwood.server.rooms.services import Services
from touchwood.server.table.log import hash_of_token
from touchwood.server.table.play import Play
from touchwood.server.worker_pool import Asker
from touchwood.server.workers import Done, Job, Outcome, Tell, Worker


def a_question(bot: str = "random", *, game: str = "tag", players: int = 2) -> Question:
    sitting = Sitting(game, NAMES[:players]).start()
    seat, *_ = sitting.play.asked_at
    state, rules = sitting.play.position.state, sitting.play.game
    return question(
        game, bot, rules.knowledge(state, Seat(seat)), rules.legal_actions(state, Seat(seat)), seed=1, is_asked=True
    )


def test_a_worker_is_told_what_the_seat_knows_and_nothing_else() -> None:
    asked = a_question()
    assert set(Question.__struct_fields__) == {
        "game",
        "bot",
        "view",
        "actions",
        "seed",
        "is_asked",
        "is_hint",
        "model",
        "percent",
        "seconds",
    }
    view = msgspec.json.decode(asked.view)
    hands = [player["hand"] for player in view["players"]]
    assert hands.count(None) == len(hands) - 1


@asynccontextmanager
async def workers(number: int = 1, *, cap_seconds: float = 60.0) -> AsyncIterator[WorkerProcesses]:
    pool = WorkerProcesses(number, cap_seconds=cap_seconds)
    try:
        yield pool
    finally:
        pool.close()


async def all_idle(pool: WorkerProcesses) -> None:
    """Until every worker is there and has nothing to do."""
    pool.pool.start()
    while not pool.pool.is_idle:
        await asyncio.sleep(0.01)


HERE = Asker("127.0.0.1", "table")


def test_bots_think_in_processes_of_their_own() -> None:
    async def run() -> Any:
        async with workers() as pool:
            assert os.getpid() not in pool.pool.pids
            return await pool.answer(a_question("simple"), HERE)

    action = msgspec.json.decode(asyncio.run(run()))
    assert action in msgspec.json.decode(a_question().actions)


@pytest.mark.parametrize("percent", [100, 30, 1])
@pytest.mark.parametrize(("game", "bot"), [("tag", "medium"), ("point_a_pile", "medium")])
def test_a_bot_chooses_the_same_with_the_same_seed_and_nodes(game: str, bot: str, percent: int) -> None:
    asked = a_question(bot, game=game, players=3)

    async def run() -> bytes | None:
        async with workers() as pool:
            pool.budget = lambda ticket: (percent, 60.0)  # type: ignore[method-assign]  # as under load
            return await pool.answer(asked, HERE)

    assert asyncio.run(run()) == answer(msgspec.structs.replace(asked, percent=percent))


def test_fewer_nodes_are_less_work() -> None:
    """Counted in calls of the rules, not in time."""
    game, worlds = find_game("tag"), Counter[int]()
    player = game.players["hard"]
    assert isinstance(player, Thinker)
    asked = a_question()
    view = from_json(asked.view, game.view_type)
    actions = msgspec.json.decode(asked.actions, type=list[game.action_type])  # type: ignore[name-defined]  # the game's own
    for percent in (100, 10):

        def value(state: Any, seat: Seat, percent: int = percent) -> float:
            worlds[percent] += 1
            return player.value(state, seat)

        bot = FlatMonteCarlo(game, dataclasses.replace(player, worlds=20, horizon=5, value=value)).with_nodes(percent)
        bot.choose(view, actions, Random(1))
    assert 0 < worlds[10] * 5 < worlds[100]


def test_a_hint_has_no_more_nodes_than_its_address_has_left(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its deadline is shorter then: with all its nodes it would come too late, and its worker be ended."""
    used: list[int] = []

    class Advisor(RandomBot):
        def with_nodes(self, percent: int) -> "Advisor":
            used.append(percent)
            return self

    monkeypatch.setattr(advising, "find_player", lambda game, name: Advisor(game))
    monkeypatch.setattr(advising, "twin_reviewer", lambda *given: None)
    asked = msgspec.structs.replace(a_question(), is_hint=True)
    answer(asked)
    assert used == []
    answer(msgspec.structs.replace(asked, percent=25))
    assert used == [25]


# -- Workers that fail ----------------------------------------------------------------------------------------------


def test_a_bot_that_thinks_for_too_long_is_ended_and_only_its_worker_is_replaced() -> None:
    async def run() -> None:
        async with workers(2, cap_seconds=60) as pool:
            await all_idle(pool)
            before = set(pool.pool.pids)
            assert len(before) == 3
            pool._cap = 0.0
            with pytest.raises(TimeoutError):
                await pool.answer(a_question("hard"), HERE)
            pool._cap = 60
            answers = await asyncio.gather(*(pool.answer(a_question(), HERE) for _ in range(10)))
            assert all(answers)
            await all_idle(pool)
            assert len(before & set(pool.pool.pids)) == 2

    asyncio.run(run())


def test_a_worker_that_is_killed_takes_nobodys_answer_with_it() -> None:
    async def run() -> None:
        async with workers(2) as pool:
            for _ in range(3):
                await all_idle(pool)
                thoughts = [asyncio.ensure_future(pool.answer(a_question("medium"), HERE)) for _ in range(3)]
                await asyncio.sleep(0)
                os.kill(pool.pool.pids[0], signal.SIGKILL)
                assert all(await asyncio.gather(*thoughts))

    asyncio.run(run())


def test_a_bot_that_raises_is_heard_of_and_its_worker_goes_on() -> None:
    async def run() -> None:
        async with workers() as pool:
            await all_idle(pool)
            before = pool.pool.pids
            with pytest.raises(BotFailed, match="ValidationError"):
                await pool.answer(msgspec.structs.replace(a_question(), view=b"{}"), HERE)
            assert await pool.answer(a_question(), HERE)
            assert pool.pool.pids == before

    asyncio.run(run())


# -- Who thinks next ------------------------------------------------------------------------------------------------
def test_six_tables_of_hard_bots_do_not_starve_another_address() -> None:
    """Eighteen questions wait; the one that came last, from another address, is the first that is taken from them."""

    async def run() -> None:
        # One worker answers in the order in which it is given; of two, one may still be loading what it thinks with.
        async with workers(1) as pool:
            await all_idle(pool)
            order: list[str] = []

            async def ask(bot: str, asker: Asker) -> None:
                await pool.answer(a_question(bot), asker)
                order.append(asker.address)

            greedy = [ask("medium", Asker("10.0.0.1", f"table {number % 6}")) for number in range(18)]
            modest = ask("medium", Asker("10.0.0.2", "theirs"))
            await asyncio.gather(*greedy, modest)
            assert order.index("10.0.0.2") == 1

    asyncio.run(run())


def budgets(pool: WorkerProcesses, waiting: list[Ticket[Any]]) -> list[tuple[int, float]]:
    """What each is given, one after the other."""
    for ticket in waiting:
        pool.pool.queue.put(ticket)
    given = []
    while (taken := pool.pool.queue.pop()) is not None:
        given.append(pool.budget(taken))
    return given


def a_ticket(address: str, expected: float) -> Ticket[Any]:
    return Ticket(address, "table", None, expected)


def test_with_little_to_do_a_bot_has_all_its_nodes_however_dear_they_are() -> None:
    assert budgets(WorkerProcesses(2, cap_seconds=10), [a_ticket("a", 8.0)]) == [(100, 10.0)]
    assert budgets(WorkerProcesses(2, cap_seconds=10), [a_ticket("a", 0.1), a_ticket("b", 0.1)]) == [(100, 10.0)] * 2


def test_budget_and_deadline_shrink_for_the_address_that_asks_for_much_and_for_no_other() -> None:
    pool = WorkerProcesses(2, cap_seconds=10)
    given = budgets(pool, [*(a_ticket("greedy", 2.0) for _ in range(18)), a_ticket("modest", 0.1)])
    modest = given[1]
    assert modest == (100, 10.0)
    greedy = [given[0], *given[2:]]
    assert greedy[0] == (LEAST_PERCENT, 2.5)
    assert [percent for percent, _ in greedy] == sorted(percent for percent, _ in greedy)
    assert greedy[-1] == (100, 10.0)


def test_where_the_machine_has_other_work_budgets_shrink_as_well() -> None:
    """Twenty tables of `best`, each from an address of its own: they fit into half a second of two free processors."""
    pool = WorkerProcesses(2, cap_seconds=10)
    twenty = [a_ticket(f"10.0.0.{number}", 0.05) for number in range(20)]
    assert budgets(pool, twenty)[0] == (100, 10.0)
    for _ in range(100):
        pool.learn_pace(cost=0.1, took=0.4)
    percent, _ = budgets(pool, twenty)[0]
    assert 23 <= percent <= 25


def test_what_has_never_been_measured_is_not_taken_for_quick() -> None:
    async def run() -> None:
        async with workers() as pool:
            await all_idle(pool)
            thoughts = [asyncio.ensure_future(pool.answer(a_question(), HERE)) for _ in range(3)]
            await asyncio.sleep(0)
            assert len(pool.pool.queue) == 2
            assert all(await asyncio.gather(*thoughts))
            await all_idle(pool)  # a worker can be given the next one a moment after its answer
            known = [asyncio.ensure_future(pool.answer(a_question(), HERE)) for _ in range(3)]
            await asyncio.sleep(0)
            assert len(pool.pool.queue) == 1, "the quick worker has one of them"
            assert all(await asyncio.gather(*known))

    asyncio.run(run())


def test_who_no_longer_wants_an_answer_is_out_of_the_queue() -> None:
    async def run() -> None:
        async with workers() as pool:
            await all_idle(pool)
            thoughts = [asyncio.ensure_future(pool.answer(a_question("medium"), HERE)) for _ in range(4)]
            await asyncio.sleep(0)
            assert len(pool.pool.queue) == 3
            for thought in thoughts:
                thought.cancel()
            await asyncio.gather(*thoughts, return_exceptions=True)
            assert len(pool.pool.queue) == 0
            assert await pool.answer(a_question(), HERE)
            assert pool.pool.queue.addresses == 0

    asyncio.run(run())


def test_when_a_bot_moves_tells_nothing_of_its_thought() -> None:
    tempo = Tempo(700, 2_200, grain=1_000)
    assert {tempo.shown_after(900, thought) for thought in range(901)} == {900}  # the pause covers it
    assert {tempo.shown_after(900, thought) for thought in range(901, 1_901)} == {1_900}
    assert {tempo.shown_after(900, thought) for thought in range(1_901, 2_901)} == {2_900}


def test_how_long_a_bot_takes_is_drawn_without_a_look_at_the_question() -> None:
    tempo = Tempo(100, 200)
    drawn = [tempo.draw(Random(number)) for number in range(200)]
    assert min(drawn) >= 100
    assert max(drawn) <= 200
    assert len(set(drawn)) > 50


def is_solver_loaded(_: bytes, tell: Tell) -> bytes:
    from touchwood.games.cant_touch_this.solver.engine import linked

    return b"yes" if linked.cache_info().currsize == 1 else b"no"


def test_workers_are_warm_before_the_first_question_also_those_that_take_anothers_place() -> None:
    """The slowest first thought is the solver's; whoever is forked from a warm server has it loaded."""
    outcomes: SimpleQueue[Outcome] = SimpleQueue()
    worker = Worker(is_solver_loaded, niceness=0, ready=lambda _: None)
    try:
        for _ in range(2):
            worker.give(Job(b"", 60.0, outcomes.put, lambda _: None))
            found = outcomes.get()
            assert isinstance(found, Done)
            assert found.result == b"yes"
            worker._process.kill()
            worker._process.join()
    finally:
        worker.close()


A_SERVER = """
import asyncio
from touchwood.server.bots import WorkerProcesses

async def serve():
    pool = WorkerProcesses(1, cap_seconds=60)
    pool.warm()
    while not pool.pool.is_idle:
        await asyncio.sleep(0.01)
    print(*pool.pool.pids, flush=True)
    await asyncio.sleep(600)

asyncio.run(serve())
"""


def test_a_worker_does_not_stay_behind_when_its_server_is_killed() -> None:
    server = subprocess.Popen([sys.executable, "-c", A_SERVER], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    workers = [int(each) for each in server.stdout.readline().split()]
    assert len(workers) == 2
    assert all(is_alive(worker) for worker in workers)
    server.kill()
    server.communicate()
    for _ in range(3_000):
        if not any(is_alive(worker) for worker in workers):
            return
        time.sleep(0.01)
    raise AssertionError("a worker is still there")


def is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


# -- Who need not be asked ------------------------------------------------------------------------------------------
class Noted(OwnThread):
    """Keeps what it was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[Question] = []

    async def answer(self, asked: Question, asker: Asker) -> bytes | None:
        self.asked.append(asked)
        return await super().answer(asked, asker)


async def questions_of(game: str, bot: str, entries: int) -> list[Question]:
    """What two bots were asked in a match, or so many entries of it, with somebody for whom the clock plays."""
    executor = Noted()
    services = Services(
        store=MemoryStore(), bot_executor=executor, metrics=Metrics(), tempo=Tempo(0, 0, 0), clock=FastClock(1_000)
    )
    registry = TableRegistry(services)
    seated = await registry.create(CreateTable(game, "Ana", bots=(bot, bot), settings=Settings(clock_seconds=5)))
    room = await registry.room(seated.table)
    assert room is not None
    ana = Connection(hash_of_token(seated.token), "en")
    await room.attend(ana, None)
    await room.submit(ana, protocol.Start("start"))
    while (play := room.table.play) is None or not (play.is_over or play.position.n >= entries):
        await asyncio.sleep(0.001)
    room.drop()
    executor.close()
    return executor.asked


@pytest.mark.parametrize(
    ("game", "bot", "interjects"),
    [("point_a_pile", "easy", False), ("point_a_pile", "random", True), ("tactile_crane", "easy", True)],
)
def test_whether_a_bot_is_asked_for_a_word_between(game: str, bot: str, interjects: bool) -> None:
    """Who has pointed may point elsewhere until all have: the levels never do, so it would be for nothing."""
    asked = asyncio.run(questions_of(game, bot, 60))
    assert any(question.is_asked for question in asked)
    assert any(not question.is_asked for question in asked) == interjects


# -- Who answers meanwhile ------------------------------------------------------------------------------------------
class Leaping(WallClock):
    """Nobody waits: what is waited for is over at once, and so much later."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 1_000_000

    def now(self) -> int:
        return self.time

    def seconds(self, milliseconds: int) -> float:
        self.time += max(0, milliseconds)
        return 0.0


class Pondering(Noted):
    """A thought takes ten milliseconds; the first one ends when it may."""

    def __init__(self, clock: Leaping) -> None:
        super().__init__()
        self.may_end = asyncio.Event()
        self._clock = clock

    async def answer(self, asked: Question, asker: Asker) -> bytes | None:
        answered = await super().answer(asked, asker)
        await self.may_end.wait()
        self._clock.time += 10
        return answered


async def answered_meanwhile() -> tuple[int, list[Question]]:
    """Ana lays out and points at once; the bot is asked to point, and thinks meanwhile. How much later it moves, and
    what it was asked until then."""
    clock = Leaping()
    executor = Pondering(clock)
    tempo = Tempo(shortest=800, longest=800, listening=0, grain=1_000)
    services = Services(
        store=MemoryStore(), bot_executor=executor, metrics=Metrics(), tempo=tempo, clock=clock, rng=Random(1)
    )
    registry = TableRegistry(services)
    seated = await registry.create(CreateTable("point_a_pile", "Ana", {"first": 0}, bots=("easy",)))
    room = await registry.room(seated.table)
    assert room is not None
    ana = Connection(hash_of_token(seated.token), "en")
    await room.attend(ana, None)
    await room.submit(ana, protocol.Start("start"))
    play = room.table.play
    assert play is not None
    for number in range(2):
        state, rules = play.position.state, play.game
        action = RandomBot(rules).choose(rules.view(state, Seat(0)), rules.legal_actions(state, Seat(0)), Random(1))
        raw = msgspec.Raw(msgspec.json.encode(action))
        await room.submit(ana, protocol.Act(f"m{number}", play.decision[0], raw))
    asked_at, entries = clock.time, play.position.n
    executor.may_end.set()
    async with asyncio.timeout(60):
        while play.position.n == entries:
            await asyncio.sleep(0)
    room.drop()
    executor.close()
    return clock.time - asked_at, executor.asked


def test_a_secret_choice_of_another_gives_a_bot_nothing_to_think_of() -> None:
    """That somebody has pointed changes what the bot sees, and nothing that it could go by."""
    shown_after, asked = asyncio.run(answered_meanwhile())
    assert len(asked) == 1
    assert shown_after == 800


def test_what_a_bot_learns_while_it_waits_is_thought_of_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not a grain later, after its pause. Here who has pointed is taken for something to go by."""

    def all_seen(play: Play, seat: int) -> Any:
        return play.game.knowledge(play.position.state, Seat(seat))

    monkeypatch.setattr(scheduler, "known_to", all_seen)
    shown_after, asked = asyncio.run(answered_meanwhile())
    assert len(asked) == 2
    assert asked[0].view != asked[1].view
    assert shown_after == 800


# -- Honest levels --------------------------------------------------------------------------------------------------
EXPANDED = {"wait_a_minute": True}


def test_a_level_that_would_be_a_name_only_sits_down_as_what_it_plays_as() -> None:
    sitting = Sitting("point_a_pile", ("Ana",), bots=("best", "best"), options=EXPANDED)
    sitting.say(0, protocol.AddBot, "medium")
    seated = [(seat.name, seat.bot) for seat in sitting.table.seating.seats]
    assert seated == [("Ana", None), ("Hard", "hard"), ("Hard 2", "hard"), ("Easy", "easy")]
    sitting.start()


def test_options_that_make_a_level_a_name_only_are_no_match_until_another_sits_there() -> None:
    sitting = Sitting("point_a_pile", ("Ana", "Bo"), bots=("best",))
    sitting.say(0, protocol.Configure, EXPANDED, sitting.table.seating.settings)
    with pytest.raises(InputError, match="level_is_a_name"):
        sitting.start()
    sitting.say(0, protocol.Configure, {}, sitting.table.seating.settings)
    sitting.start()
