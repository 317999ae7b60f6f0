"""The first minute of a stranger who knows no rules and does what lights up, by touch, on a phone."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Locator, TimeoutError, expect

from tests.browser.axe import speak
from tests.browser.fitting import SETTLED, SMALLEST, TURNED, lasting_misfits
from tests.browser.moments import pass_time, stop_time
from tests.browser.phones import Phone, Phones, again_until, code_of, middle
from tests.browser.playing import GONE, LONGEST_MATCH
from tests.browser.playing_crane import pinch
from tests.browser.playing_piles import places, tray
from touchwood.core.game import AnyGame
from touchwood.core.lesson import Asks, find_lesson, lesson_names
from touchwood.core.words import load_catalogue
from touchwood.games.discovery import all_games

IS_SOAK = os.environ.get("TOUCHWOOD_SOAK") == "1"
TITLES = {
    "cant_touch_this": "Can't Touch This",
    "point_a_pile": "Point-a-Pile",
    "tactile_crane": "Tactile Crane Championship",
    "tag": "TAG",
}


def pointed(game: AnyGame) -> Iterator[str]:
    asked = [step for name in lesson_names(game) for step in find_lesson(game, name).script if isinstance(step, Asks)]
    yield from (step.say for step in asked if step.point)
    yield from (note.say for step in asked for note in step.notes if note.point)


POINTED = {str(load_catalogue(game.words, "en")["lesson"][key]) for game in all_games() for key in pointed(game)}
"""Sentences that speak of something which is on the screen, and lights up."""

MIDDLES = """(all) => all.map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect()
  return [x + width / 2, y + height / 2]
})"""


class ObedientPlayer:
    """Reads one sentence at a time, and touches what lights up."""

    def __init__(self, phone: Phone, *, is_measured: bool = False) -> None:
        self.phone = phone
        self.is_measured = is_measured
        """Each sentence is looked at by boxes on the smallest phone, in longer words too."""
        self.read: list[str] = []
        self.is_through = False

    @property
    def guide(self) -> Locator:
        return self.phone.page.get_by_role("region", name="Lesson", exact=True)

    def step(self) -> None:
        phone = self.phone
        if not self.guide.is_visible():
            # The count is shown first, and has one big button.
            if phone.button("Go on").is_visible():
                # It goes by itself too.
                with suppress(TimeoutError):
                    phone.tap("Go on", patience=GONE)
            return
        # What is told may give way to what the table shows at any moment: it is read as it is, and never waited for.
        sentence = next(iter(self.guide.locator("p").all_inner_texts()), "")
        if not sentence:
            return
        if sentence not in self.read:
            self.read.append(sentence)
            if sentence in POINTED:
                expect(self.phone.page.locator("[data-lesson-spot]")).to_be_visible()
            if self.is_measured:
                self.measure()
        if self.guide.get_by_role("button", name="Go on").is_visible():
            self.is_through = True
        elif self.guide.get_by_role("button", name="Next").is_visible():
            self.touch(self.guide.get_by_role("button", name="Next"))
            phone.look()
        else:
            self.follow(sentence)

    def measure(self) -> None:
        phone = self.phone
        phone.look()
        assert lasting_misfits(phone, SMALLEST, may_scroll=False) == []
        speak(phone, "en-XA")
        assert [each for each in lasting_misfits(phone, SMALLEST, may_scroll=True) if ": cut:" in each] == []
        assert phone.page.evaluate(HIDDEN) == []
        speak(phone, "en")
        phone.look()

    def press(self, name: str) -> None:
        """Once it was looked at: a touch that comes with the guide was meant for something else."""
        self.phone.look()
        self.phone.tap(self.guide.get_by_role("button", name=name))

    def follow(self, sentence: str) -> None:
        phone, spot = self.phone, self.phone.page.locator("[data-lesson-spot]")
        if not spot.is_visible():
            return
        # What is told never lies over what is to be touched.
        assert phone.page.evaluate(HIDDEN) == []
        if "slide" in sentence:
            expect(phone.page.locator("section.lit")).to_have_count(1 if "In the light" in sentence else 0)
            pinch(phone, 0.34 if "only a" in sentence else 0.75)
        elif "last clip is yours" in sentence and phone.button("Set clip", exact=True).is_visible():
            # Free to choose: any place that is open, one deep.
            phone.tap(phone.page.locator("[data-place='W0']"))
        elif tray(phone).count():
            phone.tap(places(phone).nth(tray(phone).count() % 3))
        else:
            self.touch(spot)
        phone.look()

    def touch(self, what: Locator) -> None:
        page = self.phone.page
        middles: list[tuple[float, float]] = what.evaluate_all(MIDDLES)
        for x, y in middles[:1]:
            clicks = page.evaluate("watched.clicks()")
            page.touchscreen.tap(x, y)
            # Who looks before it is heard sees the same thing lit, and touches there what has come meanwhile.
            page.evaluate("(before) => watched.clicked(before)", clicks)
            self.phone.taps += 1


# Of what lights up: the things to be pressed in it, or itself, where the guide lies over its middle. Where any of many
# will do, as of the edges of a card, some may lie below it.
HIDDEN = """() => {
  const spot = document.querySelector('[data-lesson-spot]')?.getBoundingClientRect()
  const isNear = (one, other) => Math.abs(one - other) < 4
  const isLit = ({ x, y, width, height }) =>
    spot && isNear(x + width / 2, spot.x + spot.width / 2) && isNear(y + height / 2, spot.y + spot.height / 2)
  const lit = [...document.querySelectorAll('[data-point]')].filter((one) => isLit(one.getBoundingClientRect()))
  const pressed = lit.flatMap((one) => [...one.querySelectorAll('button:not([disabled], [aria-disabled=true])')])
  const hidden = (pressed.length ? pressed : lit).flatMap((one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    return hit?.closest('[data-lesson]') ? [one.outerHTML.slice(0, 120)] : []
  })
  return pressed.length > 12 && hidden.length < pressed.length / 2 ? [] : hidden
}"""

# Of the guide and what lights up: what a toast lies over or under.
MEETING = """() => {
  const box = (one) => one.getBoundingClientRect()
  const meet = (one, other) =>
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
  const toasts = [...document.querySelectorAll('[data-toasts] p')].map(box)
  const others = [...document.querySelectorAll('[data-lesson], [data-lesson-spot]')]
  return others.filter((one) => toasts.some((toast) => meet(toast, box(one)))).map((one) => one.outerHTML)
}"""

# As if the player above were to be touched next.
LIT_ABOVE = """() => {
  const spot = document.querySelector('[data-lesson-spot]').getBoundingClientRect()
  const isLit = ({ left, top }) => Math.abs(left - spot.left) < 8 && Math.abs(top - spot.top) < 8
  const lit = [...document.querySelectorAll('[data-point]')].find((one) => isLit(one.getBoundingClientRect()))
  document.querySelector('.plate').dataset.point = lit.dataset.point
  delete lit.dataset.point
}"""
TOP = 100
"""Pixels within which a toast of several lines comes on the smallest phone."""

# A finger that comes down twice, the second time when the guide says something else and has found its place; for the
# page no time goes by in between.
COMES_AGAIN = """([x, y]) => {
  const told = () => document.querySelector('[data-lesson] p')?.textContent
  const before = told()
  const frame = () => new Promise(requestAnimationFrame)
  window.cameAgain = new Promise((done) => {
    new MutationObserver(async (_, watching) => {
      if (told() === undefined || told() === before) return
      watching.disconnect()
      const now = performance.now, at = performance.now()
      performance.now = () => at
      for (let frames = 0; frames < 3; frames++) await frame()
      const touched = document.elementFromPoint(x, y)
      touched.click()
      performance.now = now
      done(touched.textContent.trim())
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
  })
  return null
}"""


def begin(phones: Phones, game: str, *, is_measured: bool = False, **how: Any) -> ObedientPlayer:
    phone = phones.new("Ana", is_new=True, **how).go("/")
    card = phone.page.get_by_role("listitem").filter(has_text=TITLES[game])
    phone.tap(card.get_by_role("button", name="Play now"))
    return ObedientPlayer(phone, is_measured=is_measured)


@pytest.mark.parametrize("game", [game for game in TITLES if game != "cant_touch_this"])
def test_who_does_what_lights_up_finishes_the_lesson_and_goes_on_to_a_match(phones: Phones, game: str) -> None:
    # Those with most on a small screen.
    is_small = game in ("tactile_crane", "tag")
    player = begin(phones, game, is_measured=is_small, **({"size": SMALLEST} if is_small else {}))
    phone = player.phone
    expect(player.guide).to_be_visible()
    assert phone.taps == 1, "the first decision is there after one tap"
    again_until(lambda: player.is_through, player.step, seconds=LONGEST_MATCH)
    assert len(player.read) >= 5
    player.press("Go on")
    expect(player.guide).to_have_count(0)
    expect(phone.text("Hint:").first).to_be_visible()


def test_a_card_game_alone_leads_on_to_a_duel(phones: Phones) -> None:
    player = begin(phones, "cant_touch_this")
    expect(player.guide).to_be_visible()
    assert player.phone.taps == 1, "the first decision is there after one tap"
    again_until(lambda: player.is_through, player.step, seconds=LONGEST_MATCH)
    player.press("Go on")
    expect(player.guide.get_by_text("Now against Oak")).to_be_visible()
    player.is_through = False
    again_until(lambda: player.is_through, player.step, seconds=LONGEST_MATCH)
    assert len(player.read) >= 8


@pytest.mark.soak
@pytest.mark.parametrize("game", TITLES if IS_SOAK else ["tactile_crane", "tag"])
@pytest.mark.parametrize("size", [SMALLEST, TURNED] if IS_SOAK else [TURNED], ids=lambda size: f"{size[0]}x{size[1]}")
def test_on_any_phone_what_is_told_leaves_free_what_is_to_be_touched(
    phones: Phones, game: str, size: tuple[int, int]
) -> None:
    player = begin(phones, game, size=size)
    again_until(lambda: player.is_through, player.step, seconds=LONGEST_MATCH)


def test_a_finger_that_comes_down_twice_does_not_end_the_lesson(phones: Phones) -> None:
    player = begin(phones, "cant_touch_this")
    phone, guide = player.phone, player.guide
    clip, go_on = phone.button("Set clip", exact=False), guide.get_by_role("button", name="Next")

    def tap_twice(what: Locator) -> str:
        phone.look()
        phone.page.evaluate(COMES_AGAIN, middle(what))
        phone.tap(what)
        return str(phone.page.evaluate("window.cameAgain"))

    for place, depth, told, asked in (("N1", 4, "captures", "star, a gem"), ("S3", 3, "A bomb", "the other gem")):
        phone.tap(phone.page.locator(f"[data-place='{place}']"))
        phone.tap(phone.page.get_by_role("group", name="How deep?").get_by_role("button").nth(depth - 1))
        assert tap_twice(clip) == "Next"
        # It is to be read first.
        expect(guide.get_by_text(told)).to_be_visible()
        tap_twice(go_on)
        expect(guide.get_by_text(asked)).to_be_visible()


def test_a_wrong_touch_gets_a_sentence_and_the_lesson_can_be_left(phones: Phones) -> None:
    player = begin(phones, "tag", size=SMALLEST)
    phone = player.phone
    expect(player.guide.get_by_text("Lay down T")).to_be_visible()
    phone.look()
    phone.tap(phone.page.get_by_role("list", name="Your hand").get_by_role("button", name="A", exact=True))
    stop_time(phone)
    phone.tap("Play A")
    expect(phone.toast("not just now")).to_be_visible()
    # The guide gives way to it, and it to what lights up, also at the top.
    phone.page.evaluate(SETTLED)
    assert phone.page.evaluate(MEETING) == []
    phone.page.evaluate(LIT_ABOVE)
    phone.page.evaluate(SETTLED)
    assert phone.page.evaluate("document.querySelector('[data-lesson-spot]').getBoundingClientRect().top") < TOP
    assert phone.page.evaluate(MEETING) == []
    pass_time(phone)
    player.press("End the lesson")
    expect(phone.page.get_by_role("heading", name="Touchwood")).to_be_visible()
    card = phone.page.get_by_role("listitem").filter(has_text="TAG")
    phone.tap(card.get_by_role("button", name="Play now"))
    expect(phone.page.get_by_role("list", name="Your hand")).to_be_visible()
    # It is not forced twice, and can be had again.
    expect(player.guide).to_have_count(0)
    # A question that comes would close the menu.
    phone.settle()
    phone.tap_in_menu("First lesson")
    expect(player.guide.get_by_text("Lay down T")).to_be_visible()
    player.press("End the lesson")
    expect(phone.page.get_by_role("list", name="Your hand")).to_be_visible()
    expect(player.guide).to_have_count(0)


def test_a_stranger_who_wants_the_card_of_today_learns_first_and_is_led_to_it(phones: Phones) -> None:
    phone = phones.new("Ana", is_new=True).go("/")
    phone.tap(phone.page.get_by_role("region", name="Today").get_by_role("button", name="Card of today"))
    player = ObedientPlayer(phone)
    expect(player.guide).to_be_visible()
    player.press("End the lesson")
    phone.tap("Play this card")
    phone.expect_your_turn()
    expect(player.guide).to_have_count(0)
    expect(phone.text(re.compile("^Card of ")).first).to_be_visible()


WHILE_WAITING = "New to it? Learn it in half a minute while you wait"


@pytest.mark.soak
@pytest.mark.parametrize("game", TITLES if IS_SOAK else ["cant_touch_this", "tag"])
def test_the_half_minute_of_who_waits_leads_back_to_the_others(phones: Phones, game: str) -> None:
    phone = phones.join(code_of(phones.at_new_table(game, "Bo")), "Ana", is_new=True)
    phone.tap(WHILE_WAITING)
    player = ObedientPlayer(phone)
    again_until(lambda: player.is_through, player.step, seconds=LONGEST_MATCH)
    assert 4 <= len(player.read) <= 9, "half a minute"
    player.press("Go on")
    expect(phone.page.get_by_role("list", name="Who plays")).to_be_visible()
    expect(phone.button(WHILE_WAITING)).to_have_count(0)


def test_a_first_match_is_helped_and_what_is_new_is_taught_however_it_was_set_up(phones: Phones) -> None:
    phone = phones.new("Ana", is_new=True).go("/")
    phone.tap("More ways to play: Point-a-Pile")
    learn = phone.button(re.compile("^Learn "))
    mean = phone.page.get_by_role("radio", name=re.compile("^Mean"))
    expect(mean).to_be_visible()
    expect(learn).to_have_count(0)
    mean.check()
    expect(learn).to_have_count(2)
    phone.tap("Play")
    expect(phone.text("Hint:").first).to_be_visible()
    assert phone.held_games()[0]["hasHints"]
    assert "worth" in phone.situation()


def test_who_joins_friends_learns_while_waiting_and_is_called_when_they_begin(phones: Phones) -> None:
    host = phones.at_new_table("tag", "Bo")
    phone = phones.join(code_of(host), "Ana", is_new=True)
    phone.tap(WHILE_WAITING)
    player = ObedientPlayer(phone)
    expect(player.guide.get_by_text("Play TAG")).to_be_visible()
    host.tap("Start")
    phone.tap("To the table")
    # The match is there, and with it what helps in a first one.
    expect(player.guide).to_have_count(0)
    expect(phone.page.get_by_role("list", name="Your hand")).to_be_visible()
    assert phone.held_games()[0]["hasHints"]


EXPANSIONS = ["Point-a-Police", "Complete-a-Mission", "Dont-a-Touchme", "Wait-a-Minute"]
TAKEN = EXPANSIONS if IS_SOAK else EXPANSIONS[::3]


@pytest.mark.soak
def test_an_expansion_switched_on_is_learnt_in_half_a_minute_that_leads_back(phones: Phones) -> None:
    phone = phones.at_new_table("point_a_pile", "Ana", is_new=True)
    player = ObedientPlayer(phone)
    phone.tap(re.compile("^Options of the game"))
    sheet = phone.sheet("Options of the game")
    for expansion in EXPANSIONS:
        phone.tap(sheet.get_by_role("switch", name=re.compile(f"^{expansion}")))
    phone.tap("Save")
    for expansion in TAKEN:
        phone.tap(f"Learn {expansion}")
        player.is_through = False
        again_until(lambda: player.is_through, player.step, seconds=LONGEST_MATCH)
        player.press("Go on")
        expect(phone.text("4 changed")).to_be_visible()
        expect(phone.button(f"Learn {expansion}")).to_have_count(0)


def test_who_will_duel_learns_the_duel(phones: Phones) -> None:
    phone = phones.at_new_table("tactile_crane", "Ana", bots=["medium"], is_new=True)
    player = ObedientPlayer(phone)
    phone.tap("Learn the duel of two (a minute)")
    again_until(lambda: player.is_through, player.step, seconds=LONGEST_MATCH)
    assert len(player.read) >= 8
