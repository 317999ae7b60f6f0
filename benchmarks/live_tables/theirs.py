"""The card game of `serve_theirs.mjs` at boardgame.io's server, over its own protocol (socket.io 4 on a WebSocket)."""

import itertools
from functools import partial
from typing import Any, Final

import msgspec

from live_tables.connection import LoadConnection
from live_tables.table import SEATS, Table, Tally

_PATH: Final = "/socket.io/?EIO=4&transport=websocket"
_EVENT: Final = b"42/tag,"
_UPDATE, _SYNC, _MATCH_DATA = (_EVENT + b'["%b"' % name for name in (b"update", b"sync", b"matchData"))
_PLAYABLE: Final = ("T", "A", "G", "TAG")
_matches: Final = itertools.count(1)


class _Hand(msgspec.Struct):
    hand: list[str]


class _Game(msgspec.Struct):
    players: dict[str, _Hand]
    step: str
    discard: list[str]


class _Context(msgspec.Struct):
    currentPlayer: str
    gameover: dict[str, Any] | None = None


class _State(msgspec.Struct):
    G: _Game
    ctx: _Context
    number: int = msgspec.field(name="_stateID")


class _Synced(msgspec.Struct):
    state: _State


_update: Final = msgspec.json.Decoder(tuple[str, str, _State, msgspec.Raw])
_sync: Final = msgspec.json.Decoder(tuple[str, str, _Synced])


class TheirTable(Table):
    def __init__(self, number: int, port: int, tally: Tally, *, pace: float) -> None:
        super().__init__(number, tally, pace=pace)
        self._port = port
        self._match = b""
        self._connections: list[LoadConnection] = []
        self._connected = 0
        self._there: set[int] = set()
        self._first: dict[int, _State] = {}

    async def sit_down(self) -> None:
        self._connections = [
            LoadConnection(_PATH, partial(self._on_message, seat), lambda _: None) for seat in range(SEATS)
        ]
        for connection in self._connections:
            await connection.connect(self._port)

    def leave(self) -> None:
        for connection in self._connections:
            connection.close()

    # -- Talking ----------------------------------------------------------------------------------------------------
    def _on_message(self, seat: int, text: bytes) -> None:
        if text.startswith(_UPDATE):
            self._take_update(seat, _update.decode(text[len(_EVENT) :])[2])
        elif text.startswith(_SYNC):
            self._take_first(seat, _sync.decode(text[len(_EVENT) :])[2].state)
        elif text.startswith(_MATCH_DATA):
            self._note_there(seat)
        elif text == b"2":
            self._connections[seat].say(b"3")
        elif text.startswith(b"0"):
            self._connections[seat].say(b"40/tag,")
        elif text.startswith(b"40/tag,"):
            self._connected += 1
            if self._connected == SEATS:
                self._begin()

    def _say_sync(self, seat: int) -> None:
        self._connections[seat].say(_EVENT + b'["sync","%b","%d",null,%d]' % (self._match, seat, SEATS))

    # -- A match ----------------------------------------------------------------------------------------------------
    def _begin(self) -> None:
        """The first seat's sync makes a new match, the others follow when it is there. The connections stay open."""
        self.begin_anew()
        self._match = b"match%d" % next(_matches)
        self._there.clear()
        self._first.clear()
        self._say_sync(0)

    def _take_first(self, seat: int, state: _State) -> None:
        self._first[seat] = state
        if len(self._first) == 1:
            for other in range(1, SEATS):
                self._say_sync(other)

    def _note_there(self, seat: int) -> None:
        """A seat hears this once the server sends it updates; only when all do may the first one move."""
        if seat in self._first and seat not in self._there:
            self._there.add(seat)
            if len(self._there) == SEATS:
                first = int(self._first[0].ctx.currentPlayer)
                self._consider(first, self._first[first])

    def _take_update(self, seat: int, state: _State) -> None:
        self.heard(seat, state.number)
        if state.ctx.gameover is not None:
            if seat == SEATS - 1:
                # Its connection is the last that is written to.
                self.count_match()
                self._begin()
        else:
            self._consider(seat, state)

    def _consider(self, seat: int, state: _State) -> None:
        if int(state.ctx.currentPlayer) == seat:
            self.when_thought(partial(self._move, seat, state))

    def _move(self, seat: int, state: _State) -> None:
        name, argument = self.rng.choice(_legal(state.G, state.G.players[str(seat)].hand))
        self.moved(seat, state.number)
        self._connections[seat].say(
            _EVENT
            + b'["update",{"type":"MAKE_MOVE","payload":{"type":"%b","args":["%b"],"playerID":"%d"}},%d,"%b","%d"]'
            % (name.encode(), argument.encode(), seat, state.number, self._match, seat)
        )


def _legal(game: _Game, hand: list[str]) -> list[tuple[str, str]]:
    match game.step:
        case "draw":
            return [("draw", "deck"), ("draw", "discard")] if game.discard else [("draw", "deck")]
        case "card":
            plays = [("play", kind) for kind in set(hand) if kind in _PLAYABLE]
            return [*plays, *(("discard", kind) for kind in set(hand))]
        case _:
            return [("giveIt", str(seat)) for seat in range(SEATS)]
