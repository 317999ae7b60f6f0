"""Every game's RULES.md is whole; `touchwood.testing.rulebook` says what that is. And the check can fail."""

from dataclasses import replace
from pathlib import Path

import pytest

from touchwood.games.discovery import game_names
from touchwood.testing import Nonconformance, check_rulebook
from touchwood.testing.rulebook import Rulebook, check_book

TESTS = Path(__file__).parent


@pytest.mark.parametrize("game", game_names())
def test_every_rule_has_its_functions_and_its_tests(game: str) -> None:
    check_rulebook(f"touchwood.games.{game}", TESTS / game)


# -- Red where something is missing ---------------------------------------------------------------------------------

BOOK = Rulebook.read("touchwood.games.tag", TESTS / "tag")


@pytest.mark.parametrize(
    ("before", "after", "subject"),
    [
        ("\n- 2.4 ", "\n- 2.5 ", "numbers"),
        ("\n- 2.4 ", "\n- 2.3 ", "numbers"),
        ("\n- ", "\n* ", "rules"),
        ("`GAME.player_counts`", "`GAME.players_counted`", "functions"),
        ("  — `GAME.player_counts`\n", "", "functions"),
        ("`test_1_1_two_to_six_players`", "`test_1_1_two_to_nine_players`", "tests"),
        ("  · `test_1_1_two_to_six_players`\n", "", "tests"),
        ("  · `test_1_2_defaults_of_all_options`\n", "", "tests"),
        ("`test_1_1_two_to_six_players`", "`test_1_4_at_least_four_cards_a_player`", "tests"),
        ("`stall_after`", "stall_after", "options"),
    ],
)
def test_what_is_missing_in_the_rules_is_named(before: str, after: str, subject: str) -> None:
    assert before in BOOK.text
    with pytest.raises(Nonconformance) as found:
        check_book(replace(BOOK, text=BOOK.text.replace(before, after)))
    assert (found.value.check, found.value.subject) == ("rulebook", subject)


REFUSING = 'Refusal("something", "1.1")\n'
TOLD = '"""1.1: there is."""\n'


def told_of(**sources: str) -> Nonconformance:
    """What the check says of a book with these sources, by the names of their modules."""
    with pytest.raises(Nonconformance) as found:
        check_book(replace(BOOK, sources={f"{name}.py": text for name, text in sources.items()}))
    return found.value


def test_a_rule_that_only_the_sources_know_is_named_with_file_and_line() -> None:
    told = told_of(turn=REFUSING, end=TOLD + '\nRefusal("no_such_thing", "9.99")')
    assert (told.subject, told.facts) == ("refusals", {"unknown": ["9.99 (end.py, line 3)"]})
    told = told_of(turn=TOLD + REFUSING, end='x = 1\n"""Of x.\n\nSo it is (9.98).\n"""\nx = 2  # 9.99: there is not')
    assert (told.subject, told.facts) == ("comments", {"unknown": ["9.98 (end.py, line 4)", "9.99 (end.py, line 6)"]})


def test_a_number_in_the_code_is_no_rule() -> None:
    bots = 'weight = max(9.7, 1.5)\ntext = f("(9.8)", 3)\n'
    check_book(replace(BOOK, sources={"turn.py": TOLD + REFUSING, "bots.py": bots}))


@pytest.mark.parametrize("told", ["", '"""Rule 1.1."""', "# Rule 1.1", 'text = "1.1: there is"'])
def test_where_no_rule_is_named_the_form_is_said(told: str) -> None:
    found = told_of(turn=REFUSING + told)
    assert found.subject == "comments"
    assert "`2.2:` at the beginning" in found.rule
    assert "`(2.2)`" in found.rule
    refusals = told_of(turn=TOLD)
    assert refusals.subject == "refusals"
    assert 'Refusal("not_your_turn", "2.2")' in refusals.rule
