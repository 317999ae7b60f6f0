"""The command `touchwood`, as a person and as a program use it."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from touchwood.bots import coach
from touchwood.cli import main
from touchwood.cli.table_printer import WISHES
from touchwood.core.words import words_of
from touchwood.games.discovery import find_game, games_that_load
from touchwood.match.files import read_record, seed_path
from touchwood.match.replay import verify

RECORDS = Path(__file__).parents[1] / "records"


def run(*arguments: str, typed: str = "", home: Path | None = None) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "100"} | ({"XDG_DATA_HOME": str(home)} if home else {})
    return subprocess.run(
        [sys.executable, "-m", "touchwood", *arguments],
        input=typed,
        capture_output=True,
        text=True,
        env=environment,
        timeout=60,
        check=False,
    )


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "match.jsonl"
    assert main(["play", "tag", "--seats", "random,random,random", "--seed", "3", "--record", str(path)]) == 0
    return path


# -- What loads, and what does not ----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["import touchwood", "import touchwood.cli; touchwood.cli.command.make_parser()"])
def test_neither_import_nor_help_loads_numpy_or_numba(code: str) -> None:
    heavy = "import sys; print([m for m in ('numpy', 'numba', 'litestar') if m in sys.modules])"
    shown = subprocess.run([sys.executable, "-c", f"{code}; {heavy}"], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "[]"


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("help_text", ["table_help", "live_help"])
def test_who_asks_for_help_hears_all_that_can_be_asked_for(help_text: str, language: str) -> None:
    lines = words_of(None, language=language).label(help_text).splitlines()
    named = {line.split()[0] for line in lines if line.startswith("  ")}
    assert {*WISHES, "l", "moves", "log", "back", "quit"} <= named


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    shown = capsys.readouterr().out
    assert all(command in shown for command in ("games", "play", "replay", "verify"))


def test_games_are_listed_for_people_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    assert "TAG, 2-6 players" in capsys.readouterr().out
    assert main(["games", "--json"]) == 0
    games = {game["name"]: game for game in json.loads(capsys.readouterr().out)}
    assert games["tag"]["players"] == [2, 6]
    assert games["tag"]["options"]["stall_after"] == 2


# -- Playing --------------------------------------------------------------------------------------------------------


def test_bots_alone_just_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "tag", "--seats", "random,random", "--seed", "1"]) == 0
    assert "points" in capsys.readouterr().out


def test_the_same_seed_gives_the_same_match(capsys: pytest.CaptureFixture[str]) -> None:
    shown = []
    for _ in range(2):
        main(["play", "tag", "--seats", "random,simple", "--seed", "11", "--json"])
        shown.append(capsys.readouterr().out)
    assert shown[0] == shown[1]
    assert json.loads(shown[0])["game"] == "tag"


def test_many_matches_are_summed_up_with_error_bars(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "tag", "--seats", "random,random", "--matches", "20", "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["matches"] == 20
    assert sum(seat["win_share"] for seat in summary["seats"]) == pytest.approx(1, abs=0.001)
    assert all(seat["margin_95"] > 0 for seat in summary["seats"])


def test_a_person_is_shown_how_a_composite_move_is_typed(tmp_path: Path) -> None:
    example = "lay B36 B04 B07 B48"
    shown = run("play", "point_a_pile", "--seats", "human,random", "--seed", "3", "--option", "first=0",
                typed=f"{example}\nquit\n", home=tmp_path)  # fmt: skip
    assert f"Lay out the cards: type it like this: {example}" in shown.stdout
    assert "You lay out" in shown.stdout


def test_a_person_plays_by_number_and_by_word_and_is_told_why_not(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    shown = run("play", "tag", "--seats", "human,random", "--seed", "5", "--option", "first=0", "--record", str(path),
                typed="gool\nnonsense\n999\nhelp\n1\nquit\n")  # fmt: skip
    assert shown.returncode == 0, shown.stderr
    assert "is not a move" in shown.stdout
    assert "the numbers go from 1 to" in shown.stdout
    assert "take your last move back" in shown.stdout
    assert f"touchwood play --resume {path}" in shown.stdout
    assert any(line.entry.__class__.__name__ == "Chose" for line in read_record(path).lines)


def test_what_only_the_clock_does_is_refused_in_a_sentence(tmp_path: Path) -> None:
    shown = run("play", "tactile_crane", "--seats", "human,random", typed="no outcome\nquit\n", home=tmp_path)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "Only the clock does that." in shown.stdout


def test_a_record_is_kept_even_if_no_file_was_named(tmp_path: Path) -> None:
    shown = run("play", "tag", "--seats", "human,random", typed="quit\n", home=tmp_path)
    assert shown.returncode == 0
    kept = list((tmp_path / "touchwood" / "records").glob("*.jsonl"))
    assert len(kept) == 1
    assert str(kept[0]) in shown.stdout


def test_a_whole_match_by_a_person_is_recorded_and_proven(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    shown = run("play", "tag", "--seats", "human,random", "--seed", "5", "--record", str(path), typed="1\n" * 2000)
    assert "The record is in" in shown.stdout, shown.stdout[-500:]
    verified = verify(read_record(path))
    assert (verified.is_over, verified.proof.value) == (True, "proven")


def test_a_puzzle_is_played_out_against_the_perfect_bot_and_its_record_verifies(tmp_path: Path) -> None:
    path = tmp_path / "p.jsonl"
    shown = run("play", "cant_touch_this", "--puzzle", "easy-1", "--seed", "1", "--record", str(path), typed="1\n" * 6)
    assert "The record is in" in shown.stdout, shown.stdout[-500:]
    record = read_record(path)
    assert [player.bot for player in record.header.seats] == [None, "best"]
    verified = verify(record)
    assert (verified.is_over, verified.proof.value) == (True, "given")


@pytest.mark.parametrize("wrong", [["--puzzle", "hard-0"], ["--puzzle", "easy-1", "--seats", "human,easy"]])
def test_what_is_no_puzzle_is_one_line(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "cant_touch_this", *wrong]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_ctrl_c_keeps_the_record_and_resume_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "m.jsonl"
    table = subprocess.Popen(
        [sys.executable, "-m", "touchwood", "play", "tag", "--seats", "human,random", "--seed", "5",
         "--record", str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert table.stdin is not None
    table.stdin.write("1\n1\n")
    table.stdin.flush()
    while table.poll() is None and (not path.exists() or b"chose" not in path.read_bytes()):
        time.sleep(0.05)
    table.send_signal(signal.SIGINT)
    out, err = table.communicate()
    assert table.returncode == 0
    assert "Traceback" not in out + err
    before = read_record(path).lines
    assert before
    assert seed_path(path).exists()
    shown = run("play", "--resume", str(path), "--seed", "5", typed="1\n" * 2000)
    assert shown.returncode == 0, shown.stderr
    after = read_record(path).lines
    assert after[: len(before)] == before
    assert verify(read_record(path)).proof.value == "proven"


def test_people_who_share_the_terminal_never_see_each_others_hand(tmp_path: Path) -> None:
    shown = run("play", "tag", "--seats", "human:Ana,human:Bo", "--seed", "5", "--record", str(tmp_path / "m"),
                typed="\n1\n\n1\nquit\n")  # fmt: skip
    assert "Press Enter when only you can see the screen" in shown.stdout


# -- Looking back ---------------------------------------------------------------------------------------------------


def test_verify_says_what_is_proven(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(record)]) == 0
    assert "Every draw follows from the seed" in capsys.readouterr().out
    assert main(["verify", "--json", str(record)]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["proof"] == "proven"


def test_verify_plays_recorded_matches_again_under_the_newest_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "evening").mkdir()
    for name, place in (("tag-1", ""), ("tag-1-without-gool", "evening"), ("point_a_pile-1-moved-card", "")):
        shutil.copy(RECORDS / f"{name}.jsonl", tmp_path / place)
    rerun = ["verify", "--all", str(tmp_path), "--rules"]
    assert main([*rerun, "newest"]) == 1
    without_gool, moved_card, same = capsys.readouterr().out.splitlines()
    assert "tag-1-without-gool.jsonl: " in without_gool
    tag, pile = (find_game(name).newest_version for name in ("tag", "point_a_pile"))
    assert without_gool.endswith(f"By version {tag} of the rules somebody else would be asked after entry 29.")
    assert moved_card.endswith(f"By version {pile} of the rules entry 47 would lead to something else.")
    assert same.endswith(f"By version {tag} of the rules all 264 entries go as they went.")
    assert main([*rerun, "newest", "--json"]) == 1
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(each["rules_version"], each["rerun_by"], each["entry"], each["parting"]) for each in found] == [
        (1, tag, 29, "others_asked"),
        (1, pile, 47, "other_events"),
        (1, tag, None, None),
    ]
    assert main([*rerun, "1"]) == 0  # as they were played


def test_replay_tells_a_seat_only_what_it_heard(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--seat", "1"]) == 0
    seat = capsys.readouterr().out
    assert main(["replay", str(record)]) == 0
    watcher = capsys.readouterr().out
    assert "You are dealt" in seat
    assert "You" not in watcher.split("Player")[0]


def test_a_game_whose_words_cannot_be_read_is_one_clear_line(
    record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And nobody else's: an error of another game still has its sentence."""
    (tmp_path / "en.json").write_text('{"events": {}')
    capsys.readouterr()
    with monkeypatch.context() as bent:
        bent.setattr("touchwood.match.replay.find_game", lambda name: replace(find_game(name), words=tmp_path))
        assert main(["replay", str(record)]) == 2
    shown = capsys.readouterr().err
    assert shown.count("\n") == 1
    assert "/en.json cannot be read: line 1, column 14 is not JSON" in shown
    with_a_broken_one = [
        replace(game, words=tmp_path) if game.name == "cant_touch_this" else game for game in games_that_load()
    ]
    monkeypatch.setattr("touchwood.cli.command.games_that_load", lambda: with_a_broken_one)
    assert main(["play", "tag", "--option", 'deck={"T":0,"A":0,"G":0,"TAG":0,"Gool":0}']) == 2
    assert "cards" in capsys.readouterr().err


def test_replay_stops_where_it_is_told(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(record), "--to", "12", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["n"] for line in lines] == list(range(13))


# -- Bad input: one line, exit code 2, nothing lost -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["play", "chess"], "no game called chess"),
        (["play"], "Name a game"),
        (["play", "tag", "--seats", "wizard,random"], "no bot called wizard"),
        (["play", "tag", "--seats", "random"], "2 to 6 players"),
        (["play", "tag", "--seats", "random," * 6 + "random"], "2 to 6 players"),
        (["play", "tag", "--option", "colour=red"], "no option called colour"),
        (["play", "tag", "--option", "stall_after=99"], "stall_after"),
        (["play", "tag", "--option", "stall_after=1.5"], "stall_after"),
        (["play", "tag", "--option", "deck.X=3"], "deck"),
        (["play", "tag", "--option", 'deck={"T":0,"A":0,"G":0,"TAG":0,"Gool":0}'], "cards"),
        (["play", "tag", "--option", "stall_after"], "name=value"),
        (["play", "tag", "--seats", "human,random", "--matches", "3"], "bots only"),
        (["play", "tag", "--seats", "random,random", "--matches", "0"], "at least one"),
        (["play", "tag", "--language", "xx"], "xx"),
        (["play", "--resume", "nowhere.jsonl"], "nowhere.jsonl"),
        (["play", "tag", "--seed", "x"], "--seed"),
        (["verify", "nowhere.jsonl"], "nowhere.jsonl"),
        (["verify", "--all", "nowhere"], "nowhere"),
        (["verify", str(RECORDS / "tag-1.jsonl"), "--rules", "0"], "no version 0 of the rules of TAG. There are: 1, 2"),
        (["verify", str(RECORDS / "tag-1.jsonl"), "--rules", "99"], "no version 99 of the rules of TAG"),
        (["verify", str(RECORDS / "tag-1.jsonl"), "--rules", "9" * 5000], "newest"),
        (["verify", str(RECORDS / "tag-1.jsonl"), "--rules", "next"], "newest"),
        (["replay", "nowhere.jsonl"], "nowhere.jsonl"),
        (["serve", "--port", "99999"], "--port cannot be 99999"),
        (["serve", "--data", "/proc/nowhere"], "/proc/nowhere"),
        (["dance"], "dance"),
        ([], "COMMAND"),
    ],
)
def test_bad_input_is_one_clear_line_and_exit_code_2(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    try:
        status: object = main(arguments)
    except SystemExit as ended:
        status = ended.code
    shown = capsys.readouterr()
    assert status == 2
    assert says in shown.err
    assert shown.err.count("\n") == 1
    assert shown.out == ""


def test_a_damaged_record_names_the_place_and_the_others_are_still_checked(
    record: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_bytes(re.sub(rb'"outcome":\d', b'"outcome":7', record.read_bytes(), count=1))
    assert main(["verify", str(damaged), str(record)]) == 2
    shown = capsys.readouterr()
    assert "Entry 1" in shown.err
    assert str(record) in shown.out


def test_a_file_that_is_there_is_not_overwritten(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = record.read_bytes()
    assert main(["play", "tag", "--seats", "random,random", "--record", str(record)]) == 2
    assert "nothing was overwritten" in capsys.readouterr().err
    assert record.read_bytes() == before


def test_a_finished_match_cannot_be_resumed(record: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--resume", str(record)]) == 2
    assert capsys.readouterr().err == f"touchwood: {record} is a finished match; it cannot go on.\n"


def test_a_reader_that_has_seen_enough_is_no_error(record: Path) -> None:
    shown = subprocess.run(
        f"{sys.executable} -m touchwood replay {record} | head -1",
        shell=True,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in shown.stderr
    assert "BrokenPipe" not in shown.stderr


# -- Exact answers about cards, and looking back --------------------------------------------------------------------


def test_a_card_is_drawn_and_solved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["card", "--seed", "3", "--plain"]) == 0
    grid = capsys.readouterr().out
    card = tmp_path / "card.txt"
    card.write_text(grid)
    assert main(["solve", str(card), str(card), "--json"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers[0] == answers[1]
    assert set(answers[0]) == {"value", "best_moves"}
    assert main(["solve", str(card), "--solo", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == {"optimum", "placement"}
    assert main(["solve", str(card)]) == 0
    assert "under perfect play" in capsys.readouterr().out


def test_a_review_says_what_choices_cost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = str(tmp_path / "duel.jsonl")
    main(["play", "cant_touch_this", "--seats", "easy,best", "--seed", "4", "--record", record])
    capsys.readouterr()
    assert main(["review", record, "--json"]) == 0
    review = json.loads(capsys.readouterr().out)
    assert all(judged["cost"] == 0 for judged in review["judgements"] if judged["seat"] == 1)
    assert main(["review", record]) == 0
    shown = capsys.readouterr().out
    assert "Going first on this card was worth" in shown
    assert shown.count(" chance, exactly\n") == 2
    assert "at most" not in shown
    assert "if both play perfectly on" in shown
    assert "The deal gave +50." in shown
    assert "The deal gave -50." in shown


def test_who_waits_for_a_review_is_told_how_far_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = str(tmp_path / "duel.jsonl")
    main(["play", "cant_touch_this", "--seats", "easy,easy", "--seed", "4", "--record", record])
    capsys.readouterr()
    assert main(["review", record, "--json"]) == 0
    alone = capsys.readouterr()
    assert alone.err == "", "scripts are not"
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["review", record, "--json"]) == 0
    told = capsys.readouterr()
    assert told.out == alone.out
    judged = len(json.loads(told.out)["judgements"])
    assert f"{judged - 1}/{judged}" in told.err


def test_who_waits_for_a_review_sees_the_chances_that_are_known_by_now(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    record = str(tmp_path / "crane.jsonl")
    main(["play", "tactile_crane", "--seats", "easy,easy", "--seed", "4", "--record", record])
    capsys.readouterr()
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    assert main(["review", record, "--json"]) == 0
    told = capsys.readouterr()
    first = json.loads(told.out)["chances"][0]
    now = f"{first['percent']}% ± {first['margin']}"
    assert now in told.err.split("1/")[0], "before the second choice is judged"


def test_a_better_choice_is_watched_in_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = str(tmp_path / "duel.jsonl")
    main(["play", "cant_touch_this", "--seats", "easy,random", "--seed", "4", "--record", record])
    capsys.readouterr()
    assert main(["review", record, "--json"]) == 0
    judged = json.loads(capsys.readouterr().out)["judgements"]
    mistake = next(each for each in judged if each["cost"] and each["action"] == "pass")
    assert main(["review", record, "--watch", str(mistake["entry"])]) == 0
    first, *led_to = capsys.readouterr().out.splitlines()
    assert f"Instead of pass at entry {mistake['entry']}, random: {mistake['best'][0]}." in first
    assert led_to[0] == "  Random bids 2.", "the other choice comes first"
    assert len(led_to) > 5, "and bots play on"
    fine = next(each for each in judged if each["action"] in each["best"])
    assert main(["review", record, "--watch", str(fine["entry"])]) == 2
    assert f"better choices at: {mistake['entry']}" in capsys.readouterr().err


def test_a_match_is_reviewed_on_the_twin_with_its_turning_points_and_courses(
    record: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("numba")
    assert main(["review", str(record)]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert shown.count("left a chance of") == 3
    assert shown.count("an even share is 33%") == 3
    assert shown.count("Own choices cost") + shown.count("No choice of its own") == 3
    assert shown.count("he deal gave") == 3
    assert shown.count("The rest") == 3
    assert "tried in 320 worlds" in shown
    assert "if all play on by quick moves and, once nothing is left to draw, look ahead" in shown
    assert [shown.count(f" {label}") for label in ("at most (95%)", "at least (95%)")] == [3, 3]
    assert "too close to call" in shown.split("Costs are hundredths")[0]


def test_a_game_without_a_reviewer_says_so(
    record: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As it is where numba is not installed."""
    monkeypatch.setattr(coach, "twin_of", lambda *given, **named: None)
    assert main(["review", str(record)]) == 2
    assert "no reviewer" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "card"),
        ("12P\n12\n12P\n", "row 1"),
        ("1QP\n12P\n12P\n", "column 1"),
        ("12\n12\n", "at least 3"),
        ("1" * 9 + "\n" + ("1" * 9 + "\n") * 8, "64"),
        ("12P\n12P\n12P\nfirst N0x2 W1x1\n", "N0x2"),
        ("12P\n12P\n12P\nfirst Z0x2\n", "Z0x2"),
    ],
)
def test_a_malformed_card_is_one_clear_line(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    card = tmp_path / "card.txt"
    card.write_text(text)
    assert main(["solve", str(card)]) == 2
    shown = capsys.readouterr().err
    assert says.lower() in shown.lower()
    assert shown.count("\n") == 1


def test_plainly_nothing_is_drawn_and_every_move_has_a_line(tmp_path: Path) -> None:
    shown = run("play", "tag", "--plain", "--seats", "human,random", "--seed", "5", "--option", "first=0",
                "--record", str(tmp_path / "m"), typed="t\nm\nl\n1\nquit\n")  # fmt: skip
    assert shown.returncode == 0, shown.stderr
    lines = shown.stdout.splitlines()
    assert "Play or discard a card." in lines
    assert any(re.fullmatch("1 Play \\w+", line) for line in lines)
    assert "Deck: " in shown.stdout
    assert not re.search("[\u2190-\u21ff\u2500-\u25ff\x1b]", shown.stdout)
