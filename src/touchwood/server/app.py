"""The HTTP routes. docs/protocol.md lists them; all they do is in `rooms/` and `looking_back.py`."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import cache, lru_cache
from http import HTTPStatus
from io import BytesIO
from typing import Annotated, Any, Final, cast

import msgspec
import segno
from litestar import Litestar, MediaType, Request, Response, Router, get, post
from litestar.config.compression import CompressionConfig
from litestar.exceptions import ClientException, HTTPException, InternalServerException
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Tag
from litestar.params import FromPath, JSONBody, PathParameter, QueryParameter
from litestar.types import ControllerRouterHandler

from touchwood import __version__
from touchwood.bots import player_names
from touchwood.bots.finding import names_for
from touchwood.core.game import AnyGame
from touchwood.core.lesson import find_lesson, lesson_names
from touchwood.core.options import changed_options, idle_options, read_options
from touchwood.core.puzzle import DAY
from touchwood.core.refusals import InputError
from touchwood.core.rulebook import Rulebook, read_rulebook
from touchwood.core.seats import SPECTATOR, Spectator
from touchwood.core.words import core_words, languages
from touchwood.games.discovery import find_game, games_that_load
from touchwood.match.puzzling import find_puzzle
from touchwood.server import protocol
from touchwood.server.limits import RateLimiter, limited_as
from touchwood.server.looking_back import Kind, LookingBack
from touchwood.server.page import page_response
from touchwood.server.protocol import ErrorShown, LegalAction, Phase, Watching
from touchwood.server.rooms.registry import TableRegistry
from touchwood.server.schema import game_schema
from touchwood.server.sentences import ENGLISH, merged_catalogue, say
from touchwood.server.store.interface import StoredTable, Trouble, Unavailable
from touchwood.server.table.decisions import bots_seats, most_seats, why_nobody_can_join
from touchwood.server.table.log import hash_of_token
from touchwood.server.table.table import Table
from touchwood.server.websocket import ERROR_CODE

AnyRequest = Request[Any, Any, Any]


class JsonRequest(Request[Any, Any, Any]):
    """Litestar answers 400 to JSON that is malformed; bytes that are no text and nesting without end are that too."""

    async def body(self) -> bytes:
        try:
            return await super().body()
        except InternalServerException:
            # Litestar blames the server for a device that hangs up in the middle.
            raise ClientException("the body did not come") from None

    async def json(self) -> Any:
        try:
            return await super().json()
        except UnicodeError:
            raise ClientException("the body is not UTF-8") from None
        except RecursionError:
            raise ClientException("the body is nested too deeply") from None


LOG = logging.getLogger("touchwood.http")

_STATUS: Final = {
    "no_such_table": 404,
    "code_expired": 404,
    "no_reviewer": 404,
    "not_found": 404,
    "unknown_game": 404,
    "no_such_lesson": 404,
    "no_such_puzzle": 404,
    "unknown_language": 404,
    "catalogue_unreadable": 500,
    "no_such_entry": 404,
    "no_such_seat": 404,
    "fork_at_end": 409,
    "too_many": 429,
    "no_watching": 403,
    "name_banned": 403,
    "table_closed": 403,
    "no_late_guests": 403,
    "no_other_phones": 403,
    "nobody_of_that_name": 409,
    "too_late_to_come_back": 409,
    "match_began": 409,
    "guest_pending": 409,
    "no_guests_now": 409,
    "table_locked": 409,
    "table_full": 409,
    "name_taken": 409,
    "seat_not_open": 409,
    "match_over": 409,
    "match_not_over": 409,
    "record_rules_version": 409,
    "table_unreadable": 409,
    "log_full": 409,
    "look_back_failed": 503,
    "draining": 503,
    "warming": 503,
    "store_full": 503,
    "store_locked": 503,
    "store_failed": 503,
}
"""Of an error's code; 400 for all others."""

HEALTH_SECONDS: Final = 5.0
"""A store that takes longer than this is ill."""

CodeInPath = Annotated[str, PathParameter(description="The letters that let people in", min_length=1, max_length=20)]
GameInPath = Annotated[str, PathParameter(description="The name of a game", min_length=1, max_length=40)]
TableInPath = Annotated[str, PathParameter(description="The long id of a table", min_length=1, max_length=64)]


def _may_answer(*statuses: int) -> dict[int, ResponseSpec]:
    """The noes of a route; bad input, too many requests and a store in trouble can meet every one."""
    return {
        status: ResponseSpec(ErrorShown, description=HTTPStatus(status).phrase, generate_examples=False)
        for status in sorted({*statuses, 400, 429, 503})
    }


AS_IT_IS: Final = "as_it_is"
"""Of routes whose answers are not compressed: they may hold a secret, and then their length would speak; pages come
compressed from the file. Words and types are the same for everybody, and half of what a table loads."""

_MAY_TAKE_A_WHILE: Final = {
    202: ResponseSpec(protocol.LookingBackShown, description="Still being made; ask again", generate_examples=False),
    **_may_answer(404, 409),
}


def make_http_app(
    registry: TableRegistry, rate_limiter: RateLimiter, looking_back: LookingBack, *, link_base: Callable[[str], str]
) -> Litestar:
    """`link_base` turns the Host a device asked for into an address others can reach: "http://192.168.1.4:8000"."""
    private = [
        *_table_routes(registry, rate_limiter, link_base),
        *_match_routes(registry, rate_limiter, looking_back),
    ]
    return Litestar(
        [
            Router("/", route_handlers=private, opt={AS_IT_IS: True}),
            *_open_routes(registry),
        ],
        request_class=JsonRequest,
        exception_handlers={Exception: _answer_error},
        openapi_config=OpenAPIConfig(
            title="Touchwood",
            version=str(protocol.PROTOCOL),
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
            tags=[Tag("tables"), Tag("matches"), Tag("games"), Tag("operation")],
        ),
        compression_config=CompressionConfig(backend="gzip", minimum_size=1000, exclude_opt_key=AS_IT_IS),
        request_max_body_size=registry.services.limits.message_bytes,
        debug=False,
        logging_config=None,
    )


# -- Tables ---------------------------------------------------------------------------------------------------------


def table_found(table: Table) -> protocol.TableFound:
    """What anybody with the code is told. As watchers see it, so that it says nothing to whoever is hushed."""
    seating = table.seating_for(SPECTATOR)
    why_not = why_nobody_can_join(table, seating)
    open_seats = bots_seats(seating) if seating.phase is Phase.PLAYING and why_not is None else ()
    return protocol.TableFound(
        code=table.code,
        game=seating.game,
        phase=seating.phase,
        seats=len(seating.seats),
        most_seats=most_seats(table),
        open_seats=open_seats,
        can_join=why_not is None,
        why_not=why_not,
        can_watch=seating.settings.watching is Watching.CODE,
        origin=None if seating.branch is None else seating.branch.origin,
    )


def place_found(table: Table, tokens: tuple[str, ...]) -> protocol.PlaceFound | None:
    """What a device of the group is told by a code of its group's; as watchers see it, for the same reason."""
    seating = table.seating_for(SPECTATOR)
    known = tuple(token for token in tokens if seating.is_of_group(hash_of_token(token)))
    return protocol.PlaceFound(table.id, table.code, known) if known else None


@lru_cache(maxsize=200)
def _qr_of(link: str) -> bytes:
    """It takes as long to draw as some dozens of moves."""
    drawn = BytesIO()
    segno.make(link, micro=False).save(drawn, kind="svg", scale=8, border=2, xmldecl=False)
    return drawn.getvalue()


def _table_routes(
    registry: TableRegistry, rate_limiter: RateLimiter, link_base: Callable[[str], str]
) -> list[ControllerRouterHandler]:
    async def by_code(request: AnyRequest, code: str, find: Callable[[], Awaitable[Any]]) -> Any:
        """Look something up by a code; guessing is slowed down for each address."""
        address = _address(request)
        if not rate_limiter.wrong_codes.may_try(address):
            raise InputError("too_many")
        try:
            return await find()
        except InputError as error:
            if error.code == "no_such_table":
                rate_limiter.wrong_codes.was_wrong(address)
            raise

    @post("/api/tables", status_code=201, responses=_may_answer(404, 409), tags=["tables"])
    async def create_table(request: AnyRequest, data: JSONBody[protocol.CreateTable]) -> protocol.Seated:
        """Make a table and sit down at it as its host."""
        if not rate_limiter.tables.spend(_address(request)):
            raise InputError("too_many")
        return await registry.create(data)

    @post("/api/lessons", status_code=201, responses=_may_answer(404, 409), tags=["tables"])
    async def start_lesson(request: AnyRequest, data: JSONBody[protocol.StartLesson]) -> protocol.Seated:
        """A table for one learner: begun at once, without a code, joined by nobody."""
        if not rate_limiter.tables.spend(_address(request)):
            raise InputError("too_many")
        return await registry.start_lesson(data)

    @post("/api/puzzles", status_code=201, responses=_may_answer(404, 409), tags=["tables"])
    async def open_puzzle(request: AnyRequest, data: JSONBody[protocol.OpenPuzzle]) -> protocol.Seated:
        """A table on which a puzzle is played out against a perfect bot: begun at once, joined by nobody."""
        if not rate_limiter.tables.spend(_address(request)):
            raise InputError("too_many")
        return await registry.open_puzzle(data)

    @get("/api/tables/{code:str}", responses=_may_answer(404, 409), tags=["tables"])
    async def find_table(request: AnyRequest, code: CodeInPath) -> protocol.TableFound:
        """What a code leads to."""
        return table_found((await by_code(request, code, lambda: registry.room_by_code(code))).table)

    @post("/api/tables/{code:str}/join", status_code=201, responses=_may_answer(403, 404, 409), tags=["tables"])
    async def join_table(request: AnyRequest, code: CodeInPath, data: JSONBody[protocol.JoinTable]) -> protocol.Seated:
        """Sit down; in a running match, ask for a bot's place."""
        if not rate_limiter.joins.spend(_address(request)):
            raise InputError("too_many")
        seated: protocol.Seated = await by_code(request, code, lambda: registry.join(code, data))
        return seated

    @post("/api/tables/{code:str}/come-back", status_code=201, responses=_may_answer(403, 404, 409), tags=["tables"])
    async def come_back(request: AnyRequest, code: CodeInPath, data: JSONBody[protocol.ComeBack]) -> protocol.Seated:
        """To a seat that was given up by mistake, within a minute; or to the lobby of the evening's group."""
        if not rate_limiter.joins.spend(_address(request)):
            raise InputError("too_many")
        seated: protocol.Seated = await by_code(request, code, lambda: registry.come_back(code, data))
        return seated

    @post("/api/tables/{code:str}/place", status_code=200, responses=_may_answer(404, 409), tags=["tables"])
    async def place_at_table(
        request: AnyRequest, code: CodeInPath, data: JSONBody[protocol.TokensHeld]
    ) -> protocol.PlaceFound | None:
        """Whether a device with these tokens has a place there already, as one of the group; null: it has none."""
        return place_found((await by_code(request, code, lambda: registry.room_by_code(code))).table, data.tokens)

    @post("/api/tables/{code:str}/watch", status_code=200, responses=_may_answer(403, 404, 409), tags=["tables"])
    async def watch_table(request: AnyRequest, code: CodeInPath) -> protocol.WatchTable:
        """The watch key of a table that lets anybody with its code watch."""
        watch: protocol.WatchTable = await by_code(request, code, lambda: registry.watch(code))
        return watch

    @get("/api/tables/{code:str}/qr.svg", media_type="image/svg+xml", responses=_may_answer(404, 409), tags=["tables"])
    async def table_qr(request: AnyRequest, code: CodeInPath) -> bytes:
        """The link to join, as a QR."""
        room = await by_code(request, code, lambda: registry.room_by_code(code))
        # Whoever names another host each time has a new one drawn each time.
        if not rate_limiter.drawings.spend(_address(request)):
            raise InputError("too_many")
        return _qr_of(f"{link_base(request.headers.get('host', ''))}/t/{room.table.code}")

    @get("/api/address", responses=_may_answer(), tags=["tables"])
    async def address(request: AnyRequest) -> protocol.AddressShown:
        """The address to hand out: the one this was asked at, unless that is good on this machine only."""
        return protocol.AddressShown(link_base(request.headers.get("host", "")))

    joining = [find_table, join_table, come_back, place_at_table, watch_table]
    return [create_table, start_lesson, open_puzzle, *joining, table_qr, address]


# -- Finished matches -----------------------------------------------------------------------------------------------


def _match_routes(
    registry: TableRegistry, rate_limiter: RateLimiter, looking_back: LookingBack
) -> list[ControllerRouterHandler]:
    async def stored(request: AnyRequest, table: str) -> StoredTable:
        """A log is long, and read before it is known whether there is time to look at it."""
        address = _address(request)
        if not rate_limiter.loads.acquire(address):
            raise InputError("too_many")
        try:
            found = await registry.stored(table)
        finally:
            rate_limiter.loads.release(address)
        if found is None:
            raise InputError("no_such_table")
        return found

    async def made(kind: Kind, table: str, request: AnyRequest) -> Response[Any]:
        address = _address(request)
        found = await looking_back.made(
            kind, await stored(request, table), address, may_begin=lambda: rate_limiter.looks_back.spend(address)
        )
        if isinstance(found, protocol.LookingBackShown):
            return Response(found, status_code=202, headers={"retry-after": "0"})
        return Response(found, media_type=MediaType.JSON)

    @get(
        "/api/matches/{table:str}/record",
        responses=_may_answer(404, 409),
        tags=["matches"],
        media_type="application/jsonl",
    )
    async def match_record(request: AnyRequest, table: TableInPath) -> Response[bytes]:
        """The record of a finished match, to keep and to check."""
        content = await looking_back.record(await stored(request, table), _address(request))
        headers = {"content-disposition": f'attachment; filename="touchwood-{table[:8]}.jsonl"'}
        return Response(content, media_type="application/jsonl", headers=headers)

    @get("/api/matches/{table:str}/replay", responses=_may_answer(404, 409), tags=["matches"])
    async def match_replay(
        request: AnyRequest,
        table: TableInPath,
        entry: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
        viewer: Annotated[int | None, QueryParameter(ge=0, le=99)] = None,
    ) -> Response[protocol.ReplayEntry]:
        """A finished match just after one of its entries; without a viewer as watchers had it."""
        shown = await looking_back.replay(await stored(request, table), _address(request), entry=entry, viewer=viewer)
        return Response(cast("protocol.ReplayEntry", shown), media_type=MediaType.JSON)

    @get("/api/matches/{table:str}/another-way", responses=_may_answer(404, 409), tags=["matches"])
    async def match_another_way(
        request: AnyRequest,
        table: TableInPath,
        instead_of: Annotated[int, QueryParameter(ge=1, le=1_000_000)],
        choice: Annotated[str, QueryParameter(min_length=1, max_length=1_000)],
        entry: Annotated[int, QueryParameter(ge=0, le=1_000_000)] = 0,
        viewer: Annotated[int | None, QueryParameter(ge=0, le=99)] = None,
    ) -> Response[protocol.ReplayEntry]:
        """A finished match with another choice instead of one of its entries, and bots who play on for a while."""
        found = await stored(request, table)
        shown = await looking_back.another_way(
            found, _address(request), entry=entry, viewer=viewer, instead_of=instead_of, choice=choice
        )
        return Response(cast("protocol.ReplayEntry", shown), media_type=MediaType.JSON)

    @post("/api/matches/{table:str}/log", status_code=200, responses=_may_answer(404, 409), tags=["matches"])
    async def match_log(
        request: AnyRequest, table: TableInPath, data: JSONBody[protocol.ReadLog]
    ) -> Response[protocol.LogRead]:
        """All that a seat, or whoever watches, has heard at a table so far."""
        room = await registry.room(table)
        viewer = None if room is None else room.viewer_with(data.token)
        if viewer is None:
            raise InputError("no_such_table")
        seat = None if isinstance(viewer, Spectator) else int(viewer)
        log = await looking_back.log(await stored(request, table), _address(request), viewer=seat)
        return Response(cast("protocol.LogRead", log), media_type=MediaType.JSON)

    @get("/api/matches/{table:str}/course", responses=_may_answer(404, 409), tags=["matches"])
    async def match_course(request: AnyRequest, table: TableInPath) -> Response[protocol.CourseShown]:
        """Everybody's points after each entry of a finished match."""
        shown = await looking_back.course(await stored(request, table), _address(request))
        return Response(cast("protocol.CourseShown", shown), media_type=MediaType.JSON)

    @get("/api/matches/{table:str}/verify", responses=_MAY_TAKE_A_WHILE, tags=["matches"])
    async def match_verify(request: AnyRequest, table: TableInPath) -> Response[protocol.VerifiedShown]:
        """Chain, rules and every draw of a finished match, computed again."""
        return await made(Kind.VERIFY, table, request)

    # Long, and all that was secret in it lies open since the match is over.
    @get("/api/matches/{table:str}/review", responses=_MAY_TAKE_A_WHILE, tags=["matches"], opt={AS_IT_IS: False})
    async def match_review(request: AnyRequest, table: TableInPath) -> Response[protocol.ReviewShown]:
        """What each choice of a finished match cost, where the game has a reviewer."""
        return await made(Kind.REVIEW, table, request)

    @post("/api/matches/{table:str}/play-on", status_code=201, responses=_may_answer(404, 409), tags=["matches"])
    async def play_on(request: AnyRequest, table: TableInPath, data: JSONBody[protocol.PlayOn]) -> protocol.Seated:
        """What if: a new table from a moment of a finished match, begun at once."""
        address = _address(request)
        if not rate_limiter.tables.spend(address):
            raise InputError("too_many")
        branch = await looking_back.branch(
            await stored(request, table), address, entry=data.entry, seat=data.seat, is_dealt_anew=data.is_dealt_anew
        )
        return await registry.play_on(data, branch)

    return [match_record, match_replay, match_another_way, match_log, match_course, match_verify, match_review, play_on]


# -- What is open to all --------------------------------------------------------------------------------------------


@cache
def _game_shown(name: str, bots: tuple[str, ...]) -> protocol.GameShown:
    game = find_game(name)
    return protocol.GameShown(
        name=game.name,
        title=game.title,
        credit=game.credit,
        rules_version=game.newest_version,
        fewest=game.player_counts[0],
        most=game.player_counts[-1],
        options=msgspec.json.schema(game.options_type),
        defaults=msgspec.to_builtins(game.options_type()),
        presets={preset: changed_options(game, options) for preset, options in game.presets.items()},
        bots=bots,
        languages=languages(game.words),
        lessons=tuple(_lesson_offered(game, lesson) for lesson in lesson_names(game)),
        puzzles={} if game.puzzles is None else dict(game.puzzles.counts),
    )


def _lesson_offered(game: AnyGame, name: str) -> protocol.LessonOffered:
    lesson = find_lesson(game, name)
    return protocol.LessonOffered(name, lesson.when, lesson.players, lesson.next, lesson.is_brief)


def _puzzle_shown(of_game: str, name: str) -> protocol.PuzzleShown:
    """Without the solver: what keeps the win stands in the book."""
    game = find_game(of_game)
    puzzle = find_puzzle(game, name)
    legal = game.codec.shown(game.legal_actions(puzzle.state, puzzle.seat))
    return protocol.PuzzleShown(
        name=name,
        level=puzzle.level,
        seat=puzzle.seat,
        view=game.view(puzzle.state, puzzle.seat),
        legal=tuple(LegalAction(action, game.codec.text(action)) for action in legal),
        keeps=() if puzzle.level == DAY else puzzle.keeps,
    )


@cache
def _schema_of(name: str) -> dict[str, Any]:
    return game_schema(find_game(name))


def _open_routes(registry: TableRegistry) -> list[ControllerRouterHandler]:
    @get("/api/games", responses=_may_answer(), tags=["games"])
    async def games() -> list[protocol.GameShown]:
        """The games there are, with their options and bots."""
        return [_game_shown(game.name, player_names(game)) for game in games_that_load()]

    @get("/api/games/{game:str}/schema", responses=_may_answer(404), tags=["games"])
    async def schema(game: GameInPath) -> dict[str, Any]:
        """The types of a game as JSON Schema: options, action, event, view. A page without screens of the game asks."""
        return _schema_of(game)

    @post("/api/games/{game:str}/options", status_code=200, responses=_may_answer(404), tags=["games"])
    async def try_options(game: GameInPath, data: JSONBody[protocol.TryOptions]) -> protocol.OptionsTried:
        """Which options would mean nothing beside these others, and which bots there are with them."""
        found = find_game(game)
        idle = idle_options(found, data.options, data.players)
        options = read_options(found, data.options)
        return protocol.OptionsTried(idle, names_for(found, options, data.players, found.newest_version))

    @get("/api/games/{game:str}/rules", responses=_may_answer(404), tags=["games"])
    async def rules(game: GameInPath) -> Rulebook:
        """The game's RULES.md, for players."""
        found = find_game(game)
        return read_rulebook(found.words, found.title)

    @get("/api/games/{game:str}/puzzles/{puzzle:str}", responses=_may_answer(404), tags=["games"])
    async def puzzle(
        game: GameInPath,
        puzzle: Annotated[str, PathParameter(description="hard-17, or day-2026-11-17", min_length=1, max_length=40)],
    ) -> protocol.PuzzleShown:
        """A position to win from, with what keeps the win."""
        return _puzzle_shown(game, puzzle)

    @get("/words/{game:str}/{file:str}", responses=_may_answer(404), tags=["games"])
    async def words(
        game: Annotated[str, PathParameter(max_length=40)],
        file: Annotated[str, PathParameter(max_length=20, description="A language with .json behind it: en.json")],
    ) -> dict[str, Any]:
        """The sentences of a game in a language."""
        return merged_catalogue(game, file.removesuffix(".json"))

    @get("/health", responses=_may_answer(), tags=["operation"])
    async def health() -> protocol.Health:
        """Whether the server can do its work."""
        try:
            async with asyncio.timeout(HEALTH_SECONDS):
                await registry.services.store.check()
        except TimeoutError:
            raise Unavailable(Trouble.FAILED) from None
        return protocol.Health("ok", __version__)

    @get("/ready", responses=_may_answer(), tags=["operation"])
    async def ready() -> protocol.Ready:
        """Whether people should be sent here: not before bots are warm, nor while the server is being emptied."""
        if registry.is_draining:
            raise InputError("draining")
        if not registry.services.bot_executor.is_warm:
            raise InputError("warming")
        return protocol.Ready("ready")

    @get(["/", "/{path:path}"], include_in_schema=False, opt={AS_IT_IS: True})
    async def page(request: AnyRequest, path: FromPath[str] = "") -> Response[bytes]:
        if path.startswith(("/api/", "/words/")):
            raise InputError("not_found")
        return page_response(path, accepts=request.headers.get("accept-encoding", ""))

    return [games, schema, try_options, rules, puzzle, words, health, ready, page]


def _address(request: AnyRequest) -> str:
    return limited_as(request.client.host) if request.client else "unknown"


# -- Saying no ------------------------------------------------------------------------------------------------------


def _reason(error: HTTPException) -> str:
    """The first thing that was wrong with a request, and where."""
    match error.extra:
        case [{"key": str(key), "message": str(message)}, *_]:
            return f"{key}: {message}"[:200]
        case [{"message": str(message)}, *_]:
            return message[:200]
        case _:
            return str(error.detail)[:200]


def _language(request: AnyRequest) -> str:
    """The one asked for first: "ja" of "ja-JP,ja;q=0.9,en;q=0.8"."""
    first = request.headers.get("accept-language", "").partition(",")[0]
    wanted = first.partition(";")[0].partition("-")[0].strip().lower()
    return wanted if wanted in languages(core_words()) else ENGLISH


def _answer_error(request: AnyRequest, raised: Exception) -> Response[ErrorShown]:
    """Every no has the same form, and none shows what went on inside."""
    headers: dict[str, str] = {}
    match raised:
        case InputError():
            error, status = raised, _STATUS.get(raised.code, 400)
        case Unavailable():
            error = InputError(f"store_{raised.trouble.value}")
            status = 503
        case HTTPException() if raised.status_code == 404:
            error, status = InputError("not_found"), 404
        case HTTPException() if raised.status_code < 500:
            error, status = InputError("bad_request", reason=_reason(raised)), raised.status_code
            headers = dict(raised.headers or {})
        case _:
            LOG.error("internal", exc_info=raised)
            error, status = InputError("internal"), 500
    request.scope[ERROR_CODE] = error.code  # type: ignore[typeddict-unknown-key]  # for the log
    if status in (429, 503):
        headers["retry-after"] = "10"
    shown = ErrorShown(error.code, dict(error.facts), say(error, language=_language(request)))
    return Response(shown, status_code=status, headers=headers)
