"""Looking back at a match of Point-a-Pile: the moments that the server calls mistakes, one after the other."""

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from tests.browser.phones import Phone, Phones, again_until
from tests.browser.pile_situations import arranged
from tests.browser.playing_piles import GAME
from tests.browser.screens import Stage
from tests.browser.wired import Played, choose, review_of


def looking_back(phones: Phones, match: Played) -> Phone:
    phone = Stage(phones, {}).at_table(match)
    expect(phone.sheet("The end")).to_be_visible()
    phone.tap("Review")
    expect(phone.sheet("Review")).to_be_visible()
    return phone


@pytest.mark.parametrize("names", [("Ana", "Bo"), ("Ana", "Bo", "Cy", "Di")])
def test_a_player_looks_back_at_their_own_mistakes(phones: Phones, names: tuple[str, ...]) -> None:
    """Whatever was dealt and done: the dearest first, all at a tap, each drawn and with what was done, what was better
    and the facts behind it."""
    match = Stage(phones, {}).played(GAME, *names, options={"target": 5, "round_limit": 8})
    review = review_of(phones.server, match.table)
    own = [judged for judged in review["judgements"] if judged["seat"] == 0]
    mistakes = [judged for judged in own if judged["cost"]]
    phone = looking_back(phones, match)
    sheet = phone.sheet("Review")
    expect(sheet.get_by_text(re.compile(rf"^{len(own)} choices? judged\.")).first).to_be_visible()
    if review["chances"]:
        expect(sheet.get_by_role("heading", name="Chances to win")).to_be_visible()
        expect(sheet.get_by_text(re.compile(r"Ana: from \d+% to \d+%")).first).to_be_visible()
        expect(sheet.get_by_text("If all play on by quick moves, not as the bots of level Hard would")).to_be_visible()
    moments = sheet.locator("ol > li")
    expect(moments).to_have_count(min(3, len(mistakes)))
    if len(mistakes) > 3:
        phone.tap(f"Show all {len(mistakes)} choices that cost something")
        expect(moments).to_have_count(len(mistakes))
    for number, mistake in enumerate(mistakes):
        moment = moments.nth(number)
        verb = {"point": "pointed at", "lay": "laid", "split": "split"}[mistake["action"].split()[0]]
        expect(moment.get_by_text(re.compile(f"^You {verb} ")).first).to_be_visible()
        expect(moment.get_by_text(re.compile("^Better.* (by about|a win was at stake)")).first).to_be_visible()
        expect(moment.get_by_role("img").first).to_be_visible()
        if mistake["because"]:
            facts = {"point": "adds", "empty": "set aside", "cut": "to choose from"}[mistake["because"]["code"]]
            expect(moment.get_by_text(re.compile(facts)).first).to_be_visible()
    unsure = sum(judged["is_close"] for judged in own)
    if unsure:
        expect(sheet.get_by_text(f"{unsure} of {len(own)} choices")).to_be_visible()


def worth(card: str, points: int) -> dict[str, Any]:
    return {"card": card, "set": "base", "kind": "score", "points": points, "colour": "red"}


GOOD, BAD = ("G1", "G2"), ("X1", "X2")
ONE_ROUND = {"deck": [*(worth(card, 2) for card in GOOD), *(worth(card, -2) for card in BAD)]}
"""All four are drawn at once, whatever the dealer does."""


def up_to_a_mistake(view: dict[str, Any]) -> dict[str, Any] | None:
    """Bo lays what is good apart from what is bad, and Ana points at what is bad."""
    if view["phase"] == "layout":
        return {"type": "LayOut", "piles": [GOOD, BAD]}
    return {"type": "Point", "pile": 2} if view["viewer"] == 0 else None


def match_with_a_mistake(phones: Phones) -> tuple[Played, dict[str, Any]]:
    """And Ana's only choice, which something else was clearly better than."""
    match = arranged(phones.server, ("Ana", "Bo"), {**ONE_ROUND, "first": 1}, up_to_a_mistake)
    choose(phones.server, match, {"type": "Point", "pile": 1})
    (judged,) = [each for each in review_of(phones.server, match.table)["judgements"] if each["seat"] == 0]
    assert judged["cost"], f"the review finds nothing wrong with it: {judged}"
    return match, judged


def test_a_better_choice_can_be_watched(phones: Phones) -> None:
    """From just before it by itself, with the choice first and what bots make of it behind."""
    match, mistake = match_with_a_mistake(phones)
    phone = looking_back(phones, match)
    phone.tap(phone.button("Watch the better choice").first)
    expect(phone.page.get_by_role("heading", name="The better choice")).to_be_visible()
    called = re.compile(
        r"^Instead: (Point at (pile \d|empty space)|(Lay the cards out|Split the pile) like this: .+)\. Then bots"
    )
    expect(phone.page.get_by_text(called)).to_be_visible()
    asked = {"instead_of": mistake["entry"], "choice": mistake["best"][0], "entry": 1, "viewer": 0}
    done = httpx.get(f"{phones.server}/api/matches/{match.table}/another-way", params=asked).json()
    assert done["text"] == mistake["best"][0]
    newest = done["newest"]

    def step() -> int:
        """The one that is shown: it is in the address from then on."""
        return int(phone.page.evaluate("location.hash").split("/")[5] or 0)

    def go_on() -> None:
        before = step()
        phone.page.keyboard.press("ArrowRight")
        again_until(lambda: step() > before or step() == newest, lambda: None)  # it may have gone there by itself

    # It goes on by itself, a beat a step: at first, and on from wherever one has gone.
    again_until(lambda: step() > 1, lambda: None)
    again_until(lambda: step() >= newest - 1, go_on)
    again_until(lambda: step() == newest, lambda: None)
    expect(phone.page.get_by_text(f"Step {newest} of {newest}").first).to_be_visible()
    expect(phone.button("Play on from here")).to_have_count(0)
