"""What a seat or a spectator of TAG may know, built by naming it; and how to imagine a whole state that fits.

Open to all: hand sizes, the deck's size, the discard pile in order, what lies in front and aside, what has left the
game, the streak, and cards taken from the discard pile while they are in the hand (8.1, 8.2). A hand is its owner's
alone until the game is over (8.5); which cards are left in the deck is nobody's.
"""

from random import Random

from msgspec.structs import replace

from touchwood.core.remembering import remembers_newest
from touchwood.core.seats import SPECTATOR, Seat, Spectator, Viewer
from touchwood.core.shown import BySeat
from touchwood.core.values import Value
from touchwood.core.versions import Versioned
from touchwood.games.tag.actions import Action, Discard, Draw, LeaveIt, LetStand, StopDrawing
from touchwood.games.tag.options import Options
from touchwood.games.tag.rules.cards import NUMBER_OF, seated
from touchwood.games.tag.rules.ending import discards_to_end, is_stalling, points, winners
from touchwood.games.tag.rules.legality import asked
from touchwood.games.tag.state import KINDS, LETTERS, Counts, Kind, Phase, Pile, Player, State


class SeenPlayer(Value, frozen=True):
    """A player as the viewer sees them."""

    hand: tuple[Kind, ...] | None
    """In the order in which the cards came; None: not for the viewer's eyes."""
    hand_size: int
    taken: tuple[Kind, ...]
    """The cards of the hand that everybody saw being taken from the discard pile."""
    front: tuple[Kind, ...]
    sets: int
    tags: int
    points: int
    """As they stand."""


class View(Versioned, frozen=True):
    viewer: Seat | Spectator
    options: Options
    phase: Phase
    asked: Seat | None
    """Whose choice is awaited."""
    turn: Seat | None
    """None: not named yet."""
    players: BySeat[SeenPlayer]
    deck: Counts | None
    """What is left in the deck; None until the game is over."""
    deck_size: int
    discard: tuple[Kind, ...]
    """Its top last."""
    out: Counts
    it: Seat | None
    tagger: Seat | None
    freezer: Seat | None
    is_return_turn: bool
    draws_left: int
    has_played: bool
    streak: int
    turns: int
    is_stalling: bool
    """Cards are drawn from the deck only."""
    discards_to_end: int | None
    """How many more discards end the game, once the deck is empty."""
    winners: tuple[Seat, ...] | None
    """None until the game is over."""


def view(state: State, viewer: Viewer) -> View:
    """What all may know, and the viewer's own hand."""
    seen = seen_by_all(state)
    if isinstance(viewer, Spectator):
        return seen
    own = replace(seen.players[viewer], hand=state.players[viewer].hand)
    return replace(seen, viewer=viewer, players=seated(seen.players, viewer, own))


@remembers_newest
def seen_by_all(state: State) -> View:
    is_over = state.phase is Phase.OVER
    return View(
        viewer=SPECTATOR,
        options=state.options,
        phase=state.phase,
        asked=asked(state),
        turn=None if state.phase is Phase.FIRST else state.turn,
        players=tuple(
            SeenPlayer(
                hand=player.hand if is_over else None,
                hand_size=len(player.hand),
                taken=player.taken,
                front=player.front,
                sets=player.sets,
                tags=player.tags,
                points=scored,
            )
            for player, scored in zip(state.players, points(state), strict=True)
        ),
        deck=state.deck if is_over else None,
        deck_size=sum(state.deck),
        discard=state.discard,
        out=state.out,
        it=state.it,
        tagger=state.tagger,
        freezer=state.freezer,
        is_return_turn=state.is_return_turn,
        draws_left=state.draws_left,
        has_played=state.has_played,
        streak=state.streak,
        turns=state.turns,
        is_stalling=is_stalling(state),
        discards_to_end=None if is_over else discards_to_end(state),
        winners=winners(state) if is_over else None,
        version=state.version,
    )


# -- Imagining ----------------------------------------------------------------------------------------------------
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


# -- Out of time --------------------------------------------------------------------------------------------------
def default_action(seen: View) -> Action:
    """9.3: what a seat that is asked does when its time is up."""
    match seen.phase:
        case Phase.CHOOSE_PILE:
            return Draw(Pile.DECK)
        case Phase.RETURN_DRAW:
            return StopDrawing()
        case Phase.MOVE_IT:
            return LeaveIt()
        case Phase.ANSWER:
            return LetStand()
        case Phase.CHOOSE_CARD:
            return Discard(own_hand(seen)[0])
        case _:
            raise ValueError(f"nobody is asked in the phase {seen.phase}")


def own_hand(seen: View) -> tuple[Kind, ...]:
    """The viewer's hand; a spectator has none."""
    if seen.viewer is SPECTATOR:
        return ()
    return seen.players[seen.viewer].hand or ()
