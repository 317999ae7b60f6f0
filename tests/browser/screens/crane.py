"""Screens of the Tactile Crane Championship."""

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.moments import stop_time
from tests.browser.phones import Phone
from tests.browser.playing_crane import CRANE, bet, slider
from tests.browser.screens.stage import Stage, screen


def crane(stage: Stage, *, first: int, choices: int | None, players: int = 2, bots: int = 0) -> Phone:
    """Ana at a table where people have made so many choices; the challenger is Ana (0) or Bo (1)."""
    names = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")[:players]
    how: dict[str, Any] = {"options": {"first": first}, "bots": ["easy"] * bots, "choices": choices, "seed": 4}
    return stage.at_table(stage.played(CRANE, *names, **how))


@screen
def rules_of_crane(stage: Stage) -> Phone:
    phone = stage.phone(f"/#/rules/{CRANE}")
    expect(phone.button("Try it: first lesson")).to_be_enabled()
    return phone


@screen
def crane_eyes(stage: Stage) -> Phone:
    phone = crane(stage, first=0, choices=0, players=4)
    expect(phone.button("Close your eyes")).to_be_visible()
    return phone


@screen
def crane_waiting_in_the_dark(stage: Stage) -> Phone:
    phone = crane(stage, first=0, choices=1, players=3)
    expect(phone.text("The others are betting.")).to_be_visible()
    return phone


@screen
def crane_dark(stage: Stage) -> Phone:
    phone = crane(stage, first=0, choices=2)
    expect(slider(phone)).to_be_visible()
    return phone


@screen
def crane_held(stage: Stage) -> Phone:
    phone = crane(stage, first=0, choices=3)
    expect(phone.button("Lift!")).to_be_visible()
    return phone


@screen
def crane_voices(stage: Stage) -> Phone:
    phone = crane_dark(stage)
    phone.tap("Voices")
    expect(phone.sheet("Voices")).to_be_visible()
    return phone


@screen
def crane_bets(stage: Stage) -> Phone:
    phone = crane(stage, first=1, choices=1, players=6)
    expect(bet(phone, "JUST")).to_be_visible()
    return phone


@screen
def crane_calls(stage: Stage) -> Phone:
    phone = crane(stage, first=1, choices=3)
    expect(phone.page.get_by_role("img", name=re.compile("^From your side"))).to_be_visible()
    return phone


@screen
def crane_calls_of_six(stage: Stage) -> Phone:
    phone = crane(stage, first=1, choices=7, players=6)
    expect(phone.page.get_by_role("img", name=re.compile("^From your side"))).to_be_visible()
    phone.tap("In your own words")
    return phone


@screen
def crane_counted(stage: Stage) -> Phone:
    phone = crane_held(stage)
    phone.settle()
    stop_time(phone)
    phone.tap("Lift!")
    expect(phone.button("Go on")).to_be_visible()
    return phone


@screen
def crane_player(stage: Stage) -> Phone:
    phone = crane_eyes(stage)
    phone.tap(phone.page.get_by_role("group", name="Players").get_by_role("button").first)
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    return phone


@screen
def crane_big_screen(stage: Stage) -> Phone:
    match = stage.played(CRANE, "Ana", "Bo", "Cy", "Di", options={"first": 1}, choices=5, seed=4)
    phone = stage.phone(f"/#/big/{match.table}/{match.watch_key}", "Wall")
    expect(phone.page.get_by_role("img", name=re.compile("^Card: grab"))).to_be_visible()
    return phone


@screen
def replay_of_crane(stage: Stage) -> Phone:
    match = stage.played(CRANE, "Ana", bots=["easy", "medium"], options={"first": 1})
    phone = stage.phone(f"/#/replay/{match.table}/12/0")
    expect(phone.page.get_by_role("slider")).to_be_visible()
    return phone
