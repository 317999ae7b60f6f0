"""What a check says when a game breaks the contract: which check, which rule, and where to look."""

from dataclasses import dataclass
from typing import Any

import msgspec

from touchwood.core.seats import Spectator, Viewer
from touchwood.core.values import canonical_json

_LONGEST_FACT = 600


@dataclass(frozen=True)
class Place:
    """Where it happened. With the scenario (its seed is in it) and the entry anybody can get there again."""

    game: str
    scenario: str
    match: int | None = None
    """Which of the scenario's matches, counted from 0."""
    entry: int | None = None
    """How many entries of that match lie before it."""
    viewer: Viewer | None = None

    def __str__(self) -> str:
        parts = [f"{self.game} ({self.scenario})"]
        if self.match is not None:
            parts.append(f"match {self.match}")
        if self.entry is not None:
            parts.append(f"after entry {self.entry}")
        if isinstance(self.viewer, Spectator):
            parts.append("spectator")
        elif self.viewer is not None:
            parts.append(f"seat {self.viewer}")
        return ", ".join(parts)


class Nonconformance(AssertionError):
    """A game breaks the contract.

    `check` is the topic, `subject` what of it is wrong (a word that tests can ask for), `rule` the sentence of the
    contract that is broken, `facts` the shortest useful evidence.
    """

    def __init__(self, check: str, subject: str, rule: str, place: Place, **facts: Any) -> None:
        self.check = check
        self.subject = subject
        self.rule = rule
        self.place = place
        self.facts = facts
        evidence = "".join(f"\n  {name.replace('_', ' ')}: {_short(fact)}" for name, fact in facts.items())
        super().__init__(f"{check}, {subject}: {rule}\n  at: {place}{evidence}")


def _short(fact: object) -> str:
    """A value as its JSON, which is easier to compare by eye than a repr; cut where nobody reads on."""
    if isinstance(fact, str):
        text = fact
    else:
        try:
            text = canonical_json(fact).decode()
        except (TypeError, msgspec.EncodeError):
            text = repr(fact)
    return text if len(text) <= _LONGEST_FACT else f"{text[:_LONGEST_FACT]}... ({len(text)} characters)"
