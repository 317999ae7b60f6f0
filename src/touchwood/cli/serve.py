"""`touchwood serve`: live tables for friends, from this machine."""

import argparse
import sys
from pathlib import Path
from typing import Any

from touchwood.core.refusals import Problem

HIGHEST_PORT = 65_535


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser("serve", help="serve live tables and the page")
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: all)")
    parser.add_argument("--port", type=int, default=8000, help="the next free one is taken if this one is not")
    parser.add_argument(
        "--data", type=Path, default=Path("touchwood-data"), metavar="DIR", help="where tables are kept"
    )
    parser.add_argument("--keep-days", type=int, default=30, metavar="N", help="delete tables untouched for N days")
    parser.add_argument("--public-url", metavar="URL", help="how others reach this server, behind a proxy")
    parser.add_argument("--trusted-proxies", metavar="LIST", help="addresses whose X-Forwarded-For is believed")
    parser.add_argument(
        "--bot-workers", type=int, metavar="N", help="processes in which bots think (default: one a processor)"
    )
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    try:
        # Loaded here: the other commands need no server, and it is an extra.
        from touchwood.server.bots import cores
        from touchwood.server.sentences import say
        from touchwood.server.serve import ServerSettings, serve
    except ModuleNotFoundError as missing:
        raise Problem("extra_missing", module=str(missing.name), extra="server") from None

    if not 0 <= given.port <= HIGHEST_PORT:
        raise Problem("bad_port", port=given.port, highest=HIGHEST_PORT)
    try:
        given.data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem("file_unwritable", file=str(given.data), reason=error.strerror or str(error)) from None
    settings = ServerSettings(
        data=given.data,
        host=given.host,
        port=given.port,
        keep_days=given.keep_days,
        public_url=given.public_url,
        trusted_proxies=given.trusted_proxies,
        bot_workers=cores() if given.bot_workers is None else given.bot_workers,
    )
    try:
        serve(settings)
    except Problem as problem:
        # In the server's own words, which the other commands do not load.
        print(f"touchwood: {say(problem)}", file=sys.stderr)
        return 2
    return 0
