"""Words of the general screen (docs/general-screen.md) are for what the game has, and tell of it what is known there.

None is needed: the screen makes names readable by itself. So a word for what there is not would be missed by nobody,
and is refused here. `web/src/plain` looks the words up: `naming.ts`, `status.ts`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import msgspec
from msgspec import inspect

from touchwood.core.game import CHANCE, OVER, AnyGame
from touchwood.core.values import types_within
from touchwood.core.words import Section, Words, languages, load_catalogue, words_of
from touchwood.testing.catalogues import ENGLISH, NAMES, event_kinds, require_well_said, slots_of
from touchwood.testing.nonconformance import Nonconformance
from touchwood.testing.run import Run

CHECK = "general screen"

Known: TypeAlias = Mapping[str, frozenset[str]]
"""The codes that a section may have, each with the facts that its sentence may tell."""

_NOTHING: frozenset[str] = frozenset()
_POSITIONS = 60


def check_screen_words(run: Run) -> None:
    """No word is for a phase, kind, choice or field that the game has not, and no slot is one that nothing fills."""
    for language in languages(run.game.words):
        catalogue = load_catalogue(run.game.words, language)
        for section, known in known_words(run, catalogue).items():
            for code, sentence in catalogue.get(section, {}).items():
                told = {"language": language, "word": f"{section}.{code}"}
                if code not in known:
                    rule = f"a word of `{section}` is for something that the game has"
                    raise Nonconformance(CHECK, section, rule, run.place(), **told, known=sorted(known))
                if unknown := {slot for slot, _ in slots_of(sentence)} - known[code]:
                    rule = f"the slots of `{section}` are facts that the screen has there"
                    facts = {"unknown": sorted(unknown), "known": sorted(known[code])}
                    raise Nonconformance(CHECK, section, rule, run.place(), **told, **facts)


def known_words(run: Run, catalogue: Mapping[str, Section]) -> Mapping[str, Known]:
    game = run.game
    phases = phases_of(game)
    if phases is None:
        phases = [code for section in ("asks", "phases") for code in catalogue.get(section, {})]
    kinds = [kind.__name__ for kind in event_kinds(game.action_type)]
    return {
        "asks": (told := dict.fromkeys(phases, facts_of_views(game))),
        "phases": told,
        "kinds": dict.fromkeys([*kinds, *(builder.name for builder in game.builders)], _NOTHING),
        "choices": known_choices(run, catalogue.get("choices", {})),
        "fields": dict.fromkeys([*fields_of(game), *ways_of_actions(game)], _NOTHING),
    }


# -- Phases, filled from the view -------------------------------------------------------------------------------------


def fields_of_views(game: AnyGame) -> Iterator[inspect.Field]:
    """Of the view itself: a sentence does not reach into its parts."""
    for kind in inspect.multi_type_info(event_kinds(game.view_type)):
        assert isinstance(kind, inspect.StructType)
        yield from kind.fields


def facts_of_views(game: AnyGame) -> frozenset[str]:
    """The screen adds whom the table waits for where the view does not say it."""
    return frozenset({field.encode_name for field in fields_of_views(game)} | {"asked"})


def phases_of(game: AnyGame) -> Sequence[str] | None:
    """A view without a field `phase` has none. None: its type allows any."""
    found: list[str] = []
    for field in fields_of_views(game):
        if field.encode_name == "phase":
            for kind in field.type.types if isinstance(field.type, inspect.UnionType) else (field.type,):
                if isinstance(kind, inspect.EnumType):
                    found += [str(member.value) for member in kind.cls]
                elif isinstance(kind, inspect.LiteralType):
                    found += map(str, kind.values)
                elif not isinstance(kind, inspect.NoneType):
                    return None
    return found


# -- Choices of builders ----------------------------------------------------------------------------------------------


def known_choices(run: Run, written: Section) -> Known:
    """A choice that names its type has a word by that, filled from its fields, or by that and its value, as it is.

    What a builder may offer is known under these options alone; a type that is neither an action nor an event is taken
    for a choice that other options bring.
    """
    builders = run.game.builders
    if not builders:
        return {}
    offered = (choice for each in builders for choice in each.numbered(run.options, run.scenario.players))
    elsewhere = {kind.__name__ for kind in (*event_kinds(run.game.action_type), *event_kinds(run.game.event_type))}
    by_type = {tag: facts for tag, facts in tagged(structs_below(msgspec.Struct)) if tag not in elsewhere}
    by_type |= dict(tagged({type(choice) for choice in offered if isinstance(choice, msgspec.Struct)}))
    return by_type | {code: _NOTHING for code in written if "." in code and code.partition(".")[0] in by_type}


def tagged(kinds: Iterable[type[msgspec.Struct]]) -> Iterator[tuple[str, frozenset[str]]]:
    """The names by which they tell what they are, and their fields."""
    for kind in kinds:
        if (tag := kind.__struct_config__.tag) is not None:
            yield str(tag), frozenset(kind.__struct_fields__)


def structs_below(kind: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for each in kind.__subclasses__():
        yield each
        yield from structs_below(each)


# -- Fields -----------------------------------------------------------------------------------------------------------


def named_parts(kind: inspect.Type) -> Iterator[tuple[str, inspect.Type]]:
    """What a struct or a tuple with names is made of."""
    for field in getattr(kind, "fields", ()):
        yield getattr(field, "encode_name", field.name), field.type


def fields_of(game: AnyGame) -> frozenset[str]:
    """Of the view, of actions, and of all that these are made of."""
    kinds = types_within((game.view_type, game.action_type))
    return frozenset(name for kind in kinds for name, _ in named_parts(kind))


def ways_of_actions(game: AnyGame) -> frozenset[str]:
    """By the whole way to them: `start_row`."""
    kinds = inspect.multi_type_info(event_kinds(game.action_type))
    return frozenset("_".join(way) for kind in kinds for way in ways_within(kind, ()))


def ways_within(kind: inspect.Type, inside: tuple[inspect.Type, ...]) -> Iterator[tuple[str, ...]]:
    if any(kind is each for each in inside):  # a part may hold others of its kind
        return
    for each in kind.types if isinstance(kind, inspect.UnionType) else (kind,):
        for name, part in named_parts(each):
            yield (name,)
            yield from ((name, *way) for way in ways_within(part, (*inside, kind)))


# -- As it is told ----------------------------------------------------------------------------------------------------


def check_status(run: Run) -> None:
    """What is asked, and what goes on, is said rightly to everybody."""
    if ENGLISH not in languages(run.game.words):
        return
    words = words_of(run.game.words, language=ENGLISH, names=NAMES[: len(run.seats)])
    for position in run.sampled_positions(_POSITIONS):
        waiting = run.game.waiting_for(position.state)
        if waiting is CHANCE:  # nobody sees it: chance falls at once
            continue
        for viewer in run.viewers:
            is_asked = waiting is not OVER and viewer in waiting
            view = run.game.view(position.state, viewer)
            for of, sentence in told_of(view, words.for_listener(viewer), is_asked=is_asked):
                require_well_said(sentence, ENGLISH, run.place(position, viewer), of=of)


def told_of(view: Any, words: Words, *, is_asked: bool) -> Iterator[tuple[str, str]]:
    """As `web/src/plain/status.ts` tells a view."""
    phase = getattr(view, "phase", None)
    if phase is None:
        return
    code = str(getattr(phase, "value", phase))
    asked = getattr(view, "asked", None)
    facts = {**msgspec.structs.asdict(view), "asked": [asked] if isinstance(asked, int) else asked or None}
    for section in ("asks", "phases") if is_asked else ("phases",):
        if (sentence := words.found(section, code, facts)) is not None:
            yield f"{section}.{code}", sentence
            return
