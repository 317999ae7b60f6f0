"""Every screen, for everyone: axe finds nothing by day, by night, with forced colours or in either language, fingers
find their targets, and at every size everything is in sight, uncovered and uncut. One visit a screen: light, language,
size and zoom change while it is looked at. With TOUCHWOOD_SOAK=1 every table is loaded at every size as well."""

import os

import pytest
from playwright.sync_api import expect

from tests.browser.axe import COLOURS, LANGUAGES, axe, in_other_colours, ready_for_axe, speak
from tests.browser.fitting import (
    SIZES,
    SMALLEST,
    TURNED,
    ZOOMED,
    lasting_misfits,
    lost_in_large_print,
    misfits,
    show_at,
    sideways,
)
from tests.browser.phones import DESKTOP, Phone, Phones
from tests.browser.questions import unanswered
from tests.browser.screens import OCCASIONS, SCREENS, Stage
from tests.browser.screens.stage import ON_THE_WALL, may_scroll
from tests.browser.wired import played

SMALLEST_TARGET = 44
AT_THE_TABLE = ("tag_", "clips_", "piles_", "crane_")
IS_SOAK = os.environ.get("TOUCHWOOD_SOAK") == "1"
A_FEW_TABLES = ["tag_table", "clips_placing", "piles_pointing", "crane_bets", "plain_cards"]
GONE_AFTER_A_RELOAD = (
    *("clips_symbols", "clips_score_sheet", "clips_review", "crane_voices", "crane_player", "crane_counted"),
    *("piles_read", "piles_review", "tag_seat"),
)
"""Sheets, and what is told for a moment: the table below them is among the others."""
TABLES = [
    name
    for name in SCREENS
    if name.startswith((*AT_THE_TABLE, "plain_")) and name not in (*ON_THE_WALL, *GONE_AFTER_A_RELOAD)
]
NO_SCREENS = ("parts",)
"""The collection of parts, where things lie over one another to be looked at."""

TOO_SMALL = """(least) => [...document.querySelectorAll('button, a[href], input, select, summary')].flatMap((one) => {
  if (one.disabled || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
  const { width, height } = (one.closest('label') ?? one).getBoundingClientRect()
  const isWords = getComputedStyle(one).display === 'inline'
  if (isWords || (width >= least - 0.5 && height >= least - 0.5)) return []
  return [`${Math.round(width)}x${Math.round(height)} ${one.outerHTML.slice(0, 140)}`]
})"""


@pytest.mark.parametrize("name", SCREENS)
def test_the_screen_is_for_everyone(phones: Phones, name: str) -> None:
    phone = SCREENS[name](Stage(phones, ON_THE_WALL.get(name, {})))
    wrong = [f"target too small: {each}" for each in phone.page.evaluate(TOO_SMALL, SMALLEST_TARGET)]
    wrong += sideways(phone, "its own size")
    if name.startswith(AT_THE_TABLE) and name not in ON_THE_WALL:
        wrong += unanswered(phone)
    ready_for_axe(phone)
    wrong += in_other_colours(phone)
    for language in LANGUAGES:
        speak(phone, language)
        # The same things in the same colours: those were looked at before.
        wrong += axe(phone, language, without=None if language == LANGUAGES[0] else COLOURS)
        if name not in NO_SCREENS:
            # In other languages words are longer or shorter: where there is least room that is seen.
            sizes = SIZES if language == "en" else [SMALLEST, TURNED]
            wrong += [f"{language}, {each}" for each in unfitting(phone, name, sizes)]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("name", ["recap", "guest_asks", "lesson_of_tag"])
def test_what_comes_up_now_and_then_is_for_everyone(phones: Phones, name: str) -> None:
    """Some of it; all of it, in every light and at every zoom, is looked at in `test_every_light.py`."""
    phone = OCCASIONS[name](Stage(phones, {}))
    ready_for_axe(phone)
    wrong = axe(phone, "by day") + in_other_colours(phone)
    for size in (SMALLEST, TURNED, *ZOOMED.values()):
        wrong += misfits(phone, size, may_scroll=True) + sideways(phone, f"{size}")
    assert not wrong, "\n".join(wrong)


def unfitting(phone: Phone, name: str, sizes: list[tuple[int, int]]) -> list[str]:
    """Resized, turned and zoomed while it is looked at."""
    scrolls = may_scroll(name)
    own = phone.page.viewport_size
    assert own is not None
    found = []
    for size in sizes:
        found += misfits(phone, size, may_scroll=scrolls)
        found += [] if scrolls else lost_in_large_print(phone)
    for zoom, size in ZOOMED.items() if sizes is SIZES else ():
        found += misfits(phone, size, may_scroll=True)
        found += sideways(phone, f"{zoom} zoom")
    show_at(phone, (own["width"], own["height"]))
    return found


@pytest.mark.soak
@pytest.mark.parametrize("name", TABLES if IS_SOAK else A_FEW_TABLES)
def test_a_table_fits_when_it_is_loaded_at_any_size(phones: Phones, name: str) -> None:
    phone = SCREENS[name](Stage(phones, {}))
    wrong = []
    for size in [*SIZES, *ZOOMED.values()]:
        show_at(phone, size)
        phone.page.reload()
        expect(phone.page.locator("[data-status]").first).to_be_visible()
        phone.look()
        wrong += lasting_misfits(phone, size, may_scroll=may_scroll(name) or size in ZOOMED.values())
        wrong += sideways(phone, "its own size")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("opponents", [2, 3, 4, 5])
def test_no_seat_covers_whose_turn_it_is(phones: Phones, opponents: int) -> None:
    match = played(phones.server, "tag", ["Ana"], bots=["simple"] * opponents, options={"first": 0}, choices=0)
    phone = Stage(phones, {"size": DESKTOP, "has_touch": False}).at_table(match)
    for width, height in (DESKTOP, (1280, 720), (1024, 768), (900, 700)):
        phone.page.set_viewport_size({"width": width, "height": height})
        phone.page.reload()
        phone.expect_your_turn()
        require_status_in_sight(phone, opponents)


def require_status_in_sight(phone: Phone, opponents: int) -> None:
    status = phone.text("Your turn: play or discard a card.").bounding_box()
    assert status is not None
    plates = phone.page.get_by_role("group", name="Players").get_by_role("button")
    assert plates.count() == opponents
    for plate in plates.all():
        box = plate.bounding_box()
        assert box is not None
        is_beside = box["x"] + box["width"] <= status["x"] or status["x"] + status["width"] <= box["x"]
        assert is_beside or box["y"] + box["height"] <= status["y"], f"{box} covers {status}"


@pytest.mark.parametrize("size", [(360, 560), (390, 600), (412, 732)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_on_low_screens_a_thumb_still_finds_the_places_for_clips(phones: Phones, size: tuple[int, int]) -> None:
    phone = SCREENS["clips_chosen"](Stage(phones, {"size": size}))
    assert phone.page.evaluate(TOO_SMALL, SMALLEST_TARGET) == []
    assert sideways(phone, "its own size") == []


def test_with_reduced_motion_nothing_is_animated(phones: Phones) -> None:
    phone = SCREENS["tag_table"](Stage(phones, {}))
    times = """() => [...new Set([...document.querySelectorAll('*')].flatMap((one) => {
      const { transitionDuration, animationName } = getComputedStyle(one)
      return [transitionDuration, animationName]
    }))].sort()"""
    assert phone.page.evaluate(times) == ["0s", "none"]


def test_the_checks_find_what_is_wrong(phones: Phones) -> None:
    phone = SCREENS["start"](Stage(phones, {"size": (360, 640), "has_touch": False}))
    phone.page.evaluate(
        """() => document.querySelector('main').insertAdjacentHTML('beforeend',
          `<button style="width: 20px; height: 20px; display: block"></button><p style="width: 500px">wide</p>
           <p style="color: #aaa; background: #fff">pale</p>
           <div style="overflow: hidden; width: 30px; white-space: nowrap">this is cut</div>
           <div style="position: relative; width: 90px">
             <button style="width: 80px; height: 50px" id="under">under</button>
             <div style="position: absolute; inset: 0; background: red"></div></div>
           <button style="position: absolute; right: -90px; width: 80px">out</button>`)"""
    )
    ready_for_axe(phone)
    rules = {"button-name", "color-contrast"}
    for how, there in ({}, rules), ({"only": COLOURS}, {"color-contrast"}), ({"without": COLOURS}, {"button-name"}):
        found = axe(phone, "by day", **how)
        assert {rule for rule in rules if any(rule in each for each in found)} == there
    assert any("20x20" in each for each in phone.page.evaluate(TOO_SMALL, SMALLEST_TARGET))
    assert sideways(phone, "360 x 640")
    phone.page.locator("#under").scroll_into_view_if_needed()
    found = misfits(phone, (360, 640), may_scroll=True)
    for fault in ("cut: this is cut", "covered 9 of 9: under", ": out"):
        assert any(fault in each for each in found), (fault, found)
