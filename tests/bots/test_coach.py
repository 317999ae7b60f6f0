"""The coach of games that lend a quick move: fair to what was known, sure only where the worlds are, never by
hindsight."""

from collections.abc import Sequence
from random import Random

import pytest

from tests.parts import games_with
from touchwood import Match, find_game
from touchwood.bots import RandomBot, coach, find_player, kernel_search, play_match
from touchwood.bots.coach import TwinReviewer, compared, win_chance
from touchwood.cli.review import drawn
from touchwood.core.linking import has_numba
from touchwood.core.refusals import InputError
from touchwood.core.review import WinChance
from touchwood.core.seats import Seat
from touchwood.core.twin import interpreted
from touchwood.core.words import languages, words_of
from touchwood.games.tag.options import Options
from touchwood.games.tag.packing import KERNEL
from touchwood.match.dealer import PlainDealer
from touchwood.match.reviewing import choices_in_force

TAG = find_game("tag")
needs_numba = pytest.mark.skipif(not has_numba(), reason="numba is not installed: nothing is compiled")


def slow_reviewer(seats: int, worlds: int) -> TwinReviewer:
    return TwinReviewer(TAG, interpreted(KERNEL, Options(), seats, linked_with=(kernel_search,)), Options(), worlds)


def test_what_the_worlds_do_not_tell_apart_costs_nothing() -> None:
    """The best of six equal ones looks better on the worlds that chose it; on others it does not."""
    rng, blamed = Random(1), 0
    for _ in range(500):
        brought = {choice: [float(rng.random() < 0.5) for _ in range(200)] for choice in range(6)}
        best, cost, margin = compared(0, brought)
        assert cost == 0 or cost > margin > 0.1
        assert (best == 0) == (cost == 0)
        blamed += cost > 0
    assert blamed < 25  # one in forty, by chance


def test_a_difference_below_two_hundredths_is_no_matter() -> None:
    brought = {0: [0.50] * 200, 1: [0.51] * 200, 2: [0.1] * 200}
    assert compared(0, brought)[1] == 0
    assert compared(2, brought) == (1, pytest.approx(0.41), pytest.approx(0, abs=1e-9))


def test_what_is_tried_in_two_ways_must_be_worse_in_both_than_one_and_the_same_choice() -> None:
    quick = {0: [0.5] * 200, 1: [0.9] * 200, 2: [0.2] * 200, 3: [0.8] * 200}
    thinking = {0: [0.5] * 200, 1: [0.3] * 200, 2: [0.9] * 200, 3: [0.6] * 200}
    assert compared(0, quick)[0] == 1
    assert compared(0, thinking)[0] == 2
    assert compared(0, quick, thinking) == (3, pytest.approx(0.1), pytest.approx(0, abs=1e-9)), "and costs the lesser"
    del quick[3], thinking[3]
    assert compared(0, quick, thinking)[1] == 0


def test_a_chance_has_a_band_that_holds() -> None:
    rng, held = Random(2), 0
    for _ in range(500):
        chance = win_chance(1, Seat(0), [float(rng.random() < 0.3) for _ in range(240)])
        held += abs(chance.percent - 30) <= chance.margin
    assert held >= 0.93 * 500


def test_two_matches_that_look_alike_to_the_seat_are_judged_alike() -> None:
    """Hands of others and the deck play no part: only what the seat knew."""
    match = Match.start(TAG, players=["a", "b"], dealer=PlainDealer(3))
    for _ in range(20):
        match.act(match.asked[0], match.legal_actions(match.asked[0])[0])
    seat, state = match.asked[0], match.state
    action, reviewer = match.legal_actions(seat)[0], slow_reviewer(2, 6)
    truth = reviewer.review([(9, state, seat, action)], state)
    for seed in range(3):
        imagined = TAG.sample_state(TAG.view(state, seat), Random(seed))
        assert reviewer.review([(9, imagined, seat, action)], state) == truth


@needs_numba
def test_better_players_are_told_less() -> None:
    costs = {"hard": 0, "random": 0}
    names = list(costs)
    for deal in (2, 4):
        match = Match.start(TAG, players=names, dealer=PlainDealer(deal))
        play_match(match, {Seat(seat): find_player(TAG, name) for seat, name in enumerate(names)}, Random(deal))
        review = coach.review(match)
        assert len(review.chances) >= len(review.judgements)
        blamed = sum(judged.cost > 0 for judged in review.judgements)
        assert sum(judged.is_turning_point for judged in review.judgements) == min(blamed, 3)
        for judged in review.judgements:
            costs[names[judged.seat]] += judged.cost
            assert not (judged.is_close and judged.cost)
        assert any(judged.is_close for judged in review.judgements)
        assert not all(judged.is_close for judged in review.judgements)
    assert 3 * costs["hard"] < costs["random"]


@needs_numba
def test_a_match_that_is_not_over_is_not_judged() -> None:
    with pytest.raises(InputError, match="review_before_end"):
        coach.review(Match.start(TAG, players=["a", "b"], dealer=PlainDealer(3)))


def test_a_line_of_chances_is_as_long_as_it_may_be() -> None:
    assert drawn([0, 50, 100]) == "▁▅█"
    assert len(drawn(list(range(101)) * 5)) == 60


# -- In words --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", games_with("because"))
def test_a_game_tells_the_facts_behind_a_choice(name: str) -> None:
    """In every language; and nothing that the seat did not know: equal views, equal facts."""
    game = find_game(name)
    seats = min(3, game.player_counts[-1])
    match = Match.start(game, players=["Ana", "Bo", "Cy"][:seats], dealer=PlainDealer(1))
    play_match(match, {Seat(seat): RandomBot(game) for seat in range(seats)}, Random(1))
    told: set[str] = set()
    assert game.because is not None
    for entry, state, seat, action in choices_in_force(match)[:60]:
        view = game.knowledge(state, seat)
        because = game.because(view, action)
        assert because == game.because(game.knowledge(game.sample_state(view, Random(entry)), seat), action)
        for language in languages(game.words):
            words = words_of(game.words, language=language, names=["Ana", "Bo", "Cy"])
            if because is not None:
                told.add(words.label(f"because.{because.code}", **because.facts))
    assert len(told) > 5


@needs_numba
@pytest.mark.parametrize("name", ["point_a_pile", "tactile_crane"])
def test_a_review_in_points_has_chances_and_reasons_too(name: str) -> None:
    game = find_game(name)
    match = Match.start(game, players=["a", "b", "c"], dealer=PlainDealer(2))
    play_match(match, {Seat(seat): find_player(game, "easy") for seat in range(3)}, Random(2))
    found = coach.review(match)
    assert {chance.seat for chance in found.chances} == {0, 1, 2}
    turned = [judged for judged in found.judgements if judged.is_turning_point]
    assert 0 < len(turned) <= 3
    assert any(judged.because is not None for judged in turned)
    assert all(judged.because is None for judged in found.judgements if not judged.cost)
    assert not any(judged.is_close and judged.cost for judged in found.judgements)
    assert not all(judged.is_close for judged in found.judgements)
    assert found.assumes == "quick"
    assert [(course.seat, course.even) for course in found.courses] == [(0, 33), (1, 33), (2, 33)]
    assert sum(course.ended for course in found.courses) == 100


@needs_numba
@pytest.mark.parametrize("name", ["tag", "point_a_pile", "tactile_crane"])
def test_chances_are_found_one_by_one_and_before_all_is_judged(name: str) -> None:
    game = find_game(name)
    match = Match.start(game, players=["a", "b"], dealer=PlainDealer(2))
    play_match(match, {Seat(seat): find_player(game, "easy") for seat in range(2)}, Random(2))
    heard: list[str] = []
    lengths: list[int] = []

    def found(chances: Sequence[WinChance]) -> None:
        lengths.append(len(chances))
        heard.append("found")

    review = coach.review(match, lambda done, of: heard.append("judged"), found)
    assert lengths == list(range(1, len(review.chances) + 1))
    last_judged = len(heard) - 1 - heard[::-1].index("judged")
    assert heard.index("found") < last_judged
