"""Who does not know asks: by holding a thing, by `?`, by the rules; and Back leads out of it, not away."""

from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.phones import Phone, Phones, again_until, middle
from tests.browser.playing_crane import CRANE
from tests.browser.playing_tag import hand, seat_of
from tests.browser.screens.stage import Stage

ONLY_T = {"T": 40, "A": 0, "G": 0, "TAG": 0, "Gool": 0, "Freeze": 0}


def hold(phone: Phone, what: Locator) -> None:
    """A finger that stays where it is until the table answers."""
    x, y = middle(what)
    session = phone.context.new_cdp_session(phone.page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def at_table(phones: Phones, game: str, *names: str, **how: Any) -> Phone:
    """Come from the start screen, so that there is a way back."""
    stage = Stage(phones, {})
    match = stage.played(game, *names, **how)
    phone = stage.at_table(match)
    phone.go("/").go(f"/#/table/{match.table}")
    phone.settle()
    return phone


def test_what_is_held_is_explained_and_back_leads_to_the_table_again(phones: Phones) -> None:
    phone = at_table(phones, "tag", "Ana", "Bo", options={"first": 0, "deck": ONLY_T}, choices=0)
    here = phone.page.url
    hold(phone, hand(phone).first)
    expect(phone.sheet("T").get_by_text("Lay T, A and G in front of you")).to_be_visible()
    phone.page.go_back()
    expect(phone.page.get_by_role("dialog")).to_have_count(0)
    assert phone.page.url == here
    # To ask about a card is not to choose it.
    assert hand(phone).first.get_attribute("aria-pressed") == "false"
    hold(phone, seat_of(phone, "Bo"))
    phone.tap("More in the rules")
    expect(phone.sheet("Rules of TAG").get_by_role("heading", name="The end")).to_be_in_viewport()
    phone.page.go_back()
    expect(phone.page.get_by_role("dialog")).to_have_count(0)
    hand(phone).first.focus()
    phone.page.keyboard.press("?")
    expect(phone.aloud.filter(has_text="Lay T, A and G in front of you")).to_have_count(1)
    what_is_this = phone.sheet("Keys").get_by_role("region", name="What is this?")
    expect(what_is_this.get_by_text("Lay T, A and G in front of you")).to_be_visible()
    phone.page.go_back()
    expect(phone.page.get_by_role("dialog")).to_have_count(0)
    hand(phone).first.click(button="right")
    expect(phone.sheet("T")).to_be_visible()
    phone.close_sheet()
    assert phone.page.url == here
    # One way back for all that was open and closed meanwhile.
    phone.expect_no_cover()
    phone.page.go_back()
    expect(phone.page.get_by_role("heading", name="Touchwood")).to_be_visible()


def test_a_refusal_leads_to_its_rule_and_the_rules_can_be_searched(phones: Phones) -> None:
    # Ana and Bo have each played or discarded a T; with a T in front, a second one cannot be played.
    phone = at_table(
        phones, "tag", "Ana", options={"first": 0, "deck": ONLY_T, "gool_chain": False}, bots=["simple"], choices=0
    )
    phone.tap(hand(phone).first)
    phone.tap("Play T")
    again_until(phone.acts, lambda: None)
    phone.settle()
    if phone.button("Draw").is_visible():
        phone.tap("Draw")
        phone.settle()
    phone.tap(hand(phone).first)
    # It looks as if it cannot be pressed, and says why when it is.
    phone.button("Play T").tap(force=True)
    phone.tap("Why? Rule 4.2")
    rules = phone.sheet("Rules of TAG")
    expect(rules.get_by_role("heading", name="Letters this rule")).to_be_in_viewport()
    expect(rules.get_by_text("cannot be played, only discarded.")).to_be_visible()
    phone.close_sheet()
    phone.tap("Menu")
    phone.tap("Rules")
    expect(rules.get_by_role("heading", name="Your turn now")).to_be_in_viewport()
    rules.get_by_role("searchbox").fill("gool")
    expect(rules.get_by_text("the first Gool settles it")).to_be_visible()
    expect(rules.get_by_role("heading", name="Letters")).to_have_count(0)
    expect(rules.locator("mark").first).to_be_visible()


def test_in_the_dark_back_does_nothing(phones: Phones) -> None:
    phone = at_table(phones, CRANE, "Ana", "Bo", options={"first": 0}, choices=2, seed=4)
    expect(phone.page.get_by_role("slider", name="Squeeze")).to_be_visible()
    here = phone.page.url
    phone.page.go_back()
    phone.page.go_back()
    # Quicker than any page can answer.
    phone.page.evaluate("history.go(-2)")
    phone.wait_until("history.state?.isCover === true")
    phone.catch_up()
    expect(phone.page.get_by_role("slider", name="Squeeze")).to_be_visible()
    assert phone.page.url == here
