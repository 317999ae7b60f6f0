"""Whatever one may be asked for: at every size everything is in sight, uncovered and uncut, and the four questions have
answers. Most decisions are staged as screens (`screens/`) and looked at in `test_for_everyone`; these come up by play.

With TOUCHWOOD_SOAK=1 all of them, else a few.
"""

import os
from typing import Any

import pytest

from tests.browser.fitting import SIZES, misfits
from tests.browser.phones import Phones
from tests.browser.playing_crane import CRANE
from tests.browser.questions import unanswered
from tests.browser.screens import Stage
from tests.browser.wired import Wanted, play_until_possible

PLAYS: tuple[Wanted, ...] = ({"type": "Play"}, {"type": "LetStand"})
GRABS: tuple[Wanted, ...] = ({"type": "Lift"}, {"type": "Grab", "pinch": 1000})
DECISIONS: dict[str, tuple[str, dict[str, Any], Wanted, tuple[Wanted, ...]]] = {
    "tag: move IT": ("tag", {}, {"type": "GiveIt"}, PLAYS),
    "tag: call Gool": ("tag", {}, {"type": "CallGool"}, PLAYS),
    "tag: draw": ("tag", {}, {"type": "Draw", "pile": "deck"}, PLAYS),
    "clips: keep the side": ("cant_touch_this", {"first": 0}, {"type": "KeepSide"}, ()),
    "clips: raise": ("cant_touch_this", {"first": 1}, {"type": "Raise"}, ({"type": "KeepSide"}, {"type": "Raise"})),
    "clips: place": ("cant_touch_this", {}, {"type": "PlaceClip"}, ({"type": "Pass"},)),
    "crane: a jackpot": (CRANE, {"leftovers": "challenger"}, {"type": "ChooseJackpot"}, GRABS),
    "crane: bet": (CRANE, {"first": 1}, {"type": "PlaceBet"}, ()),
    "piles: point": ("point_a_pile", {"memory": True}, {"type": "Point"}, ()),
}
"""A game, its options, what Ana may do then, and how people play until she may."""
FEW = ("tag: move IT", "crane: a jackpot")
IS_LONG = os.environ.get("TOUCHWOOD_SOAK") == "1"


@pytest.mark.soak
@pytest.mark.parametrize("name", DECISIONS if IS_LONG else FEW)
def test_it_fits_at_every_size_and_leaves_no_question_open(phones: Phones, name: str) -> None:
    game, options, goal, ways = DECISIONS[name]
    stage = Stage(phones, {})
    people = ("Ana", "Bo") if game == "cant_touch_this" else ("Ana", "Bo", "Cy")
    match = stage.played(game, *people, options=options, choices=0)
    play_until_possible(phones.server, match, goal, ways, only_by=0)
    phone = stage.at_table(match)
    phone.settle()
    wrong = unanswered(phone)
    wrong += [each for size in SIZES for each in misfits(phone, size, may_scroll=False)]
    assert not wrong, "\n".join(wrong)
