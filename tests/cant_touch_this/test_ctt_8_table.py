"""Rules 8: clocks, knowledge, taking back."""

from random import Random

from ctt_table import do, random_states, start, step, table

from touchwood.core.seats import SPECTATOR, Seat
from touchwood.games.cant_touch_this import GAME
from touchwood.games.cant_touch_this.actions import KeepSide, Pass
from touchwood.games.cant_touch_this.cards import deck
from touchwood.games.cant_touch_this.rules.legality import asked
from touchwood.games.cant_touch_this.state import Phase, State
from touchwood.games.cant_touch_this.view import clips_around


def default(state: State) -> str:
    seat = asked(state)
    assert seat is not None
    action = GAME.default_action(GAME.view(state, seat))
    assert GAME.why_illegal(state, seat, action) is None
    return GAME.codec.text(action)


def test_8_1_out_of_time_the_side_is_kept_and_the_bid_passed():
    state = start()
    assert default(state) == GAME.codec.text(KeepSide())
    assert default(do(state, "keep side")) == GAME.codec.text(Pass())
    assert default(do(state, "keep side", "raise")) == "pass"


def test_8_1_out_of_time_the_first_clip_of_one_symbol_around_the_card():
    assert [str(clip) for clip in clips_around(3, 3)[:12]] == [
        *("N0x1", "N1x1", "N2x1"),
        *("E0x1", "E1x1", "E2x1"),
        *("S2x1", "S1x1", "S0x1"),
        *("W2x1", "W1x1", "W0x1"),
    ]
    state = table("111 111 111", seats=1)
    walked = []
    while asked(state) is not None:
        walked.append(default(state))
        state = do(state, walked[-1])
    # The corners are taken from the top and from the right; E0 is the corner N2 has already.
    assert walked == ["N0x1", "N1x1", "N2x1", "E1x1", "E2x1", "S1x1"]
    # 1B1   The top row and the right column are bombs but for a corner that is taken.
    assert default(table("BBB 11B 11B", edition=1)) == "S1x1"


def test_8_1_out_of_time_a_deeper_clip_where_no_shallow_one_is_legal():
    assert default(table("BBB B*B BBB", edition=1)) == "N1x2"
    assert default(table("BBBBB BBBBB BB*BB BBBBB BBBBB", edition=1)) == "N2x3"


def test_8_2_a_view_has_all_of_the_state():
    for seats in (1, 2):
        for seed in range(10):
            state = GAME.initial(start(seats).options, seats, GAME.newest_version)
            states = [state, *random_states(start(seats, rng=Random(seed)), Random(seed))]
            for position in states:
                for viewer in (Seat(0), Seat(seats - 1), SPECTATOR):
                    view = GAME.view(position, viewer)
                    assert view.viewer == viewer
                    assert GAME.sample_state(view, Random(1)) == position
    choosing = start()
    assert choosing.phase is Phase.CHOOSE_SIDE
    assert choosing.card is not None
    assert choosing.side is not None
    assert GAME.view(choosing, SPECTATOR).other_side == deck(2)[choosing.card].sides[1 - choosing.side]


def test_8_3_only_the_end_binds():
    state = table("111 111 111", clips_each=1)
    assert not step(start(), "other side").is_binding
    assert not step(start(card="111/111/111"), "raise").is_binding
    assert not step(state, "N0x1").is_binding
    assert step(do(state, "N0x1"), "N1x1").is_binding
