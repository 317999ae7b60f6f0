"""The setup: who begins, and three cards for everyone."""

from msgspec.structs import replace

from touchwood.core.events import to_all_but, to_everyone, to_only
from touchwood.core.seats import Seat
from touchwood.core.versions import written_version
from touchwood.games.tag.events import AddressedEvents, CardDealt, FirstPlayerNamed
from touchwood.games.tag.options import Options
from touchwood.games.tag.rules.cards import count_changed, seated
from touchwood.games.tag.rules.turn import begin_turn
from touchwood.games.tag.state import Kind, Phase, Player, State

CARDS_DEALT_EACH = 3


def initial(options: Options, seats: int, version: int) -> State:
    """Nothing is dealt yet; IT lies in the middle (1.8)."""
    written = written_version(version)
    state = State(options, Phase.FIRST, (Player(),) * seats, options.deck.counts, version=written)
    if options.first == "random":
        return state
    return replace(state, phase=Phase.DEAL, turn=options.first)


def name_first_player(state: State, seat: Seat, told: AddressedEvents) -> State:
    """1.5"""
    told.append(to_everyone(FirstPlayerNamed(seat)))
    return replace(state, phase=Phase.DEAL, turn=seat)


def deal_card(state: State, kind: Kind, told: AddressedEvents) -> State:
    """1.6: one card at a time, clockwise from the first player, three rounds."""
    count = len(state.players)
    dealt = sum([len(player.hand) for player in state.players])
    seat = Seat((state.turn + dealt) % count)
    told.append(to_only(seat, CardDealt(seat, kind)))
    told.append(to_all_but(seat, CardDealt(seat)))
    player = Player((*state.players[seat].hand, kind))
    state = replace(state, deck=count_changed(state.deck, kind, -1), players=seated(state.players, seat, player))
    return begin_turn(state, told) if dealt + 1 == CARDS_DEALT_EACH * count else state
