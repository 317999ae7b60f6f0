"""RULES.md 3: one card is played or discarded."""

from tag_table import new_match, table, turn_begins

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.tag.events import CardDiscarded, CardPlayed, TurnSkipped
from touchwood.games.tag.state import Kind


def test_3_1_exactly_one_card_is_played_or_discarded():
    position = table("T A G Gool", "A A A", deck="G", discard="T")
    assert position.may(0) == ["play T", "play A", "play G", "discard T", "discard A", "discard G", "discard Gool"]
    for move in position.may(0):
        after = position.does(0, move)
        assert len(after.state.players[0].hand) == 3
        assert after.asked == 1


def test_3_1_nothing_else_can_be_done_then():
    position = table("T A G Gool", "A A A", deck="G", discard="T")
    for move in ("draw deck", "draw discard", "stop", "leave IT", "give IT to 1", "gool", "let stand"):
        assert position.why_not(0, move) == ("choose_card_now", "3.1")


def test_3_1_everyone_hears_of_the_card():
    position = table("T A G Gool", "A A A", deck="G", discard="T")
    assert position.does(0, "play A").events(SPECTATOR) == (CardPlayed(Seat(0), Kind.A),)
    assert position.does(0, "discard Gool").events(1) == (CardDiscarded(Seat(0), Kind.GOOL),)


def test_3_2_only_a_card_in_the_hand():
    refusal = table("T A G G", "Gool TAG Freeze", deck="G").refusal(0, "play TAG")
    assert (refusal.code, refusal.rule, refusal.facts) == ("not_in_hand", "3.2", {"kind": "TAG"})
    assert table("T A G G", "Gool", deck="G").why_not(0, "discard Gool") == ("not_in_hand", "3.2")


def test_3_3_no_card_at_all_the_turn_is_skipped():
    position = table("T", "-", "A", streak=0).does(0, "play T")
    # Player 1 has no card and there is none to draw.
    assert position.events(SPECTATOR)[1:] == (TurnSkipped(Seat(1)),)
    assert (position.asked, position.state.turns) == (2, 2)


def test_3_3_an_empty_hand_that_can_draw_is_not_skipped():
    assert turn_begins("-", "A", discard="T").hand(0) == "T"


def test_3_4_the_top_of_the_discard_pile_may_be_taken_and_discarded_again():
    position = turn_begins("T T T", "A A A", deck="G", discard="T A")
    assert position.does(0, "draw discard", "discard A").discard == "T A"


def test_3_5_only_the_player_whose_turn_it_is():
    position = table("T A G G", "A A A", deck="G")
    refusal = position.refusal(1, "discard A")
    assert (refusal.code, refusal.rule, refusal.facts) == ("not_your_turn", "3.5", {"seat": 0})
    assert position.may(1) == []


def test_3_5_nobody_while_a_card_is_on_its_way():
    for position in (new_match(2), new_match(2, first=0), turn_begins("T", "A", deck="G")):
        for seat in (0, 1):
            assert position.may(seat) == []
            assert position.why_not(seat, "draw deck") == ("card_on_its_way", "3.5")


def test_3_5_nobody_after_the_end():
    ended = table("T", "A", streak=1).does(0, "discard T")
    assert ended.asked == "over"
    assert ended.why_not(0, "draw discard") == ended.why_not(1, "discard A") == ("game_over", "7.4")
