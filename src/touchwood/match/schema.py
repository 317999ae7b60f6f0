"""The JSON Schema of a record's lines, made from the types: `python -m touchwood.match.schema` prints it."""

import json
from typing import Any

import msgspec

from touchwood.match.record import EntryLine, HeaderLine


def record_schema() -> dict[str, Any]:
    """Each line of a record is one of two objects: the first the header's, all others an entry's."""
    (header, entry), components = msgspec.json.schema_components((HeaderLine, EntryLine), ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a Touchwood record",
        "oneOf": [header, entry],
        "$defs": components,
    }


def schema_text() -> str:
    return json.dumps(record_schema(), indent=2, sort_keys=True) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
