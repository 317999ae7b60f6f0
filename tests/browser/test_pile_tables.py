"""At a table of Point-a-Pile: laying by drags and taps, what is said where, secrets, coming back, actions."""

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.phones import PHONE, Phone, Phones, again_until, attribute, code_of, name_of
from tests.browser.playing_piles import (
    DONE,
    GAME,
    PilePlayer,
    lay_in_turn,
    named,
    names_in_tray,
    own_row,
    piles,
    places,
    tray,
    window,
)
from tests.browser.screens import Stage
from tests.browser.screens.piles import ACTIONS, both_at_piles, score_one_each

SHY = {"dont_a_touchme": True, "deck": ["S03", "S04", "B01", "B06"], "first": 0}
"""Two cards that are not for the Headpointer, a purple and a red one."""
NOT_FOR_HEAD = re.compile("not for the Headpointer$")


# How many hands were seen on piles at once, kept also after they have gone.
COUNT_HANDS = """() => new MutationObserver(() => {
  const seen = document.querySelectorAll('.pile .one').length
  const { dataset } = document.documentElement
  if (seen > Number(dataset.mostHands ?? 0)) dataset.mostHands = seen
}).observe(document.querySelector('main'), { subtree: true, childList: true })"""


def headpointer(phones: Phones, bots: int = 1, **how: Any) -> Phone:
    phone = phones.at_new_table(GAME, options={"first": 0}, bots=["greedy"] * bots, **how)
    phone.tap("Start")
    expect(tray(phone).first).to_be_visible()
    phone.settle()
    return phone


def pointed_by(phone: Phone, seat: int) -> list[int | None]:
    """Where that player's finger is, as far as this phone was told while it was secret."""
    updates = [json.loads(frame) for frame in phone.received]
    events = [event.get("event", {}) for update in updates for event in update.get("events", [])]
    return [event["pile"] for event in events if event.get("type") == "Pointed" and event["seat"] == seat]


def label_of(phone: Phone, place: int) -> str:
    return name_of(places(phone).nth(place))


def test_cards_are_dragged_into_piles_and_between_them(phones: Phones) -> None:
    phone = headpointer(phones)
    first, second = names_in_tray(phone)[:2]
    phone.drag_to(named(phone, first).first, places(phone).nth(0))
    phone.drag_to(named(phone, second).first, places(phone).nth(0))
    expect(tray(phone)).to_have_count(2)
    assert f"({first}, {second})" in label_of(phone, 0)
    phone.drag_to(places(phone).nth(0).locator(".lies").last, places(phone).nth(1))
    again_until(lambda: f"({second})" in label_of(phone, 1), lambda: None)
    phone.drag_to(places(phone).nth(1).locator(".lies").last, phone.page.locator("[data-drop='tray'] .hint"))
    expect(tray(phone)).to_have_count(3)
    assert f"({first})" in label_of(phone, 0)
    assert "new pile 2" in label_of(phone, 1)


def test_laying_is_undone_step_by_step(phones: Phones) -> None:
    phone = headpointer(phones)
    drawn = names_in_tray(phone)
    lay_in_turn(phone)
    expect(phone.button("Done: 2 piles")).to_be_visible()
    phone.tap(places(phone).first)
    expect(tray(phone)).to_have_count(1)
    for _ in range(5):
        phone.tap("Undo")
    again_until(lambda: names_in_tray(phone) == drawn, lambda: None)
    assert attribute(phone.button("Undo"), "aria-disabled") == "true"
    assert not phone.acts(), "nothing is sent before it is done"


def test_why_a_layout_is_not_legal_is_said_at_the_place(phones: Phones) -> None:
    phone, _ = both_at_piles(Stage(phones, {}), SHY)
    phone.settle()
    for place, plain in enumerate(["purple plain", "red plain"]):
        phone.tap(named(phone, plain))
        phone.tap(places(phone).nth(place))
    lay_in_turn(phone)
    phone.tap(phone.button(DONE))
    expect(phone.page.locator(".laying .notice")).to_contain_text("At least one pile needs a top card that is not shy.")
    expect(phone.button(DONE)).to_be_visible()
    for _ in range(3):
        phone.tap("Undo")
    phone.tap(named(phone, "red plain"))
    phone.tap(places(phone).nth(1))
    for _ in range(2):
        phone.tap(places(phone).first)
    phone.tap(phone.button(DONE))
    warned = piles(phone).and_(phone.page.get_by_role("button", name=NOT_FOR_HEAD))
    expect(warned).to_have_count(1)
    phone.settle()
    phone.tap(warned)
    # A warning does not forbid.
    again_until(lambda: phone.acts()[-1]["action"]["type"] == "Point", lambda: None)


def test_a_finger_is_secret_until_all_have_pointed(phones: Phones) -> None:
    host = phones.at_new_table(GAME, "Ana", options={"first": 0}, has_motion=True)
    other = phones.join(code_of(host), "Bo", has_motion=True)
    expect(host.page.get_by_text("Bo", exact=True)).to_be_visible()
    host.tap("Start")
    host.settle()
    lay_in_turn(host)
    host.tap(host.button(DONE))
    other.settle()
    other.tap(piles(other).nth(0))
    expect(other.text("You can change it until all have pointed.")).to_be_visible()
    other.tap(piles(other).nth(1))
    expect(piles(other).nth(1)).to_have_attribute("aria-pressed", "true")
    host.settle()
    assert host.page.locator(".pile .one").count() == 0, "nobody's hand is seen yet"
    assert pointed_by(host, 1) == [None], "that Bo points is told, where is not, nor that he thought again"
    for phone in (host, other):
        phone.page.evaluate(COUNT_HANDS)
    host.settle()
    host.tap(piles(host).nth(0))
    for phone in (host, other):
        expect(phone.page.locator("html")).to_have_attribute("data-most-hands", "2")
        expect(own_row(phone)).to_have_accessible_name(re.compile("2 cards"))


def test_a_reload_in_the_middle_of_a_decision(phones: Phones) -> None:
    phone, other = both_at_piles(Stage(phones, {}), {})
    phone.tap(places(phone).first)
    expect(tray(phone)).to_have_count(3)
    phone.page.reload()
    expect(tray(phone)).to_have_count(3)
    assert "on pile 1 (" in label_of(phone, 0), "what was begun is kept"
    phone.settle()
    phone.tap("Undo")
    expect(tray(phone)).to_have_count(4)
    lay_in_turn(phone)
    phone.tap(phone.button(DONE))
    phone.settle()
    phone.tap(piles(phone).nth(1))
    expect(piles(phone).nth(1)).to_have_attribute("aria-pressed", "true")
    phone.page.reload()
    expect(piles(phone).nth(1)).to_have_attribute("aria-pressed", "true")
    other.settle()
    other.tap(piles(other).nth(0))
    expect(own_row(phone)).to_have_accessible_name(re.compile("2 cards"))


def test_in_the_memory_variant_only_the_last_card_of_others_is_shown(phones: Phones) -> None:
    stage = Stage(phones, {})
    match = stage.played(GAME, "Ana", "Bo", options={"memory": True, "first": 0, "target": 99}, choices=14, seed=3)
    phone = stage.at_table(match)
    expect(own_row(phone)).to_be_visible()
    seat = phone.page.get_by_role("group", name="Players").get_by_role("button", name=re.compile("^Bo:"))
    scored = int(re.search(r"(\d+) cards?", name_of(seat))[1])  # type: ignore[index]  # always says
    assert scored > 1, "there is something buried"
    phone.tap(seat)
    sheet = phone.sheet("Row of Bo")
    expect(sheet.get_by_text("Only the last one is seen")).to_be_visible()
    expect(sheet.locator(".card")).to_have_count(1)
    assert "points to be remembered" in name_of(seat)
    phone.close_sheet()
    phone.tap(own_row(phone))
    # One's own row is open.
    expect(phone.sheet("Row of Ana").locator("tbody tr").first).to_be_visible()


def test_no_name_is_cut_on_a_small_phone_with_six_players(phones: Phones) -> None:
    stage = Stage(phones, {})
    phone = stage.at_table(stage.played(GAME, "Ana", bots=["greedy"] * 5, options={"first": 0}, choices=0))
    names = phone.page.get_by_role("group", name="Players").locator(".name")
    expect(names).to_have_count(5)
    cut = names.evaluate_all(
        "all => all.filter(one => one.scrollWidth > one.clientWidth || one.scrollHeight > one.clientHeight + 1).length"
    )
    assert cut == 0


def test_six_players_all_see_every_pile_on_a_small_phone(phones: Phones) -> None:
    people = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")
    stage = Stage(phones, {})
    phone = stage.at_table(stage.played(GAME, *people, options={"first": 0}, choices=0))
    phone.settle()
    lay_in_turn(phone, 6)
    phone.tap(phone.button(DONE))
    expect(piles(phone)).to_have_count(6)
    phone.look()
    boxes = piles(phone).evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().toJSON())")
    width, height = PHONE
    assert all(box["left"] >= 0 and box["right"] <= width for box in boxes), boxes
    assert all(box["top"] >= 0 and box["bottom"] <= height for box in boxes), boxes


def test_an_action_is_triggered_by_taps(phones: Phones) -> None:
    phone, other = both_at_piles(Stage(phones, {}), ACTIONS)
    score_one_each(phone, other)
    expect(window(phone)).to_be_visible()
    player = PilePlayer(phone)
    again_until(lambda: phone.acts()[-1]["action"]["type"] == "Trigger", player.choose)
    expect(phone.text(re.compile("You will .* You can still change your mind."))).to_be_visible()
    other.settle()
    other.tap("Pass")
    expect(window(phone)).to_have_count(0)
