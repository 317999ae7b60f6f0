"""Whatever one may be asked for, phase by phase: the four questions have answers, for who is asked and for who waits,
and at every size everything is in sight, uncovered and uncut.

The sizes of a few phases, and of all with TOUCHWOOD_SOAK=1; most are staged as screens too (`screens/`) and looked at
in `test_for_everyone`.
"""

import json
import os
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import expect

from tests.browser.fitting import SIZES, misfits
from tests.browser.phones import Phone, Phones
from tests.browser.pile_situations import PASS, Answer, arranged, cards_of, in_piles, up_to_the_window_of
from tests.browser.playing_crane import CRANE
from tests.browser.questions import unanswered
from tests.browser.wired import Played, Wanted, play_until_possible, played
from touchwood.games.discovery import all_games

Arranged: TypeAlias = Callable[[str], Played]
"""A match, on this server, in which seat 0 is asked."""
IS_LONG = os.environ.get("TOUCHWOOD_SOAK") == "1"

PLAYS: tuple[Wanted, ...] = ({"type": "Play"}, {"type": "LetStand"})
GRABS: tuple[Wanted, ...] = ({"type": "Lift"}, {"type": "Grab", "pinch": 1000})
TAGS_ANA: tuple[Wanted, ...] = ({"type": "GiveIt", "to": 0}, *PLAYS)
NONE_OF_A_KIND = dict.fromkeys(("T", "A", "G", "TAG", "Gool", "Freeze"), 0)
GOOLS_AND_TAGS = {"deck": {**NONE_OF_A_KIND, "TAG": 20, "Gool": 80}, "answer_seconds": 30}
LETTERS = {"deck": {**NONE_OF_A_KIND, "T": 30, "A": 30, "G": 30}}
FREEZES = {"deck": {**NONE_OF_A_KIND, "T": 20, "Freeze": 40}}


def up_to(game: str, goal: Wanted, *ways: Wanted, **options: Any) -> Arranged:
    """People play so until Ana may do this."""

    def arrange(server: str) -> Played:
        people = ("Ana", "Bo") if game == "cant_touch_this" else ("Ana", "Bo", "Cy")
        match = played(server, game, people, options=options, choices=0)
        play_until_possible(server, match, goal, ways, only_by=0)
        return match

    return arrange


def battling(view: dict[str, Any]) -> dict[str, Any] | None:
    """Bo battles for the pile that all want."""
    match view["phase"], view["viewer"]:
        case "throw", _:
            return None
        case "after_picks", 1 if view["rounds"]:
            return {"type": "Trigger", "card": view["players"][1]["row"][0], "piles": [view["piles"][0]["place"]]}
        case "after_picks", _:
            return PASS
    return up_to_the_window_of("battle")(view)


def wanting_one(view: dict[str, Any]) -> dict[str, Any] | None:
    """All want the first of two piles."""
    match view["phase"]:
        case "layout":
            return {"type": "LayOut", "piles": in_piles(view["hand"], 2)}
        case "pointing":
            return {"type": "Point", "pile": view["piles"][0]["place"]}
    return None


def left_at(phase: str) -> Answer:
    """In the first round, before anything has been done in this phase."""
    return lambda view: None if view["phase"] == phase else wanting_one(view)


def in_window_of(kind: str) -> Arranged:
    options = {"wait_a_minute": True, "deck": cards_of(kind, "wait_a_minute", 24)}
    return lambda server: arranged(server, ("Ana", "Bo", "Cy"), options, up_to_the_window_of(kind))


def piles(answer: Answer, **options: Any) -> Arranged:
    return lambda server: arranged(server, ("Ana", "Bo", "Cy"), options, answer)


PHASES: dict[str, dict[str, Arranged]] = {
    "tag": {
        "choose_card": up_to("tag", {"type": "Discard"}),
        "choose_pile": up_to("tag", {"type": "Draw", "pile": "deck"}, *PLAYS, **LETTERS),
        "move_it": up_to("tag", {"type": "GiveIt"}, *PLAYS),
        "answer": up_to("tag", {"type": "CallGool"}, *TAGS_ANA, **GOOLS_AND_TAGS),
        "return_draw": up_to("tag", {"type": "StopDrawing"}, {"type": "Play", "kind": "Freeze"}, **FREEZES),
    },
    "cant_touch_this": {
        "choose_side": up_to("cant_touch_this", {"type": "KeepSide"}, first=0),
        "bid": up_to("cant_touch_this", {"type": "Raise"}, {"type": "KeepSide"}, {"type": "Raise"}, first=1),
        "clip": up_to("cant_touch_this", {"type": "PlaceClip"}, {"type": "Pass"}),
    },
    "point_a_pile": {
        "layout": piles(left_at("layout")),
        "pointing": piles(left_at("pointing"), memory=True),
        "split": piles(left_at("split")),
        "before_draw": in_window_of("draw_more"),
        "after_layout": in_window_of("merge"),
        "after_picks": in_window_of("take_all"),
        "after_round": in_window_of("steal"),
        "throw": piles(battling, wait_a_minute=True, deck=cards_of("battle", "wait_a_minute", 24)),
    },
    CRANE: {
        "eyes": up_to(CRANE, {"type": "CloseEyes"}, first=0),
        "bets": up_to(CRANE, {"type": "PlaceBet"}, first=1),
        "grab": up_to(CRANE, {"type": "Grab"}, first=0),
        "jackpot": up_to(CRANE, {"type": "ChooseJackpot"}, *GRABS, leftovers="challenger"),
    },
}
"""How seat 0 comes to be asked in every phase of every game."""
NOBODY_IS_ASKED = {
    "tag": ("first", "deal", "draw", "over"),
    "cant_touch_this": ("card", "side", "defender", "over"),
    "point_a_pile": (
        *("first", "missions", "draw", "throw_lot", "lot", "over"),
        *("round_begins", "draw_begins", "first_pointing", "picks_settle", "contests", "round_settles", "round_ends"),
    ),
    CRANE: ("first", "flip", "gain", "slip", "feel", "look", "over"),
}
"""Chance falls, or it is passed through at once."""
FITTED = {"tag": ("move_it",), CRANE: ("jackpot",)}
"""Phases of which the sizes are looked at in `make test` too."""


EMPTIED = """() => {
  for (const one of document.querySelectorAll('[data-status]')) one.textContent = ''
  for (const one of document.querySelectorAll('[data-next]')) one.removeAttribute('data-next')
  for (const one of document.querySelectorAll('.line')) one.remove()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(/points?/g, '')
}"""


def sit_down(phone: Phone, match: Played, seat: int) -> None:
    """Take this device to another table."""
    name, seated = match.seats[seat]
    held = [
        {
            "table": match.table,
            "code": match.code,
            "game": match.game,
            "seats": [{"token": seated.token, "name": name}],
            "at": 1,
        }
    ]
    phone.page.evaluate("(held) => localStorage.setItem('touchwood.games', held)", json.dumps(held))
    # What stands before the # makes the browser load it anew.
    phone.go(f"/?{seat}#/table/{match.table}")
    expect(phone.page.locator("[data-status], section.dark").first).to_be_visible()


@pytest.mark.soak
@pytest.mark.parametrize("game", PHASES)
def test_every_phase_leaves_no_question_open_and_fits(phones: Phones, game: str) -> None:
    phone = phones.new("Ana").go("/")
    wrong = []
    for phase, arrange in PHASES[game].items():
        match = arrange(phones.server)
        sit_down(phone, match, 1)
        phone.look()
        found = [f"waiting: {each}" for each in unanswered(phone)]
        sit_down(phone, match, 0)
        phone.settle()
        assert phone.situation()["view"]["phase"] == phase
        found += unanswered(phone)
        if IS_LONG or phase in FITTED.get(game, ()):
            found += [each for size in SIZES for each in misfits(phone, size, may_scroll=False)]
        wrong += [f"{phase}: {each}" for each in found]
    assert not wrong, "\n".join(wrong)


def test_a_question_left_open_is_found(phones: Phones) -> None:
    phone = phones.new("Ana").go("/")
    sit_down(phone, PHASES["tag"]["choose_card"](phones.server), 0)
    phone.settle()
    assert unanswered(phone) == []
    phone.page.evaluate(EMPTIED)
    questions = (
        "whose turn",
        "what may I do",
        "what just happened",
        "what just happened, for the eye",
        "what is it worth",
    )
    assert unanswered(phone) == [f"no answer to: {question}" for question in questions]


def test_no_phase_is_left_out() -> None:
    for game in all_games():
        if game.name in PHASES:
            phases = {phase.value for phase in game.view_type.__annotations__["phase"]}
            assert phases == {*PHASES[game.name], *NOBODY_IS_ASKED[game.name]}, game.name
    assert len(PHASES) == 4
