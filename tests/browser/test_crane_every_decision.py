"""Whatever Tactile Crane can ask has a control on the phone: a match with a trade, a tie and chosen jackpots."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.sync_api import Locator, TimeoutError, expect

from tests.browser.phones import Phone, Phones, again_until
from tests.browser.playing import GONE, LONGEST_MATCH, in_turn
from tests.browser.playing_crane import JACKPOT, SURE, bet, pinch, seated, slider

WHOLE_DECK = {**SURE, "reach": 999}
"""A sure hand that takes all there is when it is fully closed."""
REGULAR_TURNS = 6


def control(phone: Phone, action: dict[str, Any]) -> Locator:
    match action:
        case {"type": "CloseEyes"}:
            return phone.button("Close your eyes")
        case {"type": "PlaceBet", "bet": kind}:
            return bet(phone, str(kind).upper())
        case {"type": "Grab"}:
            return slider(phone)
        case {"type": "Release"}:
            return phone.button("Let go")
        case {"type": "Lift"}:
            return phone.button("Lift!")
        case {"type": "PressBarred"}:
            return phone.page.get_by_role("button", name=re.compile(": barred"))
        case {"type": "CallOut", "call": call}:
            return phone.button(f"{str(call).capitalize()}!")
        case {"type": "ChooseJackpot", "jackpot": jackpot}:
            return phone.page.get_by_role("button", name=re.compile(f"^{jackpot}: ", re.IGNORECASE))
        case _:
            raise AssertionError(f"no control is known for {action}")


def without_repeats(legal: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The legal actions, with one grab for all the pinches."""
    actions = [each["action"] for each in legal]
    grabs = [action for action in actions if action["type"] == "Grab"]
    return [action for action in actions if action["type"] != "Grab"] + grabs[:1]


class ScriptedPlayer:
    """Looks for the control of everything that is legal, then does what brings about every phase.

    The first challenger lifts the whole deck, and the others win by HIGH: the deck is thin and they trade. Everybody
    peeks until the regular turns are over, so those two are tied and take extra turns.
    """

    def __init__(self, phone: Phone) -> None:
        self.phone = phone
        self.phases: set[str] = set()
        self.has_reloaded = False

    def choose(self) -> None:
        phone = self.phone
        if phone.is_over:
            return
        phone.look()
        if phone.sheet("While you were away").is_visible():
            phone.close_sheet()
        if phone.button("Go on").is_visible():
            # It goes by itself too.
            with suppress(TimeoutError):
                phone.tap("Go on", patience=GONE)
            return
        situation = phone.situation()
        view = situation["view"]
        self.phases.add(view["phase"])
        is_counting = phone.page.get_by_role("region", name="The count").is_visible()
        if is_counting and view["phase"] != "jackpot":
            return
        for action in without_repeats(situation["legal"]):
            expect(control(phone, action)).to_be_visible()
        self.act(view, is_challenger=view["challenger"] == view["viewer"])

    def act(self, view: dict[str, Any], *, is_challenger: bool) -> None:
        phone, phase = self.phone, view["phase"]
        is_peeking = is_challenger and 0 < view["turns"] < REGULAR_TURNS and phase in ("bets", "grab")
        if is_peeking:
            self.do(self.peek)
        elif not phone.is_asked:
            if phase == "grab" and not view["calls"]:
                self.tap("Less!")
        elif phase == "eyes":
            self.tap("Close your eyes")
        elif phase == "bets":
            self.tap(bet(phone, "HIGH"))
        elif phase == "jackpot":
            self.choose_jackpot()
        elif view["turns"] == 0:
            self.lift_or_grab(view, squeeze=1.0)
        else:
            self.try_everything(view)

    def tap(self, what: Locator | str) -> None:
        self.do(lambda: self.phone.tap(what))

    def do(self, something: Callable[[], None]) -> None:
        """A choice is made when the table says so: the next player to look sees it too."""
        before = self.phone.situations_told()
        something()
        again_until(lambda: self.phone.situations_told() > before, lambda: None)

    def peek(self) -> None:
        blindfold = self.phone.page.get_by_role("slider", name=re.compile("^Peek"))
        expect(blindfold).to_be_visible()
        blindfold.press("Enter")
        blindfold.press("Enter")
        expect(self.phone.text("You opened your eyes!")).to_be_visible()

    def choose_jackpot(self) -> None:
        if self.has_reloaded:
            self.tap(self.phone.button(JACKPOT).last)
        else:
            self.has_reloaded = True
            self.phone.page.reload()
            expect(self.phone.button(JACKPOT)).to_have_count(2)

    def lift_or_grab(self, view: dict[str, Any], *, squeeze: float) -> None:
        if view["is_holding"]:
            self.tap("Lift!")
        else:
            self.do(lambda: pinch(self.phone, squeeze))

    def try_everything(self, view: dict[str, Any]) -> None:
        """Grab, let go, use the barred finger, grab again, lift."""
        if view["spent"] == 1 and view["is_holding"]:
            self.tap("Let go")
        elif view["spent"] == 1:
            self.tap(control(self.phone, {"type": "PressBarred"}))
        else:
            self.lift_or_grab(view, squeeze=0.1)


def test_every_decision_has_its_control_through_trade_tie_and_jackpot(phones: Phones) -> None:
    options = {"multiplier": 1, "leftovers": "challenger"}
    everybody = seated(phones, "Ana", "Bo", "Cy", hand=WHOLE_DECK, options=options)
    players = [ScriptedPlayer(phone) for phone in everybody]
    again_until(lambda: all(phone.is_over for phone in everybody), in_turn(players), seconds=LONGEST_MATCH)

    told = "".join(everybody[0].received)
    for event in ("CardsTraded", "ExtraTurnsBegan", "LeftoversAdded"):
        assert f'"{event}"' in told
    assert {"eyes", "bets", "grab", "jackpot"} <= set.union(*(player.phases for player in players))
    done = {message["action"]["type"] for phone in everybody for message in phone.acts()}
    assert done == {
        "CloseEyes",
        "PlaceBet",
        "Grab",
        "Release",
        "PressBarred",
        "Lift",
        "OpenEyes",
        "CallOut",
        "ChooseJackpot",
    }
    for phone in everybody:
        expect(phone.sheet("The end").get_by_text(re.compile("multiplier cards? of 1")).first).to_be_visible()
