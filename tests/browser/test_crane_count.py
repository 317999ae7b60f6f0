"""The count of Tactile Crane: seen before it is heard, also on a shared phone, and explained at the end."""

import re

from playwright.sync_api import expect

from tests.browser.moments import stop_time
from tests.browser.phones import Phone, Phones
from tests.browser.playing_crane import (
    CRANE,
    SURE,
    bet,
    card,
    close_eyes,
    count,
    dark,
    go_on,
    hold_bundle,
    pinch,
    place_bets,
    seated,
    slider,
    squeeze_for,
)

CURTAIN = re.compile("^I am ")
HELD = re.compile(r"(You hold|holds) \d+ of")


TURNED_AT = "[...document.querySelectorAll('li[data-bet] .card')].map((card) => getComputedStyle(card).animationDelay)"


def test_nobody_hears_the_end_before_the_cards_are_laid(phones: Phones) -> None:
    """Nor before it is seen: a hand that holds the bundle, cards laid one by one, then bets turned over in turn."""
    ana, bo, cy = seated(phones, "Ana", "Bo", "Cy", has_motion=True)
    close_eyes(ana)
    place_bets(bo, cy)
    hold_bundle(ana, 0.5)
    side = bo.page.get_by_role("img", name=re.compile("^From your side"))
    expect(side.locator(".nail")).to_have_count(4)
    expect(side.locator(".curled .no")).to_have_count(1)
    expect(side.locator(".bundle .edge")).to_have_count(1)
    bo.catch_up()
    bo.tap("More!")
    expect(cy.page.get_by_role("list", name="Calls").get_by_role("listitem")).to_have_text(re.compile("Bo More!"))
    ana.settle()
    stop_time(ana, bo)
    ana.tap("Lift!")
    for phone in (ana, bo):
        expect(phone.button("Count at once")).to_be_visible()
        assert not HELD.search(" ".join(phone.aloud.all_text_contents()))
        # What lies behind the count is out of reach.
        expect(phone.button("Count at once")).to_be_focused()
        # While it is counted; on a busy machine that may be over by now.
        expect(phone.page.locator("body:has(button:text('Count at once')) p.status:visible")).to_have_count(0)
        phone.tap("Count at once")
    for phone in (ana, bo):
        expect(phone.aloud.filter(has_text=HELD)).to_have_count(1)
        expect(phone.page.locator("li[data-bet]")).to_have_count(2)
        assert len({*phone.page.evaluate(TURNED_AT)}) == 2, "one after the other"
        expect(
            phone.button(re.compile("^(Go on|Left|Right)")).or_(phone.text(re.compile("jackpot"))).first
        ).to_be_visible()


def test_what_lies_behind_the_dark_is_out_of_reach(phones: Phones) -> None:
    ana, bo = seated(phones, "Ana", "Bo")
    close_eyes(ana)
    place_bets(bo)
    expect(slider(ana)).to_be_visible()
    passed = set()
    for _ in range(24):
        ana.page.keyboard.press("Tab")
        passed.add(ana.focused())
    assert "Squeeze" in passed
    assert not any(re.search("^Bo: |^You have|^Last: ", name) for name in passed)


def take_phone(phone: Phone, name: str) -> None:
    expect(phone.button(CURTAIN)).to_have_text(f"I am {name}")
    assert dark(phone).count() == 0
    assert count(phone).count() == 0
    phone.settle()
    phone.tap(CURTAIN)


def test_on_a_shared_phone_the_challenger_sees_the_count_and_the_next_one_does_not_again(phones: Phones) -> None:
    options = {"first": 0, "hand": SURE}
    phone = phones.at_new_table(CRANE, "Ana", also_here=["Bo"], options=options)
    phone.tap("Start")
    # Before eyes are closed there is nothing to hide, so no curtain falls.
    close = phone.button("Close your eyes")
    expect(close).to_be_visible()
    phone.settle()
    phone.tap(close)
    take_phone(phone, "Bo")
    expect(bet(phone, "LOW")).to_be_visible()
    phone.settle()
    phone.tap(bet(phone, "LOW"))
    take_phone(phone, "Ana")
    expect(dark(phone)).to_be_visible()
    hold_bundle(phone)
    phone.settle()
    phone.tap("Lift!")
    expect(count(phone).get_by_text("How many are in your hand?")).to_be_visible()
    assert not phone.button(CURTAIN).is_visible()
    go_on(phone)
    expect(close).to_be_visible()
    assert not phone.button(CURTAIN).is_visible()
    assert count(phone).count() == 0


def peek(phone: Phone) -> None:
    """Give up one's turn."""
    close_eyes(phone)
    blindfold = phone.page.get_by_role("slider", name=re.compile("^Peek"))
    blindfold.press("Enter")
    blindfold.press("Enter")


def grab_and_lift(phone: Phone, bettor: Phone, *, kind: str, aim: float = 1.0) -> None:
    """A turn in which a sure hand holds what is aimed at, of the number on the card."""
    seen = card(phone)
    assert seen is not None
    close_eyes(phone)
    place_bets(bettor, kind=kind)
    expect(slider(phone)).to_be_visible()
    phone.settle()
    pinch(phone, squeeze_for(seen[0] * aim, seen[1]))
    expect(phone.button("Lift!")).to_be_visible()
    phone.settle()
    phone.tap("Lift!")


def test_a_win_by_bet_cards_is_explained_beside_the_points(phones: Phones) -> None:
    """Ana peeks in her own turns and bets right in Bo's, who gets all the cards."""
    ana, bo = seated(phones, "Ana", "Bo")
    for aim, kind in ((1.6, "HIGH"), (0.6, "LOW"), (1.0, "JUST")):
        peek(ana)
        go_on(ana, bo)
        grab_and_lift(bo, ana, kind=kind, aim=aim)
        go_on(ana, bo)
        if kind == "HIGH":
            # The count can be seen again, and does not stand before the turn that has begun.
            bo.tap(re.compile("^Last: .* Watch again"))
            expect(count(bo)).to_be_visible()
            go_on(bo)
            expect(count(bo)).to_have_count(0)
    for phone, headline in ((ana, "You win!"), (bo, "Ana wins!")):
        end = phone.sheet("The end")
        expect(end.get_by_text(headline, exact=True)).to_be_visible()
        expect(end.get_by_text("Won by bet cards").first).to_be_visible()
        expect(end.get_by_text("Achieved: HIGH 1, JUST 1, LOW 1", exact=True)).to_be_visible()


def forty_cards(ana: Phone, bo: Phone) -> None:
    """Ana takes grab and jackpot each time until it is enough, Bo peeks; the last count lies there."""
    for _ in range(6):  # 4 and 3 cards a turn at the least
        grab_and_lift(ana, bo, kind="HIGH")
        for phone in (ana, bo):
            expect(count(phone).get_by_text("was empty and gets")).to_be_visible()
        if "GameEnded" in "".join(ana.received):
            return
        go_on(ana, bo)
        peek(bo)
        go_on(ana, bo)
    raise AssertionError("40 cards are won in 6 turns")


def test_a_win_by_40_cards_is_explained_and_the_only_jackpot_has_no_side(phones: Phones) -> None:
    ana, bo = seated(phones, "Ana", "Bo")
    expect(ana.page.get_by_role("img", name=re.compile("^Jackpot, 3 cards"))).to_be_visible()
    forty_cards(ana, bo)
    for phone, paid in ((ana, "You take the jackpot, 3 cards."), (bo, "Ana takes the jackpot, 3 cards.")):
        expect(count(phone).get_by_text(paid)).to_be_visible()
        assert not re.search("(left|right) jackpot", phone.page.content(), re.IGNORECASE)
    go_on(ana, bo)
    for phone, headline in ((ana, "You win!"), (bo, "Ana wins!")):
        end = phone.sheet("The end")
        expect(end.get_by_text(headline, exact=True)).to_be_visible()
        expect(end.get_by_text(re.compile(r"^[4-6]\d cards: 40 or more win\.$"))).to_be_visible()
        # Cards are the points, and told once.
        expect(end.get_by_text("0 points", exact=True)).to_be_visible()
        expect(end.get_by_text("0 cards", exact=True)).to_have_count(0)
