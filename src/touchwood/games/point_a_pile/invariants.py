"""What holds in every match of Point-a-Pile, for the tests: no card is lost, and every match ends."""

from collections import Counter
from collections.abc import Mapping

from touchwood.games.point_a_pile.building import most_cards_drawn
from touchwood.games.point_a_pile.options import Options
from touchwood.games.point_a_pile.rules.battle import MOST_THROWS
from touchwood.games.point_a_pile.state import State


def pieces(state: State) -> Mapping[str, int]:
    """Every card by name, wherever it lies, missions too. What a redo goes back to is a memory, not a place."""
    now = state.round
    found = Counter[str]((*state.deck, *state.discard, *now.hand, *now.aside, *state.missions))
    for pile in (*now.piles, *(prize.pile for prize in now.prizes)):
        found.update(pile.cards)
    for contest in now.contests:
        found.update(contest.cards)
    for player in state.players:
        found.update(player.row)
        found.update([] if player.mission is None else [player.mission])
    return found


def longest(options: Options, seats: int) -> int | None:
    """An upper bound on the draws and awaited choices of a match; without a round limit there is none.

    A pile of c cards is split at most c - 1 times on its way to single cards, so a round has at most as many pointings
    as cards. A pointing has a split and a finger a player; with actions also a window and, as one action a player and
    round allows, `seats` battles in the whole round of five throws, each of which may be drawn, and a lot. Each player
    can have a round played again once.
    """
    if not options.round_limit:
        return None
    cards = most_cards_drawn(options, seats)
    if not options.wait_a_minute:
        a_round = cards + 1 + cards * (1 + seats)
    else:
        battles = seats * (MOST_THROWS * 2 * seats + 1)
        after_the_draw = 1 + seats + cards * (1 + 2 * seats) + battles + seats
        a_round = seats + cards + (1 + seats) * after_the_draw
    return 1 + seats + options.round_limit * a_round
