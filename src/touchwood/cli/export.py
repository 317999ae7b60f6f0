"""`touchwood export`: recorded matches as a table for analysis and learning, a row for each choice."""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from touchwood.core.refusals import InputError
from touchwood.core.words import words_of
from touchwood.match.choice_rows import COLUMNS, choice_rows
from touchwood.match.files import read_record

BROKEN = 2


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser(
        "export",
        help="recorded matches as a table (Parquet), a row a choice",
        description="Turn recorded matches into a table: a row a choice, with what was seen, legal and chosen, by "
        "whom, and how the match ended. docs/records.md has the columns.",
    )
    parser.add_argument(
        "records", type=Path, nargs="+", metavar="RECORD", help="a record, or a folder of them (*.jsonl)"
    )
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="a new file, such as matches.parquet")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    """All records are looked at, also after a broken one, which is named and left out; then the exit code says so."""
    try:
        import duckdb
    except ModuleNotFoundError as missing:
        raise InputError("extra_missing", module=str(missing.name), extra="export") from None
    if given.out.exists():
        raise InputError("file_exists", file=str(given.out))
    if given.out.suffix != ".parquet":
        raise InputError("not_parquet", file=str(given.out))
    files = list(_files(given.records))
    if not files:
        raise InputError("no_records")
    status, matches, rows = 0, 0, 0
    try:
        # Beside the table, so that it has its name only once it is whole.
        with tempfile.TemporaryDirectory(dir=given.out.parent, prefix=f".{given.out.name}.") as folder:
            lines, table = Path(folder) / "rows.ndjson", Path(folder) / "table.parquet"
            with lines.open("w") as file:
                for path in files:
                    try:
                        found = choice_rows(read_record(path))
                    except InputError as error:
                        print(f"touchwood: {path}: {words_of(None).error(error)}", file=sys.stderr)
                        status = BROKEN
                        continue
                    matches, rows = matches + 1, rows + len(found)
                    file.writelines(json.dumps(row) + "\n" for row in found)
            duckdb.execute(
                "COPY (SELECT * FROM read_json($lines, format='newline_delimited', columns=$columns, "
                "maximum_object_size=100000000)) TO " + _quoted(table) + " (FORMAT parquet, COMPRESSION zstd)",
                {"lines": str(lines), "columns": COLUMNS},
            )
            os.replace(table, given.out)
    except OSError as error:
        raise InputError("file_unwritable", file=str(given.out), reason=error.strerror or str(error)) from None
    print(words_of(None).label("exported", matches=matches, rows=rows, file=str(given.out)))
    return status


def _files(named: list[Path]) -> Iterator[Path]:
    for path in named:
        if path.is_dir():
            yield from sorted(path.rglob("*.jsonl"))
        else:
            yield path


def _quoted(path: Path) -> str:
    """As text of SQL, where no parameter may stand."""
    return "'" + str(path).replace("'", "''") + "'"
