"""The protocol as JSON Schema and as TypeScript, made from the message types.

    python -m touchwood.server.schema --json docs/protocol
    python -m touchwood.server.schema --typescript web/src/protocol

The first writes `client.json`, `server.json`, `http.json` (and `games/<game>.json`: options, action, event, view). The
second writes the same as `protocol.ts` and `games/<game>.ts`. `--check` writes nothing and fails if a file is stale.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from touchwood.core.game import AnyGame
from touchwood.core.rulebook import Rulebook
from touchwood.core.values import types_within
from touchwood.games.discovery import all_games
from touchwood.server import protocol

Schema: TypeAlias = Mapping[str, Any]

TOLD_BY_CLIENTS = (
    protocol.CreateTable,
    protocol.JoinTable,
    protocol.PlayOn,
    protocol.OpenPuzzle,
    protocol.PuzzleShown,
    protocol.StartLesson,
    protocol.ReadLog,
    protocol.TokensHeld,
    protocol.TryOptions,
)
TOLD_BY_SERVER = (
    protocol.GameShown,
    protocol.OptionsTried,
    Rulebook,
    protocol.Seated,
    protocol.PlaceFound,
    protocol.WatchTable,
    protocol.TableFound,
    protocol.AddressShown,
    protocol.ReplayEntry,
    protocol.CourseShown,
    protocol.VerifiedShown,
    protocol.ReviewShown,
    protocol.LogRead,
    protocol.LookingBackShown,
    protocol.ErrorShown,
    protocol.Health,
)

# -- JSON Schema ----------------------------------------------------------------------------------------------------


def schema_of(kind: Any) -> dict[str, Any]:
    """One type with everything it is made of below `$defs`."""
    (schema,), parts = msgspec.json.schema_components((kind,), ref_template="#/$defs/{name}")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "$defs": dict(sorted(parts.items()))}


def http_schema() -> dict[str, Any]:
    """The bodies of the HTTP routes, all below `$defs`."""
    _, parts = msgspec.json.schema_components((*TOLD_BY_CLIENTS, *TOLD_BY_SERVER), ref_template="#/$defs/{name}")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": dict(sorted(parts.items()))}


def game_schema(game: AnyGame) -> dict[str, Any]:
    kinds = (game.options_type, game.action_type, game.event_type, game.view_type)
    schemas, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    for name, fields in names_of_places(kinds).items():
        parts[name]["x-fields"] = fields
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": game.title,
        "$defs": dict(sorted(parts.items())),
        "properties": dict(zip(("options", "action", "event", "view"), schemas, strict=True)),
    }


def names_of_places(kinds: Sequence[Any]) -> dict[str, list[str]]:
    """What the places of tuples with named fields mean: JSON writes them as bare arrays."""
    tuples = (each for each in types_within(kinds) if isinstance(each, msgspec.inspect.NamedTupleType))
    return dict(sorted((each.cls.__name__, [field.name for field in each.fields]) for each in tuples))


def json_files() -> dict[Path, str]:
    files: dict[Path, Any] = {
        Path("client.json"): schema_of(protocol.FromClient),
        Path("server.json"): schema_of(protocol.FromServer),
        Path("http.json"): http_schema(),
    }
    files |= {Path("games") / f"{game.name}.json": game_schema(game) for game in all_games()}
    return {path: json.dumps(schema, indent=2, ensure_ascii=False) + "\n" for path, schema in files.items()}


# -- TypeScript -----------------------------------------------------------------------------------------------------

_BANNER = "// Made by `python -m touchwood.server.schema --typescript`. Do not edit.\n"
_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def typescript_of(schema: Schema) -> str:
    """One type, written in TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(typescript_of(part) for part in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return "[" + ", ".join(typescript_of(item) for item in schema["prefixItems"]) + "]"
        case "array":
            return f"({typescript_of(schema.get('items', {}))})[]"
        case "object":
            values = schema.get("additionalProperties", {})
            return f"Record<string, {typescript_of(values if isinstance(values, dict) else {})}>"
        case str(plain):
            return _PLAIN[plain]
        case _:
            return "unknown"


def typescript_definition(name: str, schema: Schema, *, may_leave_out: bool) -> str:
    """A named type. Only what clients send may leave out what has a default; the server says everything but what is
    unset, which has none."""
    words = f"/** {schema['description']} */\n" if "description" in schema else ""
    if "properties" not in schema:
        return f"{words}export type {name} = {typescript_of(schema)};\n"
    required = schema.get("required", [])
    fields = "".join(
        f"  {_field(field, is_left_out=field not in required and (may_leave_out or 'default' not in kind))}: "
        f"{typescript_of(kind)};\n"
        for field, kind in schema["properties"].items()
    )
    return f"{words}export interface {name} {{\n{fields}}}\n"


def _field(name: str, *, is_left_out: bool) -> str:
    spelled = name if name.isidentifier() else json.dumps(name)
    return spelled + ("?" if is_left_out else "")


def protocol_typescript() -> str:
    (client, server, event), parts = msgspec.json.schema_components(
        (protocol.FromClient, protocol.FromServer, protocol.StreamEvent), ref_template="{name}"
    )
    parts = {**parts, **http_schema()["$defs"]}
    told_by_clients = {part["$ref"] for part in client["anyOf"]} | {kind.__name__ for kind in TOLD_BY_CLIENTS}
    definitions = [
        typescript_definition(name, schema, may_leave_out=name in told_by_clients)
        for name, schema in sorted(parts.items())
    ]
    unions = [
        f"export type {name} = {typescript_of(schema)};\n"
        for name, schema in (("FromClient", client), ("FromServer", server), ("StreamEvent", event))
    ]
    codes = "".join(f"  {close.name}: {close.value},\n" for close in protocol.Close)
    constants = f"export const PROTOCOL = {protocol.PROTOCOL};\nexport const Close = {{\n{codes}}} as const;\n"
    return "\n".join([_BANNER, constants, *unions, *definitions])


def game_typescript(game: AnyGame) -> str:
    schema = game_schema(game)
    definitions = [
        typescript_definition(name, part, may_leave_out=False) for name, part in sorted(schema["$defs"].items())
    ]
    named = "".join(
        f"export type {name} = {typescript_of(schema['properties'][key])};\n"
        for name, key in (
            ("AnyAction", "action"),
            ("AnyEvent", "event"),
            ("GameView", "view"),
            ("GameOptions", "options"),
        )
    )
    return "\n".join([_BANNER, named, *definitions])


def typescript_files() -> dict[Path, str]:
    files = {Path("protocol.ts"): protocol_typescript()}
    return files | {Path("games") / f"{game.name}.ts": game_typescript(game) for game in all_games()}


# -- The command ----------------------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m touchwood.server.schema", description=__doc__.splitlines()[0])
    parser.add_argument("--json", type=Path, metavar="DIR", help="write JSON Schemas there")
    parser.add_argument("--typescript", type=Path, metavar="DIR", help="write TypeScript types there")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is missing or stale")
    chosen = parser.parse_args(arguments)
    stale: list[Path] = []
    for folder, files in ((chosen.json, json_files), (chosen.typescript, typescript_files)):
        if folder is None:
            continue
        made = files()
        # Of a game that is gone or was renamed.
        for left_over in sorted(set((folder / "games").glob("*")) - {folder / path for path in made}):
            stale.append(left_over)
            if not chosen.check:
                left_over.unlink()
        for path, text in made.items():
            file = folder / path
            if file.exists() and file.read_text(encoding="utf-8") == text:
                continue
            stale.append(file)
            if not chosen.check:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
    for file in stale:
        print(("stale: " if chosen.check else "renewed: ") + str(file))
    return 1 if chosen.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
