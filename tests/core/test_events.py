"""Who sits at a table, and who hears what."""

import pytest

from touchwood.core.events import AddressedEvent, AllBut, Everyone, Only, heard_by, hears
from touchwood.core.seats import SPECTATOR, Seat, clockwise_from


def test_an_event_cannot_be_told_without_an_audience() -> None:
    with pytest.raises(TypeError):
        AddressedEvent(event="something")  # type: ignore[call-arg]  # wrong on purpose


def test_spectators_hear_what_all_hear_and_what_all_but_some_hear_but_nothing_private() -> None:
    assert hears(SPECTATOR, Everyone())
    assert hears(SPECTATOR, AllBut((Seat(0),)))
    assert not hears(SPECTATOR, Only((Seat(0),)))


def test_each_seat_hears_its_own_part_of_a_step() -> None:
    told = (
        AddressedEvent(Only((Seat(0),)), "mine"),
        AddressedEvent(AllBut((Seat(0),)), "theirs"),
        AddressedEvent(Everyone(), "all"),
    )
    assert heard_by(Seat(0), told) == ("mine", "all")
    assert heard_by(Seat(1), told) == ("theirs", "all")


def test_clockwise_goes_round_once() -> None:
    assert clockwise_from(Seat(2), 4) == (2, 3, 0, 1)
