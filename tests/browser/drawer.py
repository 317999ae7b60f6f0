"""A drawer of devices for the tests of the page: what one test has put back the next one takes.

A device that has had the page before loads it in a third of the processor's time, 0.2 s instead of 0.5: its process is
there, and what it loaded is in its cache. What a test left on it is wiped off: storage, history, listeners and scripts.
Who changes what cannot be wiped off (its context: routes, clocks, a lost connection) has it alone, and it is thrown
away; so is one whose test opened a second page. Who is about a first visit, or weighs what is loaded, takes a new one.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Error, Page

EMPTY = "/icon.svg"
"""Something small of the same origin: only there storage can be wiped."""


@dataclass(frozen=True)
class Making:
    """What a device is for good."""

    has_touch: bool
    color_scheme: str
    reduced_motion: str
    locale: str
    scale: float

    def make(self, browser: Browser) -> "Device":
        context = browser.new_context(
            device_scale_factor=self.scale,
            has_touch=self.has_touch,
            is_mobile=self.has_touch,
            locale=self.locale,
            timezone_id="UTC",
            **self.shown,
        )
        return Device(self, context, context.new_page())

    @property
    def shown(self) -> Any:
        return {"color_scheme": self.color_scheme, "reduced_motion": self.reduced_motion}


@dataclass
class Device:
    making: Making
    context: BrowserContext
    page: Page
    scripts: list[Any] = field(default_factory=list)
    """Run whenever something is loaded, until they are closed."""
    has_been_used: bool = False
    """By a test before: what it loaded is in its cache."""

    def run_on_load(self, script: str) -> None:
        self.scripts.append(self.context.add_init_script(script))

    def wipe(self, server: str) -> None:
        for script in self.scripts:
            script.close()
        self.scripts.clear()
        self.page.goto(server + EMPTY)
        self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
        self.page.emulate_media(forced_colors="none", contrast="no-preference", **self.making.shown)
        session = self.context.new_cdp_session(self.page)
        session.send("Page.resetNavigationHistory")
        session.detach()


class Drawer:
    """Of one browser, for one server."""

    def __init__(self, browser: Browser, server: str) -> None:
        self.browser = browser
        self.server = server
        self._there: dict[Making, list[Device]] = defaultdict(list)

    def take(self, making: Making, *, is_new: bool) -> Device:
        there = self._there[making]
        return there.pop() if there and not is_new else making.make(self.browser)

    def put_back(self, device: Device) -> None:
        device.has_been_used = True
        try:
            is_alone = len(device.context.pages) == 1
            if is_alone:
                device.wipe(self.server)
        except Error:  # whatever its test has done to it
            is_alone = False
        if is_alone:
            self._there[device.making].append(device)
        else:
            device.context.close()
