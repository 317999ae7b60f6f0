"""The streak of discards, the end, the points and the winner."""

from fractions import Fraction

from touchwood.core.seats import Seat, all_seats
from touchwood.core.winning import shares_of
from touchwood.games.tag.rules.freeze import is_frozen
from touchwood.games.tag.state import State

TURN_LIMIT = 400
IT_COSTS = 3


# -- The streak ---------------------------------------------------------------------------------------------------
def streak_after_turn(state: State) -> int:
    """The streak once the present turn is over (7.1, 7.3): a turn in which something was played breaks it."""
    if state.has_played:
        return 0
    if is_frozen(state) and not state.options.frozen_turns_count:
        return state.streak  # 7.2: such a turn neither counts nor breaks the streak
    return state.streak + 1


def is_stalling(state: State) -> bool:
    """Whether cards are drawn from the deck only (2.7)."""
    rounds = state.options.stall_after
    return rounds > 0 and state.streak >= rounds * len(state.players) and any(state.deck)


def is_at_turn_limit(state: State) -> bool:
    """2.8: without the stalling rule a match has 400 turns at most."""
    return state.turns >= TURN_LIMIT and state.options.stall_after == 0


def is_at_end(state: State) -> bool:
    """Asked after a whole turn (7.4)."""
    return (state.streak >= len(state.players) and not any(state.deck)) or is_at_turn_limit(state)


def discards_to_end(state: State) -> int | None:
    """How many more discards end the game, once the deck is empty (7.6). A play has set the streak to 0 already."""
    if any(state.deck):
        return None
    return max(1, len(state.players) - state.streak)


# -- Points -------------------------------------------------------------------------------------------------------
def points(state: State) -> tuple[int, ...]:
    """7.7: letters in front and cards in hand count nothing."""
    return tuple(
        [player.sets + player.tags - (IT_COSTS if seat == state.it else 0) for seat, player in enumerate(state.players)]
    )


def standing(state: State, seat: Seat, scored: int) -> tuple[int, ...]:
    """What a player's place is compared by: the points, and with `it_then_tags` what tells equal ones apart (7.9)."""
    if state.options.tie_break == "shared":
        return (scored,)
    return (scored, int(seat != state.it), state.players[seat].tags)


def winners(state: State) -> tuple[Seat, ...]:
    """Those with most points (7.8)."""
    standings = [standing(state, Seat(seat), scored) for seat, scored in enumerate(points(state))]
    best = max(standings)
    return tuple([seat for seat in all_seats(len(standings)) if standings[seat] == best])


def returns(state: State) -> tuple[Fraction, ...]:
    """Each seat's share of the win (7.8)."""
    return shares_of(winners(state), len(state.players))
