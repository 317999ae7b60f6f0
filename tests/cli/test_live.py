"""A live table from the terminal, as somebody with a braille line plays: by what is written, line by line, alone."""

import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.running import quick_settings, serving
from touchwood.cli import main
from touchwood.cli.seats import HeldSeat, keep_seat
from touchwood.server.clocks import WallClock

DRAWN = re.compile("[\u2190-\u21ff\u2500-\u25ff\x1b\t]|  +\\S+  +")
"""Arrows, boxes, blocks, codes for colours, columns."""
MOST_SECONDS = 60
SHORT_TAG = {"deck": {"T": 3, "A": 3, "G": 2, "TAG": 2, "Gool": 1, "Freeze": 1}, "answer_seconds": 1}
TABLES: dict[str, dict[str, Any]] = {
    "tag": {"bots": ["random", "random"], "options": {**SHORT_TAG, "first": 0}},
    "cant_touch_this": {"bots": ["random"], "options": {"clips_each": 2}},
    "point_a_pile": {"bots": ["random"], "options": {"round_limit": 2, "first": 0}},
    "tactile_crane": {"bots": ["naive"], "options": {"first": 0, "patience": 1}},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(quick_settings(tmp_path_factory.mktemp("live"), clock=WallClock())) as address:
        yield address


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this machine keeps its seats."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def open_table(server: str, game: str, name: str = "Ana", **how: Any) -> tuple[str, HeldSeat]:
    """Its address, and the seat of who opened it."""
    seated = httpx.post(f"{server}/api/tables", json={"game": game, "name": name, **how}, trust_env=False).json()
    return f"{server}/t/{seated['code']}", HeldSeat(seated["table"], seated["token"])


def at_terminal(address: str, answer: Callable[[str], str | None], *more: str) -> list[str]:
    """Whoever sits there reads a line and types what it calls for; all lines."""
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "touchwood", "play", address, *more],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
        env={**os.environ, "NO_PROXY": "*", "PYTHONIOENCODING": "utf-8"},
    ) as table:  # fmt: skip
        assert table.stdin is not None
        assert table.stdout is not None
        # Whoever waits for ever is ended, and the test fails by what was said until then.
        patience = threading.Timer(MOST_SECONDS, table.kill)
        patience.start()
        lines = []
        for line in table.stdout:
            lines.append(line.rstrip("\n"))
            typed = answer(lines[-1])
            if typed is not None and table.poll() is None:
                table.stdin.write(f"{typed}\n")
                table.stdin.flush()
        patience.cancel()
    assert table.returncode == 0, "\n".join(lines[-20:])
    return lines


def by_numbers(line: str) -> str | None:
    """The first of everything that is offered; what is whole is done."""
    example = re.match(r"\d+ moves. Type one, such as (.+), or moves", line)
    if example:
        return example[1]
    if re.match("1 [A-Z]", line):
        return "1"
    return {"What comes next? done: it is whole. back: one step back.": "done", OVER: "quit"}.get(line)


OVER = "Type again to play again, or quit."


@pytest.mark.parametrize("game", TABLES)
def test_a_whole_match_of_every_game_is_played_by_what_is_written(server: str, home: Path, game: str) -> None:
    address, seat = open_table(server, game, **TABLES[game])
    keep_seat(address, seat)

    def answer(line: str) -> str | None:
        return "start" if line.endswith("Type start to begin.") else by_numbers(line)

    lines = at_terminal(address, answer, "--plain")
    assert OVER in lines, lines[-20:]
    assert sum(bool(re.search(r": -?\d+ points?", line)) for line in lines) >= len(TABLES[game]["bots"]) + 1
    assert not [line for line in lines if DRAWN.search(line)]
    assert not [line for line in lines if re.search(r"[{}\[\]_]|None|Traceback|no such move|not a move", line)]


def test_whoever_has_the_link_joins_and_comes_back_to_the_same_seat(server: str, home: Path) -> None:
    address, _ = open_table(server, "tag", bots=[], options={**SHORT_TAG, "first": 1})
    began = "At the table: Ana, you. The match begins when Ana starts it."

    lines = at_terminal(address.replace("/t/", "/#/t/"), {began: "quit"}.get, "--plain", "--name", "Bo")
    assert "You sit down." in lines
    assert lines[-1].endswith(f"touchwood play {address}")
    assert oct((home / "touchwood" / "seats.json").stat().st_mode)[-3:] == "600"

    lines = at_terminal(address, {began: "talk hello", "You: hello": "stand up"}.get, "--plain")
    assert lines[-1] == "This seat is no longer yours, or the table is gone."
    shown = httpx.get(f"{server}/api/tables/{address[-6:]}", trust_env=False).json()
    assert shown["seats"] == 1


def test_at_any_time_letters_tell_where_one_stands(server: str, home: Path) -> None:
    address, seat = open_table(server, "tag", bots=["random"], options={"first": 0})
    keep_seat(address, seat)
    wishes = ["q", "m", "t", "p", "l", "more", "help", "yes", "nonsense", "99", "gool", "talk hello"]

    def answer(line: str) -> str | None:
        if line.endswith("Type start to begin."):
            return "start"
        if re.match("1 [A-Z]", line):
            return "\n".join(wishes)
        return {"You: hello": "quit"}.get(line)

    lines = at_terminal(address, answer, "--plain")
    told = lines[lines.index("Points: 0") :]
    assert lines.count("Play or discard a card.") == 2
    for line in (
        *("Deck: 64", "You: Points 0", "Random: Points 0", "Nothing to tell.", "  q         what is asked now"),
        *("Nothing is asked that yes or no would answer.", "You: hello"),
    ):
        assert line in told, line
    assert any(line.startswith("You draw") for line in told), "what happened last"
    assert any("is not a move" in line for line in told)
    assert any(line.startswith("There is no such move") for line in told)
    assert any(line.endswith("(3.3)") or "Gool" in line for line in told), "why not, with the rule"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["http://host/elsewhere"], "is not the address of a table"),
        (["http://127.0.0.1:9/t/KQRTMB"], "Nobody answers at http://127.0.0.1:9"),
        (["http://127.0.0.1:9/t/KQRTMB", "--seats", "human"], "A live table has its game"),
    ],
)
def test_what_is_no_table_is_said_in_one_line(
    arguments: list[str], told: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", *arguments]) == 2
    shown = capsys.readouterr().err
    assert told in shown
    assert shown.count("\n") == 1


def test_a_code_that_does_not_exist_is_answered_in_the_servers_own_words(
    server: str, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", f"{server}/t/QQQQQQ"]) == 2
    assert capsys.readouterr().err == "touchwood: There is no such table.\n"
