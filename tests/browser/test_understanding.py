"""What helps a group to understand together: the card of a round, the log of the whole match, windows that say what
they wait for and how long, and talk that is not missed."""

import json
import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.phones import DESKTOP, Phone, Phones, hold
from tests.browser.pile_situations import (
    arranged,
    cards_of,
    in_piles,
    seated,
    up_to_the_second_pointing,
    up_to_the_window_of,
)
from tests.browser.playing_piles import piles
from tests.browser.test_television import TEXTS
from tests.browser.wired import apart, played
from tests.server.wire import Client
from touchwood.server.protocol import Seated
from touchwood.server.table.streams import KEPT

ONLY_THE_HEADPOINTER = {"dont_a_touchme": True, "deck": cards_of("only_headpointer", "dont_a_touchme", 24)}


def one_is_out(view: dict[str, Any]) -> dict[str, Any] | None:
    """Ana, the Headpointer, has still to point; Bo touches what only she may, and Cy keeps away."""
    if view["phase"] == "layout":
        return {"type": "LayOut", "piles": in_piles(view["hand"], 3)}
    pointing = {1: {"type": "Point", "pile": view["piles"][1]["place"]}, 2: {"type": "PointAtEmptySpace"}}
    return pointing.get(view["viewer"])


def round_card(phone: Phone) -> Locator:
    return phone.page.get_by_role("group", name="How the round went")


def log_lines(phone: Phone) -> Locator:
    return phone.sheet("What happened").get_by_role("listitem")


def open_log(phone: Phone) -> None:
    phone.tap("Menu")
    phone.tap("What happened")
    expect(log_lines(phone).first).to_be_visible()


def test_a_round_is_told_on_a_card_and_again_in_the_log(phones: Phones) -> None:
    names = ("Ana", "Bo", "Cy")
    match = arranged(phones.server, names, ONLY_THE_HEADPOINTER, one_is_out)
    ana, bo = seated(phones, match, 0), seated(phones, match, 1)
    television = phones.new("Television", size=DESKTOP, has_touch=False)
    television.go(f"/#/big/{match.table}/{match.watch_key}")
    expect(television.page.get_by_role("img", name=re.compile("^Ana")).first).to_be_visible()
    ana.settle()
    ana.tap(piles(ana).first)
    for screen in (ana, television):
        expect(round_card(screen)).to_be_visible()
        # Gone after some seconds: all of it is read at once.
        rows = round_card(screen).get_by_role("listitem").all_inner_texts()
        told = dict(zip(names, [" ".join(row.split()) for row in rows], strict=True))
        assert "only the Headpointer may touch it" in told["Bo"]
        for name in ("Ana", "Cy"):
            assert "shy: only for the Headpointer" in told[name], "the cards they got"
        if screen is television:
            assert [text for text in screen.page.evaluate(TEXTS) if text["size"] < 0.03] == []
    # Bo is the next Headpointer: a question is never covered.
    bo.expect_your_turn()
    expect(round_card(bo)).to_have_count(0)
    ana.tap(round_card(ana).get_by_role("button", name="Go on"))
    expect(round_card(ana)).to_have_count(0)
    open_log(ana)
    expect(log_lines(ana).filter(has_text="Out.").filter(has_text="Bo")).to_be_visible()


def test_the_log_is_whole_after_a_reload_and_tells_of_one_player(phones: Phones) -> None:
    match = played(phones.server, "tag", ("Ana", "Bo", "Cy"), choices=40)
    phone = phones.new("Ana")
    hold(phone, "tag", match.seats[:1])
    phone.go(f"/#/table/{match.table}")
    expect(phone.button("Menu")).to_be_visible()
    phone.page.reload()
    open_log(phone)
    expect(log_lines(phone).filter(has_text="The match begins.")).to_be_visible()
    assert log_lines(phone).count() > KEPT
    whose = phone.page.get_by_role("group", name="Whose events")
    phone.tap(whose.get_by_role("button", name="Bo", exact=True))
    expect(log_lines(phone).filter(has_text="Bo").first).to_be_visible()
    told = log_lines(phone).all_inner_texts()
    assert told
    assert [line for line in told if "Bo" not in line] == []


def test_what_players_have_to_remember_is_in_no_log(phones: Phones) -> None:
    options = {"memory": True, "deck": cards_of("battle", "wait_a_minute", 24), "wait_a_minute": True}
    match = arranged(phones.server, ("Ana", "Bo"), options, up_to_the_second_pointing)
    phone = seated(phones, match, 0)
    expect(piles(phone).first).to_be_visible()
    phone.page.reload()
    open_log(phone)
    expect(log_lines(phone).filter(has_text="(to be remembered)").first).to_be_visible()
    expect(log_lines(phone).filter(has_text=re.compile("Battle", re.IGNORECASE))).to_have_count(0)
    named = [frame for frame in phone.received if re.search(r'"X\d\d"', json.dumps(json.loads(frame).get("events")))]
    assert named == []


def test_talk_that_was_not_read_has_a_mark(phones: Phones) -> None:
    match = played(phones.server, "tag", ("Ana", "Bo"), options={"first": 1}, choices=0)
    ana = phones.new("Ana")
    hold(ana, "tag", match.seats[:1])
    ana.go(f"/#/table/{match.table}")
    expect(ana.button("Menu")).to_be_visible()
    apart(say(phones.server, match.seats[1][1], "Hello", "Anna?"))
    mark = ana.page.get_by_role("img", name="2 unread")
    expect(mark).to_be_visible()
    ana.tap("Menu")
    ana.tap(re.compile("^Talk"))
    expect(ana.sheet("Talk").get_by_role("listitem").filter(has_text="Anna?")).to_be_visible()
    ana.close_sheet()
    expect(ana.page.get_by_role("img", name=re.compile("unread"))).to_have_count(0)


async def say(server: str, seated: Seated, *words: str) -> None:
    client = await Client.of(server, seated).open()
    for each in words:
        await client.do("Talk", text=each)
    await client.close()


def test_a_window_says_what_is_waited_for_and_how_long_also_without_a_clock(phones: Phones) -> None:
    options = {"wait_a_minute": True, "deck": cards_of("merge", "wait_a_minute", 24)}
    match = arranged(phones.server, ("Ana", "Bo", "Cy"), options, up_to_the_window_of("merge"))
    ana, bo = seated(phones, match, 0), seated(phones, match, 1)
    watcher = phones.new("Zoe").go(f"/#/w/{match.table}/{match.watch_key}")
    ana.expect_your_turn()
    for screen in (bo, watcher):
        expect(screen.text("Anybody with an action may").first).to_be_visible()
    for screen in (ana, bo, watcher):
        expect(screen.page.get_by_role("timer", name=re.compile("^Seconds left")).first).to_be_visible()
