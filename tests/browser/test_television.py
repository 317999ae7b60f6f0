"""The screen in the room: read from 3 m, so texts and cards have a least size, in parts of the screen's height."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.fitting import show_at
from tests.browser.moments import HELD, PLAY_TAG, SHORT, stop_time
from tests.browser.phones import DESKTOP, Phone, Phones, again_until, hold
from tests.browser.playing_tag import question, seat_of
from tests.browser.room_strips import TAG_BEN, bundle_held
from tests.browser.wired import Played, choose, play_to_the_end, play_until_possible, played, send_as

FOUR = ("Anna", "Ben", "Clara", "Dmitri")
SIX = (*FOUR, "Emil", "Flora")
LEAST_TEXT, LEAST_CARD = 0.03, 0.18
TABLET = (768, 1024)
SCREENS = {"television": (1920, 1080), "laptop": (1366, 768), "four thousand wide": (3840, 2160)}

# Every text that is drawn as text, with its size; drawings have a size of their own.
TEXTS = """() => {
  const found = []
  const walker = document.createTreeWalker(document.querySelector('.big'), NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node.textContent.trim()
    const holder = node.parentElement
    if (!text || holder.closest('svg, .unseen, .images')) continue
    if (!holder.checkVisibility({ visibilityProperty: true })) continue
    found.push({ text, size: parseFloat(getComputedStyle(holder).fontSize) / innerHeight })
  }
  return found
}"""
CARDS = """() => [...document.querySelectorAll('.lying .card')]
  .filter((card) => !card.closest('.images') && card.checkVisibility())
  .map((card) => card.getBoundingClientRect().height / innerHeight)"""
# Signs that stand for a word: in a table of points, and the clips somebody has left.
SIGNS = """() => [...document.querySelectorAll('.big table svg, .big .plate .left svg')]
  .map((sign) => sign.getBoundingClientRect().height / innerHeight)"""
OUTSIDE = """() => [...document.querySelectorAll('.big [data-status], .big .plate, .big .lying .card:not(svg *)')]
  .map((one) => [one.className, one.getBoundingClientRect()])
  .filter(([name, box]) => box.width)
  .filter(([name, box]) => box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
  .map(([name]) => name)"""

EXPANSIONS = {"point_a_police": True, "complete_a_mission": True, "dont_a_touchme": True, "wait_a_minute": True}
Scene = Callable[[str], Played]
SCENES: dict[str, Scene] = {
    "a turn of TAG": lambda server: played(server, "tag", FOUR, choices=30, seed=3),
    "six at TAG": lambda server: played(server, "tag", SIX, choices=40, seed=5),
    "clips": lambda server: played(server, "cant_touch_this", FOUR[:2], choices=8, seed=2),
    "cards to lay": lambda server: played(server, "point_a_pile", FOUR, options={"first": 0}, choices=0),
    "piles": lambda server: played(server, "point_a_pile", FOUR, options={"first": 0}, choices=1),
    "six at piles": lambda server: played(
        server, "point_a_pile", SIX, options={"first": 0, **EXPANSIONS}, choices=24, seed=5
    ),
    "eyes open": lambda server: played(server, "tactile_crane", FOUR, options={"first": 1}, choices=0, seed=4),
    "the grab": lambda server: played(server, "tactile_crane", FOUR, options={"first": 1}, choices=5, seed=4),
}


def television(phones: Phones, match: Played, size: tuple[int, int] = SCREENS["television"], **how: Any) -> Phone:
    screen = phones.new("Television", size=size, has_touch=False, **how)
    return screen.go(f"/#/big/{match.table}/{match.watch_key}")


def expect_table(screen: Phone) -> None:
    """The plates lie there; before, a table that is fetched says "One moment", which is a status too."""
    expect(screen.page.locator(".big .plate").first).to_be_visible()


def assert_seen_from_afar(screen: Phone) -> None:
    texts = screen.page.evaluate(TEXTS)
    assert len(texts) > 5
    assert [text for text in texts if text["size"] < LEAST_TEXT] == []
    assert screen.page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("scene", SCENES)
def test_everything_is_large_enough_for_the_whole_room(phones: Phones, scene: str) -> None:
    match = SCENES[scene](phones.server)
    screen = television(phones, match)
    for size in SCREENS.values():
        show_at(screen, size)
        expect(screen.page.get_by_role("img", name=re.compile("^Anna")).first).to_be_visible()
        assert_seen_from_afar(screen)
        cards = screen.page.evaluate(CARDS)
        assert cards, "there is a card on the table"
        assert [round(height, 3) for height in cards if height < LEAST_CARD] == []
        assert [round(height, 3) for height in screen.page.evaluate(SIGNS) if height < LEAST_TEXT] == []
    # Whom the table waits for is seen from the door.
    assert screen.page.locator(".big .plate.turn").count() > 0
    # Nobody could sit down here, so no code takes room away.
    expect(screen.page.get_by_text(match.code)).to_have_count(0)


CUT_NAMES = """() => [...document.querySelectorAll('.big .plate .name')]
  .filter((name) => name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent)"""
SPILT = """() => [...document.querySelectorAll('.big .plate')].flatMap((plate) =>
  [...plate.querySelectorAll('.shown *')]
    .filter((one) => !one.closest('svg') && one.getBoundingClientRect().right > plate.getBoundingClientRect().right + 1)
    .map((one) => one.textContent.trim()))"""


@pytest.mark.parametrize("scene", ["six at TAG", "six at piles"])
def test_on_an_upright_tablet_six_players_have_room(phones: Phones, scene: str) -> None:
    screen = television(phones, SCENES[scene](phones.server), size=TABLET)
    expect(screen.page.get_by_role("img", name=re.compile("^Flora")).first).to_be_visible()
    assert screen.page.evaluate(CUT_NAMES) == []
    assert screen.page.evaluate(SPILT) == []
    assert screen.page.evaluate(OUTSIDE) == []


def without_container_queries(route: Route) -> None:
    """The style sheet as a browser from before Chromium 105 reads it."""
    answer = route.fetch()
    old = answer.text().replace("@container", "@unknown").replace("1cqw", "1unknown")
    route.fulfill(response=answer, body=re.sub(r"@supports not \(container-type: ?size\)", "@supports (top: 0)", old))


def test_an_older_television_lays_the_table_out_by_its_window(phones: Phones) -> None:
    """As far as can be seen here: no old browser was tried."""
    match = SCENES["piles"](phones.server)
    screen = phones.new("Television", size=SCREENS["television"], has_touch=False)
    screen.page.route("**/*.css", without_container_queries)
    screen.page.add_init_script("delete Array.prototype.findLast; delete Array.prototype.findLastIndex")
    screen.go(f"/#/big/{match.table}/{match.watch_key}")
    expect(screen.page.get_by_role("img", name=re.compile("^Anna")).first).to_be_visible()
    assert screen.page.locator(".table").first.evaluate("(one) => getComputedStyle(one).getPropertyValue('--shape')")
    assert_seen_from_afar(screen)
    assert [round(height, 3) for height in screen.page.evaluate(CARDS) if height < LEAST_CARD] == []


def test_the_code_stands_in_a_corner_while_somebody_could_come(phones: Phones) -> None:
    match = played(phones.server, "tag", ["Anna", "Ben"], bots=["random"], choices=1)
    screen = television(phones, match)
    expect_table(screen)
    expect(screen.page.get_by_text(match.code)).to_be_visible()
    box = screen.page.get_by_role("img", name="QR code of the link to join this table").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] > 0.95 * 1920
    assert box["y"] < 0.05 * 1080
    assert_seen_from_afar(screen)


def test_the_finale_has_the_score_of_the_evening(phones: Phones) -> None:
    deck = {"T": 6, "A": 6, "G": 6, "TAG": 3, "Gool": 0, "Freeze": 0}
    match = played(phones.server, "tag", FOUR, options={"deck": deck, "answer_seconds": 1}, seed=2)
    screen = television(phones, match)
    finale = screen.page.get_by_role("region", name="The end")
    expect(finale).to_be_visible()
    expect(finale.get_by_role("region", name="This evening")).to_be_visible()
    for size in (*SCREENS.values(), DESKTOP):
        screen.page.set_viewport_size({"width": size[0], "height": size[1]})
        assert_seen_from_afar(screen)
        assert finale.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1"), f"all of it is seen: {size}"


THINGS_COUNTED = """() => [...document.querySelectorAll('.scene .things:not(.some) .thing')]
  .map((thing) => thing.offsetHeight / innerHeight)"""


def test_at_the_end_hands_are_counted_as_large_as_they_were_played(phones: Phones) -> None:
    match = played(phones.server, "tag", FOUR, options=SHORT["tag"], choices=1)
    screen = phones.new("Television", size=SCREENS["television"], has_touch=False)
    screen.context.add_init_script(HELD)
    screen.go(f"/#/big/{match.table}/{match.watch_key}")
    expect_table(screen)
    screen.page.evaluate("void (window.isHeld = true)")
    play_to_the_end(phones.server, match)
    expect(screen.page.locator("[data-moment=ending]")).to_be_visible()
    for size in SCREENS.values():
        screen.page.set_viewport_size({"width": size[0], "height": size[1]})
        things = screen.page.evaluate(THINGS_COUNTED)
        assert things
        assert [round(height, 3) for height in things if height < LEAST_CARD] == []
        assert screen.page.evaluate("document.querySelector('.lanes').scrollHeight <= innerHeight")


# What lies beyond the table's own edge.
OVERFLOWING = """() => {
  const table = document.querySelector('main.big').getBoundingClientRect()
  return [...document.querySelectorAll('main.big *')]
    .filter((one) => one.checkVisibility() && !one.closest('.unseen'))
    .map((one) => [one.className, one.getBoundingClientRect()])
    .filter(([name, box]) => box.bottom > table.bottom + 1 || box.top < table.top - 1)
    .map(([name]) => name)
}"""
BROKEN_NAMES = """() => [...document.querySelectorAll('.big li')]
  .filter((one) => one.clientHeight > 2.6 * parseFloat(getComputedStyle(one).fontSize)).map((one) => one.innerText)"""


def test_between_two_games_six_players_and_their_score_are_all_seen(phones: Phones) -> None:
    deck = {"T": 9, "A": 9, "G": 9, "TAG": 4, "Gool": 0, "Freeze": 0}
    match = played(phones.server, "tag", SIX, options={"deck": deck, "answer_seconds": 1}, seed=2)
    send_as(phones.server, match, 0, "Rematch")
    screen = television(phones, match)
    expect(screen.page.get_by_role("region", name="This evening").get_by_role("listitem")).to_have_count(6)
    for size in (*SCREENS.values(), DESKTOP, TABLET):
        screen.page.set_viewport_size({"width": size[0], "height": size[1]})
        screen.page.evaluate("new Promise(requestAnimationFrame)")
        assert screen.page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1"), size
        assert screen.page.evaluate(OVERFLOWING) == [], size
        assert screen.page.evaluate(BROKEN_NAMES) == [], size
        if size != TABLET:
            assert_seen_from_afar(screen)


# The cards of a bundle, and of bets; what moves is measured as it lies.
COUNTED = """() => [...document.querySelectorAll('.count .laid > span, .count .bets .card')]
  .filter((card) => card.checkVisibility()).map((card) => card.offsetHeight / innerHeight)"""
SPILT_FROM_THE_COUNT = """() => {
  const count = document.querySelector('.count')
  const { left, right, bottom } = count.getBoundingClientRect()
  const isOut = (box) => box.width && (box.left < left - 1 || box.right > right + 1 || box.bottom > bottom + 1)
  const seen = [...count.querySelectorAll('h2, p, li, .laid > span, .card')].filter((one) => one.checkVisibility())
  return seen.filter((one) => isOut(one.getBoundingClientRect())).map((one) => one.outerHTML.slice(0, 60))
}"""


@pytest.mark.parametrize("has_motion", [True, False], ids=["as cards fall", "when they lie there"])
@pytest.mark.parametrize("names", [FOUR, SIX], ids=["four", "six"])
def test_the_count_of_the_crane_is_seen_from_afar(phones: Phones, names: tuple[str, ...], *, has_motion: bool) -> None:
    match = bundle_held(phones.server, names)
    screen = television(phones, match, has_motion=has_motion)
    expect_table(screen)
    stop_time(screen)
    choose(phones.server, match, {"type": "Lift"})
    expect(screen.page.locator(".laid.falling" if has_motion else ".bets")).to_be_visible()
    for size in (*SCREENS.values(), TABLET):
        screen.page.set_viewport_size({"width": size[0], "height": size[1]})
        screen.page.evaluate("new Promise(requestAnimationFrame)")
        if not has_motion:
            assert screen.page.evaluate(SPILT_FROM_THE_COUNT) == [], size
        if size == TABLET:
            continue
        cards = screen.page.evaluate(COUNTED)
        assert cards
        assert [round(height, 3) for height in cards if height < LEAST_CARD] == []
        if not has_motion:
            assert_seen_from_afar(screen)


def test_sound_is_offered_once_and_comes_with_a_key(phones: Phones) -> None:
    match = played(phones.server, "tag", ["Anna", "Ben"], choices=1)
    screen = television(phones, match, size=DESKTOP, settings={"sound": True})
    offer = screen.page.get_by_text("Any key or tap: sound on. F: full screen.")
    expect(offer).to_be_visible()
    screen.page.keyboard.press("Enter")
    expect(offer).to_have_count(0)
    expect(screen.page.locator("button, a[href], input")).to_have_count(0)
    screen.page.keyboard.press("f")
    screen.wait_until("document.fullscreenElement !== null")


FELT = "window.felt = []; navigator.vibrate = (pattern) => window.felt.push(pattern)"


def at_table(phones: Phones, match: Played, seat: int) -> Phone:
    phone = phones.new(match.seats[seat][0])
    phone.context.add_init_script(FELT)
    hold(phone, match.game, match.seats[seat : seat + 1])
    return phone.go(f"/#/table/{match.table}")


def test_the_gool_question_is_covered_by_nothing_and_its_ring_is_on_every_screen(phones: Phones) -> None:
    """Anna is about to tag Ben; he and Clara look at somebody's plate."""
    deck = {"T": 0, "A": 0, "G": 0, "TAG": 29, "Gool": 1, "Freeze": 0}
    options = {"first": 0, "deck": deck, "answer_seconds": 30}
    match = played(phones.server, "tag", FOUR[:3], options=options, choices=0)
    play_until_possible(phones.server, match, TAG_BEN, (PLAY_TAG,))
    anna, ben, clara = (at_table(phones, match, seat) for seat in range(3))
    screen = television(phones, match)
    watcher = phones.new("Zoe").go(f"/#/w/{match.table}/{match.watch_key}")
    for phone in (ben, clara):
        phone.tap(seat_of(phone, "Anna"))
        expect(phone.page.get_by_role("dialog")).to_be_visible()
    expect(screen.page.get_by_role("img", name=re.compile("^Anna")).first).to_be_visible()
    expect(watcher.button("Menu")).to_be_visible()
    choose(phones.server, match, TAG_BEN)
    expect(question(ben)).to_be_visible()
    expect(ben.page.get_by_role("dialog")).to_have_count(0)
    expect(clara.page.get_by_role("dialog")).to_be_visible()
    clara.close_sheet()
    for each in (anna, ben, clara, watcher, screen):
        # On a plate it is drawn, and told by the plate's own name.
        rings = each.page.get_by_role("timer", name=re.compile("^Seconds until"), include_hidden=True)
        expect(rings.first).to_be_visible()
    expect(screen.page.get_by_text("Gool, or does it stand?")).to_be_visible()
    assert_seen_from_afar(screen)
    # Felt by who is asked alone, and none is lost: that it is their turn, and what for. That one follows the other is
    # shown with a clock of its own (web/tests/device.test.ts).
    again_until(lambda: len(ben.page.evaluate("felt")) > 1, ben.catch_up)
    for other in (anna, clara):
        assert other.page.evaluate("felt") == []
