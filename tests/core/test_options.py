"""Options, from what people type."""

import pytest

from touchwood.core.options import options_from_mapping, options_from_pairs
from touchwood.core.refusals import InputError
from touchwood.games.discovery import find_game

TAG = find_game("tag")


def test_pairs_are_read_as_json_words_and_switches() -> None:
    options = options_from_pairs(TAG, ["stall_after=3", "gool_chain=off", "tie_break=it_then_tags", "first=1"], 3)
    assert (options.stall_after, options.gool_chain, options.tie_break, options.first) == (3, False, "it_then_tags", 1)


def test_a_dot_reaches_inside_and_what_is_not_named_stays() -> None:
    options = options_from_pairs(TAG, ["deck.T=5"], 2)
    assert (options.deck.T, options.deck.A) == (5, TAG.options_type().deck.A)


@pytest.mark.parametrize(
    ("pairs", "players", "code", "names"),
    [
        (["nonsense=1"], 2, "unknown_option", "nonsense"),
        (["stall_after=ten"], 2, "bad_option", "stall_after"),
        (["stall_after=-1"], 2, "bad_option", "stall_after"),
        (["deck.T=100"], 2, "bad_option", "deck.T"),
        (["deck=5", "deck.T=4"], 2, "option_not_a_pair", "deck.T"),
        (["=3"], 2, "option_not_a_pair", "=3"),
    ],
)
def test_a_bad_option_is_named(pairs: list[str], players: int, code: str, names: str) -> None:
    with pytest.raises(InputError) as found:
        options_from_pairs(TAG, pairs, players)
    assert found.value.code == code
    assert names in str(found.value.facts["option"])


@pytest.mark.parametrize("players", [-1, 0, 1, 7])
def test_a_number_of_players_the_game_is_not_for_is_refused(players: int) -> None:
    with pytest.raises(InputError, match="bad_player_count"):
        options_from_mapping(TAG, {}, players)
