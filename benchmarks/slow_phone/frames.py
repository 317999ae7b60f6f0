"""How smoothly the great moments run on a slow phone: frames a second, the time of a frame, and what the trace shows.

A moment begins when it is drawn: the frame in which it comes to the page lays it out, how long that takes is told
apart, and what is counted begins with the next one. In the same page, right before, the same is counted at the table at
rest, with the same trace running.

What is written for screen readers (`senses/announcer.svelte.ts`) is laid out too, one small box apart from the table;
it is counted by itself, so that what remains is the moment's own.
"""

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import quantiles
from typing import Any, Final

from playwright.sync_api import Browser
from tests.browser.phones import Phones
from tests.browser.staged import MOMENTS, Moment

SLOWER: Final = 4
IDLE: Final = 2_000
"""Milliseconds for which the table at rest is looked at."""
HOW: Final[dict[str, Any]] = {"size": (390, 844), "has_touch": True, "has_motion": True}
LOOKED_AT: Final = "moment:on"
CATEGORIES: Final = ["devtools.timeline", "blink.user_timing"]
WHY: Final = [
    "disabled-by-default-devtools.timeline.invalidationTracking",
    "disabled-by-default-devtools.timeline.stack",
]
# Resolves, when it is over, to the times of its frames and in how many of them something was said or unsaid.
RECORD: Final = f"""([shown, lasts]) => {{
  const frames = []
  let [said, isSaid] = [0, false]
  const observer = new MutationObserver((all) => (isSaid ||= all.some(({{ target }}) => target.ariaLive)))
  observer.observe(document, {{ childList: true, subtree: true }})
  const isThere = () => shown === '' || document.querySelector(shown) !== null
  const isOn = (at) => isThere() && !(lasts && frames.length && at - frames[0] > lasts)
  window.recorded = new Promise((done) => {{
    const look = (at) => {{
      if (isOn(at)) {{
        performance.mark('{LOOKED_AT}')
        frames.push(at)
        said += isSaid && frames.length > 1
        isSaid = false
      }} else if (frames.length) {{
        observer.disconnect()
        return done([frames, said])
      }}
      requestAnimationFrame(look)
    }}
    requestAnimationFrame(look)
  }})
}}"""


@dataclass
class Seen:
    came: float
    """Milliseconds: when it came to the page."""
    frames: list[float]
    """When each frame of its own began."""
    said: int
    """In so many of them something was written for screen readers."""
    events: list[dict[str, Any]]
    """Of the page's main thread, between the second frame and the last."""

    @property
    def a_second(self) -> float:
        return 1_000 * (len(self.frames) - 1) / (self.frames[-1] - self.frames[0])

    @property
    def steps(self) -> list[float]:
        return [later - sooner for sooner, later in zip(self.frames, self.frames[1:], strict=False)]

    @property
    def slow_frame(self) -> float:
        """The 95th percentile of a frame's time."""
        return quantiles(self.steps, n=20, method="inclusive")[-1]

    @property
    def laid_out(self) -> int:
        """So many times, besides what is said."""
        return max(0, sum(event["name"] == "Layout" for event in self.events) - self.said)

    @property
    def painted(self) -> int:
        """So many frames, besides those in which something is said."""
        return max(0, sum(event["name"] == "Paint" and of_page(event) for event in self.events) - self.said)


def of_page(event: dict[str, Any]) -> bool:
    """Of the paints of a frame the one that holds all others."""
    return bool(event["args"]["data"].get("nodeName") == "#document")


def show_moments(browser: Browser, server: str, names: Iterable[str] = MOMENTS, *, is_why_asked: bool = False) -> None:
    print(f"\nmoments, CPU slowed down {SLOWER} times: frames a second beside the table at rest")
    for name in names:
        phones = Phones(browser, server)
        idle, moment = seen(browser, phones, MOMENTS[name], is_why_asked=is_why_asked)
        if len(moment.frames) < 3:
            print(f"  {name:14}was over before it was drawn", flush=True)
            continue
        share, slow, came = moment.a_second / idle.a_second, moment.slow_frame, moment.frames[0] - moment.came
        print(
            f"  {name:14}{moment.a_second:5.1f} / {idle.a_second:4.1f} = {share:4.2f}   95th {slow:5.1f} ms (at rest "
            f"{idle.slow_frame:4.1f})   worst {max(moment.steps):4.0f}   drawn after {came:4.0f}   "
            f"laid out {moment.laid_out}, painted {moment.painted} of {len(moment.frames)} frames, said {moment.said}",
            flush=True,
        )
        if is_why_asked:
            print("   at rest:")
            print_why(idle)
            print("   moment:")
            print_why(moment)
        for phone in phones.all:
            phone.context.close()


def seen(browser: Browser, phones: Phones, moment: Moment, *, is_why_asked: bool) -> tuple[Seen, Seen]:
    phone, happen = moment.stage(phones, "", HOW)
    page = phone.page
    phone.look()
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    categories = [*CATEGORIES, *(WHY if is_why_asked else [])]

    def record(shown: str, lasts: int | None) -> None:
        browser.start_tracing(page=page, categories=categories)
        page.evaluate(RECORD, [shown, lasts])

    def looked_at() -> Seen:
        (came, *frames), said = page.evaluate("window.recorded")
        return Seen(came, frames, said, inside(json.loads(browser.stop_tracing())["traceEvents"]))

    record("", IDLE)
    idle = looked_at()
    record(moment.shown, moment.lasts)
    happen()
    return idle, looked_at()


def inside(trace: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What the page's main thread did between its second frame and its last."""
    marks = sorted((event for event in trace if event["name"] == LOOKED_AT), key=lambda event: event["ts"])
    if len(marks) < 2:
        return []
    thread, begins, ends = (marks[0]["pid"], marks[0]["tid"]), marks[1]["ts"], marks[-1]["ts"]
    return [event for event in trace if (event["pid"], event["tid"]) == thread and begins <= event["ts"] <= ends]


def print_why(seen: Seen) -> None:
    """Where the main thread's time went, and what was laid out and painted because of what."""
    begins = min(event["ts"] for event in seen.events)
    spent: Counter[str] = Counter()
    because: Counter[str] = Counter()
    painted: Counter[str] = Counter()
    for event in seen.events:
        spent[event["name"]] += event.get("tdur", 0)
        data = event.get("args", {}).get("data") or event.get("args", {}).get("beginData") or {}
        at, took = (event["ts"] - begins) / 1_000, event.get("tdur", 0) / 1_000
        if event["name"] == "Paint":
            painted[data.get("nodeName", "")] += 1
            if of_page(event):
                print(f"      {at:6.0f} paint, {took:.1f} ms")
        elif event["name"] == "Layout":
            print(f"      {at:6.0f} layout of {data.get('dirtyObjects')}, {took:.1f} ms {stack(data)}")
        elif "Invalidat" in event["name"] and data.get("reason") not in (None, "Animation"):
            because[f"{data['reason']}: {data.get('nodeName')} {stack(data)}"] += 1
    print("      ms:", ", ".join(f"{name} {micro / 1_000:.0f}" for name, micro in spent.most_common(9)))
    for what, counted in (("painted", painted), ("because", because)):
        for name, times in counted.most_common(14):
            print(f"      {what} {times} x {name}")


def stack(data: dict[str, Any]) -> str:
    frames = data.get("stackTrace", [])[:3]
    return " < ".join(f"{frame['functionName']}:{frame['lineNumber']}:{frame['columnNumber']}" for frame in frames)
