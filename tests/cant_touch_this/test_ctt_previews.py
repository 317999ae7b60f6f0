"""Previews: what each clip would bring the player to place it, or why it cannot be placed."""

from random import Random

from ctt_table import clips, random_states, start, table
from msgspec.structs import replace

from touchwood.core.seats import SPECTATOR, Seat, all_seats
from touchwood.games.cant_touch_this import GAME
from touchwood.games.cant_touch_this.actions import PlaceClip
from touchwood.games.cant_touch_this.previews import previews
from touchwood.games.cant_touch_this.rules.clips import Cell, all_clips
from touchwood.games.cant_touch_this.rules.ending import points
from touchwood.games.cant_touch_this.rules.legality import asked
from touchwood.games.cant_touch_this.state import Phase, with_clip


def test_previews_are_what_the_score_sheet_then_says():
    seen = 0
    for edition in (1, 2):
        for gems_from_second in (False, True):
            match = random_states(
                start(edition=edition, gems_from_second=gems_from_second, rng=Random(edition)), Random(7)
            )
            for state in match:
                seat = asked(state)
                if state.phase is not Phase.CLIP or seat is None:
                    continue
                for clip, brings, why_not, where in previews(state):
                    refusal = GAME.why_illegal(state, seat, PlaceClip(clip))
                    assert (refusal is None) == (brings is not None)
                    if refusal is None:
                        assert brings == points(with_clip(state, clip))[seat] - points(state)[seat]
                        assert (why_not, where) == (None, None)
                    else:
                        assert why_not == refusal.code
                        assert where == (refusal.facts["row"], refusal.facts["column"])
                    seen += 1
    assert seen == 4 * 6 * 112


def test_previews_name_the_bomb_and_the_cell_that_is_taken():
    state = table("1B1 111 1*B", edition=1, placed="W2x1")
    found = {str(preview.clip): preview for preview in previews(state)}
    assert len(found) == len(all_clips(3, 3))
    assert found["N1x1"].why_not == "bomb"
    assert found["N1x1"].where == Cell(0, 1)
    assert found["N1x3"].points == 1
    assert found["S0x2"].why_not == "overlap"
    assert found["S0x2"].where == Cell(2, 0)


def test_previews_are_for_whoever_is_to_place_a_clip():
    state = table("111 111 111")
    assert len(GAME.view(state, Seat(0)).previews) == len(all_clips(3, 3))
    assert GAME.view(state, Seat(1)).previews == ()
    assert GAME.view(state, SPECTATOR).previews == ()
    after = with_clip(state, *clips("N0x1"))
    assert [bool(GAME.view(after, seat).previews) for seat in all_seats(2)] == [False, True]


def test_who_reckons_alone_gets_all_but_the_previews():
    state = table("111 111 111")
    assert GAME.knowledge(state, Seat(0)).previews == ()
    assert replace(GAME.view(state, Seat(0)), previews=()) == GAME.knowledge(state, Seat(0))
    assert GAME.view(start(card="111/111/111"), Seat(0)).previews == ()
