"""Figures for operators, in Prometheus' form. Nothing in them names a person, a table or a card."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest


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
        self.lines = Counter("touchwood_log_lines", "Lines stored", registry=self.registry)
        self.messages = Counter("touchwood_messages", "Messages read", ["type"], registry=self.registry)
        self.refusals = Counter("touchwood_refusals", "Messages refused, by code", ["code"], registry=self.registry)
        self.closes = Counter("touchwood_closes", "Connections closed by the server", ["code"], registry=self.registry)
        self.store_troubles = Counter(
            "touchwood_store_troubles", "Writes that failed", ["trouble"], registry=self.registry
        )
        self._messages_of: dict[str, Counter] = {}
        self.bot_timeouts = Counter("touchwood_bot_timeouts", "Bots that thought for too long", registry=self.registry)
        self.commit_seconds = Histogram(
            "touchwood_commit_seconds",
            "From a decision to its being stored",
            buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5),
            registry=self.registry,
        )

    def count_message(self, kind: str) -> None:
        # Looking up a label's counter costs more than counting.
        counter = self._messages_of.get(kind)
        if counter is None:
            counter = self._messages_of[kind] = self.messages.labels(kind)
        counter.inc()

    def text(self) -> bytes:
        return generate_latest(self.registry)
