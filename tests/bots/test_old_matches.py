"""Bots and the coach stay on the rules a match began with: they ask for a twin of its version, and for no other."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from touchwood.bots import find_player, player_names
from touchwood.bots.advising import advise
from touchwood.bots.coach import review
from touchwood.bots.finding import names_for
from touchwood.core.bot import Searcher, Thinker, Weigher
from touchwood.core.game import AnyGame
from touchwood.core.linking import has_numba
from touchwood.core.refusals import InputError
from touchwood.games.discovery import all_games, find_game
from touchwood.match.files import read_record
from touchwood.match.match import Match
from touchwood.match.replay import restore
from touchwood.match.reviewing import choices_in_force

RECORDS = Path(__file__).parents[1] / "records"
OLD = ("tag-1-without-gool", "point_a_pile-1-rock-out-of-time", "tactile_crane-1")
POSITIONS = 4
pytestmark = pytest.mark.skipif(not has_numba(), reason="numba is not installed: then no twin is asked for")


@contextmanager
def covering(game: AnyGame, *versions: int) -> Iterator[set[int]]:
    """A twin that has learnt these versions and no other, as between a change of rules and what it brings; and the
    versions that anybody asked it for."""
    kernel, asked = game.kernel, set[int]()
    assert kernel is not None

    def covers(options: object, seats: int, version: int) -> bool:
        asked.add(version)
        return version in versions and kernel.covers(options, seats, version)

    object.__setattr__(game, "kernel", replace(kernel, covers=covers))
    try:
        yield asked
    finally:
        object.__setattr__(game, "kernel", kernel)


def old_match(name: str) -> Match:
    return restore(read_record(RECORDS / f"{name}.jsonl"))


def test_every_game_that_changed_has_an_old_match_here() -> None:
    assert {old_match(name).game.name for name in OLD} == {game.name for game in all_games() if len(game.versions) > 1}


@pytest.mark.parametrize("name", OLD)
def test_an_old_match_is_reviewed_on_the_twin_of_its_own_version(name: str) -> None:
    match = old_match(name)
    usual = review(match)
    with covering(match.game, 1) as asked:
        assert review(match) == usual
    assert asked == {1}


def test_an_old_match_is_not_reviewed_on_the_twin_of_another_version() -> None:
    match = old_match("tag-1-without-gool")
    with covering(match.game, 2), pytest.raises(InputError, match="no_reviewer"):
        review(match)


@pytest.mark.parametrize("name", OLD)
def test_every_level_thinks_about_an_old_match_with_the_twin_of_its_version(name: str) -> None:
    match, asked_in_all = old_match(name), set[int]()
    game, made = match.game, choices_in_force(match)
    for entry, state, seat, _ in made[:: len(made) // POSITIONS]:
        view, legal = game.knowledge(state, seat), game.legal_actions(state, seat)
        for level in player_names(game):
            usual = find_player(game, level).choose(view, legal, Random(entry))
            with covering(game, 1) as asked:
                assert find_player(game, level).choose(view, legal, Random(entry)) == usual
            asked_in_all |= asked
        usual = advise(game, view, legal, Random(entry))
        with covering(game, 1) as asked:
            assert advise(game, view, legal, Random(entry)) == usual
        asked_in_all |= asked
    is_searched = any(isinstance(player, Searcher | Thinker | Weigher) for player in game.players.values())
    assert asked_in_all == ({1} if is_searched else set())


def test_levels_differ_by_what_the_twin_knows_of_the_rules_they_are_asked_for() -> None:
    game = find_game("point_a_pile")
    options, seats = game.options_type(), 4
    with covering(game, 1) as asked:
        assert names_for(game, options, seats, 1) == player_names(game)
        assert asked == {1}
        assert "best" not in names_for(game, options, seats, 2)
