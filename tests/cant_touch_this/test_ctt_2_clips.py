"""Rules 2: where clips may go, whose turn it is, when it ends. The grids in comments show what is covered."""

from random import Random

import pytest
from ctt_table import clips, do, events, legal, random_states, refusal, start, step, table

from touchwood.core.game import OVER
from touchwood.core.options import options_from_pairs
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this import GAME
from touchwood.games.cant_touch_this.actions import PlaceClip
from touchwood.games.cant_touch_this.events import NoClipFits
from touchwood.games.cant_touch_this.options import Options
from touchwood.games.cant_touch_this.rules.clips import Clip, all_clips, capture, cells_of
from touchwood.games.cant_touch_this.rules.legality import asked, legal_clips, why_not_clip
from touchwood.games.cant_touch_this.state import Phase

LETTERED = ("12PSG", "B*WSS", "11122", "GGGGP")


def picture(clip: str, columns: int, rows: int) -> str:
    (read,) = clips(clip)
    cells = cells_of(read, columns, rows)
    return "\n".join(
        "".join("#" if (row, column) in cells else "." for column in range(columns)) for row in range(rows)
    )


# -- 2.1 ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("clip", "drawn", "captured"),
    [
        ("N3x2", "...#.\n...#.\n.....\n.....", "SS"),
        ("S0x3", ".....\n#....\n#....\n#....", "G1B"),
        ("W1x4", ".....\n####.\n.....\n.....", "B*WS"),
        ("E0x3", "..###\n.....\n.....\n.....", "GSP"),
    ],
)
def test_2_1_a_clip_captures_the_cells_nearest_its_edge(clip, drawn, captured):
    assert picture(clip, 5, 4) == drawn
    assert capture(LETTERED, clips(clip)[0]) == captured


@pytest.mark.parametrize(("move", "last"), [("N3x1", 2), ("S9x1", 2), ("W4x1", 3), ("E4x1", 3)])
def test_2_1_a_line_off_the_card_is_refused(move, last):
    state = table("111 111 111 111")
    refused = refusal(state, move)
    assert (refused.code, refused.rule, refused.facts["last"]) == ("off_card", "2.1", last)
    for strange in (Clip("Q", 0, 1), Clip("N", -1, 1), Clip("N", "0", 1), Clip("N", True, 1)):  # type: ignore[arg-type]  # wrong on purpose
        assert why_not_clip(state, strange) is not None


# -- 2.2 ------------------------------------------------------------------------------------------------------------
def test_2_2_one_to_four_symbols():
    state = table("111111 " * 6)
    assert {capture(state.grid, clip) for clip in legal_clips(state)} == {"1", "11", "111", "1111"}
    for move in ("N0x0", "N0x5", "W3x6"):
        refused = refusal(state, move)
        assert (refused.code, refused.rule, refused.facts["deepest"]) == ("depth", "2.2", 4)
    assert why_not_clip(state, Clip("N", 0, -1)) is not None


def test_2_2_at_most_as_many_as_the_line_has():
    state = table("111111 111111 111111")
    assert refusal(state, "N0x4").facts["deepest"] == 3
    do(state, "W0x4")
    assert len(all_clips(6, 3)) == 6 * 2 * 3 + 3 * 2 * 4


# -- 2.3 ------------------------------------------------------------------------------------------------------------
def test_2_3_no_two_clips_share_a_cell():
    # ###.    N2x3 would cross the clip in row 0 at column 2
    # ....
    state = table("1111 1111 1111 1111", placed="W0x3")
    refused = refusal(state, "N2x3")
    assert (refused.code, refused.rule) == ("overlap", "2.3")
    assert refused.facts == {"clip": "N2x3", "other": "W0x3", "seat": 0, "row": 0, "column": 2}
    do(state, "N3x3")


def test_2_3_a_corner_is_contested_by_two_edges():
    state = table("111 111 111", placed="N0x1")
    assert refusal(state, "W0x1").facts["other"] == "N0x1"
    assert refusal(state, "N0x1").facts["other"] == "N0x1"
    assert refusal(state, "N0x2").code == "overlap"


def test_2_3_two_clips_may_share_a_line():
    do(table("11111 11111 11111", placed="W1x2"), "E1x3")
    assert refusal(table("11111 11111 11111", placed="W1x3"), "E1x3").facts["column"] == 2


# -- 2.4 ------------------------------------------------------------------------------------------------------------
def test_2_4_a_bomb_needs_a_star_in_the_same_clip():
    state = table("1B1 B*1 111", edition=1)
    refused = refusal(state, "N1x1")
    assert (refused.code, refused.rule) == ("bomb", "2.4")
    assert refused.facts == {"clip": "N1x1", "row": 0, "column": 1}
    # A star captured before does not help.
    assert refusal(do(state, "E1x2"), "W1x1").code == "bomb"
    do(state, "N1x2")
    assert "W1x1" not in legal(state)
    assert "W1x2" in legal(state)


def test_2_4_bombs_may_be_captured_in_the_second_edition():
    do(table("1B1 B*1 111", edition=2), "N1x1", "W1x1")


# -- 2.5 ------------------------------------------------------------------------------------------------------------
def test_2_5_clips_in_turn_beginning_with_the_first():
    state = table("111111 " * 6, first=1)
    turns = []
    for move in ("N0x1", "N1x1", "N2x1", "N3x1", "N4x1", "N5x1"):
        turns.append(asked(state))
        state = do(state, move)
    assert turns == [1, 0, 1, 0, 1, 0]
    assert [placed.seat for placed in state.placed] == turns
    assert asked(state) is None


def test_2_5_clips_each_is_one_to_three():
    for clips_each in (1, 2, 3):
        state = table("1111 1111 1111 1111", clips_each=clips_each)
        assert len(random_states(state, Random(1))) == 1 + 2 * clips_each
    for refused in ("clips_each=0", "clips_each=4"):
        with pytest.raises(InputError) as raised:
            options_from_pairs(GAME, [refused], 2)
        assert raised.value.code == "bad_option"


def test_2_5_out_of_turn_is_refused():
    state = table("111 111 111")
    refused = refusal(state, "N0x1", seat=1)
    assert (refused.code, refused.rule, refused.facts) == ("not_your_turn", "2.5", {"seat": 0})
    assert GAME.legal_actions(state, Seat(1)) == ()


# -- 2.6 ------------------------------------------------------------------------------------------------------------
def test_2_6_the_match_ends_with_the_last_clip():
    state = do(table("1111 1111 1111", clips_each=1), "N0x1")
    assert state.phase is Phase.CLIP
    assert do(state, "N1x1").phase is Phase.OVER


def test_2_6_the_match_ends_when_no_clip_fits():
    # ###   Nothing at an edge is free any more but bombs.
    # BBB
    # ###
    state = table("111 BBB 111", edition=1, placed="W0x3")
    assert NoClipFits(4) in events(state, "W2x3")
    over = do(state, "W2x3")
    assert over.phase is Phase.OVER
    assert GAME.waiting_for(over) is OVER
    # A hole in the middle is out of reach: every clip begins at an edge.
    ring = do(table("111 1G1 111", placed="N0x3 N2x3"), "N1x1")
    assert NoClipFits(2) in events(ring, "S1x1")


def test_2_6_a_card_on_which_nothing_fits_ends_at_once():
    alone = GAME.initial(Options(edition=1, card="BBB/BBB/BBB"), 1, GAME.newest_version)
    assert GAME.waiting_for(alone) is OVER
    assert GAME.points(alone) == (0,)
    duel = do(start(edition=1, card="BBB/BBB/BBB", first=Seat(0)), "raise", "pass")
    assert GAME.waiting_for(duel) is OVER
    assert GAME.points(duel) == (0, -1)


def test_2_6_legality_never_depends_on_the_player():
    for seed in range(20):
        state = start(card="random", edition=1 + seed % 2, rng=Random(seed))
        for position in random_states(do(state, "pass"), Random(seed))[:-1]:
            swapped = do(state, "raise", "pass")
            for placed in position.placed:
                swapped = step(swapped, str(placed.clip)).state
            assert list(legal_clips(swapped)) == list(legal_clips(position))


def test_2_6_nobody_acts_after_the_end():
    over = do(table("111 111 111", clips_each=1), "N0x1", "N1x1")
    for seat in (Seat(0), Seat(1)):
        refused = GAME.why_illegal(over, seat, PlaceClip(Clip("N", 2, 1)))
        assert refused is not None
        assert (refused.code, refused.rule) == ("game_over", "2.6")
        assert GAME.legal_actions(over, seat) == ()
