"""Screens before a match: start, settings, joining, the lobby."""

import re

from playwright.sync_api import expect

from tests.browser.phones import Phone
from tests.browser.screens.stage import Stage, screen


@screen
def start(stage: Stage) -> Phone:
    phone = stage.phone()
    expect(phone.button("Play now", exact=False).first).to_be_visible()
    return phone


@screen
def settings(stage: Stage) -> Phone:
    phone = start(stage)
    phone.tap("Settings")
    expect(phone.sheet("Settings")).to_be_visible()
    return phone


@screen
def setup_against_bots(stage: Stage) -> Phone:
    phone = start(stage)
    phone.tap(phone.button("More ways to play", exact=False).first)
    expect(phone.button("First lesson")).to_be_visible()
    return phone


@screen
def setup_with_friends(stage: Stage) -> Phone:
    phone = start(stage)
    phone.tap(phone.button("With friends", exact=False).last)
    phone.page.get_by_role("switch").check()
    return phone


@screen
def join(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", choices=-1)
    phone = stage.phone(f"/t/{match.code}", "Bo")
    expect(phone.button("Sit down")).to_be_visible()
    return phone


@screen
def lobby(stage: Stage) -> Phone:
    phone = stage.at_table(stage.played("tag", "Ana", "Bo", bots=["medium"], choices=-1))
    expect(phone.button("Start")).to_be_enabled()
    return phone


@screen
def lobby_options(stage: Stage) -> Phone:
    phone = lobby(stage)
    phone.tap(re.compile("^Options of the game"))
    phone.tap(phone.page.get_by_text("Cards in the deck"))
    return phone


@screen
def lobby_table(stage: Stage) -> Phone:
    phone = lobby(stage)
    phone.tap("The table")
    expect(phone.sheet("The table")).to_be_visible()
    return phone


@screen
def parts(stage: Stage) -> Phone:
    phone = stage.phone("/#/parts")
    expect(phone.button("Toast")).to_be_visible()
    return phone
