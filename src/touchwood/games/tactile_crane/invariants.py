"""What holds in every match of Tactile Crane Championship, for the tests: no card is lost, and every match ends."""

from collections.abc import Mapping

from touchwood.games.tactile_crane.cards import BET_CARDS
from touchwood.games.tactile_crane.options import Options
from touchwood.games.tactile_crane.rules.ending import TURN_LIMIT
from touchwood.games.tactile_crane.rules.seating import TURNS_EACH
from touchwood.games.tactile_crane.state import State


def pieces(state: State) -> Mapping[str, int]:
    """Instruction cards as a number, multiplier cards, and the bet cards of each player by kind."""
    counted = state.counted or 0
    found = {
        "instruction": state.deck + counted + sum(state.jackpots) + sum(player.won for player in state.players),
        "multiplier": state.multipliers + sum(player.multipliers for player in state.players),
    }
    for seat, player in enumerate(state.players):
        for kind, in_hand, achieved in zip(BET_CARDS, player.bet_cards, player.achieved, strict=True):
            found[f"{kind} of seat {seat}"] = in_hand + achieved + (state.bets[seat] is kind)
    return found


def longest(options: Options, seats: int) -> int | None:
    """An upper bound on the draws and awaited choices of a match; None where one may grab as often as one wants.

    A turn: the flip, closing the eyes, a bet of each of the audience, the gain, the lift, the choice of a jackpot; and
    for each grab spent the grab itself (or the barred finger), letting the bundle go, slip, feel and a look for each of
    the audience. Before all turns the first challenger is named.
    """
    if not options.patience:
        return None
    bettors = seats - 1
    turns = TURN_LIMIT if seats == 2 else (TURNS_EACH + 1) * seats
    return 1 + turns * (5 + bettors + options.patience * (4 + bettors))
