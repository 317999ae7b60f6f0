"""Rule cards of Point-a-Pile on the page: what is in force is said, what breaks it is warned of and not forbidden."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.phones import Phones
from tests.browser.pile_situations import arranged, cards_of, in_piles, seated, up_to_the_second_pointing
from tests.browser.playing_piles import empty_space, piles
from tests.browser.screens.piles import POLICE

SCORES = [{**card, "card": f"P{number}", "points": 2} for number, card in enumerate(cards_of("score", "base", 5))]
LATER = cards_of("last_points_later", "point_a_police", 4)


def test_a_rule_warns_at_every_pile_that_breaks_it_and_forbids_nothing(phones: Phones) -> None:
    match = arranged(phones.server, ("Ana", "Bo", "Cy"), POLICE, up_to_the_second_pointing)
    ana, bo, cy = [seated(phones, match, seat) for seat in range(3)]
    expect(ana.text("Rule this round: with text last, no pile with text on top")).to_be_visible()
    expect(piles(ana).and_(ana.button(re.compile("Not for you: with text last")))).to_have_count(3)
    expect(empty_space(ana)).to_have_accessible_name("Empty space")
    for phone, pick in ((ana, piles(ana).first), (bo, piles(bo).last), (cy, empty_space(cy))):
        phone.settle()
        phone.tap(pick)
    expect(ana.button(re.compile("^Ana: 0 points, 2 cards"))).to_be_visible()
    expect(cy.button(re.compile("^Cy: 0 points, 8 cards"))).to_be_visible()
    cy.tap("Menu")
    cy.tap("What happened")
    for name in ("Ana", "Bo"):
        told = f"{name} is out of this round: with text last, no pile with text on top."
        expect(cy.sheet("What happened").get_by_text(told).first).to_be_visible()


def ana_is_last(view: dict[str, Any]) -> dict[str, Any] | None:
    """Bo and Cy score, Bo a rule card last; then Bo lays out and the pointing is left to the page."""
    hand, seat = view["hand"], view["viewer"]
    if view["phase"] == "layout" and view["rounds"] == 0:
        scores = sorted(hand)[: sum(card.startswith("P") for card in hand)]
        rules = sorted(hand)[len(scores) :]
        return {"type": "LayOut", "piles": [[*scores[1:], *rules], scores[:1]]}
    if view["phase"] == "layout":
        return {"type": "LayOut", "piles": in_piles(hand, 3)}
    if view["rounds"] == 1:
        return None
    return {"type": "Point", "pile": seat} if seat else {"type": "PointAtEmptySpace"}


def test_the_last_point_later_and_see_where_the_others_point(phones: Phones) -> None:
    # Six of these nine cards are drawn first, so two of them score at least and one is a rule.
    options = {"point_a_police": True, "deck": [*SCORES, *LATER], "round_limit": 2}
    match = arranged(phones.server, ("Ana", "Bo", "Cy"), options, ana_is_last)
    ana, bo, cy = [seated(phones, match, seat, has_motion=True) for seat in range(3)]
    expect(ana.text("You point after the others")).to_be_visible()
    expect(ana.text("Rule this round:")).to_be_visible()
    expect(bo.page.locator(".seats .out")).to_have_text("Later")
    for phone, pile in ((bo, 0), (cy, 1)):
        phone.settle()
        phone.tap(piles(phone).nth(pile))
    expect(ana.text("Point: which pile?")).to_be_visible()
    expect(ana.page.locator(".pile .one")).to_have_count(2)
    ana.settle()
    # From here on the hands that lie there stay, also while Ana's is counted down.
    ana.page.evaluate(
        """() => new MutationObserver(() => {
          const { dataset } = document.documentElement
          const isCounting = document.querySelector('.count') !== null
          if (isCounting) dataset.counted = document.querySelectorAll('.pile .one').length
        }).observe(document.querySelector('main'), { subtree: true, childList: true })"""
    )
    ana.settle()
    ana.tap(empty_space(ana))
    expect(ana.page.locator("html")).to_have_attribute("data-counted", "2")
