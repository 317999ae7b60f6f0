"""Codes and sentences: every refusal and event has its words in every language, every refusal its rule. What is said
in English is said as somebody would say it, to whom it happens and of however many; `odd_sentences.json` has the signs
that it is not, and the tests of the page look for the same.

Rule numbers stand in the game's RULES.md beside its catalogues, at the start of a line, a heading, a list item or a
table row: `## 4 Gool`, `- 4.2 Whoever is tagged is asked.`
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Final, get_args

import msgspec

from touchwood.core.events import heard_by
from touchwood.core.refusals import Refusal
from touchwood.core.seats import Viewer
from touchwood.core.values import type_name
from touchwood.core.words import Sentence, Words, languages, load_catalogue, words_of
from touchwood.testing.nonconformance import Nonconformance, Place
from touchwood.testing.run import Run

CHECK = "catalogues"

_SLOT = re.compile(r"\{(\w+)(?::(\w+)[^}]*)?\}")
_WAYS = (None, "plural", "seat", "word", "by_seat")
ENGLISH: Final = "en"
NAMES: Final = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")
"""The players; what is odd about a sentence is looked for beside these."""
ODD: Final[Mapping[str, str]] = json.loads(
    (files("touchwood.testing") / "odd_sentences.json").read_text(encoding="utf-8")
)[ENGLISH]
"""What makes a sentence odd, and the pattern that finds it."""
_MAY_BE_MEANT: Final = frozenset({"from a number to the same", "somebody, as if it were you, unless it is past"})
"""A match may stand 2 to 2, and a game may be told in the past: found in our own words, refused to nobody."""
_RULE_NUMBER = re.compile(r"^[\s#|>*+\-`]*(\d+(?:\.\d+)*)\b", re.MULTILINE)


def check_refusals(run: Run) -> None:
    """Every refusal met has a code, a rule that stands in RULES.md, and a sentence its facts can fill."""
    rules, told = rule_numbers(run.game.words), words_in_all_languages(run)
    seen: set[tuple[str, str, str, int]] = set()
    for position in run.positions:
        for seat in run.seats:
            for action in (*run.some_numbered, *run.unnumbered):
                refusal = run.game.why_illegal(position.state, seat, action)
                # Once is enough: with the same facts it says the same to the same seat.
                if refusal is None or (case := (refusal.code, refusal.rule, str(refusal.facts), seat)) in seen:
                    continue
                seen.add(case)
                place = run.place(position, seat)
                if not refusal.code or refusal.rule not in rules:
                    rule = "every refusal has a code and the number of a rule that stands in RULES.md"
                    raise Nonconformance(CHECK, "rule number", rule, place, refusal=refusal, action=action)
                for language, words in told.items():
                    _require_sentence(words.for_listener(seat), language, refusal, place)


def _require_sentence(words: Words, language: str, refusal: Refusal, place: Place) -> None:
    try:
        sentence = words.refusal(refusal)
    except Exception as error:
        rule = "every refusal has a sentence in every language, filled from its facts"
        facts = {"language": language, "refusal": refusal, "error": repr(error)}
        raise Nonconformance(CHECK, "refusal", rule, place, **facts) from error
    require_well_said(sentence, language, place, of=f"refusals.{refusal.code}")


def require_well_said(sentence: str, language: str, place: Place, *, of: str) -> None:
    """Only of English there is something to say here."""
    if language == ENGLISH and (odd := [what for what in oddities(sentence) if what not in _MAY_BE_MEANT]):
        rule = "a sentence is right for who hears it, and for one as for many (docs/translating.md: slots, voices)"
        raise Nonconformance(CHECK, "sentence", rule, place, of=of, said=sentence, odd=odd)


@lru_cache(maxsize=5_000)  # most of what is said in a match is said again
def oddities(sentence: str) -> tuple[str, ...]:
    """What is odd about an English sentence, by the names of `odd_sentences.json`."""
    return tuple(what for what, pattern in ODD.items() if re.search(pattern, sentence))


def check_events(run: Run) -> None:
    """Every event met can be told to each who hears it, and every view can be drawn, in every language."""
    told = words_in_all_languages(run)
    for position in run.positions:
        for viewer in run.viewers:
            place = run.place(position, viewer)
            for language, words in told.items():
                listening = words.for_listener(viewer)
                for event in heard_by(viewer, position.step.events if position.step else ()):
                    try:
                        sentence = listening.event(event)
                    except Exception as error:
                        rule = "every event has a sentence in every language for each who hears it"
                        facts = {"language": language, "event": event, "error": repr(error)}
                        raise Nonconformance(CHECK, "event", rule, place, **facts) from error
                    require_well_said(sentence, language, place, of=f"events.{type_name(event)}")
    for position in run.sampled_positions(60):
        for viewer in run.viewers:
            for language, words in told.items():
                _require_picture(run, position, viewer, language, words.for_listener(viewer))


def _require_picture(run: Run, position: Any, viewer: Viewer, language: str, words: Words) -> None:
    try:
        picture = run.game.picture(run.game.view(position.state, viewer), words)
    except Exception as error:
        rule = "every view can be drawn in every language"
        place = run.place(position, viewer)
        raise Nonconformance(CHECK, "picture", rule, place, language=language, error=repr(error)) from error
    if not picture.strip():
        rule = "every view can be drawn in every language"
        raise Nonconformance(CHECK, "picture", rule, run.place(position, viewer), language=language, picture=picture)


def check_catalogues(run: Run) -> None:
    """The same keys and slots in all languages; every event has a sentence, and no sentence is for a thing unknown."""
    folder, place = run.game.words, run.place()
    known = languages(folder)
    if not known:
        raise Nonconformance(CHECK, "languages", "a game has at least one catalogue", place)
    first = {key: slots_of(sentence) for key, sentence in sentences_in(folder, known[0])}
    for language in known:
        here = {key: slots_of(sentence) for key, sentence in sentences_in(folder, language)}
        if set(here) != set(first):
            rule = "all catalogues of a game have the same keys"
            facts = {
                "language": language,
                "missing": sorted(set(first) - set(here)),
                "more": sorted(set(here) - set(first)),
            }
            raise Nonconformance(CHECK, "keys", rule, place, **facts)
        for key, slots in here.items():
            if facts_told(slots) != facts_told(first[key]):
                rule = "a sentence tells the same facts in all languages"
                raise Nonconformance(CHECK, "slots", rule, place, language=language, key=key)
            if bad := [way for _, way in slots if way not in _WAYS]:
                rule = "a slot is filled in a way that catalogues know"
                raise Nonconformance(CHECK, "slots", rule, place, language=language, key=key, unknown=bad)
    kinds = {kind.__name__: kind for kind in event_kinds(run.game.event_type)}
    catalogue = load_catalogue(folder, known[0]).get("events", {})
    if set(kinds) != set(catalogue):
        rule = "the catalogue has one sentence for each event of the game, and no more"
        facts = {"missing": sorted(set(kinds) - set(catalogue)), "unknown": sorted(set(catalogue) - set(kinds))}
        raise Nonconformance(CHECK, "event", rule, place, **facts)
    for name, kind in kinds.items():
        fields = {field.name for field in msgspec.structs.fields(kind)}
        if unknown := {slot for slot, _ in slots_of(catalogue[name])} - fields:
            rule = "the slots of a sentence are facts of its event"
            raise Nonconformance(CHECK, "slots", rule, place, event=name, unknown=sorted(unknown))
    _require_facts_of_actions(run)


def _require_facts_of_actions(run: Run) -> None:
    """A sentence for an action is for one the game has, and tells facts of it. None is needed: a screen without one
    shows what the codec writes."""
    sentences = load_catalogue(run.game.words, languages(run.game.words)[0]).get("actions", {})
    kinds = {kind.__name__ for kind in event_kinds(run.game.action_type)}
    if unknown := set(sentences) - kinds:
        rule = "a sentence for an action is for one the game has"
        raise Nonconformance(CHECK, "action", rule, run.place(), unknown=sorted(unknown))
    for action in (*run.some_numbered, *run.unnumbered):
        slots = {slot for slot, _ in slots_of(sentences.get(type_name(action), ""))}
        if unknown := slots - facts_of(action):
            rule = "the slots of a sentence are facts of its action, by names that only one of them has"
            facts = {"unknown": sorted(unknown), "known": sorted(facts_of(action))}
            raise Nonconformance(CHECK, "action", rule, run.place(), action=action, **facts)


def facts_of(value: Any) -> set[str]:
    """The names by which a sentence can tell what a value is made of: of a part that has parts itself `start_row`, and
    `row` too where it is the only one. The general screen has the same (`asFacts` in web/src/plain/schema.ts)."""
    paths = list(paths_in(value))
    own = Counter(path[-1] for path in paths)
    return {"_".join(path) for path in paths} | {name for name, count in own.items() if count == 1}


def paths_in(value: Any, within: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The way to each fact; a part that has parts is one itself if it is tagged: which kind of thing it is."""
    names: tuple[str, ...] = getattr(value, "__struct_fields__", getattr(value, "_fields", ()))
    for name in names:
        part, path = getattr(value, name), (*within, name)
        has_parts = hasattr(part, "__struct_fields__") or hasattr(part, "_fields")
        if not has_parts or (isinstance(part, msgspec.Struct) and part.__struct_config__.tag is not None):
            yield path
        yield from paths_in(part, path)


def event_kinds(event_type: Any) -> tuple[Any, ...]:
    """The members of a union of events; a game with one kind of event has no union."""
    return get_args(event_type) or (event_type,)


def sentences_in(folder: Traversable, language: str) -> Iterator[tuple[str, Sentence]]:
    for section, sentences in load_catalogue(folder, language).items():
        for code, sentence in sentences.items():
            yield f"{section}.{code}", sentence


def slots_of(sentence: Sentence) -> set[tuple[str, str | None]]:
    """The slots of a sentence in all its forms: the name of the fact and the way it is told."""
    if isinstance(sentence, str):
        return {(name, way or None) for name, way in _SLOT.findall(sentence)}
    forms = sentence.values() if isinstance(sentence, dict) else sentence
    return {slot for form in forms for slot in slots_of(form)}


def facts_told(slots: set[tuple[str, str | None]]) -> set[str]:
    """Without those that only choose between one and many: not every language does."""
    return {name for name, way in slots if way != "plural"}


def words_in_all_languages(run: Run) -> dict[str, Words]:
    names = NAMES[: len(run.seats)]
    return {
        language: words_of(run.game.words, language=language, names=names) for language in languages(run.game.words)
    }


def rule_numbers(words: Traversable) -> frozenset[str]:
    """The numbers of all rules in the RULES.md beside a folder of catalogues."""
    text = words.joinpath("..", "RULES.md").read_text(encoding="utf-8")
    return frozenset(number.rstrip(".") for number in _RULE_NUMBER.findall(text))
