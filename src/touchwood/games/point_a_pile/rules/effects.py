"""What each action card does, and whether it still can when its turn comes. Redo is in `redo.py`, battles go on in
`battle.py`."""

from msgspec.structs import replace

from touchwood.core.events import to_everyone
from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.cards import CardId, Colour, Kind
from touchwood.games.point_a_pile.events import (
    ActionSpent,
    ActionsStopped,
    AddressedEvents,
    BattleBegan,
    CardDiscarded,
    CardGiven,
    CardMovedToEnd,
    CardsSwitched,
    CardStolen,
    ColourStopped,
    DrawGrew,
    FingerMoved,
    HeadpointerTaken,
    PilesMerged,
    PilesSwapped,
    PileWon,
)
from touchwood.games.point_a_pile.rules.judging import put_out, why_invalid
from touchwood.games.point_a_pile.rules.pointing import set_aside
from touchwood.games.point_a_pile.rules.reach import partners_of
from touchwood.games.point_a_pile.rules.table import (
    cards_of,
    in_round,
    lifted_from,
    pile_at,
    pointing_at,
    row_with,
    row_without,
    with_finger,
    with_row,
    without_pile,
)
from touchwood.games.point_a_pile.rulings import follows_moved_cards
from touchwood.games.point_a_pile.state import EMPTY_SPACE, Battle, Intent, Phase, Pile, Prize, State

MORE_CARDS_DRAWN = 6


def spend(state: State, seat: Seat, card: CardId, told: AddressedEvents) -> State:
    """To the discard pile; its player has acted."""
    told.append(to_everyone(ActionSpent(seat, card)))
    state = replace(row_without(state, seat, card), discard=(*state.discard, card))
    return in_round(state, acted=tuple(sorted({*state.round.acted, seat})))


# -- Whether it still can happen ------------------------------------------------------------------------------------
def is_possible(state: State, intent: Intent) -> bool:
    """9.10"""
    seat, trigger = intent.seat, intent.trigger
    own, theirs = state.players[seat].row, state.players[trigger.seat].row if trigger.seat is not None else ()
    match cards_of(state)[trigger.card].kind:
        case Kind.HEADPOINTER:
            return seat != state.headpointer
        case Kind.SWAP | Kind.MERGE:
            return all(pile_at(state, place) for place in trigger.piles)
        case Kind.CHANGE_OF_MIND:
            is_there = trigger.piles[0] == EMPTY_SPACE or pile_at(state, trigger.piles[0]) is not None
            return is_there and state.round.fingers[seat] is not None
        case Kind.TAKE_NONE | Kind.BATTLE:
            return is_contested(state, trigger.piles[0])
        case Kind.TAKE_ALL:
            return state.round.fingers[seat] == trigger.piles[0] and is_contested(state, trigger.piles[0])
        case Kind.TRADE:
            still_points = state.round.fingers[seat] == trigger.piles[0] and is_contested(state, trigger.piles[0])
            same_fingers = set(partners_of(state, seat)) == set(intent.fingers)
            return still_points and same_fingers and set(intent.cards) <= set(own)
        case Kind.STEAL:
            return intent.cards[0] in theirs
        case Kind.DISCARD:
            return owner_reached(state, intent, intent.cards[0]) is not None
        case Kind.SWITCH:
            return intent.cards[0] in own and owner_reached(state, intent, intent.cards[1]) not in (None, seat)
        case Kind.REORDER:
            return intent.cards[0] in own
        case _:
            return True


def owner_reached(state: State, intent: Intent, card: CardId) -> Seat | None:
    """10.19: in whose row a named card of another player lies now, if the action still reaches it."""
    rows = [Seat(seat) for seat, player in enumerate(state.players) if card in player.row]
    owner = rows[0] if rows else None
    return owner if follows_moved_cards(state) or owner == intent.trigger.seat else None


def is_contested(state: State, place: int) -> bool:
    return pile_at(state, place) is not None and len(pointing_at(state.round.fingers, place)) > 1


# -- What it does ---------------------------------------------------------------------------------------------------
def do_effect(state: State, intent: Intent, told: AddressedEvents) -> State:
    seat, trigger, cards = intent.seat, intent.trigger, intent.cards
    match cards_of(state)[trigger.card].kind:
        case Kind.DRAW_MORE:
            told.append(to_everyone(DrawGrew(MORE_CARDS_DRAWN)))
            return in_round(state, draw_more=state.round.draw_more + MORE_CARDS_DRAWN)
        case Kind.HEADPOINTER:
            told.append(to_everyone(HeadpointerTaken(seat)))
            return replace(state, headpointer=seat)
        case Kind.NO_ACTIONS:
            told.append(to_everyone(ActionsStopped()))
            return in_round(state, are_actions_stopped=True)
        case Kind.MERGE:
            return merge(state, trigger.piles[0], trigger.piles[1], told)
        case Kind.COLOUR_STOP:
            assert trigger.colour is not None  # legality has seen to it
            return stop_colour(state, trigger.colour, told)
        case Kind.SWAP:
            return swap(state, trigger.piles[0], trigger.piles[1], told)
        case Kind.CHANGE_OF_MIND:
            return move_finger(state, seat, trigger.piles[0], told)
        case Kind.TAKE_ALL:
            return win_pile(state, seat, trigger.piles[0], told)
        case Kind.TAKE_NONE:
            return take_none(state, trigger.piles[0], told)
        case Kind.BATTLE:
            return begin_battle(state, intent, told)
        case Kind.TRADE:
            return trade(state, intent, told)
        case Kind.STEAL:
            assert trigger.seat is not None
            told.append(to_everyone(CardStolen(seat, trigger.seat, cards[0])))
            return row_with(row_without(state, trigger.seat, cards[0]), seat, cards[0])
        case Kind.DISCARD:
            owner = owner_reached(state, intent, cards[0])
            assert owner is not None  # it is possible
            told.append(to_everyone(CardDiscarded(owner, cards[0])))
            state = row_without(state, owner, cards[0])
            return replace(state, discard=(*state.discard, cards[0]))
        case Kind.SWITCH:
            owner = owner_reached(state, intent, cards[1])
            assert owner is not None  # it is possible
            return switch(state, seat, owner, cards[0], cards[1], told)
        case Kind.REORDER:
            told.append(to_everyone(CardMovedToEnd(seat, cards[0])))
            return row_with(row_without(state, seat, cards[0]), seat, cards[0])
        case kind:
            raise AssertionError(f"{kind} is done elsewhere, or is no action")


# -- Piles ----------------------------------------------------------------------------------------------------------
def merge(state: State, first: int, second: int, told: AddressedEvents) -> State:
    """10.5: the first goes on top of the second, at the second's place; its own place is gone."""
    told.append(to_everyone(PilesMerged(first, second)))
    top, bottom = pile_at(state, first), pile_at(state, second)
    assert top is not None
    assert bottom is not None
    merged = Pile(second, (*bottom.cards, *top.cards))
    return in_round(
        state, piles=tuple([merged if pile.place == second else pile for pile in without_pile(state, first)])
    )


def stop_colour(state: State, colour: Colour, told: AddressedEvents) -> State:
    """10.6: its cards in the piles are discarded; empty piles vanish."""
    colour_of = cards_of(state).colour_of
    stopped = tuple([card for pile in state.round.piles for card in pile.cards if colour_of[card] is colour])
    told.append(to_everyone(ColourStopped(colour, stopped)))
    left = [Pile(pile.place, tuple([card for card in pile.cards if card not in stopped])) for pile in state.round.piles]
    state = replace(state, discard=(*state.discard, *stopped))
    return in_round(state, piles=tuple([pile for pile in left if pile.cards]))


def swap(state: State, first: int, second: int, told: AddressedEvents) -> State:
    """10.7: the piles change places, fingers stay, nobody is judged again."""
    told.append(to_everyone(PilesSwapped(first, second)))
    elsewhere = {first: second, second: first}
    piles = [Pile(elsewhere.get(pile.place, pile.place), pile.cards) for pile in state.round.piles]
    return in_round(state, piles=tuple(sorted(piles, key=lambda pile: pile.place)))


def move_finger(state: State, seat: Seat, finger: int, told: AddressedEvents) -> State:
    """10.8: judged where it lands, by the fingers and piles then on the table."""
    told.append(to_everyone(FingerMoved(seat, finger or None)))
    shown = (*state.shown[:seat], finger, *state.shown[seat + 1 :])
    state = in_round(replace(state, shown=shown), fingers=with_finger(state, seat, finger))
    foul = why_invalid(state, seat, finger, state.round.fingers)
    return state if foul is None else put_out(state, seat, foul, told)


def win_pile(state: State, seat: Seat, place: int, told: AddressedEvents) -> State:
    """10.9, 10.13: it leaves the table at once and its fingers are lifted; it is scored with the single picks."""
    told.append(to_everyone(PileWon(seat, place)))
    pile = pile_at(state, place)
    assert pile is not None
    prizes = (*state.round.prizes, Prize(seat, pile))
    return in_round(state, prizes=prizes, piles=without_pile(state, place), fingers=lifted_from(state, place))


def take_none(state: State, place: int, told: AddressedEvents) -> State:
    """10.10"""
    pile = pile_at(state, place)
    assert pile is not None
    state = in_round(state, piles=without_pile(state, place), fingers=lifted_from(state, place))
    return set_aside(state, pile.cards, told)


def begin_battle(state: State, intent: Intent, told: AddressedEvents) -> State:
    """10.11: the players of the pile throw in secret."""
    place = intent.trigger.piles[0]
    seats = pointing_at(state.round.fingers, place)
    told.append(to_everyone(BattleBegan(place, seats)))
    battle = Battle(intent.seat, intent.trigger.card, place, seats, (None,) * len(state.players))
    return replace(in_round(state, battle=battle), phase=Phase.THROW)


def trade(state: State, intent: Intent, told: AddressedEvents) -> State:
    """10.12: a card for each other finger, clockwise from the Headpointer, and the pile is one's own."""
    for to, card in zip(partners_of(state, intent.seat), intent.cards, strict=True):
        told.append(to_everyone(CardGiven(intent.seat, to, card)))
        state = row_with(row_without(state, intent.seat, card), to, card)
    return win_pile(state, intent.seat, intent.trigger.piles[0], told)


# -- Rows -----------------------------------------------------------------------------------------------------------
def switch(state: State, seat: Seat, other: Seat, own: CardId, theirs: CardId, told: AddressedEvents) -> State:
    """10.16: each card to the other's place."""
    told.append(to_everyone(CardsSwitched(seat, other, own, theirs)))
    instead = {own: theirs, theirs: own}
    for each in (seat, other):
        state = with_row(state, each, tuple([instead.get(card, card) for card in state.players[each].row]))
    return state
