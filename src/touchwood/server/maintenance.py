"""What a server does beside serving: unload idle tables, delete old ones, and leave everything in order at the end."""

import asyncio
import logging
from contextlib import suppress
from typing import Final

from touchwood.server.looking_back import LookingBack
from touchwood.server.retention import DAY_MS
from touchwood.server.rooms.registry import TableRegistry
from touchwood.server.store.interface import Unavailable

LOG = logging.getLogger("touchwood.maintenance")

ROUND_SECONDS: Final = 30.0
ROUNDS_BETWEEN_FORGETTING: Final = 120


class Maintenance:
    def __init__(self, registry: TableRegistry, looking_back: LookingBack, *, retention_days: int) -> None:
        self._registry = registry
        self._looking_back = looking_back
        self._retention_ms = retention_days * DAY_MS
        self._rounds: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._registry.services.bot_executor.warm()
        self._rounds = asyncio.get_running_loop().create_task(self._go_round())

    async def _go_round(self) -> None:
        number = 0
        while True:
            if number % ROUNDS_BETWEEN_FORGETTING == 0:
                await self._forget()
            await asyncio.sleep(ROUND_SECONDS)
            number += 1
            self._registry.unload_idle()

    async def _forget(self) -> None:
        try:
            forgotten = await self._registry.forget_old(self._retention_ms)
        except Unavailable as unavailable:
            LOG.warning("forgetting_failed", extra={"trouble": unavailable.trouble.value})
        else:
            if forgotten.is_clock_doubted:
                LOG.warning("clock_doubted")
            if forgotten.brought_back:
                LOG.info("tables_brought_back", extra={"count": forgotten.brought_back})
            LOG.info("tables_set_aside", extra={"count": len(forgotten.set_aside)})

    async def stop(self) -> None:
        """Devices are sent away, what was decided is written, workers end."""
        if self._rounds is not None:
            self._rounds.cancel()
            with suppress(asyncio.CancelledError):
                await self._rounds
        self._registry.close()
        await self._registry.services.store.close()
        self._registry.services.bot_executor.close()
        self._looking_back.close()
