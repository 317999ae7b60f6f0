"""Moving IT, and the answers of those it is put before.

Whoever an opponent puts IT before is always asked, with a Gool or without (5.9): the question tells nobody anything.
Only a deck that has no Gool asks nobody (5.13).
"""

from msgspec.structs import replace

from touchwood.core.events import to_everyone
from touchwood.core.seats import Seat
from touchwood.games.tag.events import AddressedEvents, GoolCalled, ItGiven, ItKept, ItLeft, ItStood
from touchwood.games.tag.rules.cards import card_leaves, out_of_game, seated
from touchwood.games.tag.rules.turn import after_card
from touchwood.games.tag.rulings import asks_for_gool
from touchwood.games.tag.state import Kind, Phase, State


def leave_it(state: State, told: AddressedEvents) -> State:
    """4.8: leaving IT with its holder asks nobody."""
    told.append(to_everyone(ItLeft(state.turn)))
    return after_card(state, told)


def give_it(state: State, to: Seat, told: AddressedEvents) -> State:
    """4.7: in front of any player, oneself and the present holder included."""
    if to == state.turn:
        told.append(to_everyone(ItKept(to)))
        return after_card(replace(state, it=to), told)  # 5.6: nobody is asked
    told.append(to_everyone(ItGiven(state.turn, to)))
    if asks_for_gool(state):
        return put_before(state, to, state.turn)
    return after_card(replace(state, it=to), told)  # 5.13


def put_before(state: State, tagged: Seat, tagger: Seat) -> State:
    """5.1, 5.5: IT lies before the tagged player, whose answer is awaited."""
    return replace(state, it=tagged, tagger=tagger, phase=Phase.ANSWER)


def call_gool(state: State, tagged: Seat, tagger: Seat, told: AddressedEvents) -> State:
    """5.2: IT goes before the opponent instead, the Gool leaves the game. The opponent is asked in turn (5.3)."""
    told.append(to_everyone(GoolCalled(tagged, tagger)))
    players = seated(state.players, tagged, card_leaves(state.players[tagged], Kind.GOOL))
    state = out_of_game(replace(state, players=players), Kind.GOOL)
    if state.options.gool_chain:
        return put_before(state, tagger, tagged)
    return after_card(replace(state, it=tagger, tagger=None), told)  # 5.4


def let_stand(state: State, tagged: Seat, told: AddressedEvents) -> State:
    told.append(to_everyone(ItStood(tagged)))
    return after_card(replace(state, tagger=None), told)
