"""A live table from the terminal, as somebody with a braille line plays: by what is written, line by line, alone."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from tests.browser.wired import played
from tests.server import luck
from tests.server.running import KillableServer, quick_settings, serving
from touchwood.cli import main
from touchwood.cli.seats import HeldSeat, save_seat
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
    with luck.dealt_by_name(), serving(quick_settings(tmp_path_factory.mktemp("live"), clock=WallClock())) as address:
        yield address


@pytest.fixture(autouse=True)
def luck_of_its_own(request: pytest.FixtureRequest) -> None:
    luck.begin(request.node.name)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this machine keeps its seats."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def open_table(server: str, game: str, name: str = "Ana", **how: Any) -> tuple[str, HeldSeat]:
    """Its address, and the seat of who opened it."""
    seated = httpx.post(f"{server}/api/tables", json={"game": game, "name": name, **how}, trust_env=False).json()
    return f"{server}/t/{seated['code']}", HeldSeat(seated["table"], seated["token"])


def at_terminal(
    address: str, answer: Callable[[str], str | None], *more: str, env: dict[str, str] | None = None
) -> list[str]:
    """Whoever sits there reads a line and types what it calls for; all lines."""
    with subprocess.Popen(
        [sys.executable, "-u", "-m", "touchwood", "play", address, *more],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, encoding="utf-8",
        env={**os.environ, "NO_PROXY": "*", "PYTHONIOENCODING": "utf-8", **(env or {})},
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
    save_seat(address, seat)

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
    save_seat(address, seat)
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


# -- What is asked of the people at the table, and what becomes of a lost connection ----------------------------------


class Screenplay:
    """What is typed, each when a line calls for it: in this order, each once."""

    def __init__(self, *cues: tuple[str, str | Callable[[], None]]) -> None:
        self.cues = [*cues]

    def __call__(self, line: str) -> str | None:
        if not self.cues or not re.search(self.cues[0][0], line):
            return None
        _, reply = self.cues.pop(0)
        if isinstance(reply, str):
            return reply
        reply()
        return None


class Beside:
    """Somebody else at the table, by wire."""

    def __init__(self, server: str, seat: HeldSeat) -> None:
        self.socket = ExitStack().enter_context(connect(f"{server.replace('http', 'ws', 1)}/socket", proxy=None))
        self.socket.send(json.dumps({"type": "Hello", "table": seat.table, "token": seat.token, "seen": None}))
        self.received: list[dict[str, Any]] = []
        self.until(lambda: "Welcome" in self.kinds)

    @property
    def kinds(self) -> list[str]:
        return [each["type"] for each in self.received]

    def until(self, holds: Callable[[], Any]) -> None:
        while not holds():
            self.received.append(json.loads(self.socket.recv(timeout=MOST_SECONDS)))

    def newest(self, part: str) -> Any:
        return next(each[part] for each in reversed(self.received) if each.get(part) is not None)

    def say(self, kind: str, **fields: Any) -> None:
        """And wait for its answer."""
        number = f"{kind}{len(self.received)}"
        self.socket.send(json.dumps({"type": kind, "id": number, **fields}))
        self.until(lambda: any(each.get("id") == number for each in self.received))
        assert self.received[-1]["type"] == "Accepted" or "Accepted" in self.kinds, self.received[-1]


def sit(server: str, address: str, name: str) -> HeldSeat:
    code = address.rpartition("/")[2]
    seated = httpx.post(f"{server}/api/tables/{code}/join", json={"name": name}, trust_env=False).json()
    return HeldSeat(seated["table"], seated["token"])


def test_a_lost_connection_is_told_comes_back_by_itself_and_the_question_is_asked_again(
    home: Path, tmp_path: Path
) -> None:
    with KillableServer(tmp_path / "data") as server:
        address, seat = open_table(server.address, "tag", bots=["random"], options={"first": 0})
        save_seat(address, seat)
        lines = at_terminal(
            address,
            Screenplay(
                ("Type start to begin", "start"),
                ("^1 [A-Z]", server.kill),
                ("The connection is lost", "1"),
                ("that was not sent", server.start),
                ("The connection is back", "m"),
                ("^1 [A-Z]", "quit"),
            ),
            "--plain",
        )
    after = lines[lines.index("The connection is back.") :]
    before = lines[: lines.index("The connection is lost. Trying to come back.")]
    assert lines.count("The connection is lost. Trying to come back.") == 1
    assert "There is no connection now: that was not sent." in lines
    question = next(line for line in before if line.startswith("Play or discard"))
    assert question in after, "asked again"
    assert not [line for line in after if line.startswith("You draw")], "what was heard is not told again"


def test_play_again_takes_the_terminal_along_to_the_next_table(server: str, home: Path) -> None:
    address, seat = open_table(server, "cant_touch_this", bots=["random"], options={"clips_each": 1})
    save_seat(address, seat)

    def answer(line: str) -> str | None:
        if line.startswith("On to the next table"):
            overs.append(line)
        if overs:
            return {True: "quit"}.get(line.startswith("At the table:"))
        if line == OVER:
            return "again"
        return "start" if line.endswith("Type start to begin.") else by_numbers(line)

    overs: list[str] = []
    lines = at_terminal(address, answer, "--plain")
    following = overs[0].rpartition(" ")[2]
    assert following != address
    assert lines[-1].endswith(f"touchwood play {following}")
    assert not [line for line in lines if "lost" in line], "going on is no lost connection"
    # Both addresses lead there.
    for known in (address, following):
        lines = at_terminal(known, Screenplay(("At the table: ", "quit")), "--plain")
        assert lines[-1].endswith(f"touchwood play {known}")


@pytest.mark.parametrize(("typed", "comes"), [("yes", True), ("no", False)])
def test_whoever_is_asked_to_play_on_comes_along_even_to_another_game_or_does_not(
    server: str, home: Path, typed: str, comes: bool
) -> None:
    over = played(server, "cant_touch_this", ("Ana", "Bo"), options={"clips_each": 1})
    address = f"{server}/t/{over.code}"
    (_, one), (_, other) = over.seats
    save_seat(address, HeldSeat(other.table, other.token))
    ana = Beside(server, HeldSeat(one.table, one.token))
    lines = at_terminal(
        address,
        Screenplay(
            (f"^{re.escape(OVER)}$", lambda: ana.say("Rematch", game="tag")),
            ("^The group plays on", typed if comes else f"{typed}\nyes"),
            ("^At the table: Ana, you" if comes else "^Nothing is asked", "quit"),
        ),
        "--plain",
    )
    following = ana.newest("table")["next_table"]
    assert ("On to the next table: " + f"{server}/t/{following['code']}" in lines) == comes
    shown = httpx.get(f"{server}/api/tables/{following['code']}", trust_env=False).json()
    assert shown["game"] == "tag"
    assert shown["seats"] == (2 if comes else 1)


@pytest.mark.parametrize(("typed", "back"), [("yes", True), ("no", False)])
def test_a_take_back_is_voted_on(server: str, home: Path, typed: str, back: bool) -> None:
    address, seat = open_table(server, "cant_touch_this", bots=[], options={"first": 0})
    other = sit(server, address, "Bo")
    save_seat(address, other)
    ana = Beside(server, seat)
    ana.say("Start")
    now = ana.newest("situation")
    ana.say("Act", decision=now["decision"], action=now["legal"][0]["action"])
    told = {True: "takes back|took back|is taken back", False: "no"}[back]

    def ask_back() -> None:
        ana.until(lambda: ana.newest("situation")["asked"])
        ana.say("TakeBack")

    lines = at_terminal(
        address,
        Screenplay(
            (r"^1 [A-Z]|^\d+ moves\.", "1"),
            ("^You ", ask_back),
            ("asks to take back a choice. yes or no", typed),
            (told, "yes"),
            ("Nothing is asked that yes or no", "quit"),
        ),
        "--plain",
    )
    assert lines[-1].startswith("The seat stays yours")


@pytest.mark.parametrize(("typed", "sees"), [("yes", "^You are dealt"), ("no", "You were not let in this time.")])
def test_a_guest_comes_late_by_the_terminal_and_the_terminal_lets_in(
    server: str, home: Path, typed: str, sees: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Two terminals: the host's answers, the guest's waits. Bo lets everybody in."""
    address, seat = open_table(server, "tag", bots=["random"], options={"first": 0})
    save_seat(address, seat)
    bo = Beside(server, sit(server, address, "Bo"))
    guests: list[list[str]] = []
    elsewhere = {"XDG_DATA_HOME": str(tmp_path_factory.mktemp("guest"))}
    waits = threading.Event()
    answer = Screenplay(("are asked to let you in", waits.set), ("^Type help", "quit"))
    coming = threading.Thread(
        target=lambda: guests.append(at_terminal(address, answer, "--plain", "--name", "Zoe", env=elsewhere))
    )

    def let_in() -> None:
        assert waits.wait(MOST_SECONDS)
        bo.until(lambda: bo.newest("table")["guest"] is not None)
        bo.say("AnswerGuest", request=bo.newest("table")["guest"]["request"], lets_in=True)

    at_terminal(
        address,
        Screenplay(
            ("Type start to begin", "start"),
            ("^1 [A-Z]", coming.start),
            ("Zoe asks for", let_in),
            ("Zoe asks to join. yes or no", typed),
            ("Zoe", "quit"),
        ),
        "--plain",
    )
    coming.join()
    assert "The people at the table are asked to let you in." in guests[0]
    assert any(re.search(sees, line) for line in guests[0]), guests[0]


def test_in_the_memory_variant_nothing_to_be_remembered_is_told_again(server: str, home: Path) -> None:
    options = {"round_limit": 2, "first": 0, "memory": True}
    address, seat = open_table(server, "point_a_pile", bots=["random"], options=options)
    save_seat(address, seat)
    asked: list[str] = []

    def answer(line: str) -> str | None:
        if line.endswith("Type start to begin."):
            return "start"
        if line.startswith("1 ") and not asked:
            asked.append(line)
            return "log\nlog\n1"
        if line == OVER:
            return "quit"
        return by_numbers(line)

    lines = at_terminal(address, answer, "--plain")
    drawn = [line for line in lines if line.startswith("You draw")]
    assert drawn
    assert len(drawn) == len(set(drawn)), "a card that was drawn is told once"
    assert "(to be remembered)" in lines
