"""No test goes blind: the games that Touchwood began with have every part that a game may do without."""

import pytest

from tests.parts import PARTS, WITH_EVERY_PART, games_with
from touchwood.testing.toys.pebbles import GAME as PEBBLES


@pytest.mark.parametrize("part", PARTS)
def test_tests_of_a_part_are_about_these_games_at_least(part: str) -> None:
    assert set(games_with(part)) >= WITH_EVERY_PART


@pytest.mark.parametrize("part", PARTS)
def test_a_game_without_the_part_is_told_apart(part: str) -> None:
    assert not PARTS[part](PEBBLES)
