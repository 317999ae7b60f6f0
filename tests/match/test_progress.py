"""Where a match stands: what may be taken back without asking, and how it is closed."""

from random import Random

import pytest
from msgspec.structs import replace

from touchwood import Match, find_game
from touchwood.bots import RandomBot, play_match
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import Seat
from touchwood.games.tactile_crane.actions import CloseEyes, EndWithoutOutcome
from touchwood.games.tag.actions import Draw
from touchwood.games.tag.state import Pile
from touchwood.match.dealer import CommittedDealer, PlainDealer, seed_from_number
from touchwood.match.record import ChanceOutcome, Mover
from touchwood.match.replay import verify

TAG, CRANE = find_game("tag"), find_game("tactile_crane")


def test_sixteen_choices_in_a_row_are_free_and_no_more() -> None:
    match = Match.start(TAG, players=["a", "b"], dealer=PlainDealer(1))
    seat = match.asked[0]
    choice = match.chosen(seat, match.legal_actions(seat)[0], Mover.PERSON)
    for n in range(1, 20):
        match.apply(replace(choice, line=replace(choice.line, n=n), is_binding=False))
    assert [undo.n for undo in match.undo_stack] == list(range(4, 20))


def test_after_a_choice_that_binds_none_before_it_is_free() -> None:
    match = Match.start(TAG, players=["a", "b"], dealer=PlainDealer(1))
    seat = match.asked[0]
    choice = match.chosen(seat, match.legal_actions(seat)[0], Mover.PERSON)
    match.apply(replace(choice, is_binding=False))
    assert match.may_take_back == seat
    match.apply(replace(choice, is_binding=True))
    assert match.undo_stack == ()


def test_a_choice_is_free_until_chance_falls_on_it() -> None:
    """Whoever draws from the deck chooses nothing that binds; the card that comes does."""
    match = Match.start(TAG, players=["a", "b"], dealer=PlainDealer(1))
    while Draw(Pile.DECK) not in match.legal_actions(match.asked[0]):
        match.act(match.asked[0], match.legal_actions(match.asked[0])[-1])
    seat = match.asked[0]
    match.apply(match.chosen(seat, Draw(Pile.DECK), Mover.PERSON))
    assert match.may_take_back == seat
    match.deal()
    assert isinstance(match.lines[-1].entry, ChanceOutcome)
    assert match.may_take_back is None


def test_what_only_the_clock_may_do_is_refused_from_a_person_whoever_is_asked() -> None:
    match = Match.start(CRANE, players=["a", "b", "c"], dealer=PlainDealer(1))
    challenger = match.asked[0]
    match.act(challenger, CloseEyes())
    for seat in (challenger, *match.asked):
        with pytest.raises(InputError, match="only_the_clock"):
            match.act(seat, EndWithoutOutcome())
    match.act(challenger, EndWithoutOutcome(), Mover.CLOCK)
    assert verify(match.record).entries == match.position.n


def test_what_was_taken_back_is_not_taken_back_again() -> None:
    match = Match.start(TAG, players=["a", "b"], dealer=PlainDealer(1))
    seat, before = match.asked[0], match.position
    choice = match.chosen(seat, match.legal_actions(seat)[0], Mover.PERSON)
    for n in range(1, 6):
        match.apply(replace(choice, line=replace(choice.line, n=n), is_binding=False))
    match.apply(match.taken_back(seat, 3, before))
    assert [undo.n for undo in match.undo_stack] == [1, 2, 3]
    assert match.may_take_back == seat
    match.apply(match.taken_back(seat, 0, before))
    assert match.may_take_back is None


def test_a_plain_deal_has_no_seed_to_show() -> None:
    match = Match.start(TAG, players=["a", "b"], dealer=PlainDealer(1))
    play_match(match, {Seat(seat): RandomBot(TAG) for seat in range(2)}, Random(1))
    lines = list(match.lines)
    match.close()
    assert match.is_over
    assert match.lines == lines


def test_no_line_is_made_after_the_seed_is_shown() -> None:
    match = Match.start(TAG, players=["a", "b"], dealer=CommittedDealer(seed_from_number(1)))
    play_match(match, {Seat(seat): RandomBot(TAG) for seat in range(2)}, Random(1))
    match.take_back(match.position.n - 5, Seat(0))
    play_match(match, {Seat(seat): RandomBot(TAG) for seat in range(2)}, Random(1))
    match.close()
    for another in (lambda: match.take_back(match.position.n - 5, Seat(0)), lambda: match.hinted(Seat(0), "hard")):
        with pytest.raises(Refused, match="match_is_over"):
            another()
    assert verify(match.record).is_over


def test_only_a_lesson_has_steps() -> None:
    assert Match.start(TAG, players=["a", "b"], dealer=PlainDealer(1)).lesson_step is None
