"""Records: the chain, the file, and what a changed character does."""

import os
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from touchwood import Match, find_game
from touchwood.bots import RandomBot, play_match
from touchwood.core.game import AnyGame
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.games.discovery import all_games
from touchwood.match.dealer import CommittedDealer, PlainDealer, commitment, seed_from_number
from touchwood.match.files import RecordFile, read_record, seed_path, write_record
from touchwood.match.match import make_header
from touchwood.match.record import (
    ChanceOutcome,
    Chose,
    Closed,
    Mover,
    TakenBack,
    entry_line,
    header_line,
    next_line,
    parse_record,
)
from touchwood.match.replay import Proof, replay, restore, verify
from touchwood.match.rerun import first_difference

TAG = find_game("tag")


def played(seed: int = 1, players: int = 3, dealer: CommittedDealer | PlainDealer | None = None) -> Match:
    names = [f"bot {number}" for number in range(players)]
    match = Match.start(TAG, players=names, dealer=dealer or CommittedDealer(seed_from_number(seed)))
    play_match(match, {Seat(seat): RandomBot(TAG) for seat in range(players)}, Random(seed))
    match.close()
    return match


def as_bytes(match: Match) -> bytes:
    return header_line(match.header) + b"".join(entry_line(line) for line in match.lines)


def test_a_record_reads_back_as_it_was_written() -> None:
    match = played()
    record = parse_record(as_bytes(match))
    assert record.header == match.header
    assert [line.hash for line in record.lines] == [line.hash for line in match.lines]


def test_a_replay_goes_through_the_same_states_as_the_match() -> None:
    match = played()
    moments = list(replay(parse_record(as_bytes(match))))
    assert len(moments) == len(match.lines) + 1
    assert moments[-1].match.positions == match.positions


def test_verify_proves_a_committed_deal_and_says_what_a_plain_one_is_worth() -> None:
    verified = verify(parse_record(as_bytes(played())))
    assert (verified.proof, verified.is_over) == (Proof.PROVEN, True)
    plain = verify(parse_record(as_bytes(played(dealer=PlainDealer(7)))))
    assert plain.proof is Proof.PLAIN
    open_match = Match.start(TAG, players=["a", "b"], dealer=CommittedDealer(seed_from_number(2)))
    assert verify(parse_record(as_bytes(open_match))).proof is Proof.NOT_CLOSED


def test_any_one_character_changed_is_found_and_its_place_named() -> None:
    """A sample of all places in header, entries and seed; the soak run takes every one of them."""
    data = as_bytes(played(players=2))
    rng = Random(0)
    header_end = data.index(b"\n")
    last_line = data.rindex(b"\n", 0, -1) + 1
    places = [
        *rng.sample(range(header_end), 60),
        *rng.sample(range(header_end, last_line), 120),
        *range(last_line, len(data)),
    ]
    for place in places:
        line = data.count(b"\n", 0, place) + 1
        changed = bytes([data[place] ^ (1 if data[place] != ord("\n") else 0x20)])
        with pytest.raises(InputError) as found:
            verify(parse_record(data[:place] + changed + data[place + 1 :]))
        named = found.value.facts.get("line", found.value.facts.get("entry"))
        assert named in (line, line - 1), (place, found.value)


@pytest.mark.parametrize("place", ["header", "entry", "seed"])
def test_a_forger_who_mends_the_chain_is_still_found(place: str) -> None:
    """Hashes alone can be computed again by anybody; the draws and the commitment cannot."""
    match = played(players=2)
    lines = list(match.lines)
    header = match.header
    if place == "header":
        other = commitment(seed_from_number(99))
        header = type(header)(**{**_fields(header), "deal": type(header.deal)(other)})
    if place == "entry":
        first = lines[0].entry
        assert isinstance(first, ChanceOutcome)
        lines[0] = next_line(match.first_hash, ChanceOutcome(1 - first.outcome), n=1, salt=lines[0].salt)  # type: ignore[operator]  # this draw is a number
    if place == "seed":
        lines[-1] = next_line("", type(lines[-1].entry)("00" * 32), n=lines[-1].n, salt=lines[-1].salt)  # type: ignore[call-arg,arg-type]  # the last entry is `Closed`
    with pytest.raises(InputError) as found:
        verify(parse_record(_mended(header, lines)))
    assert (
        found.value.code
        == {
            "header": "record_wrong_seed",
            "entry": "record_wrong_draw",
            "seed": "record_wrong_seed",
        }[place]
    )


def test_a_salt_that_does_not_follow_from_the_seed_is_found() -> None:
    """Free salts would let a forger look for another entry with the hash that was shown."""
    match = played(players=2)
    lines = list(match.lines)
    lines[4] = next_line("", lines[4].entry, n=5, salt=lines[3].salt)
    with pytest.raises(InputError) as found:
        verify(parse_record(_mended(match.header, lines)))
    assert (found.value.code, found.value.facts["entry"]) == ("record_wrong_salt", 5)


def test_a_choice_where_chance_must_fall_is_refused() -> None:
    match = played(players=2)
    chosen = next(line.entry for line in match.lines if isinstance(line.entry, Chose))
    lines = list(match.lines)
    lines[0] = next_line("", chosen, n=1, salt=lines[0].salt)
    with pytest.raises(InputError) as found:
        verify(parse_record(_mended(match.header, lines)))
    assert (found.value.code, found.value.facts["entry"]) == ("record_refused", 1)


def test_nothing_follows_the_end_of_a_record() -> None:
    match = played(players=2)
    after = next_line("", TakenBack(0, Seat(0)), n=len(match.lines) + 1, salt="00")
    with pytest.raises(InputError) as found:
        parse_record(_mended(match.header, [*match.lines, after]))
    assert (found.value.code, found.value.facts["entry"]) == ("record_goes_on", after.n)
    with pytest.raises(InputError, match="record_goes_on"):
        match.follow(after)


def test_a_match_is_closed_once() -> None:
    match = played(players=2)
    lines = list(match.lines)
    match.close()
    assert match.lines == lines


def test_the_seed_of_a_match_that_is_not_over_is_no_end() -> None:
    """Whoever knows the seed knows all the cards to come: a match closed early proves nothing."""
    dealer = CommittedDealer(seed_from_number(2))
    match = Match.start(TAG, players=["a", "b"], dealer=dealer)
    newest = match.lines[-1]
    closed = next_line(
        newest.hash, Closed(dealer.seed.hex()), n=newest.n + 1, salt=dealer.salt(match.first_hash, newest.n + 1)
    )
    with pytest.raises(InputError) as found:
        verify(parse_record(as_bytes(match) + entry_line(closed)))
    assert (found.value.code, found.value.facts["entry"]) == ("record_closed_early", closed.n)


@pytest.mark.parametrize("seed", ["zz", "00", "0" * 65])
def test_a_seed_that_cannot_be_one_is_unreadable(seed: str) -> None:
    match = played(players=2)
    closed = next_line("", Closed(seed), n=len(match.lines), salt=match.lines[-1].salt)
    with pytest.raises(InputError) as found:
        parse_record(_mended(match.header, [*match.lines[:-1], closed]))
    assert (found.value.code, found.value.facts["line"]) == ("record_unreadable", len(match.lines) + 1)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.name)
@pytest.mark.parametrize("action", ["x", 5, None, [1], True], ids=str)
def test_an_action_that_can_be_none_is_named(game: AnyGame, action: Any) -> None:
    match = Match.start(game, players=["a", "b"], dealer=CommittedDealer(seed_from_number(2)))
    match.deal()
    assert isinstance(match.waiting, tuple)
    chosen = Chose(match.waiting[0], Mover.PERSON, action)
    n = len(match.lines) + 1
    lines = [*match.lines, next_line("", chosen, n=n, salt=match.dealer.salt(match.first_hash, n))]
    record = parse_record(_mended(match.header, lines))
    for judge in (verify, partial(first_difference, version=game.newest_version)):
        with pytest.raises(InputError) as found:
            judge(record)
        assert (found.value.code, found.value.facts["entry"]) == ("record_unreadable_action", n)


def _fields(header: object) -> dict[str, object]:
    return {name: getattr(header, name) for name in header.__struct_fields__}  # type: ignore[attr-defined]  # a header is a struct


def _mended(header: object, lines: list) -> bytes:  # type: ignore[type-arg]  # lines of any kind, also wrong ones
    from touchwood.match.record import header_hash

    data, newest = header_line(header), header_hash(header)  # type: ignore[arg-type]  # headers of any kind, also wrong ones
    for line in lines:
        mended = next_line(newest, line.entry, n=line.n, salt=line.salt)
        data, newest = data + entry_line(mended), mended.hash
    return data


def test_the_hash_of_an_entry_cannot_be_guessed_from_its_few_contents() -> None:
    """Whoever sees the hashes before and after a draw but no salt cannot try out the six kinds of card."""
    match = Match.start(TAG, players=["a", "b"], dealer=CommittedDealer(seed_from_number(3)))
    before, line = match.lines[-2].hash, match.lines[-1]
    guesses = {next_line(before, ChanceOutcome(kind), n=line.n, salt="").hash for kind in range(6)}
    assert line.hash not in guesses


# -- Taking back ----------------------------------------------------------------------------------------------------


def test_after_a_take_back_the_same_draw_gives_the_same_card() -> None:
    match = Match.start(TAG, players=["a", "b"], dealer=CommittedDealer(seed_from_number(4)))
    at = match.position
    seat = match.asked[0]
    play = match.legal_actions(seat)[0]  # a letter; with no card discarded yet the next player must draw from the deck
    match.act(seat, play)
    drawn = [line.entry for line in match.lines[at.n :] if isinstance(line.entry, ChanceOutcome)]
    match.take_back(at.n, seat)
    assert match.state == at.state
    match.act(seat, play)
    again = [line.entry for line in match.lines[-len(drawn) :] if isinstance(line.entry, ChanceOutcome)]
    assert drawn
    assert drawn == again


def test_a_record_with_take_backs_verifies() -> None:
    match = Match.start(TAG, players=["a", "b"], dealer=CommittedDealer(seed_from_number(5)))
    for _ in range(3):
        n, seat = match.position.n, match.asked[0]
        match.act(seat, match.legal_actions(seat)[0])
        match.take_back(n, seat)
    play_match(match, {Seat(seat): RandomBot(TAG) for seat in range(2)}, Random(5))
    match.close()
    record = parse_record(as_bytes(match))
    assert verify(record).proof is Proof.PROVEN
    assert restore(record).state == match.state


def test_a_take_back_to_the_future_is_refused() -> None:
    match = Match.start(TAG, players=["a", "b"])
    with pytest.raises(InputError, match="no_such_entry"):
        match.take_back(match.position.n, Seat(0))


# -- Files ----------------------------------------------------------------------------------------------------------


def test_a_record_file_keeps_up_closes_itself_and_shows_the_seed_only_then(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    dealer = CommittedDealer(seed_from_number(6))
    match = Match.start(TAG, players=["a", "b"], dealer=dealer)
    file = RecordFile.create(path, match)
    assert dealer.seed.hex() not in path.read_text()
    assert seed_path(path).stat().st_mode & 0o077 == 0
    play_match(match, {Seat(seat): RandomBot(TAG) for seat in range(2)}, Random(6))
    file.catch_up()
    assert dealer.seed.hex() in path.read_text()
    assert not seed_path(path).exists()
    assert verify(read_record(path)).proof is Proof.PROVEN


class Syncs:
    """What lay in each file when it was synced. The true sync is done too."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.of: dict[str, list[bytes]] = {}
        sync = os.fsync

        def noted(handle: int) -> None:
            path = Path(os.readlink(f"/proc/self/fd/{handle}"))
            if path.is_file():
                self.of.setdefault(path.name, []).append(path.read_bytes())
            else:
                self.of.setdefault(str(path), [])
            sync(handle)

        monkeypatch.setattr(os, "fsync", noted)


@pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="what a handle is open on is read in /proc")
def test_whatever_the_match_has_done_is_on_disk_before_it_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Synced, and written before it is synced: a buffer that is emptied afterwards does not survive the power."""
    syncs = Syncs(monkeypatch)
    path = tmp_path / "match.jsonl"
    match = Match.start(TAG, players=["a", "b"], dealer=CommittedDealer(seed_from_number(6)))
    file = RecordFile.create(path, match)
    assert next(iter(syncs.of)) == seed_path(path).name, "first the seed, which the record commits to"
    assert syncs.of[seed_path(path).name][-1] == seed_path(path).read_bytes() != b""
    assert str(tmp_path) in syncs.of, "and the folder, else the files might be nowhere"
    for _ in range(3):
        assert syncs.of[path.name][-1] == path.read_bytes() == as_bytes(match)
        seat = match.asked[0]
        match.act(seat, match.legal_actions(seat)[0])
        file.catch_up()
    assert syncs.of[path.name][-1] == path.read_bytes() == as_bytes(match)


def test_a_match_broken_off_anywhere_goes_on_as_it_would_have(tmp_path: Path) -> None:
    """Cut the file after any entry: what the dealer gives from there on is the same."""
    whole = played(seed=8, players=2)
    for cut in range(1, len(whole.lines) - 1, 17):
        path = tmp_path / f"{cut}.jsonl"
        path.write_bytes(header_line(whole.header) + b"".join(entry_line(line) for line in whole.lines[:cut]))
        seed_path(path).write_text(seed_from_number(8).hex())
        match = RecordFile.resume(path).match
        assert match.lines[cut:] == whole.lines[cut : len(match.lines)]


def test_a_match_broken_off_before_its_first_entry_goes_on_too(tmp_path: Path) -> None:
    whole = played(seed=8, players=2)
    path = tmp_path / "begun.jsonl"
    path.write_bytes(header_line(whole.header))
    seed_path(path).write_text(seed_from_number(8).hex())
    match = RecordFile.resume(path).match
    assert match.lines == whole.lines[: len(match.lines)] != []


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("mine")
    with pytest.raises(InputError, match="file_exists"):
        write_record(path, played())
    assert path.read_text() == "mine"


def test_a_refused_name_leaves_no_seed_behind(tmp_path: Path) -> None:
    path = tmp_path / "precious"
    path.write_text("mine")
    with pytest.raises(InputError):
        write_record(path, played())
    assert not seed_path(path).exists()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "record_empty"),
        (b"not json\n", "record_unreadable"),
        (b'{"hash": "00", "header": {}}\n', "record_unreadable"),
        (b"\xff\xfe\n", "record_unreadable"),
        (b"[" * 100_000 + b"\n", "record_unreadable"),
    ],
)
def test_what_is_no_record_is_refused_with_a_code(content: bytes, code: str) -> None:
    with pytest.raises(InputError) as found:
        parse_record(content)
    assert found.value.code == code
    assert found.value.facts.get("line", 1) == 1


def test_a_line_that_is_none_is_named_by_its_number() -> None:
    data = as_bytes(played(players=2)).splitlines(keepends=True)
    data[3] = b"{}\n"
    with pytest.raises(InputError) as found:
        parse_record(b"".join(data))
    assert (found.value.code, found.value.facts["line"]) == ("record_unreadable", 4)


def test_a_cut_off_record_is_named_as_such() -> None:
    with pytest.raises(InputError, match="record_cut_off"):
        parse_record(as_bytes(played())[:-1])


def test_a_record_of_another_format_is_named_as_such() -> None:
    data = as_bytes(played(players=2)).replace(b'"format":2', b'"format":9', 1)
    with pytest.raises(InputError) as found:
        parse_record(data)
    assert (found.value.code, found.value.facts["line"]) == ("record_format", 1)


def test_a_file_that_is_closed_is_not_written_on(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    file = RecordFile.create(path, played())
    whole = path.read_bytes()
    file.catch_up()
    assert path.read_bytes() == whole
    assert verify(parse_record(whole)).proof is Proof.PROVEN


def test_no_header_has_options_its_table_is_too_small_for() -> None:
    with pytest.raises(InputError):
        make_header(TAG, TAG.options_type(first=Seat(2)), ["a", "b"], PlainDealer(1))
