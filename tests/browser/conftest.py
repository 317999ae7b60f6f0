"""A server, a browser and phones for the tests of the page.

All of it lasts as long as this package's tests do: Playwright keeps an event loop in the thread it was started in,
which other tests of the same worker would stumble over.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.phones import LAUNCH, NOT_WORTH_IT, PATIENCE, Phones
from tests.server import luck
from tests.server.running import quick_settings, serving
from touchwood.server.clocks import WallClock
from touchwood.server.page import page_folder


def chromium() -> str | None:
    """Rather without a window around each page: the same engine, and a phone costs half as much."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium-headless-shell") or shutil.which("chromium")


def built_page() -> Path:
    """PAGE_OUT names another one, as it does when the page is built."""
    return Path(os.environ.get("PAGE_OUT") or str(page_folder()))


def why_not_possible() -> str | None:
    if chromium() is None:
        return "the browser tests need Chromium: sudo apt-get install chromium-headless-shell (or set CHROMIUM to one)"
    if not (built_page() / "index.html").is_file():
        return "the page is not built: make page"
    return None


@pytest.fixture(scope="package", autouse=True)
def possible() -> None:
    """Without a browser or a page the tests are skipped, and say so; in CI they fail."""
    reason = why_not_possible()
    if reason is not None and os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    if reason is not None:
        pytest.skip(reason)


@pytest.fixture(scope="package")
def server(possible: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with quick bots and true seconds. Its page is a copy: a page built anew while the tests
    run does not change under them."""
    data = tmp_path_factory.mktemp("browser")
    page = data / "page"
    shutil.copytree(built_page(), page)
    settings = quick_settings(data, clock=WallClock())
    with (
        patch("touchwood.server.page.page_folder", lambda: page),
        luck.dealt_by_name(),
        serving(settings) as address,
    ):
        yield address


@pytest.fixture(scope="package")
def browser(possible: None) -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=[*LAUNCH, NOT_WORTH_IT])
        yield browser
        browser.close()


@pytest.fixture
def phones(browser: Browser, server: str, request: pytest.FixtureRequest) -> Iterator[Phones]:
    """Phones to hand out. Afterwards each must have logged no error and asked nobody but the server."""
    luck.begin(request.node.name)
    handed_out = Phones(browser, server)
    yield handed_out
    handed_out.take_back()
