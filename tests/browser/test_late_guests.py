"""Somebody comes during a match and asks for a bot's seat: three phones, and all at the table have their say."""

import json
import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.phones import Phone, Phones, code_of
from tests.browser.playing_tag import hand

ASKS = re.compile("Zoe asks for the seat of .+")
WAITS = re.compile("The people at the table are deciding")


def two_and_a_bot(phones: Phones, game: str, **options: Any) -> tuple[Phone, Phone, str]:
    """The host, the other one, and the table's code."""
    ana = phones.at_new_table(game, "Ana", bots=["random"], options=options)
    code = code_of(ana)
    bo = phones.join(code, "Bo")
    expect(ana.page.get_by_text("Bo", exact=True)).to_be_visible()
    ana.tap("Start")
    for phone in (ana, bo):
        phone.expect_table()
    return ana, bo, code


def guest(phones: Phones, code: str) -> Phone:
    zoe = phones.new("Zoe").go(f"/t/{code}")
    zoe.tap("Ask for a seat")
    expect(zoe.text(WAITS).first).to_be_visible()
    return zoe


def kinds_received(phone: Phone) -> set[str]:
    return {json.loads(text)["type"] for text in phone.received}


def test_a_guest_sits_down_when_all_have_let_them_in(phones: Phones) -> None:
    ana, bo, code = two_and_a_bot(phones, "tag", first=0)
    zoe = guest(phones, code)
    expect(ana.text(ASKS).first).to_be_visible()
    ana.tap("Let in")
    expect(ana.text("You let Zoe in; the others are deciding.").first).to_be_visible()
    expect(ana.button("Let in")).to_have_count(0)
    expect(zoe.text(WAITS).first).to_be_visible()
    assert kinds_received(zoe) == {"Waiting"}
    bo.tap("Let in")
    expect(hand(zoe).first).to_be_visible()
    for phone in (ana, bo):
        expect(phone.button("No")).to_have_count(0)
        expect(phone.page.get_by_text("Zoe", exact=True).first).to_be_visible()


def test_one_no_turns_the_guest_away(phones: Phones) -> None:
    # It is the host's turn: a question of one's own would close the menu.
    ana, bo, code = two_and_a_bot(phones, "tag", first=0)
    bo.tap("Menu")
    zoe = guest(phones, code)
    # Seen, not only heard, although a sheet lies over the notice.
    seen = bo.page.locator("p:not([data-covers])")
    expect(bo.sheet("Table").get_by_text(ASKS).and_(seen)).to_be_visible()
    bo.close_sheet()
    ana.tap("Let in")
    bo.tap("No")
    expect(zoe.text("You were not let in this time.").first).to_be_visible()
    expect(zoe.text(WAITS)).to_have_count(0)
    assert zoe.held_games() == []
    assert kinds_received(zoe) == {"Waiting"}
    expect(ana.button("No")).to_have_count(0)


def test_a_guest_who_does_not_want_to_wait_gives_up(phones: Phones) -> None:
    ana, bo, code = two_and_a_bot(phones, "tactile_crane")
    zoe = guest(phones, code)
    zoe.page.reload()
    expect(zoe.text(WAITS).first).to_be_visible()
    expect(bo.button("Let in")).to_be_visible()
    zoe.tap("Do not wait")
    expect(zoe.text("You do not wait any longer.").first).to_be_visible()
    for phone in (ana, bo):
        expect(phone.button("Let in")).to_have_count(0)


def test_a_table_can_be_set_to_let_nobody_in_late(phones: Phones) -> None:
    ana = phones.at_new_table("tag", "Ana", bots=["random"])
    code = code_of(ana)
    ana.tap("The table")
    ana.page.get_by_label("Guests who come during a match").select_option("nobody")
    ana.close_sheet()
    ana.tap("Start")
    ana.expect_table()
    zoe = phones.new("Zoe").go(f"/t/{code}")
    expect(zoe.text("Nobody can join this match any more.").first).to_be_visible()
