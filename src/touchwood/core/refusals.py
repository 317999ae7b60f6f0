"""Saying no, with a reason.

A `Refusal` is the rules' answer to an action: a stable code, the number of the rule in the game's RULES.md, and the
facts of the case. An `InputError` is the same for everything that is not a move: an option, a file, a name. Neither
carries a sentence; catalogues do (`touchwood.core.words`).
"""

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from touchwood.core.values import Value

__all__ = ["Fact", "InputError", "Refusal", "Refused"]

Fact: TypeAlias = int | str | tuple[int, ...] | tuple[str, ...]


class Refusal(Value, frozen=True):
    """Why an action is not legal."""

    code: str
    rule: str
    facts: dict[str, Fact] = msgspec.field(default_factory=dict)


class Refused(Exception):
    """Raised by `Game.apply` for an action that is not legal: rules refuse, they never repair."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.code} (rule {refusal.rule}) {refusal.facts}")
        self.refusal = refusal


class InputError(Exception):
    """Bad input that is not a move. The code stands in the `problems` of a catalogue, the facts fill its sentence."""

    def __init__(self, code: str, /, **facts: Fact) -> None:
        super().__init__(f"{code} {facts}")
        self.code = code
        self.facts: Mapping[str, Fact] = facts
