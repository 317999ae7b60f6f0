"""Every lesson of every game fits the rules as they are, whatever the learner may choose in it."""

import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from touchwood.cli import main
from touchwood.core.lesson import (
    FIRST_LESSON,
    LEARNER,
    Asks,
    Falls,
    Lesson,
    Plays,
    find_lesson,
    lesson_names,
    lessons_in_a_row,
)
from touchwood.core.refusals import InputError, Refused
from touchwood.core.seats import Seat
from touchwood.core.words import languages, load_catalogue
from touchwood.games.discovery import all_games, find_game
from touchwood.games.point_a_pile.cards import CardSet
from touchwood.match.dealer import ScriptedDealer
from touchwood.match.files import write_record
from touchwood.match.learning import asked_for, begin_lesson, header_of, learn
from touchwood.match.match import Match
from touchwood.match.record import Chose
from touchwood.match.replay import Proof, verify

PAGE = Path(__file__).parents[1] / "web/src/games"
LESSONS = [(game.name, name) for game in all_games() for name in lesson_names(game)]
MOST_WAYS = 12
UNLISTED = {
    "tactile_crane": [f"grab {pinch}" for pinch in (4, 9, 40, 99, 105, 149, 250, 333, 999, 1000)],
    "point_a_pile": [
        "lay B22 B17 | B04 B12 | B13 B34",
        "lay B34 | B12 | B13 B17 B22 B04",
        "lay B04 B12 B17 B22 | B13 | B34",
    ],
}
"""Actions of which the game lists no or not all legal ones."""


def ways(match: Match, asked: Asks) -> list[str]:
    """What counts as done, as far as it can be told apart."""
    legal = [match.game.codec.text(action) for action in match.legal_actions(LEARNER)]
    found = [text for text in dict.fromkeys([*legal, *UNLISTED.get(match.game.name, [])]) if asked.is_done_by(text)]
    # Of hundreds that differ by a number alone, some: the ends are among them.
    apart = -(-len(found) // MOST_WAYS)
    return list(dict.fromkeys([*found[::apart], *found[-1:]])) if found else [asked.actions[0]]


def all_walks(game: str, name: str) -> list[list[str]]:
    """The ways through a lesson: at each moment every way once, the others as they come first."""
    match, moments = begin_lesson(find_game(game), name, "Ana"), []
    while (asked := asked_for(match)) is not None:
        moments.append(ways(match, asked))
        learn(match, moments[-1][0])
    assert isinstance(match.lesson_step, type(None))
    straight = [found[0] for found in moments]
    walks = [straight]
    for number, found in enumerate(moments):
        walks += [[*straight[:number], other, *straight[number + 1 :]] for other in found[1:]]
    return walks


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_a_lesson_can_be_walked_to_its_end_by_every_way_it_allows(game: str, name: str) -> None:
    lesson = find_lesson(find_game(game), name)
    for walk in all_walks(game, name):
        match = begin_lesson(find_game(game), name, "Ana")
        for typed in walk:
            if (asked := asked_for(match)) is not None and typed not in ways(match, asked):
                # Another way before has made this one impossible.
                typed = ways(match, asked)[0]
            learn(match, typed)
        assert asked_for(match) is None
        assert match.position.n >= len(lesson.script)


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_what_is_not_asked_for_is_refused_by_its_rule_or_put_off(game: str, name: str) -> None:
    match = begin_lesson(find_game(game), name, "Ana")
    while (asked := asked_for(match)) is not None:
        before = match.position
        numbered = match.game.codec.numbered(match.options, len(match.header.seats))
        for action in [*numbered[:: max(1, len(numbered) // 25)], *match.legal_actions(LEARNER)]:
            text = match.game.codec.text(action)
            if asked.is_done_by(text):
                continue
            refusal = match.game.why_illegal(match.state, LEARNER, action)
            with pytest.raises(InputError if refusal is None else Refused) as raised:
                learn(match, text)
            assert match.position == before
            match raised.value:
                case Refused() as refused:
                    assert refused.refusal == refusal
                case InputError() as put_off:
                    assert put_off.code == "lesson_not_now"
        learn(match, ways(match, asked)[0])


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_what_a_partner_plays_is_not_the_learners_to_play(game: str, name: str) -> None:
    match = begin_lesson(find_game(game), name, "Ana")
    while (asked := asked_for(match)) is not None:
        learn(match, ways(match, asked)[0])
    played = Match(match.game, match.header, match.dealer)
    for line in match.lines:
        if isinstance(step := played.lesson_step, Plays):
            assert isinstance(line.entry, Chose)
            assert played.is_next_in_lesson(line.entry)
            assert step.seat != LEARNER
            assert not played.is_next_in_lesson(replace(line.entry, seat=LEARNER))
        played.follow(line)
    assert played.lesson_step is None


def said(lesson: Lesson) -> set[str]:
    asked = [step for step in lesson.script if isinstance(step, Asks)]
    notes = [note for step in asked for note in step.notes]
    return {step.say for step in asked} | {note.say for note in (*notes, *lesson.ending)}


@pytest.mark.parametrize("game", sorted({game for game, _ in LESSONS}))
def test_a_lesson_says_all_it_says_in_every_language_and_no_more(game: str) -> None:
    lessons = [find_lesson(find_game(game), name) for name in lesson_names(find_game(game))]
    keys = set().union(*(said(lesson) for lesson in lessons))
    for language in languages(find_game(game).words):
        assert set(load_catalogue(find_game(game).words, language)["lesson"]) == keys


def test_every_game_teaches_at_least_five_moments_by_its_newest_rules() -> None:
    for game in all_games():
        if not lesson_names(game):
            continue
        lessons = [find_lesson(game, name) for name in lesson_names(game)]
        of_the_game = [find_lesson(game, name) for name in lessons_in_a_row(game)]
        assert sum(lesson.moments for lesson in of_the_game) >= 5, game.name
        assert all(step.point for lesson in lessons for step in lesson.script if isinstance(step, Asks)), game.name
        for name in lesson_names(game):
            assert begin_lesson(game, name, "Ana").header.rules_version == game.newest_version
    assert {"cant_touch_this", "point_a_pile", "tactile_crane", "tag"} <= {game for game, _ in LESSONS}


@pytest.mark.parametrize("game", sorted({game for game, _ in LESSONS}))
def test_whoever_plays_with_so_many_is_taught_the_game_once(game: str) -> None:
    found = find_game(game)
    lessons = {name: find_lesson(found, name) for name in lesson_names(found)}
    later = {lesson.next for lesson in lessons.values()} - {None}
    assert later <= set(lessons)
    assert lessons_in_a_row(found)[0] == FIRST_LESSON
    whole = [lesson for name, lesson in lessons.items() if name not in later and not lesson.when]
    for is_brief in (False, True):
        first = [lesson for lesson in whole if lesson.is_brief == is_brief]
        for count in found.player_counts:
            fitting = [each for each in first if each.players is None or each.players[0] <= count <= each.players[1]]
            assert len(fitting) == 1, (is_brief, count)


def test_who_waits_for_friends_has_a_lesson_of_half_a_minute() -> None:
    brief = [(game, lesson) for game, name in LESSONS if (lesson := find_lesson(find_game(game), name)).is_brief]
    assert {game for game, _ in brief} == {game for game, _ in LESSONS}
    for game, lesson in brief:
        assert 3 <= lesson.moments <= 4, game
        assert lesson.next is None


def test_every_expansion_brings_its_own_half_minute() -> None:
    game = find_game("point_a_pile")
    for expansion in set(CardSet) - {CardSet.BASE}:
        lesson = find_lesson(game, expansion.value)
        assert lesson.when == {expansion.value: True}
        assert lesson.options[expansion.value]
        assert 2 <= lesson.moments <= 4, "half a minute"


def test_a_lesson_that_is_offered_by_its_name_has_one_on_the_page() -> None:
    for game, name in LESSONS:
        lesson = find_lesson(find_game(game), name)
        if lesson.is_brief or (not lesson.when and lesson.players is None):
            continue
        for language in languages(find_game(game).words):
            words = json.loads((PAGE / game / "words" / f"{language}.json").read_text(encoding="utf-8"))
            assert words["labels"][f"lesson.{name}"]


@pytest.mark.parametrize(("game", "name"), LESSONS)
def test_the_record_of_a_lesson_holds_and_says_that_it_proves_nothing(game: str, name: str, tmp_path: Path) -> None:
    match = begin_lesson(find_game(game), name, "Ana")
    while (asked := asked_for(match)) is not None:
        learn(match, ways(match, asked)[0])
    match.close()
    assert verify(match.record).proof is Proof.SCRIPTED
    write_record(tmp_path / "lesson.jsonl", match)
    assert main(["verify", str(tmp_path / "lesson.jsonl")]) == 0


def test_a_lesson_in_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lesson = find_lesson(find_game("tag"), "first")
    asked = [step.actions[0] for step in lesson.script if isinstance(step, Asks)]
    # A wrong card, one that is not asked for, nothing, and then all as told.
    typed = iter(["play G", "discard A", "", *asked])
    monkeypatch.setattr("rich.console.Console.input", lambda *_: next(typed))
    assert main(["lesson", "tag"]) == 0
    told = capsys.readouterr().out
    words = load_catalogue(find_game("tag").words, "en")["lesson"]
    assert all(str(words[key]) in told.replace("\n", " ") for key in said(lesson))
    assert "not just now" in told
    assert "(3.2)" in told


def test_a_game_or_lesson_there_is_none_of_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lesson", "tag", "second"]) == 2
    assert "no lesson second" in capsys.readouterr().err


def test_a_lesson_that_no_longer_fits_is_found() -> None:
    """Bent on purpose: a partner who plays a card it does not have, and a draw that is not there."""
    game = find_game("tag")
    lesson = find_lesson(game, "first")
    for n, bend in ((9, Plays(Seat(1), "discard Freeze")), (8, Falls(4)), (8, Plays(Seat(1), "draw deck"))):
        bent = msgspec.structs.replace(lesson, script=(*lesson.script[:n], bend, *lesson.script[n + 1 :]))
        match = Match(game, header_of(game, "first", bent, "Ana"), ScriptedDealer(bent))
        match.deal()
        with pytest.raises((InputError, Refused)):
            learn(match, "play T")


def test_who_asks_for_a_lesson_that_is_not_there_hears_which_are() -> None:
    with pytest.raises(InputError) as refused:
        find_lesson(find_game("tag"), "chess")
    assert refused.value.facts["known"] == ", ".join(lesson_names(find_game("tag")))
