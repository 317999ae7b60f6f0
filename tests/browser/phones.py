"""Phones: pages of their own with their own storage, which remember every error and every host that was asked."""

import json
import re
import time
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from typing import Any
from urllib.parse import urlsplit

import httpx
import msgspec
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request, WebSocket, expect

from tests.browser.watching import WATCH
from touchwood.core.lesson import FIRST_LESSON, lesson_names
from touchwood.games.discovery import all_games
from touchwood.server.protocol import Seated

# Debian's Chromium has a whole window around each page, headless too: what would drop down from its address bar are two
# pages of its own, a second of the processor for every phone. The last such list counts: Playwright's own is in it.
NOT_NEEDED = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"),
    *("NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
# A page of a test is over before what V8 makes of its busiest functions pays, and threads that sweep up beside it find
# no idle core: without them tests cost 3 to 10% less of the processor. What runs is the same code by the same rules.
NOT_WORTH_IT = "--js-flags=--no-opt --no-maglev --single-threaded-gc"
LAUNCH = [
    "--no-sandbox",
    f"--disable-features={','.join(NOT_NEEDED)}",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    # A name for the server as in a home network: over plain http browsers offer less there than at 127.0.0.1.
    "--host-resolver-rules=MAP table.home 127.0.0.1",
]
PHONE = (360, 640)
DESKTOP = (1280, 800)
PATIENCE = 30_000
"""Milliseconds a page may take until something is so; the machine may be busy."""
ALL_LESSONS = [
    game.name if name == FIRST_LESSON else f"{game.name}/{name}" for game in all_games() for name in lesson_names(game)
]
"""As the page keeps those that were begun."""

BETWEEN_LOOKS = 0.01
"""Seconds from one look at a page to the next: a look takes test, browser and page away from what is waited for."""

YOUR_TURN = re.compile("^●")

UNMOVING = """() => new Promise((done) => {
  const begun = performance.now()
  let changed = begun
  const observer = new MutationObserver(() => (changed = performance.now()))
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
  const look = () => {
    const now = performance.now()
    if (now - changed < 320 && now - begun < 1500) return setTimeout(look, 40)
    observer.disconnect()
    done()
  }
  look()
})"""


# Where a button draws more than its name says, the name stands first, unseen.
NAME_OF = """(one) => {
  const unseen = one.querySelector(':scope > .unseen')?.textContent
  return (one.getAttribute('aria-label') ?? unseen ?? one.textContent).trim().replace(/\\s+/g, ' ')
}"""


# What a device adds to the deal is the same each time; the rest of its luck stays its own.
NOTHING_ADDED = """{
  const drawn = crypto.getRandomValues.bind(crypto)
  crypto.getRandomValues = (bytes) => (bytes.byteLength === 32 ? bytes.fill(0) : drawn(bytes))
}"""


class Phone:
    """One device. Taps are a finger's where the device has a touchscreen."""

    def __init__(
        self, context: BrowserContext, server: str, *, name: str, has_touch: bool, has_motion: bool = False
    ) -> None:
        self.context = context
        self.server = server
        self.name = name
        self.has_touch = has_touch
        self.has_motion = has_motion
        self.taps = 0
        self.sent: list[dict[str, Any]] = []
        """Messages this device sent over its sockets."""
        self.received: list[str] = []
        """Messages it was sent."""
        self.troubles: list[str] = []
        self._expected: list[str] = []
        context.set_default_timeout(PATIENCE)
        context.add_init_script(WATCH)
        context.add_init_script(NOTHING_ADDED)
        self.page: Page = context.new_page()
        context.on("page", self._listen)
        self._listen(self.page)

    def _listen(self, page: Page) -> None:
        page.on("console", self._hear_console)
        page.on("pageerror", lambda error: self.troubles.append(f"error on the page: {error}"))
        page.on("request", self._hear_request)
        page.on("websocket", self._hear_socket)

    def _hear_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(f"console {message.type}: {message.text} ({message.location.get('url', '')})")

    def _hear_request(self, request: Request) -> None:
        self._check_host(request.url)

    def _hear_socket(self, socket: WebSocket) -> None:
        self._check_host(socket.url)
        socket.on("framesent", lambda frame: self.sent.append(json.loads(frame)))
        socket.on("framereceived", lambda frame: self.received.append(str(frame)))

    def _check_host(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.netloc != urlsplit(self.server).netloc:
            self.troubles.append(f"a foreign host was asked: {url}")

    def expect_trouble(self, words: str) -> None:
        """An error this test brings about itself."""
        self._expected.append(words)

    def unexpected_troubles(self) -> list[str]:
        return [f"{self.name}: {each}" for each in self.troubles if not any(words in each for words in self._expected)]

    # -- Going and looking ------------------------------------------------------------------------------------------
    def go(self, path: str = "/") -> "Phone":
        self.page.goto(self.server + path)
        return self

    def live_on(self, day: date) -> "Phone":
        """Noon of that day, and time goes on from there: what there is for a day is the same whenever tests run."""
        self.context.clock.set_system_time(datetime(day.year, day.month, day.day, 12, tzinfo=UTC))
        return self

    def button(self, name: str | re.Pattern[str], *, exact: bool = True) -> Locator:
        return self.page.get_by_role("button", name=name, exact=exact)

    def sheet(self, title: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("dialog", name=title)

    def text(self, text: str | re.Pattern[str]) -> Locator:
        """As it is seen; the same may be said aloud at the same time."""
        return self.page.get_by_text(text).and_(self.page.locator(":not([aria-live] *)"))

    def toast(self, text: str) -> Locator:
        """Short words that come and go, as they are seen."""
        return self.page.locator("[data-toasts]").get_by_text(text)

    @property
    def aloud(self) -> Locator:
        """What a screen reader was given to say."""
        return self.page.locator("[aria-live] p")

    @property
    def is_asked(self) -> bool:
        return bool(YOUR_TURN.match(self.page.title()))

    @property
    def is_over(self) -> bool:
        return self.sheet("The end").is_visible()

    def expect_your_turn(self) -> None:
        expect(self.page).to_have_title(YOUR_TURN)

    def expect_table(self) -> None:
        """The match is on and on the screen. A menu is no sign of it: the lobby has one too, which goes with it."""
        expect(self.page.get_by_role("group", name="Players").first).to_be_visible()

    def held_games(self) -> list[dict[str, Any]]:
        held: list[dict[str, Any]] = self.page.evaluate("JSON.parse(localStorage.getItem('touchwood.games') ?? '[]')")
        return held

    def acts(self) -> list[dict[str, Any]]:
        """The choices this device sent, each once: what was sent again has the same id."""
        sent: list[dict[str, Any]] = self.page.evaluate("watched.acts()")
        return sent

    def situation(self) -> dict[str, Any]:
        """What this device was told last."""
        told: dict[str, Any] | None = self.page.evaluate("watched.situation()")
        assert told is not None, "nothing was told yet"
        return told

    def situations_told(self) -> int:
        """How often; whatever is chosen at the table is told to those who may know."""
        count: int = self.page.evaluate("watched.situations()")
        return count

    def catch_up(self) -> None:
        """Wait until this device shows all the server has said by now, and its own choices are answered."""
        self.page.evaluate("watched.caughtUp()")

    def look(self) -> None:
        """Catch up and take the moment a person takes before acting; the page's clock goes ahead by it."""
        self.catch_up()
        if self.has_motion:
            self.page.evaluate(UNMOVING)
        self.page.evaluate("watched.lookedAt()")

    def is_asked_and_settled(self) -> bool:
        """Asked, with nothing on its way to the server and nothing moving on the screen: when a person would act. The
        page itself takes no tap as a move that comes sooner after a change."""
        if not self.is_asked:
            return False
        self.look()
        return self.is_asked

    def settle(self) -> None:
        """Wait until a person would act."""
        again_until(self.is_asked_and_settled, lambda: None)

    def is_waiting(self) -> bool:
        """A choice that was sent has no answer yet."""
        return bool(self.page.evaluate("watched.isWaiting()"))

    def wait_until(self, expression: str) -> None:
        """Until it is so on the page. `Page.wait_for_function` looks once and is then forbidden to by the page's own
        policy (no `eval`), which is an error: it serves only for what is so already."""
        again_until(lambda: self.page.evaluate(expression), lambda: None, seconds=PATIENCE / 1_000)

    # -- Touching ---------------------------------------------------------------------------------------------------
    def tap(self, what: Locator | str | re.Pattern[str], *, patience: float = PATIENCE) -> None:
        """Tap it, or the button of that name."""
        self.taps += 1
        target = what if isinstance(what, Locator) else self.button(what)
        if self.has_touch:
            target.tap(timeout=patience)
        else:
            target.click(timeout=patience)

    def drag(self, from_x: float, from_y: float, to_x: float, to_y: float, *, steps: int = 6) -> None:
        """A finger put down, moved and lifted; a mouse where there is no touchscreen."""
        way = [
            (from_x + (to_x - from_x) * step / steps, from_y + (to_y - from_y) * step / steps)
            for step in range(steps + 1)
        ]
        if not self.has_touch:
            self.page.mouse.move(*way[0])
            self.page.mouse.down()
            for point in way[1:]:
                self.page.mouse.move(*point)
            self.page.mouse.up()
            return
        session = self.context.new_cdp_session(self.page)
        kinds = ["touchStart"] + ["touchMove"] * steps
        for kind, (x, y) in zip(kinds, way, strict=True):
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()

    def drag_to(self, what: Locator, where: Locator) -> None:
        start, end = middle(what), middle(where)
        self.drag(*start, *end)

    def tap_in_menu(self, name: str) -> None:
        """Open the table's menu and press this there; what is seldom wanted lies under More."""
        self.tap("Menu")
        more = self.page.get_by_role("dialog").get_by_role("button", name="More", exact=True)
        more.wait_for()
        if self.page.get_by_role("dialog").get_by_role("button", name=name, exact=True).count() == 0:
            self.tap(more)
        self.tap(name)

    def close_sheet(self) -> None:
        self.tap(self.page.get_by_role("dialog").get_by_role("button", name="Close"))

    def expect_no_cover(self) -> None:
        """All that was opened over the page is closed, and the step back in its history done, which comes a moment
        later: a reload before that would be broken off."""
        again_until(lambda: self.page.evaluate("history.state === null"), lambda: None)

    # -- Keys -------------------------------------------------------------------------------------------------------
    def reach(self, name: str | re.Pattern[str], *, most: int = 80) -> None:
        """Press Tab until what has this name has the focus."""
        pattern = re.compile(f"^{re.escape(name)}$") if isinstance(name, str) else name
        passed = []
        for _ in range(most):
            self.page.keyboard.press("Tab")
            passed.append(self.focused())
            if pattern.search(passed[-1]):
                return
        raise AssertionError(f"{name} is not reached by Tab; on the way were {passed}")

    def focused(self) -> str:
        """The name of what has the focus."""
        label = "document.activeElement.labels?.[0]?.textContent ?? null"
        found: str = self.page.evaluate(f"({label} ?? ({NAME_OF})(document.activeElement)).trim()")
        return found


def again_until(holds: Callable[[], object], do: Callable[[], object], *, seconds: float = 60.0) -> None:
    """Do something over and over until something is so."""
    end = time.monotonic() + seconds
    while not holds():
        begun = time.monotonic()
        assert begun < end, f"not so after {seconds} s"
        do()
        time.sleep(max(0.0, BETWEEN_LOOKS - (time.monotonic() - begun)))


def attribute(what: Locator, name: str) -> str | None:
    """As it is now; None also where there is no such thing at the moment."""
    found: list[str | None] = what.evaluate_all("(all, name) => all.map((one) => one.getAttribute(name))", name)
    return found[0] if found else None


def names(what: Locator) -> list[str]:
    """What each of them is called."""
    found: list[str] = what.evaluate_all(f"(all) => all.map({NAME_OF})")
    return found


def name_of(what: Locator) -> str:
    """As it is called now; empty where there is no such thing at the moment."""
    return next(iter(names(what)), "")


def middle(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None, f"{what} is not to be seen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Phones:
    """Hands out phones that know the server."""

    def __init__(self, browser: Browser, server: str) -> None:
        self.browser = browser
        self.server = server
        self.all: list[Phone] = []

    def new(
        self,
        name: str = "Ana",
        *,
        size: tuple[int, int] = PHONE,
        has_touch: bool = True,
        is_dark: bool = False,
        has_motion: bool = False,
        language: str = "en",
        scale: float = 1,
        settings: dict[str, Any] | None = None,
        is_new: bool = False,
    ) -> Phone:
        """`is_new`: nobody has played here yet, so the first match of a game is its lesson."""
        context = self.browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=scale,
            has_touch=has_touch,
            is_mobile=has_touch,
            color_scheme="dark" if is_dark else "light",
            reduced_motion="no-preference" if has_motion else "reduce",
            locale="ja-JP" if language == "ja" else "en-GB",
            timezone_id="UTC",
        )
        kept = {"name": name, "language": language, "sound": False, **(settings or {})}
        context.add_init_script(
            f"localStorage.getItem('touchwood.settings') ?? "
            f"localStorage.setItem('touchwood.settings', {json.dumps(json.dumps(kept))})"
        )
        if not is_new:
            known = json.dumps(json.dumps(ALL_LESSONS))
            played = json.dumps(json.dumps([game.name for game in all_games()]))
            context.add_init_script(f"localStorage.setItem('touchwood.lessons', {known})")
            context.add_init_script(f"localStorage.setItem('touchwood.played', {played})")
        phone = Phone(context, self.server, name=name, has_touch=has_touch, has_motion=has_motion)
        self.all.append(phone)
        return phone

    def take_back(self) -> None:
        troubles = [trouble for phone in self.all for trouble in phone.unexpected_troubles()]
        for phone in self.all:
            phone.context.close()
        assert not troubles, "\n".join(troubles)

    # -- Tables -----------------------------------------------------------------------------------------------------
    def at_new_table(
        self, game: str, name: str = "Ana", *, bots: Sequence[str] = (), also_here: Sequence[str] = (), **how: Any
    ) -> Phone:
        """A phone in the lobby of a table it has opened, with options that the start screen does not ask for."""
        options, settings = how.pop("options", {}), how.pop("table", {})
        seated = self.seat("/api/tables", game=game, name=name, bots=list(bots), options=options, settings=settings)
        others = [self.seat(f"/api/tables/{seated.code}/join", name=other) for other in also_here]
        phone = self.new(name, **how)
        hold(phone, game, [(name, seated), *zip(also_here, others, strict=True)])
        return phone.go(f"/#/table/{seated.table}")

    def join(self, code: str, name: str, **how: Any) -> Phone:
        """A phone that has come by the link."""
        phone = self.new(name, **how).go(f"/t/{code}")
        phone.tap("Sit down")
        return phone

    def seat(self, path: str, **body: Any) -> Seated:
        answer = httpx.post(self.server + path, json=body, timeout=PATIENCE / 1_000)
        assert answer.status_code == 201, answer.text
        return msgspec.json.decode(answer.content, type=Seated)


def hold(phone: Phone, game: str, seats: Sequence[tuple[str, Seated]]) -> None:
    """Put seats into the storage of a phone, as if taken there."""
    first = seats[0][1]
    held = [
        {
            "table": first.table,
            "code": first.code,
            "game": game,
            "seats": [{"token": seated.token, "name": name} for name, seated in seats],
            "at": 1,
        }
    ]
    phone.context.add_init_script(
        f"localStorage.getItem('touchwood.games') ?? "
        f"localStorage.setItem('touchwood.games', {json.dumps(json.dumps(held))})"
    )


def code_of(phone: Phone) -> str:
    """The letters of the table this phone is at, as it shows them."""
    shown = phone.page.get_by_text(re.compile("^[A-Z]{6}$")).first
    expect(shown).to_be_visible()
    return shown.inner_text()
