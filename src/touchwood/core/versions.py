"""Versions of a game's rules, and how states and views carry theirs.

A match begins under one version and stays on it for ever, so whatever judges a position must know which one that is. A
state says it, and so does a view: samplers, builders and default actions get nothing else. A rule that has changed asks
in one place, the game's `rulings.py`: a function for each change, with what it was and why.
"""

from typing import Any, Final

from msgspec import UNSET, UnsetType

from touchwood.core.values import Value

__all__ = ["FIRST_VERSION", "Versioned", "version_of", "written_version"]

FIRST_VERSION: Final = 1


def written_version(version: int) -> int | UnsetType:
    """A version as a value holds it: the first one is left out of JSON."""
    return UNSET if version == FIRST_VERSION else version


class Versioned(Value, frozen=True, kw_only=True):
    """A state or a view of a game whose rules have changed.

    `version` is left out of JSON while it is 1: what was written before there was a second one keeps its bytes.
    """

    version: int | UnsetType = UNSET

    @property
    def rules_version(self) -> int:
        return FIRST_VERSION if self.version is UNSET else self.version


def version_of(position: Any) -> int:
    """By which rules a state or a view of any game is played; one that has changed nothing yet does not say."""
    return position.rules_version if isinstance(position, Versioned) else FIRST_VERSION
