"""A quick server for the tests that need one; started once a module."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import quick_settings, serving
from tests.server.toys import MY_GAME, PEBBLES, offered


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that offers all games, the toy, and the example of a game of others."""
    data: Path = tmp_path_factory.mktemp("server")
    with offered(PEBBLES, MY_GAME), serving(quick_settings(data)) as address:
        yield address
