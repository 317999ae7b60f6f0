"""What happens at a table by itself: clocks run out, answers are shown, bots move.

`look` is called after every change. It sets one alarm for the next thing that time will bring, and lets the bots that
are asked think. A bot's task only thinks; what it decided is entered by a task of its own, which nothing cancels half
way.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final

import msgspec

from touchwood.bots.advising import Advice
from touchwood.bots.finding import ever_interjects, strongest_level
from touchwood.core.lesson import Plays
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import Seat
from touchwood.match.record import Mover
from touchwood.server.bots import BotFailed, question
from touchwood.server.store.interface import Conflict, Unavailable
from touchwood.server.table import log
from touchwood.server.table.decisions import (
    Plan,
    choice,
    for_the_absent,
    for_who_went_in_the_dark,
    just,
    of_match,
    partners_part,
    stand_in,
    time_out,
)
from touchwood.server.table.play import Play
from touchwood.server.table.timing import (
    AnswersShown,
    ConsentOverdue,
    Due,
    GuestOverdue,
    HostToFollow,
    InvitedIsHere,
    OtherPhoneUnopposed,
    StandInDue,
    TimeOut,
    deadlines,
)
from touchwood.server.worker_pool import Asker

if TYPE_CHECKING:
    from touchwood.server.rooms.room import Room

LOG = logging.getLogger("touchwood.bots")
_WHEN: Final = itemgetter(0)


@dataclass(frozen=True)
class _Thought:
    """A bot's, of what its seat knew after so many entries."""

    n: int
    known: Any
    action: Any | None
    """None: nothing came of it."""
    ended_at: int


class TableScheduler:
    def __init__(self, room: "Room") -> None:
        self._room = room
        self._alarm: asyncio.TimerHandle | None = None
        self._is_working = False
        self._thinking: dict[int, tuple[int, asyncio.Task[None]]] = {}
        """The seats whose bots think about a question, and which decision it is."""
        self._interjecting: dict[int, tuple[int, asyncio.Task[None]]] = {}
        """The seats whose bots think about a word between, and after which entry."""

    def look(self) -> None:
        self._set_alarm()
        self._wake_bots()

    def stop(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
        for _, task in (*self._thinking.values(), *self._interjecting.values()):
            task.cancel()

    # -- Time -------------------------------------------------------------------------------------------------------
    def _next_due(self) -> tuple[int, Due] | None:
        room = self._room
        if room.is_full:
            return None
        upcoming = deadlines(room.table, room.presence, grace_ms=room.services.grace_ms)
        return min(upcoming, key=_WHEN, default=None)

    def _set_alarm(self, *, at_least_seconds: float = 0.0) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        due = self._next_due()
        if due is not None and not self._is_working:
            clock = self._room.services.clock
            seconds = max(clock.seconds(due[0] - clock.now()), at_least_seconds)
            self._alarm = asyncio.get_running_loop().call_later(seconds, self._ring)

    def _ring(self) -> None:
        self._alarm = None
        self._is_working = True
        self._room.spawn(self._run())

    async def _run(self) -> None:
        pause = 0.0
        try:
            await self._room.do(self._do_all_due())
        except Unavailable:
            pause = self._room.services.retry_seconds
        except Conflict:
            self._room.drop()
        finally:
            self._is_working = False
        if not self._room.is_dropped:
            self._set_alarm(at_least_seconds=pause)
            self._wake_bots()

    async def _do_all_due(self) -> None:
        while (due := self._next_due()) is not None and due[0] <= self._room.services.clock.now():
            await self._do(due[1])

    async def _do(self, due: Due) -> None:
        room = self._room
        play = room.table.play
        match due:
            case AnswersShown(seats):
                for seat in seats:
                    if play is not None and seat in play.asked_at:
                        await self._show_answer(play, seat)
            case TimeOut(seat) if play is not None:
                await room.store(time_out(room.table, seat, self._default(play, seat)))
            case ConsentOverdue():
                await room.store(just(log.TakeBackDropped()))
            case GuestOverdue():
                await room.store(just(log.GuestTurnedAway()))
            case OtherPhoneUnopposed():
                await room.let_in_if_granted()
            case StandInDue(seat):
                await self._stand_in(seat)
            case HostToFollow(seat):
                await room.store(just(log.HostNamed(seat)))
            case InvitedIsHere(seat):
                await room.store(just(log.Came(seat)))

    async def _show_answer(self, play: Play, seat: int) -> None:
        action, by = play.sealed.get(seat, (None, Mover.CLOCK))
        if action is None:
            action = self._default(play, seat)
        try:
            lines = play.moved(seat, action, by)
        except Refused:
            # Another answer shown just before has made this one impossible.
            lines = play.moved(seat, self._default(play, seat), Mover.CLOCK)
        await self._room.store(of_match(lines))

    def _default(self, play: Play, seat: int) -> Any:
        absent = None
        if seat in self._room.presence.away_since and play.game.absent_action is not None:
            absent = play.game.absent_action(play.game.view(play.position.state, Seat(seat)))
        return play.out_of_time(Seat(seat), self._room.begun_by(seat)) if absent is None else absent

    async def _stand_in(self, seat: int) -> None:
        """A bot stands in; what becomes of a question left open may be the game's business."""
        # Together: a bot that found the question still open would go on with it.
        table = self._room.table
        await self._room.store([*for_the_absent(table, seat), *just(log.StandInSeated(seat))])

    # -- Bots -------------------------------------------------------------------------------------------------------
    def _wake_bots(self) -> None:
        if not (self._room.table.seating.automatic or self._thinking or self._interjecting):
            return
        if self._room.table.seating.lesson is not None:
            self._wake_partner()
            return
        asked = self._bots_asked()
        for seat, (decision, task) in list(self._thinking.items()):
            if asked.get(seat) != decision:
                task.cancel()
                del self._thinking[seat]
        for seat, decision in asked.items():
            if seat not in self._thinking:
                self._thinking[seat] = (decision, self._room.spawn(self._think(seat, decision)))
        self._wake_interjectors()

    def _is_at_rest(self, play: Play) -> bool:
        """Nobody is to move: with nobody there the table rests too."""
        room = self._room
        return play.is_over or room.table.seating.is_paused or not room.connections or room.is_full

    def _bots_asked(self) -> dict[int, int]:
        """The seats a bot must decide for now, and their decisions."""
        table, play = self._room.table, self._room.table.play
        if play is None or self._is_at_rest(play):
            return {}
        return {
            seat: play.decision[seat]
            for seat in play.asked_at
            if table.seating.is_automatic(seat) and seat not in play.sealed
        }

    async def _think(self, seat: int, decision: int) -> None:
        services, play = self._room.services, self._room.table.play
        assert play is not None
        # Drawn before anything is known about the question, and from what everybody sees.
        pause = services.tempo.draw(services.rng)
        if self._people_may_call(play, seat):
            pause += services.tempo.listening
        asked_at = services.clock.now()
        thought = await self._thought(play, seat)
        # Others may show something meanwhile, or call out. What the bot thinks of that should be there when its pause
        # ends; who is late already does not look again.
        for left in (services.tempo.second_look, 0):
            await self._until(asked_at + pause - left)
            if self._knows_more(play, seat, thought):
                thought = await self._thought(play, seat)
            if thought.ended_at > asked_at + pause:
                break
        await self._until_shown(asked_at, pause, thought.ended_at)
        self._room.spawn(self._enter(seat, decision, thought.action))

    async def _until_shown(self, asked_at: int, pause: int, ended_at: int) -> None:
        """When what was thought of until then may be seen."""
        await self._until(asked_at + self._room.services.tempo.shown_after(pause, ended_at - asked_at))

    async def _until(self, moment: int) -> None:
        clock = self._room.services.clock
        await asyncio.sleep(max(0.0, clock.seconds(moment - clock.now())))

    def _people_may_call(self, play: Play, seat: int) -> bool:
        """The bot is in the dark, and people may speak to it. Who else may act at the moment is no way to tell: in a
        game of secret choices that would show in the pause."""
        game, seating = play.game, self._room.table.seating
        is_hushed = game.hushed is not None and seat in game.hushed(play.position.state)
        return is_hushed and any(not seating.is_automatic(other) for other in seating.people)

    async def _thought(self, play: Play, seat: int) -> _Thought:
        n, known = play.position.n, known_to(play, seat)
        action = await self._wanted(play, seat)
        return _Thought(n, known, action, self._room.services.clock.now())

    def _knows_more(self, play: Play, seat: int, thought: _Thought) -> bool:
        """Whether the seat has learnt something since the bot began to think."""
        return play.position.n != thought.n and known_to(play, seat) != thought.known

    async def _wanted(self, play: Play, seat: int) -> Any | None:
        """What the bot would do; None if nothing came of it."""
        try:
            return await self._ask(play, seat, is_asked=True)
        except TimeoutError:
            self._room.services.metrics.bot_timeouts.inc()
            LOG.warning("bot_too_slow", extra={"game": play.game.name})
        except Exception as error:
            # Whatever is wrong with a bot, the table goes on.
            LOG.error("bot_failed", extra={"game": play.game.name, "error": type(error).__name__})
        return None

    async def _ask(self, play: Play, seat: int, *, is_asked: bool) -> Any:
        state = play.position.state
        asked = question(
            play.game.name,
            self._bot_of(seat),
            play.game.knowledge(state, Seat(seat)),
            play.game.legal_actions(state, Seat(seat)),
            seed=self._room.services.rng.getrandbits(64),
            is_asked=is_asked,
        )
        answered = await self._room.services.bot_executor.answer(asked, self._asker())
        return None if answered is None else play.decode_action(answered)

    def _bot_of(self, seat: int) -> str:
        """Who plays an automatic seat."""
        table = self._room.table
        bot = table.seating.seats[seat].bot or stand_in(table, seat).bot
        assert bot is not None, "who stands in is a bot"
        return bot

    async def advice(self, play: Play, seat: int) -> Advice:
        """What the strongest level would do in a person's place. Raises `InputError` if nothing came of it."""
        game, state = play.game, play.position.state
        known, legal = game.knowledge(state, Seat(seat)), game.legal_actions(state, Seat(seat))
        seed = self._room.services.rng.getrandbits(64)
        asked = question(game.name, strongest_level(game), known, legal, seed=seed, is_asked=True, is_hint=True)
        try:
            answered = await self._room.services.bot_executor.answer(asked, self._asker())
        except (TimeoutError, BotFailed):
            raise InputError("no_hint_now") from None
        assert answered is not None, "there is always something to do"
        return msgspec.json.decode(answered, type=Advice)

    def _asker(self) -> Asker:
        """The person who has been here longest pays; a watcher only where nobody else is."""
        longest = min(self._room.connections, key=lambda device: (device.is_watching, device.since), default=None)
        return Asker("" if longest is None else longest.address, self._room.table.id)

    async def _enter(self, seat: int, decision: int, action: Any) -> None:
        """Enter a bot's choice, if it is still asked for; None, or what the rules refuse, is the default."""

        async def work() -> None:
            table = self._room.table
            if table.play is not None and self._bots_asked().get(seat) == decision:
                plan = for_who_went_in_the_dark(table, seat) or self._bots_choice(table.play, seat, action)
                await self._room.store(plan)

        await self._try_to_enter(work, seat)

    def _bots_choice(self, play: Play, seat: int, action: Any) -> Plan:
        try:
            return choice(self._room.table, seat, action or self._default(play, seat), Mover.BOT)
        except Refused:
            return choice(self._room.table, seat, self._default(play, seat), Mover.BOT)

    async def _try_to_enter(self, work: Callable[[], Coroutine[Any, Any, None]], seat: int) -> None:
        try:
            await self._room.do(work())
        except Unavailable:
            await asyncio.sleep(self._room.services.retry_seconds)
            self._thinking.pop(seat, None)
            self.look()
        except Conflict:
            self._room.drop()

    # -- Partners in a lesson ---------------------------------------------------------------------------------------
    def _wake_partner(self) -> None:
        """The script says who is next, asked or not."""
        play = self._room.table.play
        if play is None or self._is_at_rest(play):
            return
        n, step = play.position.n, play.lesson_step
        if not isinstance(step, Plays) or step.seat in play.sealed:
            return
        begun, _ = self._thinking.get(step.seat, (-1, None))
        if begun != n:
            self._thinking[step.seat] = (n, self._room.spawn(self._play_part(step, n)))

    async def _play_part(self, step: Plays, n: int) -> None:
        services = self._room.services
        await asyncio.sleep(services.clock.seconds(services.tempo.draw(services.rng)))

        async def work() -> None:
            table = self._room.table
            if table.play is not None and table.play.position.n == n and not table.seating.is_paused:
                await self._room.store(partners_part(table))

        self._room.spawn(self._try_to_enter(work, step.seat))

    # -- A word between ---------------------------------------------------------------------------------------------
    def _wake_interjectors(self) -> None:
        """Bots that may act though nobody waits for them get one thought after each entry."""
        table, play = self._room.table, self._room.table.play
        if play is None or self._is_at_rest(play):
            return
        for seat in play.game.may_act(play.position.state):
            if seat in play.asked_at or not table.seating.is_automatic(seat):
                continue
            if not ever_interjects(play.game, self._bot_of(seat)):
                continue
            n, task = self._interjecting.get(seat, (-1, None))
            if n != play.position.n:
                if task is not None:
                    task.cancel()
                thought = self._room.spawn(self._interject(seat, play.position.n))
                self._interjecting[seat] = (play.position.n, thought)

    async def _interject(self, seat: int, n: int) -> None:
        services, play = self._room.services, self._room.table.play
        assert play is not None
        pause, began = services.tempo.draw(services.rng), services.clock.now()
        try:
            action = await self._ask(play, seat, is_asked=False)
        except Exception as error:
            LOG.error("bot_failed", extra={"game": play.game.name, "error": type(error).__name__})
            return
        # A word between takes as long as a move, and its thought shows as little.
        await self._until_shown(began, pause, services.clock.now())

        async def work() -> None:
            still = self._room.table.play
            if still is not None and still.position.n == n and not self._room.table.seating.is_paused:
                with suppress(Refused):
                    await self._room.store(choice(self._room.table, seat, action, Mover.BOT))

        if action is not None:
            self._room.spawn(self._try_to_enter(work, seat))


def known_to(play: Play, seat: int) -> Any:
    """All that a choice of this seat can hang on."""
    return play.game.unsealed(play.game.knowledge(play.position.state, Seat(seat)))
