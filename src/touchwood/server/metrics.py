"""Figures for operators, in Prometheus' form. Nothing in them names a person, a table or a card.

What is counted at every move is counted in plain numbers, on the server's one loop; the library's own counters are for
many threads and take a lock each time.
"""

from bisect import bisect_left
from collections import Counter as Tally
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, start_http_server
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from touchwood.core.refusals import InputError

_COMMIT_SECONDS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Moves(Collector):
    """What happens at every move."""

    def __init__(self) -> None:
        self._messages: Tally[str] = Tally()
        self._lines = 0
        self._commits = [0] * (len(_COMMIT_SECONDS) + 1)
        self._commit_seconds = 0.0

    def count_message(self, kind: str) -> None:
        self._messages[kind] += 1

    def count_stored(self, lines: int, seconds: float) -> None:
        self._lines += lines
        self._commits[bisect_left(_COMMIT_SECONDS, seconds)] += 1
        self._commit_seconds += seconds

    def collect(self) -> Iterator[Metric]:
        messages = CounterMetricFamily("touchwood_messages", "Messages read", labels=["type"])
        for kind, count in self._messages.copy().items():
            messages.add_metric([kind], count)
        yield messages
        yield CounterMetricFamily("touchwood_log_lines", "Lines stored", value=self._lines)
        bounds = (*map(str, _COMMIT_SECONDS), "+Inf")
        yield HistogramMetricFamily(
            "touchwood_commit_seconds",
            "From a decision to its being stored",
            buckets=list(zip(bounds, accumulate(self._commits), strict=True)),
            sum_value=self._commit_seconds,
        )


class Metrics:
    """Each server has its own registry, so several fit into one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.tables = Gauge("touchwood_tables", "Tables in memory", registry=self.registry)
        self.sockets = Gauge("touchwood_sockets", "Open connections", registry=self.registry)
        self.created = Counter("touchwood_tables_created", "Tables made", ["game"], registry=self.registry)
        self.finished = Counter(
            "touchwood_matches_finished", "Matches played to the end", ["game"], registry=self.registry
        )
        self.moves = Moves()
        self.registry.register(self.moves)
        self.refusals = Counter("touchwood_refusals", "Messages refused, by code", ["code"], registry=self.registry)
        self.closes = Counter("touchwood_closes", "Connections closed by the server", ["code"], registry=self.registry)
        self.store_troubles = Counter(
            "touchwood_store_troubles", "Writes that failed", ["trouble"], registry=self.registry
        )
        self.bot_timeouts = Counter("touchwood_bot_timeouts", "Bots that thought for too long", registry=self.registry)

    @contextmanager
    def served_at(self, address: str | None) -> Iterator[None]:
        """On an address of its own, for as long as this lasts; nowhere if there is none.

        Never beside the tables: the figures move with choices that nobody at a table may notice. Raises `InputError`.
        """
        if address is None:
            yield
            return
        host, _, port = address.rpartition(":")
        try:
            server, thread = start_http_server(int(port), host.strip("[]"), self.registry)
        except OSError as error:
            raise InputError("cannot_listen", host=host, port=port, reason=error.strerror or str(error)) from None
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()
            thread.join()
