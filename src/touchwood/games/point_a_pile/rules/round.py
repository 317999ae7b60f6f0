"""A round, top to bottom as it is played. Pointing itself is in `pointing.py`, actions are in `windows.py`.

Each function does one stretch and names the next phase; `go_on` (in the package) walks through those in which nobody
has to be asked.
"""

from msgspec.structs import replace

from touchwood.core.events import to_all_but, to_everyone, to_only
from touchwood.core.seats import Seat
from touchwood.core.versions import written_version
from touchwood.games.point_a_pile.cards import shipped_missions
from touchwood.games.point_a_pile.events import (
    AddressedEvents,
    AsideDiscarded,
    AsideScored,
    CardDrawn,
    DiscardsShuffled,
    HeadpointerNamed,
    HeadpointerPassed,
    MissionDealt,
    PileLies,
    PilesLaid,
    PileSplit,
)
from touchwood.games.point_a_pile.options import CARDS_DRAWN_A_PLAYER, Options, deck_of
from touchwood.games.point_a_pile.rules.pointing import begin_pointing, set_aside
from touchwood.games.point_a_pile.rules.splitting import Laying, to_lay_out, to_split
from touchwood.games.point_a_pile.rules.table import cards_of, fresh_round, in_round, row_with, seated
from touchwood.games.point_a_pile.rules.winning import check_winning, reach_round_limit, run_out_of_cards
from touchwood.games.point_a_pile.state import AfterDraw, Cards, Phase, Pile, Player, State


# -- The setup ------------------------------------------------------------------------------------------------------
def initial(options: Options, seats: int, version: int) -> State:
    state = State(
        options=options,
        phase=Phase.FIRST,
        players=(Player(),) * seats,
        deck=deck_of(options),
        round=fresh_round(seats),
        missions=shipped_missions() if options.complete_a_mission else (),
        shown=(None,) * seats,
        thrown=(None,) * seats,
        version=written_version(version),
    )
    return state if options.first == "random" else after_first(replace(state, headpointer=options.first))


def name_headpointer(state: State, seat: Seat, told: AddressedEvents) -> State:
    """1.6"""
    told.append(to_everyone(HeadpointerNamed(seat)))
    return after_first(replace(state, headpointer=seat))


def after_first(state: State) -> State:
    """The first round has no window before its draw: nobody has a card."""
    if state.options.complete_a_mission:
        return replace(state, phase=Phase.MISSIONS)
    return start_drawing(state, whole_draw(state))


def deal_mission(state: State, outcome: int, told: AddressedEvents) -> State:
    """6.1: one each in secret, by seat."""
    seat = Seat(next(seat for seat, player in enumerate(state.players) if player.mission is None))
    mission = state.missions[outcome]
    told.append(to_only(seat, MissionDealt(seat, mission)))
    told.append(to_all_but(seat, MissionDealt(seat)))
    missions = tuple([each for each in state.missions if each != mission])
    players = seated(state.players, seat, Player(mission=mission))
    state = replace(state, missions=missions, players=players)
    return start_drawing(state, whole_draw(state)) if seat == len(players) - 1 else state


# -- The draw -------------------------------------------------------------------------------------------------------
def begin_round(state: State, told: AddressedEvents) -> State:
    return replace(state, round=fresh_round(len(state.players)), phase=Phase.BEFORE_DRAW)


def whole_draw(state: State) -> int:
    return CARDS_DRAWN_A_PLAYER * len(state.players) + state.round.draw_more


def begin_draw(state: State, told: AddressedEvents) -> State:
    """2.2: with too few cards for the whole draw all discards go back first. 2.3: with none at all the game ends."""
    wanted = whole_draw(state)
    if len(state.deck) < wanted and state.discard:
        told.append(to_everyone(DiscardsShuffled(len(state.discard))))
        state = replace(state, deck=tuple(sorted((*state.deck, *state.discard))), discard=())
    return start_drawing(state, wanted) if state.deck else run_out_of_cards(state, told)


def start_drawing(state: State, wanted: int) -> State:
    return replace(in_round(state, to_draw=min(wanted, len(state.deck))), phase=Phase.DRAW)


def draw_card(state: State, outcome: int, told: AddressedEvents) -> State:
    """2.1: public from the draw."""
    card, now = state.deck[outcome], state.round
    told.append(to_everyone(CardDrawn(state.headpointer, card)))
    state = replace(state, deck=state.deck[:outcome] + state.deck[outcome + 1 :])
    state = in_round(state, hand=(*now.hand, card), to_draw=now.to_draw - 1)
    return state if state.round.to_draw else end_draw(state)


def end_draw(state: State) -> State:
    if state.options.wait_a_minute:
        state = in_round(state, after_draw=remember_draw(state))
    return replace(state, phase=Phase.LAYOUT)


def remember_draw(state: State) -> AfterDraw:
    """What a redo goes back to (10.18)."""
    rows = tuple([player.row for player in state.players])
    return AfterDraw(rows, state.discard, state.round.hand, state.headpointer, state.round.acted)


# -- The layout -----------------------------------------------------------------------------------------------------
def laying_of(state: State) -> Laying:
    """What is to be laid out or split now."""
    cards, limit = cards_of(state), state.options.shy_pile_limit
    if state.phase is Phase.SPLIT:
        return to_split(cards, state.round.contests[0].cards, limit)
    return to_lay_out(cards, state.round.hand, len(state.players), limit)


def lay_out(state: State, piles: tuple[Cards, ...], told: AddressedEvents) -> State:
    """2.4, 2.5"""
    told.append(to_everyone(PilesLaid(state.headpointer, len(piles))))
    return replace(in_round(put_down(state, piles, told), hand=()), phase=Phase.AFTER_LAYOUT)


def put_down(state: State, piles: tuple[Cards, ...], told: AddressedEvents) -> State:
    laid = tuple([Pile(place, cards) for place, cards in enumerate(piles, start=1)])
    for pile in laid:
        told.append(to_everyone(PileLies(pile.place, pile.cards)))
    return in_round(state, piles=laid)


# -- Contested piles ------------------------------------------------------------------------------------------------
def next_contest(state: State, told: AddressedEvents) -> State:
    """2.9, 2.10: a split and its own splits are finished before the next pile; a single card is set aside in turn."""
    contests = state.round.contests
    if not contests:
        return replace(state, phase=Phase.ROUND_SETTLES)
    if len(contests[0].cards) > 1:
        return replace(state, phase=Phase.SPLIT)
    return in_round(set_aside(state, contests[0].cards, told), contests=contests[1:])


def split(state: State, piles: tuple[Cards, ...], told: AddressedEvents) -> State:
    """2.9: the Headpointer splits, in the round or not; just those players point again."""
    contest, *waiting = state.round.contests
    told.append(to_everyone(PileSplit(state.headpointer, len(piles), contest.seats)))
    state = in_round(put_down(state, piles, told), contests=tuple(waiting))
    return begin_pointing(state, contest.seats, told)


# -- The end of the round -------------------------------------------------------------------------------------------
def settle_round(state: State, told: AddressedEvents) -> State:
    """2.11: whoever alone was at empty space in this round scores what was set aside; otherwise it is discarded."""
    aside, at_empty = state.round.aside, state.round.at_empty
    if aside and len(at_empty) == 1:
        told.append(to_everyone(AsideScored(at_empty[0], aside)))
        state = row_with(state, at_empty[0], *aside)
    elif aside:
        told.append(to_everyone(AsideDiscarded(aside)))
        state = replace(state, discard=(*state.discard, *aside))
    state = check_winning(in_round(state, aside=()), told)
    return state if state.phase is Phase.OVER else replace(state, phase=Phase.AFTER_ROUND)


def end_round(state: State, told: AddressedEvents) -> State:
    """2.12: the Headpointer passes on, winning is checked, and then the limit is met."""
    following = Seat((state.headpointer + 1) % len(state.players))
    state = replace(state, headpointer=following, rounds=state.rounds + 1, round=fresh_round(len(state.players)))
    ends: AddressedEvents = []
    state = check_winning(state, ends)
    if state.phase is not Phase.OVER and 0 < state.options.round_limit <= state.rounds:
        state = reach_round_limit(state, ends)
    begins = None if state.phase is Phase.OVER else state.rounds + 1
    told.extend([to_everyone(HeadpointerPassed(following, begins)), *ends])
    return state if state.phase is Phase.OVER else replace(state, phase=Phase.ROUND_BEGINS)
