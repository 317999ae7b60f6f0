"""Any game on the page: the four of our own, and one the page has never heard of."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, ViewportSize, expect

from tests.browser.fitting import SETTLED, TURNED
from tests.browser.phones import DESKTOP, PHONE, Phone, Phones, again_until, hold
from tests.browser.playing import play_out
from tests.browser.playing_plain import PlainKeys, PlainPlayer, at_plain_table, decision
from tests.browser.wired import played
from tests.server.toys import PEBBLES, offered

MATCHES = {
    "cant_touch_this": (["random"], {"clips_each": 2}),
    "point_a_pile": (["random"], {"round_limit": 2, "first": 0, "wait_a_minute": True}),
    "tactile_crane": (["naive", "naive"], {"patience": 1, "first": 0}),
    "tag": (["random", "random"], {"deck": {"T": 3, "A": 3, "G": 2, "TAG": 2, "Gool": 1, "Freeze": 1}, "first": 0}),
}
"""Short matches: bots and options."""
CHOSEN_FACT_BY_FACT = ("cant_touch_this", "tactile_crane")
"""They have more of a kind than there is room for buttons: clips by radios, grabs by a slider."""
SCREENS = [(320, 568), (390, 844), (844, 390), (768, 1024), (1366, 768)]
every_game = pytest.mark.parametrize("game", MATCHES)


@every_game
def test_a_whole_match_by_touch(phones: Phones, game: str) -> None:
    bots, options = MATCHES[game]
    player = PlainPlayer(at_plain_table(phones, game, bots=bots, options=options))
    play_out([player])
    assert not player.raw, "a text that is not made for people"
    assert player.adjusted or game not in CHOSEN_FACT_BY_FACT


@every_game
def test_a_whole_match_by_tab_and_enter(phones: Phones, game: str) -> None:
    bots, options = MATCHES[game]
    player = PlainKeys(at_plain_table(phones, game, bots=bots, options=options, size=DESKTOP, has_touch=False), seed=2)
    play_out([player])
    assert player.thrown_away == 0
    assert player.adjusted or game not in CHOSEN_FACT_BY_FACT


@every_game
def test_the_question_and_its_buttons_are_in_sight_on_every_screen(phones: Phones, game: str) -> None:
    bots, options = MATCHES[game]
    phone = at_plain_table(phones, game, bots=bots, options=options, has_touch=False)
    for width, height in SCREENS:
        phone.page.set_viewport_size(ViewportSize(width=width, height=height))
        for what in (decision(phone).get_by_role("heading").first, decision(phone).get_by_role("button").first):
            assert is_in_sight(what, width, height), f"{what} at {width} x {height}"
        assert phone.page.evaluate("document.scrollingElement.scrollWidth") <= width


# How much of each plate is in sight when one goes to it, and how much there is of it.
PLATES = """() => [...document.querySelectorAll('main section.seat')].map((plate) => {
  plate.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const whole = plate.getBoundingClientRect()
  const seen = { top: 0, left: 0, bottom: innerHeight, right: innerWidth }
  for (let each = plate.parentElement; each?.parentElement; each = each.parentElement) {
    if (getComputedStyle(each).overflowY === 'visible') continue
    const frame = each.getBoundingClientRect()
    for (const side of ['top', 'left']) seen[side] = Math.max(seen[side], frame[side])
    for (const side of ['bottom', 'right']) seen[side] = Math.min(seen[side], frame[side])
  }
  const high = Math.min(seen.bottom, whole.bottom) - Math.max(seen.top, whole.top)
  const wide = Math.min(seen.right, whole.right) - Math.max(seen.left, whole.left)
  return { name: plate.ariaLabel, high, wide, height: whole.height, width: whole.width }
})"""
FULL_TABLES: dict[str, dict[str, Any]] = {
    "tactile_crane": {"bots": ["naive"] * 5, "options": {"first": 0}},
    "point_a_pile": {"bots": ["random"] * 5, "options": {"first": 0, "round_limit": 4}},
    "tag": {"bots": ["random"] * 4, "options": {"first": 0}},
}


@pytest.mark.parametrize("game", FULL_TABLES)
def test_no_plate_of_a_full_table_is_cut(phones: Phones, game: str) -> None:
    """However much is told of a player, all of it is seen at once when one goes there. Only
    on a turned phone a plate may be higher than the screen, and one's own things share a column with what is asked."""
    player = PlainPlayer(at_plain_table(phones, game, **FULL_TABLES[game], has_touch=False))
    phone = player.phone
    again_until(lambda: len(phone.acts()) >= 3 or phone.is_over, player.choose)
    cut = []
    for width, height in SCREENS:
        phone.page.set_viewport_size(ViewportSize(width=width, height=height))
        phone.page.evaluate(SETTLED)
        plates = phone.page.evaluate(PLATES)
        assert len(plates) == len(FULL_TABLES[game]["bots"]) + 1
        for plate in plates:
            if (width, height) == TURNED and plate["name"] == "Ana":
                continue
            wanted = min(plate["height"], height / 2) if (width, height) == TURNED else plate["height"]
            if plate["high"] < wanted - 2 or plate["wide"] < plate["width"] - 2:
                cut.append(f"{width}x{height}: {plate}")
    assert cut == []


def is_in_sight(what: Locator, width: int, height: int) -> bool:
    box = what.bounding_box()
    assert box is not None
    is_inside = min(box["x"], box["y"], width - box["x"] - box["width"], height - box["y"] - box["height"]) >= 0
    hit: bool = what.evaluate(
        """one => {
          const { x, y, width, height } = one.getBoundingClientRect()
          const found = document.elementFromPoint(x + width / 2, y + height / 2)
          return one.contains(found) || (found?.contains(one) ?? false)
        }"""
    )
    return is_inside and hit


def test_a_game_the_page_has_no_folder_for_is_played_from_the_start_screen_to_its_replay(phones: Phones) -> None:
    with offered(PEBBLES):
        phone = phones.new("Ana").go()
        card = phone.page.get_by_role("listitem").filter(has=phone.page.get_by_role("heading", name="Pebbles"))
        phone.tap(card.get_by_role("button", name="Play now"))
        expect(decision(phone).get_by_role("heading", name="Lay out the stones, pile by pile.")).to_be_visible()
        player = PlainPlayer(phone)
        play_out([player])
        assert not player.raw
        assert {act["action"]["type"] for act in phone.acts()} >= {"Lay", "Point"}
        phone.tap("Replay")
        expect(phone.page.get_by_role("heading", name="Players")).to_be_attached()
        phone.tap("Step on")
        expect(phone.page.get_by_text("pebble").first).to_be_visible()


def test_its_rules_are_those_of_its_rulebook(phones: Phones) -> None:
    with offered(PEBBLES):
        phone = phones.new("Ana").go("/#/rules/pebbles")
        expect(phone.page.get_by_role("heading", name="3 Pointing")).to_be_visible()
        expect(phone.text("3.1 All point at a pile at the same time, in secret.")).to_be_visible()


def test_what_is_built_can_be_undone_step_by_step(phones: Phones) -> None:
    with offered(PEBBLES):
        phone = at_plain_table(phones, "pebbles", bots=["random"], options={"stones": 3})
        chosen = decision(phone).get_by_role("list", name="Chosen so far").get_by_role("listitem")
        phone.settle()
        phone.tap(decision(phone).get_by_role("button", name="1", exact=True))
        expect(chosen).to_have_text(["1"])
        phone.tap("One step back")
        expect(chosen).to_have_count(0)
        phone.tap(decision(phone).get_by_role("button", name="2", exact=True))
        # One stone is left and no other choice, so it lies by itself.
        expect(chosen).to_have_text(["2", "1"])
        phone.tap("Lay the piles 2, 1")
        again_until(lambda: phone.acts(), lambda: None)
        assert phone.acts()[0]["action"] == {"type": "Lay", "piles": [2, 1]}


def test_ones_own_time_stands_in_the_bar_and_that_of_others_at_their_seat(phones: Phones) -> None:
    settings = {"clock_seconds": 90}
    match = played(phones.server, "tag", ("Ana", "Bo"), options={"first": 0}, settings=settings, choices=0)
    ana, bo = (phones.new(name) for name, _ in match.seats)
    for phone, seat in zip((ana, bo), match.seats, strict=True):
        hold(phone, "tag", [seat])
        phone.go(f"/#/table/{match.table}/plain")
    left = re.compile("^Seconds left")
    expect(ana.page.get_by_role("banner").get_by_role("timer", name=left)).to_be_visible()
    expect(ana.page.get_by_role("main").get_by_role("timer")).to_have_count(0)
    expect(bo.page.get_by_role("region", name="Ana").get_by_role("timer", name=left)).to_be_visible()
    expect(bo.page.get_by_role("banner").get_by_role("timer")).to_have_count(0)


# -- As text --------------------------------------------------------------------------------------------------------
HEADINGS = ["What changed", "Play or discard a card.", "Your things", "On the table", "Players", "What happened"]


def expect_the_table_as_text(phone: Phone) -> None:
    expect(phone.page.locator("main").get_by_role("heading", level=2)).to_have_text(HEADINGS, use_inner_text=True)


def test_the_table_as_text_is_chosen_once_and_kept(phones: Phones) -> None:
    bots, options = MATCHES["tag"]
    phone = phones.at_new_table("tag", bots=bots, options=options, size=PHONE)
    phone.tap("Start")
    phone.expect_your_turn()
    phone.tap_in_menu("Settings")
    phone.page.get_by_label("Tables").select_option("text")
    phone.close_sheet()
    phone.expect_no_cover()
    expect_the_table_as_text(phone)
    phone.page.reload()
    expect_the_table_as_text(phone)
    expect(phone.page.get_by_role("term").filter(has_text="Deck").first).to_be_visible()
    player = PlainPlayer(phone)
    play_out([player])
    assert not player.raw
