"""The words of a live table: the game's catalogue, the core's and the table's own, in this order."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final

from touchwood.core.refusals import InputError, Refusal
from touchwood.core.seats import SPECTATOR, Viewer
from touchwood.core.words import Section, Words, core_words, languages, load_catalogue
from touchwood.games.discovery import find_game

ENGLISH: Final = "en"


def _folders(game: str | None) -> list[Traversable]:
    own = [find_game(game).words] if game is not None else []
    return [*own, core_words(), files("touchwood.server") / "words"]


@cache
def catalogues(game: str | None, language: str) -> tuple[Mapping[str, Section], ...]:
    """Asked in this order; where a folder lacks the language, English stands in."""
    return tuple(
        load_catalogue(folder, language if language in languages(folder) else ENGLISH) for folder in _folders(game)
    )


def merged_catalogue(game: str, language: str) -> dict[str, dict[str, Any]]:
    """All of it in one, for the page, in English what the language lacks, so that nobody has to load both.

    Raises `InputError` for a game or language there is none of.
    """
    known = languages(find_game(game).words)
    if language not in known:
        raise InputError("unknown_language", language=language, known=", ".join(known))
    merged: dict[str, dict[str, Any]] = {}
    for catalogue in (*reversed(catalogues(game, ENGLISH)), *reversed(catalogues(game, language))):
        for section, sentences in catalogue.items():
            merged.setdefault(section, {}).update(sentences)
    return merged


def say(
    what: InputError | Refusal,
    *,
    game: str | None = None,
    language: str = ENGLISH,
    names: Sequence[str] = (),
    listener: Viewer = SPECTATOR,
) -> str:
    """The sentence of a refusal; its bare code if nobody wrote one, or if it cannot be read."""
    try:
        words = Words(catalogues(game, language), tuple(names), listener, language)
        return words.error(what) if isinstance(what, InputError) else words.refusal(what)
    except (KeyError, InputError):
        return what.code
