"""Who left, was sent away or has another phone now comes back, on the same phone too, and leaves no ghost behind."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.phones import Phone, Phones, again_until, code_of
from tests.browser.playing_tag import cards, hand
from tests.browser.test_one_phone_for_all import take_phone


def players(phone: Phone) -> Locator:
    """The people and bots in the lobby."""
    return phone.page.get_by_role("list", name="Who plays").get_by_role("listitem")


def leave(phone: Phone) -> None:
    """By the menu."""
    phone.tap("Menu")
    expect(phone.sheet("Table")).to_be_visible()
    if phone.button("More").count():
        phone.tap("More")
    slide(phone, re.compile("leave", re.IGNORECASE))


def leave_the_lobby(phone: Phone) -> None:
    """And be back at the start: while a page goes back by itself, a browser gives up any other way it was sent."""
    leave(phone)
    expect(phone.button("Sit down again")).to_be_visible()
    # The entry of the history that stood for the open menu is taken away by going back from it.
    phone.wait_until("history.state === null")


def slide(phone: Phone, name: str | re.Pattern[str]) -> None:
    """What cannot be done by a mere tap; by keys, which is quicker than a finger here."""
    slider = phone.page.get_by_role("slider", name=name)
    slider.press("Enter")
    slider.press("Enter")


def come_again(phone: Phone, code: str) -> None:
    phone.go(f"/t/{code}")
    way_in = phone.button(re.compile("^(Sit down|Ask for a seat)$"))
    expect(way_in).to_be_visible()
    phone.tap(way_in)


def test_who_left_the_lobby_sits_down_again_on_the_same_phone(phones: Phones) -> None:
    ana = phones.at_new_table("tag", "Ana")
    code = code_of(ana)
    bo = phones.join(code, "Bo")
    expect(players(ana)).to_have_count(2)
    leave_the_lobby(bo)
    expect(players(ana)).to_have_count(1)
    come_again(bo, code)
    expect(players(bo)).to_have_count(2)
    expect(players(ana)).to_have_count(2)
    expect(players(ana).filter(has_text="away")).to_have_count(0)
    assert len(bo.held_games()[0]["seats"]) == 1
    ana.tap("Start")
    expect(hand(bo).first).to_be_visible()


def test_a_phone_that_never_heard_its_leaving_was_done_is_shown_the_way_in(phones: Phones) -> None:
    ana = phones.at_new_table("tag", "Ana")
    code = code_of(ana)
    bo = phones.join(code, "Bo")
    # Ana may hear of it before the answer has reached Bo's own phone.
    expect(players(bo)).to_have_count(2)
    as_before = bo.held_games()
    leave_the_lobby(bo)
    expect(players(ana)).to_have_count(1)
    bo.page.evaluate("(games) => localStorage.setItem('touchwood.games', JSON.stringify(games))", as_before)
    come_again(bo, code)
    expect(players(bo)).to_have_count(2)
    expect(players(ana)).to_have_count(2)
    assert len(bo.held_games()[0]["seats"]) == 1


def test_who_was_sent_away_may_come_again(phones: Phones) -> None:
    ana = phones.at_new_table("tag", "Ana")
    code = code_of(ana)
    bo = phones.join(code, "Bo")
    expect(players(ana)).to_have_count(2)
    ana.tap("What the host can do with Bo")
    ana.tap("Send away")
    ana.tap("Cancel")
    ana.tap("Send away")
    expect(ana.text("Send Bo away?")).to_be_visible()
    expect(players(ana)).to_have_count(2)
    ana.tap("Send away")
    expect(bo.text("The host has sent you away from this table.").first).to_be_visible()
    come_again(bo, code)
    expect(players(bo)).to_have_count(2)
    expect(players(ana).filter(has_text="away")).to_have_count(0)


def test_leaving_a_match_is_undone_with_one_tap(phones: Phones) -> None:
    ana = phones.at_new_table("tag", "Ana", options={"first": 0})
    bo = phones.join(code_of(ana), "Bo")
    expect(players(ana)).to_have_count(2)
    ana.tap("Start")
    expect(hand(bo).first).to_be_visible()
    held = cards(bo)
    leave(bo)
    bo.tap("Sit down again")
    expect(hand(bo).first).to_be_visible()
    assert cards(bo)[: len(held)] == held
    ana.tap_in_menu("Players and table")
    expect(ana.sheet("Players and table")).to_be_visible()
    expect(ana.sheet("Players and table").get_by_text("bot:")).to_have_count(0)


def test_the_host_is_handed_over_in_the_lobby(phones: Phones) -> None:
    ana = phones.at_new_table("tag", "Ana")
    bo = phones.join(code_of(ana), "Bo")
    expect(players(ana)).to_have_count(2)
    ana.tap("What the host can do with Bo")
    ana.tap("Make host")
    expect(bo.button("Start")).to_be_visible()
    expect(ana.button("Start")).to_have_count(0)


def test_a_lost_phones_player_goes_on_with_another_one(phones: Phones) -> None:
    ana = phones.at_new_table("tag", "Ana", options={"first": 0})
    code = code_of(ana)
    bo, cy = phones.join(code, "Bo"), phones.join(code, "Cy")
    expect(players(ana)).to_have_count(3)
    ana.tap("Start")
    expect(hand(bo).first).to_be_visible()
    held = cards(bo)
    bo.go()
    other = phones.new("Bo").go(f"/t/{code}")
    expect(other.text("All seats are taken. Wait until somebody leaves, or watch.").first).to_be_visible()
    other.tap("I sit here already, on another phone")
    ana.tap("That is Bo")
    expect(ana.text("You say it is Bo. The first phone has some seconds to object")).to_be_visible()
    cy.tap("That is Bo")
    expect(hand(other).first).to_be_visible()
    assert cards(other)[: len(held)] == held
    bo.page.get_by_text("Go on").click()
    expect(bo.toast("Your seat is on another phone now.")).to_be_visible()
    # It was somebody else: the first phone has the last word.
    bo.tap("That was not me: take it back")
    expect(hand(bo).first).to_be_visible()
    expect(other.toast("Your seat is on another phone now.")).to_be_visible()


def test_one_who_leaves_a_shared_phone_leaves_the_others_at_the_table(phones: Phones) -> None:
    phone = phones.at_new_table("tag", "Ana", also_here=["Bo"], options={"first": 0})
    phone.tap("Start")
    assert take_phone(phone) == "Ana"
    leave(phone)
    again_until(phone.button(re.compile("^I am Bo")).is_visible, lambda: None)
    phone.settle()
    phone.tap(re.compile("^I am Bo"))
    expect(hand(phone).first).to_be_visible()
