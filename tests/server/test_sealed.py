"""Sealed picks by several seats: the order in which they come changes nothing, and tells nothing."""

from random import Random

import msgspec
import pytest

from tests.server.sitting import NAMES, Sitting
from tests.server.toys import PEBBLES, offered
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.core.values import canonical_json
from touchwood.match.record import Mover
from touchwood.testing.toys.pebbles.values import Lay, Point

INTERLEAVINGS = 1_000


@pytest.fixture(autouse=True)
def _pebbles_offered() -> object:
    with offered(PEBBLES):
        yield


def test_a_thousand_interleavings_of_sealed_picks_give_the_same_state() -> None:
    """Each seat points a few times, the last time counts. Whatever the order, the match ends alike."""
    last = {0: 2, 1: 0, 2: 1}
    seen_orders = set()
    ends = set()
    for number in range(INTERLEAVINGS):
        rng = Random(number)
        sitting = Sitting("pebbles", NAMES[:3]).start()
        sitting.choose(0, Lay((1, 1, 1)))
        # Everybody's last finger comes after their others, and one seat's last one comes last of all.
        changes = [(seat, rng.randrange(3)) for seat in last for _ in range(rng.randrange(3))]
        rng.shuffle(changes)
        order = list(last)
        rng.shuffle(order)
        closing = order[-1]
        for seat, pile in changes:
            if seat != closing:
                sitting.act(seat, Point(pile))
        for seat in order:
            sitting.act(seat, Point(last[seat]))
        assert sitting.is_over
        seen_orders.add((tuple(changes), tuple(order)))
        ends.add(canonical_json(sitting.play.position.state))
    assert len(seen_orders) > INTERLEAVINGS // 4
    assert len(ends) == 1


def test_a_changed_pick_reaches_nobody_else() -> None:
    """No event, no number, no hash, no picture: the bytes of all others stay what they were."""
    sitting = Sitting("pebbles", NAMES[:3]).start()
    sitting.choose(0, Lay((1, 1, 1)))
    sitting.act(0, Point(0))
    others = [Seat(1), Seat(2), SPECTATOR]
    before = [sitting.welcome(viewer) for viewer in others]
    own = sitting.welcome(Seat(0))
    sitting.act(0, Point(1))
    assert [sitting.welcome(viewer) for viewer in others] == before
    assert sitting.welcome(Seat(0)) != own


def test_nobody_is_told_who_is_waited_for() -> None:
    """Only oneself: the word `asked` of a situation is the viewer's own."""
    sitting = Sitting("pebbles", NAMES[:3]).start()
    sitting.choose(0, Lay((1, 1, 1)))
    sitting.act(1, Point(0))
    asked = {}
    for viewer in sitting.viewers:
        asked[viewer] = msgspec.json.decode(sitting.welcome(viewer))["situation"]["asked"]
    assert asked == {0: True, 1: False, 2: True, SPECTATOR: False}


def test_a_sealed_answer_counts_for_as_long_as_its_seat_is_asked() -> None:
    """A choice of somebody else may end the question."""
    play = Sitting("tag", NAMES[:3]).start().play
    (asked,) = play.asked_at
    answers: dict[int, tuple[object, Mover]] = {seat: (object(), Mover.PERSON) for seat in range(3)}
    play.sealed = dict(answers)
    play.ask(1_000)
    assert play.sealed == {asked: answers[asked]}
