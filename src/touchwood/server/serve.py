"""`touchwood serve`: one process, one file, no other service. Start here to see how the parts are put together.

serve(ServerSettings(data=Path("touchwood-data")))
"""

import errno
import gc
import socket as sockets
import sqlite3
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import segno
import uvicorn

from touchwood.bots.finding import offer_model
from touchwood.core.refusals import InputError
from touchwood.games.discovery import why_others_do_not
from touchwood.server import logs
from touchwood.server.admin import AdminSocket
from touchwood.server.app import make_http_app
from touchwood.server.bots import BotExecutor, OwnThread, WorkerProcesses, cores
from touchwood.server.data_folder import sole_use_of
from touchwood.server.gateway import AsgiGateway
from touchwood.server.http_guard import guarded_http
from touchwood.server.limits import RateLimiter
from touchwood.server.looking_back import LookingBack, ProcessExecutor, ThreadExecutor
from touchwood.server.maintenance import Maintenance
from touchwood.server.metrics import Metrics
from touchwood.server.moderation import Moderation
from touchwood.server.open_files import most_connections, raise_open_files
from touchwood.server.rooms.registry import TableRegistry
from touchwood.server.rooms.services import Services
from touchwood.server.sentences import say
from touchwood.server.settings import TABLES_FILE, ServerSettings
from touchwood.server.websocket import WebSocketEndpoint
from touchwood.server.websocket_protocol import websocket_protocol

USUAL_PORT: Final = 8_000
PORTS_TRIED: Final = 20
ALLOCATIONS_BETWEEN_COLLECTIONS: Final = 20_000
LOCAL_NAMES: Final = ("localhost", "127.0.0.1", "[::1]", "0.0.0.0", "")


def make_app(settings: ServerSettings, *, lan_url: str | None = None, files: int | None = None) -> AsgiGateway:
    """The whole server as an ASGI app. `files`: how many the process may open, if that is known.

    Raises `InputError` for a bot that cannot be offered.
    """
    for each in settings.bot:
        name, _, file = each.partition("=")
        offer_model(name, Path(file))
    # One processor is for people and quick bots: where long thoughts had all, others' moves took three times as long.
    workers = max(1, cores() - 1) if settings.bot_workers is None else settings.bot_workers
    bot_executor: BotExecutor = WorkerProcesses(workers, cap_seconds=settings.bot_seconds) if workers else OwnThread()
    services = Services(
        store=settings.store(settings.data / TABLES_FILE),
        bot_executor=bot_executor,
        metrics=Metrics(),
        limits=settings.limits,
        clock=settings.clock,
        tempo=settings.tempo,
    )
    moderation = Moderation(settings.data)
    registry = TableRegistry(services, moderation, idle_seconds=settings.idle_seconds)
    looking_back = LookingBack(ProcessExecutor if workers else ThreadExecutor)
    registry.when_deleted = looking_back.forget
    rate_limiter = RateLimiter(settings.limits, time.monotonic, files=files)

    def link_base(host: str) -> str:
        if settings.public_url is not None:
            return settings.public_url.rstrip("/")
        name = host.rpartition(":")[0] if ":" in host.rpartition("]")[2] else host
        return lan_url if lan_url is not None and name in LOCAL_NAMES else f"http://{host}"

    sockets = WebSocketEndpoint(registry, rate_limiter, origins=frozenset(settings.origins))
    return AsgiGateway(
        make_http_app(registry, rate_limiter, looking_back, link_base=link_base),
        sockets,
        Maintenance(registry, looking_back, retention_days=settings.keep_days),
        AdminSocket(registry, sockets, rate_limiter, data=settings.data),
        rate_limiter,
        moderation,
        services.metrics,
        origins=frozenset(settings.origins),
    )


def serve(settings: ServerSettings, *, announce: Callable[[str], None] = print) -> None:
    """Serve until told to stop. Raises `InputError` if the port or the data are in use or cannot be opened."""
    try:
        with sole_use_of(settings.data):
            _serve(settings, announce)
    except sqlite3.Error as error:
        raise InputError("file_unreadable", file=str(settings.data / TABLES_FILE), reason=str(error)) from None


def _serve(settings: ServerSettings, announce: Callable[[str], None]) -> None:
    with closing(listen(settings.host, settings.port)) as listening:
        _serve_on(listening, settings, announce)


def _serve_on(listening: sockets.socket, settings: ServerSettings, announce: Callable[[str], None]) -> None:
    port = listening.getsockname()[1]
    lan = lan_address() if settings.host in LOCAL_NAMES[3:] else settings.host
    lan_url = settings.public_url or (None if lan is None else f"http://{lan}:{port}")
    files = raise_open_files()
    app = make_app(settings, lan_url=lan_url, files=files)
    for line in greeting(f"http://localhost:{port}", lan_url, devices=most_connections(files, settings.limits.sockets)):
        announce(line)
    sys.stdout.flush()
    spare_the_collector()
    # Not before it is clear that there is something to serve: what is wrong with that is said in one line.
    logs.set_up()
    # Ctrl+C is how a server is meant to end.
    with suppress(KeyboardInterrupt), app.metrics.served_at(settings.metrics):
        uvicorn.Server(uvicorn_config(app, settings)).run(sockets=[listening])


def spare_the_collector() -> None:
    """What is loaded by now stays, and values that never change make no cycles: there is little garbage to look for."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(ALLOCATIONS_BETWEEN_COLLECTIONS)


def uvicorn_config(app: AsgiGateway, settings: ServerSettings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        ws=websocket_protocol(),
        ws_max_size=settings.limits.message_bytes,
        ws_per_message_deflate=False,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        http=guarded_http(app.rate_limiter.connections, settings.limits, settings.trusted_proxies),  # type: ignore[arg-type]  # a class
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.trusted_proxies),
        forwarded_allow_ips=list(settings.trusted_proxies),
        timeout_graceful_shutdown=5,
    )


def listen(host: str, port: int | None) -> sockets.socket:
    """A listening socket on this port; if none was named, on the usual one or the next that is free."""
    if port is not None:
        listening = _listen_on(host, port)
        if listening is None:
            raise InputError("port_taken", port=port, host=host)
        return listening
    tried = range(USUAL_PORT, USUAL_PORT + PORTS_TRIED)
    for candidate in tried:
        listening = _listen_on(host, candidate)
        if listening is not None:
            return listening
    raise InputError("no_port_free", first=tried[0], last=tried[-1])


def _listen_on(host: str, port: int) -> sockets.socket | None:
    """None: that port is somebody else's."""
    listening = sockets.socket(sockets.AF_INET6 if ":" in host else sockets.AF_INET, sockets.SOCK_STREAM)
    listening.setsockopt(sockets.SOL_SOCKET, sockets.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(2_048)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            return None
        raise InputError("cannot_listen", host=host, port=port, reason=error.strerror or str(error)) from None
    return listening


def lan_address() -> str | None:
    """This machine's address in the local network. Nothing is sent: connecting a datagram socket only picks a route."""
    with sockets.socket(sockets.AF_INET, sockets.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
        except OSError:
            return None
        address = str(probe.getsockname()[0])
    return None if address.startswith("127.") or address == "0.0.0.0" else address


def greeting(own_url: str, lan_url: str | None, *, devices: int) -> list[str]:
    lines = [f"Touchwood is serving, up to {devices:,} devices at once.", f"  on this machine:  {own_url}"]
    if lan_url is not None:
        lines += [f"  in your network:  {lan_url}", "", *_qr_lines(lan_url)]
    lines += ["", *map(say, why_others_do_not())]
    return [*lines, "Stop with Ctrl+C; tables are kept."]


def _qr_lines(url: str) -> list[str]:
    """A QR of half blocks: two rows of it in one line of text."""
    rows = [list(row) for row in segno.make(url, micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    signs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    return [
        "  " + "".join(signs[bool(upper), bool(lower)] for upper, lower in zip(top, bottom, strict=True))
        for top, bottom in zip(rows[::2], rows[1::2], strict=True)
    ]
