"""Screens of Can't Touch This."""

import re

from playwright.sync_api import expect

from tests.browser.phones import Phone
from tests.browser.playing_clips import places
from tests.browser.screens.stage import Stage, look_back, screen

CLIPS = "cant_touch_this"


@screen
def rules_of_clips(stage: Stage) -> Phone:
    phone = stage.phone(f"/#/rules/{CLIPS}")
    expect(phone.button("Try it: first lesson")).to_be_enabled()
    return phone


def duel(stage: Stage, *, choices: int | None) -> Phone:
    options = {"first": 0, "card": "random"}
    return stage.at_table(stage.played(CLIPS, "Ana", "Bo", options=options, choices=choices), seats=1)


def alone(stage: Stage, *, choices: int | None) -> Phone:
    return stage.at_table(stage.played(CLIPS, "Ana", options={"card": "random"}, choices=choices))


@screen
def clips_bid(stage: Stage) -> Phone:
    match = stage.played(CLIPS, "Ana", "Bo", options={"first": 1, "card": "random"}, choices=0)
    phone = stage.at_table(match)
    expect(phone.button(re.compile("^Pass"))).to_be_visible()
    return phone


@screen
def clips_placing(stage: Stage) -> Phone:
    phone = alone(stage, choices=2)
    expect(places(phone).first).to_be_visible()
    phone.settle()
    return phone


@screen
def clips_chosen(stage: Stage) -> Phone:
    phone = clips_placing(stage)
    free = phone.page.get_by_role("button", name=re.compile(r"edge, (column|row) \d+$"))
    phone.tap(free.first)
    expect(phone.page.get_by_role("group", name="How deep?").get_by_role("button").first).to_be_enabled()
    return phone


@screen
def clips_symbols(stage: Stage) -> Phone:
    phone = alone(stage, choices=1)
    phone.tap(phone.button("Symbols").first)
    expect(phone.sheet("What symbols are worth")).to_be_visible()
    return phone


@screen
def clips_over(stage: Stage) -> Phone:
    phone = duel(stage, choices=None)
    expect(phone.sheet("The end")).to_be_visible()
    phone.close_sheet()
    expect(phone.button("Review")).to_be_visible()
    return phone


@screen
def clips_score_sheet(stage: Stage) -> Phone:
    phone = clips_over(stage)
    if phone.button("Score sheet").count():
        phone.tap("Score sheet")
        expect(phone.sheet("Score sheet")).to_be_visible()
    return phone


@screen
def clips_review(stage: Stage) -> Phone:
    phone = clips_over(stage)
    look_back(phone)
    expect(phone.button("End review")).to_be_visible()
    return phone


@screen
def replay_of_clips(stage: Stage) -> Phone:
    match = stage.played(CLIPS, "Ana", "Bo", options={"first": 0, "card": "random"})
    phone = stage.phone(f"/#/replay/{match.table}/6")
    expect(phone.page.get_by_role("slider")).to_be_visible()
    return phone
