"""What a seat or a spectator of Point-a-Pile may know, built by naming it.

Open to all: the draw, all piles, what is set aside, the discards, the rule in force, who is out, fingers once they are
shown, and the rows (5.1); in the memory variant of another's row only its last card and its length (5.2). A finger, a
throw and a mission are their seat's own. In a window a seat learns whether it is asked itself, and nobody anything
about anybody else (9.12).

`remembered` is the view of somebody who has forgotten nothing. `sampling.py` imagines whole states from it.
"""

from typing import Annotated, Final, TypeAlias

from msgspec.structs import replace

from touchwood.core.remembering import remembers_newest
from touchwood.core.seats import Seat, Spectator, Viewer
from touchwood.core.shown import NOT_SHOWN, ON_DEMAND, BySeat, with_words
from touchwood.core.values import Value
from touchwood.core.versions import Versioned
from touchwood.games.point_a_pile.actions import (
    Action,
    Hand,
    KeepFingerUp,
    LayOut,
    Pass,
    SplitPile,
    Throw,
    ThrowByLot,
    Trigger,
)
from touchwood.games.point_a_pile.cards import CardId, Kind
from touchwood.games.point_a_pile.events import (
    ActionTriggered,
    AsideScored,
    CardDrawn,
    CardGiven,
    CardMovedToEnd,
    CardsSwitched,
    CardStolen,
    EmptySpaceShown,
    Event,
    NoFingerShown,
    PileLies,
    PileScored,
    PileSetAside,
    PileShown,
    RoundRedone,
    ThrowShown,
)
from touchwood.games.point_a_pile.options import Options, card_list
from touchwood.games.point_a_pile.rules.battle import awaited_throwers, has_thrown
from touchwood.games.point_a_pile.rules.judging import Foul, known_fouls
from touchwood.games.point_a_pile.rules.legality import is_able
from touchwood.games.point_a_pile.rules.pointing import awaited_pointers, is_shown
from touchwood.games.point_a_pile.rules.police import rule_kind
from touchwood.games.point_a_pile.rules.reach import Reach, reach_of
from touchwood.games.point_a_pile.rules.round import laying_of
from touchwood.games.point_a_pile.rules.scoring import ScoreLine, row_points, score_sheet
from touchwood.games.point_a_pile.rules.shy import asks_for_leaders
from touchwood.games.point_a_pile.rules.splitting import (
    Laying,
    cut_in_the_middle,
    one_pile,
    to_lay_out,
    to_split,
    with_the_rest,
)
from touchwood.games.point_a_pile.rules.table import cards_of
from touchwood.games.point_a_pile.rules.winning import fulfilling, points, winners, with_best_score, with_worst_score
from touchwood.games.point_a_pile.rulings import throws_by_lot
from touchwood.games.point_a_pile.state import (
    EMPTY_SPACE,
    KEPT_UP,
    WINDOWS,
    AfterDraw,
    Cards,
    Contest,
    Finger,
    Intent,
    Phase,
    Pile,
    Prize,
    State,
)

ShownFinger: TypeAlias = Annotated[Finger, with_words({EMPTY_SPACE: "empty_space", KEPT_UP: "no_finger"})]


class SeenPlayer(Value, frozen=True):
    """A player as the viewer sees them."""

    row: Cards | None
    """The scored cards, the last one last; None: buried (memory variant)."""
    last: CardId | None
    length: int
    points: int | None
    sheet: Annotated[tuple[ScoreLine, ...] | None, ON_DEMAND]
    """What each card of the row is worth now, and why."""
    has_mission: bool
    mission: CardId | None
    """One's own; at the end the fulfilled ones."""
    ruled_out: Cards
    """Missions that cannot be this player's, as everybody has seen; () where rows are buried."""


class SeenBattle(Value, frozen=True):
    seat: Seat
    card: CardId
    place: int
    seats: tuple[Seat, ...]
    thrown: int
    own_throw: Hand | None
    by_lot: tuple[Seat, ...]
    """Those whose throw chance names: the viewer, and once all throws are in everybody."""


class View(Versioned, frozen=True):
    viewer: Seat | Spectator
    options: Options
    phase: Phase
    asked: tuple[Seat, ...]
    """Whose choice is awaited; in a window only whether the viewer's is."""
    headpointer: Seat | None
    """None: not named yet."""
    rounds: int
    """Rounds finished."""
    players: BySeat[SeenPlayer]
    leaders: tuple[Seat, ...] | None
    """Those with the best score; None where the memory variant does not show it."""
    worst: tuple[Seat, ...] | None
    deck_size: int
    discard: Annotated[Cards, ON_DEMAND]
    to_draw: int
    draw_more: int
    hand: Cards
    """Drawn and not yet laid out."""
    most_piles: int | None
    """How many piles a layout or a split may make now; None: nothing is to be laid."""
    rule: CardId | None
    """The rule in force."""
    piles: tuple[Pile, ...]
    pointers: tuple[Seat, ...]
    later: tuple[Seat, ...]
    """Those who still wait for the others to point."""
    ready: tuple[Seat, ...]
    """Those whose finger is down, or whose throw is made."""
    fingers: BySeat[ShownFinger | None]
    """As far as the viewer may see them: its own, those shown, and after the picks the valid ones."""
    fouls: tuple[Foul, ...]
    """While the viewer points: the picks that are invalid for it, and why, as far as it can know."""
    out: tuple[Seat, ...]
    at_empty: tuple[Seat, ...]
    contests: tuple[Contest, ...]
    aside: Cards
    prizes: tuple[Prize, ...]
    won: BySeat[Cards] | None
    """By seat: cards scored from piles in this round; None where rows are buried."""
    acted: tuple[Seat, ...]
    are_actions_stopped: bool
    choice: Trigger | Pass | None
    """In a window: what the viewer has chosen."""
    pending: Intent | None
    """While a battle is fought: the viewer's action that comes after it."""
    reach: Annotated[Reach | None, NOT_SHOWN]
    """In a window: what the viewer's action cards can reach, if it is asked."""
    battle: SeenBattle | None
    shown: BySeat[ShownFinger | None]
    """The fingers last shown."""
    thrown: BySeat[Hand | None]
    """The throws last shown."""
    after_draw: Annotated[AfterDraw | None, NOT_SHOWN]
    """What a redo would go back to; None where rows are buried or there is none."""
    winners: tuple[Seat, ...] | None
    """None until the game is over."""


# -- The two entry points -------------------------------------------------------------------------------------------
def view(state: State, viewer: Viewer) -> View:
    is_over = state.phase is Phase.OVER
    buries = state.options.memory and not is_over
    seats = range(len(state.players))
    return make_view(state, viewer, tuple([seat for seat in seats if seat == viewer or not buries]))


def remembered(state: State, seat: Seat) -> View:
    """5.5: every row, as it was seen when its cards were scored."""
    return make_view(state, seat, tuple(range(len(state.players))))


def make_view(state: State, viewer: Viewer, open_rows: tuple[int, ...]) -> View:
    now, seats = state.round, len(state.players)
    is_all_open = len(open_rows) == seats
    return View(
        viewer=viewer,
        options=state.options,
        phase=state.phase,
        asked=asked_as_seen(state, viewer),
        headpointer=None if state.phase is Phase.FIRST else state.headpointer,
        rounds=state.rounds,
        players=tuple(
            [
                seen_player(state, Seat(seat), viewer, scored if seat in open_rows else None)
                for seat, scored in enumerate(points(state))
            ]
        ),
        leaders=with_best_score(state) if is_all_open or shows_leaders(state) else None,
        worst=with_worst_score(state) if is_all_open or shows_worst(state) else None,
        deck_size=len(state.deck),
        discard=state.discard,
        to_draw=now.to_draw,
        draw_more=now.draw_more,
        hand=now.hand,
        most_piles=laying_of(state).most_piles if state.phase in (Phase.LAYOUT, Phase.SPLIT) else None,
        rule=now.rule,
        piles=now.piles,
        pointers=now.pointers,
        later=now.later,
        ready=ready(state),
        fingers=fingers_as_seen(state, viewer),
        fouls=fouls_as_known(state, viewer),
        out=now.out,
        at_empty=now.at_empty,
        contests=now.contests,
        aside=now.aside,
        prizes=now.prizes,
        won=now.won if is_all_open else None,
        acted=now.acted,
        are_actions_stopped=now.are_actions_stopped,
        choice=own_choice(state, viewer),
        pending=next((intent for intent in now.queue if intent.seat == viewer), None),
        reach=own_reach(state, viewer),
        battle=battle_as_seen(state, viewer),
        shown=state.shown,
        thrown=state.thrown,
        after_draw=now.after_draw if is_all_open else None,
        winners=winners(state) if state.phase is Phase.OVER else None,
        version=state.version,
    )


# -- Players --------------------------------------------------------------------------------------------------------
def seen_player(state: State, seat: Seat, viewer: Viewer, scored: int | None) -> SeenPlayer:
    """`scored` are the player's points; None: the row is buried."""
    player, is_open = state.players[seat], scored is not None
    is_revealed = state.phase is Phase.OVER and seat in fulfilling(state)
    return SeenPlayer(
        row=player.row if is_open else None,
        last=player.row[-1] if player.row else None,
        length=len(player.row),
        points=scored,
        sheet=score_sheet(cards_of(state), player.row, seat == state.headpointer) if is_open else None,
        has_mission=player.mission is not None,
        mission=player.mission if seat == viewer or is_revealed else None,
        ruled_out=player.ruled_out if is_open else (),
    )


def shows_leaders(state: State) -> bool:
    """5.3: where a card asks for the best, it shows who that is."""
    return rule_kind(state) is Kind.LEADER_NOT_LARGEST or asks_for_leaders(state)


def shows_worst(state: State) -> bool:
    return rule_kind(state) is Kind.LAST_POINTS_LATER


# -- What is awaited ------------------------------------------------------------------------------------------------
def asked_as_seen(state: State, viewer: Viewer) -> tuple[Seat, ...]:
    match state.phase:
        case Phase.LAYOUT | Phase.SPLIT:
            return (state.headpointer,)
        case Phase.POINTING:
            return awaited_pointers(state)
        case Phase.THROW:
            return awaited_throwers(state)
        case phase if phase in WINDOWS:
            is_asked = viewer in state.round.asked and own_choice(state, viewer) is None
            return (viewer,) if is_asked and not isinstance(viewer, Spectator) else ()
        case _:
            return ()


def ready(state: State) -> tuple[Seat, ...]:
    if state.phase is Phase.POINTING:
        return tuple([seat for seat in state.round.pointers if state.round.fingers[seat] is not None])
    battle = state.round.battle
    return () if battle is None else tuple([seat for seat in battle.seats if has_thrown(battle, seat)])


def unsealed(seen: View) -> View:
    """As if nobody had pointed yet whose finger is not seen, and nobody else thrown."""
    is_pointing = seen.phase is Phase.POINTING
    sealed = [seat for seat in seen.ready if (seen.fingers[seat] is None if is_pointing else seat != seen.viewer)]
    known = tuple([seat for seat in seen.ready if seat not in sealed])
    return replace(seen, ready=known, asked=tuple(sorted({*seen.asked, *sealed})))


def fingers_as_seen(state: State, viewer: Viewer) -> tuple[Finger | None, ...]:
    fingers = state.round.fingers
    if state.phase is not Phase.POINTING:
        return fingers
    return tuple(
        [finger if seat == viewer or is_shown(state, Seat(seat)) else None for seat, finger in enumerate(fingers)]
    )


def fouls_as_known(state: State, viewer: Viewer) -> tuple[Foul, ...]:
    """7.8: warnings, never refusals."""
    is_pointing = state.phase is Phase.POINTING and viewer in state.round.pointers
    return known_fouls(state, viewer) if is_pointing and not isinstance(viewer, Spectator) else ()


def own_choice(state: State, viewer: Viewer) -> Trigger | Pass | None:
    if isinstance(viewer, Spectator) or not state.round.choices:
        return None
    return state.round.choices[viewer]


def own_reach(state: State, viewer: Viewer) -> Reach | None:
    if isinstance(viewer, Spectator) or state.phase not in WINDOWS or not is_able(state, viewer):
        return None
    return reach_of(state, viewer, state.phase)


def battle_as_seen(state: State, viewer: Viewer) -> SeenBattle | None:
    battle = state.round.battle
    if battle is None:
        return None
    own = None if isinstance(viewer, Spectator) else battle.throws[viewer]
    is_open = state.phase is Phase.THROW_LOT
    by_lot = tuple([seat for seat in battle.by_lot if is_open or seat == viewer])
    return SeenBattle(battle.seat, battle.card, battle.place, battle.seats, battle.thrown, own, by_lot)


# -- Hints ----------------------------------------------------------------------------------------------------------
def worth(seen: View) -> dict[str, int]:
    """What each pile would add to the viewer's points, scored alone and now."""
    if isinstance(seen.viewer, Spectator):
        return {}
    row, is_headpointer = seen.players[seen.viewer].row, seen.headpointer == seen.viewer
    if row is None:
        return {}
    cards = card_list(seen.options)
    now = row_points(cards, row, is_headpointer)
    return {f"pile:{pile.place}": row_points(cards, row + pile.cards, is_headpointer) - now for pile in seen.piles}


# -- Out of time ----------------------------------------------------------------------------------------------------
@remembers_newest  # a builder asks about one view at every part
def laying_seen(seen: View) -> Laying:
    """What is to be laid out or split now, from what is seen."""
    cards, limit = card_list(seen.options), seen.options.shy_pile_limit
    if seen.phase is Phase.SPLIT:
        return to_split(cards, seen.contests[0].cards, limit)
    return to_lay_out(cards, seen.hand, len(seen.players), limit)


def default_action(seen: View) -> Action:
    """11: what a seat that is asked does when its time is up."""
    match seen.phase:
        case Phase.LAYOUT:
            return LayOut(one_pile(laying_seen(seen)))
        case Phase.SPLIT:
            return SplitPile(cut_in_the_middle(laying_seen(seen)))
        case Phase.POINTING:
            return KeepFingerUp()
        case Phase.THROW:
            return ThrowByLot() if throws_by_lot(seen) else Throw(Hand.ROCK)
        case phase if phase in WINDOWS:
            return Pass()
        case _:
            raise ValueError(f"nobody is asked in the phase {seen.phase}")


def finish_begun(seen: View, begun: Action, touched: int | None) -> Action | None:
    """11.6: cards laid stay where they are."""
    match seen.phase, begun:
        case Phase.LAYOUT, LayOut(piles):
            whole = with_the_rest(laying_seen(seen), piles, touched)
            return None if whole is None else LayOut(whole)
        case Phase.SPLIT, SplitPile(piles):
            whole = with_the_rest(laying_seen(seen), piles, touched)
            return None if whole is None else SplitPile(whole)
        case _:
            return None


def is_begun_open(seen: View, seat: Seat, begun: Action) -> bool:
    """5.1: what was drawn is open to all, so everybody sees the one who is asked lay them out or split them."""
    match seen.phase, begun:
        case (Phase.LAYOUT, LayOut(piles)) | (Phase.SPLIT, SplitPile(piles)):
            laid = [card for pile in piles for card in pile]
            is_within = len(piles) <= (seen.most_piles or 0) and {*laid} <= {*laying_seen(seen).to_lay}
            return seat in seen.asked and is_within and len({*laid}) == len(laid)
        case _:
            return False


_NAMES_CARDS: Final = (
    *(CardDrawn, PileLies, PileScored, PileSetAside, AsideScored, RoundRedone, ActionTriggered),
    *(CardGiven, CardStolen, CardsSwitched, CardMovedToEnd),
)
"""Whoever heard all of these again would know every row: what was drawn, how it lay, where it went."""


def is_told_once(options: Options, event: Event) -> bool:
    """5.2: what lies buried is in nobody's log."""
    return options.memory and isinstance(event, _NAMES_CARDS)


def is_time_up_told(state: State) -> bool:
    """11: of the Headpointer, for whom everybody waits; not in secret choices and windows."""
    return state.phase in (Phase.LAYOUT, Phase.SPLIT)


def thinking_seconds(seen: View) -> int:
    """11: cards are laid one by one, a finger comes down at once."""
    match seen.phase:
        case Phase.LAYOUT:
            return 20 + 5 * len(seen.hand)
        case Phase.SPLIT:
            return 20 + 5 * len(seen.contests[0].cards)
        case Phase.THROW:
            return 12
        case _:
            return 20


def window_seconds(seen: View) -> int | None:
    """11: who is waited for in a window stays unsaid, so it closes by itself."""
    return 45 if seen.phase in WINDOWS else None


def shown_for(events: tuple[Event, ...]) -> int:
    """The count and all hands, then what was triggered or thrown, then what is taken home."""
    kinds = [type(event) for event in events]
    deeds = kinds.count(ActionTriggered) + (ThrowShown in kinds)
    hands = 2_500 if not {PileShown, EmptySpaceShown, NoFingerShown}.isdisjoint(kinds) else 0
    home = 850 if not {PileScored, PileSetAside, AsideScored}.isdisjoint(kinds) else 0
    return hands + home + (800 + 900 * deeds if deeds else 0)


def clock_only(action: Action) -> bool:
    """11.5: a person names the hand."""
    return isinstance(action, ThrowByLot)
