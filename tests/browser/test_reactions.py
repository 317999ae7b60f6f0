"""Talk without words: eight drawings, shown for a moment at the plate of whoever sends one, and said once."""

from playwright.sync_api import expect

from tests.browser.moments import HELD, expect_said_once
from tests.browser.phones import Phone, Phones, again_until, hold
from tests.browser.playing_crane import close_eyes, hold_bundle, place_bets, seated
from tests.browser.test_television import television
from tests.browser.wired import Played, played

# Which drawings came, whose, and whether beside that plate; they are gone again by themselves.
SEEN = """
window.drawings = []
new MutationObserver((changes) => {
  for (const each of changes.flatMap((change) => [...change.addedNodes])) {
    const bubble = each.querySelector?.('[data-emote]') ?? (each.dataset?.emote ? each : null)
    if (!bubble) continue
    const { emote, seat } = bubble.dataset
    const plate = document.querySelector(`[data-spot="seat:${seat}"]`).getBoundingClientRect()
    const box = bubble.getBoundingClientRect()
    const away = Math.max(plate.top - box.bottom, box.top - plate.bottom, 0)
    window.drawings.push({ emote, seat: Number(seat), is_near: away < innerHeight / 20 })
  }
}).observe(document, { childList: true, subtree: true })
"""


def drawings(phone: Phone) -> list[dict[str, object]]:
    found: list[dict[str, object]] = phone.page.evaluate("window.drawings")
    return found


def at_table(phones: Phones, match: Played, seat: int) -> Phone:
    phone = phones.new(match.seats[seat][0])
    phone.context.add_init_script(HELD + SEEN)
    hold(phone, "tag", match.seats[seat : seat + 1])
    phone.go(f"/#/table/{match.table}")
    return phone


def react(phone: Phone, name: str) -> None:
    phone.tap("Reactions")
    phone.tap(phone.sheet("Talk").get_by_role("button", name=name))
    expect(phone.sheet("Talk")).to_have_count(0)


def test_a_drawing_is_seen_at_its_senders_plate_by_all_and_said_once(phones: Phones) -> None:
    match = played(phones.server, "tag", ("Ana", "Bo", "Cy"), choices=4, seed=3)
    ana, bo = at_table(phones, match, 0), at_table(phones, match, 1)
    screen = television(phones, match)
    screen.page.evaluate(SEEN)
    expect(bo.button("Reactions")).to_be_visible()
    expect(screen.page.locator(".plate")).to_have_count(3)
    react(ana, "Touch wood!")
    for phone in (ana, bo, screen):
        again_until(lambda phone=phone: drawings(phone), phone.catch_up)  # type: ignore[misc]
        (drawn,) = drawings(phone)
        assert (drawn["emote"], drawn["seat"]) == ("luck", 0)
        assert drawn["is_near"]
        expect(phone.page.locator("[data-emote]")).to_have_count(0)
    expect_said_once(bo, "Ana: Touch wood!")
    # It is talk, and no part of what happened.
    bo.tap("Menu")
    expect(bo.page.get_by_role("img", name="unread")).to_have_count(0)
    bo.tap("Talk")
    expect(bo.sheet("Talk").get_by_role("listitem")).to_contain_text("Touch wood!")


def test_in_the_dark_a_drawing_waits_as_talk_does(phones: Phones) -> None:
    ana, bo = seated(phones, "Ana", "Bo")
    ana.page.evaluate(SEEN)
    close_eyes(ana)
    place_bets(bo)
    hold_bundle(ana)
    react(bo, "Wow!")
    bo.catch_up()
    ana.catch_up()
    assert not any('"wow"' in frame for frame in ana.received), "the server does not send it"
    assert drawings(ana) == []
    ana.settle()
    ana.tap("Lift!")
    again_until(lambda: drawings(ana), ana.catch_up)
    assert [drawn["emote"] for drawn in drawings(ana)] == ["wow"]
