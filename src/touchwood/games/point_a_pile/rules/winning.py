"""Points, leaders, the moments at which winning is checked, and the end."""

from fractions import Fraction

from msgspec.structs import replace

from touchwood.core.events import to_everyone
from touchwood.core.seats import Seat, all_seats
from touchwood.core.winning import shares_of
from touchwood.games.point_a_pile.events import (
    AddressedEvents,
    CardsRanOut,
    GameEnded,
    MissionFulfilled,
    RoundLimitReached,
)
from touchwood.games.point_a_pile.rules.missions import fulfilled_missions
from touchwood.games.point_a_pile.rules.scoring import row_points
from touchwood.games.point_a_pile.rules.table import cards_of, seated
from touchwood.games.point_a_pile.state import Phase, State


# -- Points ---------------------------------------------------------------------------------------------------------
def points(state: State) -> tuple[int, ...]:
    cards = cards_of(state)
    return tuple(
        [row_points(cards, player.row, seat == state.headpointer) for seat, player in enumerate(state.players)]
    )


def with_best_score(state: State) -> tuple[Seat, ...]:
    """The leaders: by points, also where missions are in play (6.6)."""
    scored = points(state)
    return tuple([Seat(seat) for seat, each in enumerate(scored) if each == max(scored)])


def with_worst_score(state: State) -> tuple[Seat, ...]:
    scored = points(state)
    return tuple([Seat(seat) for seat, each in enumerate(scored) if each == min(scored)])


# -- Winning --------------------------------------------------------------------------------------------------------
def check_winning(state: State, told: AddressedEvents) -> State:
    """4.1, 6.3: whenever scores can have changed. The state is over if somebody has won."""
    if state.options.complete_a_mission:
        return check_missions(state, told)
    return end_game(state, told) if max(points(state)) >= state.options.target else state


def check_missions(state: State, told: AddressedEvents) -> State:
    """A fulfilled mission is revealed by itself. What a row fulfils and does not win with is ruled out for its player,
    for good: everybody has seen it, and scores can fall again."""
    cards, scored = cards_of(state), points(state)
    for seat in all_seats(len(state.players)):
        player = state.players[seat]
        fulfilled = fulfilled_missions(cards, player.row, scored[seat])
        if player.mission in fulfilled:
            told.append(to_everyone(MissionFulfilled(seat, player.mission)))
        elif not set(fulfilled) <= set(player.ruled_out):
            ruled_out = tuple(sorted({*player.ruled_out, *fulfilled}))
            state = replace(state, players=seated(state.players, seat, replace(player, ruled_out=ruled_out)))
    return end_game(state, told) if fulfilling(state) else state


def fulfilling(state: State) -> tuple[Seat, ...]:
    """Those whose mission is fulfilled now."""
    if not state.options.complete_a_mission:
        return ()
    cards, scored = cards_of(state), points(state)
    return tuple(
        [
            Seat(seat)
            for seat, player in enumerate(state.players)
            if player.mission in fulfilled_missions(cards, player.row, scored[seat])
        ]
    )


# -- The end --------------------------------------------------------------------------------------------------------
def end_game(state: State, told: AddressedEvents) -> State:
    told.append(to_everyone(GameEnded(points(state), winners(state))))
    return replace(state, phase=Phase.OVER)


def run_out_of_cards(state: State, told: AddressedEvents) -> State:
    """2.3"""
    told.append(to_everyone(CardsRanOut()))
    return end_game(state, told)


def reach_round_limit(state: State, told: AddressedEvents) -> State:
    """2.12"""
    told.append(to_everyone(RoundLimitReached(state.rounds)))
    return end_game(state, told)


def winners(state: State) -> tuple[Seat, ...]:
    """4.2, 4.3, 6.4, 6.5: those with a fulfilled mission; where there is none, those with most points."""
    return fulfilling(state) or with_best_score(state)


def returns(state: State) -> tuple[Fraction, ...]:
    return shares_of(winners(state), len(state.players))
