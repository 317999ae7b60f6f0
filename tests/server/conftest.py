"""A quick server for the tests that need one, started once a module; and for all of them luck of their own names."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server import luck
from tests.server.running import quick_settings, serving
from tests.server.toys import MY_GAME, PEBBLES, offered


@pytest.fixture(scope="package", autouse=True)
def dealt_by_name() -> Iterator[None]:
    with luck.dealt_by_name():
        yield


@pytest.fixture(autouse=True)
def luck_of_its_own(request: pytest.FixtureRequest) -> None:
    luck.begin(request.node.name)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that offers all games, the toy, and the example of a game of others."""
    data: Path = tmp_path_factory.mktemp("server")
    with offered(PEBBLES, MY_GAME), serving(quick_settings(data)) as address:
        yield address
