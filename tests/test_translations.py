"""Every language says everything, in its own words, and calls a thing the same everywhere."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = sorted(
    {
        *ROOT.glob("src/touchwood/core/words"),
        *ROOT.glob("src/touchwood/server/words"),
        *ROOT.glob("src/touchwood/games/*/words"),
        *ROOT.glob("web/src/words"),
        *ROOT.glob("web/src/games/*/words"),
        *ROOT.glob("web/src/games/*/rules"),
    }
)
LANGUAGES = sorted(file.stem for file in (ROOT / "web/src/words").glob("*.json") if file.stem != "en")
SLOT = re.compile(r"\{[^}]*\}")
THREE_WORDS = re.compile(r"[A-Za-z]{2,}(?:[ ,'’-]+[A-Za-z]{2,}){2,}")


def test_the_guide_for_translators_names_every_folder() -> None:
    guide = (ROOT / "docs/translating.md").read_text(encoding="utf-8")
    named = re.findall(r"^\| `(\S+)/<language>\.json`", guide, re.M)
    found = {folder for name in named for folder in ROOT.glob(name.replace("<game>", "*"))}
    assert found - {ROOT / "docs/glossary"} == {*FOLDERS}


def read(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def texts(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text with where it stands."""
    match value:
        case str():
            yield path, value
        case dict():
            for key, each in value.items():
                yield from texts(each, f"{path}.{key}")
        case list():
            for place, each in enumerate(value):
                yield from texts(each, f"{path}.{place}")


@pytest.mark.parametrize(
    "file",
    [file for folder in FOLDERS for file in sorted(folder.glob("*.json"))],
    ids=lambda file: str(file.relative_to(ROOT)),
)
def test_no_catalogue_says_a_thing_twice(file: Path) -> None:
    """The second would be taken without a word, whichever was meant."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [key for key, _ in pairs]
        assert sorted(keys) == sorted(set(keys))
        return dict(pairs)

    json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=once)


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_whatever_ships_speaks_every_language(folder: Path) -> None:
    assert {"en", *LANGUAGES} - {file.stem for file in folder.glob("*.json")} == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: str(folder.relative_to(ROOT)))
def test_no_sentence_is_left_in_english(folder: Path, language: str) -> None:
    """A sentence: three words of it, beside slots. Titles of games are names."""
    english = dict(texts(read(folder / "en.json")))
    same = [
        f"{path}: {text}"
        for path, text in texts(read(folder / f"{language}.json"))
        if text == english.get(path) and THREE_WORDS.search(SLOT.sub("", text)) and not path.endswith(".title")
    ]
    assert same == []


def test_an_error_has_one_meaning_everywhere() -> None:
    """The core's words are asked before the table's own: a code that stands in both would be told by the wrong ones."""
    core, table = (read(ROOT / "src/touchwood" / part / "words/en.json")["problems"] for part in ("core", "server"))
    assert core.keys() & table.keys() == set()


def test_a_sentence_left_in_english_is_found() -> None:
    assert THREE_WORDS.search(SLOT.sub("", "{seat:seat} draws a card, then one more."))
    assert not THREE_WORDS.search(SLOT.sub("", "{seat:seat} TAG {count}"))


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_terms_of_the_glossary_are_those_in_use(language: str) -> None:
    glossary = read(ROOT / f"docs/glossary/{language}.json")
    assert {game: set(terms) for game, terms in glossary.items()} == {
        game: set(terms) for game, terms in read(ROOT / "docs/glossary/en.json").items()
    }
    for game, terms in glossary.items():
        folders = [ROOT / f"web/src/games/{game}/{kind}" for kind in ("words", "rules")]
        said = " ".join(text for folder in folders for _, text in texts(read(folder / f"{language}.json"))).lower()
        assert [term for term in terms.values() if term.lower() not in said] == []
