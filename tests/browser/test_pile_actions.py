"""Actions of Point-a-Pile on the page: every card is triggered by taps, and everybody sees what it did."""

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Locator, TimeoutError, expect

from tests.browser.phones import Phone, Phones, again_until, hold
from tests.browser.pile_situations import WINDOW_OF, arranged, cards_of, in_piles, up_to_the_window_of
from tests.browser.playing import GONE
from tests.browser.playing_piles import GAME, battle, empty_space, piles, tray, window
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


def seated(phones: Phones, match: Played, seat: int, **how: Any) -> Phone:
    phone = phones.new(match.seats[seat][0], **how)
    hold(phone, GAME, match.seats[seat : seat + 1])
    return phone.go(f"/#/table/{match.table}")


def watch_for(phone: Phone, what: str) -> None:
    expect(phone.page.locator("main .seats")).to_be_visible()
    phone.page.evaluate(COUNT, what)


def expect_seen(phone: Phone, most: int) -> None:
    expect(phone.page.locator("html")).to_have_attribute("data-most", str(most))


def throws_told(phone: Phone) -> list[str | None]:
    updates = [json.loads(frame) for frame in phone.received]
    events = [event.get("event", {}) for update in updates for event in update.get("events", [])]
    return [event["hand"] for event in events if event.get("type") == "Threw"]


def choices(phone: Phone) -> Locator:
    return window(phone).locator(".choices").get_by_role("button")


def can_be_pressed(what: Locator) -> bool:
    """The first of them, now."""
    return bool(what.evaluate_all("([one]) => one && !one.disabled && one.getAttribute('aria-disabled') !== 'true'"))


def trigger(phone: Phone) -> None:
    """The first card, then the first of all it asks for; piles and empty space are tapped on the felt."""
    phone.settle()
    phone.tap(choices(phone).first)
    whole = phone.button("Trigger")
    on_felt = phone.page.locator(".pile.offered, .empty.offered")

    def name_next() -> None:
        if can_be_pressed(choices(phone)):
            with suppress(TimeoutError):
                phone.tap(on_felt.first if on_felt.count() else choices(phone).first, patience=GONE)

    again_until(lambda: can_be_pressed(whole), name_next)
    phone.tap(whole)


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
    expect(watcher.text("The table waits for actions.").first).to_be_visible()
    expect(window(watcher)).to_have_count(0)
    expect(watcher.page.locator("[aria-current]")).to_have_count(0)
    expect(watcher.text("Your mission")).to_have_count(0)


# -- Rule cards -----------------------------------------------------------------------------------------------------
SCORES = [{**card, "card": f"P{number}", "points": 2} for number, card in enumerate(cards_of("score", "base", 5))]
RULES = cards_of("last_points_later", "point_a_police", 4)


def ana_is_last(view: dict[str, Any]) -> dict[str, Any] | None:
    """Bo and Cy score, Bo a rule card last; then Bo lays out and the pointing is left to the page."""
    hand, seat = view["hand"], view["viewer"]
    if view["phase"] == "layout" and view["rounds"] == 0:
        scores = sorted(hand)[: sum(card.startswith("P") for card in hand)]
        rules = sorted(hand)[len(scores) :]
        return {"type": "LayOut", "piles": [[*scores[1:], *rules], scores[:1]]}
    if view["phase"] == "layout":
        return {"type": "LayOut", "piles": in_piles(hand, 3)}
    if view["rounds"] == 1:
        return None
    return {"type": "Point", "pile": seat} if seat else {"type": "PointAtEmptySpace"}


def test_the_last_point_later_and_see_where_the_others_point(phones: Phones) -> None:
    # Six of these nine cards are drawn first, so two of them score at least and one is a rule.
    options = {"point_a_police": True, "deck": [*SCORES, *RULES], "round_limit": 2}
    match = arranged(phones.server, ("Ana", "Bo", "Cy"), options, ana_is_last)
    ana, bo, cy = [seated(phones, match, seat, has_motion=True) for seat in range(3)]
    expect(ana.text("You point after the others")).to_be_visible()
    expect(ana.text("Rule this round:")).to_be_visible()
    expect(bo.page.locator(".seats .out")).to_have_text("Later")
    for phone, pile in ((bo, 0), (cy, 1)):
        phone.settle()
        phone.tap(piles(phone).nth(pile))
    expect(ana.text("Point: which pile?")).to_be_visible()
    expect(ana.page.locator(".pile .one")).to_have_count(2)
    ana.settle()
    # From here on the hands that lie there stay, also while Ana's is counted down.
    ana.page.evaluate(
        """() => new MutationObserver(() => {
          const { dataset } = document.documentElement
          const isCounting = document.querySelector('.count') !== null
          if (isCounting) dataset.counted = document.querySelectorAll('.pile .one').length
        }).observe(document.querySelector('main'), { subtree: true, childList: true })"""
    )
    ana.settle()
    ana.tap(empty_space(ana))
    expect(ana.page.locator("html")).to_have_attribute("data-counted", "2")
