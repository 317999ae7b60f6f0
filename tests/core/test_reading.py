"""Views read out: every game, both languages, every moment of a match; nothing raw, nothing that is another's."""

import re
from dataclasses import replace
from random import Random
from typing import Annotated

import msgspec
import pytest

from touchwood.bots import find_player, player_names
from touchwood.core.game import AnyGame
from touchwood.core.reading import Reading, name_action, name_choice, read_out
from touchwood.core.seats import SPECTATOR, Seat, Viewer
from touchwood.core.shown import NOT_SHOWN, BySeat, counted_by
from touchwood.core.values import Value
from touchwood.core.words import Words, words_of
from touchwood.games.discovery import all_games, find_game
from touchwood.match.dealer import CommittedDealer, seed_from_number
from touchwood.match.match import Match
from touchwood.testing.toys.pebbles import GAME as PEBBLES

RAW = re.compile(r"[{}\[\]\"_<>]|None|: $|, ,|^$")
"""What no line for people has in it."""
TOLD = [*((game, language) for game in all_games() for language in ("en", "ja")), (PEBBLES, "en")]


def begun(game: AnyGame, seed: int = 1) -> Match:
    return Match.start(game, players=["Ana", "Bo"], dealer=CommittedDealer(seed_from_number(seed)))


def words_at(match: Match, language: str, listener: Viewer) -> Words:
    words = words_of(match.game.words, language=language, names=["Ana", "Bo"], listener=listener)
    return words.naming(match.game.piece_names(match.view(SPECTATOR).options, words))


def heard(match: Match, viewer: Viewer, language: str = "en") -> Reading:
    words = words_at(match, language, viewer)
    return read_out(match.game, match.view(viewer), words, is_asked=viewer in match.asked)


def lines_of(reading: Reading) -> list[str]:
    return [reading.status, *reading.mine, *reading.notable, *reading.table, *reading.score, *reading.aside]


@pytest.mark.parametrize(("game", "language"), TOLD, ids=[f"{game.name}-{language}" for game, language in TOLD])
def test_every_moment_is_told_in_words(game: AnyGame, language: str) -> None:
    match, bot, rng = begun(game), find_player(game, player_names(game)[0]), Random(1)
    for _ in range(40):
        if match.is_over:
            break
        seat = match.asked[0]
        for viewer in (seat, SPECTATOR):
            assert not [line for line in lines_of(heard(match, viewer, language)) if RAW.search(line)]
        legal = match.legal_actions(seat)
        names = [name_action(game, action, words_at(match, language, seat)) for action in legal]
        assert len(set(names)) == len(names), "two moves of one name"
        match.act(seat, bot.choose(match.view(seat), legal, rng))


def test_own_things_are_told_and_those_of_others_counted() -> None:
    match = begun(find_game("tag"))
    seat = match.asked[0]
    own, other = heard(match, seat), heard(match, SPECTATOR)
    assert own.status == "Play or discard a card."
    assert any(line.startswith("Hand: ") for line in own.mine)
    assert not any("Hand" in line and ":" in line.split("Hand")[1] for line in [*own.table, *other.table])
    assert "Sets: 0" in own.mine
    assert "Sets: 0" not in own.notable
    assert [line.split(":")[0] for line in own.score] == ["You", "Bo"] if seat == 0 else ["Ana", "You"]
    assert other.mine == ()


def test_a_card_is_told_by_what_stands_on_it() -> None:
    match = begun(find_game("point_a_pile"))
    drawn = next(line for line in heard(match, match.asked[0]).table if line.startswith("Drawn: "))
    assert re.search(r"[A-Z]\d\d (red|green|blue|purple) \w+", drawn), drawn


def test_a_board_is_told_row_by_row() -> None:
    match = begun(find_game("cant_touch_this"))
    rows = [line for line in heard(match, match.asked[0]).table if line.startswith("The card, row ")]
    assert len(rows) == 8
    assert all(len(row.split(": ")[1].split(", ")) == 6 for row in rows)


# -- What becomes of each kind of part ------------------------------------------------------------------------------
class Purse(Value, frozen=True):
    points: int
    held: str
    seal: Annotated[str, NOT_SHOWN] = "wax"


class Seen(Value, frozen=True, kw_only=True):
    """One of each kind, of a game that never was."""

    options: str = "agreed"
    viewer: int = 0
    version: int = 2
    phase: str = "grab"
    asked: tuple[int, ...] = (0,)
    purses: BySeat[Purse | None] = (None, None)
    hands: BySeat[str | None] = (None, None)
    voices: Annotated[tuple[str, ...] | None, msgspec.Meta(extra_json_schema={"x-by": "seat"})] = None
    drafts: Annotated[BySeat[str], NOT_SHOWN] = ("scribbled", "blotted")
    bets: Annotated[tuple[int, ...], counted_by(("high", "low"))] = (0, 0)
    found: Purse | None = None
    ledger: dict[str, int] = msgspec.field(default_factory=dict)


def read(seen: Seen) -> Reading:
    game = find_game("tactile_crane")
    words = words_of(game.words, language="en", names=["Ana", "Bo"], listener=Seat(0))
    return read_out(replace(game, view_type=Seen), seen, words, is_asked=True)


def test_what_is_told_elsewhere_or_not_to_be_shown_is_not_told() -> None:
    assert read(Seen()).table == ()


def test_of_what_there_is_for_each_seat_later_nothing_is_told_before() -> None:
    assert read(Seen()).score == read(Seen()).mine == ()
    assert read(Seen(voices=("one", "two"))).table == ("Bo: Voices two",)


def test_of_a_part_with_parts_all_are_told_but_what_is_not_to_be_shown() -> None:
    assert read(Seen(found=Purse(3, "index"))).table == ("Found: Points 3, Held index finger",)


def test_what_has_no_names_for_its_parts_says_nothing() -> None:
    assert read(Seen(ledger={"a3f9": 2})).table == ()


def test_of_counts_by_kind_those_above_zero_are_told() -> None:
    assert read(Seen(bets=(0, 2))).table == ("Bets: LOW 2",)


def test_the_score_is_points_alone_and_without_points_all_there_is_with_each() -> None:
    with_points = Seen(purses=(Purse(3, "index"), Purse(5, "ring")))
    assert read(with_points).score == ("You: Points 3", "Bo: Points 5")
    assert read(with_points).mine == ("Points: 3", "Held: index finger")
    assert read(Seen(hands=("index", "ring"))).score == ("You: Hands index finger", "Bo: Hands ring finger")


def test_a_choice_is_named_by_its_sentence_and_one_of_its_values_by_its_own() -> None:
    words = words_of(find_game("point_a_pile").words, language="en", names=["Ana", "Bo"], listener=Seat(0))
    named = [name_choice({"type": "PilePart", "pile": pile}, f"pile {pile}", words) for pile in (0, 2)]
    assert named == ["Empty space", "Pile 2"]
