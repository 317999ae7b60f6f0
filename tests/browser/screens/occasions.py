"""What comes up now and then: somebody comes back, takes back, comes late, learns, looks back or asks."""

import json
import re

import httpx
from playwright.sync_api import Route, expect

from tests.browser.phones import Phone
from tests.browser.playing_tag import hand
from tests.browser.screens.clips import clips_over
from tests.browser.screens.crane import crane, crane_eyes
from tests.browser.screens.piles import piles_ended
from tests.browser.screens.shell import lobby
from tests.browser.screens.stage import OCCASIONS, Screen, Stage, look_back, occasion
from tests.browser.screens.table import result, sheet_of_menu
from tests.browser.sleeping import put_to_sleep, wake
from tests.browser.wired import Played, play_until_possible, review_of, send_as


@occasion
def recap(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", "Bo", options={"first": 1}, choices=0)
    phone = stage.at_table(match)
    expect(hand(phone).first).to_be_visible()
    put_to_sleep(phone)
    play_until_possible(stage.phones.server, match, {}, not_by=1)
    wake(phone)
    expect(phone.sheet("While you were away")).to_be_visible()
    return phone


@occasion
def take_back_asked(stage: Stage) -> Phone:
    match = stage.played("cant_touch_this", "Ana", "Bo", options={"first": 0, "card": "random"}, choices=2)
    phone = stage.at_table(match)
    expect(phone.page.get_by_role("group", name="Players")).to_be_visible()
    send_as(stage.phones.server, match, 1, "TakeBack")
    expect(phone.sheet("Take back?")).to_be_visible()
    return phone


@occasion
def guest_asks(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", "Bo", bots=["random"], options={"first": 0}, choices=0)
    phone = stage.at_table(match)
    stage.phones.seat(f"/api/tables/{match.code}/join", name="Zoe")
    expect(phone.button("Let in")).to_be_visible()
    return phone


@occasion
def guest_waits(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", "Bo", bots=["random"], options={"first": 0}, choices=0)
    phone = stage.phone(f"/t/{match.code}", "Zoe")
    phone.tap("Ask for a seat")
    expect(phone.text(re.compile("The people at the table are deciding")).first).to_be_visible()
    return phone


def lesson_of(game: str) -> Screen:
    def show(stage: Stage) -> Phone:
        phone = stage.phone(f"/#/rules/{game}")
        phone.tap("Try it: first lesson")
        expect(phone.page.get_by_role("region", name="Lesson", exact=True)).to_be_visible()
        return phone

    return show


for name in ("tag", "cant_touch_this", "point_a_pile", "tactile_crane"):
    OCCASIONS[f"lesson_of_{name}"] = lesson_of(name)


@occasion
def review_of_tag(stage: Stage) -> Phone:
    phone = result(stage)
    look_back(phone)
    expect(phone.sheet("Review").get_by_role("heading", level=3).first).to_be_visible()
    return phone


@occasion
def review_of_crane(stage: Stage) -> Phone:
    phone = crane(stage, first=0, choices=None)
    expect(phone.sheet("The end")).to_be_visible()
    look_back(phone)
    expect(phone.sheet("Review").get_by_role("heading", level=3).first).to_be_visible()
    return phone


@occasion
def review_of_clips(stage: Stage) -> Phone:
    """In the sheet; at the table it is one choice after the other."""
    match = stage.played("cant_touch_this", "Ana", "Bo", options={"first": 0})
    phone = stage.at_table(match)
    review_of(phone.server, match.table)
    phone.tap(phone.sheet("The end").get_by_role("button", name="Review"))
    expect(phone.sheet("Review").get_by_role("heading", level=3).first).to_be_visible()
    return phone


def review_waits(over: Screen) -> Screen:
    """A server that is busy: it tells how far it is, and nothing after that."""

    def show(stage: Stage) -> Phone:
        phone = over(stage)
        asked: list[Route] = []

        def answer(route: Route) -> None:
            asked.append(route)
            if len(asked) == 1:
                found = [{"entry": entry, "seat": 0, "percent": 40 + entry, "margin": 6} for entry in (1, 5, 9)]
                route.fulfill(status=202, json={"done": 3, "of": 8, "chances": found})

        phone.context.route("**/api/matches/*/review", answer)
        phone.tap("Review")
        expect(phone.page.get_by_role("progressbar")).to_have_attribute("value", "3")
        return phone

    return show


OCCASIONS["review_of_tag_waits"] = review_waits(result)
OCCASIONS["review_of_clips_waits"] = review_waits(clips_over)
OCCASIONS["review_of_piles_waits"] = review_waits(piles_ended)


@occasion
def what_is_this(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", "Bo", options={"first": 0}, choices=0)
    phone = stage.at_table(match)
    phone.settle()
    hand(phone).first.dispatch_event("contextmenu", {"bubbles": True})
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    return phone


OCCASIONS["rules_at_the_table"] = sheet_of_menu("Rules", "Rules of TAG")
OCCASIONS["settings_at_the_table"] = sheet_of_menu("Settings", "Settings")


def sheet_of_lobby(button: str | re.Pattern[str], title: str | re.Pattern[str]) -> Screen:
    def show(stage: Stage) -> Phone:
        phone = lobby(stage)
        phone.tap(phone.button(button).first)
        expect(phone.sheet(title)).to_be_visible()
        return phone

    return show


OCCASIONS["lobby_bots"] = sheet_of_lobby("Add a bot", "Add a bot")
OCCASIONS["lobby_me"] = sheet_of_lobby("Your name and sign", "Your name and sign")
OCCASIONS["lobby_person"] = sheet_of_lobby(re.compile("^What the host can do"), "Bo")
OCCASIONS["lobby_qr"] = sheet_of_lobby("Show the QR code large", re.compile("^[A-Z]{6}$"))
OCCASIONS["lobby_menu"] = sheet_of_lobby("Menu", "Table")


@occasion
def shared_picture(stage: Stage) -> Phone:
    phone = result(stage)
    phone.tap("Share a picture")
    expect(phone.sheet("A picture of the result")).to_be_visible()
    return phone


@occasion
def what_if(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", bots=["simple", "random"])
    phone = stage.phone(f"/#/replay/{match.table}/20/0")
    phone.tap("Play on from here")
    expect(phone.sheet("What if?")).to_be_visible()
    return phone


@occasion
def what_if_level_by_level(stage: Stage) -> Phone:
    phone = what_if(stage)
    phone.sheet("What if?").get_by_label("How strong").first.select_option(label="Each their own")
    expect(phone.sheet("What if?").get_by_role("group", name="How strong")).to_be_visible()
    return phone


@occasion
def joining_a_what_if(stage: Stage) -> Phone:
    match = stage.played("tag", "Ana", bots=["simple", "random"])
    wanted = {"name": "Ana", "entry": 20, "seat": 0, "bots": ["easy", "hard"], "is_dealt_anew": True}
    opened = httpx.post(f"{stage.phones.server}/api/matches/{match.table}/play-on", json=wanted).json()
    phone = stage.phone(f"/#/t/{opened['code']}", name="Bo")
    expect(phone.page.get_by_text("What if: this table goes on from step 20")).to_be_visible()
    return phone


@occasion
def paused(stage: Stage) -> Phone:
    match = stage.played("tactile_crane", "Ana", "Bo", options={"first": 0}, choices=0)
    send_as(stage.phones.server, match, 0, "Pause", paused=True)
    phone = stage.at_table(match)
    expect(phone.text("The table is paused.").first).to_be_visible()
    return phone


@occasion
def all_games(stage: Stage) -> Phone:
    matches = [stage.played(game, "Ana", "Bo", choices=0) for game in ("tag", "point_a_pile")]
    phone = stage.phones.new("Ana", **stage.how)
    hold_all(phone, matches)
    phone.go()
    phone.tap("All my games")
    expect(phone.sheet("All my games")).to_be_visible()
    return phone


def hold_all(phone: Phone, matches: list[Played]) -> None:
    held = [
        {
            "table": match.table,
            "code": match.code,
            "game": match.game,
            "seats": [{"token": seated.token, "name": name} for name, seated in match.seats[:1]],
            "at": 1,
        }
        for match in matches
    ]
    phone.context.add_init_script(f"localStorage.setItem('touchwood.games', {json.dumps(json.dumps(held))})")


@occasion
def challenge(stage: Stage) -> Phone:
    phone = stage.phone("/#/challenge/cant_touch_this/2-17a")
    expect(phone.page.get_by_role("heading", name=re.compile("^Card 17, side A"))).to_be_visible()
    return phone


@occasion
def puzzles(stage: Stage) -> Phone:
    phone = stage.phone("/#/puzzles/cant_touch_this")
    expect(phone.page.get_by_role("link", name=re.compile("^Rush"))).to_be_visible()
    return phone


@occasion
def puzzle_answered(stage: Stage) -> Phone:
    phone = stage.phone("/#/puzzles/cant_touch_this/medium-3")
    phone.tap(phone.page.get_by_role("button", name=re.compile(r"edge, (column|row) \d+$")).first)
    phone.tap(phone.page.get_by_role("group", name="How deep?").get_by_role("button").first)
    phone.tap(re.compile("^Set clip"))
    expect(phone.button("Next")).to_be_visible()
    return phone


@occasion
def rush(stage: Stage) -> Phone:
    phone = stage.phone("/#/puzzles/cant_touch_this/rush")
    expect(phone.button("Start")).to_be_visible()
    return phone


@occasion
def own_cards(stage: Stage) -> Phone:
    phone = stage.at_table(stage.played("point_a_pile", "Ana", "Bo", choices=-1))
    phone.tap(re.compile("^Options of the game"))
    sheet = phone.sheet("Options of the game")
    phone.tap(sheet.get_by_text("Cards of your own", exact=True).first)
    expect(sheet.get_by_role("textbox", name="Cards of your own")).to_be_visible()
    return phone


@occasion
def clips_side(stage: Stage) -> Phone:
    phone = stage.at_table(stage.played("cant_touch_this", "Ana", choices=0))
    phone.tap("Look at the other side")
    expect(phone.text("This is the other side.").first).to_be_visible()
    return phone


@occasion
def scan(stage: Stage) -> Phone:
    """Through a camera that sees nothing."""
    phone = stage.phone()
    phone.page.evaluate(
        "navigator.mediaDevices.getUserMedia = async () => document.createElement('canvas').captureStream(5)"
    )
    phone.tap("Scan a table’s QR")
    expect(phone.page.get_by_role("dialog")).to_be_visible()
    return phone


@occasion
def screen_may_sleep(stage: Stage) -> Phone:
    """As over plain http, where nothing keeps the screen on."""
    match = stage.played("tag", "Ana", "Bo", options={"first": 0}, choices=0)
    phone = stage.at_table(match)
    phone.context.add_init_script("delete Navigator.prototype.wakeLock")
    if not phone.has_touch:
        phone.context.add_init_script(
            "window.matchMedia = ((asks) => (query) => asks(query.replace('coarse', 'fine')))(window.matchMedia)"
        )
    phone.page.reload()
    expect(phone.text(re.compile("screen to sleep"))).to_be_visible()
    return phone


@occasion
def crane_keys(stage: Stage) -> Phone:
    phone = crane_eyes(stage)
    phone.page.keyboard.press("?")
    expect(phone.sheet("Keys")).to_be_visible()
    return phone
