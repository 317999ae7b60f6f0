"""A plugin of pytest: only the tests that look at one game, or at all games one after the other.

python -m pytest -p tests.about_a_game --about tag    # make test-game GAME=tag
"""

import inspect
import re

import pytest

ALL_GAMES = re.compile(r'\b(all_games|game_names|tables)\(|"--check"\]')
"""What a test asks by which it meets every game there is."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--about", metavar="GAME", required=True, help="the name of the game")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    game = str(config.getoption("about"))
    picked = [item for item in items if game in item.nodeid or (is_one(item) and ALL_GAMES.search(body(item)))]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(picked)])
    items[:] = picked


def is_one(item: pytest.Item) -> bool:
    """It has no parameters: of tests that have, those of the other games are none of this one's."""
    return not hasattr(item, "callspec")


def body(item: pytest.Item) -> str:
    assert isinstance(item, pytest.Function)
    return inspect.getsource(item.function).partition("def ")[2]
