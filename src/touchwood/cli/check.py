"""`touchwood check`: read every line of every table in a data folder, and name those that cannot be read."""

import argparse
import sys
from pathlib import Path
from typing import Any

from touchwood.core.refusals import InputError
from touchwood.core.words import words_of


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser("check", help="check the tables a server keeps")
    parser.add_argument("data", type=Path, metavar="DATA", help="the folder of `touchwood serve --data`, or its file")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """All tables are looked at, also after a broken one; the exit code is 2 if any is."""
    try:
        from touchwood.server.checking import check_tables
        from touchwood.server.sentences import say
        from touchwood.server.settings import TABLES_FILE
    except ModuleNotFoundError as missing:
        raise InputError("extra_missing", module=str(missing.name), extra="server") from None

    path = given.data / TABLES_FILE if given.data.is_dir() else given.data
    tables = lines = broken = 0
    try:
        for checked in check_tables(path):
            tables += 1
            lines += checked.lines
            if checked.error is not None:
                broken += 1
                print(f"touchwood: {say(checked.error)}", file=sys.stderr)
    except InputError as error:
        print(f"touchwood: {say(error)}", file=sys.stderr)
        return 2
    if broken:
        return 2
    print(words_of(None).label("checked", tables=tables, lines=lines))
    return 0
