"""What only some devices offer: sound, vibration, staying awake, installing, sharing. All may be missing."""

import json
import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.phones import YOUR_TURN, Phone, Phones, again_until, code_of, hold
from tests.browser.playing import play_out
from tests.browser.playing_clips import places
from tests.browser.playing_tag import SHORT, TagPlayer
from tests.browser.sleeping import put_to_sleep, wake
from tests.browser.wired import played

# A stand-in for the loudspeaker that writes down what is played: a tone by its pitch, noise by the middle of its band.
LISTENING = """
window.heard = []
class Knob {
  constructor(told) { this.told = told }
  set value(value) { this.now = value; this.told?.(value) }
  get value() { return this.now }
  setValueAtTime(value) { this.pitch ??= value }
  exponentialRampToValueAtTime() {}
}
const note = (kind, pitch) => window.heard.push(`${kind} ${Math.round(pitch)}`)
const node = (more) => ({ connect: (next) => next, gain: new Knob(), start() {}, stop() {}, ...more })
window.AudioContext = class {
  state = 'running'
  sampleRate = 8000
  currentTime = 0
  createGain = () => node({})
  createBuffer = (_, length) => ({ getChannelData: () => new Float32Array(length) })
  createBufferSource = () => node({})
  createBiquadFilter = () => node({ frequency: new Knob((pitch) => note('noise', pitch)), Q: new Knob() })
  createOscillator = () => {
    const frequency = new Knob()
    return node({ frequency, start: () => note('tone', frequency.pitch) })
  }
}
"""
SOUNDS = {
    "tone 210": "knock",
    "noise 3550": "paper",
    "noise 1140": "slide",
    "tone 2400": "click",
    "tone 523": "chime",
    "noise 424": "breath",
    "tone 1760": "freeze",
}
"""By what only they begin with."""

RECORDED = """
window.felt = []
navigator.vibrate = (pattern) => window.felt.push(pattern)
window.awake = { asked: 0, let_go: 0 }
const sentinel = { release: async () => void window.awake.let_go++ }
const wakeLock = { request: async () => (window.awake.asked++, sentinel) }
Object.defineProperty(navigator, 'wakeLock', { value: wakeLock })
"""


ALONE = {"card": "random"}
"""A card without sides to choose from: the first choice is a clip."""


def heard(phone: Phone) -> list[str]:
    return [SOUNDS[each] for each in phone.page.evaluate("window.heard") if each in SOUNDS]


def recording(phones: Phones, game: str, *, script: str, **how: Any) -> Phone:
    """In the lobby, with a device that writes down what it is asked to do."""
    phone = phones.at_new_table(game, **how)
    phone.context.add_init_script(script)
    phone.page.reload()
    return phone


# -- Sound and vibration --------------------------------------------------------------------------------------------


def test_a_match_is_heard_knock_for_your_turn_paper_for_cards_and_a_chime_at_the_end(phones: Phones) -> None:
    phone = recording(
        phones, "tag", script=LISTENING, bots=["random"], options={"first": 0, **SHORT}, settings={"sound": True}
    )
    phone.tap("Start")
    phone.expect_your_turn()
    again_until(lambda: "knock" in heard(phone), lambda: None)
    assert "chime" not in heard(phone)
    play_out([TagPlayer(phone)])
    again_until(lambda: "chime" in heard(phone), lambda: None)
    assert {"knock", "paper"} <= set(heard(phone))
    assert heard(phone).count("chime") == 1


def test_clips_are_heard_and_felt_at_each_symbol(phones: Phones) -> None:
    phone = recording(phones, "cant_touch_this", script=LISTENING + RECORDED, options=ALONE, settings={"sound": True})
    phone.tap("Start")
    phone.settle()
    before = heard(phone).count("click")
    phone.tap(places(phone).first)
    again_until(lambda: heard(phone).count("click") > before, lambda: None)
    # Your turn, and the snap of a clip; what is felt waits for what is felt already.
    again_until(lambda: all(each in phone.page.evaluate("window.felt") for each in (60, 12)), lambda: None)


def test_muted_and_held_still_nothing_is_heard_or_felt(phones: Phones) -> None:
    off = {"sound": False, "vibration": False}
    phone = recording(phones, "cant_touch_this", script=LISTENING + RECORDED, options=ALONE, settings=off)
    phone.tap("Start")
    phone.settle()
    phone.tap(places(phone).first)
    expect(phone.button("Set clip", exact=False)).to_be_enabled()
    assert phone.page.evaluate("window.heard") == []
    assert phone.page.evaluate("window.felt") == []


def test_sound_is_muted_in_the_settings_in_the_middle_of_a_match(phones: Phones) -> None:
    phone = recording(phones, "cant_touch_this", script=LISTENING, options=ALONE, settings={"sound": True})
    phone.tap("Start")
    phone.settle()
    phone.tap_in_menu("Settings")
    phone.page.get_by_role("switch", name="Sound").uncheck()
    phone.close_sheet()
    phone.page.evaluate("window.heard.length = 0")
    phone.tap(places(phone).first)
    expect(phone.button("Set clip", exact=False)).to_be_enabled()
    assert phone.page.evaluate("window.heard") == []


# -- The screen stays on --------------------------------------------------------------------------------------------


def test_the_screen_stays_on_at_the_table_again_after_sleep_and_no_longer_than_that(phones: Phones) -> None:
    phone = recording(phones, "tag", script=RECORDED, bots=["random"])
    phone.tap("Start")
    phone.expect_your_turn()
    awake = "() => window.awake"
    again_until(lambda: phone.page.evaluate(awake) == {"asked": 1, "let_go": 0}, lambda: None)
    put_to_sleep(phone)
    wake(phone)
    again_until(lambda: phone.page.evaluate(awake)["asked"] == 2, lambda: None)
    if phone.button("All right").is_visible():
        phone.tap("All right")
    phone.tap("Back")
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("Touchwood")
    again_until(lambda: phone.page.evaluate(awake)["let_go"] == 1, lambda: None)


# -- Installing -----------------------------------------------------------------------------------------------------


def test_the_manifest_names_icons_that_are_there(server: str) -> None:
    answer = httpx.get(f"{server}/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert manifest["name"] == "Touchwood"
    assert manifest["display"] == "standalone"
    assert httpx.get(server + manifest["start_url"]).text.startswith("<!doctype html>")
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        drawn = httpx.get(server + icon["src"])
        assert drawn.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width = int.from_bytes(drawn.content[16:20], "big")
            assert icon["sizes"] == f"{width}x{width}"
    page = httpx.get(server).text
    assert 'rel="manifest"' in page
    assert httpx.get(f"{server}/icon-180.png").headers["content-type"] == "image/png"
    assert 'rel="apple-touch-icon" href="/icon-180.png"' in page


def test_what_the_browser_offers_to_install_is_in_the_settings(phones: Phones) -> None:
    phone = phones.new().go()
    phone.tap("Settings")
    expect(phone.sheet("Settings")).to_be_visible()
    expect(phone.button("Install Touchwood")).to_have_count(0)
    phone.page.evaluate(
        """() => {
          const offer = new Event('beforeinstallprompt', { cancelable: true })
          offer.prompt = async () => void (window.prompted = true)
          dispatchEvent(offer)
        }"""
    )
    phone.tap("Install Touchwood")
    again_until(lambda: phone.page.evaluate("window.prompted"), lambda: None)
    expect(phone.button("Install Touchwood")).to_have_count(0)


# -- Sharing --------------------------------------------------------------------------------------------------------


def test_the_link_is_shared_where_the_device_can(phones: Phones) -> None:
    share = "window.shared = []; navigator.share = async (what) => void window.shared.push(what)"
    phone = recording(phones, "tag", script=share)
    code = code_of(phone)
    phone.tap("Share the link")
    again_until(lambda: phone.page.evaluate("window.shared.length"), lambda: None)
    assert phone.page.evaluate("window.shared") == [{"title": "A table of TAG", "url": f"{phones.server}/t/{code}"}]
    expect(phone.text("The link is copied.")).to_have_count(0)


def test_a_host_on_this_machine_hands_out_an_address_that_is_good_for_others(phones: Phones) -> None:
    share = "window.shared = []; navigator.share = async (what) => void window.shared.push(what)"
    phone = phones.at_new_table("tag")
    told = json.dumps({"address": "http://192.168.1.4:8000"})
    phone.context.route("**/api/address", lambda route: route.fulfill(body=told, content_type="application/json"))
    phone.context.add_init_script(share)
    phone.page.reload()
    link = f"http://192.168.1.4:8000/t/{code_of(phone)}"
    phone.tap("Show the QR code large")
    expect(phone.page.get_by_role("dialog").get_by_text(link, exact=True)).to_be_visible()
    phone.close_sheet()
    phone.tap("Share the link")
    again_until(lambda: phone.page.evaluate("window.shared.length"), lambda: None)
    assert phone.page.evaluate("window.shared[0].url") == link


# -- Over plain http ------------------------------------------------------------------------------------------------


@pytest.fixture
def at_home(phones: Phones) -> Phones:
    """Phones in a home network: no https, so no clipboard, no wake lock and no cryptography of the browser's own."""
    phones.server = phones.server.replace("127.0.0.1", "table.home")
    return phones


def test_over_plain_http_the_link_is_copied_the_old_way(at_home: Phones) -> None:
    phone = at_home.new().go()
    assert phone.page.evaluate("[isSecureContext, navigator.clipboard, navigator.wakeLock]") == [False, None, None]
    phone.tap(phone.page.get_by_role("listitem").filter(has_text="TAG").get_by_role("button", name="With friends"))
    phone.tap("Open a table")
    code = code_of(phone)
    phone.tap("Share the link")
    expect(phone.text("The link is copied.")).to_be_visible()
    phone.tap("Talk")
    phone.page.get_by_label("Say something").focus()
    phone.page.keyboard.press("Control+V")
    expect(phone.page.get_by_label("Say something")).to_have_value(f"{at_home.server}/t/{code}")


def test_over_plain_http_the_link_to_watch_is_copied_out_of_a_sheet(at_home: Phones) -> None:
    phone = at_home.new().go()
    phone.tap(phone.page.get_by_role("listitem").filter(has_text="TAG").get_by_role("button", name="With friends"))
    phone.tap("Open a table")
    phone.tap("Menu")
    phone.tap("Link to watch")
    expect(phone.toast("The link is copied.")).to_be_visible()
    phone.close_sheet()
    phone.tap("Talk")
    phone.page.get_by_label("Say something").focus()
    phone.page.keyboard.press("Control+V")
    expect(phone.page.get_by_label("Say something")).to_have_value(re.compile(f"^{re.escape(at_home.server)}/#/w/"))


def test_over_plain_http_a_match_is_played_and_its_deal_checked(server: str, at_home: Phones) -> None:
    match = played(server, "tag", ["Ana"], bots=["random"], options=SHORT)
    phone = at_home.new()
    hold(phone, "tag", match.seats)
    phone.go(f"/#/table/{match.table}")
    expect(phone.sheet("The end")).to_be_visible()
    phone.tap("Check the deal")
    phone.tap("Check it now")
    expect(phone.text("It holds.")).to_be_visible()


def test_over_plain_http_a_phone_is_told_once_that_its_screen_may_sleep(server: str, at_home: Phones) -> None:
    match = played(server, "point_a_pile", ["Ana", "Bo"], choices=0, options={"first": 0})
    phone = at_home.new()
    hold(phone, "point_a_pile", match.seats[:1])
    phone.go(f"/#/table/{match.table}")
    notice = phone.text(re.compile("screen to sleep"))
    expect(notice).to_be_visible()
    # Who walks from landmark to landmark comes by.
    expect(phone.page.get_by_role("region", name="News of the table").get_by_text("screen to sleep")).to_be_visible()
    sign = phone.page.locator("link[rel=icon]")
    expect(sign).to_have_attribute("href", "/icon-your-turn.svg")
    expect(phone.page).to_have_title(YOUR_TURN)
    phone.tap("All right")
    expect(notice).to_have_count(0)
    phone.page.reload()
    expect(phone.button("Menu")).to_be_visible()
    expect(notice).to_have_count(0)
    phone.tap("Back")
    expect(sign).to_have_attribute("href", "/icon.svg")
