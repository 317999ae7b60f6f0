"""How to imagine a whole state that fits what a seat of TAG knows."""

from random import Random

from touchwood.core.seats import Seat
from touchwood.games.tag.rules.cards import NUMBER_OF
from touchwood.games.tag.state import KINDS, LETTERS, Counts, Kind, Player, State
from touchwood.games.tag.view import View


def sample_state(seen: View, rng: Random) -> State:
    """Deal the unseen cards to the hidden places, every way alike (8.8): other hands but for their known cards, and the
    deck. The order inside another's hand is unknown, so every order is alike too."""
    unseen = unseen_cards(seen)
    hidden = [
        player.hand_size - len(player.taken) if player.hand is None else 0  # how many cards of this hand are unknown
        for player in seen.players
    ]
    dealt = iter(rng.sample(KINDS, sum(hidden), counts=unseen) if any(hidden) else ())
    deck = list(unseen)
    players = []
    for player, unknown in zip(seen.players, hidden, strict=True):
        hand = player.hand
        if hand is None:
            imagined = [next(dealt) for _ in range(unknown)]
            for kind in imagined:
                deck[NUMBER_OF[kind]] -= 1
            imagined += player.taken
            rng.shuffle(imagined)
            hand = tuple(imagined)
        players.append(Player(hand, player.taken, player.front, player.sets, player.tags))
    return State(
        options=seen.options,
        phase=seen.phase,
        players=tuple(players),
        deck=tuple(deck),
        turn=Seat(0) if seen.turn is None else seen.turn,
        discard=seen.discard,
        out=seen.out,
        it=seen.it,
        tagger=seen.tagger,
        freezer=seen.freezer,
        is_return_turn=seen.is_return_turn,
        draws_left=seen.draws_left,
        has_played=seen.has_played,
        streak=seen.streak,
        turns=seen.turns,
        version=seen.version,
    )


def unseen_cards(seen: View) -> Counts:
    """All cards of the deck but those whose place the viewer knows."""
    unseen = list(seen.options.deck.counts)
    for number, gone in enumerate(seen.out):
        unseen[number] -= gone
    for kind in seen.discard:
        unseen[NUMBER_OF[kind]] -= 1
    if seen.freezer is not None:
        unseen[NUMBER_OF[Kind.FREEZE]] -= 1
    for player in seen.players:
        for kind in (*(player.taken if player.hand is None else player.hand), *player.front):
            unseen[NUMBER_OF[kind]] -= 1
        for letter in LETTERS:
            unseen[NUMBER_OF[letter]] -= player.sets
        unseen[NUMBER_OF[Kind.TAG]] -= player.tags
    return tuple(unseen)
