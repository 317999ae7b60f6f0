"""Where a match stands: what may be taken back without asking."""

from msgspec.structs import replace

from touchwood import Match, find_game
from touchwood.match.dealer import PlainDealer
from touchwood.match.record import Mover

TAG = find_game("tag")


def test_sixteen_choices_in_a_row_are_free_and_no_more() -> None:
    match = Match.start(TAG, players=["a", "b"], dealer=PlainDealer(1))
    seat = match.asked[0]
    choice = match.chosen(seat, match.legal_actions(seat)[0], Mover.PERSON)
    for n in range(1, 20):
        match.apply(replace(choice, line=replace(choice.line, n=n), is_binding=False))
    assert [undo.n for undo in match.undo_stack] == list(range(4, 20))
