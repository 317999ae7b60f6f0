"""What a seat or a spectator of Tactile Crane Championship may know, built by naming it (RULES.md 9).

Open to all: counts of cards, the flipped card, how often was grabbed, calls, peeks, what everybody remembers of each
player. A pinch and a feeling are the challenger's, a look is its seat's, bets are the audience's until the count. Gain,
slip and what is held are nobody's. `sampling.py` makes whole states that fit a view.
"""

from typing import Annotated, Final

from msgspec.structs import replace

from touchwood.core.remembering import remembers_newest
from touchwood.core.seats import SPECTATOR, Seat, Spectator, Viewer, all_seats
from touchwood.core.shown import ON_DEMAND, BySeat
from touchwood.core.values import Value
from touchwood.core.versions import Versioned
from touchwood.games.tactile_crane.actions import Action, ChooseJackpot, EndWithoutOutcome, Lift, PlaceBet
from touchwood.games.tactile_crane.cards import JACKPOTS, Bet, BetCounts, Face
from touchwood.games.tactile_crane.events import (
    CardsCounted,
    Event,
    JackpotTaken,
    LeftoversAdded,
    TurnEndedWithoutOutcome,
)
from touchwood.games.tactile_crane.options import Options
from touchwood.games.tactile_crane.rules.betting import usable_bets
from touchwood.games.tactile_crane.rules.ending import WonBy, winners, won_by
from touchwood.games.tactile_crane.rules.seating import cards_of, challenger
from touchwood.games.tactile_crane.rulings import can_end_during_bets
from touchwood.games.tactile_crane.state import Call, CallRecord, ChallengeRecord, PastTurn, Phase, State

LONGEST_COUNT: Final = 15_000
"""Milliseconds; beyond any doubt cards are laid by the handful."""


class SeenPlayer(Value, frozen=True):
    """A player, as everybody sees them."""

    won: int
    """Plain won cards."""
    multipliers: int
    cards: int
    """What all of them count."""
    bet_cards: BetCounts
    """HIGH, LOW and JUST that the player can still use, the one placed included."""
    achieved: BetCounts
    peeks: int
    challenges: ChallengeRecord
    calls: CallRecord
    has_bet: bool
    """A bet lies on the table, or the player has bet nothing."""
    bet: Bet | None
    """None: none placed, or not for the viewer's eyes."""


class Felt(Value, frozen=True):
    """A grab as its challenger knows it."""

    pinch: int
    feel: int | None
    """In thousandths of a card; None: not felt yet."""


class View(Versioned, frozen=True):
    viewer: Seat | Spectator
    options: Options
    phase: Phase
    challenger: Seat | None
    """None: not named yet, or the match is over."""
    players: BySeat[SeenPlayer]
    deck: int
    """Until the count the flipped card and the bundle are in it."""
    jackpots: tuple[int, ...]
    multipliers: int
    """Multiplier cards that nobody has yet."""
    first: Seat | None
    turns: int
    tied: tuple[Seat, ...]
    out: Annotated[tuple[Face, ...], ON_DEMAND]
    last: Annotated[PastTurn | None, ON_DEMAND]
    face: Face | None
    attempts: int
    """Grabs of a bundle in the present turn."""
    spent: int
    """These, and presses of the barred finger with an empty hand."""
    is_holding: bool
    looked: int
    """How many of the audience, clockwise, have had their look at the newest bundle."""
    calls: tuple[Call, ...]
    felt: tuple[Felt, ...]
    """The challenger's own grabs; empty for all others."""
    looks: tuple[int, ...]
    """An audience seat's own looks, one a grab, in thousandths of a card; empty for all others."""
    counted: int | None
    winners: tuple[Seat, ...] | None
    """None until the game is over."""
    won_by: WonBy | None
    """What they have won by; None until the game is over."""


def view(state: State, viewer: Viewer) -> View:
    """What all may know, and what is the viewer's own: the bets it sees, its feelings or its looks."""
    seen = seen_by_all(state)
    if isinstance(viewer, Spectator):
        return seen
    is_challenger = viewer == seen.challenger
    return replace(
        seen,
        viewer=viewer,
        players=seen_players(state, viewer),
        felt=tuple([Felt(each.pinch, each.feel) for each in state.attempts]) if is_challenger else (),
        looks=() if is_challenger else looks_of(state, viewer),
    )


@remembers_newest
def seen_by_all(state: State) -> View:
    return View(
        viewer=SPECTATOR,
        options=state.options,
        phase=state.phase,
        challenger=challenger(state) if is_in_turn(state) else None,
        players=seen_players(state, SPECTATOR),
        deck=state.deck,
        jackpots=state.jackpots,
        multipliers=state.multipliers,
        first=state.first,
        turns=state.turns,
        tied=state.tied,
        out=state.out,
        last=state.last,
        face=state.face,
        attempts=len(state.attempts),
        spent=state.spent,
        is_holding=state.is_holding,
        looked=len(state.attempts[-1].looks) if state.attempts else 0,
        calls=state.calls,
        felt=(),
        looks=(),
        counted=state.counted,
        winners=winners(state) if state.phase is Phase.OVER else None,
        won_by=won_by(state) if state.phase is Phase.OVER else None,
        version=state.version,
    )


def is_in_turn(state: State) -> bool:
    return state.phase not in (Phase.FIRST, Phase.OVER)


def seen_players(state: State, viewer: Viewer) -> tuple[SeenPlayer, ...]:
    """3.3: bets are seen by everybody at the count, by the audience once they are in, and one's own always."""
    if state.counted is not None or sees_all_bets(state, viewer):
        return players_with_bets(state)
    players = players_without_bets(state)
    if isinstance(viewer, Spectator) or state.bets[viewer] is None:
        return players
    return (*players[:viewer], seen_player(state, viewer, is_bet_seen=True), *players[viewer + 1 :])


def sees_all_bets(state: State, viewer: Viewer) -> bool:
    if state.phase is Phase.BETS or not is_in_turn(state) or isinstance(viewer, Spectator):
        return False
    return viewer != challenger(state)


@remembers_newest
def players_with_bets(state: State) -> tuple[SeenPlayer, ...]:
    return tuple([seen_player(state, seat, is_bet_seen=True) for seat in all_seats(len(state.players))])


@remembers_newest
def players_without_bets(state: State) -> tuple[SeenPlayer, ...]:
    return tuple([seen_player(state, seat, is_bet_seen=False) for seat in all_seats(len(state.players))])


def seen_player(state: State, seat: Seat, *, is_bet_seen: bool) -> SeenPlayer:
    player, bet = state.players[seat], state.bets[seat]
    return SeenPlayer(
        won=player.won,
        multipliers=player.multipliers,
        cards=cards_of(state, seat),
        bet_cards=usable_bets(state, seat),
        achieved=player.achieved,
        peeks=player.peeks,
        challenges=player.challenges,
        calls=player.calls,
        has_bet=bet is not None,
        bet=bet if is_bet_seen else None,
    )


def looks_of(state: State, viewer: Seat) -> tuple[int, ...]:
    """One of the audience's."""
    if not state.attempts:
        return ()
    place = (viewer - challenger(state) - 1) % len(state.players)  # in the audience, clockwise from the left
    return tuple([each.looks[place] for each in state.attempts if place < len(each.looks)])


# -- Out of time --------------------------------------------------------------------------------------------------
def default_action(seen: View) -> Action:
    """10.1: what a seat that is asked does when its time is up."""
    match seen.phase:
        case Phase.EYES:
            return EndWithoutOutcome()
        case Phase.BETS:
            return PlaceBet(Bet.NOTHING)
        case Phase.GRAB:
            return Lift() if seen.is_holding else EndWithoutOutcome()
        case Phase.JACKPOT:
            return ChooseJackpot(JACKPOTS[seen.jackpots.index(max(seen.jackpots))])
        case _:
            raise ValueError(f"nobody is asked in the phase {seen.phase}")


def is_time_up_told(state: State) -> bool:
    """10.1: of the challenger, for whom everybody waits; bets are secret, and one too late is shown with the rest."""
    return state.phase in (Phase.EYES, Phase.GRAB, Phase.JACKPOT)


def thinking_seconds(seen: View) -> int:
    """10.1: a grab takes its time."""
    return 45 if seen.phase is Phase.GRAB else 20


def shown_for(events: tuple[Event, ...]) -> int:
    """The count, card by card, and a look at the payout; also at what a jackpot that was chosen makes of it."""
    counted = next((event for event in events if isinstance(event, CardsCounted)), None)
    if counted is not None:
        return min(LONGEST_COUNT, 4_000 + 190 * counted.held)
    ends = (TurnEndedWithoutOutcome, JackpotTaken, LeftoversAdded)
    return 3_000 if any(isinstance(event, ends) for event in events) else 0


def absent_action(seen: View) -> Action | None:
    """10.2: the turn of a challenger who is gone ends with no outcome, also with a bundle held: no bot grabs in a turn
    that a person began. Whoever else is asked does what is done out of time."""
    if seen.viewer == seen.challenger:
        if seen.phase is Phase.GRAB:
            return EndWithoutOutcome()
        if seen.phase is Phase.BETS:
            return EndWithoutOutcome() if can_end_during_bets(seen) else None
        return default_action(seen) if seen.phase in (Phase.EYES, Phase.JACKPOT) else None
    if seen.phase is not Phase.BETS or isinstance(seen.viewer, Spectator) or seen.players[seen.viewer].has_bet:
        return None
    return default_action(seen)


def clock_only(action: Action) -> bool:
    """3.7, 10.6: to bet nothing and to end a turn with no outcome is what the clock does; a person peeks instead."""
    return action == PlaceBet(Bet.NOTHING) or isinstance(action, EndWithoutOutcome)
