"""Every great moment, staged: a phone before which all is ready, and what has to happen for the moment to come.

The list of docs/moments.md. Filmstrips are taken of these, and benchmarks/page.py counts their frames.
"""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from playwright.sync_api import expect

from tests.browser.moments import (
    FREEZE,
    GOOL,
    HELD,
    PLAY_TAG,
    TAG_ANA,
    WILD_TAG,
    act,
    looking_on,
)
from tests.browser.phones import Phone, Phones, hold
from tests.browser.pile_situations import arranged, in_piles
from tests.browser.playing_crane import CRANE, FINGERS, SURE, go_on, pinch, slider, squeeze_for
from tests.browser.wired import Wanted, choose, play_to_the_end, play_until_possible, played

CLIP: Final[Wanted] = {"type": "PlaceClip"}


class Staged(NamedTuple):
    phone: Phone
    """Whose screen is looked at."""
    happen: Callable[[], None]


class Moment(NamedTuple):
    stage: Callable[[Phones, str, dict[str, Any]], Staged]
    """With a script that runs in the page from the first."""
    shown: str
    """What is on the page for as long as it lasts."""
    lasts: int | None = None
    """Milliseconds, where what is shown stays."""


def ending(game: str) -> Moment:
    names = ("Ana", "Bo") if game == "cant_touch_this" else ("Ana", "Bo", "Cy")

    def stage(phones: Phones, script: str, how: dict[str, Any]) -> Staged:
        phone, begun = looking_on(phones, game, is_held=False, names=names, stopped=script, **how)

        def happen() -> None:
            play_to_the_end(phones.server, begun)
            if game == "tactile_crane":
                # Behind the last count, which goes by itself too.
                go_on(phone)

        return Staged(phone, happen)

    return Moment(stage, "[data-moment=ending]")


def of_tag(name: str, goal: Wanted, *ways: Wanted, not_by: int | None = None) -> Moment:
    # Who is asked has time for the moment itself; an answer is shown when its time is over, and is given before that,
    # also when the table at rest was looked at first. Who is tagged has a Gool.
    seconds = 1 if goal is FREEZE else 8
    deck = WILD_TAG["deck"] | ({"Gool": 48} if goal is GOOL else {})

    def stage(phones: Phones, script: str, how: dict[str, Any]) -> Staged:
        options = {"deck": deck, "answer_seconds": seconds}
        phone, begun = looking_on(
            phones, "tag", is_held=False, names=("Ana", "Bo", "Cy"), options=options, stopped=script, **how
        )
        play_until_possible(phones.server, begun, goal, ways, not_by=not_by)
        phone.catch_up()
        expect(phone.page.locator("[data-moment]")).to_have_count(0)
        return Staged(phone, lambda: choose(phones.server, begun, goal))

    return Moment(stage, f"[data-moment={name}]")


def pointing(phones: Phones, script: str, how: dict[str, Any]) -> Staged:
    """Two fingers on one pile, and two that are alone."""
    match = arranged(phones.server, ("Ana", "Bo", "Cy", "Di"), {"first": 1}, up_to_pointing)
    phone = phones.new("Ana", **how)
    phone.context.add_init_script(HELD + script)
    hold(phone, "point_a_pile", match.seats[:1])
    phone.go(f"/#/table/{match.table}")
    expect(phone.page.locator("button.pile.offered")).to_have_count(4)

    def happen() -> None:
        for seat, pile in enumerate((2, 2, 3, 4)):
            act(phones.server, match, seat, lambda view, pile=pile: {"type": "Point", "pile": pile})  # type: ignore[misc]

    return Staged(phone, happen)


def up_to_pointing(view: dict[str, Any]) -> dict[str, Any] | None:
    return {"type": "LayOut", "piles": in_piles(view["hand"], 4)} if view["phase"] == "layout" else None


def counting(phones: Phones, script: str, how: dict[str, Any]) -> Staged:
    """In a match of four, as the audience sees it: one card more than wanted. The others have no phone that would draw
    it too, on the same machine."""
    match = played(phones.server, CRANE, ("Ana", "Bo", "Cy", "Di"), options={"first": 0, "hand": SURE}, choices=0)

    def does(seat: int, kind: str, **fields: Any) -> None:
        act(phones.server, match, seat, lambda _: {"type": kind, **fields})

    def grab(view: dict[str, Any]) -> dict[str, Any]:
        number, barred = view["face"]["number"], view["face"]["finger"]
        squeeze = squeeze_for(number + 1, next(finger for finger in FINGERS if finger.startswith(barred)))
        return {"type": "Grab", "pinch": round(1_000 * squeeze**2)}

    does(0, "CloseEyes")
    for seat, bet in enumerate(("low", "just", "high"), start=1):
        does(seat, "PlaceBet", bet=bet)
    act(phones.server, match, 0, grab)
    phone = phones.new("Bo", **how)
    phone.context.add_init_script(HELD + script)
    hold(phone, CRANE, match.seats[1:2])
    phone.go(f"/#/table/{match.table}").expect_table()
    return Staged(phone, lambda: does(0, "Lift"))


def clipping(phones: Phones, script: str, how: dict[str, Any]) -> Staged:
    """The other one's clip slides on."""
    phone, begun = looking_on(phones, "cant_touch_this", is_held=False, stopped=script, **how)
    play_until_possible(phones.server, begun, CLIP, only_by=1)
    phone.catch_up()
    return Staged(phone, lambda: choose(phones.server, begun, CLIP))


def grabbing(phones: Phones, script: str, how: dict[str, Any]) -> Staged:
    """In the dark, two fingers that close slowly."""
    match = played(phones.server, CRANE, ("Ana", "Bo", "Cy"), options={"first": 0, "hand": SURE}, choices=0)
    act(phones.server, match, 0, lambda _: {"type": "CloseEyes"})
    for seat in (1, 2):
        act(phones.server, match, seat, lambda _: {"type": "PlaceBet", "bet": "just"})
    phone = phones.new("Ana", **how)
    phone.context.add_init_script(HELD + script)
    hold(phone, CRANE, match.seats[:1])
    phone.go(f"/#/table/{match.table}")
    expect(slider(phone)).to_be_visible()
    phone.settle()
    return Staged(phone, lambda: pinch(phone, 0.7, steps=SLOWLY))


SLOWLY: Final = 120
"""Steps of a hand that closes, each as soon as the page has heard of the one before."""
MOMENTS: Final = {
    "end-of-clips": ending("cant_touch_this"),
    "end-of-piles": ending("point_a_pile"),
    "end-of-tag": ending("tag"),
    "end-of-crane": ending("tactile_crane"),
    "tagged": of_tag("tagged", TAG_ANA, PLAY_TAG, not_by=0),
    "gool": of_tag("gool", GOOL, TAG_ANA, PLAY_TAG),
    "freeze": of_tag("freeze", FREEZE, {"type": "LeaveIt"}),
    "point": Moment(pointing, "[data-moment=point]"),
    "clip": Moment(clipping, ".slides"),
    "grab": Moment(grabbing, ".surface.squeezing"),
    "count": Moment(counting, ".count:not(:has(.outcome))"),
    # Turned over when all is counted.
    "bets": Moment(counting, "li[data-bet]", lasts=2_400),
}
