"""What holds in every match of TAG, for the tests: no card is lost, and every match ends."""

from collections.abc import Mapping

from touchwood.games.tag.options import Options
from touchwood.games.tag.rules.ending import TURN_LIMIT
from touchwood.games.tag.state import KINDS, LETTERS, Kind, State


def pieces(state: State) -> Mapping[str, int]:
    """Every card by kind, wherever it lies, IT included."""
    found = dict(zip(KINDS, map(sum, zip(state.deck, state.out, strict=True)), strict=True))
    for kind in state.discard:
        found[kind] += 1
    for player in state.players:
        for kind in (*player.hand, *player.front):
            found[kind] += 1
        for letter in LETTERS:
            found[letter] += player.sets
        found[Kind.TAG] += player.tags
    if state.freezer is not None:
        found[Kind.FREEZE] += 1
    return {**{kind.value: count for kind, count in found.items()}, "IT": 1}


def longest(options: Options, seats: int) -> int:
    """An upper bound on the entries of a match, chance included.

    A played card never comes back, so there are at most as many turns with a play as cards. With the stalling rule the
    turns without one are, after each play and before the first one:
      - at most stall_after * seats until the rule is in force;
      - with the rule in force every normal turn draws from the deck, as a hand has at most three cards between turns:
        over the whole match at most as many turns as cards;
      - once the deck is empty, at most seats until the end;
      - frozen turns and the return turn, which may draw nothing: at most seats after each Freeze played.
    Without the stalling rule there are at most 400 turns.

    A turn has at most nine entries apart from IT: four draws of a choice and a chance each, and a card; or, in a return
    turn, three such draws and three cards (a hand of at most six goes down to three). A play may move IT, which is one
    entry, and is answered once, and once more for each Gool, which then leaves the game.
    """
    cards = sum(options.deck.counts)
    stretch = (options.stall_after + 2) * seats
    turns = cards + (cards + 1) * stretch + cards if options.stall_after else TURN_LIMIT
    setup = 1 + 3 * seats
    return setup + 9 * turns + 2 * cards + options.deck.Gool
