"""The schema in the docs is the one the types give, and records keep to it."""

import json
import runpy
from pathlib import Path

import jsonschema
import pytest

from touchwood.match import schema
from touchwood.match.record import entry_line, header_line
from touchwood.match.schema import record_schema, schema_text

from .test_records import played

DOCS = Path(__file__).parents[2] / "docs"


def test_the_published_schema_is_current() -> None:
    published = (DOCS / "records.schema.json").read_text(encoding="utf-8")
    assert published == schema_text(), "run: python -m touchwood.match.schema > docs/records.schema.json"


def test_the_schema_is_printed_by_its_command(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(schema.__file__, run_name="schema")
    assert capsys.readouterr().out == ""
    runpy.run_path(schema.__file__, run_name="__main__")
    assert capsys.readouterr().out == schema_text()


def test_every_line_of_a_record_keeps_to_the_schema() -> None:
    match = played(players=2)
    check = jsonschema.Draft202012Validator(record_schema())
    for line in [header_line(match.header), *map(entry_line, match.lines)]:
        check.validate(json.loads(line))


@pytest.mark.parametrize("line", [{}, {"entry": {"type": "sneezed"}, "hash": "", "n": 1, "salt": ""}, {"hash": 1}])
def test_the_schema_refuses_other_lines(line: object) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(line, record_schema())
