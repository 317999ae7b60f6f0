"""What a reviewer gets to see of a match."""

from typing import Any

import pytest

from touchwood import Match, find_game
from touchwood.core.refusals import InputError
from touchwood.core.review import ChoicesMade, Review
from touchwood.match.dealer import CommittedDealer, seed_from_number
from touchwood.match.reviewing import choices_in_force, review_match

TAG = find_game("tag")


def begun() -> Match:
    return Match.start(TAG, players=["a", "b"], dealer=CommittedDealer(seed_from_number(1)))


def test_what_was_taken_back_is_not_looked_at() -> None:
    match = begun()
    entries = []
    for _ in range(3):
        seat = match.asked[0]
        entries.append(match.position.n + 1)
        match.act(seat, match.legal_actions(seat)[0])
    match.take_back(entries[1] - 1, match.asked[0])
    seat = match.asked[0]
    again = (match.position.n + 1, match.state, seat, match.legal_actions(seat)[-1])
    match.act(seat, again[-1])
    first, second = choices_in_force(match)
    assert first[0] == entries[0]
    assert second == again
    assert first[1] == match.positions[entries[0] - 1].state, "as it stood before the choice"


class NeverAsked:
    def review(self, made: ChoicesMade, final: Any) -> Review:
        raise AssertionError("all the hands are open to a reviewer")


def test_a_match_that_is_not_over_is_not_looked_back_at() -> None:
    with pytest.raises(InputError, match="review_before_end"):
        review_match(begun(), NeverAsked())
