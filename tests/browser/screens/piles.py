"""Screens of Point-a-Pile."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.phones import Phone, hold
from tests.browser.pile_situations import arranged, cards_of, up_to_the_second_pointing, up_to_the_third_pointing
from tests.browser.playing_piles import DONE, EXPANSIONS, GAME, lay_in_turn, own_row, piles, tray, window
from tests.browser.screens.stage import Stage, look_back, screen

AFTER_ROUND = ["A03", "A05", "A08", "A09", "A12", "A13"]
ACTIONS = {"wait_a_minute": True, "deck": AFTER_ROUND, "first": 0, "target": 99}
"""Only actions that are triggered after a round, so the first round ends with a window for everybody."""


POLICE = {"point_a_police": True, "deck": cards_of("text_not_text", "point_a_police", 24)}
"""Every card has text, and its rule forbids all piles with text on top to those with text last: all to everybody."""


def numbered(letter: str, *numbers: int) -> list[str]:
    return [f"{letter}{number:02}" for number in numbers]


NO_MISSION_IN_FOUR = [
    *numbered("B", *range(1, 29), 52, 53, 54),
    *numbered("R", *range(1, 16)),
    *numbered("S", 3, 5, 6, 7, 10),
    *numbered("A", *range(1, 21)),
]
"""No four of these fulfil a mission, whoever has which: none is worth more than a point. And most of any twelve are not
shy."""


def piles_with(stage: Stage, *names: str, **how: Any) -> Phone:
    return stage.at_table(stage.played(GAME, *names, **how))


def both_at_piles(stage: Stage, options: dict[str, Any]) -> tuple[Phone, Phone]:
    """Ana and Bo at a table, the first cards drawn."""
    match = stage.played(GAME, "Ana", "Bo", options={"first": 0, **options}, choices=0)
    other = stage.phones.new("Bo", **stage.how)
    hold(other, GAME, match.seats[1:])
    other.go(f"/#/table/{match.table}")
    phone = stage.at_table(match)
    expect(tray(phone).first).to_be_visible()
    return phone, other


def score_one_each(phone: Phone, other: Phone) -> None:
    phone.settle()
    lay_in_turn(phone)
    phone.tap(phone.button(DONE))
    for number, each in enumerate((phone, other)):
        each.settle()
        each.tap(piles(each).nth(number))


@screen
def rules_of_piles(stage: Stage) -> Phone:
    phone = stage.phone(f"/#/rules/{GAME}")
    expect(phone.button("Try it: first lesson")).to_be_enabled()
    return phone


@screen
def piles_layout(stage: Stage) -> Phone:
    phone = piles_with(stage, "Ana", bots=["greedy"] * 5, options={"first": 0}, choices=0)
    expect(tray(phone).first).to_be_visible()
    for number in (1, 2, 3, 2, 4):
        phone.page.keyboard.press(str(number))
    expect(tray(phone)).to_have_count(7)
    return phone


@screen
def piles_pointing(stage: Stage) -> Phone:
    people = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")
    options = {**EXPANSIONS, "deck": NO_MISSION_IN_FOUR}
    phone = stage.at_table(arranged(stage.phones.server, people, options, up_to_the_third_pointing))
    expect(own_row(phone)).to_be_visible()
    return phone


@screen
def piles_pointed(stage: Stage) -> Phone:
    phone = piles_with(stage, "Ana", "Bo", "Cy", "Di", options={"first": 0}, choices=1)
    phone.settle()
    phone.tap(piles(phone).first)
    expect(phone.text("Your finger is down").first).to_be_visible()
    return phone


@screen
def piles_split(stage: Stage) -> Phone:
    phone, other = both_at_piles(stage, {})
    phone.settle()
    lay_in_turn(phone, 1)
    phone.tap(phone.button(DONE))
    for each in (phone, other):
        each.settle()
        each.tap(piles(each).first)
    expect(phone.text("Split the pile.")).to_be_visible()
    return phone


@screen
def piles_window(stage: Stage) -> Phone:
    phone, other = both_at_piles(stage, ACTIONS)
    score_one_each(phone, other)
    expect(window(phone)).to_be_visible()
    return phone


@screen
def piles_police(stage: Stage) -> Phone:
    match = arranged(stage.phones.server, ("Ana", "Bo", "Cy"), POLICE, up_to_the_second_pointing)
    phone = stage.at_table(match)
    expect(phone.text("Rule this round:")).to_be_visible()
    return phone


@screen
def piles_row(stage: Stage) -> Phone:
    phone = piles_with(stage, "Ana", "Bo", "Cy", options={"first": 0}, choices=9)
    phone.tap(own_row(phone))
    expect(phone.sheet("Row of Ana")).to_be_visible()
    return phone


@screen
def piles_read(stage: Stage) -> Phone:
    phone = piles_with(stage, "Ana", "Bo", "Cy", options={**EXPANSIONS, "first": 0}, choices=1)
    phone.tap(phone.button(re.compile("^Read the cards")))
    expect(phone.sheet("On the table")).to_be_visible()
    return phone


@screen
def piles_over(stage: Stage) -> Phone:
    phone = piles_with(stage, "Ana", "Bo", "Cy", options={"round_limit": 2})
    expect(phone.sheet("The end")).to_be_visible()
    phone.close_sheet()
    return phone


def piles_ended(stage: Stage) -> Phone:
    phone = piles_with(stage, "Ana", "Bo", options={"target": 6})
    expect(phone.sheet("The end")).to_be_visible()
    return phone


@screen
def piles_review(stage: Stage) -> Phone:
    phone = piles_ended(stage)
    look_back(phone)
    expect(phone.sheet("Review").get_by_text(re.compile("choices? judged")).first).to_be_visible()
    return phone


@screen
def piles_watched(stage: Stage) -> Phone:
    match = stage.played(GAME, "Ana", "Bo", "Cy", "Di", options={"first": 0}, choices=1)
    phone = stage.phone(f"/#/w/{match.table}/{match.watch_key}", "Zoe")
    expect(piles(phone).first).to_be_visible()
    return phone


@screen
def replay_of_piles(stage: Stage) -> Phone:
    match = stage.played(GAME, "Ana", "Bo", "Cy", options={"round_limit": 2})
    phone = stage.phone(f"/#/replay/{match.table}/9")
    expect(phone.page.get_by_role("slider")).to_be_visible()
    return phone
