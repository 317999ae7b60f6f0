"""The tree search: it knows no more than a seat, mixes where choices are sealed, keeps to the quick choice unless
another is clearly better, and repeats with its seed and nodes."""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from touchwood import find_game
from touchwood.bots.tree_search import Budget, Node, TreeSearch, search
from touchwood.bots.worlds import States
from touchwood.core.bot import Budgeted, Searcher, Weigher
from touchwood.core.kernel import OVER
from touchwood.core.kernel_play import first_bit
from touchwood.core.linking import has_numba
from touchwood.core.running import Unrecorded
from touchwood.core.seats import Seat
from touchwood.core.twin import interpreted
from touchwood.games.tag import GAME
from touchwood.games.tag.bots import Sensible, sensible_move, value
from touchwood.games.tag.options import Options


class Toy:
    """A tiny game: a position is what has fallen and been chosen so far, as a tuple."""

    def deal(self, rng: Random) -> tuple[Any, ...]:
        return (rng.choice(("heads", "tails")),)

    def written(self, action: Any) -> Any:
        return action

    def play(self, position: tuple[Any, ...], seat: int, choice: Any) -> tuple[Any, ...]:
        return (*position, choice)


class BlindGuess(Toy):
    """Take 0.6 at once, or wait, and then name the coin, which nobody shows."""

    def settle(self, position: tuple[Any, ...]) -> tuple[Any, Sequence[int]]:
        return position, () if position[-1] == "take" or len(position) == 3 else (0,)

    def choices(self, position: tuple[Any, ...], seat: int) -> Sequence[Any]:
        return ("take", "wait") if len(position) == 1 else ("heads", "tails")

    def knowledge(self, position: tuple[Any, ...], seat: int) -> Hashable:
        return position[1:]

    def quick(self, position: tuple[Any, ...], seat: int) -> Any:
        return self.choices(position, seat)[0]

    def results(self, position: tuple[Any, ...]) -> Sequence[float]:
        if position[-1] == "take":
            return (0.6,)
        return (float(position[-1] == position[0]) if len(position) == 3 else 0.5,)


class Pennies(Toy):
    """Both lay a coin in secret. Equal: the first wins, with heads twice as much. The first lays heads in a third."""

    def settle(self, position: tuple[Any, ...]) -> tuple[Any, Sequence[int]]:
        return position, ((0, 1), (1,), ())[len(position) - 1]

    def choices(self, position: tuple[Any, ...], seat: int) -> Sequence[Any]:
        return "heads", "tails"

    def knowledge(self, position: tuple[Any, ...], seat: int) -> Hashable:
        return seat

    def quick(self, position: tuple[Any, ...], seat: int) -> Any:
        return "heads"

    def results(self, position: tuple[Any, ...]) -> Sequence[float]:
        if len(position) < 3:
            return (0.0, 0.0)
        first = 0.0 if position[1] != position[2] else 1.0 if position[1] == "heads" else 0.5
        return first, 1 - first


def test_nobody_thinks_to_know_later_what_is_never_shown() -> None:
    """Worlds looked at one by one would each see what to name, and wait."""
    root = search(BlindGuess(), 0, Node(("take", "wait"), "wait"), Budget(2_000), Random(1))
    assert root.choices[root.best()] == "take"
    assert root.mean(1) < 0.6


def test_sealed_choices_are_mixed() -> None:
    root = search(Pennies(), 0, Node(("heads", "tails"), "heads"), Budget(20_000), Random(1))
    heads = root.visits[0] / sum(root.visits)
    # A fifth of all is trembling: 0.8 / 3 + 0.1.
    assert heads == pytest.approx(0.37, abs=0.06)


def test_the_quick_choice_stays_unless_another_is_clearly_better() -> None:
    node = Node(("quick", "other"), "quick")
    rng = Random(1)
    for _ in range(200):
        node.add(0, float(rng.random() < 0.5))
        node.add(1, float(rng.random() < 0.53))
    assert node.best() == 0
    for _ in range(200):
        node.add(1, 1.0)
    assert node.best() == 1


def test_time_may_end_it_too() -> None:
    told: list[int] = []
    search(
        BlindGuess(),
        0,
        Node(("take", "wait"), "take"),
        Budget(1_000, seconds=0),
        Random(1),
        lambda n, _: told.append(n),
    )
    assert not told
    search(BlindGuess(), 0, Node(("take", "wait"), "take"), Budget(3), Random(1), lambda n, _: told.append(n))
    assert told == [1, 2, 3]


# -- On the rules ----------------------------------------------------------------------------------------------------
ON_RULES: Searcher[Any, Any, Any] = Searcher(
    quick=Sensible(), nodes=0, rules_nodes=12, playout=sensible_move, value=value, horizon=6
)


def test_on_the_rules_it_is_the_same_search() -> None:
    """Where no twin covers a match; the same choice in two states that the seat cannot tell apart."""
    rng = Random(5)
    course = Unrecorded(GAME, GAME.initial(Options(), 3, GAME.newest_version), rng)
    for _ in range(12):
        seat: Seat = GAME.waiting_for(course.state)[0]  # type: ignore[index]  # a match of this length is not over
        course.act(seat, rng.choice(GAME.legal_actions(course.state, seat)))
    seat = GAME.waiting_for(course.state)[0]  # type: ignore[index]
    view, actions = GAME.view(course.state, seat), GAME.legal_actions(course.state, seat)
    imagined = GAME.view(GAME.sample_state(view, Random(2)), seat)
    bot = TreeSearch(GAME, ON_RULES)
    tried, root = bot.weighed(view, actions, Random(3))
    assert root is not None
    assert sum(root.visits) == 12
    assert set(tried) == set(actions)
    assert bot.choose(view, actions, Random(3)) == bot.choose(imagined, actions, Random(3))


def test_a_world_on_the_rules_is_played_to_the_horizon() -> None:
    course = Unrecorded(GAME, GAME.initial(Options(), 2, GAME.newest_version), Random(1))
    worlds = States(GAME, ON_RULES, GAME.view(course.state, Seat(0)), 1)
    assert sum(worlds.results(worlds.deal(Random(1)))) == pytest.approx(1, abs=0.02)


# -- As a level ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["point_a_pile", "tactile_crane"])
@pytest.mark.parametrize("seats", [2, 4])
def test_quick_moves_on_a_twin_are_legal_and_end_the_match(name: str, seats: int) -> None:
    game = find_game(name)
    assert game.kernel is not None
    options = game.options_type()
    twin, rng = interpreted(game.kernel, options, seats), interpreted(game.kernel, options, seats).rng(3)
    row = twin.pack(game.initial(options, seats, game.newest_version))
    made = 0
    while (awaited := int(twin.functions["let_chance_fall"](twin.tables, row, twin.weights, rng))) != OVER:
        seat = first_bit(awaited)
        choice = twin.policy(row, seat, rng)
        assert choice in twin.legal(row, seat)
        twin.apply(row, seat, choice)
        made += 1
    assert made > 20
    assert sum(twin.shares(row)) == pytest.approx(1)


def duellist() -> Searcher[Any, Any, Any]:
    best = find_game("point_a_pile").players["best"]
    assert isinstance(best, Weigher)
    assert isinstance(best.quick, Searcher)
    return best.quick


def beginning(seats: int) -> tuple[Any, Any]:
    """A view of Point-a-Pile, and what can be done."""
    game = find_game("point_a_pile")
    course = Unrecorded(game, game.initial(game.options_type(), seats, game.newest_version), Random(1))
    seat = game.waiting_for(course.state)[0]  # type: ignore[index]  # a match has just begun
    return game.knowledge(course.state, seat), game.legal_actions(course.state, seat)


def test_without_nodes_there_is_nothing_but_the_quick_choice() -> None:
    searcher, (view, actions) = duellist(), beginning(2)
    assert isinstance(searcher.quick, Budgeted)
    quick = searcher.quick.with_nodes(0)
    bot = TreeSearch(find_game("point_a_pile"), searcher).with_nodes(0)
    assert bot.choose(view, actions, Random(1)) == quick.choose(view, actions, Random(1))


def test_with_fewer_seats_than_it_is_for_or_more_nothing_is_searched() -> None:
    searcher = replace(duellist(), nodes=8, fewest_seats=3, most_seats=3)
    for seats, is_searched in ((2, False), (3, has_numba()), (4, False)):
        _, found = TreeSearch(find_game("point_a_pile"), searcher).weighed(*beginning(seats), Random(1))
        assert (found is not None) == is_searched


def test_where_nothing_is_searched_nothing_is_listed_that_could_be_tried() -> None:
    """That costs more than some quick players do."""

    def listed(view: Any, rng: Random) -> Sequence[Any]:
        raise AssertionError

    searcher = replace(duellist(), candidates=listed)
    view, actions = beginning(3)
    assert TreeSearch(find_game("point_a_pile"), searcher).weighed(view, actions, Random(1))[1] is None
