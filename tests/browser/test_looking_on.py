"""Watchers and the big screen: only what is public, and nothing to do."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phones import DESKTOP, Phone, Phones
from tests.browser.playing_tag import hand, pile
from tests.browser.wired import Played, played


@pytest.fixture
def running(server: str) -> Played:
    return played(server, "tag", ["Ana", "Bo"], choices=3)


def hands_told(phone: Phone) -> Iterator[Any]:
    """The hands in everything the phone was told."""
    for frame in phone.received:
        situation = json.loads(frame).get("situation")
        if situation:
            yield from (player["hand"] for player in situation["view"]["players"])


def test_a_watcher_sees_no_hand_and_cannot_act(phones: Phones, running: Played) -> None:
    phone = phones.new("Zoe").go(f"/#/w/{running.table}/{running.watch_key}")
    expect(pile(phone, "Deck")).to_be_visible()
    assert hand(phone).count() == 0
    told = list(hands_told(phone))
    assert told, "something was told"
    assert all(each is None for each in told)
    phone.tap(pile(phone, "Deck"))
    for name in ("Draw", "Play", "Discard", "Leave IT", "Gool!"):
        expect(phone.button(name)).to_have_count(0)
    phone.tap("Menu")
    expect(phone.button("Talk")).to_be_visible()
    expect(phone.button("Ask to take back")).to_have_count(0)
    assert phone.acts() == []


def test_the_big_screen_shows_public_things_and_no_buttons(phones: Phones, running: Played) -> None:
    phone = phones.new("Wall", size=DESKTOP, has_touch=False).go(f"/#/big/{running.table}/{running.watch_key}")
    for name in ("Ana", "Bo"):
        expect(phone.page.get_by_text(name, exact=True).first).to_be_visible()
    told = list(hands_told(phone))
    assert told, "something was told"
    assert all(each is None for each in told)
    assert hand(phone).count() == 0
    expect(phone.button("Draw")).to_have_count(0)


@pytest.mark.parametrize("game", ["tag", "cant_touch_this"])
def test_nothing_can_be_pressed_on_the_big_screen(phones: Phones, game: str) -> None:
    match = played(phones.server, game, ["Ana", "Bo"], choices=2)
    phone = phones.new("Wall", size=DESKTOP, has_touch=False).go(f"/#/big/{match.table}/{match.watch_key}")
    for name in ("Ana", "Bo"):
        expect(phone.page.get_by_role("img", name=re.compile(f"^{name}:"))).to_be_visible()
    expect(phone.page.locator("button, a[href], input, select, [tabindex='0']")).to_have_count(0)


def test_a_wrong_watch_key_opens_nothing(phones: Phones, running: Played) -> None:
    phone = phones.new("Zoe").go(f"/#/w/{running.table}/{'x' * 32}")
    expect(phone.text("This table is not open to watchers.")).to_be_visible()


def test_with_the_code_one_may_watch_only_where_the_host_allows_it(phones: Phones) -> None:
    host = phones.at_new_table("tag", "Ana", bots=["random"], table={"watching": "code"})
    host.tap("Start")
    host.expect_your_turn()
    code = host.held_games()[0]["code"]
    watcher = phones.new("Zoe").go(f"/t/{code}")
    watcher.tap("Watch")
    expect(pile(watcher, "Deck")).to_be_visible()
    assert hand(watcher).count() == 0
