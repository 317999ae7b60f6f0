"""ARCHITECTURE.md tells which files a tap goes through, by which functions and in which order: here one is followed."""

import asyncio
import re
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import touchwood
from tests.server.running import quick_settings, serving
from tests.server.wire import seat_all

SOURCES = Path(touchwood.__file__).parent
ROOT = Path(__file__).parents[2]
WAY = (ROOT / "ARCHITECTURE.md").read_text().split("### A tap, through the server")[1].split("\n## ")[0]


class Follower:
    """Notes which functions are entered first, in every thread that is started while it is set."""

    def __init__(self) -> None:
        self.is_noting = False
        self.entered: dict[tuple[str, str], None] = {}
        """File and function, in the order of their first calls."""

    def __call__(self, frame: FrameType, event: str, _: Any) -> None:
        if self.is_noting and event == "call" and frame.f_code.co_filename.startswith(f"{SOURCES}/"):
            file = str(Path(frame.f_code.co_filename).relative_to(SOURCES))
            self.entered[file, frame.f_code.co_name] = None


async def tap(address: str, follower: Follower) -> None:
    """Up to the answer, and to what the other player hears of it."""
    ana, bo = await seat_all(address, "tag", ["Ana", "Bo"], options={"first": 0})
    await ana.do("Start")
    await ana.until(lambda client: client.is_asked)
    heard, action = bo.seq, ana.situation["legal"][0]["action"]
    follower.is_noting = True
    await ana.do("Act", decision=ana.situation["decision"], action=action)
    await bo.until(lambda client: client.seq > heard)
    follower.is_noting = False
    await asyncio.gather(ana.close(), bo.close())


def test_a_tap_goes_the_way_that_the_architecture_tells(tmp_path: Path) -> None:
    follower = Follower()
    threading.setprofile(follower)
    try:
        with serving(quick_settings(tmp_path)) as address:
            threading.setprofile(None)
            asyncio.run(tap(address, follower))
    finally:
        threading.setprofile(None)
    told = re.findall(r"^\| `([\w/]+\.py)` \| `(\w+)` \|", WAY, flags=re.MULTILINE)
    assert [place for place in follower.entered if place in told] == told
    assert ("server/table/play.py", "decode_action") not in follower.entered, "a move is read once"
    rows = {file for file, _ in told}
    assert len(rows) == len(told), "each file once"
    passed = {file for file, _ in follower.entered if file.startswith(("server/", "match/"))}
    in_brackets = re.findall(r"`(\w+\.py)`", WAY)
    assert sorted(in_brackets) == sorted(Path(file).name for file in passed - rows)
