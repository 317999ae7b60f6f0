"""Win from here: puzzles by wish, the puzzle of the day, the rush, and what a device keeps as a file. By touch."""

import json
import re
from datetime import date
from pathlib import Path

from msgspec.structs import replace
from playwright.sync_api import expect

from tests.browser.moments import HELD
from tests.browser.phones import Phone, Phones, again_until, attribute
from tests.browser.playing_clips import depths, set_button
from touchwood.games.cant_touch_this.make_puzzles import kept_by
from touchwood.games.cant_touch_this.puzzles import BOOK
from touchwood.games.cant_touch_this.rules.clips import Clip
from touchwood.games.cant_touch_this.rules.legality import legal_clips
from touchwood.games.cant_touch_this.state import Placed

GAME = "cant_touch_this"
KEPT = {"solved": {}, "row": 3, "bestRow": 7, "rush": {"best": 12, "runs": 2}, "days": [], "counted": []}
DAY = date(2026, 11, 18)
"""Its puzzle ends with as many points each, which is told besides who has won."""
EDGES = {"N": "Top", "E": "Right", "S": "Bottom", "W": "Left"}


def puzzle_on(phone: Phone) -> str:
    """The name of the puzzle that is to be solved now."""
    expect(set_button(phone)).to_be_visible()
    return attribute(phone.page.locator("[data-puzzle]"), "data-puzzle") or ""


def place(phone: Phone, clip: Clip) -> None:
    edge, line, depth = clip
    at = re.compile(rf"^{EDGES[edge]} edge, (column|row) {line + 1}$")
    phone.tap(phone.page.get_by_role("button", name=at))
    phone.tap(depths(phone).nth(depth - 1))
    phone.tap(set_button(phone))


def right_clip(name: str) -> Clip:
    puzzle = BOOK.named(name)
    assert puzzle is not None
    clip: Clip = puzzle.keeps[0].clip
    return clip


def wrong_clip(name: str) -> Clip:
    puzzle = BOOK.named(name)
    assert puzzle is not None
    keeps = {each.clip for each in puzzle.keeps}
    return next(clip for clip in legal_clips(puzzle.state) if clip not in keeps)


def placed_on(phone: Phone) -> tuple[Placed, ...]:
    view = phone.situation()["view"]
    return tuple(Placed(each["seat"], Clip(*each["clip"])) for each in view["placed"])


def test_a_puzzle_is_two_taps_from_the_start_and_says_whether_the_win_is_kept(phones: Phones) -> None:
    phone = phones.new("Ana")
    phone.context.add_init_script(HELD)
    phone.go()
    phone.tap(phone.page.get_by_role("link", name="Win from here: puzzles"))
    phone.tap(phone.page.get_by_role("link", name=re.compile("^Easy")))
    first = puzzle_on(phone)
    place(phone, right_clip(first))
    expect(phone.page.locator("footer").get_by_text("Right: the win is kept.")).to_be_visible()
    again_until(lambda: phone.page.evaluate("said.includes('Right: the win is kept.')"), lambda: None)

    phone.tap("Next")
    second = puzzle_on(phone)
    assert second != first
    place(phone, wrong_clip(second))
    told = phone.page.locator("footer").get_by_text(re.compile("^That gives the win away. It is kept by: "))
    expect(told).to_be_visible()
    edge, line, depth = right_clip(second)
    expect(told).to_contain_text(
        re.compile(rf"{EDGES[edge]} edge, (column|row) {line + 1}, {depth} deep", re.IGNORECASE)
    )
    keeps = BOOK.named(second).keeps  # type: ignore[union-attr] # it is shown, so it is there
    expect(phone.page.locator(".wire.ghost")).to_have_count(len(keeps))

    phone.tap("Back")
    expect(phone.page.get_by_role("link", name=re.compile("^Easy"))).to_contain_text("1 of 200 solved")
    # A link to one puzzle leads to it.
    phone.go(f"/#/puzzles/{GAME}/{second}")
    assert puzzle_on(phone) == second


def test_the_puzzle_of_the_day_is_played_out_and_won_by_the_right_clips_alone(phones: Phones) -> None:
    phone = phones.new("Ana").live_on(DAY).go(f"/#/puzzles/{GAME}")
    days_puzzle = phone.page.get_by_role("region", name=re.compile("^Puzzle of "))
    phone.tap(days_puzzle.get_by_role("button", name="Play it out"))
    puzzle = BOOK.named(f"day-{DAY}")
    assert puzzle is not None

    def keep_the_win() -> None:
        if phone.is_asked_and_settled():
            place(phone, kept_by(replace(puzzle.state, placed=placed_on(phone)))[0])

    again_until(lambda: phone.is_over, keep_the_win)
    sheet = phone.sheet("The end")
    expect(sheet.get_by_text("You kept the win").first).to_be_visible()
    # One verdict is enough.
    expect(sheet.get_by_role("heading", name="You win")).to_have_count(0)
    expect(sheet.get_by_text("1 day in a row").first).to_be_visible()
    phone.tap("More puzzles")
    expect(days_puzzle.get_by_text("You kept the win.")).to_be_visible()
    expect(days_puzzle.get_by_role("button", name="Play it again")).to_be_visible()


def test_a_rush_ends_with_the_third_mistake_or_with_the_time_and_the_best_is_kept(phones: Phones) -> None:
    phone = phones.new("Ana")
    phone.page.clock.install()
    phone.go(f"/#/puzzles/{GAME}/rush")
    phone.tap("Start")
    expect(phone.page.get_by_role("timer")).to_have_text(re.compile(r"^[23]:\d\d$"))
    place(phone, right_clip(puzzle_on(phone)))
    expect(phone.page.get_by_role("img", name="1 right")).to_be_visible()
    for mistakes in range(1, 4):
        place(phone, wrong_clip(puzzle_on(phone)))
        expect(phone.page.get_by_role("img", name=f"{mistakes} of 3 mistakes")).to_be_visible()
        stood = phone.page.get_by_role("timer").inner_text()
        phone.page.clock.run_for(5_000)
        assert phone.page.get_by_role("timer").inner_text() == stood, "who looks at a mistake loses no time"
        phone.tap("Next" if mistakes < 3 else "See how it went")
    expect(phone.page.get_by_role("heading", name="That was the third mistake.")).to_be_visible()
    expect(phone.text("That is your best.")).to_be_visible()

    phone.tap("Once more")
    expect(set_button(phone)).to_be_visible()
    phone.page.clock.run_for(181_000)
    expect(phone.page.get_by_role("heading", name="Time is up.")).to_be_visible()
    expect(phone.text("Your best: 1")).to_be_visible()
    assert json.loads(phone.page.evaluate("localStorage['touchwood.puzzles']"))["rush"] == {"best": 1, "runs": 2}


def test_what_a_device_keeps_is_saved_as_a_file_and_brought_back(phones: Phones, tmp_path: Path) -> None:
    old, new = phones.new("Ana").go(), phones.new("Bo").go()
    old.page.evaluate("(kept) => (localStorage['touchwood.puzzles'] = JSON.stringify(kept))", KEPT)
    old.tap("Settings")
    with old.page.expect_download() as saving:
        old.tap("Save as a file")
    file = tmp_path / "kept.json"
    saving.value.save_as(file)
    assert json.loads(file.read_text())["kept"]["puzzles"]["rush"]["best"] == 12
    broken = tmp_path / "broken.json"
    broken.write_text(file.read_text().replace('"bestRow": 7', '"bestRow": "7"'))

    new.tap("Settings")
    chooser = new.page.locator("input[type=file]")
    chooser.set_input_files(broken)
    expect(new.sheet("Settings").get_by_text("broken.json is damaged. Nothing has changed.").first).to_be_visible()
    assert new.page.evaluate("localStorage['touchwood.puzzles'] ?? null") is None
    chooser.set_input_files(file)
    expect(new.sheet("Settings").get_by_text("It is all here again.").first).to_be_visible()
    expect(new.page.get_by_label("Your name")).to_have_value("Ana")
    new.close_sheet()
    new.tap(new.page.get_by_role("link", name="Win from here: puzzles"))
    expect(new.page.get_by_role("link", name=re.compile("^Rush"))).to_contain_text("Your best: 12")
