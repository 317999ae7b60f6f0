"""Catalogues: the sentences for codes and facts, apart from the rules.

A catalogue is a JSON file with sections (`events`, `refusals`, `problems`, `words`, `labels`, and those of the general
screen: docs/general-screen.md), each a mapping from a code to its sentence. Terminal, server and page read the same
files. The core's own catalogue stands behind every game's.

A sentence has slots:

    {count}                     the fact as it is
    {count:plural card cards}   the word for one and the word for others, by the plural rules of the language
    {count:plural one=karta few=karty many=kart other=karty}    the same where a language has more forms
    {seat:seat}                 the name of a seat, or "you"
    {kind:word}                 the word of that value, from the section `words`; a list of values is joined
    {points:by_seat}            a list with a value for each seat, each with its name: "you 3, Bo 1"; null is left out

A sentence may be a list: the first one whose facts are all there (not null, and no empty row unless nothing else
fits) is taken, so what a seat is not told, or where there was nothing, needs no event of its own. And it may have two
voices: `{"you": ..., "they": ...}`, "you" where the event's `seat` listens.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from touchwood.core.refusals import InputError, Refusal
from touchwood.core.seats import SPECTATOR, Viewer
from touchwood.core.values import type_name

__all__ = ["Section", "Sentence", "Words", "languages", "plural_category", "plural_word", "words_of"]

Sentence: TypeAlias = str | list[str] | dict[str, Any]
Section: TypeAlias = Mapping[str, Sentence]

_SLOT = re.compile(r"\{(\w+)(?::(\w+)((?: [^}]+)?))?\}")
_EMPTY: tuple[object, ...] = ((), [])
_OPENS_WITH_A_WORD = re.compile(r"\{\w+:(seat|word)\}")


def load_catalogue(folder: Traversable, language: str) -> Mapping[str, Section]:
    return _read_catalogue(str(folder.joinpath(f"{language}.json")))


@cache
def _read_catalogue(path: str) -> Mapping[str, Section]:
    written = Path(path).read_bytes()
    try:
        loaded: Mapping[str, Section] = json.loads(written.decode())
    except json.JSONDecodeError as error:
        raise _unreadable(path, error.lineno, error.colno, error.msg) from None
    except UnicodeDecodeError as error:
        before = written[: error.start].split(b"\n")
        raise _unreadable(path, len(before), len(before[-1].decode()) + 1, error.reason) from None
    return loaded


def _unreadable(path: str, line: int, column: int, reason: str) -> InputError:
    # Guests of a server are told as well: whose words they are, but not where on its disk.
    file = "/".join(Path(path).parts[-3:])
    return InputError("catalogue_unreadable", file=file, line=line, column=column, reason=reason)


def plural_word(language: str, count: object, forms: str) -> str:
    """The form of a word that goes with a number; `forms` as a slot names them."""
    words = forms.split()
    named = (
        dict(word.split("=", 1) for word in words) if "=" in forms else dict(zip(("one", "other"), words, strict=True))
    )
    category = plural_category(language, count) if isinstance(count, int) else "other"
    return named.get(category, named["other"])


def plural_category(language: str, count: int) -> str:
    """As Unicode's CLDR has them. Babel knows all languages; those that ship with the project do without it."""
    match language:
        case "en":
            return "one" if abs(count) == 1 else "other"
        case "ja":
            return "other"
        case _:
            from babel import Locale  # the extra `languages`; not needed for what ships, and slow to load

            return Locale.parse(language, sep="-").plural_form(abs(count))


def core_words() -> Traversable:
    """The folder of the catalogues that stand behind every game's."""
    return files("touchwood.core.words")


def languages(folder: Traversable) -> tuple[str, ...]:
    """The languages a folder of catalogues is written in."""
    return tuple(sorted(file.name.removesuffix(".json") for file in folder.iterdir() if file.name.endswith(".json")))


@dataclass(frozen=True)
class Words:
    """A catalogue in one language, read aloud to one listener."""

    catalogues: tuple[Mapping[str, Section], ...]
    """Asked in this order."""
    names: tuple[str, ...] = ()
    """The players, by seat."""
    listener: Viewer = SPECTATOR
    language: str = "en"
    """Of the first catalogue: by its rules a plural is chosen."""
    pieces: Mapping[str, str] = field(default_factory=dict)
    """What pieces are, by their codes, where a code alone says too little to who only hears it."""

    def for_listener(self, listener: Viewer) -> "Words":
        return replace(self, listener=listener)

    def naming(self, pieces: Mapping[str, str]) -> "Words":
        return replace(self, pieces=pieces)

    # -- Whole sentences --------------------------------------------------------------------------------------------
    def event(self, event: object) -> str:
        facts = msgspec.structs.asdict(event)  # type: ignore[arg-type]  # an event is a struct
        return self._told("events", type_name(event), facts)

    def found(self, section: str, code: str, facts: Mapping[str, Any]) -> str | None:
        """A sentence of any section; None: there is none, or not all of its facts are there."""
        try:
            return self._told(section, code, facts)
        except KeyError:
            return None

    def refusal(self, refusal: Refusal) -> str:
        return self._fill(self._text("refusals", refusal.code), refusal.facts)

    def error(self, error: InputError) -> str:
        return self._fill(self._text("problems", error.code), error.facts)

    def label(self, code: str, **facts: Any) -> str:
        """A short text of the table itself: a heading, a button."""
        return self._fill(self._text("labels", code), facts)

    # -- Parts of sentences -----------------------------------------------------------------------------------------
    def lesson(self, code: str) -> str:
        """What a lesson says."""
        return self._fill(self._text("lesson", code), {})

    def word(self, value: object) -> str:
        name = str(getattr(value, "value", value))
        return self.pieces.get(name) or self._text("words", name)

    def seat(self, seat: int) -> str:
        if seat == self.listener:
            return self.word("you")
        return self.names[seat] if seat < len(self.names) else self.word("player") + f" {seat + 1}"

    # -- Inside -----------------------------------------------------------------------------------------------------
    def _told(self, section: str, code: str, facts: Mapping[str, Any]) -> str:
        sentence = self._find(section, code)
        if isinstance(sentence, dict):
            sentence = sentence["you" if facts.get("seat") == self.listener else "they"]
        candidates: Sequence[str] = [sentence] if isinstance(sentence, str) else sentence
        told = [one for one in candidates if all(facts.get(slot[0]) is not None for slot in _SLOT.findall(one))]
        full = [one for one in told if not any(facts[slot[0]] in _EMPTY for slot in _SLOT.findall(one))]
        for candidate in (*full, *told):
            return self._fill(candidate, facts)
        raise KeyError(f"no sentence of {section}.{code} has all its facts: {facts}")

    def _find(self, section: str, code: str) -> Sentence:
        for catalogue in self.catalogues:
            if code in catalogue.get(section, {}):
                return catalogue[section][code]
        raise KeyError(f"no catalogue has {section}.{code}")

    def _text(self, section: str, code: str) -> str:
        sentence = self._find(section, code)
        if not isinstance(sentence, str):
            raise KeyError(f"{section}.{code} is not a plain sentence")
        return sentence

    def _spellings(self) -> Mapping[str | None, Callable[[Any], str]]:
        return {"seat": self.seat, "word": self.word, None: lambda fact: self.pieces.get(str(fact)) or str(fact)}

    def _by_seat(self, values: Sequence[object]) -> str:
        def spelled(value: object) -> str:
            return str(value) if isinstance(value, int) else self.word(value)

        return ", ".join(f"{self.seat(at)} {spelled(value)}" for at, value in enumerate(values) if value is not None)

    def _fill(self, sentence: str, facts: Mapping[str, Any]) -> str:
        def fill(slot: re.Match[str]) -> str:
            name, way, arguments = slot.group(1), slot.group(2), slot.group(3)
            fact = facts[name]
            if way == "plural":
                return plural_word(self.language, fact, arguments)
            if way == "by_seat":
                return self._by_seat(fact)
            spell = self._spellings()[way]
            return ", ".join(map(spell, fact)) if isinstance(fact, tuple | list) else spell(fact)

        filled = _SLOT.sub(fill, sentence)
        # "you" opens a sentence with a capital; a file's name stays as it is.
        return filled[:1].upper() + filled[1:] if _OPENS_WITH_A_WORD.match(sentence) else filled


def words_of(
    folder: Traversable | None, *, language: str = "en", names: Sequence[str] = (), listener: Viewer = SPECTATOR
) -> Words:
    """The words of a game (or, without a folder, of the core alone) in a language."""
    folders = [folder, core_words()] if folder is not None else [core_words()]
    for each in folders:
        if language not in languages(each):
            raise InputError("unknown_language", language=language, known=", ".join(languages(each)))
    return Words(tuple(load_catalogue(each, language) for each in folders), tuple(names), listener, language)
