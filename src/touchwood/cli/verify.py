"""`touchwood verify`: compute a record's chain, draws and rules again, and say what that proves.

With `--rules` it is a time machine: the same matches under other rules, and the first move of each that would differ.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from touchwood.core.refusals import InputError
from touchwood.core.words import words_of
from touchwood.games.discovery import find_game
from touchwood.match.files import read_record
from touchwood.match.record import Record
from touchwood.match.replay import verify
from touchwood.match.rerun import first_difference

NEWEST = "newest"
DIFFERS, BROKEN = 1, 2

Look: TypeAlias = Callable[[Record], tuple[int, dict[str, Any], str]]
"""What is found about a record: the exit code, facts for machines, a sentence for people."""


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser("verify", help="check recorded matches and their deals")
    parser.add_argument("files", type=Path, nargs="*", metavar="FILE")
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="every record (*.jsonl) in a folder and below it")
    parser.add_argument(
        "--rules",
        type=_version,
        metavar="VERSION",
        help="play the matches again under this version of their game's rules (a number, or 'newest') and list the "
        "first move of each that would have been refused or turned out otherwise; exit code 1 if there is any",
    )
    parser.add_argument("--json", action="store_true", help="one JSON line a file")
    parser.set_defaults(run=run)


def _version(text: str) -> int | str:
    if text == NEWEST:
        return text
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is neither a version (1, 2, ...) nor {NEWEST!r}") from None


def run(given: argparse.Namespace) -> int:
    """All files are looked at, also after a broken one; the exit code is the worst of theirs."""
    files = list(_files(given))
    if not files:
        raise InputError("no_records")
    look: Look = _verified if given.rules is None else partial(_rerun, rules=given.rules)
    return max(_look_at(path, look, as_json=given.json) for path in files)


def _files(given: argparse.Namespace) -> Iterator[Path]:
    yield from given.files
    if given.all is not None:
        if not given.all.is_dir():
            raise InputError("folder_unreadable", folder=str(given.all))
        yield from sorted(given.all.rglob("*.jsonl"))


def _look_at(path: Path, look: Look, *, as_json: bool) -> int:
    try:
        status, facts, sentence = look(read_record(path))
    except InputError as error:
        sentence = words_of(None).error(error)
        if as_json:
            told = {"file": str(path), "ok": False, "code": error.code, "facts": dict(error.facts)}
            print(json.dumps({**told, "reason": sentence}, ensure_ascii=False))
        else:
            print(f"touchwood: {path}: {sentence}", file=sys.stderr)
        return BROKEN
    print(
        json.dumps({"file": str(path), "ok": True, **facts}, ensure_ascii=False) if as_json else f"{path}: {sentence}"
    )
    return status


def _verified(record: Record) -> tuple[int, dict[str, Any], str]:
    words, verified = words_of(None), verify(record)
    facts = {
        "entries": verified.entries,
        "is_over": verified.is_over,
        "proof": verified.proof.value,
        "is_start_given": verified.is_start_given,
        "hash": verified.hash,
    }
    sentences = [
        words.label("verified", entries=verified.entries),
        *([words.label("start_given")] if verified.is_start_given else []),
        words.label(f"proof_{verified.proof.value}"),
    ]
    return 0, facts, " ".join(sentences)


def _rerun(record: Record, *, rules: int | str) -> tuple[int, dict[str, Any], str]:
    header, words = record.header, words_of(None)
    version = rules if isinstance(rules, int) else find_game(header.game).newest_version
    found = first_difference(record, version)
    facts: dict[str, Any] = {"rules_version": header.rules_version, "rerun_by": version}
    if found is None:
        label = words.label("rerun_same", version=version, entries=len(record.lines))
        return 0, {**facts, "entry": None, "parting": None}, label
    label = words.label(f"rerun_{found.parting.value}", version=version, entry=found.entry, reason=found.code)
    return DIFFERS, {**facts, "entry": found.entry, "parting": found.parting.value, "code": found.code}, label
