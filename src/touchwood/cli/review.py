"""`touchwood review`: what every choice of a finished match cost, and what would have been better."""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text

from touchwood.bots.another_way import another_way
from touchwood.bots.coach import review
from touchwood.core.events import heard_by
from touchwood.core.refusals import InputError
from touchwood.core.review import Course, Estimate, Judgement, Review, WinChance
from touchwood.core.seats import SPECTATOR
from touchwood.core.words import Words, words_of
from touchwood.match.files import read_record
from touchwood.match.match import Match
from touchwood.match.replay import replay, restore

BEST_SHOWN = 4
COLUMNS = 60
BLOCKS = "▁▂▃▄▅▆▇█"


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser("review", help="judge the choices of a recorded match")
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="the review as one JSON document")
    parser.add_argument("--watch", type=int, metavar="ENTRY", help="what the better choice would have led to")
    parser.add_argument("--language", default="en")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    match = restore(read_record(given.file))
    names = [player.name for player in match.header.seats]
    words = words_of(match.game.words, language=given.language, names=names)
    with Waiting(words) as waiting:
        reviewed = review(match, waiting.tell, waiting.found)
    if given.json:
        print(json.dumps(msgspec.to_builtins(reviewed), ensure_ascii=False))
    elif given.watch is not None:
        _watch(match, reviewed, given.watch, words)
    else:
        _show(reviewed, words)
    return 0


class Waiting:
    """What a person who waits is shown: how many choices are judged, and the chances that are known by now. Gone once
    all is there; nothing where nobody looks."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._done = ""
        self._chances: Sequence[WinChance] = ()
        console = Console(stderr=True)
        self._live = Live(console=console, transient=True, auto_refresh=False) if sys.stderr.isatty() else None

    def __enter__(self) -> "Waiting":
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(self, *error: object) -> None:
        if self._live is not None:
            self._live.stop()

    def tell(self, done: int, of: int) -> None:
        self._done = f"{done}/{of}"
        self._draw()

    def found(self, chances: Sequence[WinChance]) -> None:
        self._chances = chances
        self._draw()

    def _draw(self) -> None:
        if self._live is None:
            return
        lines = [self._done] if self._done else []
        for seat in sorted({chance.seat for chance in self._chances}):
            own = [chance for chance in self._chances if chance.seat == seat]
            now = f"{own[-1].percent}% ± {own[-1].margin}"
            lines.append(f"  {drawn([chance.percent for chance in own])} {self._words.seat(seat)} {now}")
        self._live.update(Text("\n".join(lines), no_wrap=True, overflow="ellipsis"), refresh=True)


def _watch(match: Match, review: Review, entry: int, words: Words) -> None:
    """A better choice than the one at that entry, and what bots make of it. An `InputError` if there is none."""
    judged = next((judged for judged in review.judgements if judged.entry == entry), None)
    if judged is None or not _better(judged):
        known = ", ".join([str(each.entry) for each in review.judgements if _better(each)]) or "-"
        raise InputError("nothing_better", entry=entry, known=known)
    choice = judged.best[0]
    print(words.label("review_instead", entry=entry, seat=judged.seat, choice=choice, action=judged.action))
    for step in replay(another_way(match, entry, choice).record):
        for event in heard_by(SPECTATOR, step.events):
            print(f"  {words.event(event)}")


def _show(review: Review, words: Words) -> None:
    table = Table(*(words.label(f"review_{column}") for column in ("entry", "player", "choice", "cost", "better")))
    for judged in review.judgements:
        table.add_row(str(judged.entry), words.seat(judged.seat), judged.action, _cost(judged, words), _better(judged))
    console = Console()
    console.print(table)
    for sentence in (*sum_up(review.facts, words), *_turning_points(review, words), *_courses(review, words)):
        console.print(sentence, highlight=False)


def sum_up(facts: Mapping[str, int | str], words: Words) -> list[str]:
    """The match as a whole. A fact with a sentence of its own is said; the others only fill the sentences of those."""
    sentences: list[str] = []
    for name in facts:
        with suppress(KeyError):
            sentences.append(words.label(f"review.{name}", **facts))
    return sentences


def _turning_points(review: Review, words: Words) -> Iterator[str]:
    """What the dearest choices left, what the better ones would have, and the facts behind it."""
    left = {(chance.entry, chance.seat): chance.percent for chance in review.chances}
    for judged in review.judgements:
        if judged.is_turning_point:
            chance = left.get((judged.entry, judged.seat)) if review.unit == "percent" else None
            yield " ".join([_turned(judged, chance, review.unit, words), *_because(judged, words)])


def _turned(judged: Judgement, percent: int | None, unit: str, words: Words) -> str:
    facts: dict[str, Any] = {
        "entry": judged.entry,
        "seat": judged.seat,
        "action": judged.action,
        "better": judged.best[0] if judged.best else "",
        "margin": judged.margin or 0,
    }
    if percent is not None:
        return words.label("review_turned", **facts, percent=percent, best=min(100, percent + judged.cost))
    return words.label("review_turned_points", **facts, cost=f"{_amount(judged.cost, unit):g}")


def _because(judged: Judgement, words: Words) -> Iterator[str]:
    if judged.because is not None:
        yield words.label(f"because.{judged.because.code}", **judged.because.facts)


def _courses(review: Review, words: Words) -> Iterator[str]:
    """What the chances assume; then a seat's chances over the match, and what of its result was its own doing."""
    if review.courses:
        yield words.label(f"review_assumes.{review.assumes}")
    for course in review.courses:
        yield " ".join(told_course(course, review.unit, words))
        yield from _lines([chance for chance in review.chances if chance.seat == course.seat], words)


def told_course(course: Course, unit: str, words: Words) -> Iterator[str]:
    """Luck apart from skill: what the deal gave, what the own choices cost, and the rest."""
    yield words.label("review_course", seat=course.seat, began=course.began, ended=course.ended, even=course.even)
    yield _estimated("dealt", course.dealt, words)
    cost = f"{_amount(course.cost.amount, unit):g}"
    if not course.cost.amount:
        yield words.label("review_made_nothing")
    elif course.cost.margin:
        yield words.label("review_made", amount=cost, margin=course.cost.margin)
    else:
        yield words.label("review_made_exact", amount=cost)
    yield _estimated("rest" if unit == "percent" else "after", course.rest, words)


def _estimated(what: str, brought: Estimate, words: Words) -> str:
    how = "_close" if brought.is_close else "" if brought.margin else "_exact"
    return words.label(f"review_{what}{how}", amount=f"{brought.amount:+}", margin=brought.margin)


def _lines(chances: Sequence[WinChance], words: Words) -> Iterator[str]:
    """The chances as a line of blocks, between the lines of their band; where they are exact there is none."""
    likely = [chance.percent for chance in chances]
    if not any(chance.margin for chance in chances):
        yield f"  {drawn(likely)} {words.label('review_exactly')}"
        return
    yield f"  {drawn([min(100, chance.percent + chance.margin) for chance in chances])} {words.label('review_at_most')}"
    yield f"  {drawn(likely)} {words.label('review_likely')}"
    yield f"  {drawn([max(0, chance.percent - chance.margin) for chance in chances])} {words.label('review_at_least')}"


def _amount(cost: int, unit: str) -> float:
    return cost / 10 if unit == "tenths" else cost


def drawn(percents: Sequence[int]) -> str:
    """As a line of at most so many blocks."""
    columns = min(COLUMNS, len(percents))
    sampled = [percents[place * len(percents) // columns] for place in range(columns)]
    return "".join([BLOCKS[min(len(BLOCKS) - 1, percent * len(BLOCKS) // 100)] for percent in sampled])


def _cost(judged: Judgement, words: Words) -> str:
    margin = "" if judged.margin is None else f" ± {judged.margin}"
    if judged.is_close:
        return f"{judged.cost}{margin}  {words.label('review_close')}"
    turned = f"  {words.label('review_turning_point')}" if judged.is_turning_point else ""
    return f"{judged.cost}{margin}{turned}"


def _better(judged: Judgement) -> str:
    if judged.action in judged.best:
        return ""
    more = len(judged.best) - BEST_SHOWN
    return ", ".join(judged.best[:BEST_SHOWN]) + (f" (+{more})" if more > 0 else "")
