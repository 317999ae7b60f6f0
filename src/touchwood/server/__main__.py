"""`python -m touchwood.server`: a server with the settings most often wanted."""

import argparse
import sys
from pathlib import Path

from touchwood.core.refusals import Problem
from touchwood.server.sentences import say
from touchwood.server.serve import ServerSettings, serve


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m touchwood.server", description="Serve live tables.")
    parser.add_argument("--host", default="0.0.0.0", help="the address to listen on (default: all)")
    parser.add_argument("--port", type=int, default=8000, help="the next free one is taken if this one is not")
    parser.add_argument(
        "--data", type=Path, default=Path("touchwood-data"), metavar="DIR", help="where tables are kept"
    )
    parser.add_argument("--keep-days", type=int, default=30, help="delete tables untouched for so many days")
    parser.add_argument("--public-url", help="how others reach this server, behind a proxy: https://play.example.org")
    parser.add_argument("--trusted-proxies", help="addresses whose X-Forwarded-For is believed, comma-separated")
    parser.add_argument("--bot-workers", type=int, default=1, help="processes in which bots think")
    chosen = parser.parse_args()
    try:
        serve(
            ServerSettings(
                data=chosen.data,
                host=chosen.host,
                port=chosen.port,
                keep_days=chosen.keep_days,
                public_url=chosen.public_url,
                trusted_proxies=chosen.trusted_proxies,
                bot_workers=chosen.bot_workers,
            )
        )
    except Problem as problem:
        print(say(problem), file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
