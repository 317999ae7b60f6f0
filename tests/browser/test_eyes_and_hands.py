"""What is set for one's eyes and hands does something: large print, the left hand, more contrast, forced colours. And
two rules of keys: Escape closes what is on top and nothing else, and Again repeats nothing that is to be remembered."""

import os
import re
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Locator, expect

from tests.browser.axe import light
from tests.browser.fitting import SMALLEST, TURNED, misfits, show_at
from tests.browser.listening import WRITTEN_DOWN, Listener
from tests.browser.phones import DESKTOP, Phone, Phones, again_until, middle, name_of
from tests.browser.playing_clips import places
from tests.browser.playing_tag import hand
from tests.browser.screens import SCREENS, Stage
from tests.browser.screens.stage import may_scroll
from tests.browser.test_told_apart import seen_at

IS_SOAK = os.environ.get("TOUCHWOOD_SOAK") == "1"
TABLES = ["tag_table", "clips_placing", "piles_pointing", "crane_bets"] if IS_SOAK else ["tag_table"]
SET = """(change) => {
  const kept = JSON.parse(localStorage.getItem('touchwood.settings'))
  localStorage.setItem('touchwood.settings', JSON.stringify({ ...kept, ...change }))
  dispatchEvent(new StorageEvent('storage', { key: 'touchwood.settings' }))
}"""
"""As if it were changed in another tab."""
COLOURS = re.compile(r"\b(red|green|blue|purple)\b", re.IGNORECASE)
"""What every name of a card in Point-a-Pile begins with."""
HEIGHTS = "(all, which) => all.flatMap((one) => [...one.querySelectorAll(which)].map((text) => text.getBBox().height))"


def change(phone: Phone, **settings: Any) -> None:
    phone.page.evaluate(SET, settings)


def heights(what: Locator, which: str) -> list[float]:
    """How high what is written on cards is, in units of the card."""
    found: list[float] = what.evaluate_all(HEIGHTS, which)
    return found


# -- Large print -------------------------------------------------------------------------------------------------------


def test_large_print_doubles_what_is_on_cards(phones: Phones) -> None:
    phone = SCREENS["tag_table"](Stage(phones, {}))
    # What is read of a card in a fan is its corner.
    corners = "text.corner"
    small = heights(hand(phone), corners)
    change(phone, largePrint=True)
    expect(phone.page.locator("html")).to_have_attribute("data-print", "large")
    assert heights(hand(phone), corners) == pytest.approx([2 * height for height in small], rel=0.05)

    piles = SCREENS["piles_layout"](Stage(phones, {}))
    cards = piles.page.locator(".tray button")
    largest = max(heights(cards, "text"))
    change(piles, largePrint=True)
    again_until(lambda: max(heights(cards, "text")) > largest, lambda: None)
    assert max(heights(cards, "text")) == pytest.approx(2 * largest, rel=0.1)


# -- The left hand -----------------------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("name", TABLES)
def test_for_the_left_hand_everything_is_as_much_in_sight(phones: Phones, name: str) -> None:
    phone = SCREENS[name](Stage(phones, {}))
    right = where_pressed(phone)
    change(phone, leftHand=True)
    expect(phone.page.locator("html")).to_have_attribute("data-hand", "left")
    wrong = [each for size in (SMALLEST, TURNED, DESKTOP) for each in misfits(phone, size, may_scroll=may_scroll(name))]
    assert not wrong, "\n".join(wrong)
    assert where_pressed(phone) != right


def where_pressed(phone: Phone) -> list[int]:
    """From the left, on a wide screen: all that can be pressed at the table."""
    show_at(phone, DESKTOP)
    boxes = [each.bounding_box() for each in phone.page.get_by_role("main").get_by_role("button").all()]
    return [round(box["x"]) for box in boxes if box is not None]


def test_the_left_hand_has_what_it_presses_at_the_left(phones: Phones) -> None:
    phone = SCREENS["tag_card_chosen"](Stage(phones, {"size": DESKTOP, "has_touch": False}))
    pressed, half = phone.button(re.compile("^Discard (?!pile)")), DESKTOP[0] / 2
    assert middle(pressed)[0] > half
    change(phone, leftHand=True)
    expect(phone.page.locator("html")).to_have_attribute("data-hand", "left")
    assert middle(pressed)[0] < half


# -- Contrast and forced colours ---------------------------------------------------------------------------------------

INK = """() => {
  const probe = document.body.appendChild(document.createElement('p'))
  const colour = (name) => ((probe.style.color = `var(${name})`), getComputedStyle(probe).color)
  const [ink, soft, line, strong] = ['--ink', '--ink-soft', '--line', '--line-strong'].map(colour)
  probe.remove()
  return { ink, soft, line, strong }
}"""


def test_where_more_contrast_is_asked_for_nothing_is_soft(phones: Phones) -> None:
    phone = SCREENS["lobby"](Stage(phones, {"has_touch": False}))
    borders = "getComputedStyle(document.querySelector('button.plain')).borderTopWidth"
    before = phone.page.evaluate(INK)
    assert before["soft"] != before["ink"]
    thin = phone.page.evaluate(borders)
    phone.page.emulate_media(contrast="more", reduced_motion="reduce")
    more = phone.page.evaluate(INK)
    assert more["soft"] == more["ink"]
    assert more["line"] == more["strong"]
    assert float(phone.page.evaluate(borders)[:-2]) > float(thin[:-2])
    phone.page.keyboard.press("Shift+Tab")
    assert phone.page.evaluate("getComputedStyle(document.activeElement).outlineWidth") == "5px"


CHOSEN = ["tag_card_chosen", "clips_chosen", "piles_pointed", "crane_bets"]
CHOICES = "button[aria-pressed]"
LINES = """(all) => all.map((one) => {
  const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one)
  const line = `${outlineStyle} ${outlineWidth} ${outlineColor}`
  return { isChosen: one.getAttribute('aria-pressed') === 'true', line }
})"""


@pytest.mark.parametrize("name", CHOSEN)
def test_in_forced_colours_what_is_chosen_has_a_line_of_its_own(phones: Phones, name: str) -> None:
    phone = SCREENS[name](Stage(phones, {}))
    if name == "crane_bets":
        phone.settle()
        phone.tap(phone.page.locator(CHOICES).first)
        expect(phone.page.locator("button[aria-pressed=true]").first).to_be_visible()
    for which in ("in forced colours", "in forced colours by night"):
        light(phone, which)
        found = phone.page.locator(CHOICES).evaluate_all(LINES)
        chosen = {each["line"] for each in found if each["isChosen"]}
        others = {each["line"] for each in found if not each["isChosen"]}
        assert chosen, "something is chosen"
        assert others, "and something is not"
        assert not [line for line in chosen if line.startswith("none")]
        assert not chosen & others


def test_in_forced_colours_the_mouths_of_the_edges_are_seen(phones: Phones) -> None:
    phone = SCREENS["clips_placing"](Stage(phones, {}))
    for which in ("in forced colours", "in forced colours by night"):
        light(phone, which)
        for place in (places(phone).first, places(phone).nth(9), places(phone).last):
            assert np.ptp(seen_at(place).max(axis=2)) > 100, "something dark on something light"


# -- Keys --------------------------------------------------------------------------------------------------------------


def test_escape_closes_the_sheet_and_the_review_behind_it_goes_on(phones: Phones) -> None:
    phone = SCREENS["clips_review"](Stage(phones, {"size": DESKTOP, "has_touch": False}))
    ends = phone.button("End review")
    expect(ends).to_be_visible()
    for opener, title in (("Menu", "Table"), ("Symbols", "What symbols are worth")):
        phone.tap(phone.button(opener).first)
        expect(phone.sheet(title)).to_be_visible()
        phone.page.keyboard.press("Escape")
        expect(phone.sheet(title)).to_have_count(0)
        expect(ends).to_be_visible()
    phone.page.keyboard.press("Escape")
    expect(ends).to_have_count(0)


@pytest.mark.parametrize("has_to_be_remembered", [True, False])
def test_again_repeats_nothing_that_is_to_be_remembered(phones: Phones, has_to_be_remembered: bool) -> None:
    # What others have laid: of one's own piles only the numbers are told.
    options = {"first": 1, "memory": has_to_be_remembered}
    stage = Stage(phones, {"size": DESKTOP, "has_touch": False, "settings": {"speech": "reader"}})
    match = stage.played("point_a_pile", "Ana", "Bo", options=options, choices=1)
    phone = stage.at_table(match)
    phone.context.add_init_script(WRITTEN_DOWN)
    phone.page.reload()
    listener = Listener(phone)
    again_until(lambda: listener.said(), listener.pause)
    told = listener.ask("l")
    assert ("(to be remembered)" in told) == has_to_be_remembered
    assert (COLOURS.search(told) is not None) != has_to_be_remembered


def test_what_lies_buried_is_nowhere_to_be_heard(phones: Phones) -> None:
    """With the memory variant: of what others have scored no word stands on the page, in its keys or in its log."""
    stage = Stage(phones, {"size": DESKTOP, "has_touch": False, "settings": {"speech": "reader"}})
    options = {"memory": True, "first": 0, "target": 99}
    phone = stage.at_table(stage.played("point_a_pile", "Ana", "Bo", options=options, choices=14, seed=3))
    bo = phone.page.get_by_role("group", name="Players").get_by_role("button", name=re.compile("^Bo:"))
    expect(bo).to_be_visible()
    told = re.fullmatch(r"Bo: points to be remembered, (\d+) cards, [Ll]ast ([^,]+)(.*)", name_of(bo))
    assert told is not None, name_of(bo)
    assert int(told[1]) > 1, "there is something buried"
    assert not COLOURS.search(told[3]), "only the last one is named"
    phone.page.evaluate(WRITTEN_DOWN)
    listener = Listener(phone)
    for key in "pl":
        assert not COLOURS.search(listener.ask(key)), key
    phone.tap_in_menu("What happened")
    expect(phone.sheet("What happened").get_by_text("(to be remembered)").first).to_be_visible()
    assert [each.name for each in listener.tree() if COLOURS.search(each.name)] == []
