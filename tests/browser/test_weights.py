"""What a phone on a thin line has to load: bytes as sent, headers included, with nothing in its cache."""

import os
import re
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Route, expect

from tests.browser.moments import looking_on
from tests.browser.phones import Phone, Phones, again_until
from tests.browser.screens import Stage
from tests.browser.wired import play_to_the_end

FIRST_LOAD = 150_000
FIRST_DECISION = 120_000
"""More, from a tap on the start screen to what a stranger is asked first."""
SHEETS = 40_000
REVIEW = 60_000
MOMENTS = 60_000

IS_SOAK = os.environ.get("TOUCHWOOD_SOAK") == "1"
TITLES = ("Can't Touch This", "Point-a-Pile", "Tactile Crane Championship", "TAG")
FINISHED: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "point_a_pile": (("Ana", "Bo"), {"target": 6}),
    "tactile_crane": (("Ana", "Bo"), {}),
    "tag": (("Ana", "Bo"), {}),
}
"""Short matches to look back at, and who plays them; Can't Touch This is looked back at on its table."""


class Scale:
    """Weighs what a phone loads from now on."""

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.loaded: dict[str, int] = {}
        """By address."""
        self._under_way: dict[str, str] = {}
        session = phone.context.new_cdp_session(phone.page)
        session.on("Network.requestWillBeSent", self._asked)
        session.on("Network.loadingFinished", self._came)
        session.on("Network.loadingFailed", lambda told: self._under_way.pop(told["requestId"], None))
        session.send("Network.enable")

    def _asked(self, told: dict[str, Any]) -> None:
        self._under_way[told["requestId"]] = told["request"]["url"].removeprefix(self.phone.server)

    def _came(self, told: dict[str, Any]) -> None:
        address = self._under_way.pop(told["requestId"], "?")
        self.loaded[address] = self.loaded.get(address, 0) + int(told["encodedDataLength"])

    def check(self, most: int) -> None:
        """What was asked for so far is there, and weighs no more than that; then the scale is at nothing again."""
        again_until(lambda: not self._under_way, lambda: self.phone.page.evaluate("1"))
        by_weight = sorted(self.loaded.items(), key=lambda part: -part[1])
        whole = sum(self.loaded.values())
        assert whole > 0
        assert whole < most, f"{whole} bytes, of which most are {by_weight[:12]}"
        self.loaded.clear()


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("title", TITLES)
def test_a_stranger_waits_for_little_before_the_first_decision(phones: Phones, title: str, language: str) -> None:
    phone = phones.new("Ana", is_new=True, language=language)
    scale = Scale(phone)
    phone.go("/")
    card = phone.page.get_by_role("listitem").filter(has=phone.page.get_by_role("heading", name=title, exact=True))
    expect(card).to_be_visible()
    phone.page.wait_for_load_state("networkidle")
    scale.check(FIRST_LOAD)
    phone.tap(card.get_by_role("button").first)
    expect(phone.page.locator("[data-lesson]").get_by_role("paragraph").first).to_be_visible()
    scale.check(FIRST_DECISION)
    # The first touch brings what may lie over the table.
    with phone.page.expect_response(re.compile(r"/sheets-.*\.js$")):
        phone.page.keyboard.press("Shift")
    scale.check(SHEETS)


@pytest.mark.soak
@pytest.mark.parametrize("game", FINISHED if IS_SOAK else ["point_a_pile"])
def test_looking_back_at_a_match_is_light(phones: Phones, game: str) -> None:
    stage = Stage(phones, {})
    names, options = FINISHED[game]
    phone = stage.at_table(stage.played(game, *names, options=options))
    expect(phone.sheet("The end")).to_be_visible()
    scale = Scale(phone)
    phone.tap("Review")
    expect(phone.sheet("Review").get_by_role("progressbar")).to_have_count(0)
    scale.check(REVIEW)


def test_what_the_end_is_shown_with_comes_later_and_is_light(phones: Phones) -> None:
    phone, begun = looking_on(phones, "tag", is_held=False, has_motion=True)
    phone.page.wait_for_load_state("networkidle")
    scale = Scale(phone)
    play_to_the_end(phones.server, begun)
    expect(phone.sheet("The end")).to_be_visible()
    assert phone.page.evaluate("window.moments").count("ending") == 1
    scale.check(MOMENTS)


def test_what_a_table_is_drawn_and_told_with_is_asked_for_beside_the_table_itself(phones: Phones) -> None:
    """While the server has not yet answered that there is one."""
    phone = phones.new("Ana", is_new=True)
    asked: list[str] = []
    kept_waiting: list[Route] = []
    phone.page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    phone.page.route("**/api/lessons", lambda route: kept_waiting.append(route))
    phone.go("/")
    phone.tap("Play now: TAG")
    wanted = ("/api/lessons", "/assets/TableScreen-", "/assets/Frame-", "/assets/tag-", "/words/tag/en.json")

    def is_asked_for(part: str) -> bool:
        return any(path.startswith(part) for path in asked)

    again_until(lambda: kept_waiting and all(map(is_asked_for, wanted)), lambda: phone.page.evaluate("1"))
    kept_waiting[0].continue_()
    expect(phone.page.locator("[data-lesson]").get_by_role("paragraph").first).to_be_visible()
    assert asked.count("/words/tag/en.json") == 1
    # By the page's head, before there is a script that needs them.
    assert asked.count("/api/games") == 1
    assert asked.index("/api/games") < min(place for place, path in enumerate(asked) if path.endswith(".js"))
