"""`touchwood export`: what was recorded is in the table, and nothing a seat did not know."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("duckdb", reason="needs touchwood[export]")

import duckdb

from touchwood.bots import RandomBot, play_match
from touchwood.cli import main
from touchwood.core.options import options_from_mapping
from touchwood.core.seats import Seat
from touchwood.core.values import canonical_json
from touchwood.games.discovery import find_game, game_names
from touchwood.match import Match, PlainDealer, Player, write_record
from touchwood.match.choice_rows import COLUMNS
from touchwood.match.record import Chose


def recorded(folder: Path, name: str, seed: int = 1) -> Match:
    game = find_game(name)
    players = [Player("Ana"), Player("Bo", "random")][: game.player_counts[-1]]
    options = options_from_mapping(game, {"round_limit": 1} if name == "point_a_pile" else {}, 2)
    match = Match.start(game, players=players, options=options, dealer=PlainDealer(seed))
    play_match(match, {Seat(0): RandomBot(game), Seat(1): RandomBot(game)}, Random(seed))
    write_record(folder / f"{name}.jsonl", match)
    return match


def rows_of(file: Path) -> list[dict[str, Any]]:
    table = duckdb.sql(f"select * from '{file}'")
    assert table is not None
    assert table.columns == list(COLUMNS)
    return [dict(zip(table.columns, row, strict=True)) for row in table.fetchall()]


def test_a_row_for_each_choice_of_every_game(tmp_path: Path, capsys: Any) -> None:
    matches = {name: recorded(tmp_path, name) for name in game_names()}
    out = tmp_path / "matches.parquet"
    assert main(["export", str(tmp_path), "--out", str(out)]) == 0
    rows = rows_of(out)
    for name, match in matches.items():
        game, mine = match.game, [row for row in rows if row["game"] == name]
        chosen = [line for line in match.lines if isinstance(line.entry, Chose)]
        assert [row["entry"] for row in mine] == [line.n for line in chosen]
        for row, line in zip(mine, chosen, strict=True):
            entry: Any = line.entry
            state = match.positions[line.n - 1].state
            view = game.knowledge(state, entry.seat)
            assert row["view"] == canonical_json(view).decode(), "what the seat knew before it chose"
            seen = None if game.encoder is None else list(game.encoder.encode(view, ()))
            assert row["observation"] == seen
            assert game.codec.parse(row["chosen"]) == entry.action
            assert json.loads(row["action"]) == json.loads(canonical_json(entry.action))
            assert (row["chosen_number"] in row["legal_numbers"]) or row["chosen_number"] is None
            assert (row["name"], row["bot"]) == (("Ana", None), ("Bo", "random"))[entry.seat]
            assert row["share"] == float(game.returns(match.state)[entry.seat])
            assert row["is_in_force"]
    assert f"{len(matches)} matches, {len(rows)} choices" in capsys.readouterr().out


def test_what_was_taken_back_says_so(tmp_path: Path) -> None:
    game = find_game("cant_touch_this")
    match = Match.start(game, players=["Ana", "Bo"], dealer=PlainDealer(1))
    first, before = match.asked[0], match.position.n
    match.act(first, game.legal_actions(match.state, first)[0])
    match.take_back(before, first)
    match.act(first, game.legal_actions(match.state, first)[1])
    write_record(tmp_path / "match.jsonl", match)
    assert main(["export", str(tmp_path / "match.jsonl"), "--out", str(tmp_path / "m.parquet")]) == 0
    rows = rows_of(tmp_path / "m.parquet")
    assert [row["is_in_force"] for row in rows] == [False, True]
    assert [row["share"] for row in rows] == [None, None]


def test_a_broken_record_is_named_and_left_out(tmp_path: Path, capsys: Any) -> None:
    recorded(tmp_path, "tag")
    (tmp_path / "broken.jsonl").write_text("{}\n")
    out = tmp_path / "it's all.parquet"
    assert main(["export", str(tmp_path), "--out", str(out)]) == 2
    assert "broken.jsonl" in capsys.readouterr().err
    assert len(duckdb.read_parquet(str(out)).fetchall()) > 20
    assert sorted(each.suffix for each in tmp_path.iterdir()) == [".jsonl", ".jsonl", ".parquet"], (
        "nothing is left over"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.jsonl", "--out", "{here}/a.csv"], "ends in .parquet"),
        (["{here}", "--out", "{here}/a.parquet"], "no record is named"),
        (["{here}", "--out", "{here}/taken.parquet"], "taken.parquet"),
        (["{here}/taken.parquet", "--out", "{here}/no/where.parquet"], "where.parquet"),
    ],
)
def test_what_is_wrong_is_said(arguments: list[str], said: str, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "taken.parquet").write_text("")
    assert main(["export", *(each.format(here=tmp_path) for each in arguments)]) == 2
    assert said.lower() in capsys.readouterr().err.lower()
