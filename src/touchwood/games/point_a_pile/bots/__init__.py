"""Players that know Point-a-Pile. Start with `Cutter`, which does all; `greedy` is what it has to beat.

`worth.py` says how good a row is, `picking.py` mixes picks by regret matching, `cutting.py` lays piles out, `acting.py`
tries actions; between two `duel.py` solves what is left of the round, with expansions `foreseeing.py` thinks of what
others may want. None of them meets a state but one imagined from the view: what its level remembers of it.
"""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from msgspec.structs import replace

from touchwood.core.bot import Bot, Searcher, Weigher
from touchwood.core.builder import build_at_random
from touchwood.core.seats import Seat
from touchwood.games.point_a_pile.actions import Action, LayOut, Pass, Point, PointAtEmptySpace, SplitPile
from touchwood.games.point_a_pile.bots.acting import best_action
from touchwood.games.point_a_pile.bots.cutting import best_piles
from touchwood.games.point_a_pile.bots.duel import Duel, is_duel
from touchwood.games.point_a_pile.bots.foreseeing import best_cut, best_finger
from touchwood.games.point_a_pile.bots.picking import Stakes, mixed_pick, play_against_itself
from touchwood.games.point_a_pile.bots.worth import goals_of
from touchwood.games.point_a_pile.building import LAYOUT, SPLIT
from touchwood.games.point_a_pile.options import Options, card_list
from touchwood.games.point_a_pile.packing import COVERED_VERSIONS, covers
from touchwood.games.point_a_pile.rules.scoring import row_points
from touchwood.games.point_a_pile.sampling import sample_state
from touchwood.games.point_a_pile.state import EMPTY_SPACE, WINDOWS, Finger, Phase, State
from touchwood.games.point_a_pile.view import View, unsealed


def viewer_of(view: View) -> Seat:
    assert isinstance(view.viewer, int)  # a spectator is never asked
    return view.viewer


def pick(finger: Finger) -> Action:
    return PointAtEmptySpace() if finger == EMPTY_SPACE else Point(finger)


@dataclass(frozen=True)
class Greedy:
    """Points at what is worth most to it now, whatever the others do; lays out anyhow, and never acts."""

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        if view.phase is Phase.LAYOUT:
            return build_at_random(LAYOUT, view, rng)
        if view.phase is Phase.SPLIT:
            return build_at_random(SPLIT, view, rng)
        if view.phase is not Phase.POINTING:
            return rng.choice(actions)  # pass, or any throw
        seat, bad = viewer_of(view), {foul.finger for foul in view.fouls}
        cards, row = card_list(view.options), view.players[viewer_of(view)].row or ()
        worth: dict[Finger, float] = {
            pile.place: row_points(cards, (*row, *pile.cards), seat == view.headpointer)
            for pile in view.piles
            if pile.place not in bad
        }
        if not worth:
            return PointAtEmptySpace()
        best = max(worth.values())
        return pick(rng.choice([place for place, points in worth.items() if points == best]))


@dataclass(frozen=True)
class Cutter:
    """Cuts piles so that what others like leaves it what it likes, and mixes its picks."""

    layouts: int
    """Layouts tried before one is laid."""
    rounds: int
    """Rounds of regret matching before a finger goes down."""
    actions: int
    """Actions tried in a window."""
    remembers: bool = True
    """Whether it knows the buried cards of others (memory variant)."""
    solves_duels: bool = False
    """Whether it solves a round between two, instead of trying some layouts and rounds."""
    looks_into_splits: bool = True
    """Whether it solves that down to the last split, or guesses what a pile brings that both want."""
    worlds: int = 0
    """In how many the others are foreseen (`foreseeing.py`); 0: a glance and rounds of regret matching decide."""

    def with_nodes(self, percent: int) -> "Cutter":
        """See `Budgeted`; a node is a layout, a round or an action. A solved duel is solved whole."""

        def part(nodes: int) -> int:
            return max(min(1, nodes), nodes * percent // 100)

        return dataclasses.replace(
            self,
            layouts=part(self.layouts),
            rounds=part(self.rounds),
            actions=part(self.actions),
            worlds=part(self.worlds),
        )

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        seat = viewer_of(view)
        known = view if self.remembers else without_buried_cards(view)
        if view.phase is Phase.THROW:
            return rng.choice(actions)
        world, goals = sample_state(known, rng), goals_of(known)
        if self.solves_duels and view.phase not in WINDOWS and is_duel(world):
            return choose_in_duel(Duel(world, goals, looks_into_splits=self.looks_into_splits), view, rng)
        if view.phase in (Phase.LAYOUT, Phase.SPLIT):
            if self.worlds:
                piles = best_cut(known, seat, self.layouts, self.worlds, rng)
            else:
                piles = best_piles(world, goals, self.layouts, rng)
            return LayOut(piles) if view.phase is Phase.LAYOUT else SplitPile(piles)
        if view.phase in WINDOWS:
            return best_action(world, seat, goals, self.actions, rng) if view.reach is not None else Pass()
        if self.worlds:
            return pick(best_finger(known, seat, self.worlds, rng))
        stakes = Stakes(world, goals, view.pointers)
        stakes.fix({other: finger for other, finger in enumerate(view.fingers) if other != seat and finger is not None})
        return pick(mixed_pick(stakes, seat, self.rounds, rng))


def choose_in_duel(duel: Duel, view: View, rng: Random) -> Action:
    """The best cut, or a pick drawn from the mix that no answer can harm."""
    if view.phase is Phase.LAYOUT:
        return LayOut(duel.best_piles())
    if view.phase is Phase.SPLIT:
        return SplitPile(duel.best_piles())
    places = [EMPTY_SPACE, *(pile.place for pile in view.piles)]
    return pick(rng.choices(places, mix_in_duel(duel, places, view))[0])


def mix_in_duel(duel: Duel, places: Sequence[Finger], view: View) -> Sequence[float]:
    pointing, seat = duel.pointing_now(), viewer_of(view)
    other = Seat(1 - seat)
    seen = view.fingers[other]
    leads = pointing.leads_of(seat)
    # 7.7: whoever points later sees the finger of the other.
    if other in view.later:
        worths = [min(answers) for answers in leads]
    elif seen in places:
        worths = [answers[places.index(seen)] for answers in leads]
    else:
        return pointing.mix_of(seat)
    return [1.0 if worth == max(worths) else 0.0 for worth in worths]


def without_buried_cards(view: View) -> View:
    """The view of one who remembers of others only what lies on top, where the table shows no more."""
    if not view.options.memory:
        return view
    players = [
        player if seat == view.viewer else replace(player, row=None, points=None, sheet=None, ruled_out=())
        for seat, player in enumerate(view.players)
    ]
    return replace(view, players=tuple(players), won=None, after_draw=None)


# -- What a tree search is lent --------------------------------------------------------------------------------------
_CUTS_TRIED = 6
_LAYOUTS_A_CUT = 30


def worth_trying(view: View, rng: Random) -> Sequence[Action]:
    """Every finger; of layouts and splits some that promise most at a glance."""
    if view.phase in (Phase.LAYOUT, Phase.SPLIT):
        world, goals = sample_state(view, rng), goals_of(view)
        cuts = [best_piles(world, goals, _LAYOUTS_A_CUT, rng) for _ in range(_CUTS_TRIED)]
        return [LayOut(piles) if view.phase is Phase.LAYOUT else SplitPile(piles) for piles in cuts]
    return every_finger(view, rng)


def every_finger(view: View, rng: Random) -> Sequence[Action]:
    """Piles are cut by a glance."""
    if view.phase is not Phase.POINTING:
        return ()
    return [PointAtEmptySpace(), *(Point(pile.place) for pile in view.piles)]


_RUNS_OF_OTHERS = 4
_ROUNDS_A_RUN = 15


def expected_fingers(view: View, rng: Random) -> Sequence[Sequence[tuple[Action, float]]]:
    """Of each player who points now and has shown no finger: where to, if all of them mix by regret matching."""
    if view.phase is not Phase.POINTING:
        return ()
    seen, seat = unsealed(view), viewer_of(view)
    stakes = Stakes(sample_state(seen, rng), goals_of(seen), seen.pointers)
    stakes.fix({other: finger for other, finger in enumerate(seen.fingers) if other != seat and finger is not None})
    expected: list[list[tuple[Action, float]]] = [[] for _ in view.players]
    for _ in range(_RUNS_OF_OTHERS):
        played = play_against_itself(stakes, _ROUNDS_A_RUN, rng)
        for other, picks in zip(stakes.seats, played.picks, strict=True):
            if other not in seen.ready:
                whole = _RUNS_OF_OTHERS * sum(picks)
                expected[other] += [(pick(stakes.places[number]), part / whole) for number, part in enumerate(picks)]
    return expected


def nothing_expected(view: View, rng: Random) -> Sequence[Sequence[tuple[Action, float]]]:
    """Others point by quick moves, as in the rest of what is imagined."""
    return ()


@dataclass(frozen=True)
class BeforeSearch:
    """What a tree search improves on. Where there is one, with three and more, a glance will do: cutting and mixing at
    length won no more there (docs/bots.md). Between two rounds are solved; with expansions the others are foreseen."""

    glance: Cutter
    alone: Cutter

    def with_nodes(self, percent: int) -> "BeforeSearch":
        """See `Budgeted`."""
        return BeforeSearch(self.glance.with_nodes(percent), self.alone.with_nodes(percent))

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        seats = len(view.players)
        is_searched = seats > 2 and covers(view.options, seats, view.rules_version)
        return (self.glance if is_searched else self.alone).choose(view, actions, rng)


@dataclass(frozen=True)
class BetweenTwo:
    """Another player between two without expansions: there a second thought is cheap, and a glance was so far below who
    solves that `medium` won 96% against it (docs/bots.md)."""

    duellist: Cutter
    usual: Cutter

    def with_nodes(self, percent: int) -> "BetweenTwo":
        """See `Budgeted`."""
        return BetweenTwo(self.duellist.with_nodes(percent), self.usual.with_nodes(percent))

    def choose(self, view: View, actions: Sequence[Action], rng: Random) -> Action:
        seats = len(view.players)
        is_duel = seats == 2 and covers(view.options, seats, view.rules_version)
        return (self.duellist if is_duel else self.usual).choose(view, actions, rng)


_GLANCE = Cutter(layouts=8, rounds=15, actions=12)
_QUICK = BeforeSearch(glance=_GLANCE, alone=Cutter(layouts=60, rounds=15, actions=40, solves_duels=True, worlds=8))
_MEDIUM = Weigher[View, Action](
    quick=dataclasses.replace(_GLANCE, solves_duels=True, looks_into_splits=False),
    worlds=4,
    stages=1,
    candidates=every_finger,
    expect=nothing_expected,
    unseal=unsealed,
    fewest_seats=3,
)
_DUEL = Searcher[State, View, Action](quick=_QUICK, nodes=400, candidates=worth_trying, unseal=unsealed, most_seats=2)
_HARD = dataclasses.replace(
    _MEDIUM,
    quick=dataclasses.replace(_DUEL, nodes=120),
    worlds=60,
    candidates=worth_trying,
    expect=expected_fingers,
    others_weigh=(4,),
)


def close_players(options: Options, seats: int) -> Mapping[str, str]:
    """With expansions nothing is weighed, and cutting and mixing a little longer is hardly worth a level."""
    return {} if covers(options, seats, COVERED_VERSIONS[-1]) else {"medium": "easy"}


PLAYERS: Mapping[str, Bot[View, Action] | Searcher[State, View, Action] | Weigher[View, Action]] = {
    "greedy": Greedy(),
    "easy": BetweenTwo(
        duellist=Cutter(layouts=24, rounds=15, actions=3, remembers=False),
        usual=Cutter(layouts=2, rounds=4, actions=3, remembers=False),
    ),
    "medium": _MEDIUM,
    "hard": _HARD,
    "best": dataclasses.replace(_HARD, quick=_DUEL, worlds=400, others_weigh=(4, 8)),
}
"""Between two `medium` solves each pointing and guesses what follows; `hard` and `best` solve all that is left of it,
and a tree search improves on that, a small one for `hard` and a larger one for `best`. With more all from `medium` on
weigh what they could do on the twin, the more the stronger."""
