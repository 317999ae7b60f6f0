"""`touchwood admin`: look after a running server, over the socket in its data folder."""

import argparse
import json
import os
import socket
import sqlite3
import sys
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

from touchwood.core.refusals import InputError
from touchwood.server.sentences import say
from touchwood.server.settings import FILE_FLAG, TABLES_FILE, admin_socket, read_settings


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser("admin", help="look after a running server")
    parser.add_argument("--data", metavar="DIR", help="the data folder of the server, as given to serve")
    parser.add_argument(FILE_FLAG, metavar="FILE", dest="settings_file", help="the file of settings, as given to serve")
    actions = parser.add_subparsers(required=True, metavar="ACTION")

    def action(name: str, about: str, *, command: str | None = None) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = actions.add_parser(name, help=about, description=about)
        added.set_defaults(run=run, do=_ask, command=command)
        return added

    action("status", "what the server is doing, and whom it keeps out", command="Status")
    action("list", "all tables, the newest change first", command="ListTables").set_defaults(do=_list)
    for name, about, command in (
        ("show", "who sits at a table, and what is set", "ShowTable"),
        ("delete", "delete a table for good, from memory too", "DeleteTable"),
        ("close", "send everybody away from a table and let nobody in", "CloseTable"),
        ("open", "open a closed table again", "CloseTable"),
        ("export", "write a table to a file, with all there is of it", "ExportTable"),
    ):
        action(name, about, command=command).add_argument("table", metavar="TABLE", help="its id or its code")
    actions.choices["open"].set_defaults(fixed={"closed": False})
    actions.choices["export"].add_argument("file", metavar="FILE")
    actions.choices["export"].set_defaults(do=_export)
    importing = action("import", "take in a table from such a file", command="ImportTable")
    importing.add_argument("file", metavar="FILE")
    importing.set_defaults(do=_import)
    drain = action("drain", "let nobody new in; who plays can finish", command="Drain")
    drain.add_argument("--off", dest="draining", action="store_false", help="let people in again")
    announce = action("announce", "tell everybody at a table something", command="Announce")
    announce.add_argument("text", nargs="?", metavar="TEXT", help="none: it is over")
    for name, about, command, field in (
        ("ban-address", "let nobody in from an address or a network (10.0.0.0/8)", "BanAddress", "address"),
        ("ban-name", "let nobody in who is called that, or so that it looks like that", "BanName", "name"),
    ):
        banning = action(name, about, command=command)
        banning.add_argument(field, metavar=field.upper())
        banning.add_argument("--lift", dest="banned", action="store_false", help="let them in again")
    backup = action("backup", "copy all tables to a new file, while people play")
    backup.add_argument("file", metavar="FILE")
    backup.set_defaults(do=_backup)


FIELDS = ("table", "text", "address", "name", "draining", "closed", "banned")


def run(given: argparse.Namespace) -> int:
    try:
        given.do(given)
    except InputError as error:
        # In the server's own words, which the other commands do not load.
        print(f"touchwood: {say(error)}", file=sys.stderr)
        return 2
    return 0


def _ask(given: argparse.Namespace) -> None:
    print(json.dumps(_answer(given), indent=2, ensure_ascii=False))


def _list(given: argparse.Namespace) -> None:
    for row in _answer(given):
        touched = datetime.fromtimestamp(row["touched"] / 1_000).isoformat(" ", "minutes")
        words = [row["game"] or "", row["phase"] or "", "closed" if row["is_closed"] else ""]
        words += ["set aside"] if row["is_set_aside"] else []
        what = " ".join(word for word in words if word)
        print(f"{row['table']}  {row['code']:6}  {touched}  {row['lines']:6} lines  {row['devices']:3} devices  {what}")


def _export(given: argparse.Namespace) -> None:
    """For its owner only: the seed is in it, and hashes of tokens."""
    exported: str = _answer(given)
    with _new_file(given.file) as file:
        file.write(exported.encode())


def _import(given: argparse.Namespace) -> None:
    try:
        export = Path(given.file).read_bytes().decode()
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError("file_unreadable", file=given.file, reason=reason) from None
    print(json.dumps(_answer(given, export=export), indent=2))


def _backup(given: argparse.Namespace) -> None:
    """Made here and not by the server, which may be allowed to write to its own folder only."""
    given.command = "Status"
    tables = Path(_answer(given)["data"]) / TABLES_FILE
    with _new_file(given.file):
        pass
    try:
        # Read only: nothing of the server's is made or changed here, whoever runs this.
        with (
            closing(sqlite3.connect(f"{tables.as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(given.file)) as copy,
        ):
            source.backup(copy)
            # One file: what is beside it could be forgotten.
            copy.execute("PRAGMA journal_mode=DELETE")
            (found,) = copy.execute("PRAGMA integrity_check").fetchone()
    except sqlite3.Error as error:
        Path(given.file).unlink()
        raise InputError("file_unreadable", file=str(tables), reason=str(error)) from None
    if found != "ok":
        raise InputError("file_unreadable", file=given.file, reason=found)
    print(f"{given.file}: {Path(given.file).stat().st_size} bytes, checked")


def _new_file(name: str) -> Any:
    """For its owner only. Raises `InputError` if there is one already."""
    try:
        return os.fdopen(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")
    except FileExistsError:
        raise InputError("file_exists", file=name) from None
    except OSError as error:
        raise InputError("file_unwritable", file=name, reason=error.strerror or str(error)) from None


def _answer(given: argparse.Namespace, **more: Any) -> Any:
    """What the server says to the command. Raises `InputError` with its no."""
    flags = {} if given.data is None else {"data": given.data}
    path = admin_socket(read_settings(flags, os.environ, given.settings_file).settings.data)
    fields = {name: getattr(given, name) for name in FIELDS if hasattr(given, name)}
    command = {"type": given.command, **fields, **getattr(given, "fixed", {}), **more}
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as server:
            server.connect(str(path))
            server.sendall(json.dumps(command).encode() + b"\n")
            with server.makefile("rb") as reading:
                answer = json.loads(reading.readline())
    except (OSError, ValueError) as error:
        raise InputError("no_admin_socket", socket=str(path), reason=str(error)) from None
    if answer["problem"] is not None:
        raise InputError(answer["problem"]["code"], **answer["problem"]["facts"])
    return answer["shown"]
