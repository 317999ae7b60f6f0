"""A turn, top to bottom: it begins, cards are drawn, one is played or discarded, it ends and the next one begins.

What is forced happens at once, so every function goes on until somebody has to choose, chance has to fall or the match
is over. `told` collects what happens on the way.
"""

from msgspec.structs import replace

from touchwood.core.events import to_all_but, to_everyone, to_only
from touchwood.core.seats import Seat
from touchwood.games.tag.events import (
    AddressedEvents,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    CardTaken,
    DrawingStopped,
    GameEnded,
    SetCompleted,
    StallingRuleBegan,
    TurnLimitReached,
    TurnSkipped,
)
from touchwood.games.tag.rules.cards import card_leaves, count_changed, seated
from touchwood.games.tag.rules.ending import (
    is_at_end,
    is_at_turn_limit,
    is_stalling,
    points,
    streak_after_turn,
    winners,
)
from touchwood.games.tag.rules.freeze import begin_return, freeze, goes_on, is_frozen, thaw
from touchwood.games.tag.state import LETTERS, Kind, Phase, Pile, Player, State

HAND_TO_DRAW_TO = 4


def begin_turn(state: State, told: AddressedEvents) -> State:
    if is_frozen(state):
        return choose_card(state, told)  # 6.2: no draw
    if state.freezer is not None:
        return draw_on_return(begin_return(state), told)
    return draw_to_four(state, told)


# -- Drawing ------------------------------------------------------------------------------------------------------
def can_take_discard(state: State) -> bool:
    """The top of the discard pile can be drawn, unless the stalling rule is in force (2.7)."""
    return bool(state.discard) and not is_stalling(state)


def draw_to_four(state: State, told: AddressedEvents) -> State:
    """While the hand is under four and a card can be drawn, one is drawn (2.1). Two piles are a question (2.2), one is
    none (2.4)."""
    while len(state.players[state.turn].hand) < HAND_TO_DRAW_TO:
        has_deck, has_discard = any(state.deck), can_take_discard(state)
        if has_deck:
            return replace(state, phase=Phase.CHOOSE_PILE if has_discard else Phase.DRAW)
        if not has_discard:
            break  # 2.5
        state = take_discard(state, told)
    return choose_card(state, told)


def draw_on_return(state: State, told: AddressedEvents) -> State:
    """6.4, 6.5: up to three, asked each time while a pile has cards."""
    if state.draws_left and (any(state.deck) or state.discard):
        return replace(state, phase=Phase.RETURN_DRAW)
    return choose_card(state, told)


def go_on_drawing(state: State, told: AddressedEvents) -> State:
    """After a card has come into the hand."""
    if state.is_return_turn:
        return draw_on_return(replace(state, draws_left=state.draws_left - 1), told)
    return draw_to_four(state, told)


def draw(state: State, pile: Pile, told: AddressedEvents) -> State:
    if pile is Pile.DECK:
        return replace(state, phase=Phase.DRAW)
    return go_on_drawing(take_discard(state, told), told)


def stop_drawing(state: State, told: AddressedEvents) -> State:
    told.append(to_everyone(DrawingStopped(state.turn)))
    return choose_card(replace(state, draws_left=0), told)


def draw_from_deck(state: State, kind: Kind, told: AddressedEvents) -> State:
    """Chance has told which card it is; others see only that one was drawn (8.7)."""
    seat = state.turn
    told.append(to_only(seat, CardDrawn(seat, kind)))
    told.append(to_all_but(seat, CardDrawn(seat)))
    player = state.players[seat]
    drawn = replace(player, hand=(*player.hand, kind))
    state = replace(state, deck=count_changed(state.deck, kind, -1), players=seated(state.players, seat, drawn))
    return go_on_drawing(state, told)


def take_discard(state: State, told: AddressedEvents) -> State:
    """The top of the discard pile goes into the hand, and everybody remembers it (2.6, 8.2)."""
    seat, kind = state.turn, state.discard[-1]
    told.append(to_everyone(CardTaken(seat, kind)))
    player = state.players[seat]
    taken = (*player.taken, kind) if state.options.show_taken else ()
    holding = replace(player, hand=(*player.hand, kind), taken=taken)
    return replace(state, discard=state.discard[:-1], players=seated(state.players, seat, holding))


# -- One card -----------------------------------------------------------------------------------------------------
def choose_card(state: State, told: AddressedEvents) -> State:
    """Exactly one card is played or discarded (3.1); without any the turn is skipped (3.3, 6.3, 6.7)."""
    if state.players[state.turn].hand:
        return replace(state, phase=Phase.CHOOSE_CARD)
    told.append(to_everyone(TurnSkipped(state.turn)))
    return end_turn(state, told)


def discard(state: State, kind: Kind, told: AddressedEvents) -> State:
    """Also a Freeze or a Gool: on the pile it does nothing and can be drawn again (6.10)."""
    seat = state.turn
    told.append(to_everyone(CardDiscarded(seat, kind)))
    players = seated(state.players, seat, card_leaves(state.players[seat], kind))
    return after_card(replace(state, discard=(*state.discard, kind), players=players), told)


def play(state: State, kind: Kind, told: AddressedEvents) -> State:
    seat = state.turn
    told.append(to_everyone(CardPlayed(seat, kind)))
    player = card_leaves(state.players[seat], kind)
    if kind in LETTERS:
        player = lay_in_front(player, kind)
    elif kind is Kind.TAG:
        player = replace(player, tags=player.tags + 1)  # 4.5
    state = replace(state, players=seated(state.players, seat, player), has_played=True, streak=0)
    if kind is Kind.FREEZE:
        return after_card(freeze(state, told), told)
    has_completed_set = kind in LETTERS and not player.front
    if has_completed_set:
        told.append(to_everyone(SetCompleted(seat)))
    if has_completed_set or kind is Kind.TAG:
        return replace(state, phase=Phase.MOVE_IT)  # 4.6
    return after_card(state, told)


def lay_in_front(player: Player, letter: Kind) -> Player:
    """4.1, 4.3: the third letter completes the set, which goes aside at once."""
    if len(player.front) == len(LETTERS) - 1:
        return replace(player, front=(), sets=player.sets + 1)
    return replace(player, front=(*player.front, letter))


def after_card(state: State, told: AddressedEvents) -> State:
    """A card is done with, IT and all answers included: the turn is over, but a return turn may go on (6.6)."""
    if goes_on(state):
        return replace(state, phase=Phase.CHOOSE_CARD)
    return end_turn(state, told)


# -- The end of the turn ------------------------------------------------------------------------------------------
def end_turn(state: State, told: AddressedEvents) -> State:
    was_stalling = is_stalling(state)
    streak = streak_after_turn(state)
    if state.is_return_turn:
        state = thaw(state, told)
    state = replace(state, streak=streak, turns=state.turns + 1, has_played=False)
    if is_at_end(state):
        return end_game(state, told)
    if is_stalling(state) and not was_stalling:
        told.append(to_everyone(StallingRuleBegan(streak)))
    return begin_turn(replace(state, turn=Seat((state.turn + 1) % len(state.players))), told)


def end_game(state: State, told: AddressedEvents) -> State:
    if is_at_turn_limit(state):
        told.append(to_everyone(TurnLimitReached(state.turns)))
    told.append(to_everyone(GameEnded(points(state), winners(state))))
    return replace(state, phase=Phase.OVER)
