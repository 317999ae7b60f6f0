"""`touchwood review`: what every choice of a finished match cost, and what would have been better."""

import argparse
import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.table import Table

from touchwood.core.review import Judgement, Review
from touchwood.core.words import Words, words_of
from touchwood.match.files import read_record
from touchwood.match.replay import restore
from touchwood.match.reviewing import review_match

BEST_SHOWN = 4


def add(commands: Any) -> None:
    parser: argparse.ArgumentParser = commands.add_parser("review", help="judge the choices of a recorded match")
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true", help="the review as one JSON document")
    parser.add_argument("--language", default="en")
    parser.set_defaults(run=run)


def run(given: argparse.Namespace) -> int:
    match = restore(read_record(given.file))
    review = review_match(match)
    if given.json:
        print(json.dumps(msgspec.to_builtins(review), ensure_ascii=False))
        return 0
    names = [player.name for player in match.header.seats]
    _show(review, words_of(match.game.words, language=given.language, names=names))
    return 0


def _show(review: Review, words: Words) -> None:
    table = Table(*(words.label(f"review_{column}") for column in ("entry", "player", "choice", "cost", "better")))
    for judged in review.judgements:
        table.add_row(str(judged.entry), words.seat(judged.seat), judged.action, _cost(judged, words), _better(judged))
    console = Console()
    console.print(table)
    for sentence in sum_up(review.facts, words):
        console.print(sentence)


def sum_up(facts: Mapping[str, int | str], words: Words) -> list[str]:
    """The match as a whole. A fact with a sentence of its own is said; the others only fill the sentences of those."""
    sentences: list[str] = []
    for name in facts:
        with suppress(KeyError):
            sentences.append(words.label(f"review.{name}", **facts))
    return sentences


def _cost(judged: Judgement, words: Words) -> str:
    margin = "" if judged.margin is None else f" ± {judged.margin}"
    turned = f"  {words.label('review_turning_point')}" if judged.is_turning_point else ""
    return f"{judged.cost}{margin}{turned}"


def _better(judged: Judgement) -> str:
    if judged.action in judged.best:
        return ""
    more = len(judged.best) - BEST_SHOWN
    return ", ".join(judged.best[:BEST_SHOWN]) + (f" (+{more})" if more > 0 else "")
