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
from rich.table import Table

from touchwood.bots.coach import review
from touchwood.core.review import Judgement, Review, WinChance
from touchwood.core.words import Words, words_of
from touchwood.match.files import read_record
from touchwood.match.replay import restore

BEST_SHOWN = 4
COLUMNS = 60
BLOCKS = "▁▂▃▄▅▆▇█"


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser("review", help="judge the choices of a recorded match")
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="the review as one JSON document")
    parser.add_argument("--language", default="en")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    match = restore(read_record(given.file))
    reviewed = review(match, _tell)
    _tell_no_more()
    if given.json:
        print(json.dumps(msgspec.to_builtins(reviewed), ensure_ascii=False))
        return 0
    names = [player.name for player in match.header.seats]
    shares = [float(share) for share in match.game.returns(match.state)]
    _show(reviewed, shares, words_of(match.game.words, language=given.language, names=names))
    return 0


def _tell(done: int, of: int) -> None:
    """How many choices are judged, to a person who waits."""
    if sys.stderr.isatty():
        print(f"\r{done}/{of}", end="   ", file=sys.stderr, flush=True)


def _tell_no_more() -> None:
    if sys.stderr.isatty():
        print("\r", " " * 12, end="\r", file=sys.stderr, flush=True)


def _show(review: Review, shares: Sequence[float], words: Words) -> None:
    table = Table(*(words.label(f"review_{column}") for column in ("entry", "player", "choice", "cost", "better")))
    for judged in review.judgements:
        table.add_row(str(judged.entry), words.seat(judged.seat), judged.action, _cost(judged, words), _better(judged))
    console = Console()
    console.print(table)
    for sentence in (*sum_up(review.facts, words), *_turning_points(review, words), *_courses(review, shares, words)):
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


def _courses(review: Review, shares: Sequence[float], words: Words) -> Iterator[str]:
    """A seat's chances over the match, and what of its result was its own doing."""
    for seat, share in enumerate(shares):
        chances = [chance for chance in review.chances if chance.seat == seat]
        if not chances:
            continue
        costs = sum(judged.cost for judged in review.judgements if judged.seat == seat)
        began, ended = chances[0].percent, round(100 * share)
        yield _course(seat, began, ended, costs, review.unit, words)
        yield from _lines(chances, words)


def _lines(chances: Sequence[WinChance], words: Words) -> Iterator[str]:
    """The chances as a line of blocks, between the lines of their band; where they are exact there is none."""
    likely = [chance.percent for chance in chances]
    if not any(chance.margin for chance in chances):
        yield f"  {drawn(likely)} {words.label('review_exactly')}"
        return
    yield f"  {drawn([min(100, chance.percent + chance.margin) for chance in chances])} {words.label('review_at_most')}"
    yield f"  {drawn(likely)} {words.label('review_likely')}"
    yield f"  {drawn([max(0, chance.percent - chance.margin) for chance in chances])} {words.label('review_at_least')}"


def _course(seat: int, began: int, ended: int, costs: int, unit: str, words: Words) -> str:
    if unit != "percent":
        given = f"{_amount(costs, unit):g}"
        return words.label("review_course_points", seat=seat, began=began, ended=ended, cost=given)
    # What was gained though the own choices only ever lose: by the cards, and by what others gave away.
    fortune = ended - began + costs
    return words.label("review_course", seat=seat, began=began, ended=ended, cost=costs, fortune=f"{fortune:+}")


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
