"""The start screen's hero and shelf, the card of the day, and a card handed on by a link."""

import re
from datetime import date

from playwright.sync_api import expect

from tests.browser.phones import Phone, Phones, again_until, hold
from tests.browser.playing_clips import ClipPlayer
from tests.browser.wired import Played, played
from touchwood.games.cant_touch_this.cards import deck

GAME = "cant_touch_this"
CARD = "2-17a"
FIRST_DAY = date(2026, 1, 1)
"""Of the cards of a day."""
DAY = date(2026, 11, 18)
ROWS = "/".join(deck(2)[16].sides[0])
# What moves on the start screen, by which properties, how long and how often.
MOVING = """() => document.getAnimations().filter((one) => one instanceof CSSAnimation).map((one) => {
  const { duration, delay, iterations } = one.effect.getComputedTiming()
  const properties = one.effect.getKeyframes().flatMap((frame) => Object.keys(frame))
  return { properties: [...new Set(properties)], duration, iterations }
})"""
OF_A_FRAME = {"offset", "computedOffset", "easing", "composite"}


def finished_by(phones: Phones, name: str, *, seed: int) -> Played:
    """A match alone on the card, played to its end without a browser."""
    return played(phones.server, GAME, (name,), options={"edition": 2, "card": ROWS}, seed=seed)


def scores(phone: Phone) -> list[str]:
    return phone.page.get_by_role("list", name="Who has how many points").get_by_role("listitem").all_inner_texts()


def test_boxes_play_their_table_once_by_what_costs_nothing_and_rest_where_motion_is_unwanted(phones: Phones) -> None:
    phone = phones.new(has_motion=True).go()
    expect(phone.page.locator(".plays").first).to_be_attached()
    again_until(lambda: phone.page.evaluate(MOVING), lambda: None)
    moving = phone.page.evaluate(MOVING)
    assert {name for each in moving for name in each["properties"]} - OF_A_FRAME == {"transform", "opacity"}
    assert all(each["iterations"] == 1 and each["duration"] < 5000 for each in moving), "nothing moves for long unasked"
    still = phones.new().go()
    expect(still.button("Play now: TAG")).to_be_visible()
    assert still.page.evaluate(MOVING) == []
    for line in ("Everyone points at once. Alone at a pile? It is yours.", "Lift just enough cards, by feel alone."):
        expect(still.text(line)).to_be_attached()


def test_the_card_of_today_is_one_tap_away_and_then_where_one_was_is(phones: Phones) -> None:
    phone = phones.new().live_on(DAY).go()
    today = phone.page.get_by_role("region", name="Today")
    phone.tap(today.get_by_role("button", name="First edition"))
    phone.expect_your_turn()
    expect(phone.text(re.compile("^Card of ")).first).to_be_visible()
    again_until(phone.acts, ClipPlayer(phone).choose)
    assert [act["action"]["type"] for act in phone.acts()] == ["PlaceClip"], "no lobby, no side to choose"
    phone.tap("Back")
    hero = phone.page.get_by_role("region", name="My games").get_by_role("link")
    expect(hero).to_contain_text("Can't Touch This")
    expect(hero).to_contain_text("Go on")
    expect(today.get_by_role("button", name="Card of today")).to_be_visible()


def test_the_end_of_a_card_of_today_begins_with_how_good_it_was(phones: Phones) -> None:
    cards = deck(2)
    turn = (DAY - FIRST_DAY).days % (2 * len(cards))
    rows = "/".join(cards[turn % len(cards)].sides[turn // len(cards)])
    mine = played(phones.server, GAME, ("Ana",), options={"edition": 2, "card": rows}, seed=4)
    phone = phones.new("Ana").live_on(DAY)
    hold(phone, GAME, mine.seats)
    phone.context.add_init_script("window.shared = []; navigator.share = async (what) => void window.shared.push(what)")
    phone.go(f"/#/table/{mine.table}")
    sheet = phone.sheet("The end")
    # It is told below as well, for who hears it.
    expect(sheet.get_by_text(re.compile(r"^-?\d+ of \d+ possible$")).first).to_be_visible()
    expect(sheet.get_by_text("1 day in a row").first).to_be_visible()
    first = sheet.locator("section").get_by_role("button").first
    expect(first).to_have_text("Share")
    phone.tap(first)
    again_until(lambda: phone.page.evaluate("window.shared.length"), lambda: None)
    assert re.search(r"-?\d+ of \d+ possible points", phone.page.evaluate("window.shared[0].text"))


def test_a_friends_points_are_shown_after_ones_own_and_the_same_card_can_be_played_again(phones: Phones) -> None:
    theirs = finished_by(phones, "Bo", seed=3)
    phone = phones.new("Ana").go(f"/#/challenge/{GAME}/{CARD}/{theirs.table}")
    expect(phone.page.get_by_role("heading", name="Card 17, side A, of the second edition")).to_be_visible()
    expect(phone.text("Bo played this card. Their points are shown once you have yours.")).to_be_visible()
    expect(phone.page.get_by_text(re.compile(r"\d+ points?"))).to_have_count(0)

    mine = finished_by(phones, "Ana", seed=4)
    hold(phone, GAME, mine.seats)
    phone.page.reload()
    phone.go(f"/#/table/{mine.table}")
    expect(phone.sheet("The end")).to_be_visible()
    phone.tap("Challenge others")
    expect(phone.text("1 try of yours so far.")).to_be_visible()
    again_until(lambda: len(scores(phone)) == 2, lambda: None)
    assert [re.split(r"\s", line)[0] for line in sorted(scores(phone))] == ["Bo", "You"]

    phone.tap("The same card again")
    phone.expect_your_turn()
    again = phone.page.evaluate("JSON.parse(localStorage['touchwood.games'])[0].table")
    assert again not in (mine.table, theirs.table)
    expect(phone.text("Alone").or_(phone.page.locator("[data-status]")).first).to_be_visible()
    expect(phone.page.locator(".cell")).to_have_count(48)


def test_what_is_handed_on_names_tables_and_no_points(phones: Phones) -> None:
    mine = finished_by(phones, "Ana", seed=4)
    phone = phones.new("Ana")
    hold(phone, GAME, mine.seats)
    phone.context.add_init_script("window.shared = []; navigator.share = async (what) => void window.shared.push(what)")
    phone.go(f"/#/table/{mine.table}")
    expect(phone.sheet("The end")).to_be_visible()
    phone.tap("Challenge others")
    phone.tap("Challenge others")
    again_until(lambda: phone.page.evaluate("window.shared.length"), lambda: None)
    link = phone.page.evaluate("window.shared[0].url")
    assert link == f"{phones.server}/#/challenge/{GAME}/{CARD}/{mine.table}"


def test_a_link_to_no_card_says_so(phones: Phones) -> None:
    phone = phones.new().go(f"/#/challenge/{GAME}/2-99z")
    expect(phone.text("This link names nothing that could be played here.")).to_be_visible()


def test_the_menu_has_four_things_and_the_rest_under_more(phones: Phones) -> None:
    match = played(phones.server, "tag", ("Ana",), bots=["random"], options={"first": 0}, choices=1)
    phone = phones.new("Ana")
    hold(phone, "tag", match.seats)
    phone.go(f"/#/table/{match.table}")
    phone.expect_your_turn()
    phone.tap("Menu")
    buttons = phone.sheet("Table").get_by_role("button")
    expect(buttons).to_have_count(6)
    expect(phone.button("More")).to_have_attribute("aria-expanded", "false")
    phone.tap("More")
    for name in ("Talk", "Settings", "Players and table", "Keys", "Invite", "Link to watch", "Big screen", "Pause"):
        expect(phone.button(name)).to_be_visible()
    expect(phone.page.get_by_role("slider", name="Slide to leave")).to_be_visible()
