"""What a seat or a spectator of TAG may know, built by naming it.

Open to all: hand sizes, the deck's size, the discard pile in order, what lies in front and aside, what has left the
game, the streak, and cards taken from the discard pile while they are in the hand (8.1, 8.2). A hand is its owner's
alone until the game is over (8.5); which cards are left in the deck is nobody's.
"""

from msgspec.structs import replace

from touchwood.core.remembering import remembers_newest
from touchwood.core.seats import SPECTATOR, Seat, Spectator, Viewer
from touchwood.core.shown import BySeat
from touchwood.core.values import Value
from touchwood.core.versions import Versioned
from touchwood.games.tag.actions import Action, Discard, Draw, LeaveIt, LetStand, StopDrawing
from touchwood.games.tag.options import Options
from touchwood.games.tag.rules.cards import seated
from touchwood.games.tag.rules.ending import discards_to_end, is_stalling, points, winners
from touchwood.games.tag.rules.legality import asked
from touchwood.games.tag.state import LETTERS, Counts, Kind, Phase, Pile, State


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


# -- Hints --------------------------------------------------------------------------------------------------------
def worth(seen: View) -> dict[str, int]:
    """What playing each kind of the viewer's hand would add to the points (4.3, 4.5)."""
    if isinstance(seen.viewer, Spectator):
        return {}
    player = seen.players[seen.viewer]
    set_aside = {kind for kind in LETTERS if kind not in player.front and len(player.front) == len(LETTERS) - 1}
    return {f"card:{kind.value}": int(kind is Kind.TAG or kind in set_aside) for kind in dict.fromkeys(own_hand(seen))}


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
