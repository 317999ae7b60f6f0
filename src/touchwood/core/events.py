"""What happened, and who may hear of it.

The rules tell each happening to an audience; there is no way to tell it to nobody in particular. Where seats may
know different things of one happening (a card drawn: its owner sees which), it is told twice, to two audiences that
do not overlap.
"""

from typing import Generic, TypeAlias, TypeVar

import msgspec

from touchwood.core.seats import Seat, Spectator, Viewer

__all__ = [
    "EVERYONE",
    "AddressedEvent",
    "AllBut",
    "Audience",
    "Everyone",
    "Only",
    "heard_by",
    "hears",
    "to_all_but",
    "to_everyone",
    "to_only",
    "to_seats",
]

E = TypeVar("E")


class Everyone(msgspec.Struct, frozen=True, tag=True):
    """All seats and all spectators."""


class Only(msgspec.Struct, frozen=True, tag=True, gc=False):
    """The seats named, nobody else."""

    seats: tuple[Seat, ...]


class AllBut(msgspec.Struct, frozen=True, tag=True, gc=False):
    """Everybody except the seats named; spectators hear it."""

    seats: tuple[Seat, ...]


Audience: TypeAlias = Everyone | Only | AllBut

EVERYONE = Everyone()


class AddressedEvent(msgspec.Struct, Generic[E], frozen=True, gc=False):
    """An event together with those who hear of it."""

    audience: Audience
    event: E


def to_everyone(event: E) -> AddressedEvent[E]:
    return AddressedEvent(EVERYONE, event)


def to_only(seat: Seat, event: E) -> AddressedEvent[E]:
    return AddressedEvent(Only((seat,)), event)


def to_seats(seats: tuple[Seat, ...], event: E) -> AddressedEvent[E]:
    """To some of the seats. Unlike `to_all_but` this keeps it from spectators."""
    return AddressedEvent(Only(seats), event)


def to_all_but(seat: Seat, event: E) -> AddressedEvent[E]:
    return AddressedEvent(AllBut((seat,)), event)


def hears(viewer: Viewer, audience: Audience) -> bool:
    if isinstance(audience, Everyone):
        return True
    if isinstance(audience, AllBut):
        return isinstance(viewer, Spectator) or viewer not in audience.seats
    return not isinstance(viewer, Spectator) and viewer in audience.seats


def heard_by(viewer: Viewer, told: tuple[AddressedEvent[E], ...]) -> tuple[E, ...]:
    """The events of a step that this viewer hears, in order."""
    return tuple(addressed.event for addressed in told if hears(viewer, addressed.audience))
