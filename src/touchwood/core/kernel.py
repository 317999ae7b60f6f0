"""Compiled twins.

A kernel plays the same game as `rules.py` on packed numbers, fast. It is never the authority: a test walks both in
step, and a kernel that differs anywhere turns it red.
"""

from typing import Protocol, TypeVar

from touchwood.core.seats import Seat

S = TypeVar("S", contravariant=True)
A = TypeVar("A")
Packed = TypeVar("Packed")


class Kernel(Protocol[S, A, Packed]):
    """What the lockstep test asks of a twin; all else about it is its own business."""

    def pack(self, state: S) -> Packed: ...
    def legal_actions(self, packed: Packed) -> list[A]: ...
    def apply(self, packed: Packed, seat: Seat, action: A) -> Packed: ...
    def points(self, packed: Packed) -> tuple[int, ...]: ...
