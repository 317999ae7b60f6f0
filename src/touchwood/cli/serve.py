"""`touchwood serve`: live tables for friends, from this machine. Its flags are made from the server's settings."""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from touchwood.core.refusals import InputError
from touchwood.server.sentences import say
from touchwood.server.settings import FILE_FLAG, Setting, all_settings, read_settings, shown


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "serve",
        help="serve live tables and the page",
        epilog="Each setting can also be given as an environment variable (--keep-days: TOUCHWOOD_KEEP_DAYS) or in a "
        "file (keep_days = 30). Flags come first, then the environment, then the file.",
    )
    parser.add_argument(FILE_FLAG, metavar="FILE", dest="settings_file", help="a TOML file of settings")
    parser.add_argument("--show-settings", action="store_true", help="show the settings in force, and do not serve")
    limits = parser.add_argument_group("limits")
    for setting in all_settings():
        (limits if setting.is_limit else parser).add_argument(
            setting.flag, dest=setting.name, metavar=_metavar(setting), help=_help(setting)
        )
    parser.set_defaults(run=run)


def _metavar(setting: Setting) -> str:
    if setting.is_list:
        return "LIST"
    return {int: "N", float: "N", Path: "DIR"}.get(type(setting.default), "VALUE")


def _help(setting: Setting) -> str:
    default = "" if setting.default in (None, ()) else f" (default: {setting.default})"
    return f"{setting.description}{default}".replace("%", "%%")


def run(given: argparse.Namespace) -> int:
    flags = {
        setting.name: getattr(given, setting.name)
        for setting in all_settings()
        if getattr(given, setting.name) is not None
    }
    try:
        read = read_settings(flags, os.environ, given.settings_file)
        if given.show_settings:
            print("\n".join(shown(read)))
            return 0
        _make_folder(read.settings.data)
        try:
            # Loaded here: the other commands need no server, and it is an extra.
            from touchwood.server.serve import serve
        except ModuleNotFoundError as missing:
            raise InputError("extra_missing", module=str(missing.name), extra="server") from None
        serve(read.settings)
    except InputError as error:
        # In the server's own words, which the other commands do not load.
        print(f"touchwood: {say(error)}", file=sys.stderr)
        return 2
    return 0


def _make_folder(data: Path) -> None:
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError("file_unwritable", file=str(data), reason=error.strerror or str(error)) from None
