"""What the benchmark's own process tells its clients while they run: a word a line, on their standard input."""

import asyncio
import sys
from collections.abc import AsyncIterator


async def words_told() -> AsyncIterator[str]:
    """Until there is nobody to tell any more."""
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        yield line.decode().strip()
