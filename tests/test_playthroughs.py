"""The rules do today what the golden playthroughs say they did. Renew them with `make playthroughs`."""

import re
from pathlib import Path

import pytest

from touchwood.core.values import canonical_json
from touchwood.games.discovery import game_names
from touchwood.testing.playthroughs import Playthrough, file_of, read_plan, renew, why_not_renew, write_down

FOLDER = Path(__file__).parent / "playthroughs"
PLAN = read_plan(FOLDER)


@pytest.mark.parametrize("playthrough", PLAN, ids=lambda each: f"{each.game} {each.name}")
def test_a_match_plays_as_it_was_written_down(playthrough: Playthrough) -> None:
    golden = file_of(FOLDER, playthrough).read_text(encoding="utf-8")
    now = write_down(playthrough, golden)
    assert why_not_renew(golden, now) is None
    assert now == golden, "drawn or worded differently: look at it, then `make playthroughs`"


def test_every_game_has_playthroughs_and_no_file_is_left_over() -> None:
    assert {playthrough.game for playthrough in PLAN} == set(game_names())
    assert {path.name for path in FOLDER.glob("*.txt")} == {file_of(FOLDER, each).name for each in PLAN}


def test_changed_behaviour_without_a_new_rules_version_is_refused(tmp_path: Path) -> None:
    first = next(each for each in PLAN if each.game == "tag")
    (tmp_path / "first.plan.json").write_bytes(canonical_json([first]))
    golden = file_of(FOLDER, first).read_text(encoding="utf-8")
    behaved = next(line for line in golden.splitlines() if line.startswith("behaviour: "))
    bent = golden.replace(behaved, "behaviour: something else")
    file_of(tmp_path, first).write_text(bent, encoding="utf-8")
    assert renew(tmp_path) == 2
    assert file_of(tmp_path, first).read_text(encoding="utf-8") == bent
    raised = bent.replace("rules version: ", "rules version: 0")
    file_of(tmp_path, first).write_text(raised, encoding="utf-8")
    assert renew(tmp_path) == 0
    assert file_of(tmp_path, first).read_text(encoding="utf-8") == golden


def test_a_choice_the_rules_refuse_is_said_so_and_the_match_goes_on_anew(tmp_path: Path) -> None:
    first = next(each for each in PLAN if each.game == "tag")
    golden = file_of(FOLDER, first).read_text(encoding="utf-8")
    refused = golden.replace("Ana: play T\n", "Ana: play Gool\n", 1)
    assert refused != golden
    new = write_down(first, refused)
    said = "     ! played anew from here: the rules do not allow Ana: play Gool (not_in_hand)"
    before = golden.index("Ana: play T\n")
    assert said in new
    assert new[new.index(said) - 200 : new.index(said)].strip() in golden[:before]  # all before it is kept
    assert new.splitlines()[-1].startswith("shares of the win")
    assert write_down(first, new) == new, "what was said stays said"


def test_where_the_rules_end_the_match_earlier_it_is_said_before_the_end() -> None:
    first = next(each for each in PLAN if each.game == "tag")
    golden = file_of(FOLDER, first).read_text(encoding="utf-8")
    *_, last = re.findall(r"^ *(\d+) \w+: .*$", golden, re.M)
    # As older rules would have left it, by which the match went on for a choice more.
    longer = golden.replace("\n\n-- the end", f"\n{int(last) + 1:4} Ana: play T\n\n-- the end")
    assert longer != golden
    new = write_down(first, longer)
    said = "     ! played anew from here: the rules do not allow Ana: play T (match_is_over)\n\n-- the end"
    assert said in new
    assert write_down(first, new) == new, "what was said stays said"
