"""Long work on the server's one loop, done a little at a time."""

import asyncio
import time
from collections.abc import Generator
from typing import Final, TypeVar

Result = TypeVar("Result")

SLICE_SECONDS: Final = 0.005
"""As long as this nobody else gets a turn."""


async def in_slices(work: Generator[None, None, Result]) -> Result:
    """What the work returns; between its steps others have their turn."""
    until = time.perf_counter() + SLICE_SECONDS
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: Result = done.value
            return result
        if time.perf_counter() >= until:
            await asyncio.sleep(0)
            until = time.perf_counter() + SLICE_SECONDS


def at_once(work: Generator[None, None, Result]) -> Result:
    """The same without a turn for anybody."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: Result = done.value
            return result
