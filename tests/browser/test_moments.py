"""The great moments: they happen, are said once, can be skipped, and hide nothing that is to be decided."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.moments import at_the_end
from tests.browser.phones import Phones


def test_the_end_is_counted_on_the_table_and_a_tap_goes_on_to_the_story(phones: Phones) -> None:
    phone = at_the_end(phones, "tag", is_held=True, names=("Ana", "Bo", "Cy"), has_motion=True)
    scene = phone.page.locator("[data-moment=ending]")
    expect(scene.locator(".lane")).to_have_count(3)
    expect(scene.locator(".lane.wins").first).to_be_attached()
    expect(phone.sheet("The end")).to_have_count(0)
    shown = [int(text) for text in scene.locator(".final").all_inner_texts()]
    assert shown == phone.situation()["result"]["points"]
    assert phone.page.evaluate("document.elementFromPoint(180, 400).closest('[data-moment]') !== null")
    phone.tap("On to the result")
    sheet = phone.sheet("The end")
    expect(sheet).to_be_visible()
    expect(scene).to_have_count(0)
    expect(sheet.get_by_text(re.compile("ahead|lead changed|Level on points"))).to_be_visible()
    assert phone.page.evaluate("window.moments") == ["ending"]
    assert phone.page.evaluate("window.said").count("All is counted now.") == 1
    # Over plain http nothing can be handed on by the device itself: the picture is there to be saved.
    phone.tap("Share a picture")
    picture = phone.sheet("A picture of the result").locator("img")
    expect(picture).to_be_visible()
    assert picture.evaluate("(img) => img.decode().then(() => img.naturalWidth)") == 1080
    phone.tap(phone.sheet("A picture of the result").get_by_role("button", name="Close"))
    expect(phone.button("Play again")).to_be_enabled()


@pytest.mark.parametrize("game", ["cant_touch_this", "point_a_pile"])
def test_without_motion_the_end_stands_there_counted_and_goes_on_by_itself(phones: Phones, game: str) -> None:
    phone = at_the_end(phones, game, is_held=False)
    expect(phone.sheet("The end")).to_be_visible()
    assert phone.page.evaluate("window.moments") == ["ending"]
    assert phone.page.evaluate("window.said").count("All is counted now.") == 1


def test_who_comes_when_all_is_over_sees_the_result_at_once(phones: Phones) -> None:
    phone = at_the_end(phones, "cant_touch_this", is_held=False)
    expect(phone.sheet("The end")).to_be_visible()
    phone.page.reload()
    expect(phone.sheet("The end")).to_be_visible()
    assert phone.page.evaluate("window.moments") == []
