"""Coming back after a reload, sleep or a lost connection: the same seat, the same hand, nothing done twice."""

import re

from playwright.sync_api import expect

from tests.browser.phones import Phone, Phones, again_until, code_of
from tests.browser.playing_tag import LETTERS, TagPlayer, cards, hand, pile
from tests.browser.sleeping import put_to_sleep, wake

NO_CONNECTION = "ERR_INTERNET_DISCONNECTED"


def playing_tag(phones: Phones) -> Phone:
    """At the table, the hand drawn, a card to choose."""
    phone = phones.at_new_table("tag", bots=["random"], options={"first": 0})
    phone.tap("Start")
    expect(phone.button("Draw").or_(phone.button("Play"))).to_be_visible()
    return phone


def draw(phone: Phone) -> None:
    phone.settle()
    phone.tap("Draw")
    expect(phone.button("Play")).to_be_visible()


def test_after_a_reload_it_is_the_same_seat_hand_and_question(phones: Phones) -> None:
    phone = playing_tag(phones)
    if phone.button("Draw").is_visible():
        draw(phone)
    before = cards(phone)
    phone.page.reload()
    expect(phone.button("Play")).to_be_visible()
    phone.expect_your_turn()
    assert cards(phone) == before
    player = TagPlayer(phone)
    choices, record = len(phone.acts()), phone.situation()["hash"]
    again_until(lambda: len(phone.acts()) > choices, player.choose)
    # Not the hand: by the time it is looked at the next turn may have filled it again.
    again_until(lambda: phone.situation()["hash"] != record, phone.look)


def test_after_sleep_the_story_of_what_happened_is_told(phones: Phones) -> None:
    awake = phones.at_new_table("tag", "Ana", options={"first": 0})
    asleep = phones.join(code_of(awake), "Bo")
    expect(awake.page.get_by_text("Bo", exact=True)).to_be_visible()
    awake.tap("Start")
    expect(hand(asleep).first).to_be_visible()
    before = cards(asleep)
    put_to_sleep(asleep)
    player = TagPlayer(awake)
    again_until(lambda: awake.acts() and not awake.is_asked, player.choose)
    wake(asleep)
    story = asleep.sheet("While you were away")
    expect(story).to_be_visible()
    expect(story.get_by_role("listitem").filter(has_text=re.compile("Ana (plays|discards)")).first).to_be_visible()
    asleep.tap("All right")
    expect(story).to_have_count(0)
    assert cards(asleep)[: len(before)] == before
    asleep.expect_your_turn()


def test_offline_in_the_middle_of_a_decision_nothing_is_lost_or_doubled(phones: Phones) -> None:
    phone = playing_tag(phones)
    phone.expect_trouble(NO_CONNECTION)
    if phone.button("Draw").is_visible():
        draw(phone)
    phone.settle()
    before = cards(phone)
    phone.tap(hand(phone).first)
    lose_connection(phone)
    phone.tap(phone.button(re.compile("^(Play|Discard) (?!pile)")).first)
    expect(phone.text("The connection is lost. Coming back …")).to_be_visible()
    assert cards(phone) == before, "nothing is shown as done that is not"
    find_connection(phone)
    expect(phone.text("You are back at the table.")).to_be_visible()
    phone.settle()
    phone.tap("Menu")
    phone.tap("What happened")
    log = phone.sheet("What happened")
    expect(log.get_by_role("listitem").first).to_be_visible()
    mine = log.get_by_role("listitem").filter(has_text=re.compile("You (play|discard) "))
    assert len([act for act in phone.acts() if act["action"]["type"] in ("Play", "Discard")]) == 1
    expect(mine).to_have_count(1)


def test_sheets_that_a_lost_connection_did_not_bring_are_asked_for_again(phones: Phones) -> None:
    phone = playing_tag(phones)
    phone.expect_trouble("ERR_FAILED")
    phone.page.route("**/SettingsSheet-*.css", lambda route: route.abort())
    with phone.page.expect_event("requestfailed"):
        phone.tap(hand(phone).first)
    phone.page.unroute("**/SettingsSheet-*.css")
    phone.tap("Menu")
    expect(phone.page.get_by_role("dialog").get_by_role("button", name="More")).to_be_visible()


SILENCED = """
window.WebSocket = class extends WebSocket {
  constructor(...how) {
    super(...how)
    window.socket = this
  }
  send(message) {
    if (window.dead !== this) super.send(message)
  }
}
"""


def test_a_connection_that_died_unnoticed_is_found_out_by_the_next_move(phones: Phones) -> None:
    """A phone that changed networks: the socket looks open, what is sent gets nowhere, and nobody says so."""
    phone = phones.at_new_table("tag", bots=["random"], options={"first": 0})
    phone.context.add_init_script(SILENCED)
    phone.page.reload()
    phone.tap("Start")
    expect(phone.button("Draw").or_(phone.button("Play"))).to_be_visible()
    if phone.button("Draw").is_visible():
        draw(phone)
    phone.settle()
    phone.tap(hand(phone).first)
    choices = len(phone.acts())
    phone.page.evaluate("window.dead = window.socket")
    phone.tap(phone.button(re.compile("^Discard (?!pile)")))
    expect(phone.text("No answer yet …")).to_be_visible()
    expect(phone.text("You are back at the table.")).to_be_visible()
    again_until(lambda: len(phone.acts()) > choices, lambda: None)
    phone.settle()
    phone.tap("Menu")
    phone.tap("What happened")
    mine = phone.sheet("What happened").get_by_role("listitem").filter(has_text="You discard ")
    expect(mine).to_have_count(1)


DEAF = """
window.WebSocket = class extends WebSocket {
  constructor(...how) {
    super(...how)
    window.socket = this
    this.addEventListener('message', (event) => window.deaf === this && event.stopImmediatePropagation())
  }
}
"""


def test_who_was_looking_when_the_connection_broke_has_no_story_before_their_question(phones: Phones) -> None:
    """On a busy machine the answer to Start may come so late that the page opens another connection; by then four
    things have happened. The story of them lay over the first question until somebody closed it."""
    ana = phones.at_new_table("tag", "Ana", options={"first": 0, "deck": LETTERS})
    ana.context.add_init_script(DEAF)
    bo = phones.join(code_of(ana), "Bo")
    ana.page.reload()
    expect(ana.page.get_by_text("Bo", exact=True)).to_be_visible()
    ana.page.evaluate("window.deaf = window.socket")
    ana.tap("Start")
    bo.expect_table()
    ana.page.evaluate("window.socket.close()")
    ana.expect_your_turn()
    player = TagPlayer(ana)
    again_until(lambda: ana.acts() and not ana.is_asked, player.choose)
    # When it is answered there is time to read.
    story = ana.sheet("While you were away")
    expect(story.get_by_role("listitem").filter(has_text="The match begins.")).to_be_visible()
    # And the next question is not covered either; what was not read by then waits.
    other = TagPlayer(bo)
    again_until(lambda: bo.acts() and not bo.is_asked, other.choose)
    ana.expect_your_turn()
    expect(story).to_have_count(0)


def lose_connection(phone: Phone) -> None:
    phone.context.set_offline(True)
    expect(pile(phone, "Deck")).to_be_visible()


def find_connection(phone: Phone) -> None:
    phone.context.set_offline(False)
