"""Players that know TAG: a sensible way to move without search, and what a search needs of this game.

`sensible_move` looks at an imagined state, but only at what the seat may know of it: its own hand and what lies open.
So the plain bot may ask it about any state that fits its view.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random

from msgspec.structs import replace

from touchwood.core.bot import Bot, Thinker
from touchwood.core.seats import Seat
from touchwood.games.tag.actions import Action, CallGool, Discard, Draw, GiveIt, LeaveIt, LetStand, Play, StopDrawing
from touchwood.games.tag.options import Deck
from touchwood.games.tag.rules.ending import IT_COSTS, points, winners
from touchwood.games.tag.rules.legality import legal_actions
from touchwood.games.tag.sampling import sample_state, unseen_cards
from touchwood.games.tag.state import LETTERS, Kind, Phase, Pile, Player, State
from touchwood.games.tag.view import View


# -- A sensible move, phase by phase ------------------------------------------------------------------------------
def sensible_move(state: State, seat: Seat, rng: Random) -> Action:
    match state.phase:
        case Phase.CHOOSE_PILE:
            return Draw(Pile.DISCARD if wants_top(state, seat) else Pile.DECK)
        case Phase.RETURN_DRAW:
            return return_draw(state, seat)
        case Phase.MOVE_IT:
            return it_move(state, seat)
        case Phase.ANSWER:
            return gool_answer(state, seat)
        case _:
            return best_card(state, seat)


def wants_top(state: State, seat: Seat) -> bool:
    """Special cards, and a letter that is needed and not held yet."""
    top, player = state.discard[-1], state.players[seat]
    return top not in LETTERS or (top not in player.front and top not in player.hand)


def return_draw(state: State, seat: Seat) -> Action:
    actions = legal_actions(state, seat)
    if Draw(Pile.DISCARD) in actions and wants_top(state, seat):
        return Draw(Pile.DISCARD)
    return Draw(Pile.DECK) if any(state.deck) else StopDrawing()


def best_card(state: State, seat: Seat) -> Action:
    """The play or discard with the highest price."""
    actions = legal_actions(state, seat)
    if len(actions) == 1:
        return actions[0]
    rather_ends = can_end_as_winner(state, seat)
    best, best_price = actions[0], -100.0
    for action in actions:
        if isinstance(action, Play):
            price = -50.0 if rather_ends else play_price(state, seat, action.kind)
        elif isinstance(action, Discard):
            price = -keep_price(state, seat, action.kind)
        if price > best_price:
            best, best_price = action, price
    return best


def can_end_as_winner(state: State, seat: Seat) -> bool:
    """A discard now ends the game, and the seat is winning."""
    return not any(state.deck) and state.streak + 1 >= len(state.players) and winners(state) == (seat,)


def play_price(state: State, seat: Seat, kind: Kind) -> float:
    """Progress first. A TAG card keeps: it is best played to get rid of IT, or last."""
    if kind is Kind.TAG:
        return 12.0 if state.it == seat else 4.0
    if kind is Kind.FREEZE:
        return 8.0
    return 10.0 if len(state.players[seat].front) == len(LETTERS) - 1 else 6.0


def keep_price(state: State, seat: Seat, kind: Kind) -> float:
    player = state.players[seat]
    if kind is Kind.TAG:
        return 20.0
    if kind is Kind.FREEZE:
        return 8.0
    if kind is Kind.GOOL:
        return 10.0
    following = state.players[(seat + 1) % len(state.players)]
    feeds = 3.0 if len(following.front) == len(LETTERS) - 1 and kind not in following.front else 0.0
    if player.hand.count(kind) > 1:
        return 1.0 + feeds
    return (2.0 if kind in player.front else 5.0) + feeds


def it_move(state: State, seat: Seat) -> Action:
    """IT belongs in front of the leading opponent, one not known to hold a Gool if there is such a one."""
    target, best = seat, (False, -1)
    for number, player in enumerate(state.players):
        rank = (Kind.GOOL not in player.taken, player.sets + player.tags)
        if number != seat and rank > best:
            target, best = Seat(number), rank
    return LeaveIt() if state.it == target else GiveIt(target)


def gool_answer(state: State, seat: Seat) -> Action:
    """IT counts at the end only, so a Gool is kept for the end."""
    is_late = sum(state.deck) <= 2 * len(state.players)
    return CallGool() if is_late and Kind.GOOL in state.players[seat].hand else LetStand()


# -- How good a state is ------------------------------------------------------------------------------------------
def value(state: State, seat: Seat) -> float:
    """The share of the win: known at the end, before it estimated from what lies on the table and in the hands."""
    if state.phase is Phase.OVER:
        sharing, scored = winners(state), points(state)
        share = 1.0 / len(sharing) if seat in sharing else 0.0
        # Among lost (or won) ends the closer (or clearer) one is a little better.
        return share + 0.005 * (scored[seat] - max(scored))
    # How likely the present holder of IT is the last: hardly, while many cards are to come.
    lasting = 0.7 * exp(-7.0 * sum(state.deck) / sum(state.options.deck.counts))
    strengths = [
        exp((strength(player, lasting) - (IT_COSTS * lasting if number == state.it else 0.0)) / 1.5)
        for number, player in enumerate(state.players)
    ]
    return strengths[seat] / sum(strengths)


def strength(player: Player, lasting: float) -> float:
    """Points, and what the cards promise: a letter is a third of a set, a Gool is worth most when IT lasts."""
    hand, front = player.hand, player.front
    letters = sum([0.12 for letter in LETTERS if letter in hand and letter not in front])
    promise = 0.95 * hand.count(Kind.TAG) + 0.6 * hand.count(Kind.FREEZE) + (0.6 + lasting) * hand.count(Kind.GOOL)
    return player.sets + player.tags + (0.0, 0.3, 0.62)[len(front)] + letters + promise


# -- Weaker memories ----------------------------------------------------------------------------------------------
def without_takes(view: View) -> View:
    """The view of one who forgets who took which card from the discard pile."""
    return replace(view, players=tuple(replace(player, taken=()) for player in view.players))


def without_counting(view: View) -> View:
    """The view of one who also does not count cards: the unseen ones are thought to be mixed as in a fresh deck.

    Only while a third of all cards is unseen: then anybody looks through the open discard pile, and of a few cards a
    fresh mixture would be nothing but letters. The deck of the options is changed to match what is believed, so that
    the view stays one that a state can fit.
    """
    view = without_takes(view)
    unseen, fresh = unseen_cards(view), view.options.deck.counts
    hidden, cards = sum(unseen), sum(fresh)
    if 3 * hidden < cards:
        return view
    believed = [count * hidden // cards for count in fresh]
    remainders = sorted(range(len(fresh)), key=lambda number: fresh[number] * hidden % cards, reverse=True)
    for number in remainders[: hidden - sum(believed)]:
        believed[number] += 1
    deck = Deck(*[fresh[number] - unseen[number] + believed[number] for number in range(len(fresh))])
    return replace(view, options=replace(view.options, deck=deck))


# -- The players --------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Sensible:
    """Plays the sensible move, without search."""

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        assert isinstance(view.viewer, int)  # a spectator is never asked
        return sensible_move(sample_state(view, rng), view.viewer, rng)


PLAYERS: Mapping[str, Bot[View, Action] | Thinker[State, View, Action]] = {
    "simple": Sensible(),
    "easy": Thinker(worlds=3, twin_worlds=3, playout=sensible_move, value=value, horizon=20, forget=without_counting),
    "medium": Thinker(worlds=24, twin_worlds=24, playout=sensible_move, value=value, horizon=70, forget=without_takes),
    "hard": Thinker(worlds=60, twin_worlds=300, playout=sensible_move, value=value, horizon=100),
}
