"""Looking back at finished matches costs seconds of a processor, so it is done elsewhere: in two processes of low
priority, one for reviews and one for all that is quicker. Never in a bot's way, and by turns that are fair by address.

Proofs and reviews are made once: the last hash of a record stands for all of it. Whoever asks waits a moment; after
that it is told how far the work has come, and asks again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from enum import Enum
from typing import Any, Final, Protocol, TypeAlias

import msgspec

from touchwood.core.refusals import InputError
from touchwood.core.review import WinChance
from touchwood.core.values import Tagged, Value
from touchwood.match.forking import Branch
from touchwood.server import replays
from touchwood.server.protocol import LookingBackShown
from touchwood.server.store.interface import StoredTable
from touchwood.server.worker_pool import Asker, WorkerPool
from touchwood.server.workers import Failed, Progress, Tell

NICENESS: Final = 15
MOST_CACHED: Final = 100
MOST_WAITING: Final = 8
"""Of one address, for one of the two."""
LONGEST_SECONDS: Final = 300.0
MOMENT_SECONDS: Final = 1.0


class Kind(Enum):
    RECORD = "record"
    REPLAY = "replay"
    COURSE = "course"
    VERIFY = "verify"
    REVIEW = "review"
    LOG = "log"
    BRANCH = "branch"
    ANOTHER_WAY = "another_way"
    FORGET = "forget"


class Request(Value, frozen=True):
    kind: Kind
    stored: StoredTable
    entry: int = 0
    viewer: int | None = None
    is_dealt_anew: bool = False
    instead_of: int = 0
    choice: str = ""


class Found(Tagged, frozen=True):
    body: bytes


class Declined(Tagged, frozen=True):
    """An `InputError`, on its way back."""

    code: str
    facts: dict[str, Any]


_answer: Final = msgspec.msgpack.Decoder(Found | Declined)


# -- In the worker --------------------------------------------------------------------------------------------------
def look_back(data: bytes, tell: Tell) -> bytes:
    asked = msgspec.msgpack.decode(data, type=Request)
    answer: Found | Declined
    try:
        answer = Found(_looked_at(asked, tell))
    except InputError as error:
        answer = Declined(error.code, dict(error.facts))
    return msgspec.msgpack.encode(answer)


def _looked_at(asked: Request, tell: Tell) -> bytes:
    match asked.kind:
        case Kind.RECORD:
            return replays.record_file(replays.record_of(asked.stored))
        case Kind.REPLAY:
            return msgspec.json.encode(replays.replayed(asked.stored, asked.entry, asked.viewer))
        case Kind.COURSE:
            return msgspec.json.encode(replays.course(asked.stored))
        case Kind.VERIFY:
            return msgspec.json.encode(replays.verified(replays.record_of(asked.stored)))
        case Kind.REVIEW:
            return msgspec.json.encode(replays.reviewed(replays.record_of(asked.stored), tell))
        case Kind.LOG:
            return replays.log_read(asked.stored, asked.viewer)
        case Kind.BRANCH:
            assert asked.viewer is not None, "somebody plays on"
            found = replays.branched_off(asked.stored, asked.entry, asked.viewer, is_dealt_anew=asked.is_dealt_anew)
            return msgspec.json.encode(found)
        case Kind.ANOTHER_WAY:
            shown = replays.replayed_another_way(
                asked.stored, asked.entry, asked.viewer, instead_of=asked.instead_of, choice=asked.choice
            )
            return msgspec.json.encode(shown)
        case Kind.FORGET:
            replays.forget()
            return b""


# -- In the server --------------------------------------------------------------------------------------------------
OnProgress: TypeAlias = Callable[[Progress], None]


class LookBackExecutor(Protocol):
    """Where the work is done."""

    async def do(self, asker: Asker, data: bytes, told: OnProgress) -> bytes: ...

    def waiting(self, address: str) -> int: ...

    def close(self) -> None: ...


class ProcessExecutor:
    """One process of its own, begun when it is first wanted."""

    def __init__(self) -> None:
        self._pool = WorkerPool(look_back, 1, niceness=NICENESS)

    async def do(self, asker: Asker, data: bytes, told: OnProgress) -> bytes:
        try:
            outcome = await self._pool.do(asker, lambda _: (data, LONGEST_SECONDS), told=told)
        except TimeoutError:
            raise InputError("look_back_failed") from None
        if isinstance(outcome, Failed):
            raise InputError("look_back_failed")
        return outcome.result

    def waiting(self, address: str) -> int:
        return self._pool.queue.waiting(address)

    def close(self) -> None:
        self._pool.close()


class ThreadExecutor:
    """A thread of the server: for tests, and where processes cannot be had."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="looking-back")

    async def do(self, asker: Asker, data: bytes, told: OnProgress) -> bytes:
        loop = asyncio.get_running_loop()

        def tell(done: int, of: int, found: bytes = b"") -> None:
            loop.call_soon_threadsafe(told, Progress(done, of, found))

        return await loop.run_in_executor(self._pool, look_back, data, tell)

    def waiting(self, address: str) -> int:
        return 0

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)


class _Making:
    """A proof or a review that is being made, or is there."""

    def __init__(self, work: "asyncio.Task[bytes]") -> None:
        self.work = work
        self.progress = Progress(0, 0)


def shown_so_far(progress: Progress) -> LookingBackShown:
    chances = msgspec.json.decode(progress.found, type=tuple[WinChance, ...]) if progress.found else ()
    return LookingBackShown(progress.done, progress.of, chances)


class LookingBack:
    def __init__(self, make_executor: Callable[[], LookBackExecutor], *, moment: float = MOMENT_SECONDS) -> None:
        self._quick = make_executor()
        self._reviews = make_executor()
        self._moment = moment
        self._made: OrderedDict[tuple[Kind, str], _Making] = OrderedDict()
        self._has_read = False

    async def forget(self) -> None:
        """All that was read of matches, since one of them was deleted; what is asked for again is made again."""
        for key in [key for key, making in self._made.items() if making.work.done()]:
            del self._made[key]
        if self._has_read:
            # A worker that has died meanwhile has forgotten it too.
            with suppress(InputError):
                await self._ask(Request(Kind.FORGET, StoredTable("", "", b"", ())), "", lambda _: None)

    def close(self) -> None:
        self._quick.close()
        self._reviews.close()

    async def record(self, stored: StoredTable, address: str) -> bytes:
        return await self._ask(Request(Kind.RECORD, stored), address, lambda _: None)

    async def replay(self, stored: StoredTable, address: str, *, entry: int, viewer: int | None) -> bytes:
        return await self._ask(Request(Kind.REPLAY, stored, entry, viewer), address, lambda _: None)

    async def another_way(
        self, stored: StoredTable, address: str, *, entry: int, viewer: int | None, instead_of: int, choice: str
    ) -> bytes:
        asked = Request(Kind.ANOTHER_WAY, stored, entry, viewer, instead_of=instead_of, choice=choice)
        return await self._ask(asked, address, lambda _: None)

    async def log(self, stored: StoredTable, address: str, *, viewer: int | None) -> bytes:
        return await self._ask(Request(Kind.LOG, stored, viewer=viewer), address, lambda _: None)

    async def course(self, stored: StoredTable, address: str) -> bytes:
        return await self._ask(Request(Kind.COURSE, stored), address, lambda _: None)

    async def branch(self, stored: StoredTable, address: str, *, entry: int, seat: int, is_dealt_anew: bool) -> Branch:
        """A moment of a finished match, to play on from. Raises `InputError`."""
        asked = Request(Kind.BRANCH, stored, entry, seat, is_dealt_anew)
        return msgspec.json.decode(await self._ask(asked, address, lambda _: None), type=Branch)

    async def made(
        self, kind: Kind, stored: StoredTable, address: str, *, may_begin: Callable[[], bool]
    ) -> bytes | LookingBackShown:
        """A proof or a review; or, if it takes longer than a moment, how far it is. Raises `InputError`.

        `may_begin` is asked only if nobody has asked for it before.
        """
        # The last hash stands for the whole record.
        key = (kind, replays.last_hash(stored))
        if key not in self._made:
            if not may_begin():
                raise InputError("too_many")
            self._begin(key, Request(kind, stored), address)
        making = self._made[key]
        self._made.move_to_end(key)
        # Whoever waits may go away; the others still want it.
        done, _ = await asyncio.wait([making.work], timeout=self._moment)
        if not done:
            return shown_so_far(making.progress)
        return making.work.result()

    def _begin(self, key: tuple[Kind, str], asked: Request, address: str) -> None:
        def told(progress: Progress) -> None:
            making.progress = progress

        def ended(work: "asyncio.Task[bytes]") -> None:
            # One that failed is tried again when somebody asks.
            if (work.cancelled() or work.exception() is not None) and self._made.get(key) is making:
                del self._made[key]

        making = _Making(asyncio.get_running_loop().create_task(self._ask(asked, address, told)))
        making.work.add_done_callback(ended)
        self._made[key] = making
        while len(self._made) > MOST_CACHED:
            self._made.popitem(last=False)

    async def _ask(self, asked: Request, address: str, told: OnProgress) -> bytes:
        executor = self._reviews if asked.kind is Kind.REVIEW else self._quick
        if executor.waiting(address) >= MOST_WAITING:
            raise InputError("too_many")
        self._has_read = True
        data = msgspec.msgpack.encode(asked)
        answer: Found | Declined = _answer.decode(await executor.do(Asker(address, asked.stored.id), data, told))
        if isinstance(answer, Declined):
            raise InputError(answer.code, **answer.facts)
        return answer.body
