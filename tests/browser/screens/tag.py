"""Screens of TAG."""

import re

from playwright.sync_api import expect

from tests.browser.phones import Phone
from tests.browser.playing_tag import SHORT, hand
from tests.browser.screens.stage import Stage, screen


@screen
def rules_of_tag(stage: Stage) -> Phone:
    phone = stage.phone("/#/rules/tag")
    expect(phone.button("Try it: first lesson")).to_be_enabled()
    return phone


@screen
def tag_table(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", bots=["simple", "random", "simple"], options={"first": 0}, choices=7)
    phone = stage.at_table(match)
    phone.settle()
    return phone


@screen
def tag_card_chosen(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", "Bo", "Cy", options={"first": 0}, choices=0)
    phone = stage.at_table(match)
    expect(phone.button("Discard")).to_be_visible()
    phone.tap(hand(phone).last)
    expect(phone.button(re.compile("^Discard (?!pile)"))).to_be_visible()
    return phone


@screen
def tag_seat(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", bots=["simple", "simple"], options={"first": 0}, choices=0)
    phone = stage.at_table(match)
    expect(hand(phone).first).to_be_visible()
    phone.tap(phone.page.get_by_role("group", name="Players").get_by_role("button").first)
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    return phone


@screen
def replay_of_tag(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", bots=["simple", "random"], options=SHORT)
    phone = stage.phone(f"/#/replay/{match.table}/20/0")
    expect(phone.page.get_by_role("slider")).to_be_visible()
    return phone
