"""How heavy is the page, and how quick and smooth on a slow phone?

Measured in real Chromium against a server of this machine, each time with an empty cache: what is loaded for the start
screen and then for a table of each game, compressed as sent, headers included; and, with the CPU slowed down four
times, when the first screen stands, when a stranger who taps "Play now" has a game's first decision, how soon a touch
is drawn at the first decision of each game, and how smoothly each great moment runs beside the table at rest
(`slow_phone/`). Nothing is asserted.

    python benchmarks/page.py
    python benchmarks/page.py --only moments gool count --why    # what the trace shows of two of them
    PAGE_OUT=FOLDER python benchmarks/page.py --only moments     # of another build of the page; touches too

Aims: first load under 150 KB and a game 120 KB more, first screen within 1 s, first decision within 5 s, a touch drawn
within 100 ms; of a moment 0.85 of the frames a second at rest, a frame within 33 ms 95 times in 100, and nothing laid
out or painted while it lasts.
"""

import argparse
import os
import platform
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from statistics import median
from unittest.mock import patch
from urllib.error import URLError
from urllib.request import urlopen

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, CDPSession, Page, ViewportSize, expect, sync_playwright
from slow_phone.frames import show_moments
from slow_phone.touches import show_touches
from tests.browser.conftest import built_page, chromium, why_not_possible
from tests.browser.phones import LAUNCH, PATIENCE
from tests.browser.staged import MOMENTS
from tests.server.running import quick_settings
from tests.server.running import serving as serving_tests

from touchwood.server.clocks import WallClock

SLOWER = 4
RUNS = 5
PHONE = ViewportSize(width=360, height=640)
YOUR_TURN = "document.title.startsWith('●')"

# When the games stand on the screen, painted: the frame after the one in which they came.
STANDS = """
new MutationObserver((_, observer) => {
  if (!document.querySelector('.game')) return
  observer.disconnect()
  requestAnimationFrame(() => setTimeout(() => (window.stands = performance.now())))
}).observe(document, { childList: true, subtree: true })
"""
PARTS = ("weights", "times", "touches", "moments")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=PARTS, help="one part")
    parser.add_argument("--why", action="store_true", help="what the trace shows, for touches and moments")
    parser.add_argument("moments", nargs="*", choices=[[], *MOMENTS], help="which of them")
    arguments = parser.parse_args()
    if (reason := why_not_possible()) is not None:
        print(reason)
        return
    with serving() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=LAUNCH)
        print(
            f"{platform.python_implementation()} {platform.python_version()}, Playwright {version('playwright')}, ",
            end="",
        )
        print(f"Chromium {browser.version}, {platform.machine()}, {os.cpu_count()} cores")
        wanted = PARTS if arguments.only is None else (arguments.only,)
        if "weights" in wanted:
            show_weights(browser, server)
        if "times" in wanted:
            show_times(browser, server)
        if "touches" in wanted or "moments" in wanted:
            expect.set_options(timeout=PATIENCE)
            # Of matches that are played up to something nothing is slowed down by the server.
            page = built_page()
            with (
                tempfile.TemporaryDirectory() as data,
                patch("touchwood.server.page.page_folder", lambda: page),
                serving_tests(quick_settings(Path(data), clock=WallClock())) as quick,
            ):
                if "touches" in wanted:
                    show_touches(browser, quick, is_why_asked=arguments.why)
                if "moments" in wanted:
                    show_moments(browser, quick, arguments.moments or MOMENTS, is_why_asked=arguments.why)
        browser.close()


@contextmanager
def serving() -> Iterator[str]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        command = [
            sys.executable,
            "-m",
            "touchwood",
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
            "--data",
            data,
        ]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        address = f"http://127.0.0.1:{port}"
        try:
            wait_for(f"{address}/health")
            yield address
        finally:
            server.terminate()
            server.wait(20)


def wait_for(address: str) -> None:
    for _ in range(600):
        try:
            with urlopen(address, timeout=5):
                return
        except (URLError, ConnectionError):
            time.sleep(0.05)
    raise SystemExit("the server did not start")


@contextmanager
def fresh_page(browser: Browser) -> Iterator[tuple[Page, CDPSession]]:
    """A phone that was never here."""
    # What is waited for is asked by strings, which the page's own policy forbids.
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale="en-GB", bypass_csp=True)
    page = context.new_page()
    yield page, context.new_cdp_session(page)
    context.close()


# -- Weight ---------------------------------------------------------------------------------------------------------


@dataclass
class Weight:
    """What was loaded, in bytes, by kind."""

    kinds: dict[str, int] = field(default_factory=dict)

    @property
    def whole(self) -> int:
        return sum(self.kinds.values())

    def __str__(self) -> str:
        parts = sorted(self.kinds.items(), key=lambda part: -part[1])
        return f"{self.whole / 1000:6.1f} KB   " + ", ".join(f"{kind} {size / 1000:.1f}" for kind, size in parts)


def weighing(session: CDPSession) -> Weight:
    """Weighs from now on."""
    weight, kinds = Weight(), dict[str, str]()
    session.on("Network.responseReceived", lambda told: kinds.update({told["requestId"]: told["type"].lower()}))

    def loaded(told: dict[str, object]) -> None:
        kind = kinds.get(str(told["requestId"]), "other")
        weight.kinds[kind] = weight.kinds.get(kind, 0) + int(told["encodedDataLength"])  # type: ignore[call-overload]  # an event is a plain dict

    session.on("Network.loadingFinished", loaded)
    session.send("Network.enable")
    return weight


def show_weights(browser: Browser, server: str) -> None:
    print("\nloaded, compressed as sent")
    with fresh_page(browser) as (page, session):
        weight = weighing(session)
        page.goto(server, wait_until="networkidle")
        print(f"  {'start screen':30}{weight}")
    for title in titles(browser, server):
        with fresh_page(browser) as (page, session):
            page.goto(server, wait_until="networkidle")
            weight = weighing(session)
            play_now(page, title)
            settle(page, weight)
            print(f"  {'+ ' + title:30}{weight}")


def settle(page: Page, weight: Weight) -> None:
    """Until nothing more has come for a second."""
    before = -1
    while weight.whole != before:
        before = weight.whole
        page.wait_for_timeout(1_000)


def play_now(page: Page, title: str) -> None:
    card = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=title, exact=True))
    card.get_by_role("button", name="Play now").tap()
    page.wait_for_function(YOUR_TURN, timeout=60_000)


# -- Time -----------------------------------------------------------------------------------------------------------


def show_times(browser: Browser, server: str) -> None:
    print(f"\nCPU slowed down {SLOWER} times, median (worst)")
    first = [first_screen(browser, server) for _ in range(RUNS)]
    print(f"  {'first words painted':46}{told([painted for painted, _ in first])}")
    print(f"  {'first screen stands':46}{told([stands for _, stands in first])}")
    for title in titles(browser, server):
        decided = [first_decision(browser, server, title) for _ in range(RUNS)]
        print(f"  {f'{title}: first decision':46}{told(decided)}")


def slow_down(session: CDPSession) -> None:
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})


def first_screen(browser: Browser, server: str) -> tuple[float, float]:
    """Milliseconds from the start of the navigation until something, and until the games, can be seen."""
    with fresh_page(browser) as (page, session):
        slow_down(session)
        page.add_init_script(STANDS)
        page.goto(server)
        page.wait_for_function("window.stands")
        painted: float = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        stands: float = page.evaluate("window.stands")
        return painted, stands


def titles(browser: Browser, server: str) -> list[str]:
    with fresh_page(browser) as (page, _):
        page.goto(server, wait_until="networkidle")
        return page.locator(".game h2").all_inner_texts()


def first_decision(browser: Browser, server: str, title: str) -> float:
    """Milliseconds from the start of the navigation, over a tap as soon as there is something to tap, until the lesson
    says what to do."""
    with fresh_page(browser) as (page, session):
        slow_down(session)
        page.goto(server)
        play_now(page, title)
        page.get_by_role("region", name="Lesson").get_by_role("paragraph").first.wait_for()
        decided: float = page.evaluate("performance.now()")
        return decided


def told(times: list[float]) -> str:
    return f"{median(times):6.0f} ms ({max(times):.0f})"


if __name__ == "__main__":
    main()
