"""`touchwood verify`: compute a record's chain, draws and rules again, and say what that proves."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from touchwood.core.refusals import Problem
from touchwood.core.words import words_of
from touchwood.match.files import read_record
from touchwood.match.replay import verify


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser("verify", help="check recorded matches and their deals")
    parser.add_argument("files", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--json", action="store_true", help="one JSON line a file")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """All files are looked at, also after a broken one; the exit code is 2 if any is broken."""
    return max(_verify_one(path, as_json=given.json) for path in given.files)


def _verify_one(path: Path, *, as_json: bool) -> int:
    words = words_of(None)
    try:
        verified = verify(read_record(path))
    except Problem as problem:
        sentence = words.problem(problem)
        if as_json:
            facts = {"file": str(path), "ok": False, "code": problem.code, "facts": dict(problem.facts)}
            print(json.dumps({**facts, "reason": sentence}, ensure_ascii=False))
        else:
            print(f"touchwood: {path}: {sentence}", file=sys.stderr)
        return 2
    proof = words.label(f"proof_{verified.proof.value}")
    if as_json:
        facts = {"file": str(path), "ok": True, "entries": verified.entries, "is_over": verified.is_over}
        print(json.dumps({**facts, "proof": verified.proof.value, "hash": verified.hash}, ensure_ascii=False))
    else:
        print(f"{path}: {words.label('verified', entries=verified.entries)} {proof}")
    return 0
