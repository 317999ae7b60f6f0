"""Eight frames of each moment, side by side, into docs/screenshots: `make screenshots` makes them too.

The page's animations are stopped as soon as a moment comes and set to the times wanted, so that a strip shows the same
frames on every machine.
"""

import base64
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, expect

from tests.browser.moments import POINT_BEAT, looking_on
from tests.browser.phones import DESKTOP, Phone, Phones, middle, name_of
from tests.browser.playing_clips import INWARDS, places
from tests.browser.playing_crane import centre, close_eyes, place_bets, seated, slider, surface
from tests.browser.staged import CLIP, MOMENTS
from tests.browser.wired import play_until_possible

FRAMES: Final = 8
QUALITY: Final = 74
DEVICES: Final[dict[str, dict[str, Any]]] = {
    "phone": {"size": (390, 844), "has_touch": True},
    "desktop": {"size": DESKTOP, "has_touch": False},
}
WIDTHS: Final = {"phone": 150, "desktop": 300}
# What would end it waits from when it comes; for the end of a match that is when its result is known.
HOLD: Final = """([isEnding, beat]) => {
  window.alsoHeld = beat
  const isHeld = () => !isEnding || !!watched.situation()?.result
  Object.defineProperty(window, 'isHeld', { get: isHeld, set: () => undefined })
}"""


def stopped(shown: str) -> str:
    """Animations stand as soon as it is there."""
    return f"""new MutationObserver(() => {{
      if (!document.querySelector({shown!r})) return
      for (const each of document.getAnimations()) if (each.playState === 'running') each.pause()
    }}).observe(document, {{ childList: true, subtree: true }})"""


# With fingers come flights and clashes, with bets no more than themselves; all else that still moves is none of it.
FINITE: Final = "document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < 20000)"
BELONGS: Final = """({ effect }) => {
  const moment = document.querySelector('[data-moment]')
  if (!moment) return effect.target.closest('[data-bet], [data-after-bets]')
  return moment.dataset.moment === 'point' || effect.target.closest('[data-moment]')
}"""
OF_MOMENT: Final = f"{FINITE}.filter({BELONGS})"
# A clock has not run out meanwhile.
IS_CLOCK: Final = "({ effect }) => effect.target.closest('[role=timer]')"
FINISH_OTHERS: Final = f"""{FINITE}
  .filter((each) => !({BELONGS})(each) && !({IS_CLOCK})(each))
  .forEach((each) => each.finish())"""
AT: Final = f"""(time) => {OF_MOMENT}.forEach((each) => {{
  each.pause()
  each.currentTime = time
}})"""
# Transitions end here, and what counts up has counted.
AT_REST: Final = """async () => {
  for (let frame = 0; frame < 24; frame++) await new Promise(requestAnimationFrame)
}"""
LENGTH: Final = f"Math.max(...{OF_MOMENT}.map(({{ effect }}) => effect.getComputedTiming().endTime))"


FULL: Final = "no clip fits"
CELL: Final = "(board) => parseFloat(board.style.getPropertyValue('--cell'))"


def of_moment(name: str) -> Callable[[Phones, dict[str, Any]], list[bytes]]:
    """A moment that moves by itself."""

    def taken(phones: Phones, how: dict[str, Any]) -> list[bytes]:
        stage, shown, _ = MOMENTS[name]
        phone, happen = stage(phones, stopped(shown), {**how, "has_motion": True})
        phone.page.evaluate(HOLD, ["ending" in shown, POINT_BEAT])
        happen()
        expect(phone.page.locator(shown).first).to_be_attached()
        return frames(phone)

    return taken


def clip(phones: Phones, how: dict[str, Any]) -> list[bytes]:
    """Under the finger: it comes to the edge, slides over it, snaps at each symbol, and is let go."""
    phone, begun = looking_on(phones, "cant_touch_this", is_held=False, options={}, has_motion=True, **how)
    play_until_possible(phones.server, begun, CLIP, only_by=0)
    phone.settle()
    # Where a finger covers least of it.
    place = next(
        each for each in places(phone).all() if (name_of(each)).startswith("Left") and FULL not in name_of(each)
    )
    (x, y), (dx, dy) = middle(place), INWARDS["Left"]
    cell = float(phone.page.locator("[data-point=board]").evaluate(CELL))
    session = phone.context.new_cdp_session(phone.page)
    put = touching(session) if phone.has_touch else mousing(phone)
    ways = [-0.3, 0.25, 0.7, 1.1, 1.7, 2.2]
    taken = []
    # On the place: around it a mouse is on the table.
    put("touchStart", x, y)
    for way in ways:
        put("touchMove", x + dx * cell * way - dy * cell * 0.12, y + dy * cell * way + dx * cell * 0.12)
        taken.append(still(phone))
    put("touchEnd", x + dx * cell * ways[-1], y + dy * cell * ways[-1])
    taken.append(still(phone))
    phone.catch_up()
    taken.append(still(phone))
    return taken


def grab(phones: Phones, how: dict[str, Any]) -> list[bytes]:
    """In the dark: two fingers close, the bundle pushes back, voices call, and it is lifted."""
    challenger, *audience = seated(phones, "Ana", "Bo", "Cy", has_motion=True, **how)
    close_eyes(challenger)
    taken = [still(challenger)]
    for phone, kind in zip(audience, ("LOW", "HIGH"), strict=True):
        place_bets(phone, kind=kind)
    expect(slider(challenger)).to_be_visible()
    challenger.settle()
    taken.append(still(challenger))
    session = challenger.context.new_cdp_session(challenger.page)
    for squeeze in (0.2, 0.4, 0.62):
        squeezing(challenger, session, squeeze)
        taken.append(still(challenger))
    if challenger.has_touch:
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    else:
        challenger.page.mouse.up()
    expect(challenger.button("Lift!")).to_be_visible()
    taken.append(still(challenger))
    audience[0].catch_up()
    audience[0].tap("More!")
    expect(challenger.text("More!").first).to_be_visible()
    audience[1].catch_up()
    audience[1].tap("Less!")
    expect(challenger.text("Less!").first).to_be_visible()
    taken.append(still(challenger))
    challenger.settle()
    challenger.tap("Lift!")
    challenger.catch_up()
    taken.append(still(challenger))
    return taken


def squeezing(phone: Phone, session: Any, squeeze: float) -> None:
    """Fingers that stay down; a mouse slides."""
    x, y = centre(phone)
    if phone.has_touch:
        span = 220 - (220 - 56) * squeeze
        points = [{"x": x - span / 2, "y": y, "id": 0}, {"x": x + span / 2, "y": y, "id": 1}]
        if not phone.page.locator(".surface.squeezing").count():
            wide = [{"x": x - 110, "y": y, "id": 0}, {"x": x + 110, "y": y, "id": 1}]
            session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": wide})
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
        return
    box = surface(phone).bounding_box()
    assert box is not None
    if not phone.page.locator(".surface.squeezing").count():
        phone.page.mouse.move(x, box["y"] + 8)
        phone.page.mouse.down()
    phone.page.mouse.move(x, box["y"] + 8 + box["height"] * 0.75 * squeeze)


def touching(session: Any) -> Callable[[str, float, float], None]:
    def put(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    return put


def mousing(phone: Phone) -> Callable[[str, float, float], None]:
    def put(kind: str, x: float, y: float) -> None:
        phone.page.mouse.move(x, y)
        if kind != "touchMove":
            (phone.page.mouse.down if kind == "touchStart" else phone.page.mouse.up)()

    return put


def still(phone: Phone) -> bytes:
    """When what a finger has moved has come to rest, as far as it does."""
    phone.page.evaluate("document.fonts.ready")
    phone.page.evaluate(AT_REST)
    return phone.page.screenshot(type="jpeg", quality=85)


STRIPS: Final[dict[str, Callable[[Phones, dict[str, Any]], list[bytes]]]] = {
    **{name: of_moment(name) for name in MOMENTS if name not in ("clip", "grab")},
    "clip": clip,
    "grab": grab,
}


def take_strips(browser: Browser, server: str, folder: Path, names: Iterable[str] = STRIPS) -> None:
    for name in names:
        for device, how in DEVICES.items():
            phones = Phones(browser, server)
            file = folder / f"moment-{name}-{device}.webp"
            file.write_bytes(strip(phones, STRIPS[name](phones, how), WIDTHS[device]))
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
