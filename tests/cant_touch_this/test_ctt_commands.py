"""What the command line asks: cards and positions from text, solved; and what is wrong with them, in one line."""

import json

import pytest
from ctt_table import VECTORS

from touchwood.cli.review import sum_up
from touchwood.core.refusals import InputError
from touchwood.core.words import words_of
from touchwood.games.cant_touch_this import GAME, solving
from touchwood.games.cant_touch_this.cards import DECK_MIX, parse_grid
from touchwood.games.cant_touch_this.commands import card_grid, card_text, describe_solution, solve_text

WORDS = words_of(GAME.words)
CARD = "11G\n1*2\nPSG\n"
BOMBS = "1B1\n111\n11*\n"


def text_of(grid: list[str], **clips: list) -> str:
    lines = [
        f"{word} {' '.join(f'{edge}{line}x{depth}' for edge, line, depth in placed)}" for word, placed in clips.items()
    ]
    return "\n".join([*grid, *lines]) + "\n"


def named(moves: list) -> list[str]:
    return [f"{edge}{line}x{depth}" for edge, line, depth in moves]


# -- What is right --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("edition", [1, 2])
def test_cards_of_the_vectors(edition):
    for case in VECTORS["editions"][str(edition)]["cards"]:
        solved = solve_text(text_of(case["grid"]), edition=edition, is_solo=False)
        assert list(solved) == ["value", "best_moves"]
        assert solved["value"] == case["duel_value"]
        assert sorted(solved["best_moves"]) == sorted(named(case["optimal_first_moves"]))
        alone = solve_text(text_of(case["grid"]), edition=edition, is_solo=True)
        assert list(alone) == ["optimum", "placement"]
        assert alone["optimum"] == case["solo_optimum"]
        assert len(alone["placement"]) == 6
        assert json.loads(json.dumps([solved, alone])) == [solved, alone]


@pytest.mark.parametrize("edition", [1, 2])
@pytest.mark.parametrize("says_to_move", [True, False])
def test_positions_of_the_vectors(edition, says_to_move):
    for case in VECTORS["editions"][str(edition)]["midgame"]:
        position = text_of(case["grid"], first=case["first"], second=case["second"])
        position += f"to-move {case['to_move']}\n" if says_to_move else ""
        solved = solve_text(position, edition=edition, is_solo=False)
        assert solved["value"] == case["value"]
        assert sorted(solved["best_moves"]) == sorted(named(case["optimal_moves"]))


@pytest.mark.parametrize("edition", [1, 2])
def test_positions_alone_of_the_vectors(edition):
    for case in VECTORS["editions"][str(edition)]["solo_midgame"]:
        solved = solve_text(text_of(case["grid"], placed=case["placed"]), edition=edition, is_solo=True)
        assert solved["optimum"] == case["optimum"]
        assert solved["placement"][: len(case["placed"])] == named(case["placed"])


def test_blank_lines_blanks_around_and_windows_line_ends_do_no_harm():
    plain = solve_text(CARD, edition=2, is_solo=False)
    assert solve_text("\n  " + CARD.replace("\n", "  \r\n") + "\n\n", edition=2, is_solo=False) == plain


def test_a_finished_position_has_no_best_move():
    finished = "1111\n1111\n1111\nfirst N0x1 N1x1 N2x1\nsecond N3x1 S0x1 S1x1\n"
    assert solve_text(finished, edition=2, is_solo=False) == {"value": 0, "best_moves": []}
    assert "No clip is left" in describe_solution(finished, WORDS, edition=2, is_solo=False)


# -- What is wrong --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("position", "code", "facts"),
    [
        ("", "card_empty", {}),
        ("11\n11\n11\n", "card_too_small", {"columns": 2, "rows": 3}),
        ("1111111111111\n" * 5, "card_too_big", {"row": 4, "column": 12}),
        ("111\n11\n111\n", "card_ragged", {"row": 1, "column": 2}),
        ("111\n1?1\n111\n", "card_letter", {"row": 1, "column": 1, "letter": "?"}),
        ("111\n1 1\n111\n", "card_letter", {"row": 1, "column": 1, "letter": " "}),
        ("11W\n111\n111\n", "card_letter", {"row": 0, "column": 2}),
        (CARD + "first N0x2\nsecond W1x1\n", "position_overlap", {"other": "N0x2", "row": 1, "column": 0}),
        (CARD + "first N0x2 W1x1\n", "position_overlap", {"other": "N0x2", "row": 1, "column": 0}),
        (CARD + "first N3x1\n", "position_off_card", {"line": "3"}),
        (CARD + "first N0x4\n", "position_depth", {"deepest": 3}),
        (BOMBS + "first N1x1\n", "position_bomb", {"row": 0, "column": 1}),
        (CARD + "first 3x1\n", "position_clip", {"line": 4, "clip": "3x1"}),
        (CARD + "third N0x1\n", "card_letter", {"row": 3, "column": 0}),
        (CARD + "first N0x1\nthird N1x1\n", "position_word", {"line": 5, "word": "third"}),
        (CARD + "first N0x1\nfirst N1x1\n", "position_twice", {"line": 5}),
        (CARD + "first N0x1\nto-move nobody\n", "position_side", {"line": 5, "word": "nobody"}),
        (CARD + "first N0x1\nto-move first\n", "position_turn", {"line": 5, "side": "first"}),
        (CARD + "second N0x1\n", "position_counts", {"first": 0, "second": 1}),
        (CARD + "placed N0x1\n", "position_is_duel", {"line": 4}),
        (
            "1111\n" * 4 + "first N0x1 N1x1 N2x1 N3x1\nsecond S0x1 S1x1 S2x1 S3x1\n",
            "position_clips",
            {"clips": 8, "most": 6},
        ),
    ],
)
def test_what_is_wrong_is_said_in_one_line_with_its_place(position, code, facts):
    with pytest.raises(InputError) as raised:
        solve_text(position, edition=1, is_solo=False)
    assert raised.value.code == code
    assert {name: raised.value.facts[name] for name in facts} == facts
    said = WORDS.error(raised.value)
    assert "\n" not in said
    if {"row", "column"} <= set(facts):
        assert f"row {facts['row']}, column {facts['column']}" in said.lower()


def test_words_for_two_are_refused_alone():
    with pytest.raises(InputError) as raised:
        solve_text(CARD + "first N0x1\n", edition=2, is_solo=True)
    assert raised.value.code == "position_is_solo"


# -- For people -----------------------------------------------------------------------------------------------------
def test_a_solution_is_described_with_the_bidding():
    said = describe_solution("2BB\nBBB\nBB1\n", WORDS, edition=1, is_solo=False)
    assert said.splitlines() == [
        "   N   0  1  2    ",
        "W                E",
        "0      2  B  B   0",
        "1      B  B  B   1",
        "2      B  B  1   2",
        "   S   0  1  2    ",
        "The first player scores 1 more than the second under perfect play.",
        "Best for the player to move: N0x1, W0x1",
        "The defender wins the bidding: raise while the bid is under 1, else pass.",
    ]
    alone = describe_solution(CARD + "placed N0x1\n", WORDS, edition=2, is_solo=True)
    assert "(1) 1  G" in alone
    assert "The best possible score is" in alone
    assert "Bidding" not in describe_solution(CARD + "first N0x1\n", WORDS, edition=2, is_solo=False)


@pytest.mark.parametrize("edition", [1, 2])
def test_a_card_of_a_seed_is_always_the_same_and_can_be_solved(edition):
    grid = card_grid(7, edition)
    assert grid == card_grid(7, edition) != card_grid(8, edition)
    assert parse_grid(grid, edition) == grid
    assert sorted("".join(grid)) == sorted(DECK_MIX[edition])
    drawn = card_text(7, edition)
    assert [row.split()[1:-1] for row in drawn.splitlines()[2:-1]] == [list(row) for row in grid]
    assert solve_text("\n".join(grid), edition=edition, is_solo=False)["best_moves"]


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (
            {"value": 1, "bid": 2, "first": 0, "winner": 1},
            ["Going first on this card was worth 1 point.", "First, for 2: Player 1.", "Winner: Player 2."],
        ),
        ({"value": 2, "bid": 0}, ["Going first on this card was worth 2 points."]),
        ({"score": 25, "best": 28}, ["Score: 25. The best possible was 28."]),
        (
            {"score": 31, "best": 33, "rating": "you_are_a_star"},
            ["Score: 31. The best possible was 33.", "Rating: You are a star"],
        ),
    ],
)
def test_a_review_is_summed_up(facts, said):
    assert sum_up(facts, WORDS) == said


def test_a_card_is_solved_once(monkeypatch):
    """Value and best moves are one answer."""
    asked = []
    true_solver = solving.solve_duel

    def counted(*given, **more):
        asked.append(given)
        return true_solver(*given, **more)

    monkeypatch.setattr(solving, "solve_duel", counted)
    solve_text(CARD, edition=2, is_solo=False)
    assert len(asked) == 1
