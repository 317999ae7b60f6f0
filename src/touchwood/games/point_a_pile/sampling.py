"""Imagining: a whole state that fits what a seat knows.

Hidden are the missions of others and of the rest, sealed fingers and throws, and in a window who has decided what; all
else is open to those who have forgotten nothing. From a poorer view (the memory variant, somebody who forgets) buried
rows are filled with cards that are not seen anywhere.
"""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from touchwood.core.seats import Seat, clockwise_from
from touchwood.games.point_a_pile.actions import Hand, Pass, Trigger
from touchwood.games.point_a_pile.cards import CardId, shipped_missions
from touchwood.games.point_a_pile.options import deck_of
from touchwood.games.point_a_pile.rules.reach import random_trigger, reach_of
from touchwood.games.point_a_pile.rules.table import in_round
from touchwood.games.point_a_pile.rules.windows import intent_of, with_an_action
from touchwood.games.point_a_pile.state import (
    EMPTY_SPACE,
    WINDOWS,
    AfterDraw,
    Battle,
    Cards,
    Finger,
    Intent,
    Phase,
    Player,
    Round,
    State,
)
from touchwood.games.point_a_pile.view import SeenBattle, SeenPlayer, View

_TRIES = 100


def sample_state(seen: View, rng: Random) -> State:
    unseen = unseen_cards(seen)
    buried = sum([player.length - (player.last is not None) for player in seen.players if player.row is None])
    imagined = iter(rng.sample(unseen, buried))
    rows = [_row(player, imagined) for player in seen.players]
    missions = sample_missions(seen, rng)
    held = {mission for mission in missions if mission is not None}
    state = State(
        options=seen.options,
        phase=seen.phase,
        players=tuple(
            Player(row, mission, player.ruled_out)
            for player, row, mission in zip(seen.players, rows, missions, strict=True)
        ),
        deck=tuple(sorted(set(unseen) - {card for row in rows for card in row})),
        round=_round(seen, rows, rng),
        missions=tuple([each for each in shipped_missions() if each not in held])
        if seen.options.complete_a_mission
        else (),
        discard=seen.discard,
        headpointer=Seat(0) if seen.headpointer is None else seen.headpointer,
        rounds=seen.rounds,
        shown=seen.shown,
        thrown=seen.thrown,
        version=seen.version,
    )
    if seen.phase in WINDOWS:
        return _with_choices(state, seen, rng)
    return _with_queue(state, seen, rng) if seen.battle is not None else state


def unseen_cards(seen: View) -> list[CardId]:
    """All cards of the deck but those whose place the viewer knows, in order."""
    known: set[CardId] = {*seen.discard, *seen.hand, *seen.aside}
    lying = [pile.cards for pile in (*seen.piles, *(prize.pile for prize in seen.prizes))]
    known.update(*lying, *(contest.cards for contest in seen.contests))
    for player in seen.players:
        known.update(player.row if player.row is not None else () if player.last is None else (player.last,))
    return [card for card in deck_of(seen.options) if card not in known]


def _row(player: SeenPlayer, imagined: Iterator[CardId]) -> Cards:
    if player.row is not None or player.last is None:
        return player.row or ()
    return (*(next(imagined) for _ in range(player.length - 1)), player.last)


# -- Missions -------------------------------------------------------------------------------------------------------
def sample_missions(seen: View, rng: Random) -> list[CardId | None]:
    """By seat. Every way to deal the missions that nobody has seen is alike, but for those that are ruled out."""
    held = [player.mission for player in seen.players]
    if not seen.options.complete_a_mission:
        return held
    hidden = [seat for seat, player in enumerate(seen.players) if player.has_mission and player.mission is None]
    free = [mission for mission in shipped_missions() if mission not in held]
    allowed = [[mission for mission in free if mission not in seen.players[seat].ruled_out] for seat in hidden]
    for seat, mission in zip(hidden, _distinct(allowed, rng), strict=True):
        held[seat] = mission
    return held


def _distinct(allowed: list[list[CardId]], rng: Random) -> list[CardId]:
    """One of each list, all different; every such choice alike. Drawn and thrown away until it fits; where that takes
    too long the ways to go on are counted before each choice."""
    for _ in range(_TRIES):
        drawn = [rng.choice(missions) for missions in allowed]
        if len(set(drawn)) == len(drawn):
            return drawn
    return _distinct_by_counting(allowed, rng)


def _distinct_by_counting(allowed: list[list[CardId]], rng: Random) -> list[CardId]:
    counted: dict[tuple[int, frozenset[CardId]], int] = {}

    def ways(number: int, used: frozenset[CardId]) -> int:
        if number == len(allowed):
            return 1
        key = (number, used)
        if key not in counted:
            counted[key] = sum([ways(number + 1, used | {each}) for each in allowed[number] if each not in used])
        return counted[key]

    chosen: list[CardId] = []
    for number, missions in enumerate(allowed):
        used = frozenset(chosen)
        left = [mission for mission in missions if mission not in used]
        weights = [ways(number + 1, used | {mission}) for mission in left]
        chosen += rng.choices(left, weights)
    return chosen


# -- The round ------------------------------------------------------------------------------------------------------
def _round(seen: View, rows: list[Cards], rng: Random) -> Round:
    return Round(
        fingers=_fingers(seen, rng),
        won=seen.won if seen.won is not None else ((),) * len(rows),
        draw_more=seen.draw_more,
        to_draw=seen.to_draw,
        hand=seen.hand,
        rule=seen.rule,
        piles=seen.piles,
        pointers=seen.pointers,
        later=seen.later,
        out=seen.out,
        at_empty=seen.at_empty,
        contests=seen.contests,
        aside=seen.aside,
        prizes=seen.prizes,
        acted=seen.acted,
        are_actions_stopped=seen.are_actions_stopped,
        battle=None if seen.battle is None else _battle(seen, seen.battle, rng),
        after_draw=_imagined_draw(seen, rows) if seen.won is None else seen.after_draw,
    )


def _imagined_draw(seen: View, rows: list[Cards]) -> AfterDraw | None:
    """Who has forgotten what was won since the draw takes what lies on the table for all of it."""
    if not seen.options.wait_a_minute or seen.headpointer is None:
        return None
    lying = [pile.cards for pile in (*seen.piles, *(prize.pile for prize in seen.prizes))]
    lying += [contest.cards for contest in seen.contests]
    drawn = (*seen.hand, *(card for cards in lying for card in cards), *seen.aside)
    return AfterDraw(tuple(rows), seen.discard, drawn, seen.headpointer, seen.acted)


def _fingers(seen: View, rng: Random) -> tuple[Finger | None, ...]:
    """A sealed finger points anywhere, all alike."""
    picks = (EMPTY_SPACE, *(pile.place for pile in seen.piles))
    return tuple(
        rng.choice(picks) if finger is None and seen.phase is Phase.POINTING and seat in seen.ready else finger
        for seat, finger in enumerate(seen.fingers)
    )


def _battle(seen: View, battle: SeenBattle, rng: Random) -> Battle:
    throws = tuple(
        battle.own_throw
        if seat == seen.viewer
        else rng.choice(tuple(Hand))
        if seat in seen.ready and seat not in battle.by_lot
        else None
        for seat in range(len(seen.players))
    )
    return Battle(battle.seat, battle.card, battle.place, battle.seats, throws, battle.thrown, battle.by_lot)


# -- Windows --------------------------------------------------------------------------------------------------------
def _with_choices(state: State, seen: View, rng: Random) -> State:
    """Who else is asked follows from the rows; whether they have decided, and what, is anybody's guess. Somebody is
    still undecided, or the window would be closed."""
    others = [seat for seat in with_an_action(state, seen.phase) if seat != seen.viewer]
    is_asked = seen.reach is not None
    is_undecided = is_asked and seen.choice is None
    if not others and not is_undecided:
        # Rows were filled from a poor view, and none of them has an action: any other seat may be the one.
        others = [Seat(seat) for seat in range(len(seen.players)) if seat != seen.viewer][:1]
    choices: list[Trigger | Pass | None] = [None] * len(seen.players)
    undecided = None if is_undecided else rng.choice(others)
    for seat in others:
        if seat != undecided:
            choices[seat] = rng.choice((None, Pass(), random_trigger(reach_of(state, seat, seen.phase), rng)))
    asked = list(others)
    if isinstance(seen.viewer, int) and is_asked:
        choices[seen.viewer] = seen.choice
        asked.append(seen.viewer)
    return in_round(state, asked=tuple(sorted(asked)), choices=tuple(choices))


def _with_queue(state: State, seen: View, rng: Random) -> State:
    """While a battle is fought: what those later in the order may have chosen in the window that it breaks off."""
    assert seen.battle is not None
    order = clockwise_from(state.headpointer, len(state.players))
    later = order[order.index(seen.battle.seat) + 1 :]
    queue: list[Intent] = []
    for seat in with_an_action(replace(state, phase=Phase.AFTER_PICKS), Phase.AFTER_PICKS):
        if seat in later and seat != seen.viewer and rng.random() < 0.5:
            trigger = random_trigger(reach_of(state, seat, Phase.AFTER_PICKS), rng)
            if trigger is not None:
                queue.append(intent_of(state, seat, trigger))
    if seen.pending is not None:
        queue.append(seen.pending)
    queue.sort(key=lambda intent: order.index(intent.seat))
    return in_round(state, queue=tuple(queue))
