"""What is around every game at its table, shown with TAG: the menu and its sheets, the curtain, looking on, the end."""

import re

from playwright.sync_api import expect

from tests.browser.phones import Phone
from tests.browser.playing_tag import SHORT, pile
from tests.browser.screens.stage import SCREENS, Screen, Stage, screen


@screen
def curtain(stage: Stage) -> Phone:
    phone = stage.at_table(stage.played("tag", "Ana", "Bo", choices=0), seats=2)
    expect(phone.button(re.compile("^I am "))).to_be_visible()
    return phone


@screen
def watcher(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", "Bo", "Cy", options={"first": 0}, choices=0)
    phone = stage.phone(f"/#/w/{match.table}/{match.watch_key}", "Zoe")
    expect(pile(phone, "Deck")).to_be_visible()
    return phone


@screen
def big_screen(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", "Bo", "Cy", "Di", options={"first": 0}, choices=0)
    phone = stage.phone(f"/#/big/{match.table}/{match.watch_key}", "Wall")
    expect(phone.page.get_by_role("img", name=re.compile("^Deck"))).to_be_visible()
    return phone


@screen
def menu(stage: Stage) -> Phone:
    phone = stage.at_table(stage.played("tag", "Ana", bots=["random"], options={"first": 0}, choices=1))
    # A sheet gives way when one is asked.
    phone.expect_your_turn()
    phone.tap_in_menu("Invite")
    return phone


def sheet_of_menu(button: str, title: str) -> Screen:
    def show(stage: Stage) -> Phone:
        phone = stage.at_table(stage.played("tag", "Ana", bots=["random"], options={"first": 0}, choices=1))
        phone.expect_your_turn()
        phone.tap_in_menu(button)
        expect(phone.sheet(title)).to_be_visible()
        return phone

    return show


SCREENS["log"] = sheet_of_menu("What happened", "What happened")
SCREENS["talk"] = sheet_of_menu("Talk", "Talk")
SCREENS["host"] = sheet_of_menu("Players and table", "Players and table")


@screen
def keys_told(stage: Stage) -> Phone:
    """The sheet of keys, with one of the five asked by a finger."""
    phone = sheet_of_menu("Keys", "Keys")(stage)
    phone.tap("What do I have?")
    expect(phone.sheet("Keys").locator(".notice")).to_contain_text("Hand")
    return phone


@screen
def result(stage: Stage) -> Phone:
    phone = stage.at_table(stage.played("tag", "Ana", bots=["simple", "random"], options=SHORT))
    expect(phone.sheet("The end")).to_be_visible()
    return phone


@screen
def proof(stage: Stage) -> Phone:
    phone = result(stage)
    phone.tap("Check the deal")
    phone.tap("Check it now")
    expect(phone.text("The server finds")).to_be_visible()
    return phone
