"""The kinds of value a game is made of, and the one way they become bytes.

States, views, options, actions and events are immutable structs of integers, strings, tuples and one another.
None of them holds a float: a float would make a record mean different things on different machines.
"""

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final

import msgspec

__all__ = ["Tagged", "Value", "canonical_json", "from_json", "sha256", "type_name"]


class Value(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """An immutable value: options, a state, a view, or a part of one.

    A value is made of values that were there before it, so it is in no cycle, and the garbage collector need not look.
    """


class Tagged(Value, frozen=True, tag=True):
    """A value that names its own type in JSON (`{"type": "Discard", ...}`): an action, an event."""


def canonical_json(value: object) -> bytes:
    """The one spelling of a value: keys sorted, no white space, UTF-8. Hashes are taken over this."""
    return _encode_sorted(value)


_encode_sorted: Final = msgspec.json.Encoder(order="sorted").encode


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def from_json(data: bytes | str, kind: Any) -> Any:
    """Read a value of the given kind; raises `msgspec.ValidationError` or `msgspec.DecodeError` with the place."""
    return _decoder(kind).decode(data)


def sha256(*parts: bytes) -> bytes:
    """SHA-256 over the parts, one after the other."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.digest()


def type_name(value: object) -> str:
    """The name under which catalogues and JSON know a tagged value."""
    return type(value).__name__


def types_within(kinds: Iterable[Any]) -> Iterator[msgspec.inspect.Type]:
    """All types that values of these kinds are made of, each once."""
    left: list[Any] = list(msgspec.inspect.multi_type_info(kinds))
    seen: set[int] = set()
    while left:
        each = left.pop()
        if id(each) in seen:
            continue
        seen.add(id(each))
        if isinstance(each, msgspec.inspect.Type):
            yield each
        for part in (getattr(each, slot) for slot in each.__struct_fields__):
            parts = part if isinstance(part, tuple) else (part,)
            left += [one for one in parts if isinstance(one, msgspec.inspect.Type | msgspec.inspect.Field)]
