"""RULES.md 7: the streak, the end, points and the winner."""

from fractions import Fraction

import pytest
from tag_table import table, turn_begins

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tag import GAME
from touchwood.games.tag.events import GameEnded, TurnSkipped


def test_7_1_a_discard_adds_to_the_streak_a_play_breaks_it():
    position = table("T A G G", "A A A", "T", deck="G G", streak=1)
    assert position.does(0, "discard T").state.streak == 2
    assert position.does(0, "play T").state.streak == 0


def test_7_1_a_skip_adds_to_the_streak():
    assert table("T", "-", "A").does(0, "play T").state.streak == 1


def test_7_1_a_frozen_discard_and_a_frozen_skip_add_to_the_streak():
    position = table("T", "A A", "-", deck="G", turn=1, freezer=Seat(0), streak=0)
    assert position.does(1, "discard A").state.streak == 2


def test_7_1_the_streak_counts_whether_or_not_the_deck_has_cards():
    # Three discards while the deck has cards, and its last card drawn in between: they all count.
    position = table("T T T T", "A A A", deck="G G", discard="T", streak=0).does(0, "discard T")
    position = position.does(1, "draw deck").falls("G").does(1, "discard A")
    position = position.does(0, "draw deck").falls("G")
    assert (sum(position.state.deck), position.state.streak) == (0, 2)
    assert position.does(0, "discard T").asked == "over"


def test_7_1_a_tag_that_was_answered_is_a_play():
    position = table("TAG T", "Gool", deck="G", streak=3).does(0, "play TAG", "give IT to 2").does(1, "gool")
    assert position.does(0, "let stand").state.streak == 0


def test_7_2_frozen_turns_count_off():
    position = table(
        "T", "A A", "-", deck="G", turn=1, freezer=Seat(0), streak=1, options={"frozen_turns_count": False}
    )
    position = position.does(1, "discard A")
    assert (position.asked, position.state.streak, position.state.turns) == (0, 1, 2)


def test_7_2_without_frozen_turns_a_freeze_round_does_not_end_the_game():
    def round_of_freeze(**options: bool):
        position = table("Freeze T", "A A", "A A", discard="T", options=options).does(0, "play Freeze")
        return position.does(1, "discard A").does(2, "discard A").does(0, "stop", "discard T")

    assert round_of_freeze(frozen_turns_count=True).asked == "over"
    goes_on = round_of_freeze(frozen_turns_count=False)
    assert (goes_on.asked, goes_on.state.streak) == (1, 1)


def test_7_3_the_return_turn_is_one_turn_and_a_discard_only_if_nothing_was_played():
    def after(*moves: str):
        return table("T A G T A", "A", deck="G G", freezer=Seat(0), is_return_turn=True, streak=1).does(0, *moves)

    discards = after("discard T", "discard T")
    assert (discards.state.streak, discards.state.turns) == (2, 1)
    for mixed in (after("play T", "discard T"), after("discard T", "play T"), after("play A", "play T")):
        assert (mixed.state.streak, mixed.state.turns) == (0, 1)


def test_7_3_a_skipped_return_turn_adds_one():
    assert turn_begins("-", "T", "A", freezer=Seat(0), streak=1).state.streak == 2


@pytest.mark.parametrize("seats", GAME.player_counts)
def test_7_4_the_game_ends_with_an_empty_deck_and_a_streak_of_all_players(seats):
    players = ["T T"] * seats
    assert table(*players, streak=seats - 1).does(0, "discard T").asked == "over"
    assert table(*players, streak=seats - 2).does(0, "discard T").asked == 1
    assert table(*players, streak=seats - 1, deck="A A").does(0, "discard T").asked != "over"
    assert table(*players, streak=seats - 1).does(0, "play T").asked == 1


def test_7_4_only_after_a_whole_turn():
    # The last card of the deck is drawn at a streak over the number of players: the turn is still played.
    position = turn_begins("T T T", "A A A", deck="G", streak=3)
    position = position.falls("G")
    assert (position.asked, position.phase) == (0, "choose_card")
    assert position.does(0, "discard T").asked == "over"
    assert position.does(0, "play T").asked == 1


def test_7_4_answers_included():
    position = table("TAG", "A", out="Gool", streak=1).does(0, "play TAG", "give IT to 2")
    assert position.asked == 1
    assert position.does(1, "let stand").asked == 1  # a play: the streak is broken, the turn passes


def test_7_5_several_skips_may_follow_one_another_and_end_it():
    position = table("T", "-", "-").does(0, "play T")
    assert position.events(SPECTATOR)[1:] == (
        TurnSkipped(Seat(1)),
        TurnSkipped(Seat(2)),
        TurnSkipped(Seat(0)),
        GameEnded((0, 0, 0), (Seat(0), Seat(1), Seat(2))),
    )
    assert (position.asked, position.state.turns) == ("over", 4)


@pytest.mark.parametrize(("streak", "more"), [(0, 3), (1, 2), (2, 1), (3, 1), (7, 1)])
def test_7_6_players_minus_streak_at_least_one(streak, more):
    assert table("T", "A", "G", streak=streak).view(SPECTATOR).discards_to_end == more
    assert table("T", "A", "G", streak=streak, deck="T").view(0).discards_to_end is None


def test_7_6_players_once_something_was_played_in_a_return_turn():
    position = table("T A G T A", "A", "A", freezer=Seat(0), is_return_turn=True, streak=2)
    assert position.view(0).discards_to_end == 1
    assert position.does(0, "discard T").view(0).discards_to_end == 1
    assert position.does(0, "play T").view(0).discards_to_end == 3
    assert position.does(0, "play T", "discard T").view(0).discards_to_end == 3


def test_7_6_players_once_a_tag_was_played():
    position = table("TAG A", "A", "A", streak=2).does(0, "play TAG")
    assert position.view(0).discards_to_end == 3
    assert position.does(0, "give IT to 2").view(2).discards_to_end == 3


@pytest.mark.parametrize("seats", GAME.player_counts)
def test_7_6_so_many_discards_do_end_the_game(seats):
    position = table(*["T T T T"] * seats, streak=0)
    for _ in range(seats):
        more = position.view(SPECTATOR).discards_to_end
        assert more is not None
        position = position.does(position.asked, "discard T")
    assert (more, position.asked) == (1, "over")
    assert position.view(SPECTATOR).discards_to_end is None


def test_7_7_points():
    position = table("T TAG / T A", "A", "G / T", sets=(2, 0, 1), tags=(1, 0, 3), it=1, deck="T")
    assert GAME.points(position.state) == (3, -3, 4)
    assert [player.points for player in position.view(SPECTATOR).players] == [3, -3, 4]


def test_7_7_nobody_loses_points_while_it_is_in_the_middle():
    assert GAME.points(table("T", "A", sets=(1, 0), deck="T").state) == (1, 0)


def test_7_8_most_points_wins():
    over = table("T", "A", "G", sets=(2, 0, 1), tags=(0, 3, 0), streak=2).does(0, "discard T")
    assert GAME.returns(over.state) == (0, 1, 0)
    assert over.events(0)[-1] == GameEnded((2, 3, 1), (Seat(1),))
    assert over.view(SPECTATOR).winners == (1,)


def test_7_8_equal_points_share_the_win():
    over = table("T", "A", "G", sets=(2, 0, 1), tags=(0, 2, 0), streak=2).does(0, "discard T")
    assert GAME.returns(over.state) == (Fraction(1, 2), Fraction(1, 2), 0)
    tied = table("T", "A", "G", streak=2).does(0, "discard T")
    assert GAME.returns(tied.state) == (Fraction(1, 3),) * 3


def test_7_8_negative_points_may_win_nothing_less():
    over = table("T", "A", it=0, streak=1).does(0, "discard T")
    assert (GAME.points(over.state), GAME.returns(over.state)) == ((-3, 0), (0, 1))


@pytest.mark.parametrize(
    ("sets", "tags", "it", "share"),
    [
        ((3, 0, 0), (0, 0, 0), 0, (0, "1/2", "1/2")),  # 0, 0, 0 points: not having IT, then shared
        ((2, 0, 0), (0, 1, 2), 2, (1, 0, 0)),  # 2, 1, -1 points: points come first
        ((2, 1, 0), (0, 1, 0), None, (0, 1, 0)),  # 2, 2, 0: more TAG cards
        ((1, 1, 0), (1, 1, 0), None, ("1/2", "1/2", 0)),  # alike in everything: shared
        ((0, 0, 1), (4, 1, 0), 0, (0, 1, 0)),  # 1, 1, 1: IT goes before TAG cards, then TAG cards
    ],
)
def test_7_9_it_then_tags(sets, tags, it, share):
    fields = {"sets": sets, "tags": tags, "it": it, "streak": 2}
    over = table("T", "A", "G", options={"tie_break": "it_then_tags"}, **fields).does(0, "discard T")
    assert GAME.returns(over.state) == tuple(map(Fraction, share))


def test_7_9_without_it_equal_points_are_equal():
    over = table("T", "A", "G", sets=(3, 0, 0), it=0, streak=2).does(0, "discard T")
    assert GAME.returns(over.state) == (Fraction(1, 3),) * 3
