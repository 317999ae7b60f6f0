"""Actions of Point-a-Pile on the page: every card is triggered by taps, and everybody sees what it did."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Phone, Phones
from tests.browser.pile_situations import WINDOW_OF, arranged, cards_of, seated, up_to_the_window_of
from tests.browser.playing_piles import battle, tray, trigger, window
from tests.browser.wired import Played

# The most there ever were of something at once, kept also after it has gone.
COUNT = """(what) => new MutationObserver(() => {
  const seen = document.querySelectorAll(what).length
  const { dataset } = document.documentElement
  if (seen > Number(dataset.most ?? 0)) dataset.most = seen
}).observe(document.querySelector('main'), { subtree: true, childList: true })"""


def brought_to(phones: Phones, kind: str, *names: str, **options: Any) -> Played:
    """A match in which seat 0 may trigger a card of that kind; all cards are."""
    deck = cards_of(kind, "wait_a_minute", 8 * len(names))
    return arranged(phones.server, names, {"wait_a_minute": True, "deck": deck, **options}, up_to_the_window_of(kind))


def watch_for(phone: Phone, what: str) -> None:
    expect(phone.page.get_by_role("group", name="Players")).to_be_visible()
    phone.page.evaluate(COUNT, what)


def expect_seen(phone: Phone, most: int) -> None:
    expect(phone.page.locator("html")).to_have_attribute("data-most", str(most))


def throws_told(phone: Phone) -> list[str | None]:
    updates = [json.loads(frame) for frame in phone.received]
    events = [event.get("event", {}) for update in updates for event in update.get("events", [])]
    return [event["hand"] for event in events if event.get("type") == "Threw"]


@pytest.mark.parametrize("kind", sorted(WINDOW_OF))
def test_every_action_is_triggered_by_taps_and_shown(phones: Phones, kind: str) -> None:
    phone = seated(phones, brought_to(phones, kind, "Ana", "Bo"), 0)
    watch_for(phone, ".deed")
    trigger(phone)
    expect_seen(phone, 1)
    expect(window(phone)).to_have_count(0)
    assert phone.acts()[-1]["action"]["type"] == "Trigger"


def test_a_round_played_again_is_laid_out_again(phones: Phones) -> None:
    match = brought_to(phones, "redo", "Ana", "Bo")
    phone, other = seated(phones, match, 0), seated(phones, match, 1)
    scored = re.compile("^Ana: 0 points, 2 cards")
    expect(other.button(scored)).to_be_visible()
    trigger(phone)
    expect(tray(phone)).to_have_count(3)
    expect(other.text("Ana lays out the cards.")).to_be_visible()
    expect(other.button(scored)).to_have_count(0)


def test_a_battle_is_thrown_in_secret_and_shown_at_once(phones: Phones) -> None:
    match = brought_to(phones, "battle", "Ana", "Bo")
    phone, other = seated(phones, match, 0), seated(phones, match, 1)
    watcher = phones.new("Zoe").go(f"/#/w/{match.table}/{match.watch_key}")
    trigger(phone)
    expect(battle(phone)).to_have_count(3)
    for each in (phone, other, watcher):
        watch_for(each, ".throws > span")
    phone.settle()
    phone.tap(battle(phone).nth(1))
    expect(battle(phone).nth(1)).to_have_attribute("aria-pressed", "true")
    for each in (other, watcher):
        expect(each.text("Ana has thrown.").first).to_be_visible()
        assert throws_told(each) == [None], "nobody is told what was thrown"
    other.settle()
    other.tap(battle(other).nth(0))
    for each in (phone, other, watcher):
        expect_seen(each, 2)
    expect(phone.button(re.compile("^Ana: 0 points, 3 cards"))).to_be_visible()


@pytest.mark.parametrize("where", ["w", "big"])
def test_those_who_look_on_are_not_told_who_may_trigger(phones: Phones, where: str) -> None:
    match = brought_to(phones, "discard", "Ana", "Bo", complete_a_mission=True)
    watcher = phones.new("Zoe").go(f"/#/{where}/{match.table}/{match.watch_key}")
    expect(watcher.text(re.compile("Anybody with an action may use it now")).first).to_be_visible()
    expect(window(watcher)).to_have_count(0)
    expect(watcher.page.locator("[aria-current]")).to_have_count(0)
    expect(watcher.text("Your mission")).to_have_count(0)
