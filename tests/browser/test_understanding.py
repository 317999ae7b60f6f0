"""What helps a group to understand together: the card of a round, the log of the whole match, windows that say what
they wait for and how long, and talk that is not missed."""

import json
import re
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.moments import pass_time, stop_time
from tests.browser.phones import DESKTOP, Phone, Phones, hold
from tests.browser.pile_situations import (
    arranged,
    cards_of,
    in_piles,
    seated,
    up_to_the_second_pointing,
    up_to_the_window_of,
)
from tests.browser.playing_crane import bet, card, close_eyes, count, pinch, place_bets, slider, squeeze_for
from tests.browser.playing_crane import seated as seated_at_crane
from tests.browser.playing_piles import piles
from tests.browser.test_television import TEXTS
from tests.browser.wired import apart, played
from tests.server.wire import Client
from touchwood.server.protocol import Seated
from touchwood.server.table.streams import MOST_EVENTS

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


def readers(screen: Phone) -> list[str]:
    """Who looks at the card of a round or a turn, with what each has done."""
    return screen.page.get_by_role("list", name="Who has gone on").get_by_role("listitem").all_inner_texts()


def expect_ticks(screen: Phone, *told: str) -> None:
    expect(screen.page.get_by_role("list", name="Who has gone on").get_by_text("has gone on.")).to_have_count(
        sum("has gone on" in one for one in told)
    )
    assert [one.strip("✓\n ") for one in readers(screen)] == list(told)


def test_a_round_lies_on_a_card_until_everybody_has_read_it_and_again_in_the_log(phones: Phones) -> None:
    names = ("Ana", "Bo", "Cy")
    match = arranged(phones.server, names, ONLY_THE_HEADPOINTER, one_is_out)
    ana, bo, cy = (seated(phones, match, seat) for seat in range(3))
    television = phones.new("Television", size=DESKTOP, has_touch=False)
    television.go(f"/#/big/{match.table}/{match.watch_key}")
    expect(television.page.get_by_role("img", name=re.compile("^Ana")).first).to_be_visible()
    for other in (bo, cy):
        other.catch_up()
    ana.settle()
    stop_time(ana, cy, television)
    ana.tap(piles(ana).first)
    for screen in (ana, cy, television):
        expect(round_card(screen)).to_be_visible()
        rows = round_card(screen).get_by_role("list").first.get_by_role("listitem").all_inner_texts()
        told = dict(zip(names, [" ".join(row.split()) for row in rows], strict=True))
        assert "only the Headpointer may touch it" in told["Bo"]
        for name in ("Ana", "Cy"):
            assert "shy: only for the Headpointer" in told[name], "the cards they got"
        expect_ticks(screen, "Ana is still reading.", "Cy is still reading.")
    assert [text for text in television.page.evaluate(TEXTS) if text["size"] < 0.03] == []
    # Bo is the next Headpointer: a question is never covered, and nobody waits for who has one.
    bo.expect_your_turn()
    expect(round_card(bo)).to_have_count(0)
    ana.tap(round_card(ana).get_by_role("button", name="Go on"))
    for screen in (ana, cy, television):
        expect_ticks(screen, "Ana has gone on.", "Cy is still reading.")
    expect(round_card(ana).get_by_role("button", name="Waiting for Cy")).to_be_visible()
    cy.tap(round_card(cy).get_by_role("button", name="Go on"))
    for screen in (ana, cy, television):
        expect(round_card(screen)).to_have_count(0)
    open_log(ana)
    expect(log_lines(ana).filter(has_text="Out.").filter(has_text="Bo")).to_be_visible()


def the_headpointer_is_out(view: dict[str, Any]) -> dict[str, Any] | None:
    """Ana touches what no Headpointer may, and Bo and Cy the same pile, which somebody has still to split."""
    if view["phase"] == "layout":
        return {"type": "LayOut", "piles": in_piles(view["hand"], 3)}
    pile = (0, 1, 1, None)[view["viewer"]]
    if view["phase"] != "pointing":
        return None
    return {"type": "PointAtEmptySpace"} if pile is None else {"type": "Point", "pile": view["piles"][pile]["place"]}


def test_why_somebody_is_out_stands_on_their_plate_while_the_round_lasts(phones: Phones) -> None:
    options = {"dont_a_touchme": True, "deck": cards_of("not_headpointer", "dont_a_touchme", 24)}
    match = arranged(phones.server, ("Ana", "Bo", "Cy", "Dmitri"), options, the_headpointer_is_out)
    phone = seated(phones, match, 3)
    plate = phone.page.get_by_role("group", name="Players").locator(".place").filter(has_text="Ana")
    expect(plate.locator(".why")).to_contain_text("Headpointer")
    assert "split" in phone.situation()["view"]["phase"]


def test_how_a_turn_of_the_crane_went_lies_there_until_everybody_has_read_it_or_time_is_up(phones: Phones) -> None:
    ana, bo, cy = everybody = seated_at_crane(phones, "Ana", "Bo", "Cy")
    shown = phones.new("Television", size=DESKTOP, has_touch=False)
    keys = {found[1] for frame in ana.received if (found := re.search('"watch_key":"([^"]+)"', frame))}
    shown.go(f"/#/big/{ana.held_games()[0]['table']}/{keys.pop()}")
    expect(shown.page.get_by_role("img", name=re.compile("^Ana")).first).to_be_visible()
    flipped = card(ana)
    assert flipped is not None
    number, finger = flipped
    close_eyes(ana)
    place_bets(bo, kind="LOW")
    place_bets(cy, kind="JUST")
    expect(slider(ana)).to_be_visible()
    ana.settle()
    pinch(ana, squeeze_for(number * 0.8, finger))
    expect(ana.button("Lift!")).to_be_visible()
    ana.settle()
    stop_time(*everybody, shown)
    ana.tap("Lift!")
    for screen in (*everybody, shown):
        bets = screen.page.get_by_role("list", name="The bets").get_by_role("listitem")
        expect(bets).to_have_count(3)
        won = [player["cards"] for player in ana.situation()["view"]["players"]]
        told = [" ".join(row.split()) for row in bets.all_inner_texts()]
        # The kind of a bet is on its card, and told beside it.
        assert told == [f"Ana +{won[0]} {won[0]} cards", "Bo LOW LOW ✓ Right +2 2 cards", "Cy JUST JUST 0 cards"]
        expect_ticks(screen, *(f"{name} is still reading." for name in ("Ana", "Bo", "Cy")))
    # Bo is asked next, and held up by nobody.
    bo.tap("Go on")
    expect(bo.button("Close your eyes")).to_be_visible()
    ana.tap("Go on")
    expect(ana.button("Waiting for Cy")).to_be_visible()
    for screen in (ana, cy, shown):
        expect_ticks(screen, "Ana has gone on.", "Bo has gone on.", "Cy is still reading.")
    pass_time(shown)
    expect(count(shown)).to_have_count(0)
    # Whoever is asked has no more of it before them, whether they have read it or not.
    close_eyes(bo)
    for phone in (ana, cy):
        expect(count(phone)).to_have_count(0)
        expect(bet(phone, "HIGH")).to_be_visible()
    open_log(cy)
    expect(cy.sheet("What happened").get_by_role("list", name="The bets").get_by_role("listitem")).to_have_count(3)


def test_the_log_is_whole_after_a_reload_and_tells_of_one_player(phones: Phones) -> None:
    match = played(phones.server, "tag", ("Ana", "Bo", "Cy"), choices=40)
    phone = phones.new("Ana")
    hold(phone, "tag", match.seats[:1])
    phone.go(f"/#/table/{match.table}")
    expect(phone.button("Menu")).to_be_visible()
    phone.page.reload()
    open_log(phone)
    expect(log_lines(phone).filter(has_text="The match begins.")).to_be_visible()
    assert log_lines(phone).count() > MOST_EVENTS
    whose = phone.page.get_by_role("group", name="Whose events")
    phone.tap(whose.get_by_role("button", name="Bo", exact=True))
    expect(log_lines(phone).filter(has_not_text="Bo")).to_have_count(0)
    assert log_lines(phone).count() > 0


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
