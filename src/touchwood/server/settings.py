"""All that an operator may set, each thing defined once: `ServerSettings` here and `Limits` in limits.py.

To add a setting, add a field with `Annotated[type, Meta(description=..., ge=...)]` and a default to one of the two
classes, and read it where it matters (`settings.keep_days`, `services.limits.message_bytes`). Its flag
(`--keep-days`), its environment variable (`TOUCHWOOD_KEEP_DAYS`), its key in the settings file (`keep_days`), its
bounds and its line in `--help` and `--show-settings` follow from the field. The table in docs/hosting.md does too:

    python -m touchwood.server.settings docs/hosting.md

Fields without a description are seams for tests and benchmarks, and no operator's business.
"""

import json
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, TypeAlias, get_args, get_type_hints

import msgspec
from msgspec import Meta

from touchwood.core.refusals import InputError
from touchwood.core.values import Value
from touchwood.server.bots import Tempo
from touchwood.server.clocks import Clock, WallClock
from touchwood.server.limits import Limits
from touchwood.server.store.interface import Store
from touchwood.server.store.sqlite import SqliteStore

PREFIX: Final = "TOUCHWOOD_"
FILE_FLAG: Final = "--settings"
FILE_VARIABLE: Final = "TOUCHWOOD_SETTINGS"
DEFAULT: Final = "default"
TABLES_FILE: Final = "touchwood.sqlite"
"""In the data folder."""
TABLE_BEGINS: Final = "<!-- settings: python -m touchwood.server.settings docs/hosting.md -->"
TABLE_ENDS: Final = "<!-- end of settings -->"

Address: TypeAlias = Annotated[str, Meta(pattern=r"^(\[[0-9a-fA-F:.]+\]|[^:\s]+):[0-9]{1,5}$")]
Port: TypeAlias = Annotated[int, Meta(ge=0, le=65_535)]
Workers: TypeAlias = Annotated[int, Meta(ge=0, le=256)]


@dataclass(frozen=True)
class ServerSettings:
    data: Annotated[
        Path, Meta(description="the folder of `touchwood.sqlite`, for its owner only: dealers' seeds are in it")
    ] = Path("touchwood-data")
    host: Annotated[
        str, Meta(description="the address to listen on; `127.0.0.1` behind a proxy on the same machine", min_length=1)
    ] = "0.0.0.0"
    port: Annotated[
        Port | None, Meta(description="one that is taken is an error; none given: 8000, or the next one that is free")
    ] = None
    public_url: Annotated[
        str | None, Meta(description="how others reach this server, for links and QRs, if not by its own address")
    ] = None
    metrics: Annotated[
        Address | None,
        Meta(description="an address of its own for Prometheus' figures: `127.0.0.1:9100`; none given: no figures"),
    ] = None
    origins: Annotated[
        tuple[str, ...], Meta(description="pages of other addresses that may connect: `https://example.org`")
    ] = ()
    trusted_proxies: Annotated[
        tuple[str, ...],
        Meta(description="addresses whose `X-Forwarded-For` is believed; needed behind a proxy for limits by address"),
    ] = ()
    keep_days: Annotated[
        int,
        Meta(
            description="tables and records are closed after so many days without a change, and deleted a week later",
            ge=1,
            le=36_500,
        ),
    ] = 30
    idle_seconds: Annotated[
        float, Meta(description="tables nobody is at are unloaded from memory after this time", ge=1)
    ] = 120.0
    bot: Annotated[
        tuple[str, ...], Meta(description="trained bots to offer beside the games' own: `greta=greta.onnx`")
    ] = ()
    bot_workers: Annotated[
        Workers | None,
        Meta(
            description="processes in which bots think, and one more for quick thoughts; 0: in a thread of the server; "
            "none given: one a processor, but for one that is left to people"
        ),
    ] = None
    bot_seconds: Annotated[
        float, Meta(description="the longest a bot may think; with much to do, a part of it", gt=0)
    ] = 10.0
    limits: Limits = field(default_factory=Limits)
    clock: Clock = field(default_factory=WallClock)
    tempo: Tempo = field(default_factory=Tempo)
    store: Callable[[Path], Store] = SqliteStore
    """How to open the store in the data folder."""


def admin_socket(data: Path) -> Path:
    """Where `touchwood admin` finds the server of that data folder."""
    return data / "admin.sock"


class Setting(Value, frozen=True):
    """One thing that can be set."""

    name: str
    kind: Any
    """Its type with its bounds."""
    default: Any
    description: str
    is_limit: bool

    @property
    def flag(self) -> str:
        return "--" + self.name.replace("_", "-")

    @property
    def variable(self) -> str:
        return PREFIX + self.name.upper()

    @property
    def is_list(self) -> bool:
        return isinstance(self.default, tuple)

    def from_text(self, given: str, said_by: str) -> Any:
        """Raises `InputError`."""
        parts = [part.strip() for part in given.split(",") if part.strip()]
        return self.checked(parts if self.is_list else given, said_by, is_text=True)

    def checked(self, given: Any, said_by: str, *, is_text: bool = False) -> Any:
        """What was given, if it can be that. Numbers may come as text where there is nothing but text."""
        try:
            return msgspec.convert(given, self.kind, strict=not is_text, dec_hook=lambda kind, value: kind(value))
        except (msgspec.ValidationError, TypeError) as error:
            raise InputError("bad_setting", setting=said_by, value=str(given), expected=str(error)) from None


@cache
def all_settings() -> tuple[Setting, ...]:
    return (*_settings_of(ServerSettings, is_limit=False), *_settings_of(Limits, is_limit=True))


def _settings_of(kind: type, *, is_limit: bool) -> Iterator[Setting]:
    hints = get_type_hints(kind, include_extras=True)
    for each in fields(kind):
        descriptions = [
            part.description for part in get_args(hints[each.name]) if isinstance(part, Meta) and part.description
        ]
        if descriptions:
            yield Setting(each.name, hints[each.name], _default(each), descriptions[0], is_limit)


def _default(each: "Field[Any]") -> Any:
    assert each.default is not MISSING, f"{each.name} has a plain default"
    return each.default


# -- Reading --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Given:
    """Settings, and who said each of them: a flag, a variable, a file, or nobody."""

    settings: ServerSettings
    said_by: Mapping[str, str]
    ignored: tuple[str, ...] = ()
    """Environment variables that look like settings and are none."""


def read_settings(flags: Mapping[str, str], environment: Mapping[str, str], file: str | None = None) -> Given:
    """What the flags say, else the environment, else the file, else the defaults. Raises `InputError`.

    `flags` go by the setting's name. `file` is the one a flag named; else the environment may name one.
    """
    file = file or environment.get(FILE_VARIABLE)
    in_file = {} if file is None else _read_file(Path(file))
    values: dict[str, Any] = {}
    said_by: dict[str, str] = {}
    for setting in all_settings():
        if setting.name in flags:
            said = setting.flag
            value = setting.from_text(flags[setting.name], said)
        elif setting.variable in environment:
            said = setting.variable
            value = setting.from_text(environment[setting.variable], said)
        elif setting.name in in_file:
            said = f"{file}: {setting.name}"
            value = setting.checked(in_file[setting.name], said)
        else:
            said, value = DEFAULT, setting.default
        values[setting.name], said_by[setting.name] = value, said
    of_limits = {setting.name: values.pop(setting.name) for setting in all_settings() if setting.is_limit}
    known = {FILE_VARIABLE, *(setting.variable for setting in all_settings())}
    ignored = sorted(name for name in environment if name.startswith(PREFIX) and name not in known)
    return Given(ServerSettings(**values, limits=Limits(**of_limits)), said_by, tuple(ignored))


def _read_file(file: Path) -> dict[str, Any]:
    try:
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeError, tomllib.TOMLDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError("file_unreadable", file=str(file), reason=reason) from None
    known = {setting.name for setting in all_settings()}
    for name in found:
        if name not in known:
            raise InputError("unknown_setting", file=str(file), setting=name)
    return found


# -- Showing --------------------------------------------------------------------------------------------------------


def shown(given: Given) -> Iterator[str]:
    """All settings as they are in force, as a settings file, with who said so."""
    for setting in all_settings():
        holder = given.settings.limits if setting.is_limit else given.settings
        value = getattr(holder, setting.name)
        said = "" if given.said_by[setting.name] == DEFAULT else f"  # {given.said_by[setting.name]}"
        yield f"# {setting.name} is not set" if value is None else f"{setting.name} = {_as_toml(value)}{said}"
    for variable in given.ignored:
        yield f"# ignored: {variable} is no setting"


def _as_toml(value: Any) -> str:
    # For numbers, strings and lists of them JSON is TOML.
    return json.dumps(str(value) if isinstance(value, Path) else value, ensure_ascii=False)


def markdown_table() -> str:
    rows = ["| setting | default | |", "| --- | --- | --- |"]
    for setting in all_settings():
        default = "" if setting.default in (None, ()) else f"`{setting.default}`"
        rows.append(f"| `{setting.flag}` | {default} | {setting.description} |")
    return "\n".join(rows)


def with_table(page: str) -> str:
    """The page with its table of settings made anew."""
    before, _, rest = page.partition(TABLE_BEGINS)
    _, _, after = rest.partition(TABLE_ENDS)
    return f"{before}{TABLE_BEGINS}\n{markdown_table()}\n{TABLE_ENDS}{after}"


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(with_table(page.read_text(encoding="utf-8")), encoding="utf-8")
