"""A battle: rock, paper, scissors for a contested pile (10.11). Throws are secret until the last one is made."""

from msgspec.structs import replace

from touchwood.core.events import to_all_but, to_everyone, to_only
from touchwood.core.seats import Seat, clockwise_from
from touchwood.games.point_a_pile.actions import Hand
from touchwood.games.point_a_pile.events import AddressedEvents, BattleGoesOn, Threw, ThrownByLot, ThrowShown
from touchwood.games.point_a_pile.rules.effects import spend, win_pile
from touchwood.games.point_a_pile.rules.table import in_round
from touchwood.games.point_a_pile.rules.windows import resolve
from touchwood.games.point_a_pile.state import Battle, Phase, State

MOST_THROWS = 5
BEATS = {Hand.ROCK: Hand.SCISSORS, Hand.PAPER: Hand.ROCK, Hand.SCISSORS: Hand.PAPER}


def battle_of(state: State) -> Battle:
    assert state.round.battle is not None  # asked only while there is one
    return state.round.battle


def has_thrown(battle: Battle, seat: Seat) -> bool:
    return battle.throws[seat] is not None or seat in battle.by_lot


def awaited_throwers(state: State) -> tuple[Seat, ...]:
    battle = battle_of(state)
    return tuple([seat for seat in battle.seats if not has_thrown(battle, seat)])


def throw(state: State, seat: Seat, hand: Hand | None, told: AddressedEvents) -> State:
    """11.5: no hand is one that chance will name; until the last throw is in it can be changed like any other."""
    battle = battle_of(state)
    told.append(to_only(seat, Threw(seat, hand)))
    if not has_thrown(battle, seat):
        told.append(to_all_but(seat, Threw(seat)))
    by_lot = {each for each in battle.by_lot if each != seat} | ({seat} if hand is None else set())
    in_order = tuple([each for each in clockwise_from(state.headpointer, len(state.players)) if each in by_lot])
    state = in_round(state, battle=replace(with_throw(battle, seat, hand), by_lot=in_order))
    return state if awaited_throwers(state) else draw_throws(state, told)


def with_throw(battle: Battle, seat: Seat, hand: Hand | None) -> Battle:
    return replace(battle, throws=(*battle.throws[:seat], hand, *battle.throws[seat + 1 :]))


def draw_throws(state: State, told: AddressedEvents) -> State:
    """All throws are in: chance falls for those out of time, one after the other, then all are shown."""
    return replace(state, phase=Phase.THROW_LOT) if battle_of(state).by_lot else show_throws(state, told)


def name_throw(state: State, outcome: int, told: AddressedEvents) -> State:
    battle = battle_of(state)
    seat, *rest = battle.by_lot
    hand = tuple(Hand)[outcome]
    told.append(to_everyone(ThrownByLot(seat, hand)))
    return draw_throws(in_round(state, battle=replace(with_throw(battle, seat, hand), by_lot=tuple(rest))), told)


def show_throws(state: State, told: AddressedEvents) -> State:
    """Two kinds thrown: the winners stay, else all stay; five throws in all, then by lot."""
    battle = battle_of(state)
    for seat in battle.seats:
        hand = battle.throws[seat]
        assert hand is not None
        told.append(to_everyone(ThrowShown(seat, hand)))
    staying = winners_of(battle)
    state = replace(state, thrown=battle.throws)
    if len(staying) == 1:
        return end_battle(state, staying[0], told)
    nobody = (None,) * len(state.players)
    battle = replace(battle, seats=staying, throws=nobody, thrown=battle.thrown + 1)
    told.append(to_everyone(BattleGoesOn(staying)))
    return replace(in_round(state, battle=battle), phase=Phase.LOT if battle.thrown == MOST_THROWS else Phase.THROW)


def winners_of(battle: Battle) -> tuple[Seat, ...]:
    kinds = {battle.throws[seat] for seat in battle.seats}
    if len(kinds) != 2:
        return battle.seats
    best = next(hand for hand in kinds if hand is not None and BEATS[hand] in kinds)
    return tuple([seat for seat in battle.seats if battle.throws[seat] is best])


def draw_lot(state: State, outcome: int, told: AddressedEvents) -> State:
    return end_battle(state, battle_of(state).seats[outcome], told)


def end_battle(state: State, seat: Seat, told: AddressedEvents) -> State:
    """The pile is won, the battle card spent, and the window goes on."""
    battle = battle_of(state)
    state = win_pile(replace(in_round(state, battle=None), phase=Phase.AFTER_PICKS), seat, battle.place, told)
    return resolve(spend(state, battle.seat, battle.card, told), told)
