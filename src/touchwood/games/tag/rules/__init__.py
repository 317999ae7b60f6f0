"""The rules of TAG: the truth, pure and readable.

Start with `turn.py`, which reads as a turn is played; `deal.py` is before it, `it.py` and `freeze.py` hang on it,
`ending.py` comes after it, `legality.py` says no. Here are only the functions the contract asks for.
"""

from touchwood.core.chance import Chance, Outcome, Uniform, WeightedChoice
from touchwood.core.game import CHANCE, OVER, Step, Waiting
from touchwood.core.seats import Seat
from touchwood.games.tag.actions import Action, CallGool, Discard, Draw, GiveIt, LeaveIt, LetStand, Play, StopDrawing
from touchwood.games.tag.events import BINDING, AddressedEvents, Event
from touchwood.games.tag.rules import deal, it, turn
from touchwood.games.tag.rules.legality import WAITS_FOR_CHANCE, asked
from touchwood.games.tag.state import KINDS, Phase, State


def waiting_for(state: State) -> Waiting:
    seat = asked(state)
    if seat is not None:
        return (seat,)
    return CHANCE if state.phase in WAITS_FOR_CHANCE else OVER


def act(state: State, seat: Seat, action: Action) -> Step[State, Event]:
    told: AddressedEvents = []
    return step(done(state, seat, action, told), told)


def done(state: State, seat: Seat, action: Action, told: AddressedEvents) -> State:
    match action:
        case Draw(pile):
            return turn.draw(state, pile, told)
        case Play(kind):
            return turn.play(state, kind, told)
        case Discard(kind):
            return turn.discard(state, kind, told)
        case StopDrawing():
            return turn.stop_drawing(state, told)
        case GiveIt(to):
            return it.give_it(state, to, told)
        case LeaveIt():
            return it.leave_it(state, told)
        case LetStand():
            return it.let_stand(state, seat, told)
        case CallGool():
            assert state.tagger is not None  # somebody has put IT before the seat that answers
            return it.call_gool(state, seat, state.tagger, told)


def chance(state: State) -> Chance:
    """The first player is uniform; a card is drawn from what is left in the deck."""
    return Uniform(len(state.players)) if state.phase is Phase.FIRST else WeightedChoice(state.deck)


def apply_chance(state: State, outcome: Outcome) -> Step[State, Event]:
    assert isinstance(outcome, int)  # neither of the two kinds of chance above is a shuffle
    told: AddressedEvents = []
    if state.phase is Phase.FIRST:
        return step(deal.name_first_player(state, Seat(outcome), told), told)
    kind = KINDS[outcome]
    if state.phase is Phase.DEAL:
        return step(deal.deal_card(state, kind, told), told)
    return step(turn.draw_from_deck(state, kind, told), told)


def step(state: State, told: AddressedEvents) -> Step[State, Event]:
    somebody_was_asked = state.phase is Phase.ANSWER
    is_binding = somebody_was_asked or not BINDING.isdisjoint([type(addressed.event) for addressed in told])
    return Step(state, tuple(told), is_binding)


def is_time_up_told(state: State) -> bool:
    """5.11: of a turn, but not of an answer, which whoever has no Gool gives as well."""
    return state.phase is not Phase.ANSWER


def answer_shown_after(state: State) -> int | None:
    """5.11: a live table shows the awaited answer a fixed time after the question."""
    return state.options.answer_seconds if state.phase is Phase.ANSWER else None
