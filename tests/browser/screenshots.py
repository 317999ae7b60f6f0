"""Pictures of the screens: `python -m tests.browser.screenshots [--out FOLDER] [--all]`.

Into docs/screenshots/ go the ones that README and the game pages show; `--all` takes every screen on a phone and a
desktop, by day and by night, to look through. Deals, codes and names are the same every time.
"""

import argparse
import base64
import itertools
import shutil
import tempfile
from functools import partial
from pathlib import Path
from random import Random
from typing import Final
from unittest.mock import patch

from playwright.sync_api import Browser, expect, sync_playwright

from tests.browser.conftest import built_page, chromium, why_not_possible
from tests.browser.filmstrips import take_strips
from tests.browser.phones import DESKTOP, LAUNCH, PATIENCE, PHONE, Phone, Phones
from tests.browser.room_strips import take_room_strips
from tests.browser.screens import SCREENS, Stage
from tests.server.running import quick_settings, serving
from touchwood.match.dealer import seed_from_number
from touchwood.server.clocks import WallClock
from touchwood.server.rooms.services import Services

DOCS: Final = Path(__file__).parents[2] / "docs" / "screenshots"
PORT: Final = 8123
QUALITY: Final = 78
SAME_PIXELS: Final = ("--disable-partial-raster", "--disable-skia-runtime-opts")
"""Else the edges of what was drawn again over something differ by a shade from run to run."""
# Whatever is loaded is drawn, and what was touched has had its frames.
STILL: Final = """async () => {
  await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)))
  for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame)
}"""
DEVICES: Final = {
    "phone": {"size": PHONE, "scale": 2, "has_touch": True},
    "desktop": {"size": DESKTOP, "scale": 1, "has_touch": False},
}
LIGHTS: Final = {"light": False, "dark": True}
EVERYWHERE: Final = tuple(itertools.product(DEVICES, LIGHTS))
IN_DOCS: Final = {
    "start": EVERYWHERE,
    "lobby": EVERYWHERE,
    "tag_table": EVERYWHERE,
    "clips_chosen": EVERYWHERE,
    "clips_bid": (("phone", "light"),),
    "clips_over": (("phone", "light"), ("desktop", "light")),
    "clips_review": (("phone", "light"),),
    "tag_card_chosen": (("phone", "light"),),
    "curtain": (("phone", "light"),),
    "big_screen": (("desktop", "light"),),
    "result": (("phone", "light"),),
    "proof": (("phone", "light"),),
    "replay_of_tag": (("phone", "light"),),
    "rules_of_tag": (("phone", "light"),),
    "rules_of_clips": (("phone", "light"),),
    "piles_pointing": EVERYWHERE,
    "piles_layout": (("phone", "light"), ("desktop", "light")),
    "piles_window": (("phone", "light"),),
    "piles_row": (("phone", "light"),),
    "rules_of_piles": (("phone", "light"),),
    "crane_held": EVERYWHERE,
    "crane_calls": EVERYWHERE,
    "crane_bets": (("phone", "light"),),
    "crane_counted": (("phone", "light"), ("desktop", "light")),
    "crane_big_screen": (("desktop", "light"),),
    "rules_of_crane": (("phone", "light"),),
}


def take(phone: Phone, file: Path) -> None:
    """What is to be seen, as a small WebP."""
    phone.page.evaluate("document.fonts.ready")
    phone.page.evaluate("document.activeElement?.blur()")
    if not phone.has_touch:
        phone.page.mouse.move(0, 0)
    phone.page.evaluate(STILL)
    session = phone.context.new_cdp_session(phone.page)
    answer = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    file.write_bytes(base64.b64decode(answer["data"]))
    session.detach()


def take_all(
    browser: Browser, server: str, folder: Path, wanted: dict[str, tuple[tuple[str, str], ...]], dice: Random
) -> None:
    for name, ways in wanted.items():
        for device, light in ways:
            dice.seed(name)
            phones = Phones(browser, server)
            phone = SCREENS[name](Stage(phones, {**DEVICES[device], "is_dark": LIGHTS[light]}))
            file = folder / f"{name.replace('_', '-')}-{device}-{light}.webp"
            take(phone, file)
            print(f"{file.name}: {file.stat().st_size // 1024} KB", flush=True)
            for handed_out in phones.all:
                handed_out.context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=DOCS)
    parser.add_argument("--all", action="store_true", help="every screen, to look through; not for docs/")
    arguments = parser.parse_args()
    reason = why_not_possible()
    if reason is not None:
        raise SystemExit(reason)
    wanted = dict.fromkeys(SCREENS, EVERYWHERE) if arguments.all else IN_DOCS
    arguments.out.mkdir(parents=True, exist_ok=True)
    numbers, dice = itertools.count(1), Random()
    with tempfile.TemporaryDirectory() as data:
        page = Path(data) / "page"
        shutil.copytree(built_page(), page)
        settings = quick_settings(Path(data), clock=WallClock(), port=PORT)
        with (
            patch("touchwood.server.page.page_folder", lambda: page),
            patch("touchwood.server.rooms.registry.new_seed", lambda: seed_from_number(7)),
            patch("touchwood.server.rooms.registry.new_code", lambda: code_of_number(next(numbers))),
            patch("touchwood.server.serve.Services", partial(Services, rng=dice)),
            serving(settings) as server,
            sync_playwright() as playwright,
        ):
            expect.set_options(timeout=PATIENCE)
            browser = playwright.chromium.launch(executable_path=chromium(), args=[*LAUNCH, *SAME_PIXELS])
            take_all(browser, server, arguments.out, wanted, dice)
            take_strips(browser, server, arguments.out)
            take_room_strips(browser, server, arguments.out)
            browser.close()
    whole = sum(file.stat().st_size for file in arguments.out.glob("*.webp"))
    print(f"{arguments.out}: {whole // 1024} KB in all")


def code_of_number(number: int) -> str:
    """WDAAAB, WDAAAC, ...: the codes of tables in pictures."""
    letters = "ABCDEFGHJKMNPQRSTUVWXYZ"
    return "WD" + "".join(letters[number // 23**place % 23] for place in (3, 2, 1, 0))


if __name__ == "__main__":
    main()
