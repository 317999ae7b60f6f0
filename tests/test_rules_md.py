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


@pytest.mark.parametrize(
    ("sources", "subject"),
    [
        (('Refusal("no_such_thing", "9.99")', '"""1.1: there is"""'), "refusals"),
        (('Refusal("something", "1.1")', '"""9.99: there is not"""'), "comments"),
        (('Refusal("something", "1.1")',), "comments"),
        ((), "refusals"),
    ],
)
def test_a_rule_that_only_the_sources_know_is_named(sources: tuple[str, ...], subject: str) -> None:
    with pytest.raises(Nonconformance) as found:
        check_book(replace(BOOK, sources=sources))
    assert found.value.subject == subject
