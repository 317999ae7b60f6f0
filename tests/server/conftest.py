"""A quick server for the tests that need one; started once a module."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.running import quick_settings, serving
from tests.server.toys import PEBBLES, offered


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that offers all games and the toy."""
    data: Path = tmp_path_factory.mktemp("server")
    with offered(PEBBLES), serving(quick_settings(data)) as address:
        yield address
