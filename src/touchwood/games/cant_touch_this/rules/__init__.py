"""The match as it is played: the card comes, the side is chosen, the players bid, clips are placed, points decide.

What is forced happens at once, so every function goes on until somebody has to choose, chance has to fall or the match
is over. `told` collects what happens on the way. Who may do what is in `legality.py`, points in `ending.py`.
"""

from msgspec.structs import replace

from touchwood.core.chance import Chance, Outcome, Shuffle, Uniform
from touchwood.core.events import to_everyone
from touchwood.core.game import CHANCE, OVER, Step, Waiting
from touchwood.core.seats import Seat
from touchwood.games.cant_touch_this.actions import Action, KeepSide, Pass, PlaceClip, Raise, TurnCard
from touchwood.games.cant_touch_this.cards import SYMBOL_OF, deck, shuffled_grid
from touchwood.games.cant_touch_this.events import (
    AddressedEvents,
    BidPassed,
    BidRaised,
    CardDrawn,
    CardLaid,
    CardTurned,
    ClipPlaced,
    DefenderNamed,
    DuelWon,
    Event,
    NoClipFits,
    SideKept,
    SoloEnded,
)
from touchwood.games.cant_touch_this.options import Options, given_grid, is_given, mix_of
from touchwood.games.cant_touch_this.rules.clips import Clip, capture
from touchwood.games.cant_touch_this.rules.ending import points, rating, winner
from touchwood.games.cant_touch_this.rules.legality import WAITS_FOR_CHANCE, asked, legal_clips
from touchwood.games.cant_touch_this.state import Phase, State, clips_in_all, other, with_clip


def initial(options: Options, seats: int, version: int) -> State:
    """1.4: a given card lies there from the start, any other comes by chance."""
    state = State(options=options, seats=seats, phase=Phase.CARD)
    if not is_given(options):
        return state
    unheard: AddressedEvents = []  # nobody has sat down yet
    return name_defender(replace(state, grid=given_grid(options)), unheard)


def waiting_for(state: State) -> Waiting:
    if state.phase is Phase.OVER:
        return OVER
    if state.phase in WAITS_FOR_CHANCE:
        return CHANCE
    seat = asked(state)
    assert seat is not None
    return (seat,)


# -- Chance: the card, its side, the first defender -----------------------------------------------------------------
def chance(state: State) -> Chance:
    if state.phase is Phase.CARD:
        if state.options.card == "random":
            return Shuffle(len(mix_of(state.options)))
        return Uniform(len(deck(state.options.edition)))
    return Uniform(2)


def apply_chance(state: State, outcome: Outcome) -> Step[State, Event]:
    told: AddressedEvents = []
    match state.phase, outcome:
        case Phase.CARD, tuple(order):
            state = lay_card(shuffled(state, order), told)
        case Phase.CARD, int(card):
            state = draw_card(state, card, told)
        case Phase.SIDE, int(side):
            state = lay_card(on_side(state, side), told)
        case Phase.DEFENDER, int(seat):
            state = choose_side(defended_by(state, Seat(seat), told), told)
    return Step(state, tuple(told))


def shuffled(state: State, order: tuple[int, ...]) -> State:
    return replace(state, grid=shuffled_grid(mix_of(state.options), order, state.options.columns))


def draw_card(state: State, card: int, told: AddressedEvents) -> State:
    told.append(to_everyone(CardDrawn(card + 1)))
    return replace(state, card=card, phase=Phase.SIDE)


def on_side(state: State, side: int) -> State:
    assert state.card is not None
    return replace(state, side=side, grid=deck(state.options.edition)[state.card].sides[side])


def lay_card(state: State, told: AddressedEvents) -> State:
    told.append(to_everyone(CardLaid(state.grid)))
    return name_defender(state, told)


def name_defender(state: State, told: AddressedEvents) -> State:
    """3.1: two players have a defender, named by chance unless the host names one. Alone there is no bidding (7.1)."""
    first = state.options.first
    if state.seats == 1:
        return choose_side(state, told)
    if first == "random":
        return replace(state, phase=Phase.DEFENDER)
    return choose_side(defended_by(state, first, told), told)


def defended_by(state: State, seat: Seat, told: AddressedEvents) -> State:
    told.append(to_everyone(DefenderNamed(seat)))
    return replace(state, defender=seat)


# -- The side -------------------------------------------------------------------------------------------------------
def choose_side(state: State, told: AddressedEvents) -> State:
    """1.5: only a card of the deck has another side, and a group may leave it to chance which one is played."""
    is_chosen = state.card is not None and not state.options.side_by_chance
    return replace(state, phase=Phase.CHOOSE_SIDE) if is_chosen else begin_bidding(state, told)


def keep_side(state: State, seat: Seat, told: AddressedEvents) -> State:
    told.append(to_everyone(SideKept(seat)))
    return begin_bidding(state, told)


def turn_card(state: State, seat: Seat, told: AddressedEvents) -> State:
    assert state.side is not None
    state = on_side(state, 1 - state.side)
    told.append(to_everyone(CardTurned(seat, state.grid)))
    return begin_bidding(state, told)


# -- Bidding --------------------------------------------------------------------------------------------------------
def begin_bidding(state: State, told: AddressedEvents) -> State:
    """3.1; alone nobody bids (7.1)."""
    return replace(state, phase=Phase.BID) if state.seats == 2 else go_on(state, told)


def raise_bid(state: State, seat: Seat, told: AddressedEvents) -> State:
    """3.2: by exactly 1."""
    bid = state.bid + 1
    told.append(to_everyone(BidRaised(seat, bid)))
    return replace(state, bid=bid)


def pass_bid(state: State, seat: Seat, told: AddressedEvents) -> State:
    """3.3: whoever passes goes second; the other goes first, for the own last bid."""
    first = other(seat)
    told.append(to_everyone(BidPassed(seat, first, state.bid)))
    return go_on(replace(state, first=first), told)


# -- Clips ----------------------------------------------------------------------------------------------------------
def place_clip(state: State, seat: Seat, clip: Clip, told: AddressedEvents) -> State:
    edge, line, depth = clip
    captured = tuple(SYMBOL_OF[letter] for letter in capture(state.grid, clip))
    told.append(to_everyone(ClipPlaced(seat, edge, line, depth, captured)))
    return go_on(with_clip(state, Clip(edge, line, depth)), told)


def go_on(state: State, told: AddressedEvents) -> State:
    """2.5, 2.6: the next clip, unless all are placed or none fits."""
    clips_left = clips_in_all(state.options) - len(state.placed)
    if clips_left and next(legal_clips(state), None) is not None:
        return replace(state, phase=Phase.CLIP)
    if clips_left:
        told.append(to_everyone(NoClipFits(clips_left)))
    return end_match(state, told)


def end_match(state: State, told: AddressedEvents) -> State:
    scored = points(state)
    if state.seats == 1:
        told.append(to_everyone(SoloEnded(Seat(0), scored[0], rating(state))))
    else:
        tied = scored[0] if scored[0] == scored[1] else None
        told.append(to_everyone(DuelWon(winner(state), scored, tied)))
    return replace(state, phase=Phase.OVER)


def act(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    told: AddressedEvents = []
    match action:
        case KeepSide():
            state = keep_side(state, seat, told)
        case TurnCard():
            state = turn_card(state, seat, told)
        case Raise():
            state = raise_bid(state, seat, told)
        case Pass():
            state = pass_bid(state, seat, told)
        case PlaceClip(clip):
            state = place_clip(state, seat, clip, told)
    return Step(state, tuple(told), is_binding=state.phase is Phase.OVER)
