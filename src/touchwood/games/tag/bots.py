"""Players that know TAG: a sensible way to move without search, and what a search needs of this game.

`sensible_move` looks at an imagined state, but only at what the seat may know of it: its own hand and what lies open.
So the plain bot may ask it about any state that fits its view.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from random import Random

from msgspec.structs import astuple

from touchwood.core.bot import Bot, Thinker
from touchwood.core.seats import Seat, all_seats
from touchwood.games.tag.actions import Action, CallGool, Discard, Draw, GiveIt, LeaveIt, LetStand, Play, StopDrawing
from touchwood.games.tag.rules.ending import points, winners
from touchwood.games.tag.rules.legality import legal_actions
from touchwood.games.tag.sampling import sample_state
from touchwood.games.tag.state import LETTERS, Kind, Phase, Pile, Player, State
from touchwood.games.tag.view import View
from touchwood.games.tag.weights import BY_HAND, LOWEST, RATHER_NOT, WEIGHTS, WORTH, Weights, Worth


# -- A sensible move, phase by phase ------------------------------------------------------------------------------
def sensible_move(state: State, seat: Seat, rng: Random, weights: Weights = WEIGHTS) -> Action:
    match state.phase:
        case Phase.CHOOSE_PILE:
            return Draw(Pile.DISCARD if wants_top(state, seat, weights) else Pile.DECK)
        case Phase.RETURN_DRAW:
            return return_draw(state, seat, weights)
        case Phase.MOVE_IT:
            return it_move(state, seat, weights)
        case Phase.ANSWER:
            return gool_answer(state, seat, weights)
        case _:
            return best_card(state, seat, weights)


def wants_top(state: State, seat: Seat, weights: Weights) -> bool:
    """Whether the top of the discard pile is better than a card from the deck."""
    return take_price(state, seat, state.discard[-1], weights) > 0


def take_price(state: State, seat: Seat, kind: Kind, weights: Weights) -> int:
    if kind is Kind.TAG:
        return weights.take_tag
    if kind is Kind.GOOL:
        return weights.take_gool
    if kind is Kind.FREEZE:
        return weights.take_freeze
    player = state.players[seat]
    if kind in player.front:
        return weights.take_laid
    if kind in player.hand:
        return weights.take_spare
    return weights.take_last if len(player.front) == len(LETTERS) - 1 else weights.take_needed


def return_draw(state: State, seat: Seat, weights: Weights) -> Action:
    actions = legal_actions(state, seat)
    if Draw(Pile.DISCARD) in actions and wants_top(state, seat, weights):
        return Draw(Pile.DISCARD)
    return Draw(Pile.DECK) if any(state.deck) else StopDrawing()


def best_card(state: State, seat: Seat, weights: Weights) -> Action:
    """The play or discard with the highest price."""
    actions = legal_actions(state, seat)
    if len(actions) == 1:
        return actions[0]
    rather_ends = can_end_as_winner(state, seat)
    best, best_price = actions[0], LOWEST
    for action in actions:
        if isinstance(action, Play):
            price = RATHER_NOT if rather_ends else play_price(state, seat, action.kind, weights)
        elif isinstance(action, Discard):
            price = -keep_price(state, seat, action.kind, weights)
        if price > best_price:
            best, best_price = action, price
    return best


def can_end_as_winner(state: State, seat: Seat) -> bool:
    """A discard now ends the game, and the seat is winning."""
    return not any(state.deck) and state.streak + 1 >= len(state.players) and winners(state) == (seat,)


def is_late(state: State, percent: int) -> bool:
    """Whether so many hundredths of a card a player, or fewer, are left to draw."""
    return 100 * sum(state.deck) <= percent * len(state.players)


def play_price(state: State, seat: Seat, kind: Kind, weights: Weights) -> int:
    if kind is Kind.TAG:
        late = weights.play_tag_late if is_late(state, weights.late) else 0
        return weights.play_tag + late + (weights.play_tag_as_it if state.it == seat else 0)
    if kind is Kind.FREEZE:
        return weights.play_freeze
    begun = len(state.players[seat].front)
    return (weights.play_first, weights.play_second, weights.play_last)[begun]


def keep_price(state: State, seat: Seat, kind: Kind, weights: Weights) -> int:
    player = state.players[seat]
    if kind is Kind.TAG:
        return weights.keep_tag
    if kind is Kind.FREEZE:
        return weights.keep_freeze
    if kind is Kind.GOOL:
        late = weights.keep_gool_late if is_late(state, weights.late) else 0
        return weights.keep_gool + late + (weights.keep_second_gool if player.hand.count(kind) > 1 else 0)
    following = state.players[(seat + 1) % len(state.players)]
    feeds = 0
    if kind not in following.front:
        feeds = weights.feeds_last if len(following.front) == len(LETTERS) - 1 else weights.feeds
    if player.hand.count(kind) > 1:
        return weights.keep_spare + feeds
    return (weights.keep_laid if kind in player.front else weights.keep_needed) + feeds


def it_move(state: State, seat: Seat, weights: Weights) -> Action:
    """IT belongs in front of an opponent who leads, rather of one not known to hold a Gool."""
    target, best = seat, LOWEST
    for number, player in enumerate(state.players):
        rank = it_price(player, weights)
        if number != seat and rank > best:
            target, best = Seat(number), rank
    return LeaveIt() if state.it == target else GiveIt(target)


def it_price(player: Player, weights: Weights) -> int:
    gool = weights.it_gool if Kind.GOOL in player.taken else 0
    letters = weights.it_letter * len(player.front)
    return 100 * (player.sets + player.tags) + letters + weights.it_hand * len(player.hand) - gool


def gool_answer(state: State, seat: Seat, weights: Weights) -> Action:
    """IT counts at the end only, so a Gool is kept for the end, unless there are two of them."""
    gools = state.players[seat].hand.count(Kind.GOOL)
    calls = gools > 0 and is_late(state, weights.gool_late if gools == 1 else weights.second_gool_late)
    return CallGool() if calls else LetStand()


# -- How good a state is ------------------------------------------------------------------------------------------
def value(state: State, seat: Seat, worth: Worth = WORTH) -> float:
    """The share of the win: known at the end, before it estimated from what lies on the table and in the hands."""
    if state.phase is Phase.OVER:
        sharing, scored = winners(state), points(state)
        share = 1.0 / len(sharing) if seat in sharing else 0.0
        return share + worth.behind / 1000 * (scored[seat] - max(scored))
    late = lateness(state, worth)
    liked = [exp(strength(traits(state, other), worth, late)) for other in all_seats(len(state.players))]
    return liked[seat] / sum(liked)


def lateness(state: State, worth: Worth) -> float:
    """1 when the deck is empty, less the more cards a player are to come: who leads may then be overtaken."""
    return exp(-worth.fading / 1000 * sum(state.deck) / len(state.players))


def traits(state: State, seat: Seat) -> tuple[int, ...]:
    """What a player has, in the order of `Has`."""
    player = state.players[seat]
    hand, front = player.hand, player.front
    needed = sum([letter in hand and letter not in front for letter in LETTERS])
    cards = hand.count(Kind.TAG), hand.count(Kind.FREEZE), hand.count(Kind.GOOL)
    return player.sets + player.tags, len(front) == 1, len(front) == 2, needed, *cards, state.it == seat


def strength(has: tuple[int, ...], worth: Worth, late: float) -> float:
    early: int = sum([each * part for each, part in zip(has, astuple(worth.early), strict=True)])
    more: int = sum([each * part for each, part in zip(has, astuple(worth.late), strict=True)])
    return (early + late * more) / 1000


# -- The players --------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Sensible:
    """Plays the sensible move, without search."""

    weights: Weights = WEIGHTS

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        assert isinstance(view.viewer, int)  # a spectator is never asked
        return sensible_move(sample_state(view, rng), view.viewer, rng, self.weights)


PLAYERS: Mapping[str, Bot[View, Action] | Thinker[State, View, Action]] = {
    "easy": Sensible(BY_HAND),
    "simple": Sensible(),
    "medium": Thinker(
        worlds=6, twin_worlds=2, twin_worlds_an_opponent=5, playout=sensible_move, value=value, horizon=100
    ),
    "hard": Thinker(
        worlds=60,
        twin_worlds=300,
        playout=sensible_move,
        value=value,
        horizon=100,
        foresight=10,
        most_choices=200_000,
    ),
}
"""Weakest first; `simple` is for simulations, the others are the levels. A stronger one would be a name only: with ten
times the worlds `hard` won no more (docs/bots.md)."""
