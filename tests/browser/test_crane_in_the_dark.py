"""The challenger's dark screen: what is felt and heard in it, what is not, and what ends it."""

import re
from functools import partial
from typing import Any

from playwright.sync_api import expect

from tests.browser.moments import stop_time
from tests.browser.phones import DESKTOP, Phone, Phones, again_until, attribute
from tests.browser.playing_crane import (
    CRANE,
    STEPS,
    bet,
    close_eyes,
    dark,
    go_on,
    hold_bundle,
    pinch,
    place_bets,
    seated,
    slider,
    surface,
)
from tests.browser.wired import played

RECORDED = """() => {
  window.spoken = []
  window.vibrated = []
  navigator.vibrate = (pattern) => window.vibrated.push(pattern)
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text } }
  Object.defineProperty(window, 'speechSynthesis', {
    value: { getVoices: () => [{}], speak: (utterance) => window.spoken.push(utterance.text), cancel: () => undefined },
  })
}"""
"""There is no loudspeaker and no motor here: what they would be given is written down."""

DIGITS_IN_THE_DARK = r"""() => {
  const screen = document.querySelector('section[aria-label="Your eyes are closed"]')
  const read = ['aria-label', 'aria-valuetext', 'aria-description', 'title', 'placeholder', 'alt']
  const all = [screen, ...screen.querySelectorAll('*')]
  const attributes = all.flatMap((one) => read.map((name) => one.getAttribute(name) ?? ''))
  // The flip was told, by its number, before the eyes closed.
  const messages = [...document.querySelectorAll('[aria-live] *')].filter((one) => one.children.length === 0)
  const aloud = messages.map((one) => one.textContent).filter((text) => !/flip/.test(text))
  return [screen.innerText, ...attributes, ...aloud].filter((text) => /[0-9０-９]/.test(text))
}"""

HIDE = """(isHidden) => {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
  Object.defineProperty(document, 'visibilityState', { value: isHidden ? 'hidden' : 'visible', configurable: true })
  document.dispatchEvent(new Event('visibilitychange'))
}"""


def in_the_dark(phones: Phones, *, kind: str = "JUST", **how: Any) -> tuple[Phone, Phone]:
    """Ana with closed eyes and an empty hand, Bo who has bet."""
    ana, bo = seated(phones, "Ana", "Bo", **how)
    close_eyes(ana)
    place_bets(bo, kind=kind)
    expect(slider(ana)).to_be_visible()
    stop_time(bo)
    return ana, bo


def spoken(phone: Phone) -> list[str]:
    found: list[str] = phone.page.evaluate("window.spoken")
    return found


def purrs(phone: Phone) -> list[Any]:
    """What the motor was given for feelings: a purr, a breath, and the end of it."""
    found: list[Any] = phone.page.evaluate("window.vibrated.filter((one) => one.length === 3 && one[2] === 25)")
    return found


def has_purred(phone: Phone, times: int) -> bool:
    return len(purrs(phone)) == times


def gap(phone: Phone) -> float:
    """How far what is held pushes the finger tips apart, of 1."""
    bundle = surface(phone).locator(".bundle")
    return float(bundle.evaluate("one => new DOMMatrix(one.style.transform).a"))


def call(phone: Phone, name: str) -> None:
    phone.look()
    phone.tap(name)


# -- What is felt -----------------------------------------------------------------------------------------------------


def test_a_thicker_bundle_purrs_longer_and_holds_the_fingers_further_apart(phones: Phones) -> None:
    ana, _ = in_the_dark(phones, options={"patience": 4})
    ana.page.evaluate(RECORDED)
    gaps = []
    for grabs, squeeze in ((1, 0.3), (2, 0.6)):
        ana.settle()
        pinch(ana, squeeze)
        again_until(partial(has_purred, ana, grabs), lambda: None)
        gaps.append(gap(ana))
    thin, thick = purrs(ana)
    assert thin[0] < thick[0]
    assert gaps[0] < gaps[1]
    ana.tap("Feel it again")
    again_until(partial(has_purred, ana, 3), lambda: None)
    assert purrs(ana)[-1] == thick, "the same feeling, so that trying longer averages nothing out"
    ana.tap("How it should feel")
    again_until(partial(has_purred, ana, 4), lambda: None)


def test_no_digit_is_in_the_dark(phones: Phones) -> None:
    ana, bo = seated(phones, "Ana", "Bo")
    close_eyes(ana)
    assert ana.page.evaluate(DIGITS_IN_THE_DARK) == []
    place_bets(bo)
    expect(slider(ana)).to_be_visible()
    assert ana.page.evaluate(DIGITS_IN_THE_DARK) == []
    slider(ana).press("ArrowRight")
    expect(ana.button("Grab")).to_be_visible()
    assert ana.page.evaluate(DIGITS_IN_THE_DARK) == []
    hold_bundle(ana)
    call(bo, "More!")
    expect(dark(ana).get_by_text("More!")).to_be_visible()
    assert ana.page.evaluate(DIGITS_IN_THE_DARK) == []
    expect(ana.aloud.filter(has_text="It feels")).to_have_count(1)
    ana.page.evaluate("document.querySelector('[data-surface]').title = 'about 9 cards'")
    assert ana.page.evaluate(DIGITS_IN_THE_DARK) == ["about 9 cards"], "a digit would be found"


def test_the_barred_finger_drops_the_bundle_and_letting_go_is_a_choice(phones: Phones) -> None:
    ana, bo = in_the_dark(phones)
    hold_bundle(ana)
    ana.settle()
    ana.tap(ana.page.get_by_role("button", name=re.compile(": barred")))
    expect(ana.text("Your hand is empty.")).to_be_visible()
    expect(bo.text("That was the barred finger: Ana drops the bundle.").first).to_be_visible()
    hold_bundle(ana)
    ana.settle()
    ana.tap("Let go")
    expect(ana.text("Your hand is empty.")).to_be_visible()
    expect(dark(ana).get_by_role("img", name="Grabs left: three")).to_be_visible()


def test_letting_go_of_the_knob_grabs_and_lift_is_for_what_is_held_now(phones: Phones) -> None:
    ana, _ = in_the_dark(phones)
    for number, squeeze in enumerate((0.8, 0.4)):
        # Keys bring it to light.
        slider(ana).focus()
        slider(ana).press("ArrowRight")
        drag_knob(ana, squeeze)
        again_until(partial(has_grabbed, ana, number + 1), lambda: None)
        expect(ana.button("Lift!")).to_be_visible()
    much, less = pinches(ana)
    assert much > less > 0


def has_grabbed(phone: Phone, times: int) -> bool:
    return len(pinches(phone)) == times


def pinches(phone: Phone) -> list[int]:
    return [act["action"]["pinch"] for act in phone.acts() if act["action"]["type"] == "Grab"]


def drag_knob(phone: Phone, squeeze: float) -> None:
    phone.look()
    box = slider(phone).bounding_box()
    assert box is not None
    at = float(slider(phone).input_value()) / STEPS
    y = box["y"] + box["height"] / 2
    phone.drag(box["x"] + box["width"] * (0.04 + 0.92 * at), y, box["x"] + box["width"] * (0.04 + 0.92 * squeeze), y)


def test_after_a_reload_the_bundle_is_still_in_the_hand_and_feels_the_same(phones: Phones) -> None:
    ana, bo = in_the_dark(phones)
    hold_bundle(ana)
    before = gap(ana)
    ana.page.reload()
    expect(dark(ana)).to_be_visible()
    expect(ana.button("Lift!")).to_be_visible()
    assert gap(ana) == before
    ana.settle()
    ana.tap("Lift!")
    for phone in (ana, bo):
        expect(phone.page.get_by_role("region", name="The count")).to_be_visible()


# -- What is heard ----------------------------------------------------------------------------------------------------


def test_calls_are_spoken_felt_and_read_and_can_be_muted(phones: Phones) -> None:
    ana, bo = in_the_dark(phones, settings={"sound": True})
    ana.page.evaluate(RECORDED)
    call(bo, "More!")
    expect(dark(ana).get_by_text("More!")).to_be_visible()
    again_until(lambda: spoken(ana) == ["Bo: more!"], ana.catch_up)
    again_until(lambda: ana.page.evaluate("window.vibrated.at(-1)") == [30, 50, 120], ana.catch_up)
    bo.tap("In your own words")
    bo.page.get_by_role("textbox", name="In your own words").fill("lift it now")
    bo.page.keyboard.press("Enter")
    expect(dark(ana).get_by_text("lift it now")).to_be_visible()
    again_until(lambda: spoken(ana) == ["Bo: more!", "Bo: lift it now"], ana.catch_up)
    assert not ana.aloud.filter(has_text="more!").count(), "what the page speaks no screen reader says again"

    ana.tap("Voices")
    ana.page.get_by_role("switch", name="Hear calls in their own words").uncheck()
    ana.close_sheet()
    expect(dark(ana).get_by_text("lift it now")).to_have_count(0)
    ana.tap("Voices")
    ana.page.get_by_role("switch", name="Hear Bo").uncheck()
    ana.close_sheet()
    expect(dark(ana).get_by_text("More!")).to_have_count(0)
    call(bo, "Stop!")
    again_until(lambda: any('"stop"' in frame for frame in ana.received), ana.catch_up)
    assert spoken(ana) == ["Bo: more!", "Bo: lift it now"]
    expect(dark(ana).get_by_text("Stop!")).to_have_count(0)


HEAP = "Such a heap"
"""What no card says of itself, whichever is flipped."""


def say(phone: Phone, words: str) -> None:
    """At the table, beside the game."""
    phone.tap("Menu")
    phone.tap("Talk")
    phone.page.get_by_role("textbox", name="Say something").fill(words)
    phone.page.keyboard.press("Enter")
    expect(phone.sheet("Talk").get_by_text(words).first).to_be_visible()
    phone.close_sheet()


def test_table_talk_waits_until_the_eyes_are_open_again(phones: Phones) -> None:
    ana, bo = in_the_dark(phones)
    hold_bundle(ana)
    say(bo, f"{HEAP}, I swear")
    call(bo, "More!")
    expect(dark(ana).get_by_text("More!")).to_be_visible()
    assert not any(HEAP in frame for frame in ana.received), "the server does not send it"
    assert HEAP not in ana.page.content(), "seen, or read aloud"
    expect(ana.aloud.filter(has_text="more!")).to_have_count(1)
    passed = set()
    for _ in range(16):
        ana.page.keyboard.press("Tab")
        passed.add(ana.focused())
    assert "Squeeze" in passed
    assert not passed & {"Menu", "Back"}, "the log is out of reach too"
    ana.settle()
    ana.tap("Lift!")
    expect(ana.text("Bo: Such a heap, I swear").first).to_be_visible()
    expect(ana.aloud.filter(has_text=HEAP)).to_have_count(1)
    go_on(ana, bo)
    ana.tap("Menu")
    ana.tap("What happened")
    expect(ana.sheet("What happened").get_by_role("listitem").filter(has_text="Such a heap, I swear")).to_be_visible()


def test_after_a_reload_in_the_dark_what_was_missed_waits_too(phones: Phones) -> None:
    ana, bo = in_the_dark(phones)
    ana.go("/")
    for words in (HEAP, "Lift it"):
        say(bo, words)
    ana.page.go_back()
    expect(dark(ana)).to_be_visible()
    expect(slider(ana)).to_be_visible()
    assert not ana.page.get_by_role("dialog").is_visible()
    assert HEAP not in ana.page.content()
    hold_bundle(ana)
    ana.settle()
    ana.tap("Lift!")
    go_on(ana, bo)
    expect(ana.page.get_by_role("img", name="2 unread")).to_be_visible()
    ana.tap("Menu")
    ana.tap("Talk")
    expect(ana.text(re.compile(HEAP)).first).to_be_visible()


def test_bets_are_sealed_from_the_challenger_until_the_count(phones: Phones) -> None:
    ana, bo, cy = seated(phones, "Ana", "Bo", "Cy")
    close_eyes(ana)
    place_bets(bo, kind="HIGH")
    expect(bet(bo, "HIGH")).to_have_attribute("aria-pressed", "true")
    place_bets(cy, kind="LOW")
    expect(bo.page.get_by_role("button", name=re.compile("^Cy: .*Has bet LOW"))).to_be_visible()
    hold_bundle(ana)
    for frame in ana.received:
        assert '"bet":"' not in frame
        assert "BetsOpened" not in frame
        assert "BundleSeen" not in frame
        assert '"looks":[]' in frame or '"looks"' not in frame
    assert not re.search("HIGH|LOW|JUST", ana.page.content())
    bo.catch_up()
    cy.catch_up()
    for frame in (*bo.received, *cy.received):
        assert '"feel":' not in frame.replace('"feel":0', "").replace('"feel":null', "")
    ana.settle()
    stop_time(ana, bo, cy)
    ana.tap("Lift!")
    for phone in (ana, bo, cy):
        shown = phone.page.get_by_role("list", name="The bets")
        expect(shown.get_by_role("listitem")).to_have_count(3)  # both bets, and what the challenger won
        expect(shown.get_by_text("HIGH", exact=True).first).to_be_attached()
        expect(shown.get_by_text("LOW", exact=True).first).to_be_attached()


def test_the_big_screen_shows_only_what_is_public(phones: Phones) -> None:
    """Bo holds a bundle; all others have bet and have looked."""
    match = played(phones.server, CRANE, ("Ana", "Bo", "Cy"), options={"first": 1}, choices=4)
    wall = phones.new("Wall", size=DESKTOP, has_touch=False).go(f"/#/big/{match.table}/{match.watch_key}")
    expect(
        wall.page.get_by_role("img", name="A bundle is held. Only the audience sees how thick it is.")
    ).to_be_visible()
    assert not re.search("HIGH|LOW|JUST", wall.page.content())
    views = [frame for frame in wall.received if '"looks"' in frame]
    assert views
    for frame in views:
        assert '"looks":[]' in frame
        assert '"felt":[]' in frame
        assert '"bet":"' not in frame


# -- What ends it -----------------------------------------------------------------------------------------------------


def expect_peek(ana: Phone, bo: Phone) -> None:
    expect(ana.text("You opened your eyes!")).to_be_visible()
    expect(bo.text("Ana has peeked!")).to_be_visible()
    expect(dark(ana)).to_have_count(0)
    bo.tap("Go on")
    expect(bo.page.get_by_role("button", name=re.compile("^Ana: .*Peeked 1 time"))).to_be_visible()


def test_lifting_the_blindfold_takes_a_slide_and_ends_the_turn(phones: Phones) -> None:
    ana, bo = in_the_dark(phones)
    blindfold = ana.page.get_by_role("slider", name=re.compile("^Peek"))
    box = blindfold.bounding_box()
    assert box is not None
    y = box["y"] + box["height"] / 2
    ana.drag(box["x"] + 20, y, box["x"] + box["width"] / 2, y)
    assert attribute(dark(ana), "aria-label"), "half a slide lifts nothing"
    ana.settle()
    stop_time(ana)
    ana.drag(box["x"] + 20, y, box["x"] + box["width"] - 4, y)
    expect_peek(ana, bo)


def test_while_the_others_bet_the_challenger_may_peek_too(phones: Phones) -> None:
    ana, bo = seated(phones, "Ana", "Bo")
    close_eyes(ana)
    expect(bet(bo, "JUST")).to_be_visible()
    stop_time(ana, bo)
    blindfold = ana.page.get_by_role("slider", name=re.compile("^Peek"))
    blindfold.press("Enter")
    blindfold.press("Enter")
    expect_peek(ana, bo)


def test_leaving_the_page_for_over_three_seconds_is_peeking(phones: Phones) -> None:
    ana, bo = in_the_dark(phones)
    ana.page.clock.install()
    ana.page.evaluate(HIDE, True)
    ana.page.clock.run_for(2_500)
    ana.page.evaluate(HIDE, False)
    assert not any(message["action"]["type"] == "OpenEyes" for message in ana.acts())
    expect(dark(ana)).to_be_visible()
    ana.page.evaluate(HIDE, True)
    ana.page.clock.run_for(3_200)
    ana.page.evaluate(HIDE, False)
    ana.page.clock.resume()
    expect(bo.text("Ana has peeked!")).to_be_visible()


def test_a_lost_connection_is_no_peeking(phones: Phones) -> None:
    ana, bo = in_the_dark(phones)
    ana.expect_trouble("ERR_INTERNET_DISCONNECTED")
    # While the connection is well: a timer begun before cannot be stopped any more, and would open it a second time.
    ana.catch_up()
    ana.page.clock.install()
    ana.context.set_offline(True)
    ana.page.evaluate("window.dispatchEvent(new Event('offline'))")
    expect(ana.text("The connection is lost. That is no peeking")).to_be_visible()
    ana.page.evaluate(HIDE, True)
    ana.page.clock.run_for(4_000)
    ana.page.evaluate(HIDE, False)
    ana.page.clock.resume()
    ana.context.set_offline(False)
    expect(ana.text("The connection is lost. That is no peeking")).to_have_count(0)
    expect(slider(ana)).to_be_visible()
    assert not any(message["action"]["type"] == "OpenEyes" for message in ana.acts())
    expect(bo.button("More!")).to_be_visible()
