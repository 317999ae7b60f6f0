"""The WebSocket endpoint: reads messages, keeps to the limits, and sends each device what is next for it.

Plain ASGI: between the server and a table lies nothing but reading and writing JSON.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from functools import cache
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

import msgspec

from touchwood.core.refusals import InputError
from touchwood.games.discovery import find_game
from touchwood.server import protocol
from touchwood.server.limits import Bucket, RateLimiter, limited_as
from touchwood.server.protocol import Act, Close, FromClient, Hello
from touchwood.server.rooms.connection import Connection, MessageHandler, Transport
from touchwood.server.rooms.registry import TableRegistry
from touchwood.server.rooms.room import Room
from touchwood.server.sentences import say
from touchwood.server.store.interface import Unavailable
from touchwood.server.table.log import hash_of_token

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]

LOG = logging.getLogger("touchwood.socket")
ERROR_CODE: Final = "touchwood.error_code"
"""Where a scope keeps the code of why its request was refused, for the log."""

_decoder: Final = msgspec.json.Decoder(FromClient)
_WAITING: Final = msgspec.json.encode(protocol.Waiting())


class WebSocketEndpoint:
    def __init__(
        self, registry: TableRegistry, rate_limiter: RateLimiter, *, origins: frozenset[str] = frozenset()
    ) -> None:
        """`origins`: pages of other addresses that may connect, as browsers name them ("https://example.org")."""
        self._registry = registry
        self._rate_limiter = rate_limiter
        self._origins = origins
        self._from: dict[Connection, str] = {}
        """Where the devices are that sit at tables, or wait to be let in."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        address = address_of(scope)
        if self._registry.moderation.bans_address(host_of(scope)):
            LOG.info("socket_refused", extra={"cause": "banned"})
            await send({"type": "websocket.close", "code": 1008})
            return
        if not is_same_origin(scope, self._origins):
            LOG.info("socket_refused", extra={"cause": "other_origin"})
            await send({"type": "websocket.close", "code": 1008})
            return
        cause = "requests" if not self._rate_limiter.requests.spend(address) else None
        if cause is None and not self._rate_limiter.sockets.acquire(address):
            cause = "devices"
        if cause is not None:
            await send({"type": "websocket.accept"})
            await self._close(send, Close.TOO_MANY, cause=cause)
            return
        metrics = self._registry.services.metrics
        metrics.sockets.set(self._rate_limiter.sockets.total)
        try:
            await send({"type": "websocket.accept"})
            # Taken out: it has the scope.
            transport = scope.get("extensions", {}).pop("touchwood.transport", None)
            await self._serve(receive, send, host_of(scope), transport)
        finally:
            self._rate_limiter.sockets.release(address)
            metrics.sockets.set(self._rate_limiter.sockets.total)

    def send_away(self, is_meant: Callable[[str], bool]) -> None:
        """The devices at such addresses."""
        for connection, host in list(self._from.items()):
            if is_meant(host):
                connection.close(Close.KICKED)

    async def _serve(self, receive: Receive, send: Send, host: str, transport: Transport | None) -> None:
        limits = self._registry.services.limits
        try:
            async with asyncio.timeout(limits.hello_seconds):
                hello = await self._hello(receive)
        except TimeoutError:
            await self._close(send, Close.NO_HELLO)
            return
        if hello is None:
            await self._close(send, Close.UNREADABLE)
            return
        entered = await self._enter(hello, host, receive, send)
        if entered is None:
            return
        if isinstance(entered, Close):
            await self._close(send, entered)
            return
        room, connection, welcome = entered
        writer: asyncio.Task[None] | None = None
        self._from[connection] = host
        try:
            await _send(send, welcome)
            connection.transport = transport
            self._registry.tell(connection)
            writer = asyncio.get_running_loop().create_task(self._write(room, connection, send))
            bucket = Bucket(limits.messages_a_second, limits.messages_at_once, time.monotonic())
            if transport is not None:
                transport.message_handler = self._message_handler(room, connection, bucket)
            await self._read(room, connection, bucket, receive)
        finally:
            del self._from[connection]
            room.depart(connection)
            connection.transport = None
            if writer is not None:
                writer.cancel()
                with suppress(asyncio.CancelledError):
                    await writer

    async def _hello(self, receive: Receive) -> Hello | None:
        event = await receive()
        message = _read(event)
        return message if isinstance(message, Hello) else None

    async def _enter(
        self, hello: Hello, host: str, receive: Receive, send: Send
    ) -> tuple[Room, Connection, bytes] | Close | None:
        """A place at the table for this device, if its token is good for one; None: it has gone away meanwhile.

        Tokens cannot be guessed, so wrong ones are not counted, and no guesser of codes shuts out who has a good one.
        """
        try:
            room = await self._registry.room(hello.table)
        except Unavailable as unavailable:
            LOG.warning("socket_refused", extra={"cause": f"store_{unavailable.trouble.value}"})
            return Close.UNAVAILABLE
        except InputError as error:
            LOG.warning("socket_refused", extra={"cause": error.code})
            # A log or rules that cannot be read do not change by coming back; a closed table may be opened again.
            return Close.UNAVAILABLE if error.code == "table_closed" else Close.BROKEN
        if room is not None:
            token_hash, address = hash_of_token(hello.token), limited_as(host)
            if room.is_asked_by(token_hash):
                guest = Connection(token_hash, hello.language, address)
                self._from[guest] = host
                try:
                    if not await self._wait(room, guest, receive, send):
                        return None
                finally:
                    del self._from[guest]
                if guest.closing is not None or room.table.seating.seat_of(token_hash) is None:
                    return guest.closing or Close.TURNED_AWAY
            is_seat = room.table.seating.is_of_group(token_hash)
            if is_seat or room.can_be_watched_with(hello.token):
                connection = Connection(token_hash if is_seat else None, hello.language, address)
                welcome = await room.attend(connection, hello.seen)
                if welcome is not None:
                    self._registry.show_followers(room)
                    return room, connection, welcome
                return Close.UNAVAILABLE if room.is_dropped else Close.TOO_MANY
            if token_hash in room.table.seating.former_tokens:
                return Close.OTHER_PHONE
        return Close.UNKNOWN

    async def _wait(self, room: Room, guest: Connection, receive: Receive, send: Send) -> bool:
        """A latecomer's device waits for the people at the table; whether it is still there when they have decided.

        It gets one message, which is the same whatever goes on there.
        """
        limits, loop = self._registry.services.limits, asyncio.get_running_loop()
        bucket = Bucket(limits.messages_a_second, limits.messages_at_once, time.monotonic())
        await _send(send, _WAITING)
        deciding = loop.create_task(room.decided(guest))
        receiving = asyncio.ensure_future(receive())
        try:
            while not deciding.done():
                await asyncio.wait((deciding, receiving), return_when=asyncio.FIRST_COMPLETED)
                if not receiving.done():
                    continue
                event = receiving.result()
                if event["type"] == "websocket.disconnect":
                    return False
                if not bucket.spend(time.monotonic()):
                    guest.close(Close.TOO_MANY)
                else:
                    await self._handle_guest_message(room, guest, _read(event))
                while guest.replies:
                    await _send(send, guest.next_reply())
                receiving = asyncio.ensure_future(receive())
            return True
        finally:
            deciding.cancel()
            receiving.cancel()
            await asyncio.wait((deciding, receiving))

    async def _handle_guest_message(self, room: Room, guest: Connection, message: FromClient | None) -> None:
        if message is None or isinstance(message, Hello):
            guest.close(Close.UNREADABLE)
        elif isinstance(message, protocol.Ping):
            guest.reply(protocol.Pong(message.id))
        else:
            await room.submit_as_guest(guest, message)

    def _message_handler(self, room: Room, connection: Connection, bucket: Bucket) -> MessageHandler:
        """Takes moves as they come; all else, and moves that must wait, are left to `_read`."""
        metrics = self._registry.services.metrics

        def handle(text: bytes) -> bool:
            play = room.table.play
            if play is None or connection.awaits_answer or connection.closing is not None:
                return False
            message, now = _decoded(text, _decoder_of_moves(play.game.name)), time.monotonic()
            if not (isinstance(message, Act) and bucket.has_one(now) and room.submit_at_once(connection, message)):
                return False
            bucket.spend(now)
            metrics.moves.count_message("Act")
            return True

        return handle

    async def _read(self, room: Room, connection: Connection, bucket: Bucket, receive: Receive) -> None:
        """Until the device goes away or is sent away. One message at a time: who floods waits for himself."""
        limits, metrics = self._registry.services.limits, self._registry.services.metrics
        unreadable = 0
        while connection.closing is None:
            await connection.has_room()
            event = await receive()
            if event["type"] == "websocket.disconnect":
                LOG.info("socket_left", extra={"close": event.get("code")})
                return
            if not bucket.spend(time.monotonic()):
                connection.close(Close.TOO_MANY)
                break
            message = _read(event)
            if message is None or isinstance(message, Hello):
                unreadable += 1
                metrics.refusals.labels("unreadable_message").inc()
                connection.reply(_unreadable(connection.language))
                if unreadable >= limits.unreadable_messages:
                    connection.close(Close.UNREADABLE)
                continue
            metrics.moves.count_message(type(message).__name__)
            if isinstance(message, protocol.Ping):
                connection.reply(protocol.Pong(message.id))
            else:
                await self._registry.submit(room, connection, message)
        # The writer says goodbye; what still comes in is not read any more.
        await connection.said_goodbye.wait()

    async def _write(self, room: Room, connection: Connection, send: Send) -> None:
        """Send what could not be written at once, as often as the device takes it."""
        try:
            while connection.closing is None:
                await connection.woken()
                connection.is_busy = True
                if connection.unsent is not None:
                    await _send(send, connection.unsent)
                    connection.unsent = None
                if connection.closing is None and (update := room.update_for(connection)) is not None:
                    await _send(send, update)
                while connection.in_passing:
                    await _send(send, connection.in_passing.pop(next(iter(connection.in_passing))))
                while connection.replies:
                    await _send(send, connection.next_reply())
                connection.is_busy = False
            await self._close(send, connection.closing)
        except OSError:
            # The device is gone; the reader hears of it too.
            pass
        finally:
            connection.said_goodbye.set()

    async def _close(self, send: Send, code: Close, *, cause: str | None = None) -> None:
        self._registry.services.metrics.closes.labels(code.name.lower()).inc()
        LOG.info("socket_closed", extra={"close": code.name.lower()} | ({} if cause is None else {"cause": cause}))
        with suppress(OSError):
            await send({"type": "websocket.close", "code": code.value})


async def _send(send: Send, message: bytes) -> None:
    """Waits while the device takes nothing; `fast_websocket.py` ends that after a while."""
    await send({"type": "websocket.send", "text": message.decode()})


def _read(event: MutableMapping[str, Any]) -> FromClient | None:
    """A message of this protocol, or None."""
    text = event.get("text")
    return None if text is None else _decoded(text, _decoder)


@cache
def _decoder_of_moves(game: str) -> "msgspec.json.Decoder[FromClient]":
    """Reads an `Act`, its action as the game's own value at once. It says of no message what is wrong with it: what it
    does not read is read again, as any message. (A type alone would be read without its tag; so there are two.)"""
    action = find_game(game).action_type
    move = msgspec.defstruct("Move", [("action", action)], bases=(Act,), frozen=True, tag=Act.__name__)
    return msgspec.json.Decoder(move | protocol.Ping)


def _decoded(text: str | bytes, decoder: "msgspec.json.Decoder[FromClient]") -> FromClient | None:
    try:
        message: FromClient = decoder.decode(text)
        return message
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        return None


def _unreadable(language: str) -> protocol.Refused:
    error = InputError("unreadable_message")
    return protocol.Refused(None, error.code, None, {}, say(error, language=language))


def host_of(scope: Scope) -> str:
    client = scope.get("client")
    return str(client[0]) if client else "unknown"


def address_of(scope: Scope) -> str:
    """For limits."""
    return limited_as(host_of(scope))


def header_of(scope: Scope, name: bytes) -> str | None:
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return None


def is_same_origin(scope: Scope, others: frozenset[str]) -> bool:
    """Browsers say which page connects; programs say nothing, and have no page's rights to lend."""
    origin = header_of(scope, b"origin")
    if origin is None or origin in others:
        return True
    try:
        return urlsplit(origin).netloc == header_of(scope, b"host")
    except ValueError:
        # No browser says so ("http://[::1").
        return False
