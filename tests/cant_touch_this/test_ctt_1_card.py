"""Rules 1: the card, its mix, the deck, its sides."""

from random import Random

import pytest
from ctt_table import do, events, refusal, start, table

from touchwood.core.chance import Shuffle, Uniform
from touchwood.core.game import CHANCE
from touchwood.core.options import options_from_pairs
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this import GAME
from touchwood.games.cant_touch_this.actions import KeepSide, Pass
from touchwood.games.cant_touch_this.cards import DECK_MIX, deck, parse_grid, scaled_mix
from touchwood.games.cant_touch_this.events import CardTurned
from touchwood.games.cant_touch_this.make_deck import FILE, deck_file, make_deck
from touchwood.games.cant_touch_this.options import Mix, Options, why_not_options
from touchwood.games.cant_touch_this.rules.legality import asked
from touchwood.games.cant_touch_this.solver import solve_solo
from touchwood.games.cant_touch_this.state import Phase

ONES = "111/111/111"


def error(rows: str, edition: int) -> InputError:
    with pytest.raises(InputError) as raised:
        parse_grid(rows.split("/"), edition)  # type: ignore[arg-type]  # editions by name
    return raised.value


def error_of(*pairs: str, seats: int = 2) -> str:
    with pytest.raises(InputError) as raised:
        options_from_pairs(GAME, pairs, seats)
    return raised.value.code


# -- 1.1 ------------------------------------------------------------------------------------------------------------
def test_1_1_a_card_is_read_row_by_row():
    assert parse_grid(["12PS", "GB*W", "1111"], 2) == ("12PS", "GB*W", "1111")


def test_1_1_an_unknown_letter_is_named_with_its_row_and_column():
    found = error("111/1Q1/111", 2)
    assert found.code == "card_letter"
    assert (found.facts["row"], found.facts["column"], found.facts["letter"]) == (1, 1, "Q")


def test_1_1_wilds_are_the_second_editions():
    assert parse_grid(["111", "11W", "111"], 2)
    found = error("111/11W/111", 1)
    assert (found.code, found.facts["row"], found.facts["column"]) == ("card_letter", 1, 2)


@pytest.mark.parametrize(("rows", "row", "column"), [("1111/111/1111", 1, 3), ("111/111/11111", 2, 3)])
def test_1_1_a_ragged_row_is_named_with_its_row_and_column(rows, row, column):
    found = error(rows, 1)
    assert (found.code, found.facts["row"], found.facts["column"]) == ("card_ragged", row, column)


# -- 1.2 ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("columns", "rows", "code"),
    [
        (3, 3, None),
        (8, 8, None),
        (21, 3, None),
        (3, 21, None),
        (2, 3, "card_too_small"),
        (3, 2, "card_too_small"),
        (5, 13, "card_too_big"),
        (22, 3, "card_too_big"),
    ],
)
def test_1_2_cards_from_3_by_3_to_64_cells(columns, rows, code):
    card = "/".join(["1" * columns] * rows)
    found = why_not_options(Options(card=card), 2)
    assert (found and found.code) == code
    if code == "card_too_big":
        assert found is not None
        row, column = found.facts["row"], found.facts["column"]
        assert isinstance(row, int)
        assert isinstance(column, int)
        assert row * columns + column == 64


def test_1_2_default_card_is_6_by_8():
    grid = start().grid
    assert (len(grid[0]), len(grid)) == (6, 8)
    assert (Options().columns, Options().rows) == (6, 8)
    assert error_of("card=random", "columns=13", "rows=5") == "card_too_big"
    assert error_of("card=random", "columns=2") == "bad_option"


# -- 1.3 ------------------------------------------------------------------------------------------------------------
def test_1_3_the_mixes_of_both_editions():
    assert DECK_MIX[1] == "111111122222PPPPPSSSSSSSGGGGGGBBBBBBBBBBBB******"
    assert DECK_MIX[2] == "11111111122PPPPSSSSSSSSSSSGGGGGGBBBBBBBBBB***WWW"


@pytest.mark.parametrize("edition", [1, 2])
def test_1_3_another_size_has_the_mix_in_proportion(edition):
    assert scaled_mix(edition, 48) == DECK_MIX[edition]
    for cells in range(9, 65):
        mix = scaled_mix(edition, cells)
        assert len(mix) == cells
        for letter in set(DECK_MIX[edition]):
            assert abs(mix.count(letter) - DECK_MIX[edition].count(letter) * cells / 48) < 1


def test_1_3_a_mix_of_ones_own_fills_the_card():
    pairs = ["card=random", "columns=3", "rows=3", "mix.1=7", "mix.*=2"]
    options = options_from_pairs(GAME, pairs, 2)
    assert options.mix == Mix(one=7, star=2)
    assert sorted("".join(start(rng=Random(3), card="random", columns=3, rows=3, mix=options.mix).grid)) == [
        *"**1111111"
    ]
    assert error_of(*pairs, "mix.G=1") == "mix_does_not_fill"
    assert error_of(*pairs[:3], "mix.1=8") == "mix_does_not_fill"
    assert error_of("edition=1", *pairs[:3], "mix.1=8", "mix.W=1") == "wild_in_first_edition"
    assert error_of(*pairs[:3], "mix.Q=9") == "bad_option"


# -- 1.4 ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("edition", [1, 2])
def test_1_4_chance_draws_a_card_of_the_deck_and_its_side(edition):
    state = GAME.initial(Options(edition=edition, first=Seat(0)), 2, GAME.newest_version)
    assert GAME.chance(state) == Uniform(54)
    state = GAME.apply_chance(state, 17).state
    assert GAME.chance(state) == Uniform(2)
    for side in (0, 1):
        assert GAME.apply_chance(state, side).state.grid == deck(edition)[17].sides[side]


def test_1_4_a_random_card_is_the_mix_shuffled():
    state = GAME.initial(Options(card="random"), 2, GAME.newest_version)
    assert GAME.chance(state) == Shuffle(48)
    backwards = GAME.apply_chance(state, tuple(reversed(range(48)))).state
    assert "".join(backwards.grid) == DECK_MIX[2][::-1]
    assert [len(row) for row in backwards.grid] == [6] * 8


def test_1_4_a_given_card_lies_there_from_the_start():
    state = GAME.initial(Options(card="1G*/2B1/SPP", first=Seat(1)), 2, GAME.newest_version)
    assert state.grid == ("1G*", "2B1", "SPP")
    assert asked(state) == Seat(0)
    assert state.phase is Phase.BID
    assert error_of("card=1G*/2B/SPP") == "card_ragged"
    assert error_of("card=deckk") == "card_letter"


@pytest.mark.parametrize("edition", [1, 2])
def test_1_4_the_deck_has_54_two_sided_cards_an_edition(edition):
    cards = deck(edition)
    assert len(cards) == 54
    sides = [side for card in cards for side in card.sides]
    assert len(set(sides)) == 108
    for side in sides:
        assert parse_grid(side, edition) == side
        assert (len(side[0]), len(side)) == (6, 8)
        assert sorted("".join(side)) == sorted(DECK_MIX[edition])


def test_1_4_no_side_of_the_second_edition_can_reach_36():
    best = [solve_solo(side, edition=2).optimum for card in deck(2) for side in card.sides]
    assert len(best) == 108
    assert max(best) < 36
    # The printed ratings are true of this deck: one can be a star on nearly every side.
    assert sum(score >= 31 for score in best) > 80


def test_1_4_the_deck_file_is_what_its_command_makes():
    assert deck_file(make_deck()) == FILE.read_bytes()


@pytest.mark.parametrize("pairs", [("columns=5",), ("rows=7",), ("mix.1=48",)])
def test_1_4_the_deck_has_its_own_size_and_mix(pairs):
    assert error_of(*pairs) == "deck_is_printed"


def test_1_4_nobody_acts_before_the_card_lies_there():
    state = GAME.initial(Options(), 2, GAME.newest_version)
    assert GAME.waiting_for(state) is CHANCE
    for seat in (Seat(0), Seat(1)):
        refused = GAME.why_illegal(state, seat, Pass())
        assert refused is not None
        assert (refused.code, refused.rule) == ("card_not_laid", "1.4")
        assert GAME.legal_actions(state, seat) == ()


# -- 1.5 ------------------------------------------------------------------------------------------------------------
def test_1_5_the_defender_may_choose_the_other_side():
    state = start(first=Seat(1))
    assert asked(state) == state.defender == Seat(1)
    assert state.card is not None
    assert state.side is not None
    kept, turned = do(state, "keep side"), do(state, "other side")
    assert (kept.grid, kept.side) == (state.grid, state.side)
    assert (turned.grid, turned.side) == (deck(2)[state.card].sides[1 - state.side], 1 - state.side)
    assert kept.phase is turned.phase is Phase.BID
    assert events(state, "other side") == [CardTurned(Seat(1), turned.grid)]
    assert refusal(state, "keep side", seat=0).facts == {"seat": 1}


def test_1_5_alone_the_player_may_choose_the_other_side():
    state = start(1)
    turned = do(state, "other side")
    assert turned.grid != state.grid
    assert turned.phase is Phase.CLIP


@pytest.mark.parametrize(("players", "phase"), [(1, Phase.CLIP), (2, Phase.BID)])
def test_1_5_the_side_may_be_left_to_chance(players, phase):
    chosen = start(players, first=Seat(0))
    state = start(players, first=Seat(0), side_by_chance=True)
    assert chosen.phase is Phase.CHOOSE_SIDE
    assert state.phase is phase
    assert (state.card, state.side, state.grid) == (chosen.card, chosen.side, chosen.grid)
    assert refusal(state, "other side", seat=0).code == refusal(do(chosen, "keep side"), "other side", seat=0).code


@pytest.mark.parametrize("card", ["random", ONES])
def test_1_5_a_given_card_has_one_side(card):
    assert start(card=card).phase is Phase.BID
    assert start(1, card=card).phase is Phase.CLIP
    assert refusal(start(card=card), "other side").code == "bid_first"


def test_1_5_the_side_is_chosen_once_and_before_anything_else():
    state = start()
    assert GAME.legal_actions(state, asked(state))[0] == KeepSide()
    for move in ("raise", "pass", "N0x1"):
        refused = refusal(state, move)
        assert (refused.code, refused.rule) == ("choose_side_first", "1.5")
    assert refusal(do(state, "other side"), "other side").code == "bid_first"
    assert refusal(table("111 111 111"), "keep side").code == "place_clip_now"
