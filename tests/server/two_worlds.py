"""Two tables that differ only in what one viewer may not know, side by side: what its devices get is the same.

Same people, same options, same messages: they move, begin to, let time run out, talk, lock, mute, pause, take back,
come and go, watch, come with a second device, come late, leave. The tables differ in hands the viewer does not see
(dealt anew by the game's `sample_state`) or in what others chose in secret, one thing here and another there. Whatever
is then written to the viewer's devices and to a watcher must be the same message for message and byte for byte, and so
must what the table's code tells to anybody. `Walk` is one such evening, drawn from a seed. Every kind of message has
its place in it (`KINDS`).

    python -m tests.server.two_worlds --walks 2000     (the long version; `make soak` runs it)
"""

import argparse
import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from tests.server.memory_store import MemoryStore
from tests.server.running import NO_HURRY
from tests.server.sitting import CODE, NAMES, TABLE, Sitting
from touchwood.core.events import hears
from touchwood.core.refusals import InputError
from touchwood.core.seats import SPECTATOR, Seat, Viewer
from touchwood.games.discovery import find_game, game_names
from touchwood.match.progress import Applied
from touchwood.match.record import Mover
from touchwood.server import protocol
from touchwood.server.app import place_found, table_found
from touchwood.server.bots import OwnThread
from touchwood.server.metrics import Metrics
from touchwood.server.protocol import JoinTable, Pace, Settings
from touchwood.server.replays import log_read
from touchwood.server.rooms.connection import Connection, MessageHandler
from touchwood.server.rooms.room import Room
from touchwood.server.rooms.services import Services
from touchwood.server.store.interface import StoredTable
from touchwood.server.table import log
from touchwood.server.table.decisions import Plan, as_json, choice, just, of_match, time_out
from touchwood.server.table.play import Play
from touchwood.server.table.timing import answer_seconds
from touchwood.testing.scenarios import Scenario
from touchwood.testing.soak import scenarios_of

STEPS: Final = 60
TRIES: Final = 12
"""To find two choices that the viewer cannot tell apart."""
_HASH: Final = re.compile(rb'"hash":"[0-9a-f]{64}"')
PLANS: Final = Path(__file__).parents[1]


KINDS: Final[dict[type[Any], str]] = {
    **dict.fromkeys((protocol.Act, protocol.Laying), "sent in both worlds, or by others in one of them"),
    protocol.GoOn: "sent, and by others in one world while the viewer is in the dark",
    **dict.fromkeys((protocol.Talk, protocol.Emote, protocol.TakeBack, protocol.AnswerTakeBack), "sent"),
    protocol.AnswerGuest: "sent",
    **dict.fromkeys((protocol.Lock, protocol.Pause, protocol.Mute, protocol.HandOver, protocol.Leave), "sent"),
    **dict.fromkeys((protocol.Build, protocol.Start, protocol.AddEntropy, protocol.SitOut), "tried"),
    protocol.AskHint: "tried, out of date: it is for who sits with bots alone, and is made from the seat's knowledge",
    **dict.fromkeys((protocol.Rename, protocol.ChooseBadge, protocol.AddBot, protocol.Configure), "tried"),
    protocol.Kick: "tried by who is no host; a host's is a `Leave` of somebody else",
    protocol.Rematch: "leads to another table, after the end",
}
"""What seats may send, and what of it the evening has. A kind that is new is decided on here."""


class ToldApart(Exception):
    """By the rules the viewer knows now which of the two worlds this is."""


class HandClock:
    """Goes on when it is told to, alike in both worlds; what waits for time waits for ever."""

    def __init__(self, now: int) -> None:
        self._now = now

    def now(self) -> int:
        return self._now

    def seconds(self, milliseconds: int) -> float:
        return 3_600.0

    def go_on(self, milliseconds: int) -> None:
        self._now += milliseconds


class Device:
    """Takes all it is written, at once."""

    message_handler: MessageHandler | None = None

    def __init__(self, token_hash: str | None) -> None:
        self.connection = Connection(token_hash, "en")
        self.heard: list[bytes] = []

    def write_texts(self, *messages: bytes) -> bool:
        self.heard.extend(messages)
        return True


class Side:
    """One of the two worlds."""

    def __init__(self, sitting: Sitting, other_state: Any | None = None) -> None:
        self.store = MemoryStore()
        self.store.tables[TABLE] = StoredTable(TABLE, CODE, sitting.seed, tuple(sitting.lines))
        self.clock = HandClock(sitting.at)
        self.services = Services(
            store=self.store, bot_executor=OwnThread(), metrics=Metrics(), clock=self.clock, limits=NO_HURRY
        )
        table = sitting.reloaded()
        if other_state is not None:
            assert table.play is not None
            table.play.position = replace(table.play.position, state=other_state)
            table.play.ask(table.table_time(sitting.at))
        self.room = Room(table, self.services)
        self.devices: dict[str, Device] = {}

    @property
    def play(self) -> Play:
        assert self.room.table.play is not None
        return self.room.table.play

    async def come(self, name: str, token_hash: str | None, seen: int | None = None) -> None:
        device = self.devices.get(name) or Device(token_hash)
        device.connection = Connection(token_hash, "en")
        welcome = await self.room.attend(device.connection, seen)
        device.heard.append(welcome or b"no place")
        device.connection.transport = device
        if welcome is not None:
            self.devices[name] = device

    def go(self, name: str) -> None:
        self.room.depart(self.devices.pop(name).connection)

    def sits(self, name: str) -> bool:
        """Such a device is there, and its seat has not been given up."""
        return name in self.devices and self.room.table.seating.is_of_group(self.devices[name].connection.token_hash)

    async def send(self, name: str, message: Any) -> None:
        if name in self.devices:
            await self.room.submit(self.devices[name].connection, message)

    async def enter(self, plan: Callable[[], Plan]) -> None:
        """What a bot or the clock does."""

        async def work() -> None:
            await self.room.store(plan())

        await self.room.do(work())

    def close(self) -> None:
        self.room.drop()
        self.services.bot_executor.close()


class Walk:
    """One evening at both tables."""

    def __init__(self, game: str, scenario: Scenario, seed: int) -> None:
        self.rng = Random(f"{game} {scenario} {seed}")
        people = scenario.players - (scenario.players > 2 and self.rng.random() < 0.5)
        self.sitting = self._sit_down(game, people, scenario, seed)
        self.viewer = Seat(self.rng.randrange(people))
        self.others = [seat for seat in range(people) if seat != self.viewer]
        self.ids = count(1)
        self.tally: Counter[str] = Counter()
        self.story: list[str] = []
        """What was done, for whoever finds a difference."""
        other = self._other_hands() if self.rng.random() < 0.5 else None
        self.is_noisy = False
        """In the one world, and not in the other, something was said that the viewer hears only after the dark."""
        self.is_dealt_anew = other is not None
        self.sides = (Side(self.sitting), Side(self.sitting, other))

    def _sit_down(self, game: str, people: int, scenario: Scenario, seed: int) -> Sitting:
        """Somewhere in a match."""
        options = as_json(scenario.options_of(find_game(game)))
        pace, hints = self.rng.choice([None, *Pace]), self.rng.random() < 0.5
        settings = Settings(pace=pace, clock_seconds=30 if seed % 4 == 3 else None, hints=hints)
        bots, steps = ("random",) * (scenario.players - people), self.rng.randrange(30)
        while True:
            sitting = Sitting(game, NAMES[:people], bots=bots, options=options, settings=settings, seed=seed).start()
            for _ in range(steps):
                if not sitting.is_over:
                    sitting.random_step(self.rng)
            if not sitting.is_over:
                return sitting
            steps //= 2

    def _other_hands(self) -> Any | None:
        play = self.sitting.play
        state = play.position.state
        other = play.game.sample_state(play.game.knowledge(state, self.viewer), self.rng)
        same = all(
            play.game.view(state, viewer) == play.game.view(other, viewer) for viewer in (self.viewer, SPECTATOR)
        )
        # Whom the match waits for is no secret of the deal, and the table's own clocks are read from it.
        return other if same and play.game.waiting_for(other) == play.game.waiting_for(state) else None

    # -- The evening ------------------------------------------------------------------------------------------------
    async def go(self) -> Counter[str]:
        try:
            for name, token in self._tokens().items():
                await self._both(lambda side, name=name, token=token: side.come(name, token))  # type: ignore[misc]
            self._compare()
            for _ in range(STEPS):
                if any(side.play.is_over for side in self.sides):
                    break
                for side in self.sides:
                    side.clock.go_on(700)
                await self._step()
                self._compare()
            self.tally["to the end"] += 1
        except ToldApart:
            self.tally["told apart by the rules"] += 1
        finally:
            for side in self.sides:
                side.close()
        return self.tally

    def _tokens(self) -> dict[str, str | None]:
        seats = {
            f"seat {seat}": Sitting.token_hash(self.sitting.table.seating.seats[seat].name) for seat in self.others
        }
        mine = Sitting.token_hash(self.sitting.table.seating.seats[self.viewer].name)
        return {"mine": mine, "mine too": mine, "watcher": None, **seats}

    async def _both(self, do: Callable[[Side], Awaitable[None]]) -> None:
        for side in self.sides:
            await do(side)

    async def _step(self) -> None:
        if any(side.room.table.seating.former_tokens for side in self.sides):
            # Whoever went on with another phone has none here.
            raise ToldApart
        steps: list[tuple[int, Callable[[], Awaitable[None]]]] = [
            (8, self._move),
            (2, self._talk),
            (1, self._go_on),
            (2, self._host_does_something),
            (2, self._take_back),
            (2, self._come_or_go),
            (2, self._ask_what_is_refused),
            (1, self._guest),
            (1, self._stand_in_seated),
            (3, self._act_unheard),
            (2, self._begin_something),
            (2, self._time_runs_out),
            (1, self._somebody_leaves),
            (1, self._read_the_log),
            (3, self._make_noise_in_the_dark),
        ]
        step = self.rng.choices([each for _, each in steps], [weight for weight, _ in steps])[0]
        self.story.append(step.__name__)
        self.tally[step.__name__.strip("_").replace("_", " ")] += 1
        await step()
        if self.is_noisy and not self._is_hushed:
            # What was said in the dark of one world is heard now.
            raise ToldApart

    @property
    def _is_hushed(self) -> bool:
        return all(self.viewer in side.room.table.hushed for side in self.sides)

    def _compare(self) -> None:
        one, other = self.sides
        assert table_found(one.room.table) == table_found(other.room.table), self.story[-5:]
        tokens = tuple(f"token of {name}" for name in NAMES)
        assert place_found(one.room.table, tokens) == place_found(other.room.table, tokens), self.story[-5:]
        for name in ("mine", "mine too", "watcher"):
            assert (name in one.devices) == (name in other.devices), (name, self.story[-5:])
            if name in one.devices:
                here, there = one.devices[name].heard, other.devices[name].heard
                assert len(here) == len(there), (name, self.story[-5:], here[-2:], there[-2:])
                for told, twin in zip(here, there, strict=True):
                    # A hash is another one when what it hides is; nobody can tell which is which.
                    assert _HASH.sub(b"", told) == _HASH.sub(b"", twin), (name, self.story[-5:], told, twin)
                    assert len(told) == len(twin)
                self.tally["messages compared"] += len(here)
                here.clear()
                there.clear()

    # -- The match --------------------------------------------------------------------------------------------------
    async def _move(self) -> None:
        """Somebody chooses: in secret one thing here and another there, or the same in both."""
        one, other = self.sides
        if any(side.room.table.seating.is_paused for side in self.sides):
            return
        movers = [self._movers(side) for side in self.sides]
        seats = sorted(movers[0] & movers[1])
        if not seats:
            if movers[0] != movers[1] and self.viewer in movers[0] ^ movers[1]:
                raise ToldApart
            if one.play.sealed or other.play.sealed:
                await self._show_answers()
            return
        seat = self.rng.choice(seats)
        for _ in range(TRIES):
            actions = self._two_actions(Seat(seat))
            if actions is not None and self._look_alike(seat, actions):
                break
        else:
            raise ToldApart
        self.story.append(f"{seat}: {actions[0]} / {actions[1]}")
        self.tally["chose apart"] += actions[0] != actions[1]
        number = next(self.ids)
        name = "mine" if seat == self.viewer else f"seat {seat}"
        for side, action in zip(self.sides, actions, strict=True):
            if side.sits(name):
                raw = msgspec.Raw(msgspec.json.encode(action))
                await side.send(name, protocol.Act(f"m{number}", side.play.decision.get(seat, 0), raw))
            else:
                await side.enter(
                    lambda side=side, action=action: choice(side.room.table, seat, action, Mover.BOT)  # type: ignore[misc]
                )

    def _movers(self, side: Side) -> set[int]:
        play = side.play
        open_to = {
            seat
            for seat in play.game.may_act(play.position.state)
            if play.game.legal_actions(play.position.state, seat)
        }
        return {*play.asked_at, *open_to} - set(play.sealed)

    def _two_actions(self, seat: Seat) -> tuple[Any, Any] | None:
        """For the viewer one and the same; for others mostly two."""
        one, other = (self._some_action(side, seat) for side in self.sides)
        if seat == self.viewer or self.rng.random() < 0.4:
            game, state = self.sides[1].play.game, self.sides[1].play.position.state
            return None if game.why_illegal(state, seat, one) is not None else (one, one)
        return one, other

    def _some_action(self, side: Side, seat: Seat) -> Any:
        self.sitting.table.play = side.play
        return self.sitting.random_action(seat, self.rng)

    def _look_alike(self, seat: int, actions: tuple[Any, Any]) -> bool:
        """By the rules of the game the viewer and watchers hear and see the same."""
        heard: list[Any] = []
        for side, action in zip(self.sides, actions, strict=True):
            if side.play.game.clock_only(action):
                return False
            if answer_seconds(side.room.table, seat) is not None:
                heard.append(None)
            else:
                heard.append(self._noticed(side.play, side.play.moved(seat, action, Mover.PERSON)))
        return heard[0] == heard[1]

    def _noticed(self, play: Play, lines: list[Applied]) -> Any:
        viewers: tuple[Viewer, ...] = (self.viewer, SPECTATOR)
        after = lines[-1].position.state
        waiting = play.game.waiting_for(after)
        return [
            (
                [told.event for line in lines for told in line.events if hears(viewer, told.audience)],
                play.game.view(after, viewer),
                isinstance(waiting, tuple) and viewer in waiting,
                viewer is not SPECTATOR and play.game.legal_actions(after, viewer),
                isinstance(waiting, tuple),
            )
            for viewer in viewers
        ]

    async def _show_answers(self) -> None:
        """What the clock does when sealed answers' time is up."""
        plans: list[Plan] = []
        for side in self.sides:
            seat = min(side.play.asked_at)
            action, by = side.play.sealed.get(seat, (None, Mover.CLOCK))
            view = side.play.game.view(side.play.position.state, Seat(seat))
            plans.append(of_match(side.play.moved(seat, action or side.play.game.default_action(view), by)))
        if self._differ(plans):
            raise ToldApart
        for side, plan in zip(self.sides, plans, strict=True):
            await side.enter(lambda plan=plan: plan)  # type: ignore[misc]

    async def _act_unheard(self) -> None:
        """In one world somebody does what the viewer hears nothing of, in the other nothing happens."""
        side = self.sides[0]
        play = side.play
        seats = sorted(self._movers(side) - {self.viewer})
        if not seats or side.room.table.seating.is_paused:
            return
        seat = self.rng.choice(seats)
        action = self._some_action(side, Seat(seat))
        if answer_seconds(side.room.table, seat) is None:
            lines = play.moved(seat, action, Mover.PERSON)
            now = self._noticed(play, [Applied(lines[0].line, play.position, play.waiting)])
            if len(lines) > 1 or play.game.clock_only(action) or self._noticed(play, lines) != now:
                return
        self.tally["unheard"] += 1
        self.story.append(f"unheard, {seat}: {action}")
        await side.enter(lambda: choice(side.room.table, seat, action, Mover.PERSON))

    async def _begin_something(self) -> None:
        """The viewer begins the same in both worlds, and so does who is seen by all; somebody else in one of them."""
        plays = [side.play for side in self.sides]
        asked = sorted(plays[0].asked_at)
        if not asked:
            return
        seat = Seat(self.rng.choice(asked))
        action = self._some_action(self.sides[0], seat)
        raw = msgspec.Raw(msgspec.json.encode(action))
        name, number = "mine" if seat == self.viewer else f"seat {seat}", next(self.ids)
        is_open = [
            play.game.is_begun_open(play.game.view(play.position.state, SPECTATOR), seat, action) for play in plays
        ]
        is_noticed = seat == self.viewer or is_open[0]
        if is_noticed and (seat not in plays[1].asked_at or is_open[0] != is_open[1]):
            raise ToldApart
        self.tally["began"] += 1
        self.story.append(f"{name} begins: {bytes(raw)!r}")
        for side in self.sides if is_noticed else self.sides[:1]:
            await side.send(name, protocol.Laying(f"d{number}", side.play.decision.get(seat, 0), raw))

    async def _time_runs_out(self) -> None:
        """The clock chooses for a seat, by what it has begun or by default."""
        seats = sorted(set.intersection(*(set(side.play.asked_at) for side in self.sides)))
        if not seats or any(side.room.table.is_time_stopped for side in self.sides):
            return
        seat = Seat(self.rng.choice(seats))
        if any(answer_seconds(side.room.table, seat) is not None for side in self.sides):
            return
        plans = [
            time_out(side.room.table, seat, side.play.out_of_time(seat, side.room.begun_by(seat)))
            for side in self.sides
        ]
        if self._differ(plans):
            return
        self.tally["time ran out"] += 1
        self.story.append(f"time runs out for {seat}")
        for side, plan in zip(self.sides, plans, strict=True):
            await side.enter(lambda plan=plan: plan)  # type: ignore[misc]

    def _differ(self, plans: list[Plan]) -> bool:
        """Whether by the rules the viewer or watchers would notice which world this is."""
        one, other = (
            self._noticed(side.play, [planned.applied for planned in plan if planned.applied is not None])
            for side, plan in zip(self.sides, plans, strict=True)
        )
        return bool(one != other)

    # -- The table --------------------------------------------------------------------------------------------------
    async def _read_the_log(self) -> None:
        """All of it on wish, for the viewer and for watchers; a table that was dealt anew has one that does not fit."""
        if self.is_dealt_anew:
            return
        for viewer in (int(self.viewer), None):
            one, other = (log_read(side.store.tables[TABLE], viewer) for side in self.sides)
            assert one == other, (viewer, self.story[-5:])
            self.tally["logs compared"] += 1

    async def _somebody_leaves(self) -> None:
        """For good, and rarely: a bot goes on in the seat."""
        seats = [side.room.table.seating.seats for side in self.sides]
        there = [
            seat
            for seat in self.others
            if all(held[seat].bot is None for held in seats) and f"seat {seat}" in self.sides[0].devices
        ]
        is_free = not self.is_noisy and not self._would_grant and len(there) > 1 and self._is_free_to_go(there[0])
        if is_free and self.rng.random() < 0.3:
            self.tally["left"] += 1
            await self._send(f"seat {there[0]}", protocol.Leave)

    @property
    def _would_grant(self) -> bool:
        """Who goes consents to a take-back that is voted on; see `_take_back`."""
        return self.is_dealt_anew and self.sides[0].room.table.seating.take_back is not None

    def _is_free_to_go(self, seat: int) -> bool:
        """Nothing is decided for whoever goes, which could be told by the rules."""
        return all(
            side.play.game.absent_action is None
            or side.play.game.absent_action(side.play.game.view(side.play.position.state, Seat(seat))) is None
            for side in self.sides
        )

    async def _send(self, name: str, kind: type[Any], *fields: Any) -> None:
        message = kind(f"m{next(self.ids)}", *fields)
        self.story.append(f"{name}: {message}")
        await self._both(lambda side: side.send(name, message))

    def _somebody(self) -> str:
        return self.rng.choice(["mine", "mine too", *(f"seat {seat}" for seat in self.others)])

    async def _talk(self) -> None:
        if self.rng.random() < 0.3:
            await self._send(self._somebody(), protocol.Emote, self.rng.choice(list(protocol.EmoteKind)))
        else:
            await self._send(self._somebody(), protocol.Talk, f"word {self.rng.randrange(100)}")

    async def _go_on(self) -> None:
        await self._send(self._somebody(), protocol.GoOn, self.rng.randrange(5))

    async def _host_does_something(self) -> None:
        hosts = {side.room.table.seating.host for side in self.sides}
        # Where somebody else became host in the dark of one world, the viewer tries whether it was them.
        name = "mine" if len(hosts) > 1 or self.viewer in hosts else f"seat {hosts.pop()}"
        seats = len(self.sitting.table.seating.seats)
        kind, *fields = self.rng.choice(
            [
                (protocol.Lock, self.rng.random() < 0.5),
                (protocol.Pause, self.rng.random() < 0.3),
                (protocol.Mute, self.rng.randrange(seats), self.rng.random() < 0.5),
                (protocol.HandOver, self.rng.choice([self.viewer, *self.others])),
            ]
        )
        await self._send(name, kind, *fields)

    async def _take_back(self) -> None:
        pending = self.sides[0].room.table.seating.take_back
        if self.is_noisy:
            # The others' would differ by what was asked in the dark of one world; the viewer tries both.
            request = 1 if pending is None else pending.request
            await self._send("mine", *self.rng.choice([(protocol.TakeBack,), (protocol.AnswerTakeBack, request, True)]))
            return
        seating = self.sides[0].room.table.seating
        is_granted_at_once = sum(not seating.is_automatic(seat) for seat in seating.people) < 2
        # To go back far the log is read again, and a table that was dealt anew has one that does not fit.
        if self.is_dealt_anew and is_granted_at_once:
            return
        if pending is None:
            name = self._somebody()
            seat = self.viewer if name.startswith("mine") else int(name.removeprefix("seat "))
            # Who asks says by it what they chose in secret; they may.
            if len({self._taken_back_by(side, seat) for side in self.sides}) == 1:
                await self._send(name, protocol.TakeBack)
            return
        consents = not self.is_dealt_anew and self.rng.random() < 0.7
        for name in ("mine", *(f"seat {seat}" for seat in self.others)):
            await self._send(name, protocol.AnswerTakeBack, pending.request, consents)

    def _taken_back_by(self, side: Side, seat: int) -> tuple[int | None, bool]:
        """Which choice, if there is one, and whether without asking."""
        last = side.play.last_choice.get(seat)
        # What the viewer chose is the same, though others may have chosen something before it in one of the worlds.
        return (last and 0) if seat == self.viewer else last, seat == side.play.may_take_back

    async def _make_noise_in_the_dark(self) -> None:
        """In one world others do all that could be made to speak, while the viewer may hear nothing but the game."""
        if not self._is_hushed:
            return
        side = self.sides[0]
        name = f"seat {self.rng.choice(self.others)}"
        if not side.sits(name):
            return
        message = self.rng.choice(
            [
                protocol.Talk(f"n{next(self.ids)}", "I see 23 cards"),
                protocol.Emote(f"n{next(self.ids)}", protocol.EmoteKind.WOW),
                protocol.Lock(f"n{next(self.ids)}", self.rng.random() < 0.5),
                protocol.Mute(f"n{next(self.ids)}", self.viewer, self.rng.random() < 0.5),
                protocol.HandOver(f"n{next(self.ids)}", self.rng.choice([self.viewer, *self.others])),
                protocol.TakeBack(f"n{next(self.ids)}"),
                protocol.GoOn(f"n{next(self.ids)}", self.rng.randrange(5)),
                protocol.Leave(f"n{next(self.ids)}"),
                None,
            ]
        )
        if isinstance(message, protocol.TakeBack) and side.play.may_take_back == int(name[5:]):
            # That would be heard: it is a move.
            return
        is_voted = side.room.table.seating.take_back is not None
        if isinstance(message, protocol.Leave) and (is_voted or not self._is_free_to_go(int(name[5:]))):
            # So would that: who goes consents, and what the game does for them is a move.
            return
        self.is_noisy = True
        self.tally["noise"] += 1
        self.story.append(f"noise, {name}: {message}")
        token = side.devices[name].connection.token_hash
        if message is not None:
            await side.send(name, message)
        if isinstance(message, protocol.Leave):
            self._compare()
            await side.room.come_back(token)
            self.tally["left and came back unheard"] += 1
        if message is None or isinstance(message, protocol.Leave):
            side.go(name)
            await side.come(name, token)

    async def _come_or_go(self) -> None:
        name = self.rng.choice(["mine", "mine too", "watcher", *(f"seat {seat}" for seat in self.others)])
        token = self._tokens()[name]
        if name in self.sides[0].devices:
            for side in self.sides:
                side.go(name)
            if name not in ("mine", "mine too") and self.rng.random() < 0.5:
                return
        viewer = self.viewer if name.startswith("mine") else SPECTATOR
        newest = self.sides[0].room.table.stream(viewer).seq
        seen = self.rng.choice([None, newest, max(0, newest - 3), 0, newest + 5])
        await self._both(lambda side: side.come(name, token, seen))

    async def _ask_what_is_refused(self) -> None:
        """The viewer tries what is not to be had, and a watcher what no watcher may."""
        decision = self.sides[0].play.decision.get(self.viewer, 0)
        tried: list[tuple[type[Any], tuple[Any, ...]]] = [
            (protocol.Act, (decision + 7, msgspec.Raw(b"{}"))),
            (protocol.Act, (decision, msgspec.Raw(b'{"type":"Nonsense"}'))),
            (protocol.Build, ("nothing", (0, 1))),
            (protocol.Start, ()),
            (protocol.AnswerTakeBack, (99, False)),
            (protocol.AnswerGuest, (99, True)),
            (protocol.AddEntropy, ("0" * 32,)),
            (protocol.SitOut, (self.rng.choice([self.viewer, *self.others]), True)),
            (protocol.AskHint, (decision + 7,)),
            (protocol.Rename, ("Zed",)),
            (protocol.ChooseBadge, (self.rng.randrange(6),)),
            (protocol.AddBot, ("random",)),
            (protocol.Configure, ({}, Settings())),
        ]
        hosts = {side.room.table.seating_for(self.viewer).host for side in self.sides}
        if self.viewer not in hosts:
            tried.append((protocol.Kick, (self.rng.choice(self.others),)))
        illegal = self._illegal_in_both()
        if illegal:
            raw = msgspec.Raw(msgspec.json.encode(self.rng.choice(illegal)))
            tried.append((protocol.Act, (decision, raw)))
        kind, fields = self.rng.choice(tried)
        await self._send(self.rng.choice(["mine", "mine too", "watcher"]), kind, *fields)

    def _illegal_in_both(self) -> list[Any]:
        play = self.sides[0].play
        every = play.game.codec.numbered(play.options, len(play.header.seats))
        some = self.rng.sample(every, min(40, len(every)))
        states = [side.play.position.state for side in self.sides]
        return [
            action
            for action in some
            if all(play.game.why_illegal(state, self.viewer, action) is not None for state in states)
        ]

    async def _guest(self) -> None:
        """Comes late, or is answered. Whoever asks may be the viewer in another window."""
        guest = self.sides[0].room.table.seating.guest
        if guest is not None:
            yes = self.rng.random() < 0.8
            for name in ("mine", *(f"seat {seat}" for seat in self.others)):
                await self._send(name, protocol.AnswerGuest, guest.request, yes)
            return
        answers = []
        names = [seat.name for seat in self.sitting.table.seating.seats]
        asks_for = self.rng.choice([JoinTable("Zoe"), JoinTable("Zoe"), JoinTable(self.rng.choice(names), None, True)])
        self.story.append(str(asks_for))
        for side in self.sides:
            try:
                answers.append(await side.room.join(asks_for, Sitting.token_hash("Zoe")))
            except InputError as error:
                answers.append((error.code, error.facts))
        assert answers[0] == answers[1], (answers, self.story[-5:])

    async def _stand_in_seated(self) -> None:
        """A bot plays on for somebody who is away, until they come back."""
        away = [seat for seat in self.others if f"seat {seat}" not in self.sides[0].devices]
        held = self.sides[0].room.table.seating.seats
        away = [seat for seat in away if held[seat].bot is None and not held[seat].has_stand_in]
        if away and not self._would_grant:
            seat = self.rng.choice(away)
            await self._both(lambda side: side.enter(lambda: just(log.StandInSeated(seat))))


async def walk(game: str, number: int) -> Counter[str]:
    """The walk of this number: other options each time."""
    _, scenarios = scenarios_of(game, PLANS)
    return await Walk(game, scenarios[number % len(scenarios)], number).go()


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.server.two_worlds")
    parser.add_argument("--walks", type=int, default=500, help="of each game")
    parser.add_argument("--game", choices=game_names(), action="append")
    given = parser.parse_args()
    for game in given.game or game_names():
        tally: Counter[str] = Counter()
        for number in range(given.walks):
            tally += asyncio.run(walk(game, number))
        print(f"{game}: {', '.join(f'{number:,} {what}' for what, number in sorted(tally.items()))}")


if __name__ == "__main__":
    main()
