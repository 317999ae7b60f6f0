"""How soon a touch is drawn on a slow phone, at the first decision of every game."""

import json
from collections import Counter
from collections.abc import Callable
from statistics import median
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Locator, Page, expect
from tests.browser.phones import Phone, Phones, hold
from tests.browser.playing_crane import CRANE, close_eyes, seated
from tests.browser.staged import CLIP
from tests.browser.wired import Wanted, play_until_possible, played

SLOWER: Final = 4
TOUCHES: Final = 24
MARK: Final = "touch"
QUICKEST: Final = 16
"""Milliseconds; quicker ones the browser does not tell of."""
BEFORE: Final = 20_000
"""Microseconds before a finger is lifted, of which its coming down is a part."""
# The browser's own measure of a touch (Event Timing): from the finger that comes down or is lifted to the next frame on
# the screen, in steps of 8 ms; of all events of one touch the latest counts, as for "interaction to next paint". The
# marks are for the trace alone: a timer comes later than the frame, after whatever else there is to do.
DRAWN: Final = f"""() => {{
  window.drawn = new Map()
  new PerformanceObserver((seen) => {{
    for (const {{ interactionId, duration }} of seen.getEntries()) {{
      if (interactionId) window.drawn.set(interactionId, Math.max(duration, window.drawn.get(interactionId) ?? 0))
    }}
  }}).observe({{ type: 'event', durationThreshold: {QUICKEST} }})
  addEventListener('pointerup', () => {{
    performance.mark('{MARK}:lifted')
    requestAnimationFrame(() => setTimeout(() => performance.mark('{MARK}:drawn')))
  }}, true)
}}"""


class Touched(NamedTuple):
    what: str
    phone: Callable[[Phones], Phone]
    """Before its first decision."""
    where: str


def asked(game: str, names: tuple[str, ...], goal: Wanted | None, options: dict[str, Any]) -> Callable[[Phones], Phone]:
    def come(phones: Phones) -> Phone:
        begun = played(phones.server, game, names, options=options, choices=0)
        if goal is not None:
            play_until_possible(phones.server, begun, goal, only_by=0)
        phone = phones.new(names[0], has_motion=True)
        hold(phone, game, begun.seats[:1])
        return phone.go(f"/#/table/{begun.table}")

    return come


def betting(phones: Phones) -> Phone:
    challenger, *audience = seated(phones, "Ana", "Bo", "Cy", has_motion=True)
    close_eyes(challenger)
    return audience[0]


TOUCHED: Final = {
    "cant_touch_this": Touched("a place chosen", asked("cant_touch_this", ("Ana", "Bo"), CLIP, {}), "[data-place]"),
    "point_a_pile": Touched(
        "a card chosen", asked("point_a_pile", ("Ana", "Bo", "Cy"), None, {"first": 0}), ".tray button[aria-pressed]"
    ),
    CRANE: Touched("a bet chosen", betting, "[data-point^='bet:']"),
    "tag": Touched(
        "a card chosen", asked("tag", ("Ana", "Bo", "Cy"), {"type": "Play"}, {"first": 0}), "[data-drop=hand] li button"
    ),
}


def show_touches(browser: Browser, server: str, *, is_why_asked: bool = False) -> None:
    print(f"\na touch is drawn, CPU slowed down {SLOWER} times, median (worst)")
    for game, (what, come, where) in TOUCHED.items():
        phones = Phones(browser, server)
        phone = come(phones)
        expect(phone.page.locator(where).first).to_be_visible()
        phone.settle()
        phone.context.new_cdp_session(phone.page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        if is_why_asked:
            browser.start_tracing(page=phone.page, categories=["devtools.timeline", "blink.user_timing"])
        times = touches(phone.page, phone.page.locator(where))
        print(f"  {f'{game}: {what}':46}{median(times):6.0f} ms ({max(times):.0f})", flush=True)
        if is_why_asked:
            print_why(json.loads(browser.stop_tracing())["traceEvents"])
        for each in phones.all:
            each.context.close()


def touches(page: Page, targets: Locator) -> list[float]:
    """Milliseconds from a touch to what it changed drawn, one target after another."""
    page.evaluate(DRAWN)
    for touch in range(TOUCHES):
        targets.nth(touch % targets.count()).tap(force=True)
        page.wait_for_timeout(120)
    drawn: list[float] = page.evaluate("[...window.drawn.values()]")
    return drawn + [float(QUICKEST)] * (TOUCHES - len(drawn))


def print_why(trace: list[dict[str, Any]]) -> None:
    """What the page's main thread did from the tap to the frame that shows it: of all, and of the longest one."""
    lifted, drawn = ([each for each in trace if each["name"] == f"{MARK}:{end}"] for end in ("lifted", "drawn"))
    thread = (drawn[0]["pid"], drawn[0]["tid"])
    own = sorted((each for each in trace if (each["pid"], each["tid"]) == thread), key=lambda each: each["ts"])
    spent: Counter[str] = Counter()
    for up, end in zip(lifted, drawn, strict=False):
        for event in own:
            if up["ts"] - BEFORE <= event["ts"] <= end["ts"]:
                spent[event["name"]] += event.get("tdur", 0)
    told = ", ".join(f"{name} {micro / 1_000 / len(lifted):.1f}" for name, micro in spent.most_common(14))
    print(f"    ms a touch: {told}")
    up, end = max(
        ((up["ts"], end["ts"]) for up, end in zip(lifted, drawn, strict=False)), key=lambda one: one[1] - one[0]
    )
    for event in own:
        if up - BEFORE <= event["ts"] <= end and (event.get("tdur", 0) > 500 or event["name"].startswith(MARK)):
            data = event.get("args", {}).get("data") or event.get("args", {}).get("beginData") or {}
            known = {key: data[key] for key in ("type", "functionName", "dirtyObjects") if key in data}
            count = event.get("args", {}).get("elementCount", "")
            at, took = (event["ts"] - up) / 1_000, event.get("tdur", 0) / 1_000
            print(f"    {at:8.1f} {took:6.1f} {event['name']} {known} {count}")
