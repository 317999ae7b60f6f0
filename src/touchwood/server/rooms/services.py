"""What all rooms of a process share."""

from dataclasses import dataclass, field
from random import Random

from touchwood.server.bots import BotExecutor, Tempo
from touchwood.server.clocks import Clock, WallClock
from touchwood.server.limits import Limits
from touchwood.server.metrics import Metrics
from touchwood.server.store.interface import Store


@dataclass(frozen=True)
class Services:
    store: Store
    bot_executor: BotExecutor
    metrics: Metrics
    limits: Limits = field(default_factory=Limits)
    tempo: Tempo = field(default_factory=Tempo)
    clock: Clock = field(default_factory=WallClock)
    rng: Random = field(default_factory=Random)
    """For the tempo of bots and what they dice; never for a deal."""
    grace_ms: int = 10_000
    """After a restart nobody's time runs out sooner than this."""
    retry_seconds: float = 1.0
    """How soon to try again when the store could not be written."""
