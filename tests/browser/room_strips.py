"""Eight frames of each great moment as the television shows it, into docs/screenshots, by `make screenshots`.

What leads to a moment is played over the wire while the television looks on. Other than on phones a moment here is more
than one animation: the page's clock is put on from frame to frame, and whatever moves with it, in small steps.
"""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, expect

from tests.browser.filmstrips import FRAMES, strip
from tests.browser.moments import PLAY_TAG, SHORT, act
from tests.browser.phones import Phone, Phones, hold
from tests.browser.pile_situations import arranged, in_piles
from tests.browser.playing_crane import SURE
from tests.browser.wired import Played, choose, play_to_the_end, play_until_possible, played

FOUR: Final = ("Anna", "Ben", "Clara", "Dmitri")
TAG_BEN: Final = {"type": "GiveIt", "to": 1}
SIZE: Final = (1280, 720)
WIDTH: Final = 320
"""Of a frame: a quarter of the screen, which is what is seen of it from afar."""
STEP: Final = 80
"""Milliseconds. What begins within one begins at its end."""
# The page's clock does not move what is animated.
MOVE: Final = """(milliseconds) => {
  for (const each of document.getAnimations()) {
    const now = (each.currentTime ?? 0) + milliseconds
    each.pause()
    if (now >= each.effect.getComputedTiming().endTime) each.finish()
    else each.currentTime = now
  }
}"""


class Moment(NamedTuple):
    begin: Callable[[str], Played]
    happen: Callable[[str, Played], None]
    seconds: float
    """That the frames are spread over."""
    step: Callable[[str, Played, int], None] = lambda server, match, frame: None
    """What somebody does after each frame."""


def all_but_anna_point(view: dict[str, Any]) -> dict[str, Any] | None:
    if view["phase"] == "layout":
        return {"type": "LayOut", "piles": in_piles(view["hand"], 4)}
    return None if view["viewer"] == 0 else {"type": "Point", "pile": view["piles"][view["viewer"]]["place"]}


def tagged(server: str) -> Played:
    deck = {"T": 0, "A": 0, "G": 0, "TAG": 29, "Gool": 1, "Freeze": 0}
    begun = played(server, "tag", FOUR, options={"first": 0, "deck": deck, "answer_seconds": 30}, choices=0)
    play_until_possible(server, begun, TAG_BEN, (PLAY_TAG,))
    return begun


def bundle_held(server: str, names: Sequence[str] = FOUR) -> Played:
    begun = played(server, "tactile_crane", names, options={"first": 1, "hand": SURE}, choices=1)
    play_until_possible(server, begun, {"type": "Lift"})
    return begun


def to_lay(server: str) -> Played:
    return arranged(server, FOUR, {}, lambda view: None)


def lay(server: str, match: Played, frame: int) -> None:
    """Anna lays her cards, a few at a time; then all of them lie there to be pointed at."""
    laid = (1, 2, 3, 4, 6, 8)

    def laying(view: dict[str, Any]) -> dict[str, Any]:
        hand = view["hand"][: laid[frame]] if frame < len(laid) else view["hand"]
        return {"type": "LayOut", "piles": [pile for pile in in_piles(hand, 4) if pile]}

    if frame <= len(laid):
        act(server, match, 0, laying, "Laying" if frame < len(laid) else "Act")


MOMENTS: Final = {
    "gool": Moment(tagged, lambda server, match: choose(server, match, TAG_BEN), 4),
    "hands": Moment(
        lambda server: arranged(server, FOUR, {}, all_but_anna_point),
        lambda server, match: choose(server, match, {"type": "Point", "pile": 1}),
        7,
    ),
    "count": Moment(bundle_held, lambda server, match: choose(server, match, {"type": "Lift"}), 7),
    "layout": Moment(to_lay, lambda server, match: None, 8, lay),
    "finale": Moment(lambda server: played(server, "tag", FOUR, options=SHORT["tag"], choices=1), play_to_the_end, 12),
}


def take_room_strips(browser: Browser, server: str, folder: Path) -> None:
    for name, moment in MOMENTS.items():
        phones = Phones(browser, server)
        match = moment.begin(server)
        sit_down(phones, match)
        television = phones.new("Television", size=SIZE, has_touch=False, has_motion=True)
        television.page.clock.install()
        television.go(f"/#/big/{match.table}/{match.watch_key}")
        expect(television.page.locator(".big .plate").first).to_be_visible()
        expect(television.page.get_by_text("Away")).to_have_count(0)
        television.page.evaluate("document.fonts.ready")
        television.page.clock.pause_at(datetime.now(UTC) + timedelta(minutes=1))
        moment.happen(server, match)
        file = folder / f"television-{name}.webp"
        file.write_bytes(strip(phones, frames(television, moment, partial(moment.step, server, match)), WIDTH))
        print(f"{file.name}: {file.stat().st_size // 1024} KB", flush=True)
        for handed_out in phones.all:
            handed_out.context.close()


def sit_down(phones: Phones, match: Played) -> None:
    """Everybody is here, as on any evening: nobody's plate says that they are away."""
    for name, seated in match.seats:
        phone = phones.new(name)
        hold(phone, match.game, [(name, seated)])
        phone.go(f"/#/table/{match.table}")


def frames(television: Phone, moment: Moment, step: Callable[[int], None]) -> list[bytes]:
    taken = []
    for frame in range(FRAMES):
        taken.append(television.page.screenshot(type="jpeg", quality=85))
        step(frame)
        for _ in range(round(1_000 * moment.seconds / FRAMES / STEP)):
            television.page.clock.run_for(STEP)
            television.page.evaluate(MOVE, STEP)
    return taken
