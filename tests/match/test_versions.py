"""Rules change; a match stays on those it began with, and forks begin where another match stood."""

import ast
import re
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import replace
from importlib import import_module
from operator import add, sub
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any

import msgspec
import pytest

import touchwood
from touchwood.bots import find_player, play_match
from touchwood.core.refusals import InputError
from touchwood.core.seats import SPECTATOR, Seat, all_seats
from touchwood.core.values import canonical_json
from touchwood.core.versions import Versioned
from touchwood.games.discovery import all_games, find_game
from touchwood.games.tag import GAME as TAG
from touchwood.games.tag.options import Deck, Options
from touchwood.match import rerun
from touchwood.match.dealer import CommittedDealer, seed_from_number
from touchwood.match.files import read_record
from touchwood.match.match import Match, make_header
from touchwood.match.record import (
    Chose,
    Header,
    Hinted,
    Origin,
    Player,
    Record,
    Replaced,
    entry_line,
    header_line,
    next_line,
    parse_record,
)
from touchwood.match.replay import Proof, replay, restore, verify
from touchwood.match.rerun import Difference, Parting, first_difference

RECORDS = Path(__file__).parents[1] / "records"
NO_GOOL = Options(deck=Deck(T=4, A=4, G=4, TAG=6, Gool=0, Freeze=1))


def played(match: Match, bot: str = "simple", seed: int = 1) -> Match:
    seats = all_seats(len(match.header.seats))
    play_match(match, {seat: find_player(match.game, bot) for seat in seats}, Random(seed))
    match.close()
    return match


def dealer() -> CommittedDealer:
    return CommittedDealer(seed_from_number(1))


def as_bytes(record: Record) -> bytes:
    return header_line(record.header) + b"".join(entry_line(line) for line in record.lines)


# -- A match stays on its version -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
def test_state_view_and_imagined_state_carry_the_version_and_the_first_is_left_out(game: Any) -> None:
    for version in game.versions:
        match = Match.start(game, players=["a", "b"], version=version, dealer=dealer())
        view = match.view(match.asked[0])
        imagined = game.sample_state(game.knowledge(match.state, match.asked[0]), Random(1))
        for value in (match.state, view, match.view(SPECTATOR), imagined):
            if len(game.versions) > 1:
                assert isinstance(value, Versioned)
                assert value.rules_version == version
            assert (b'"version"' in canonical_json(value)) == (version > 1)


def test_new_matches_get_the_newest_rules() -> None:
    for game in all_games():
        assert Match.start(game, players=["a", "b"]).header.rules_version == game.versions[-1]
        assert list(game.versions) == list(range(1, game.versions[-1] + 1))


def test_an_old_match_is_replayed_and_verified_by_its_own_rules() -> None:
    record = played(Match.start(TAG, players=["a", "b", "c"], options=NO_GOOL, version=1, dealer=dealer())).record
    assert verify(parse_record(as_bytes(record))).proof is Proof.PROVEN
    phases = {str(moment.match.state.phase) for moment in replay(record)}
    assert "answer" in phases  # which the newest rules never ask where there is no Gool
    again = played(Match.start(TAG, players=["a", "b", "c"], options=NO_GOOL, dealer=dealer())).record
    assert "answer" not in {str(moment.match.state.phase) for moment in replay(again)}


@pytest.mark.parametrize("version", [0, 99])
def test_rules_that_nobody_knows_are_named(version: int) -> None:
    with pytest.raises(InputError) as found:
        Match.start(TAG, players=["a", "b"], version=version)
    assert found.value.code == "unknown_rules_version"
    assert found.value.facts["known"] == ", ".join(map(str, TAG.versions))
    known = Match.start(TAG, players=["a", "b"]).header
    with pytest.raises(InputError, match="record_rules_version"):
        Match(TAG, msgspec.structs.replace(known, rules_version=version), dealer())


# -- The time machine -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        # A tagged player was asked though no Gool was in the deck.
        ("tag-1-without-gool", Difference(29, Parting.OTHERS_ASKED)),
        # A card named by an action had gone to another row.
        ("point_a_pile-1-moved-card", Difference(47, Parting.OTHER_EVENTS)),
        # The clock threw rock. It would not now, but may: what was chosen is not chosen anew.
        ("point_a_pile-1-rock-out-of-time", None),
        ("tag-1", None),
        ("point_a_pile-1", None),
        ("tactile_crane-1", None),
        ("cant_touch_this-1", None),
    ],
)
def test_recorded_matches_under_the_newest_rules(name: str, expected: Difference | None) -> None:
    record = read_record(RECORDS / f"{name}.jsonl")
    assert first_difference(record, find_game(record.header.game).newest_version) == expected
    assert first_difference(record, record.header.rules_version) is None


def test_a_choice_the_other_rules_refuse_is_found_with_its_code() -> None:
    record = read_record(RECORDS / "tactile_crane-2-ended-in-bets.jsonl")
    assert first_difference(record, 1) == Difference(67, Parting.REFUSED, "bets_first")
    assert first_difference(record, 2) is None


def test_other_points_are_found_though_all_else_went_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    def one_more(state: Any) -> tuple[int, ...]:
        return tuple(points + (state.rules_version == 2 and state.turns > 3) for points in TAG.points(state))

    record = played(Match.start(TAG, players=["a", "b"], version=1, dealer=dealer())).record
    assert first_difference(record, 2) is None
    monkeypatch.setattr(rerun, "find_game", lambda _: replace(TAG, points=one_more))
    fourth = next(moment for moment in replay(record) if moment.match.state.turns > 3)
    assert fourth.line is not None
    assert first_difference(record, 2) == Difference(fourth.line.n, Parting.OTHER_POINTS)


def test_who_is_asked_is_looked_at_before_the_choice_that_follows_from_it() -> None:
    record = played(Match.start(TAG, players=["a", "b"], options=NO_GOOL, dealer=dealer())).record
    found = first_difference(record, 1)
    assert found is not None
    assert found.parting is Parting.OTHERS_ASKED
    # Without looking at who is asked the next choice would be the first to differ, and be refused.
    again = Match(TAG, msgspec.structs.replace(record.header, rules_version=1), dealer())
    for line in record.lines[: found.entry]:
        again.follow(line)
    with pytest.raises(Exception, match=r"impossible_outcome|answer"):
        again.follow(record.lines[found.entry])


def test_a_fork_of_an_older_match_is_played_again_under_newer_rules_too() -> None:
    old = played(Match.start(TAG, players=["a", "b", "c"], options=NO_GOOL, version=1, dealer=dealer()))
    asked = next(n for n, position in enumerate(old.positions) if str(position.state.phase) == "answer")
    expected = {
        0: Difference(23, Parting.OTHERS_ASKED),
        asked - 1: Difference(1, Parting.OTHER_EVENTS),
        # It stands where the newer rules never do; they go on from there, until they would not ask again.
        asked: Difference(21, Parting.OTHERS_ASKED),
    }
    for entry, difference in expected.items():
        fork = Match(TAG, fork_of(old, entry), dealer())
        fork.deal()
        record = played(fork).record
        assert verify(record).proof is Proof.GIVEN
        assert first_difference(record, 2) == difference
        assert first_difference(record, 1) is None


@pytest.mark.parametrize("is_given", [True, False], ids=["given", "dealt"])
def test_rules_may_break_down_where_a_start_was_given_and_nowhere_else(
    is_given: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(state: Any, seat: Seat, action: Any) -> Any:
        if state.rules_version == 2:
            raise ZeroDivisionError
        return TAG.apply(state, seat, action)

    match = played(Match.start(TAG, players=["a", "b"], version=1, dealer=dealer()))
    if is_given:
        match = Match(TAG, fork_of(match, 0), dealer())
        match.deal()
        played(match)
    chose = next(line.n for line in match.lines if isinstance(line.entry, Chose))
    monkeypatch.setattr(rerun, "find_game", lambda _: replace(TAG, act=broken))
    if is_given:
        assert first_difference(match.record, 2) == Difference(chose, Parting.REFUSED, "record_start_unfit")
    else:
        with pytest.raises(ZeroDivisionError):
            first_difference(match.record, 2)


# -- Forks and hints ------------------------------------------------------------------------------------------------


def fork_of(match: Match, entry: int, **changes: Any) -> Header:
    start = msgspec.to_builtins(match.positions[entry].state)
    origin = Origin(match.first_hash, entry, Seat(0), is_dealt_anew=False)
    players = [player.name for player in match.header.seats]
    header = make_header(match.game, match.options, players, dealer(), match.header.rules_version)
    return msgspec.structs.replace(header, **{"origin": origin, "start": start, **changes})


def test_a_fork_goes_on_from_its_start_and_says_that_it_was_given() -> None:
    match = Match.start(TAG, players=["a", "b"], dealer=dealer())
    for _ in range(6):
        match.act(match.asked[0], match.legal_actions(match.asked[0])[0])
    entry = match.position.n
    fork = Match(TAG, fork_of(match, entry), dealer())
    assert fork.state == match.state
    fork.deal()
    record = parse_record(as_bytes(played(fork).record))
    assert record.header.format == 2
    assert verify(record).proof is Proof.GIVEN
    assert restore(record).state == fork.state


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("deck", [0, 0, 0, 0, 0, 0]),  # cards that are missing
        ("options", msgspec.to_builtins(NO_GOOL)),  # options of another match
        ("version", 1),  # other rules
        ("phase", "lunch"),
        ("players", []),
        ("turn", "nobody"),
        ("surprise", 1),
    ],
)
def test_a_start_that_is_none_of_this_match_is_refused(field: str, value: Any) -> None:
    match = Match.start(TAG, players=["a", "b"], dealer=dealer())
    header = fork_of(match, match.position.n)
    assert isinstance(header.start, dict)
    bent = msgspec.structs.replace(header, start={**header.start, field: value})
    data = header_line(bent)
    with pytest.raises(InputError, match="record_start_unfit"):
        verify(parse_record(data))


def test_a_start_that_waits_for_a_card_where_there_is_none_is_refused() -> None:
    match = Match.start(TAG, players=["a", "b"], dealer=dealer())
    before = match.state
    header = fork_of(match, match.position.n)
    assert isinstance(header.start, dict)
    nothing, last = [0] * len(before.deck), [1, *[0] * (len(before.deck) - 1)]
    for deck, is_fit in ((before.deck, True), (last, True), (nothing, False)):
        out = [*map(add, before.out, map(sub, before.deck, deck))]
        start = {**header.start, "phase": "draw", "deck": deck, "out": out}
        record = parse_record(header_line(msgspec.structs.replace(header, start=start)))
        if is_fit:
            assert verify(record).proof is Proof.NOT_CLOSED
        else:
            with pytest.raises(InputError, match="record_start_unfit"):
                verify(record)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"record": "not a hash"}, "record_unreadable"),
        ({"record": "0" * 64 + "\n"}, "record_unreadable"),
        ({"entry": -7}, "record_unreadable"),
        ({"seat": Seat(2)}, "record_no_such_seat"),
        ({"seat": Seat(-1)}, "record_no_such_seat"),
        ({"seat": None}, None),
    ],
)
def test_an_origin_that_no_record_can_be_is_refused(wrong: dict[str, Any], code: str | None) -> None:
    header = fork_of(Match.start(TAG, players=["a", "b"], dealer=dealer()), 3)
    assert isinstance(header.origin, Origin)
    data = header_line(msgspec.structs.replace(header, origin=msgspec.structs.replace(header.origin, **wrong)))
    with nullcontext() if code is None else pytest.raises(InputError, match=code):
        parse_record(data)


def test_a_hint_is_an_entry_that_moves_nothing() -> None:
    match = Match.start(TAG, players=["a", "b"], dealer=dealer())
    state, asked, n = match.state, match.asked, match.position.n + 1
    hinted = next_line(match.position.hash, Hinted(asked[0], "hard"), n=n, salt=match.dealer.salt(match.first_hash, n))
    match.follow(hinted)
    assert (match.state, match.asked, match.position.n) == (state, asked, n)
    assert verify(parse_record(as_bytes(played(match).record))).proof is Proof.PROVEN


def test_somebody_else_in_a_seat_is_an_entry_that_moves_nothing() -> None:
    match = Match.start(TAG, players=["a", Player("b", "simple")], dealer=dealer())
    state, asked, n = match.state, match.asked, match.position.n + 1
    (replaced,) = match.replaced(Seat(1), Player("c"))
    match.apply(replaced)
    assert (match.state, match.asked, match.position.n) == (state, asked, n)
    record = parse_record(as_bytes(played(match).record))
    assert record.lines[n - 1].entry == Replaced(Seat(1), Player("c"))
    assert verify(record).proof is Proof.PROVEN
    assert match.replaced(Seat(1), Player("d")) == []  # it is over


def test_nobody_is_replaced_in_a_seat_there_is_not() -> None:
    match = Match.start(TAG, players=["a", "b"], dealer=dealer())
    match.apply(*match.replaced(Seat(2), Player("c")))
    with pytest.raises(InputError, match="record_no_such_seat"):
        verify(parse_record(as_bytes(match.record)))


def test_format_1_has_no_forks_no_hints_and_nobody_replaced() -> None:
    match = Match.start(TAG, players=["a", "b"], dealer=dealer())
    with pytest.raises(InputError, match="record_not_in_format"):
        parse_record(header_line(fork_of(match, 3, format=1)))
    with pytest.raises(InputError, match="record_not_in_format"):
        parse_record(header_line(fork_of(match, 3, start=msgspec.UNSET)))
    old = Match(TAG, msgspec.structs.replace(match.header, format=1), dealer())
    assert old.replaced(Seat(0), Player("c")) == []
    for entry in (Hinted(Seat(0), "hard"), Replaced(Seat(0), Player("c"))):
        line = next_line(old.first_hash, entry, n=1, salt=old.dealer.salt(old.first_hash, 1))
        with pytest.raises(InputError, match="record_not_in_format"):
            parse_record(header_line(old.header) + entry_line(line))


# -- Where a change is told -----------------------------------------------------------------------------------------
CHANGED = [game.name for game in all_games() if len(game.versions) > 1]


VERSION = {"version", "rules_version", "version_of"}


def names_a_version(node: ast.AST) -> bool:
    match node:
        case ast.Attribute(attr=name) | ast.Name(name, ast.Load()) | ast.alias(name) | ast.Constant(str(name)):
            return name in VERSION
        case ast.MatchClass(kwd_attrs=names):
            return not VERSION.isdisjoint(names)
    return False


def handed_on(node: ast.AST) -> Iterable[ast.AST]:
    """What is only copied (`version=seen.version`), written into a first state, or asked of a twin."""
    match node:
        case ast.keyword("version", ast.Attribute(attr="version") as copied):
            return (copied,)
        case ast.Call(ast.Name("covers" | "written_version"), arguments):
            return arguments
        case ast.FunctionDef("covers"):
            return [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    return ()


def looks_at_a_version(code: str) -> list[str]:
    """The lines of it that do."""
    nodes = list(ast.walk(ast.parse(code)))
    only_handed_on = {each for node in nodes for each in handed_on(node)}
    looking = {getattr(node, "lineno", 0) for node in nodes if names_a_version(node) and node not in only_handed_on}
    return [code.splitlines()[line - 1].strip() for line in sorted(looking)]


@pytest.mark.parametrize("game", CHANGED)
def test_nothing_but_the_rulings_of_a_game_looks_at_a_version(game: str) -> None:
    folder = Path(touchwood.__file__).parent / "games" / game
    files = {str(file.relative_to(folder)): file.read_text(encoding="utf-8") for file in folder.rglob("*.py")}
    found = {name: looks_at_a_version(code) for name, code in files.items()}
    assert found.pop("rulings.py")
    assert {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "code",
    [
        "if state.rules_version >= 2: pass",
        "if 2 <= seen.version: pass",
        "if state.version is UNSET: pass",
        "match state.rules_version:\n    case 1: pass",
        "if version_of(state) >= 2: pass",
        "rule = TABLE[state.rules_version]",
        "rule = TABLE.get(state.version)",
        "version = state.version",
        "is_old = not state.version",
        "rule = ask(state, version=state.rules_version)",
        "rule = getattr(state, 'version')",
        "match state:\n    case State(version=2): pass",
        "from touchwood.core.versions import version_of as found",
        "def initial(options, seats, version):\n    return FIRST if version == 1 else SECOND",
    ],
)
def test_whoever_looks_at_a_version_is_found_however_it_is_spelt(code: str) -> None:
    assert looks_at_a_version(code)


@pytest.mark.parametrize(
    "code",
    [
        "view = View(version=state.version)",
        "state = State(version=written_version(version))",
        "is_searched = covers(view.options, seats, view.rules_version)",
        "def covers(options, seats, version):\n    return version in COVERED_VERSIONS",
        "start = initial(Options(), 2, GAME.newest_version)",
    ],
)
def test_a_version_may_be_handed_on(code: str) -> None:
    assert looks_at_a_version(code) == []


@pytest.mark.parametrize("game", CHANGED)
def test_every_new_version_of_a_game_is_told_of_where_it_changed_something(game: str) -> None:
    rulings = import_module(f"touchwood.games.{game}.rulings")
    told = [
        str(thing.__doc__)
        for thing in vars(rulings).values()
        if isinstance(thing, FunctionType) and thing.__module__ == rulings.__name__
    ]
    assert find_game(game).versions == rulings.VERSIONS
    for version in rulings.VERSIONS[1:]:
        changes = [text for text in told if text.startswith(f"Version {version}: ")]
        assert any(min(map(int, re.findall(r"Version (\d+)", text))) < version for text in changes)
