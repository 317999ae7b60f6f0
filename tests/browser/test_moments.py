"""The great moments: they happen, are said once, can be skipped, and hide nothing that is to be decided."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.moments import (
    FREEZE,
    GOOL,
    PLAY_TAG,
    TAG_ANA,
    WILD_TAG,
    at_the_end,
    expect_moved_only,
    expect_said_once,
    looking_on,
    stop_time,
)
from tests.browser.phones import DESKTOP, Phones, again_until
from tests.browser.playing_crane import go_on
from tests.browser.wired import Wanted, choose, play_until_possible


@pytest.mark.parametrize("game", ["tag", "cant_touch_this", "point_a_pile"])
def test_the_end_is_counted_on_the_table_and_a_tap_goes_on_to_the_story(phones: Phones, game: str) -> None:
    names = ("Ana", "Bo") if game == "cant_touch_this" else ("Ana", "Bo", "Cy")
    phone = at_the_end(phones, game, is_held=True, names=names, has_motion=True)
    scene = phone.page.locator("[data-moment=ending]")
    expect(scene.locator(".lane")).to_have_count(len(names))
    expect(scene.locator(".lane.wins").first).to_be_attached()
    expect(phone.sheet("The end")).to_have_count(0)
    shown = [int(text) for text in scene.locator(".final").all_inner_texts()]
    assert shown == phone.situation()["result"]["points"]
    assert phone.page.evaluate("document.elementFromPoint(180, 400).closest('[data-moment]') !== null")
    expect_moved_only(phone)
    phone.tap("On to the result")
    sheet = phone.sheet("The end")
    expect(sheet).to_be_visible()
    expect(scene).to_have_count(0)
    assert phone.page.evaluate("window.moments").count("ending") == 1
    expect_said_once(phone, "All is counted now.")
    expect(phone.button("Play again")).to_be_enabled()
    if game != "tag":
        return
    expect(sheet.get_by_text(re.compile("ahead|lead changed|Level on points"))).to_be_visible()
    # Over plain http nothing can be handed on by the device itself: the picture is there to be saved.
    phone.tap("Share a picture")
    picture = phone.sheet("A picture of the result").locator("img")
    expect(picture).to_be_visible()
    assert picture.evaluate("(img) => img.decode().then(() => img.naturalWidth)") == 1080
    phone.tap(phone.sheet("A picture of the result").get_by_role("button", name="Close"))
    expect(phone.button("Play again")).to_be_enabled()


@pytest.mark.parametrize("game", ["cant_touch_this", "point_a_pile", "tactile_crane"])
def test_without_motion_the_end_stands_there_counted_and_goes_on_by_itself(phones: Phones, game: str) -> None:
    phone = at_the_end(phones, game, is_held=False)
    if game == "tactile_crane":
        # The last count comes first, until somebody has seen it.
        go_on(phone)
    expect(phone.sheet("The end")).to_be_visible()
    assert phone.page.evaluate("window.moments").count("ending") == 1
    expect_said_once(phone, "All is counted now.")


def test_the_end_of_the_crane_follows_its_last_count_and_a_tap_goes_on(phones: Phones) -> None:
    phone = at_the_end(phones, "tactile_crane", is_held=False, names=("Ana", "Bo", "Cy"), has_motion=True)
    # The end does not go by before it is tapped.
    stop_time(phone)
    go_on(phone)
    scene = phone.page.locator("[data-moment=ending]")
    expect(scene.locator(".lane")).to_have_count(3)
    expect(phone.sheet("The end")).to_have_count(0)
    phone.tap("On to the result")
    expect(phone.sheet("The end")).to_be_visible()
    expect(scene).to_have_count(0)
    assert phone.page.evaluate("window.moments").count("ending") == 1


def test_who_comes_when_all_is_over_sees_the_result_at_once(phones: Phones) -> None:
    phone = at_the_end(phones, "cant_touch_this", is_held=False)
    expect(phone.sheet("The end")).to_be_visible()
    phone.page.reload()
    expect(phone.sheet("The end")).to_be_visible()
    assert phone.page.evaluate("window.moments") == []


WATCH_AGAIN = re.compile("^Last: .* Watch again")
# Without what moves them: where the word lies, and where the answers will lie when they have come up.
FREE = """() => {
  const topOf = (one) => one.offsetTop + (one.offsetParent ? topOf(one.offsetParent) : 0)
  const word = document.querySelector('[data-moment=tagged] .word')
  const answers = [...document.querySelectorAll('[role=alertdialog] button')].map(topOf)
  return answers.length === 2 && topOf(word) + word.offsetHeight <= Math.min(...answers)
}"""
COUNT_SLIDES = """() => {
  window.slid = 0
  addEventListener('animationstart', ({ target }) => { window.slid += target.matches('.slides') ? 1 : 0 })
}"""
COVERED = """(one) => {
  const { x, y, width, height } = one.getBoundingClientRect()
  return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}"""


def test_tag_gool_and_freeze_fill_the_table_and_cover_no_answer(phones: Phones) -> None:
    names = ("Ana", "Bo", "Cy")
    phone, begun = looking_on(phones, "tag", is_held=False, names=names, options=WILD_TAG, has_motion=True)

    def said(sentence: str) -> int:
        return " ".join(phone.page.evaluate("window.said")).count(sentence)

    def bring_about(name: str, sentence: str, goal: Wanted, *ways: Wanted, not_by: int | None = None) -> None:
        """It comes, moves as it should, is gone with the first touch of the table, and is said once."""
        play_until_possible(phones.server, begun, goal, ways, not_by=not_by)
        phone.catch_up()
        expect(phone.page.locator("[data-moment]")).to_have_count(0)
        before = said(sentence)
        phone.page.evaluate("window.isHeld = true")
        choose(phones.server, begun, goal)
        expect(phone.page.locator(f"[data-moment={name}]")).to_be_attached()
        if name == "tagged":
            assert phone.page.evaluate(FREE), "the answers are seen all the time"
        phone.page.evaluate("window.isHeld = false")
        expect_moved_only(phone)
        phone.page.locator("[data-status]").first.dispatch_event("pointerdown")
        expect(phone.page.locator("[data-moment]")).to_have_count(0)
        again_until(lambda: said(sentence) > before, phone.catch_up)
        assert said(sentence) == before + 1

    bring_about("tagged", "puts IT in front of you.", TAG_ANA, PLAY_TAG, not_by=0)
    expect(phone.page.get_by_role("alertdialog")).to_be_visible()
    expect(phone.text(re.compile("put IT in front of you"))).to_have_count(1)
    assert not phone.button("Let it stand").evaluate(COVERED)
    bring_about("gool", "I’m on Gool!", GOOL, TAG_ANA, PLAY_TAG)
    bring_about("freeze", "Freeze! Until", FREEZE, {"type": "LeaveIt"})
    expect(phone.page.locator("[data-moment]")).to_have_count(0)
    # What happened last can be seen again, as often as one likes, and is not said again.
    before = said("Freeze! Until")
    phone.tap(WATCH_AGAIN)
    again_until(lambda: phone.page.evaluate("window.moments").count("freeze") == 2, phone.catch_up)
    assert said("Freeze! Until") == before


def test_the_clip_that_came_last_slides_on_once_more(phones: Phones) -> None:
    clip: Wanted = {"type": "PlaceClip"}
    phone, begun = looking_on(phones, "cant_touch_this", is_held=False, has_motion=True, size=DESKTOP, has_touch=False)
    phone.page.evaluate(COUNT_SLIDES)
    play_until_possible(phones.server, begun, clip, only_by=1)
    # A page that is far behind shows what comes then without moving.
    phone.catch_up()
    choose(phones.server, begun, clip)
    again_until(lambda: phone.page.evaluate("window.slid") == 1, phone.catch_up)
    play_until_possible(phones.server, begun, clip, only_by=0)
    phone.catch_up()
    before = phone.page.evaluate("window.slid")
    phone.tap(WATCH_AGAIN)
    again_until(lambda: phone.page.evaluate("window.slid") == before + 1, phone.catch_up)
