"""What if: playing on from any moment of a finished match."""

import json
from pathlib import Path
from random import Random

import pytest

from touchwood import Match, find_game
from touchwood.bots import RandomBot, play_match
from touchwood.cli import main
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat, all_seats
from touchwood.games.discovery import game_names
from touchwood.match.dealer import CommittedDealer, Dealer, PlainDealer, seed_from_number
from touchwood.match.files import read_record, write_record
from touchwood.match.forking import fork
from touchwood.match.record import Origin
from touchwood.match.replay import Proof, restore, verify

NAMES = ["a", "b"]


def finished(game: str, seed: int = 3) -> Match:
    match = Match.start(find_game(game), players=NAMES, dealer=PlainDealer(seed))
    play_match(match, {seat: RandomBot(match.game) for seat in all_seats(2)}, Random(seed))
    return match


def forked(match: Match, entry: int, seat: int, anew: int | None) -> Match:
    dealer = CommittedDealer(seed_from_number(1))
    return fork(match, entry, Seat(seat), players=NAMES, dealer=dealer, anew=None if anew is None else Random(anew))


@pytest.mark.parametrize("game", game_names())
def test_a_fork_of_any_game_is_played_to_its_end_and_verifies(game: str) -> None:
    match = finished(game)
    decisions = [
        place for place, position in enumerate(match.positions) if position.n and position.state != match.state
    ]
    for entry in decisions[:: max(1, len(decisions) // 4)]:
        for anew in (None, 5):
            fork_of_it = forked(match, entry, 1, anew)
            assert fork_of_it.header.origin == Origin(match.first_hash, entry, Seat(1), is_dealt_anew=anew is not None)
            play_match(fork_of_it, {seat: RandomBot(match.game) for seat in all_seats(2)}, Random(2))
            fork_of_it.close()
            verified = verify(fork_of_it.record)
            assert (verified.proof, verified.is_start_given) == (Proof.GIVEN, True)
            assert restore(fork_of_it.record).state == fork_of_it.state


@pytest.mark.parametrize("dealer", [PlainDealer(2), CommittedDealer(seed_from_number(1))], ids=["plain", "not closed"])
def test_a_fork_says_that_its_start_was_given_also_where_nothing_is_proven(
    dealer: Dealer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = finished("tag")
    begun = fork(match, 30, Seat(0), players=NAMES, dealer=dealer, anew=None)
    for each, is_given in ((begun, True), (Match.start(match.game, players=NAMES, dealer=dealer), False)):
        verified = verify(each.record)
        assert verified.proof is (Proof.PLAIN if isinstance(dealer, PlainDealer) else Proof.NOT_CLOSED)
        assert verified.is_start_given == is_given
        path = tmp_path / f"{is_given}.jsonl"
        write_record(path, each)
        assert main(["verify", str(path)]) == 0
        assert ("The start was given, not dealt." in capsys.readouterr().out) == is_given
        assert main(["verify", "--json", str(path)]) == 0
        assert json.loads(capsys.readouterr().out)["is_start_given"] == is_given


def test_one_may_play_on_from_before_the_deal() -> None:
    match = finished("tag")
    assert forked(match, 0, 0, None).positions[0].state == match.positions[0].state


@pytest.mark.parametrize("game", game_names())
def test_dealt_anew_the_seat_knows_what_it_knew_and_as_it_was_all_is_as_it_was(game: str) -> None:
    match = finished(game)
    entry = len(match.positions) // 2
    while not isinstance(match.game.waiting_for(match.positions[entry].state), tuple):
        entry += 1
    then = match.positions[entry].state
    assert forked(match, entry, 0, None).state == then
    for seat in all_seats(2):
        anew = forked(match, entry, seat, 7).state
        assert match.game.knowledge(anew, seat) == match.game.knowledge(then, seat)


def test_what_could_not_be_known_is_another_deal() -> None:
    match = finished("tag")
    hands = {forked(match, 30, 0, seed).state.players[1].hand for seed in range(8)}
    assert len(hands) > 2


def test_nothing_is_told_of_a_match_that_is_not_over_and_nothing_goes_on_after_the_end() -> None:
    begun = Match.start(find_game("tag"), players=NAMES, dealer=PlainDealer(1))
    with pytest.raises(InputError, match="fork_before_end"):
        forked(begun, 0, 0, None)
    match = finished("tag")
    with pytest.raises(InputError, match="fork_at_end"):
        forked(match, match.position.n, 0, None)
    for entry in (-1, match.position.n + 1):
        with pytest.raises(InputError, match="no_such_entry"):
            forked(match, entry, 0, None)
    with pytest.raises(InputError, match="fork_other_seats"):
        fork(match, 9, Seat(0), players=["a"], dealer=PlainDealer(1), anew=None)


def test_the_command_line_plays_on_from_a_moment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    assert main(["play", "tag", "--seats", "random,random", "--seed", "1", "--record", str(first)]) == 0
    what_if = ["play", "--from", str(first), "--seats", "simple,random", "--seed", "2", "--record", str(second)]
    assert main([*what_if, "--at", "40"]) == 0
    record = read_record(second)
    assert isinstance(record.header.origin, Origin)
    assert (record.header.origin.entry, record.header.origin.is_dealt_anew) == (40, True)
    assert verify(record).proof is Proof.GIVEN
    capsys.readouterr()
    assert main(["verify", str(second)]) == 0
    assert capsys.readouterr().out.count("The start was given, not dealt.") == 1
    assert main(what_if) == 2
    assert "name an earlier one" in capsys.readouterr().err
    assert main([*what_if, "--option", "stall_after=1"]) == 2
    assert "--from takes game and options" in capsys.readouterr().err
