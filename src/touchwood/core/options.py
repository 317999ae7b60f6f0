"""Options of a game, read from what people type.

`key=value` pairs, as on the command line: `stall_after=3`, `deck.T=10`, `deck={"T": 10}`. A value that is not JSON is
taken as a word.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from touchwood.core.game import AnyGame
from touchwood.core.refusals import InputError

__all__ = [
    "changed_options",
    "idle_options",
    "options_after_leaving",
    "options_from_mapping",
    "options_from_pairs",
    "read_options",
]


def options_from_pairs(game: AnyGame, pairs: Iterable[str], seats: int) -> Any:
    """The game's options; an `InputError` names the option that is wrong and what it may be."""
    named: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or not key:
            raise InputError("option_not_a_pair", option=pair)
        _put(named, key, _read(text))
    return options_from_mapping(game, named, seats)


def options_from_mapping(game: AnyGame, named: Mapping[str, Any], seats: int) -> Any:
    """The same from JSON, as tables and records have it."""
    options = read_options(game, named)
    if seats not in game.player_counts:
        counts = game.player_counts
        raise InputError("bad_player_count", game=game.title, players=seats, fewest=counts[0], most=counts[-1])
    if (error := game.why_not_options(options, seats)) is not None:
        raise error
    return options


def idle_options(game: AnyGame, named: Mapping[str, Any], seats: int) -> tuple[str, ...]:
    """Those that mean nothing beside the others. As long as too few players are there: at any number of them."""
    options = read_options(game, named)
    counts = (seats,) if seats in game.player_counts else tuple(game.player_counts)
    idle = [game.idle_options(options, count) for count in counts]
    return tuple(option for option in idle[0] if all(option in others for others in idle))


def changed_options(game: AnyGame, options: Any) -> dict[str, Any]:
    """What these options change of the usual ones, as JSON has it."""
    usual, named = msgspec.to_builtins(game.options_type()), msgspec.to_builtins(options)
    return {key: value for key, value in named.items() if usual.get(key, ...) != value}


def read_options(game: AnyGame, named: Mapping[str, Any]) -> Any:
    """Options in the game's own type, whether or not they fit any number of players."""
    known = game.options_type.__struct_fields__
    for key in named:
        if key not in known:
            raise InputError("unknown_option", game=game.title, option=key, known=", ".join(known))
    try:
        return msgspec.convert(named, game.options_type)
    except msgspec.ValidationError as error:
        expected, _, place = str(error).partition(" - at ")
        raise InputError(
            "bad_option", option=place.strip("`").removeprefix("$.") or "options", expected=expected
        ) from None


def options_after_leaving(game: AnyGame, named: Mapping[str, Any], gone: int) -> dict[str, Any]:
    """Options after somebody has gone from a seat before the start, and later seats have moved up by one. What is set
    for a person stays that person's; what was set for the one who is gone is as if nothing had been set."""
    usual, seats = msgspec.to_builtins(game.options_type()), _options_that_name_a_seat(game.options_type)

    def moved(key: str, value: Any) -> Any:
        if key not in seats or not isinstance(value, int):
            return value
        return usual[key] if value == gone else value - (value > gone)

    return {key: moved(key, value) for key, value in named.items()}


def _options_that_name_a_seat(options_type: type[Any]) -> frozenset[str]:
    """By their JSON Schema, which says of a seat that it is one (`core/shown.py`)."""
    schema = msgspec.json.schema(options_type)
    properties = schema["$defs"][schema["$ref"].rpartition("/")[2]]["properties"]
    return frozenset(
        name
        for name, made_of in properties.items()
        if any(kind.get("x-shown") == "seat" for kind in made_of.get("anyOf", [made_of]))
    )


def _put(named: dict[str, Any], key: str, value: Any) -> None:
    outer, dot, inner = key.partition(".")
    if not dot:
        named[key] = value
        return
    nested = named.setdefault(outer, {})
    if not isinstance(nested, dict):
        raise InputError("option_not_a_pair", option=key)
    _put(nested, inner, value)


def _read(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        # `on` and `off` are how the rules speak of switches.
        return {"on": True, "off": False}.get(text, text)
