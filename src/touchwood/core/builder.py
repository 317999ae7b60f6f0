"""Composite actions, built from small choices.

A layout of twelve cards into piles is one action and one entry of the record, but nobody can list all layouts. A
builder offers such an action in steps that can be listed, drawn and numbered: a page shows `choices`, a machine picks
one by its number, and when the parts make a whole `finish` gives the action. Partials never enter a state.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

__all__ = ["Builder", "build_at_random", "build_plainly"]

O = TypeVar("O")  # noqa: E741  # the options of the game, its view, its action; C is a choice
V = TypeVar("V")
A = TypeVar("A")
C = TypeVar("C")


@dataclass(frozen=True, kw_only=True)
class Builder(Generic[O, V, A, C]):
    """How one kind of composite action is built by the seat that sees the view."""

    name: str
    is_offered: Callable[[V], bool]
    """Whether this seat may build such an action now."""
    choices: Callable[[V, tuple[C, ...]], Sequence[C]]
    """What may be added to the parts so far. Whatever is added, some whole action can still be reached."""
    finish: Callable[[V, tuple[C, ...]], A | None]
    """The action these parts make: legal, or None while something is missing. There is at least one part: what is
    chosen by adding nothing (no card at all) is an action of its own, with a number and a sentence."""
    attempt: Callable[[V, tuple[C, ...]], A | None] = lambda view, parts: None
    """The action that somebody tries with these parts, though the last one is not offered, for the rules to say why
    not; it is asked in any view. None: the parts are no action of any kind."""
    text: Callable[[C], str]
    numbered: Callable[[O, int], Sequence[C]]
    """Every choice that can be numbered under the options; a choice's number is its index."""


def build_at_random(builder: Builder[O, V, A, C], view: V, rng: Random) -> A:
    """Some action of this kind: choices at random, stopping at random once it is whole."""
    parts: tuple[C, ...] = ()
    while True:
        action = builder.finish(view, parts)
        choices = builder.choices(view, parts)
        if action is not None and (not choices or rng.random() < 0.5):
            return action
        parts = (*parts, rng.choice(choices))


def build_plainly(builder: Builder[O, V, A, C], view: V) -> A:
    """The first action of this kind that is whole, by always taking the first choice: an example to show."""
    parts: tuple[C, ...] = ()
    while (action := builder.finish(view, parts)) is None:
        parts = (*parts, builder.choices(view, parts)[0])
    return action
