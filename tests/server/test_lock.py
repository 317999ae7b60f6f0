"""One thing at a time: nobody is left out, nobody overtakes, and who gives up waiting holds up nobody."""

import asyncio
from itertools import permutations

import pytest

from touchwood.server.rooms.lock import TableLock


def test_who_waits_is_served_in_order_and_nobody_takes_it_in_between() -> None:
    async def run() -> None:
        lock, served = TableLock(), []

        async def wait(number: int) -> None:
            async with lock:
                served.append(number)
                await asyncio.sleep(0)
                assert not lock.try_acquire()

        assert lock.try_acquire()
        waiting = [asyncio.create_task(wait(number)) for number in range(5)]
        await asyncio.sleep(0)
        assert not lock.try_acquire()
        lock.release()
        assert not lock.try_acquire(), "it went to the first who waits"
        await asyncio.gather(*waiting)
        assert served == [0, 1, 2, 3, 4]
        assert lock.try_acquire()

    asyncio.run(run())


@pytest.mark.parametrize("order", list(permutations(range(3))))
@pytest.mark.parametrize("is_handed_over_first", [False, True])
def test_who_gives_up_waiting_holds_up_nobody(order: tuple[int, ...], *, is_handed_over_first: bool) -> None:
    """Also in the very moment in which the lock comes."""

    async def run() -> None:
        lock, served = TableLock(), []

        async def wait(number: int) -> None:
            async with lock:
                served.append(number)

        lock.try_acquire()
        waiting = [asyncio.create_task(wait(number)) for number in range(3)]
        await asyncio.sleep(0)
        if is_handed_over_first:
            lock.release()
        for number in order[:2]:
            waiting[number].cancel()
        if not is_handed_over_first:
            lock.release()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert served == [order[2]]
        assert lock.try_acquire()

    asyncio.run(run())


def test_whatever_goes_wrong_inside_the_turn_ends() -> None:
    async def run() -> None:
        lock = TableLock()

        async def fail() -> None:
            async with lock:
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await fail()
        assert lock.try_acquire()

    asyncio.run(run())
