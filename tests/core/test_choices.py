"""The numbers of everything a seat can choose: actions, then parts, then FINISH and PASS."""

from touchwood.core.choices import Choices
from touchwood.core.game import CHANCE
from touchwood.core.seats import Seat
from touchwood.testing.toys.pebbles import GAME
from touchwood.testing.toys.pebbles.values import Call, Colour, Lay, Options, Point, View

OPTIONS = Options(stones=2)
CHOICES = Choices(GAME, OPTIONS, 2)
"""   0 point 0    1 point 1    2 call red    3 call blue    4 lay: 1    5 lay: 2    6 finish    7 pass   """


def laying() -> View:
    state = GAME.initial(OPTIONS, 2, 1)
    while GAME.waiting_for(state) is CHANCE:
        state = GAME.apply_chance(state, 0 if state.bag[0] else 1).state
    return GAME.view(state, Seat(0))


def test_every_number_has_its_text_the_last_two_finish_and_pass() -> None:
    texts = ["point 0", "point 1", "call red", "call blue", "lay: 1", "lay: 2", "finish", "pass"]
    assert [CHOICES.text(number) for number in range(CHOICES.count)] == texts
    assert (CHOICES.finish, CHOICES.skip) == (6, 7)


def test_the_first_part_is_no_action_and_the_last_action_no_part() -> None:
    assert [CHOICES.action(number) for number in (0, 3, 4)] == [Point(0), Call(Colour.BLUE), None]
    assert [number for number in range(CHOICES.count) if CHOICES.is_part(number)] == [4, 5]
    assert CHOICES.action_of(laying(), [3]) == Call(Colour.BLUE)
    assert CHOICES.action_of(laying(), [4]) is None, "one stone of two is laid"
    assert CHOICES.action_of(laying(), [4, 4]) == Lay((1, 1))
    assert CHOICES.action_of(laying(), [5]) == Lay((2,))


def test_what_is_tried_is_made_of_the_parts_of_one_kind_and_of_nothing_before_them() -> None:
    assert CHOICES.attempt(laying(), [0, 4, 5]) == Lay((1, 2)), "too much, for the rules to refuse"
    assert CHOICES.attempt(laying(), [4, 3]) == Call(Colour.BLUE)
    assert CHOICES.attempt(laying(), [4, 6]) is None


def test_who_may_build_is_offered_the_first_parts() -> None:
    assert CHOICES.legal(laying(), []) == [4, 5]
    assert CHOICES.parts(0, laying(), (1,)) == [4]
