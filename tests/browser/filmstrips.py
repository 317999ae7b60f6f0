"""Eight frames of each moment, side by side, into docs/screenshots: `make screenshots` makes them too.

The page's animations are stopped as soon as a moment comes and set to the times wanted, so that a strip shows the same
frames on every machine.
"""

import base64
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, expect

from tests.browser.moments import (
    FREEZE,
    GOOL,
    HELD,
    PLAY_TAG,
    POINT_BEAT,
    TAG_ANA,
    WILD_TAG,
    act,
    at_the_end,
    looking_on,
)
from tests.browser.phones import DESKTOP, Phone, Phones, hold
from tests.browser.pile_situations import arranged, in_piles
from tests.browser.playing_crane import close_eyes, hold_bundle, place_bets, seated
from tests.browser.wired import Wanted, choose, play_until_possible

FRAMES: Final = 8
QUALITY: Final = 74
DEVICES: Final[dict[str, dict[str, Any]]] = {
    "phone": {"size": (390, 844), "has_touch": True},
    "desktop": {"size": DESKTOP, "has_touch": False},
}
WIDTHS: Final = {"phone": 150, "desktop": 300}
SHOWN: Final = "[data-moment], [data-bet]"
"""What a moment is known by."""
STOPPED: Final = f"""
new MutationObserver(() => {{
  if (!document.querySelector('{SHOWN}')) return
  for (const each of document.getAnimations()) if (each.playState === 'running') each.pause()
}}).observe(document, {{ childList: true, subtree: true }})
"""
# With fingers come flights and clashes, with bets no more than themselves; all else that still moves is none of it.
FINITE: Final = "document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < 20000)"
BELONGS: Final = """({ effect }) => {
  const moment = document.querySelector('[data-moment]')
  return !moment || moment.dataset.moment === 'point' || effect.target.closest('[data-moment]')
}"""
OF_MOMENT: Final = f"{FINITE}.filter({BELONGS})"
FINISH_OTHERS: Final = f"{FINITE}.filter((each) => !({BELONGS})(each)).forEach((each) => each.finish())"
AT: Final = f"""(time) => {OF_MOMENT}.forEach((each) => {{
  each.pause()
  each.currentTime = time
}})"""
LENGTH: Final = f"Math.max(...{OF_MOMENT}.map(({{ effect }}) => effect.getComputedTiming().endTime))"


def ending(game: str) -> Callable[[Phones, dict[str, Any]], Phone]:
    names = ("Ana", "Bo") if game == "cant_touch_this" else ("Ana", "Bo", "Cy")
    return lambda phones, how: at_the_end(phones, game, is_held=True, names=names, stopped=STOPPED, **how)


def of_tag(goal: Wanted, *ways: Wanted, not_by: int | None = None) -> Callable[[Phones, dict[str, Any]], Phone]:
    def show(phones: Phones, how: dict[str, Any]) -> Phone:
        names = ("Ana", "Bo", "Cy")
        phone, begun = looking_on(
            phones, "tag", is_held=False, names=names, options=WILD_TAG | {"answer_seconds": 1}, stopped=STOPPED, **how
        )
        play_until_possible(phones.server, begun, goal, ways, not_by=not_by)
        phone.catch_up()
        expect(phone.page.locator("[data-moment]")).to_have_count(0)
        phone.page.evaluate("window.isHeld = true")
        choose(phones.server, begun, goal)
        return phone

    return show


def end_of_crane(phones: Phones, how: dict[str, Any]) -> Phone:
    """Behind the last count."""
    phone = ending("tactile_crane")(phones, how)
    phone.tap("Go on")
    return phone


def pointing(phones: Phones, how: dict[str, Any]) -> Phone:
    """Two fingers on one pile, and two that are alone."""
    match = arranged(phones.server, ("Ana", "Bo", "Cy", "Di"), {"first": 1}, up_to_pointing)
    phone = phones.new("Ana", **how)
    phone.context.add_init_script(HELD + STOPPED)
    hold(phone, "point_a_pile", match.seats[:1])
    phone.go(f"/#/table/{match.table}")
    expect(phone.page.locator("button.pile.offered")).to_have_count(4)
    phone.page.evaluate("(beat) => void ([window.isHeld, window.alsoHeld] = [true, beat])", POINT_BEAT)
    for seat, pile in enumerate((2, 2, 3, 4)):
        act(phones.server, match, seat, lambda view, pile=pile: {"type": "Point", "pile": pile})  # type: ignore[misc]
    return phone


def up_to_pointing(view: dict[str, Any]) -> dict[str, Any] | None:
    return {"type": "LayOut", "piles": in_piles(view["hand"], 4)} if view["phase"] == "layout" else None


def bets(phones: Phones, how: dict[str, Any]) -> Phone:
    """Turned over in a match of four, as the audience sees it."""
    challenger, *audience = seated(phones, "Ana", "Bo", "Cy", "Di", **how)
    audience[0].context.add_init_script(STOPPED)
    audience[0].page.reload()
    close_eyes(challenger)
    for phone, kind in zip(audience, ("LOW", "JUST", "HIGH"), strict=True):
        place_bets(phone, kind=kind)
    hold_bundle(challenger, 0.6)
    challenger.settle()
    challenger.tap("Lift!")
    audience[0].tap("Count at once")
    return audience[0]


MOMENTS: Final = {
    "end-of-clips": ending("cant_touch_this"),
    "end-of-piles": ending("point_a_pile"),
    "end-of-tag": ending("tag"),
    "tagged": of_tag(TAG_ANA, PLAY_TAG, not_by=0),
    "end-of-crane": end_of_crane,
    "point": pointing,
    "bets": bets,
    "gool": of_tag(GOOL, TAG_ANA, PLAY_TAG),
    "freeze": of_tag(FREEZE, {"type": "LeaveIt"}),
}


def take_strips(browser: Browser, server: str, folder: Path) -> None:
    for name, show in MOMENTS.items():
        for device, how in DEVICES.items():
            phones = Phones(browser, server)
            phone = show(phones, {**how, "has_motion": True})
            expect(phone.page.locator(SHOWN).first).to_be_attached()
            file = folder / f"moment-{name}-{device}.webp"
            file.write_bytes(strip(phones, frames(phone), WIDTHS[device]))
            print(f"{file.name}: {file.stat().st_size // 1024} KB", flush=True)
            for handed_out in phones.all:
                handed_out.context.close()


def frames(phone: Phone) -> list[bytes]:
    phone.page.evaluate("document.fonts.ready")
    phone.page.evaluate(FINISH_OTHERS)
    length = float(phone.page.evaluate(LENGTH))
    taken = []
    for frame in range(FRAMES):
        phone.page.evaluate(AT, length * (frame + 0.5) / FRAMES)
        taken.append(phone.page.screenshot(type="jpeg", quality=85))
    return taken


def strip(phones: Phones, taken: list[bytes], width: int) -> bytes:
    """The frames beside one another, as a small WebP."""
    phone = phones.new("strip", size=(FRAMES * width, 400), has_touch=False)
    images = "".join(
        f'<img width="{width}" src="data:image/jpeg;base64,{base64.b64encode(each).decode()}">' for each in taken
    )
    phone.page.set_content(f'<body style="margin:0;display:flex;align-items:flex-start">{images}')
    phone.page.evaluate("Promise.all([...document.images].map((image) => image.decode()))")
    height = int(phone.page.evaluate("document.images[0].height"))
    phone.page.set_viewport_size({"width": FRAMES * width, "height": height})
    session = phone.context.new_cdp_session(phone.page)
    answer = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return base64.b64decode(answer["data"])
