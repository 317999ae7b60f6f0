"""An evening: the group goes from game to game, with its television, its late friend and its score."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.phones import DESKTOP, PHONE, Phone, Phones, code_of, hold
from tests.browser.playing_tag import LETTERS, hand
from tests.browser.test_leaving import players
from tests.browser.test_television import TEXTS
from tests.browser.wired import Played, played, send_as

SHORT = {"deck": {"T": 4, "A": 4, "G": 4, "TAG": 2, "Gool": 0, "Freeze": 0}, "answer_seconds": 1}
NAMES = ("Ana", "Bo", "Cy")


@pytest.fixture(scope="module")
def finished(server: str) -> Played:
    return played(server, "tag", NAMES, options=SHORT)


def at_the_end(phones: Phones, finished: Played, name: str) -> Phone:
    phone = phones.new(name)
    hold(phone, finished.game, [seat for seat in finished.seats if seat[0] == name])
    phone.go(f"/#/table/{finished.table}")
    expect(phone.sheet("The end")).to_be_visible()
    return phone


def test_the_group_goes_on_to_a_game_for_fewer(phones: Phones, finished: Played) -> None:
    ana, bo, cy = (at_the_end(phones, finished, name) for name in NAMES)
    television = phones.new("television", size=DESKTOP, has_touch=False)
    television.go(f"/#/big/{finished.table}/{finished.watch_key}")
    ana.tap("Another game")
    ana.tap("Can't Touch This")
    expect(players(ana).filter(has_text="is asked")).to_have_count(2)
    expect(bo.text("Ana would like to play Can't Touch This next.").first).to_be_visible()
    bo.tap("Come along")
    expect(players(ana).filter(has_text="is asked")).to_have_count(1)
    # Everybody sees who comes, also who has not said anything yet.
    answers = cy.sheet("The end").get_by_role("list", name="Who comes along").get_by_role("listitem")
    expect(answers).to_have_text(["Ana ✓Comes along", "Bo ✓Comes along", "Cy …Is asked"])
    # The television has followed by itself, and shows who comes and the score between the games, all of it from afar.
    expect(television.page.get_by_role("region", name="This evening")).to_be_visible()
    shown = television.page.locator("ul").get_by_role("listitem")
    expect(shown).to_have_text(["Ana✓", "Bo✓", "Cy…Is asked …"])
    assert [text for text in television.page.evaluate(TEXTS) if text["size"] < 0.03] == []
    assert television.page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
    expect(television.page).not_to_have_url(f"{finished.table}")
    expect(ana.page.get_by_role("region", name="This evening")).to_be_visible()
    # Three for two seats: one looks on, and Start waits for who is still asked.
    cy.tap("Come along")
    expect(ana.button("1 of you looks on this time")).to_be_disabled()
    cy.tap("Look on")
    ana.tap("Start")
    for phone in (ana, bo, cy):
        phone.expect_table()
        expect(phone.page.get_by_role("region", name="This evening")).to_have_count(0)
    assert cy.situation()["asked"] is False
    assert not cy.situation()["legal"]


def test_start_waits_for_who_is_asked_and_can_go_without_them(phones: Phones, server: str) -> None:
    over = played(server, "cant_touch_this", ("Ana", "Bo"), options={"clips_each": 1})
    ana, bo = at_the_end(phones, over, "Ana"), at_the_end(phones, over, "Bo")
    ana.tap("Another game")
    ana.tap("TAG")
    ana.tap("Start")
    expect(ana.sheet("Not everybody is here").get_by_text("Still asked: Bo.")).to_be_visible()
    # The late friend has the old code.
    cy = phones.join(over.code, "Cy")
    expect(players(cy)).to_have_count(3)
    bo.tap("Come along")
    # Bo was the last one missing: it begins by itself.
    for phone in (ana, bo, cy):
        expect(hand(phone).first).to_be_visible()


def test_who_does_not_come_this_time_is_not_waited_for(phones: Phones, server: str) -> None:
    over = played(server, "cant_touch_this", ("Ana", "Bo"), options={"clips_each": 1}, seed=2)
    ana, bo = at_the_end(phones, over, "Ana"), at_the_end(phones, over, "Bo")
    ana.tap("Play again")
    expect(players(ana)).to_have_count(2)
    bo.tap("Not this time")
    expect(bo.text("You sit this one out. You can still come along.").first).to_be_visible()
    answers = bo.sheet("The end").get_by_role("list", name="Who comes along").get_by_role("listitem")
    expect(answers).to_have_text(["Ana ✓Comes along", "Bo ✕Not this time"])
    expect(players(ana)).to_have_count(1)


def test_the_lobby_is_everybodys(phones: Phones) -> None:
    """All see what is agreed as it changes, and each has a name and a sign of their own choice."""
    ana = phones.at_new_table("tag", "Ana")
    bo = phones.join(code_of(ana), "Bo")
    agreed = bo.page.get_by_role("list", name="What is agreed").get_by_role("listitem")
    expect(agreed).to_have_text([re.compile("^no clock$", re.IGNORECASE)])
    ana.tap(re.compile("^Options of the game"))
    ana.page.get_by_label("Who begins").select_option(label="Bo")
    ana.tap("Save")
    ana.tap("The table")
    ana.page.get_by_label("Clock").select_option("brisk")
    ana.close_sheet()
    expect(agreed.filter(has_text="brisk clock")).to_be_visible()
    expect(agreed.filter(has_text="Bo")).to_be_visible()
    bo.tap("Your name and sign")
    expect(bo.button("Orange circle, Ana")).to_be_disabled()
    bo.tap("Purple star")
    expect(bo.button("Purple star")).to_have_attribute("aria-pressed", "true")
    bo.page.get_by_role("textbox", name="Your name").fill("Bobby")
    bo.tap("Save")
    expect(players(ana).filter(has_text="Bobby")).to_be_visible()
    ana.tap("Start")
    expect(hand(bo).first).to_be_visible()
    bo.expect_your_turn()


OUT_OF_SIGHT = """() => [...document.querySelectorAll('button')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().bottom > innerHeight)
  .map((one) => one.ariaLabel ?? one.textContent.trim())"""


def test_with_six_in_the_lobby_the_host_scrolls_to_nothing(phones: Phones) -> None:
    names = ("Anna", "Ben", "Clara", "Dmitri", "Emil", "Flora")
    match = played(phones.server, "tag", names, choices=-1)
    phone = phones.new("Anna")
    hold(phone, "tag", match.seats[:1])
    phone.go(f"/#/table/{match.table}")
    expect(players(phone)).to_have_count(6)
    for name in ("Start", "The table", "What the host can do with Flora"):
        expect(phone.button(name)).to_be_visible()
    assert phone.page.evaluate(OUT_OF_SIGHT) == []


# Whatever comes is measured as it comes: a toast goes by itself.
COVERED_BY_TOASTS = """() => {
  window.toasted = []
  const controls = 'button, a[href], input, select, textarea, summary, [role=slider]'
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[data-toasts]')
  const meets = (one, two) =>
    one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom
  const told = (one) => one.ariaLabel ?? one.textContent.trim()
  const look = () => {
    const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    const toasts = [...document.querySelectorAll('[data-toasts] p')]
    const boxes = toasts.map((one) => one.getBoundingClientRect())
    const isCovered = (one) => boxes.some((box) => meets(box, one.getBoundingClientRect()))
    const covered = [...root.querySelectorAll(controls)].filter(isSeen).filter(isCovered)
    if (toasts.length) window.toasted.push({ toasts: toasts.map(told), covered: covered.map(told) })
  }
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true })
}"""
ON_THE_WAY = "I shall be late, the tram stands still between two stops and nobody can say why, so begin without me"


@pytest.mark.parametrize("size", [PHONE, (390, 844), DESKTOP], ids=str)
@pytest.mark.parametrize("count", [3, 6])
def test_toasts_in_the_lobby_cover_nothing_to_tap(phones: Phones, count: int, size: tuple[int, int]) -> None:
    """Talk, a refusal, and both at once, with free seats and without."""
    names = ("Anna", "Ben", "Clara", "Dmitri", "Emil", "Flora")[:count]
    match = played(phones.server, "tag", names, choices=-1)
    phone = phones.new("Anna", size=size)
    hold(phone, "tag", match.seats[:1])
    phone.go(f"/#/table/{match.table}")
    expect(players(phone)).to_have_count(count)
    phone.page.evaluate(COVERED_BY_TOASTS)
    send_as(phones.server, match, 2, "Talk", text=ON_THE_WAY)
    phone.wait_until("toasted.some(({ toasts }) => toasts[0].includes('tram'))")
    phone.tap("Your name and sign")
    phone.page.get_by_role("textbox", name="Your name").fill("Clara")
    phone.tap("Save")
    refused = "toasted.some(({ toasts }) => toasts.some((text) => text.includes('Clara') && !text.includes('tram')))"
    phone.wait_until(refused)
    phone.close_sheet()
    # What is said beside it may not be seen now, but it is not lost.
    send_as(phones.server, match, 1, "Talk", text=ON_THE_WAY)
    expect(phone.page.get_by_label("2 unread", exact=True)).to_be_visible()
    assert [each for each in phone.page.evaluate("toasted") if each["covered"]] == []
    # It was said once; what it was said about is still so, and it goes.
    phone.wait_until("document.querySelectorAll('[data-toasts] p').length === 0")


@pytest.mark.parametrize("game", ["tag", "point_a_pile", "tactile_crane", "cant_touch_this"])
def test_ones_own_time_is_large_in_every_game(phones: Phones, game: str) -> None:
    options = {} if game == "cant_touch_this" else {"first": 0}
    match = played(
        phones.server, game, NAMES[: 3 if options else 1], options=options, settings={"pace": "relaxed"}, choices=0
    )
    phone = phones.new("Ana")
    hold(phone, game, match.seats[:1])
    phone.go(f"/#/table/{match.table}")
    phone.expect_your_turn()
    clock = phone.page.get_by_role("banner").get_by_role("timer", name=re.compile("^Seconds left"))
    expect(clock).to_be_visible()
    box = clock.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44


# Boxes of what is said, of one's own time and of the bar; of each only what can be seen.
BESIDE_THE_CLOCK = """() => {
  const box = (one) => one && one.getBoundingClientRect().toJSON()
  const bar = document.querySelector('header')
  return {
    toast: box(document.querySelector('[data-toasts] p')),
    clock: box(bar.querySelector('[role=timer]')),
    bar: box(bar),
    buttons: [...bar.querySelectorAll('button')].map(box),
  }
}"""


@pytest.mark.parametrize("width", [320, 360, 390])
def test_what_is_said_covers_neither_the_table_nor_ones_own_time(phones: Phones, width: int) -> None:
    match = played(phones.server, "tag", NAMES, options={"first": 0}, settings={"pace": "relaxed"}, choices=0)
    phone = phones.new("Ana", size=(width, 640))
    hold(phone, "tag", match.seats[:1])
    phone.go(f"/#/table/{match.table}")
    phone.expect_your_turn()
    expect(phone.page.get_by_role("banner").get_by_role("timer")).to_be_visible()
    send_as(phones.server, match, 1, "Talk", text=ON_THE_WAY)
    expect(phone.toast("Bo: I shall")).to_be_visible()
    seen = phone.page.evaluate(BESIDE_THE_CLOCK)
    assert seen["toast"]["bottom"] <= seen["bar"]["bottom"]
    covered = [
        box
        for box in (seen["clock"], *seen["buttons"])
        if box["left"] < seen["toast"]["right"] and seen["toast"]["left"] < box["right"]
    ]
    assert covered == []


def test_a_vote_says_who_has_agreed_and_looking_at_the_table_is_no_answer(phones: Phones) -> None:
    match = played(phones.server, "tag", NAMES, options={"first": 0, "deck": LETTERS}, choices=12)
    group = [phones.new(name) for name in NAMES]
    for phone, seat in zip(group, match.seats, strict=True):
        hold(phone, "tag", [seat])
        phone.go(f"/#/table/{match.table}")
        expect(phone.button("Menu")).to_be_visible()
    # Whoever chose last need not ask.
    asker, one, other = sorted(group, key=lambda phone: bool(phone.situation()["can_take_back"]))
    asker.tap("Menu")
    asker.tap("Ask to take back")
    asked = "Take back?"
    expect(asker.sheet(asked).get_by_text("You asked to take back; the others are deciding.")).to_be_visible()
    expect(one.sheet(asked).get_by_text(f"{asker.name} asks to take back the last choice.")).to_be_visible()
    one.tap("Agree")
    expect(one.sheet(asked).get_by_text("You agree; the others are deciding.")).to_be_visible()
    for phone in (asker, other):
        expect(phone.sheet(asked).get_by_text(f"Agreed: {one.name}.")).to_be_visible()
    other.close_sheet()
    expect(other.button(asked)).to_be_visible()
    expect(asker.sheet(asked)).to_be_visible()
    other.tap(asked)
    other.tap("No")
    for phone in group:
        expect(phone.sheet(asked)).to_have_count(0)
