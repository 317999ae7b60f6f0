"""A seat at a live table, in the terminal: `touchwood play http://host/t/CODE`.

What comes from the server and what is typed wait in one queue, and one loop takes them in turn:

    a thread that reads the socket ──┐
                                     ├──► queue ──► LiveTable.take ──► lines on the terminal, messages to the server
    a thread that reads the terminal ┘

It knows no rules and asks for none: moves are those the server offers or the game's codec reads, and what is refused
comes with its reason.
"""

import getpass
import json
import queue
import re
import secrets
import sys
import threading
import uuid
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, TypeAlias
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from touchwood.cli.seats import HeldSeat, forget_seat, keep_seat, recall_seat
from touchwood.cli.telling import Telling
from touchwood.core.reading import name_builder, name_choice
from touchwood.core.refusals import InputError
from touchwood.core.seats import SPECTATOR, Seat
from touchwood.core.words import Words
from touchwood.games.discovery import find_game
from touchwood.server.protocol import Close
from touchwood.server.sentences import catalogues

_ADDRESS: Final = re.compile(r"(https?://[^/#]+)/(?:#/)?t/([A-Za-z]{5,6})/?")
_GONE: Final = frozenset(
    close.value for close in (Close.UNKNOWN, Close.KICKED, Close.BROKEN, Close.TURNED_AWAY, Close.OTHER_PHONE)
)
"""Closed like this, coming back does not help."""
_LONGEST_NAME: Final = 20
_LATEST: Final = 3
"""So many events are what happened last."""
_PAUSES: Final = (0.5, 1, 2, 4, 8)
"""Seconds between attempts to come back; the last for all that follow."""
Message: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Typed:
    text: str | None
    """None: the input has ended."""


@dataclass(frozen=True)
class Received:
    message: Message


@dataclass(frozen=True)
class LineLost:
    code: int | None


Incoming: TypeAlias = Typed | Received | LineLost


def sit_down(address: str, name: str | None, language: str, *, is_plain: bool) -> int:
    """Join, or come back to the seat that is held here, and play until the end of the match or of the input."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise InputError("no_table_address", address=address)
    server, code = found[1], found[2].upper()
    game = find_game(_ask(f"{server}/api/tables/{code}", None, language)["game"])
    here = f"{server}/t/{code}"
    held = recall_seat(here)
    seat = held or _join(server, code, name or _own_name(), language)
    keep_seat(here, seat)
    inbox: queue.Queue[Incoming] = queue.Queue()
    table = LiveTable(here, Telling.of(game, is_plain=is_plain), language, Line(server, seat, language, inbox))
    table.is_new_here = held is None
    threading.Thread(target=_read_typed, args=(inbox,), daemon=True).start()
    try:
        table.run(inbox)
    except KeyboardInterrupt:
        table.say("live_bye", address=here)
    return 0


def _join(server: str, code: str, name: str, language: str) -> HeldSeat:
    seated = _ask(f"{server}/api/tables/{code}/join", {"name": name}, language)
    return HeldSeat(seated["table"], seated["token"])


def _own_name() -> str:
    return getpass.getuser().capitalize()[:_LONGEST_NAME]


def _ask(url: str, body: Message | None, language: str) -> Message:
    data = None if body is None else json.dumps(body).encode()
    request = Request(url, data, {"Content-Type": "application/json", "Accept-Language": language})
    try:
        with urlopen(request, timeout=30) as answer:
            answered: Message = json.load(answer)
    except HTTPError as error:
        raise InputError("server_says", sentence=_sentence(error)) from None
    except (URLError, TimeoutError, ValueError) as error:
        raise InputError("server_unreachable", server=url.split("/api/")[0], reason=str(error)) from None
    return answered


def _sentence(error: HTTPError) -> str:
    """Every no of a server comes with its reason; something in between may say less."""
    try:
        return str(json.load(error)["sentence"])
    except (ValueError, KeyError, TypeError):
        return str(error)


def _read_typed(inbox: "queue.Queue[Incoming]") -> None:
    for line in sys.stdin:
        inbox.put(Typed(line.strip()))
    inbox.put(Typed(None))


# -- The line ---------------------------------------------------------------------------------------------------------
@dataclass
class Line:
    """A connection that comes back; what it hears is put into the inbox."""

    server: str
    seat: HeldSeat
    language: str
    inbox: "queue.Queue[Incoming]"
    seen: int | None = None
    """The number of the last event heard."""
    _socket: ClientConnection | None = None

    def open(self) -> bool:
        """Connect and say hello; False: nobody answers now."""
        try:
            self._socket = connect(self.server.replace("http", "ws", 1) + "/socket", max_size=None)
        except (OSError, TimeoutError):
            return False
        hello = {"table": self.seat.table, "token": self.seat.token, "seen": self.seen, "language": self.language}
        self._socket.send(json.dumps({"type": "Hello", **hello}))
        threading.Thread(target=self._hear, args=(self._socket,), daemon=True).start()
        return True

    def send(self, kind: str, **fields: Any) -> None:
        """What is lost with the line is not sent again: whoever typed it is told that the line was lost."""
        if self._socket is not None:
            with suppress(ConnectionClosed):
                self._socket.send(json.dumps({"type": kind, "id": uuid.uuid4().hex, **fields}))

    def move_to(self, table: str) -> None:
        """On to another table of the same group, where the same token is good."""
        self.seat, self.seen = HeldSeat(table, self.seat.token), None
        if self._socket is not None:
            self._socket.close()

    def _hear(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            for text in socket:
                self.inbox.put(Received(json.loads(text)))
        self.inbox.put(LineLost(socket.close_code))


# -- The table --------------------------------------------------------------------------------------------------------
@dataclass
class Building:
    """A composite action, as far as it is built."""

    builder: str
    parts: list[int] = field(default_factory=list)
    choices: list[Message] = field(default_factory=list)
    action: Any = None


class LiveTable:
    """What one seat hears and types."""

    def __init__(self, address: str, telling: Telling, language: str, line: Line) -> None:
        self.address = address
        self.telling = telling
        self.game = telling.game
        self.line = line
        self.words = Words(catalogues(self.game.name, language), language=language)
        self.you: int | None = None
        self.table: Message = {}
        self.situation: Message | None = None
        self.view: Any = None
        self.log: list[str] = []
        self.building: Building | None = None
        self.is_leaving = False
        self.is_new_here = True
        """The seat has not been at this table before."""
        self._asked = 0
        """The newest decision that was told."""
        self._could_act = False
        self._was_over = False
        self._is_lost = False
        self._was_host: bool | None = None
        self._told_request: tuple[str, int] | None = None
        self._answers: dict[str, Callable[[], None]] = {
            "moves": lambda: self._list(are_wanted=True),
            "log": lambda: self._tell_again(len(self.log)),
            "l": lambda: self._tell_again(_LATEST),
            "back": self._back,
            "done": self._done,
            "start": lambda: self.line.send("Start"),
            "yes": lambda: self._answer(is_yes=True),
            "no": lambda: self._answer(is_yes=False),
            "again": self._again,
            "stand up": self._stand_up,
            "quit": self._quit,
            "exit": self._quit,
            "help": lambda: self.say("live_help"),
            "?": lambda: self.say("live_help"),
        }

    def run(self, inbox: "queue.Queue[Incoming]") -> None:
        """Until the seat is left or the input ends; a lost line is opened again, over and over."""
        attempts, is_open = 0, self.line.open()
        while not self.is_leaving:
            try:
                came = inbox.get(timeout=None if is_open else _PAUSES[min(attempts, len(_PAUSES) - 1)])
            except queue.Empty:
                is_open, attempts = self.line.open(), attempts + 1
                continue
            if isinstance(came, LineLost):
                is_open, attempts = False, 0
                self._lost(came.code)
            elif isinstance(came, Typed):
                self._typed(came.text)
            else:
                self._received(came.message)

    def say(self, label: str, **facts: Any) -> None:
        self.telling.line(self.words.label(label, **facts))

    # -- What is heard ----------------------------------------------------------------------------------------------
    def _received(self, message: Message) -> None:
        match message["type"]:
            case "Welcome" | "Update":
                self._news(message)
            case "Waiting":
                self.say("live_waiting")
            case "Choices" if self.building is not None:
                self._offered(self.building, message)
            case "Refused":
                self._refused(message)
            case "Announced":
                self.telling.line(message["text"])

    def _news(self, message: Message) -> None:
        is_first = not self.table
        if self._is_lost:
            self._is_lost = False
            self.say("live_back")
        self.you = message["you"]
        self.table = message["table"] or self.table
        names = tuple(seat["name"] for seat in self.table["seats"])
        self.words = replace(self.words, names=names, listener=SPECTATOR if self.you is None else Seat(self.you))
        if message["situation"] is not None:
            self.situation = message["situation"]
            self.view = msgspec.convert(self.situation["view"], self.game.view_type)
            self.words = self.telling.words_for(self.words, self.view)
        for event in message["events"]:
            self.line.seen = event["k"]
            self._tell(event)
        if is_first:
            self.say("live_hint")
        if message["table"] is not None:
            self._table_changed(is_first=is_first)
        self._ask()

    def _tell(self, event: Message) -> None:
        if event["type"] == "GameEvent":
            sentence = self.words.event(msgspec.convert(event["event"], self.game.event_type))
        else:
            sentence = self.words.found("table_events", event["type"], event) or ""
        if sentence:
            self.log.append(sentence)
            self.telling.event(sentence)

    def _table_changed(self, *, is_first: bool) -> None:
        """Who sits there, before the match; what the table asks of the people at it."""
        is_host = self.table["host"] == self.you
        if self.table["phase"] == "lobby" and (is_first or is_host != self._was_host):
            seats = tuple(range(len(self.table["seats"])))
            self.say("live_lobby_yours" if is_host else "live_lobby", seats=seats, host=self.table["host"])
        self._was_host = is_host
        if self.is_new_here and self.table["phase"] == "lobby":
            self.is_new_here = False
            # A device's own share in the deal, so that nobody could have known the cards.
            self.line.send("AddEntropy", entropy=secrets.token_hex(32))
        request = self._request()
        if request is not None and request != self._told_request:
            shown = self.table[request[0]]
            if request[0] == "take_back":
                self.say("live_asks_back", seat=shown["seat"])
            else:
                self.say("live_asks_in", name=shown["name"])
        self._told_request = request
        if self.table["next_table"] is not None:
            self.say("live_next")

    def _request(self) -> tuple[str, int] | None:
        """What the people at the table are asked and this one has not answered."""
        for kind in ("take_back", "guest"):
            shown = self.table.get(kind)
            if shown is not None and self.you not in (*shown["consented"], shown["seat"]):
                return kind, shown["request"]
        return None

    def _ask(self) -> None:
        """The question, once; and that one may act without being asked, once."""
        now = self.situation
        if now is None:
            return
        if now["result"] is not None:
            self._finish(now["result"])
        elif now["asked"] and now["decision"] > self._asked and now["sealed"] is None:
            self._asked = now["decision"]
            self.building = None
            self.telling.table(self.view, self.words, is_asked=True)
            if not now["legal"] and len(now["builders"]) == 1:
                self._build(now["builders"][0])
            else:
                self._list()
        elif now["legal"] and not now["asked"] and not self._could_act:
            self.say("live_may")
        self._could_act = bool(now["legal"]) and not now["asked"]

    def _list(self, *, are_wanted: bool = False) -> None:
        also = [name_builder(builder, self.words) for builder in self.situation["builders"]] if self.situation else []
        self.telling.moves(self._legal(), self.words, also=also, are_wanted=are_wanted)

    def _legal(self) -> list[Any]:
        legal = self.situation["legal"] if self.situation else []
        return [msgspec.convert(each["action"], self.game.action_type) for each in legal]

    def _refused(self, refusal: Message) -> None:
        """A question that has become another one is asked anew by what comes after this."""
        if refusal["code"] != "stale_decision":
            self.telling.line(refusal["sentence"] + (f" ({refusal['rule']})" if refusal["rule"] else ""))

    def _finish(self, result: Message) -> None:
        if self._was_over:
            return
        self._was_over = True
        self.telling.table(self.view, self.words, is_asked=False)
        for seat, (points, share) in enumerate(zip(result["points"], result["shares"], strict=True)):
            code = {"1": "result_wins", "0": "result"}.get(share, "result_shares")
            self.say(code, seat=Seat(seat), points=points)
        self.say("live_over")

    def _lost(self, code: int | None) -> None:
        if code in _GONE:
            forget_seat(self.address)
            self.say("live_gone")
            self.is_leaving = True
        elif self.table and not self._is_lost:
            # On the way to another table there is nothing to tell.
            self._is_lost = True
            self.say("live_lost")

    # -- What is typed ----------------------------------------------------------------------------------------------
    def _typed(self, text: str | None) -> None:
        if text is None:
            self._quit()
        elif text.lower() in self._answers:
            self._answers[text.lower()]()
        elif text.lower().startswith("talk "):
            self.line.send("Talk", text=text[len("talk ") :].strip())
        elif self.view is None or not text:
            return
        elif not self.telling.wish(text.lower(), self.view, self.words, is_asked=self._is_asked()):
            self._play(text)

    def _is_asked(self) -> bool:
        return self.situation is not None and bool(self.situation["asked"])

    def _play(self, text: str) -> None:
        if not text.isdecimal():
            try:
                self._act(msgspec.to_builtins(self.game.codec.parse(text)))
            except InputError as problem:
                self.telling.line(self.words.problem(problem))
        elif self.building is not None:
            self._add(self.building, int(text))
        else:
            self._pick(int(text))

    def _pick(self, number: int) -> None:
        legal, builders = self._legal(), self.situation["builders"] if self.situation else []
        if 1 <= number <= len(legal):
            self._act(msgspec.to_builtins(legal[number - 1]))
        elif 1 <= number - len(legal) <= len(builders):
            self._build(builders[number - len(legal) - 1])
        else:
            self.say("no_such_number", most=len(legal) + len(builders))

    def _act(self, action: Any) -> None:
        if self.situation is not None:
            self.line.send("Act", decision=self.situation["decision"], action=action)

    # -- Composite actions, step by step ----------------------------------------------------------------------------
    def _build(self, builder: str, *parts: int) -> None:
        self.building = Building(builder, [*parts])
        self.line.send("Build", builder=builder, parts=[*parts])

    def _offered(self, building: Building, message: Message) -> None:
        building.choices, building.action = message["choices"], message["action"]
        if len(building.choices) == 1 and building.action is None:
            # What is the only choice is none.
            self._add(building, 1)
            return
        for number, choice in enumerate(building.choices, start=1):
            self.telling.line(f"{number} {name_choice(choice['choice'], choice['text'], self.words)}")
        self.say("live_build" if building.action is None else "live_build_done")

    def _add(self, building: Building, number: int) -> None:
        if not 1 <= number <= len(building.choices):
            self.say("no_such_number", most=len(building.choices))
            return
        self._build(building.builder, *building.parts, building.choices[number - 1]["number"])

    def _done(self) -> None:
        if self.building is not None and self.building.action is not None:
            self._act(self.building.action)

    def _back(self) -> None:
        if self.building is not None and self.building.parts:
            self._build(self.building.builder, *self.building.parts[:-1])
        else:
            self.line.send("TakeBack")

    # -- Everything else --------------------------------------------------------------------------------------------
    def _tell_again(self, count: int) -> None:
        for sentence in self.log[-count:] if count else []:
            self.telling.event(sentence)

    def _answer(self, *, is_yes: bool) -> None:
        request = self._request()
        if request is None:
            self.say("live_nothing_asked")
        elif request[0] == "take_back":
            self.line.send("AnswerTakeBack", request=request[1], consents=is_yes)
        else:
            self.line.send("AnswerGuest", request=request[1], lets_in=is_yes)

    def _again(self) -> None:
        """Ask the others to play again, or come along where they have gone."""
        following = self.table.get("next_table")
        if following is None:
            self.line.send("Rematch")
            return
        self.line.move_to(following["table"])
        keep_seat(self.address, self.line.seat)
        self.is_new_here = True
        self.table, self.situation, self.view, self.building = {}, None, None, None
        self._asked, self._was_over, self._could_act = 0, False, False

    def _stand_up(self) -> None:
        self.line.send("Leave")

    def _quit(self) -> None:
        self.is_leaving = True
        if not self._was_over:
            self.say("live_bye", address=self.address)
