"""A seat at a live table, in the terminal: `touchwood play http://host/t/CODE`.

What comes from the server and what is typed wait in one queue, and one loop takes them in turn:

    a thread that reads the socket ──┐
                                     ├──► queue ──► LiveTable.run ──► lines on the terminal, messages to the server
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
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, TypeAlias
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import msgspec
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.sync.client import ClientConnection, connect

from touchwood.cli.seats import HeldSeat, forget_seat, recall_seat, save_seat
from touchwood.cli.table_printer import TablePrinter
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
    opened: int
    """The connection it came by: the how-manieth that was opened."""


@dataclass(frozen=True)
class ConnectionLost:
    code: int | None
    opened: int


Incoming: TypeAlias = Typed | Received | ConnectionLost


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
    save_seat(here, seat)
    inbox: queue.Queue[Incoming] = queue.Queue()
    connection = LiveConnection(server, seat, language, inbox)
    table = LiveTable(here, TablePrinter.of(game, is_plain=is_plain), language, connection)
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


# -- The connection -------------------------------------------------------------------------------------------------
@dataclass
class LiveConnection:
    """A connection that comes back; what it hears is put into the inbox."""

    server: str
    seat: HeldSeat
    language: str
    inbox: "queue.Queue[Incoming]"
    seen: int | None = None
    """The number of the last event heard."""
    opened: int = 0
    """How often it was opened; what came before is of no interest."""
    _socket: ClientConnection | None = None

    def open(self) -> bool:
        """Connect and say hello; False: nobody answers now."""
        hello = {"table": self.seat.table, "token": self.seat.token, "seen": self.seen, "language": self.language}
        where = self.server.replace("http", "ws", 1) + "/socket"
        try:
            # It is closed by who goes on to another table, by the server, or by the end of the program.
            self._socket = ExitStack().enter_context(connect(where, max_size=None))
            self._socket.send(json.dumps({"type": "Hello", **hello}))
        except (OSError, TimeoutError, WebSocketException):
            # Also while a server is just starting or ending.
            return False
        self.opened += 1
        threading.Thread(target=self._receive, args=(self._socket, self.opened), daemon=True).start()
        return True

    def send(self, kind: str, **fields: Any) -> bool:
        """False: there is none now. What was not sent is not sent later by itself: the table may be another one."""
        if self._socket is None:
            return False
        try:
            self._socket.send(json.dumps({"type": kind, "id": uuid.uuid4().hex, **fields}))
        except ConnectionClosed:
            return False
        return True

    def move_to(self, table: str) -> None:
        """On to another table of the same group, where the same token is good."""
        self.seat, self.seen = HeldSeat(table, self.seat.token), None
        self.opened += 1
        self.inbox.put(ConnectionLost(None, self.opened))
        if self._socket is not None:
            self._socket.close()

    def _receive(self, socket: ClientConnection, opened: int) -> None:
        with suppress(ConnectionClosed):
            for text in socket:
                self.inbox.put(Received(json.loads(text), opened))
        self.inbox.put(ConnectionLost(socket.close_code, opened))


# -- The table --------------------------------------------------------------------------------------------------------
@dataclass
class Building:
    """A composite action, as far as it is built."""

    builder: str
    decision: int
    """What it answers."""
    parts: list[int] = field(default_factory=list)
    choices: list[Message] = field(default_factory=list)
    action: Any = None


@dataclass(frozen=True)
class Logged:
    """What was heard."""

    sentence: str
    is_told_once: bool = False


@dataclass(frozen=True)
class Proposal:
    """What the people at the table are asked, for yes or no."""

    kind: Literal["take_back", "guest", "next_table"]
    number: int | str
    shown: Message = field(compare=False)


class LiveTable:
    """What one seat hears and types."""

    def __init__(self, address: str, printer: TablePrinter, language: str, connection: LiveConnection) -> None:
        self.address = address
        self.language = language
        self.connection = connection
        self.is_leaving = False
        self._is_lost = False
        self._sit_at(printer)
        self._answers: dict[str, Callable[[], None]] = {
            "moves": lambda: self._list(are_wanted=True),
            "log": lambda: self._tell_again(len(self.log)),
            "l": lambda: self._tell_again(_LATEST),
            "back": self._back,
            "done": self._done,
            "start": lambda: self.send("Start"),
            "yes": lambda: self._answer(is_yes=True),
            "no": lambda: self._answer(is_yes=False),
            "again": self._again,
            "stand up": self._stand_up,
            "quit": self._quit,
            "exit": self._quit,
            "help": lambda: self.say("live_help"),
            "?": lambda: self.say("live_help"),
        }

    def _sit_at(self, printer: TablePrinter) -> None:
        """Nothing is known yet of the table."""
        self.printer = printer
        self.game = printer.game
        self.words = Words(catalogues(self.game.name, self.language), language=self.language)
        self.you: int | None = None
        self.table: Message = {}
        self.situation: Message | None = None
        self.view: Any = None
        self.log: list[Logged] = []
        self.building: Building | None = None
        self.is_new_here = True
        """The seat has not been at this table before."""
        self._is_let_in = False
        self._asked = 0
        """The newest decision that was told."""
        self._could_act = False
        self._was_sealed = False
        self._was_over = False
        self._was_host: bool | None = None
        self._told_request: Proposal | None = None
        self._has_declined = False

    def run(self, inbox: "queue.Queue[Incoming]") -> None:
        """Until the seat is left or the input ends; what was lost is opened again, over and over."""
        attempts, is_open = 0, self.connection.open()
        while not self.is_leaving:
            try:
                came = inbox.get(timeout=None if is_open else _PAUSES[min(attempts, len(_PAUSES) - 1)])
            except queue.Empty:
                is_open, attempts = self.connection.open(), attempts + 1
                continue
            if isinstance(came, Typed):
                self._typed(came.text)
            elif came.opened != self.connection.opened:
                continue
            elif isinstance(came, ConnectionLost):
                is_open, attempts = False, 0
                self._lost(came.code)
            else:
                self._received(came.message)

    def say(self, label: str, **facts: Any) -> None:
        self.printer.line(self.words.label(label, **facts))

    def send(self, kind: str, **fields: Any) -> None:
        if not self.connection.send(kind, **fields):
            self.say("live_not_sent")

    # -- What is heard ----------------------------------------------------------------------------------------------
    def _received(self, message: Message) -> None:
        match message["type"]:
            case "Welcome" | "Update":
                self._updated(message)
            case "Waiting":
                self.say("live_waiting")
            case "Choices" if self.building is not None:
                self._offered(self.building, message)
            case "Refused":
                self._refused(message)
            case "Announced":
                self.printer.line(message["text"])

    def _updated(self, message: Message) -> None:
        is_first = not self.table
        is_back, self._is_lost, self._is_let_in = self._is_lost, False, True
        if is_back:
            self.say("live_back")
        self.you = message["you"]
        self.table = message["table"] or self.table
        names = tuple(seat["name"] for seat in self.table["seats"])
        self.words = replace(self.words, names=names, listener=SPECTATOR if self.you is None else Seat(self.you))
        if message["situation"] is not None:
            self.situation = message["situation"]
            self.view = msgspec.convert(self.situation["view"], self.game.view_type)
            self.words = self.printer.words_for(self.words, self.view)
        for event in message["events"]:
            self.connection.seen = event["k"]
            self._tell(event)
        if is_first:
            self.say("live_hint")
        if message["table"] is not None:
            self._table_changed(is_first=is_first)
        if is_back:
            self._ask_again()
        self._ask()

    def _tell(self, event: Message) -> None:
        if event["type"] == "GameEvent":
            happened = msgspec.convert(event["event"], self.game.event_type)
            said = Logged(self.words.event(happened), is_told_once=self._is_told_once(happened))
        else:
            said = Logged(self.words.found("table_events", event["type"], event) or "")
        if said.sentence:
            self.log.append(said)
            self.printer.event(said.sentence)

    def _is_told_once(self, happened: Any) -> bool:
        """Players are to remember it by themselves."""
        is_told_once = self.game.is_told_once
        return is_told_once is not None and self.view is not None and is_told_once(self.view.options, happened)

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
            self.send("AddEntropy", entropy=secrets.token_hex(32))
        following = self.table["next_table"]
        if following is not None and following["asked_by"] == self.you:
            self._come_along(following)
            return
        request = self._request()
        if request is not None and request != self._told_request:
            self._tell_request(request)
        self._told_request = request

    def _tell_request(self, request: Proposal) -> None:
        shown = request.shown
        match request.kind:
            case "take_back":
                self.say("live_asks_back", seat=shown["seat"])
            case "next_table":
                self.say("live_next")
            case _ if not shown["is_own_seat"]:
                self.say("live_asks_in", name=shown["name"])
            case _ if shown["seat"] == self.you:
                self.say("live_asks_whether_you")
            case _:
                self.say("live_asks_whether", name=shown["name"])

    def _request(self) -> Proposal | None:
        """What the people at the table are asked and this one has not answered."""
        back, guest, following = (self.table.get(kind) for kind in ("take_back", "guest", "next_table"))
        if back is not None and self.you not in (*back["consented"], back["seat"]):
            return Proposal("take_back", back["request"], back)
        if guest is not None and self.you not in guest["consented"]:
            return Proposal("guest", guest["request"], guest)
        if following is not None and not self._has_declined:
            return Proposal("next_table", following["table"], following)
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
            self.printer.table(self.view, self.words, is_asked=True)
            if not now["legal"] and len(now["builders"]) == 1:
                self._build(now["builders"][0])
            else:
                self._list()
        elif now["legal"] and not now["asked"] and not self._could_act:
            self.say("live_may")
        elif now["sealed"] is not None and not self._was_sealed:
            self.say("live_sealed")
        self._was_sealed = now["sealed"] is not None
        self._could_act = bool(now["legal"]) and not now["asked"]

    def _ask_again(self) -> None:
        """After the connection was lost: what is asked of the people, the question, and how far something was built."""
        self._told_request, self._asked = None, 0
        request, building = self._request(), self.building
        if request is not None:
            self._tell_request(request)
            self._told_request = request
        if building is not None and self.situation is not None and building.decision == self.situation["decision"]:
            self._asked = building.decision
            self._build(building.builder, *building.parts)

    def _list(self, *, are_wanted: bool = False) -> None:
        also = [name_builder(builder, self.words) for builder in self.situation["builders"]] if self.situation else []
        self.printer.moves(self._legal(), self.words, also=also, are_wanted=are_wanted)

    def _legal(self) -> list[Any]:
        legal = self.situation["legal"] if self.situation else []
        return [msgspec.convert(each["action"], self.game.action_type) for each in legal]

    def _refused(self, refusal: Message) -> None:
        """A question that has become another one is asked anew by what comes after this."""
        if refusal["code"] != "stale_decision":
            self.printer.line(refusal["sentence"] + (f" ({refusal['rule']})" if refusal["rule"] else ""))

    def _finish(self, result: Message) -> None:
        if self._was_over:
            return
        self._was_over = True
        self.printer.table(self.view, self.words, is_asked=False)
        for seat, (points, share) in enumerate(zip(result["points"], result["shares"], strict=True)):
            code = {"1": "result_wins", "0": "result"}.get(share, "result_shares")
            self.say(code, seat=Seat(seat), points=points)
        self.say("live_over")

    def _lost(self, code: int | None) -> None:
        if code in _GONE:
            forget_seat(self.address)
            self.say("live_gone" if self._is_let_in else "live_turned_away")
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
            self.send("Talk", text=text[len("talk ") :].strip())
        elif self.view is None or not text:
            return
        elif not self.printer.wish(text.lower(), self.view, self.words, is_asked=self._is_asked()):
            self._play(text)

    def _is_asked(self) -> bool:
        return self.situation is not None and bool(self.situation["asked"])

    def _play(self, text: str) -> None:
        if not text.isdecimal():
            try:
                self._act(msgspec.to_builtins(self.game.typed(text)))
            except InputError as error:
                self.printer.line(self.words.error(error))
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
            self.send("Act", decision=self.situation["decision"], action=action)

    # -- Composite actions, step by step ----------------------------------------------------------------------------
    def _build(self, builder: str, *parts: int) -> None:
        assert self.situation is not None
        self.building = Building(builder, self.situation["decision"], [*parts])
        self.send("Build", builder=builder, parts=[*parts])

    def _offered(self, building: Building, message: Message) -> None:
        building.choices, building.action = message["choices"], message["action"]
        if len(building.choices) == 1 and building.action is None:
            # What is the only choice is none.
            self._add(building, 1)
            return
        for number, choice in enumerate(building.choices, start=1):
            self.printer.line(f"{number} {name_choice(choice['choice'], choice['text'], self.words)}")
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
            self.send("TakeBack")

    # -- Everything else --------------------------------------------------------------------------------------------
    def _tell_again(self, count: int) -> None:
        """As far as it may be said again: what players have to remember is told when it is over."""
        for said in self.log[-count:] if count else []:
            is_withheld = said.is_told_once and not self._was_over
            self.printer.event(self.words.label("to_remember") if is_withheld else said.sentence)

    def _answer(self, *, is_yes: bool) -> None:
        request = self._request()
        if request is None:
            self.say("live_nothing_asked")
        elif request.kind == "take_back":
            self.send("AnswerTakeBack", request=request.number, consents=is_yes)
        elif request.kind == "guest":
            self.send("AnswerGuest", request=request.number, lets_in=is_yes)
        elif is_yes:
            self._come_along(request.shown)
        else:
            self._has_declined = True
            self.send("Rematch", comes=False)

    def _again(self) -> None:
        """Ask the others to play again, or come along where they have gone."""
        following = self.table.get("next_table")
        if following is None:
            self.send("Rematch")
        else:
            self._come_along(following)

    def _come_along(self, following: Message) -> None:
        """Both addresses lead to the seat at the new table, which may be one of another game."""
        self.connection.move_to(following["table"])
        here = f"{self.connection.server}/t/{following['code']}"
        for address in (self.address, here):
            save_seat(address, self.connection.seat)
        self.address = here
        self.say("live_moved", address=here)
        self._sit_at(TablePrinter.of(find_game(following["game"] or self.game.name), is_plain=self.printer.is_plain))

    def _stand_up(self) -> None:
        self.send("Leave")

    def _quit(self) -> None:
        self.is_leaving = True
        if not self._was_over:
            self.say("live_bye", address=self.address)
