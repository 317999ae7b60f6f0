"""The result, the replay, the proof of the deal, playing again."""

import json
import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.phones import Phone, Phones, again_until, code_of, hold
from tests.browser.playing import in_turn, play_out
from tests.browser.playing_clips import ClipPlayer
from tests.browser.playing_tag import SHORT
from tests.browser.screens import OCCASIONS, Stage
from tests.browser.wired import Played, played, review_of


@pytest.fixture(scope="module")
def finished(server: str) -> Played:
    return played(server, "tag", ["Ana"], bots=["simple", "random"], options=SHORT)


def at_result(phones: Phones, finished: Played) -> Phone:
    phone = phones.new("Ana")
    hold(phone, finished.game, finished.seats)
    phone.go(f"/#/table/{finished.table}")
    expect(phone.sheet("The end")).to_be_visible()
    return phone


def test_a_rematch_takes_everybody_along(phones: Phones) -> None:
    host = phones.at_new_table("cant_touch_this", "Ana", options={"clips_each": 1})
    other = phones.join(code_of(host), "Bo")
    expect(host.page.get_by_text("Bo", exact=True)).to_be_visible()
    host.tap("Start")
    play_out([ClipPlayer(host, raises=0), ClipPlayer(other, raises=0)])
    old = host.page.url
    host.tap("Play again")
    expect(host.page).not_to_have_url(old)
    expect(other.sheet("The end")).to_be_visible()
    expect(other.text("Ana would like to play again.").first).to_be_visible()
    other.tap("Come along")
    expect(other.page).to_have_url(host.page.url)
    for phone in (host, other):
        newest = phone.held_games()[0]
        assert newest["table"] in phone.page.url
    players = [ClipPlayer(host, raises=0), ClipPlayer(other, raises=0)]
    host.tap("Start")
    before = len(host.acts()) + len(other.acts())
    again_until(lambda: len(host.acts()) + len(other.acts()) >= before + 2, in_turn(players))


def test_the_replay_has_a_slider_and_a_link_to_the_moment(phones: Phones, finished: Played) -> None:
    phone = at_result(phones, finished)
    phone.tap("Replay")
    slider = phone.page.get_by_role("slider", name="Step of the match")
    expect(slider).to_be_visible()
    expect(phone.text(re.compile(r"^Step 0 of \d+$"))).to_be_visible()
    phone.tap("Step on")
    expect(phone.text(re.compile(r"^Step 1 of \d+$"))).to_be_visible()
    slider.fill("20")
    expect(phone.text(re.compile(r"^Step 20 of \d+$"))).to_be_visible()
    expect(phone.page).to_have_url(re.compile("/20/0$"))
    here = phone.page.locator("main").inner_text()
    friend = phones.new("Bo")
    friend.page.goto(phone.page.url)
    expect(friend.text(re.compile(r"^Step 20 of \d+$"))).to_be_visible()
    expect(friend.page.locator("main")).to_have_text(phone.page.locator("main").text_content() or "")
    assert friend.page.locator("main").inner_text() == here, "the link leads to the same moment"
    friend.page.get_by_label("Seen by").select_option(value="")
    expect(friend.page).to_have_url(re.compile("/20$"))
    expect(friend.page.get_by_role("list", name="Your hand")).to_have_count(0)


def test_what_if_a_table_of_ones_own_from_any_moment(phones: Phones, finished: Played) -> None:
    phone = phones.new("Cy")
    phone.go(f"/#/replay/{finished.table}/20/0")
    phone.tap("Play on from here")
    sheet = phone.sheet("What if?")
    expect(sheet.get_by_text("The match goes on from step 20")).to_be_visible()
    sheet.get_by_label("How strong").select_option("random")
    sheet.get_by_label("What was hidden from you").select_option("as_it_was")
    expect(sheet.get_by_text("The cards of the match.")).to_be_visible()
    phone.tap("Play on")
    expect(phone.page).to_have_url(re.compile("/#/table/"))
    expect(phone.page.get_by_role("list", name="Your hand")).to_be_visible()
    assert finished.table not in phone.page.url
    assert phone.held_games()[0]["table"] in phone.page.url

    slider = phone.go(f"/#/replay/{finished.table}").page.get_by_role("slider", name="Step of the match")
    expect(phone.button("Play on from here")).to_be_enabled()
    slider.fill(slider.get_attribute("max") or "")
    expect(phone.button("Play on from here")).to_be_disabled()


def test_what_if_against_a_level_of_its_own_in_each_seat_and_friends_are_told(phones: Phones, finished: Played) -> None:
    phone = phones.new("Cy")
    phone.go(f"/#/replay/{finished.table}/20/1")
    phone.tap("Play on from here")
    sheet = phone.sheet("What if?")
    expect(sheet.get_by_label("How strong").first).to_be_visible()
    expect(sheet.get_by_role("group", name="How strong")).to_have_count(0)
    sheet.get_by_label("How strong").first.select_option(label="Each their own")
    fields = sheet.get_by_role("group", name="How strong").get_by_role("combobox")
    expect(fields).to_have_count(2)
    fields.nth(0).select_option("easy")
    fields.nth(1).select_option("hard")
    sheet.get_by_label("You play for").select_option("2")
    expect(fields.nth(0)).to_have_value("easy")
    fields.nth(1).select_option("medium")
    phone.tap("Play on")
    expect(phone.page).to_have_url(re.compile("/#/table/"))
    game = phone.held_games()[0]
    expect(phone.page.get_by_role("list", name="Your hand")).to_be_visible()
    tables = [told["table"] for told in map(json.loads, phone.received) if told.get("table")]
    assert [seat["bot"] for seat in tables[-1]["seats"]] == ["easy", "medium", None]

    friend = phones.new("Dee").go(f"/#/t/{game['code']}")
    expect(
        friend.page.get_by_text(re.compile(r"goes on from step 20 of a finished match \(record \w{8}\)"))
    ).to_be_visible()
    expect(friend.page.get_by_text("could not know then was dealt anew")).to_be_visible()


def test_a_table_that_goes_on_from_nothing_tells_of_no_other_match(phones: Phones) -> None:
    host = phones.at_new_table("cant_touch_this", "Ana")
    friend = phones.new("Dee").go(f"/#/t/{code_of(host)}")
    expect(friend.button("Sit down")).to_be_visible()
    expect(friend.page.get_by_text("What if")).to_have_count(0)


def test_a_review_tells_luck_apart_from_skill_and_the_others_at_a_tap(phones: Phones, finished: Played) -> None:
    review = review_of(phones.server, finished.table)
    phone = at_result(phones, finished)
    phone.tap("Review")
    sheet = phone.sheet("Review")
    ways = sheet.get_by_role("group")
    expect(ways).to_have_count(3)
    expect(ways.nth(0)).to_have_attribute("open", "")
    expect(ways.nth(0).get_by_text(re.compile(r"[Tt]he deal gave"))).to_be_visible()
    expect(ways.nth(1).get_by_text(re.compile(r"[Tt]he deal gave"))).to_be_hidden()
    phone.tap(ways.nth(1).locator("summary"))
    expect(ways.nth(1).get_by_text(re.compile(r"[Tt]he deal gave"))).to_be_visible()
    for course, way in zip(review["courses"], ways.all(), strict=True):
        expect(way.locator("summary")).to_contain_text(f"from {course['began']}% to {course['ended']}%")
    expect(sheet.get_by_text("look ahead as far as the strongest bot; not as it would play")).to_be_visible()


DONE_IN_TAG = r"(Draw from the (deck|discard pile)|Stop drawing|(Play|Discard) \w+|Give IT to \S+|Leave IT where it is)"
DONE_IN_CRANE = r"(Grab with the fingers \d+% closed|Lift|Bet [\w ]+|The (left|right) jackpot)"


@pytest.mark.parametrize(
    ("review", "done", "cost"),
    [("review_of_tag", DONE_IN_TAG, r"\d+%"), ("review_of_crane", DONE_IN_CRANE, r"\d+\.\d cards")],
)
def test_a_review_calls_choices_as_players_do(phones: Phones, review: str, done: str, cost: str) -> None:
    """And not as the codec writes them: `grab 254`, `draw deck`."""
    told = OCCASIONS[review](Stage(phones, {})).sheet("Review").locator("ol > li > p:first-child")
    expect(told.first).to_be_visible()
    sentences = re.compile(rf"\S+: {done}[.!] Better by {cost} \(± [\d.]+\): {done}[.!]")
    assert [text for text in told.all_inner_texts() if not sentences.fullmatch(text)] == []


def test_a_review_of_clips_tells_the_dearest_choices_with_the_facts(phones: Phones) -> None:
    phone = OCCASIONS["review_of_clips"](Stage(phones, {}))
    review = review_of(phones.server, phone.held_games()[0]["table"])
    own = [judged for judged in review["judgements"] if judged["seat"] == 0 and judged["cost"]]
    sheet = phone.sheet("Review")
    expect(sheet.get_by_text("Exact: if both play perfectly on.")).to_be_visible()
    expect(sheet.get_by_text("Costs are exact: what was lost against perfect play.")).to_be_visible()
    expect(sheet.get_by_text(re.compile(r"^The deal gave [+−]50\."))).to_have_count(2)
    told = sheet.locator("ol > li")
    expect(told).to_have_count(min(3, len(own)))
    expect(told.first).to_contain_text(re.compile(r"Cost \d+ points?\. Better: "))
    expect(told.first).to_contain_text(re.compile("If both play perfectly from here|Going first on"))


def test_the_proof_holds_in_the_browser(phones: Phones, finished: Played) -> None:
    phone = at_result(phones, finished)
    phone.tap("Check the deal")
    phone.tap("Check it now")
    expect(phone.text("It holds.")).to_be_visible()
    expect(phone.text("The server finds: rules and draws hold.")).to_be_visible()
    told = phone.text(re.compile(r"(\d+) of \1 draws computed again"))
    expect(told).to_be_visible()


@pytest.mark.parametrize(
    ("changed_line", "what"),
    [(12, "an entry was changed"), (0, "the header was changed")],
    ids=["an entry", "the header"],
)
def test_the_proof_says_where_a_changed_record_breaks(
    phones: Phones, finished: Played, changed_line: int, what: str
) -> None:
    phone = at_result(phones, finished)

    def change(route: Route) -> None:
        lines = route.fetch().text().splitlines()
        lines[changed_line] = change_something(lines[changed_line])
        route.fulfill(body="\n".join(lines) + "\n", content_type="application/jsonl")

    phone.page.route("**/record", change)
    phone.tap("Check the deal")
    phone.tap("Check it now")
    entry = f", at entry {changed_line}" if changed_line else ", at entry"
    expect(phone.text(f"It does not hold: {what}{entry}")).to_be_visible()


def change_something(line: str) -> str:
    """Another name in the header, another card or number in an entry."""
    if '"Ana"' in line:
        return line.replace('"Ana"', '"Eve"')
    changed = re.sub(r'("(?:number|picked|pick|value|index|drawn|result)":)(\d+)', r"\g<1>99", line, count=1)
    return changed if changed != line else re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), line, count=1)
