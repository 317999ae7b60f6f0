"""Looking back at a match: what every choice cost, by what its seat knew.

A game with a `Reviewer` of its own is judged by it. Any other game whose twin lends a quick move is judged on the twin:
worlds that fit what the seat knew are dealt, every choice is tried in the same ones and played on to the end by quick
moves, and what counts is the share of the win. What looks worse there is looked at again, in other worlds and in two
ways: all play on by quick moves, and all think as far ahead as the strongest level. Half of the worlds say which choice
is best, the other half by how much: measured on the worlds that chose it, the best would flatter itself, and blame
others for it. A choice that is not clearly worse costs nothing: it is too close to call.

The line of chances is one of such players, not of the strongest level itself: to have that search at every choice of
every world would take hours instead of seconds. A review says what it assumes (`Review.assumes`).
"""

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from touchwood.bots import kernel_search
from touchwood.bots.candidate_search import CandidateSearch
from touchwood.bots.finding import find_player, strongest_level
from touchwood.bots.twin_search import TwinSearch
from touchwood.bots.worlds import Rows
from touchwood.core.choices import Choices
from touchwood.core.game import AnyGame
from touchwood.core.refusals import InputError
from touchwood.core.review import (
    ChoicesMade,
    Judgement,
    Review,
    Reviewer,
    WinChance,
    courses,
    with_turning_points,
)
from touchwood.core.seats import Seat
from touchwood.core.twin import Twin, twin_of
from touchwood.match.match import Match
from touchwood.match.reviewing import choices_in_force, review_match

FEWEST_WORLDS: Final = 240
WORLDS_OF_ALL_SEATS: Final = 960
"""Each choice is tried in so many, shared by the seats: a match of few is quickly played on."""
CHANCE_WORLDS: Final = 120
"""For the line of chances alone."""
LEAST_COST: Final = 0.02
"""Of the win: less is no matter, whatever the worlds say."""
MORE: Final = 2
"""So many times the worlds for what is looked at again."""
MOST_SUSPECTED: Final = 2
"""So many choices are then compared with the one that was made."""
_Z_95: Final = 1.96
_LEAST_MARGIN: Final = 0.01


Found: TypeAlias = Callable[[Sequence[WinChance]], None]
"""Hears of all chances so far whenever there is one more."""


def review(
    match: Match, tell: Callable[[int, int], None] = lambda done, of: None, found: Found = lambda chances: None
) -> Review:
    """An `InputError` if the match is not over, or nobody can judge it. `tell` hears how far it has come, and `found`
    of the chances, which are there long before all choices are judged."""
    reviewer = reviewer_for(match)
    if isinstance(reviewer, TwinReviewer):
        reviewer.found = found
    chances = win_chances(match, found) if match.is_over and match.game.reviewer is not None else ()
    judged = confirmed(match, review_match(match, reviewer, tell))
    told = with_reasons(match, replace(judged, chances=judged.chances or chances))
    return replace(told, courses=courses(told, [float(share) for share in match.game.returns(match.state)]))


def confirmed(match: Match, found: Review) -> Review:
    """Where the strongest level weighs candidates on the twin it knows more than a game's own reviewer, so a choice is
    blamed only if that finds it clearly worse as well."""
    bot = find_player(match.game, strongest_level(match.game))
    if not isinstance(bot, CandidateSearch):
        return found
    made = {entry: (state, seat, action) for entry, state, seat, action in choices_in_force(match)}

    def is_worse(judged: Judgement) -> bool:
        state, seat, action = made[judged.entry]
        view, waiting = match.game.knowledge(state, seat), match.game.waiting_for(state)
        is_awaited = isinstance(waiting, tuple) and seat in waiting
        if bot.twin_for(view) is None or not is_awaited:
            return True
        tried = bot.weighed(view, match.game.legal_actions(state, seat), Random(judged.entry))
        brought = {number: list(one.values) for number, one in enumerate(tried)}
        done = next((number for number, one in enumerate(tried) if one.action == action), None)
        return done is None or compared(done, brought)[1] > 0

    cleared = [judged for judged in found.judgements if judged.cost and not is_worse(judged)]
    if not cleared:
        return found
    entries = {judged.entry for judged in cleared}
    judgements = [
        replace(judged, cost=0, best=(judged.action, *judged.best), is_close=True) if judged in cleared else judged
        for judged in found.judgements
    ]
    facts = {name: fact for name, fact in found.facts.items() if name.partition(".")[0] not in map(str, entries)}
    if "mistakes" in facts:
        facts["mistakes"] = sum([judged.cost > 0 for judged in judgements])
    return replace(found, judgements=with_turning_points(judgements), facts=facts)


def with_reasons(match: Match, found: Review) -> Review:
    """The facts behind whatever cost something."""
    because = match.game.because
    if because is None:
        return found
    made = {entry: (state, seat, action) for entry, state, seat, action in choices_in_force(match)}

    def explained(judged: Judgement) -> Judgement:
        if not judged.cost and not judged.is_turning_point:
            return judged
        state, seat, action = made[judged.entry]
        return replace(judged, because=because(match.game.knowledge(state, seat), action))

    return replace(found, judgements=tuple([explained(judged) for judged in found.judgements]))


def win_chances(match: Match, found: Found) -> tuple[WinChance, ...]:
    """Where a game judges in points of its own and its twin lends quick moves: how likely each seat was to win after
    each awaited choice, too, by what it knew then."""
    game, seats = match.game, len(match.header.seats)
    twin = twin_of(game, match.options, seats, match.header.rules_version)
    if twin is None or not twin.has_policy:
        return ()
    numbers, chances = Choices(game, match.options, seats), list[WinChance]()
    for entry, state, seat, action in choices_in_force(match):
        waiting = game.waiting_for(state)
        if isinstance(waiting, tuple) and seat in waiting:
            worlds = Rows(twin, game.knowledge(state, seat), numbers, entry)
            chances.append(win_chance(entry, seat, brought(worlds, seat, worlds.written(action), CHANCE_WORLDS)))
            found(chances)
    return tuple(chances)


def brought(worlds: Rows, seat: Seat, choice: tuple[int, ...], count: int) -> list[float]:
    """The seat's share of the win in so many worlds, after the choice, all playing on by quick moves."""
    rng = Random(0)
    return [worlds.results(worlds.play(worlds.deal(rng), seat, choice))[seat] for _ in range(count)]


def reviewer_for(match: Match) -> Reviewer:
    game = match.game
    if game.reviewer is not None:
        return game.reviewer
    found = twin_reviewer(game, match.options, len(match.header.seats), match.header.rules_version)
    if found is None:
        raise InputError("no_reviewer", game=game.title)
    return found


def twin_reviewer(game: AnyGame, options: Any, seats: int, version: int) -> "TwinReviewer | None":
    """None: the game judges by itself, or its twin lends no quick move or does not cover the options."""
    if game.reviewer is not None:
        return None
    twin = twin_of(game, options, seats, version, search=kernel_search, entries=("think", "weigh"))
    worlds = max(FEWEST_WORLDS, WORLDS_OF_ALL_SEATS // seats)
    return None if twin is None or not twin.has_policy else TwinReviewer(game, twin, options, worlds)


class TwinReviewer:
    """Judges on the twin; `worlds` is how many each choice is tried in."""

    def __init__(self, game: AnyGame, twin: Twin, options: Any, worlds: int) -> None:
        self._game = game
        self._twin = twin
        self._worlds = worlds
        self._foresight = foresight_of(game)
        self._choices = Choices(game, options, twin.seats)
        self.found: Found = lambda chances: None

    def review(self, made: ChoicesMade, final: Any) -> Review:
        judgements: list[Judgement] = []
        chances: list[WinChance] = []
        for entry, state, seat, action in made:
            number = self._choices.number_of(action)
            if number is None:
                continue
            view = self._game.knowledge(state, seat)
            brought = self.weighed(view, seat, entry)
            chances.append(win_chance(entry, seat, self.played_on(view, seat, entry, number)))
            self.found(chances)
            if len(brought) > 1:
                judgements.append(self._judged(entry, view, seat, number, brought))
        told = "worlds_both_ways" if self._foresight else "worlds"
        return Review(
            judgements=with_turning_points(judgements),
            facts={told: self._worlds},
            chances=tuple(chances),
            unit="percent",
            assumes="ahead" if self._foresight else "quick",
        )

    def weighed(self, view: Any, seat: Seat, seed: int) -> dict[int, list[float]]:
        """For each legal choice the share of the win in each world."""
        return self._tried(view, seat, seed, self._worlds)

    def played_on(self, view: Any, seat: Seat, seed: int, choice: int) -> list[float]:
        """For the line of chances: the share of the win after one choice, all looking ahead as far as the strongest
        level. In half as many worlds, for that takes several times as long as quick moves do."""
        return self._tried(view, seat, seed, self._worlds // 2, self._foresight, [choice])[choice]

    def weighed_both_ways(self, view: Any, seat: Seat, seed: int) -> dict[int, list[float]]:
        """The same as the strongest level weighs it: half of the worlds are played on by quick moves, half with
        foresight."""
        quick, thinking = [self._tried(view, seat, seed, self._worlds, looks) for looks in (0, self._foresight)]
        return {choice: quick[choice] + thinking[choice] for choice in quick}

    def weighed_again(
        self, view: Any, seat: Seat, seed: int, choices: Sequence[int], foresight: int
    ) -> dict[int, list[float]]:
        """The same for some of them, in other worlds, and more of them."""
        return self._tried(view, seat, Random(seed).getrandbits(32), MORE * self._worlds, foresight, choices)

    def _tried(
        self, view: Any, seat: Seat, seed: int, worlds: int, foresight: int = 0, choices: Sequence[int] = ()
    ) -> dict[int, list[float]]:
        twin = self._twin
        known, most = twin.know(view), twin.kernel.most_choices
        options, values = twin.memory(most, "int16"), twin.memory(most * worlds, "float64")
        for place, choice in enumerate(choices):
            options[place] = choice
        count = twin.functions["weigh"](
            twin.tables,
            known,
            seat,
            worlds,
            foresight,
            twin.rng(Random(seed).getrandbits(32)),
            twin.memory(4, "int64"),
            twin.memory(len(known), "int16"),
            twin.memory(len(known), "int16"),
            twin.memory(len(known), "int16"),
            options,
            twin.memory(most, "int16"),
            values,
            twin.weights,
            len(choices),
        )
        return {
            int(options[number]): [float(each) for each in values[number * worlds : (number + 1) * worlds]]
            for number in range(count)
        }

    def _judged(self, entry: int, view: Any, seat: Seat, number: int, brought: dict[int, list[float]]) -> Judgement:
        better, margin = suspected(number, brought)
        best, cost = number, 0.0
        if better:
            quick = self.weighed_again(view, seat, entry, [number, *better], 0)
            best, cost, margin = compared(number, quick)
        if cost and self._foresight:
            # Quick moves would blame those who saw further than they do.
            thinking = self.weighed_again(view, seat, entry, [number, *better], self._foresight)
            best, cost, margin = compared(number, quick, thinking)
        return Judgement(
            entry=entry,
            seat=seat,
            action=self._choices.text(number),
            cost=round(100 * cost),
            best=(self._choices.text(best),),
            margin=round(100 * margin),
            is_close=not cost and margin > 0,
        )


def foresight_of(game: AnyGame) -> int:
    """How far the strongest level looks once nothing is left to chance."""
    bot = find_player(game, strongest_level(game))
    return bot.foresight if isinstance(bot, TwinSearch) else 0


def suspected(done: int, brought: dict[int, list[float]]) -> tuple[list[int], float]:
    """Those that brought most, where the first of them brought clearly more than what was done, and half the width of
    that difference's 95% interval. No blame yet: the worlds that say which one is best flatter it."""
    better = sorted(brought, key=lambda choice: sum(brought[choice]), reverse=True)
    loss, margin = _loss(done, better[0], brought, 0)
    if loss < LEAST_COST or loss <= margin:
        return [], margin
    return [choice for choice in better[:MOST_SUSPECTED] if choice != done], margin


def compared(done: int, *brought: dict[int, list[float]]) -> tuple[int, float, float]:
    """The best choice, what the other one cost against it, and half the width of that cost's 95% interval. A choice
    that is not clearly worse is a best one itself; where it was tried in several ways, it must be worse in each, and
    costs what it cost in the mildest."""
    half = len(brought[0][done]) // 2
    best = max(brought[0], key=lambda choice: sum([sum(way[choice][:half]) for way in brought]))
    loss, margin = min([_loss(done, best, way, half) for way in brought], key=lambda found: found[0] - found[1])
    if loss < LEAST_COST or loss <= margin:
        return done, 0.0, margin
    return best, loss, margin


def _loss(done: int, best: int, brought: dict[int, list[float]], begin: int) -> tuple[float, float]:
    """World by world, since both were tried in the same ones."""
    pairs = zip(brought[best][begin:], brought[done][begin:], strict=True)
    return mean_and_margin([one - other for one, other in pairs])


def mean_and_margin(values: Sequence[float]) -> tuple[float, float]:
    """With half the width of the mean's 95% interval."""
    mean = sum(values) / len(values)
    variance = sum([(value - mean) ** 2 for value in values]) / max(1, len(values) - 1)
    return mean, _Z_95 * sqrt(variance / len(values))


def win_chance(entry: int, seat: Seat, shares: Sequence[float]) -> WinChance:
    """All worlds alike may still be luck, so nothing is ever quite sure."""
    mean, margin = mean_and_margin(shares)
    return _rounded(entry, seat, mean, margin)


def chance_of(seat: Seat, mean: float, error: float) -> WinChance:
    """The same from a mean and its standard error."""
    return _rounded(0, seat, mean, _Z_95 * error)


def _rounded(entry: int, seat: Seat, mean: float, margin: float) -> WinChance:
    return WinChance(entry, seat, round(100 * mean), max(round(100 * margin), round(100 * _LEAST_MARGIN)))
