"""A view read out: every part by its name, in short lines without pictures, for ears and braille lines.

It is made from the view's types, the hints beside them (`shown.py`) and the game's words, so every game has it. The
page's general screen does the same for its table as text (`web/src/plain/picture.ts`).

What says nothing is left out: none, false, an empty row. A seat becomes a mark at that player, and what there is one of
for each seat becomes a part of each player.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

import msgspec
from msgspec import inspect

from touchwood.core.game import AnyGame
from touchwood.core.seats import SPECTATOR
from touchwood.core.words import Words

Facts: TypeAlias = Mapping[str, Any]
_ROW: Final = (tuple, list)

_ELSEWHERE: Final = ("viewer", "version", "options", "phase", "asked")
"""Told elsewhere: who looks, by which rules, what was agreed, what is awaited of whom."""
_SCORES: Final = ("points", "score", "total")
"""A score, wherever it stands."""


@dataclass(frozen=True)
class Reading:
    """A table as somebody hears it."""

    status: str
    """What is asked, or what goes on."""
    mine: tuple[str, ...]
    """What is with the viewer, a line each."""
    notable: tuple[str, ...]
    """The same without the counters that stand at nothing."""
    table: tuple[str, ...]
    """What lies there for all, then what is with each of the others."""
    score: tuple[str, ...]
    """Points by player; where the view has none, what is with each of them."""
    aside: tuple[str, ...]
    """For who wants to know: long lists, sheets."""


def read_out(game: AnyGame, view: object, words: Words, *, is_asked: bool) -> Reading:
    """`words` tells who listens; its names are those of the seats."""
    facts: Facts = msgspec.to_builtins(view)
    felt: list[str] = []
    aside: list[str] = []
    seats: list[list[_Part]] = [[] for _ in words.names]
    for part in _parts(_type_info(game.view_type), facts):
        if part.name in _ELSEWHERE or part.shown == "not":
            continue
        marked = part.seats()
        if marked is not None:
            for seat in marked:
                seats[seat].append(_mark(part.name))
        elif part.hints.get("x-by") == "seat":
            for seat, each in enumerate(part.value or ()):
                seats[seat] += _at_seat(part, each)
        else:
            (aside if part.shown == "on_demand" else felt).extend(part.lines(words))
    own = words.listener
    everybody = _by_name([_in_one_line(parts, words) for parts in seats], words)
    others = _by_name([_in_one_line(parts, words) if seat != own else "" for seat, parts in enumerate(seats)], words)
    scores = _by_name([_in_one_line(_scores_among(parts), words) for parts in seats], words)
    with_me = [] if own is SPECTATOR else seats[own]
    return Reading(
        status=_status(facts, words, is_asked=is_asked),
        mine=tuple(line for part in with_me for line in part.lines(words)),
        notable=tuple(line for part in with_me if _counts(part.value) for line in part.lines(words)),
        table=(*felt, *others),
        score=scores or everybody,
        aside=tuple(aside),
    )


def _counts(value: Any) -> bool:
    """Not a counter that stands at nothing, nor a sheet of such."""
    return any(map(_counts, value.values())) if isinstance(value, Mapping) else value != 0


def _by_name(told: Sequence[str], words: Words) -> tuple[str, ...]:
    return tuple(f"{_name(seat, words)}: {each}" for seat, each in enumerate(told) if each)


def _scores_among(parts: "Sequence[_Part]") -> "list[_Part]":
    """Also those that stand in a sheet of several numbers."""
    inner = [within for part in parts if part.value is not None for within in _parts_of(part.type, part.value)]
    return [part for part in (*parts, *inner) if part.name in _SCORES]


def _status(facts: Facts, words: Words, *, is_asked: bool) -> str:
    phase = facts.get("phase")
    if not isinstance(phase, str):
        return words.label("your_move" if is_asked else "others_move")
    known = {**facts, "asked": facts.get("asked") if facts.get("asked") != () else None}
    going = words.found("phases", phase, known) or _readable(phase)
    if not is_asked:
        return going
    return words.found("asks", phase, known) or f"{words.label('your_move')} {going}"


# -- Actions, and what composite ones are built from ----------------------------------------------------------------
def name_action(game: AnyGame, action: object, words: Words) -> str:
    """What doing it means, else as the codec writes it."""
    facts = msgspec.to_builtins(action)
    parts = list(_parts(_type_info(game.action_type), facts))
    inner = {part.name: part.value for each in parts for part in _parts_of(each.type, each.value)}
    known = inner | {part.name: part.value for part in parts}
    return words.found("actions", facts["type"], known) or _capital(game.codec.text(action))


def name_builder(builder: str, words: Words) -> str:
    return words.found("kinds", builder, {}) or _readable(builder)


def name_choice(choice: Any, text: str, words: Words) -> str:
    """A step of building: a tagged one by its sentence (with its value, if that has one of its own), a bare one by its
    name."""
    if not isinstance(choice, Mapping):
        return _value_name(choice, words) if isinstance(choice, str) else _capital(text)
    kind, values = choice["type"], [str(value) for name, value in choice.items() if name != "type"]
    alone = words.found("choices", ".".join([kind, *values]), {})
    return alone or words.found("choices", kind, choice) or _capital(text)


# -- Parts of a view, with what their types say ---------------------------------------------------------------------
_type_info: Final[Callable[[Any], inspect.Type]] = cache(inspect.type_info)
"""Looked at once: a crane's hand has a thousand ways to close, and each is named."""


@dataclass(frozen=True)
class _Part:
    name: str
    value: Any
    type: inspect.Type
    """Its own, where several would do."""
    hints: Mapping[str, Any]

    @property
    def shown(self) -> str | None:
        return self.hints.get("x-shown")

    def seats(self) -> Sequence[int] | None:
        """The seats it names; None: it names none, but is something else."""
        if self.shown == "seat":
            return [self.value]
        if not isinstance(self.value, _ROW) or "x-by" in self.hints:
            return None
        is_seats = _narrowed(_item_type(self.type), 0)[1].get("x-shown") == "seat"
        return self.value if is_seats else None

    def lines(self, words: Words) -> Iterator[str]:
        """With its name: a line, or one for each of several."""
        label, rows = _field_name(self.name, words), list(self.rows(words))
        for number, row in enumerate(rows):
            if self.shown == "grid":
                yield f"{words.label('grid_row', label=label, number=number)}: {row}"
            else:
                yield f"{label} {number + 1}: {row}" if len(rows) > 1 else f"{label}: {row}" if row else label

    def rows(self, words: Words) -> Iterator[str]:
        """Without its name. Nothing: there is nothing to say; an empty row: its name says it all."""
        seats = self.seats()
        if self.value is None or self.value is False or self.shown == "not":
            return
        if seats is not None:
            yield from [", ".join(_name(seat, words) for seat in seats)] if seats else []
        elif self.value is True:
            yield ""
        elif isinstance(self.value, int):
            word = self.hints.get("x-words", {}).get(str(self.value))
            yield str(self.value) if word is None else _value_name(word, words)
        elif isinstance(self.value, str):
            yield _value_name(self.value, words)
        elif (parts := list(_parts_of(self.type, self.value))) or isinstance(self.value, Mapping):
            told = _in_one_line(parts, words)
            yield from [told] if told else []
        elif self.value:
            yield from self._several(words)

    def _several(self, words: Words) -> Iterator[str]:
        letters, kinds = self.hints.get("x-words", {}), self.hints.get("x-by")
        if self.shown == "grid":
            for row in self.value:
                yield ", ".join(_value_name(letters.get(letter, letter), words) for letter in row)
        elif isinstance(kinds, list):
            counts = [(kind, count) for kind, count in zip(kinds, self.value, strict=True) if count]
            told = ", ".join(f"{_value_name(kind, words)} {count}" for kind, count in counts)
            yield from [told] if told else []
        else:
            each = [_part(self.name, value, _item_type(self.type)) for value in self.value]
            if all(isinstance(value, str | int) for value in self.value):
                yield ", ".join(row for part in each for row in part.rows(words))
            else:
                yield from ("; ".join(rows) for part in each if (rows := list(part.rows(words))))


def _mark(name: str) -> _Part:
    return _Part(name, value=True, type=inspect.BoolType(), hints={})


def _part(name: str, value: Any, kind: inspect.Type) -> _Part:
    return _Part(name, value, *_narrowed(kind, value))


def _narrowed(kind: inspect.Type, value: Any) -> tuple[inspect.Type, Mapping[str, Any]]:
    """What this value is of all its type allows, with the hints met on the way."""
    if isinstance(kind, inspect.Metadata):
        inner, hints = _narrowed(kind.type, value)
        return inner, {**hints, **(kind.extra_json_schema or {})}
    if isinstance(kind, inspect.UnionType):
        return _narrowed(next((one for one in kind.types if _fits(one, value)), inspect.AnyType()), value)
    return kind, {}


def _fits(kind: inspect.Type, value: Any) -> bool:
    match kind:
        case inspect.Metadata():
            return _fits(kind.type, value)
        case inspect.NoneType():
            return value is None
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            return isinstance(value, int) and not isinstance(value, bool)
        case inspect.StrType():
            return isinstance(value, str)
        case inspect.EnumType():
            return value in [each.value for each in kind.cls]
        case inspect.LiteralType():
            return value in kind.values
        case inspect.StructType():
            return isinstance(value, Mapping) and (kind.tag is None or value.get(kind.tag_field) == kind.tag)
        case inspect.TupleType() | inspect.VarTupleType() | inspect.NamedTupleType() | inspect.ListType():
            return isinstance(value, _ROW)
        case _:
            return True


def _item_type(kind: inspect.Type) -> inspect.Type:
    """Of a row, whatever it is made of."""
    if isinstance(kind, inspect.VarTupleType | inspect.ListType):
        return kind.item_type
    return inspect.UnionType(kind.item_types) if isinstance(kind, inspect.TupleType) else inspect.AnyType()


def _parts(kind: inspect.Type, value: Any) -> Iterator[_Part]:
    yield from _parts_of(_narrowed(kind, value)[0], value)


def _parts_of(kind: inspect.Type, value: Any) -> Iterator[_Part]:
    """The named parts of a struct, or of a tuple whose places have names."""
    if isinstance(kind, inspect.StructType):
        for field in kind.fields:
            if field.encode_name in value:
                yield _part(field.encode_name, value[field.encode_name], field.type)
    elif isinstance(kind, inspect.NamedTupleType):
        for field, each in zip(kind.fields, value, strict=True):
            yield _part(field.name, each, field.type)


def _at_seat(part: _Part, value: Any) -> Iterator[_Part]:
    """What is there of it at one seat."""
    at_seat = _part(part.name, value, _item_type(part.type))
    inner = list(_parts_of(at_seat.type, value)) if value is not None else []
    yield from inner or [at_seat]


# -- Names ----------------------------------------------------------------------------------------------------------
def _in_one_line(parts: Sequence[_Part], words: Words) -> str:
    told = ((_field_name(part.name, words), list(part.rows(words))) for part in parts)
    return ", ".join(f"{label} {'; '.join(rows)}".strip() for label, rows in told if rows)


def _name(seat: int, words: Words) -> str:
    return _capital(words.seat(seat))


def _field_name(name: str, words: Words) -> str:
    return words.found("fields", name, {}) or _readable(name)


def _value_name(value: str, words: Words) -> str:
    named = words.pieces.get(value) or words.found("words", value, {})
    return named or (_readable(value) if re.fullmatch("[a-z]+(_[a-z]+)+", value) else value)


def _readable(code: str) -> str:
    """`hand_size` is "Hand size": good enough for a game whose author has not named its fields yet."""
    return _capital(re.sub("([a-z])([A-Z])", r"\1 \2", code).replace("_", " ").lower())


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
