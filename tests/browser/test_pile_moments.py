"""Point-a-Pile's great moment, from the cards being laid to the split: seen by who waits, and nothing stands before the
next decision."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.moments import HELD, POINT_BEAT, act, expect_said_once
from tests.browser.phones import Phone, Phones, again_until, hold
from tests.browser.pile_situations import arranged, in_piles, seated
from tests.browser.playing_piles import GAME

WIDTHS = "[...document.querySelectorAll('.pile .cascade')].map((pile) => pile.lastElementChild.offsetWidth)"


def expect_laid(phone: Phone, piles: list[int], left: int) -> None:
    laid = phone.page.locator("[data-laid]")
    expect(laid.locator("li")).to_have_count(left)
    assert [laid.get_by_role("img").nth(pile).locator(".lies").count() for pile in range(len(piles))] == piles


def point_at(*piles: int) -> Any:
    return [lambda view, pile=pile: {"type": "Point", "pile": pile} for pile in piles]


def split(*piles: list[str]) -> dict[str, Any]:
    return {"type": "SplitPile", "piles": piles}


def test_cards_are_seen_as_they_are_laid_and_fingers_clash(phones: Phones) -> None:
    match = arranged(phones.server, ("Ana", "Bo", "Cy", "Di"), {"first": 1}, lambda view: None)
    phone = phones.new("Ana", size=(390, 844), has_motion=True)
    phone.context.add_init_script(HELD)
    hold(phone, GAME, match.seats[:1])
    phone.go(f"/#/table/{match.table}")
    expect(phone.text("Bo lays out the cards.")).to_be_visible()
    cards = phone.situation()["view"]["hand"]
    for piles in ([cards[:2]], [cards[:2], cards[2:5]], [cards[:1], cards[2:5]]):
        act(phones.server, match, 1, lambda view, piles=piles: {"type": "LayOut", "piles": piles}, "Laying")
        expect(phone.page.locator("[data-laid] .pile")).to_have_count(len(piles))
        again_until(lambda: phone.page.locator("[data-laid] li").count() == 8 - sum(map(len, piles)), phone.catch_up)  # noqa: B023
    expect_laid(phone, [1, 3], 4)

    # The big cards of the phone, and the smallest there are.
    act(phones.server, match, 1, lambda view: {"type": "LayOut", "piles": in_piles(view["hand"], 4)})
    expect(phone.page.locator("[data-laid]")).to_have_count(0)
    expect(phone.page.locator("button.pile.offered")).to_have_count(4)
    assert min(phone.page.evaluate(WIDTHS)) >= 64
    phone.page.set_viewport_size({"width": 320, "height": 568})
    assert min(phone.page.evaluate(WIDTHS)) >= 48
    phone.page.set_viewport_size({"width": 390, "height": 844})

    phone.page.evaluate("(beat) => void ([window.isHeld, window.alsoHeld] = [true, beat])", POINT_BEAT)
    for seat, action in enumerate(point_at(2, 2, 3, 4)):
        act(phones.server, match, seat, action)
    again_until(lambda: "point" in phone.page.evaluate("window.moments"), phone.catch_up)
    # No sentence is ahead of the hands.
    assert "at pile" not in " ".join(phone.page.evaluate("window.said"))
    expect(phone.text("Cy at pile 3")).to_have_count(0)
    expect(phone.page.locator(".pile.clash .burst")).to_have_count(1)
    expect(phone.page.locator(".pile.clash .one")).to_have_count(2)
    phone.tap(phone.page.get_by_role("button", name="Go on", include_hidden=True))
    expect(phone.text("Bo splits the pile.")).to_be_visible()
    assert phone.page.evaluate("window.moments").count("point") == 1
    expect_said_once(phone, "Cy at pile 3")

    # All hands come down again for who wants to see it, and a tap ends it.
    phone.tap(re.compile("^Last: .* Watch again"))
    again_until(lambda: phone.page.evaluate("window.moments").count("point") == 2, phone.catch_up)
    phone.tap(phone.page.get_by_role("button", name="Go on", include_hidden=True))
    expect(phone.text("Bo splits the pile.")).to_be_visible()
    expect_said_once(phone, "Cy at pile 3")

    # A split is seen too, and then the next decision lies open.
    act(phones.server, match, 1, lambda view: split(view["contests"][0]["cards"][:1]), "Laying")
    expect_laid(phone, [1], 1)
    act(phones.server, match, 1, lambda view: split(*in_piles(view["contests"][0]["cards"], 2)))
    expect(phone.page.locator("button.pile.offered")).to_have_count(2)
    expect(phone.page.locator("[data-moment], [data-laid]")).to_have_count(0)


def test_without_motion_fingers_lie_there_at_once(phones: Phones) -> None:
    match = arranged(
        phones.server,
        ("Ana", "Bo"),
        {"first": 0},
        lambda view: {"type": "LayOut", "piles": in_piles(view["hand"], 2)} if view["phase"] == "layout" else None,
    )
    phone = seated(phones, match, 0)
    expect(phone.page.locator("button.pile.offered")).to_have_count(2)
    for seat, action in enumerate(point_at(1, 1)):
        act(phones.server, match, seat, action)
    expect(phone.text("Split the pile.")).to_be_visible()
    expect(phone.page.locator("[data-moment]")).to_have_count(0)
