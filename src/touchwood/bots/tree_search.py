"""A player that searches a tree: information-set Monte Carlo tree search over the contract of a game.

For each node of the budget a world is dealt that fits the view, and walked from there. What a seat does depends on what
it may know: nodes are kept by the knowledge of the seat that is asked, so worlds it cannot tell apart share one, and no
seat, imagined opponents included, plays on what it cannot see. Where one seat chooses openly, the choice is by what it
has brought so far, with a leaning to the quick move (PUCT): others are thought of as players who mostly play like that.
Where several choose in secret at once, each mixes by regret matching on its own node, and all of them together are one
joint node. A path leaves the tree after its first new node and is played on by quick moves.

At the root the quick player's choice is one of the choices. It is what is played, unless another is better by more than
luck explains: thinking improves on not thinking.

The same view, seed and nodes give the same choice. A limit of time is there too, for who looks back or analyses; what
it finds depends on the machine, so bots never have one.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from math import sqrt
from random import Random
from time import monotonic
from typing import Any, Final

from touchwood.bots.worlds import Rows, States, Worlds
from touchwood.core.bot import Bot, Budgeted, Interjector, Searcher
from touchwood.core.choices import Choices
from touchwood.core.game import AnyGame
from touchwood.core.twin import Twin, twin_of
from touchwood.core.versions import version_of

EXPLORATION: Final = 1.0
LEANING: Final = 0.6
"""How much of the prior is the quick move's; the others share the rest."""
FAIRNESS: Final = 2
"""No choice is tried more than so many times as often as the quick one: what lies deeper in the tree looks better for
it, and they are to be compared."""
TREMBLE: Final = 0.2
"""How often a seat that mixes tries anything at all."""
STANDARD_ERRORS: Final = 2.0
"""By how many another choice must be better than the quick one. The best of several flatters itself."""
_CACHED: Final = 8
"""Kinds of match a player keeps a twin ready for."""

Tell = Callable[[int, int], None]


@dataclass(frozen=True)
class Budget:
    nodes: int
    seconds: float | None = None
    """None: nodes alone count."""


class Node:
    """What one seat may choose, knowing what it knows, and what that has brought it."""

    def __init__(self, choices: Sequence[Any], quick: Any) -> None:
        self.choices = list(choices) if quick in choices else [*choices, quick]
        self.quick = self.choices.index(quick)
        count = len(self.choices)
        self.visits = [0] * count
        self.totals = [0.0] * count
        self.squares = [0.0] * count
        self._regrets = [0.0] * count
        rest = (1 - LEANING) / max(1, count - 1)
        self._prior = [LEANING if number == self.quick else rest for number in range(count)]

    # -- Open choices -----------------------------------------------------------------------------------------------
    def promising(self) -> int:
        """What has brought most, and what has hardly been tried."""
        visited = sum(self.visits)
        if not visited or FAIRNESS * self.visits[self.quick] < max(self.visits):
            return self.quick
        middling, reach = sum(self.totals) / visited, EXPLORATION * sqrt(visited)
        best, highest = 0, float("-inf")
        for number, visits in enumerate(self.visits):
            brought = self.totals[number] / visits if visits else middling
            score = brought + reach * self._prior[number] / (1 + visits)
            if score > highest:
                best, highest = number, score
        return best

    # -- Sealed choices ---------------------------------------------------------------------------------------------
    def mix(self) -> list[float]:
        """As likely as each choice is regretted; trembling, so that every one is tried for ever."""
        count = len(self.choices)
        gains = [max(0.0, regret) for regret in self._regrets]
        total = sum(gains)
        chances = [gain / total for gain in gains] if total > 0 else self._prior
        return [(1 - TREMBLE) * chance + TREMBLE / count for chance in chances]

    def regret(self, chosen: int, chance: float, brought: float) -> None:
        """The choice stands for what it brought, the oftener the rarer it is; all others for nothing: on average that
        is what each would have brought."""
        for number in range(len(self.choices)):
            self._regrets[number] -= brought
        self._regrets[chosen] += brought / chance

    def add(self, chosen: int, brought: float) -> None:
        self.visits[chosen] += 1
        self.totals[chosen] += brought
        self.squares[chosen] += brought * brought

    # -- What was found ---------------------------------------------------------------------------------------------
    def mean(self, number: int) -> float:
        return self.totals[number] / max(1, self.visits[number])

    def error(self, number: int) -> float:
        """The standard error of the mean."""
        visits = self.visits[number]
        if visits < 2:
            return float("inf")
        spread = max(0.0, self.squares[number] - visits * self.mean(number) ** 2)
        return sqrt(spread / (visits - 1) / visits)

    def best(self) -> int:
        """The quick choice, unless another one is clearly better."""
        other = max(range(len(self.choices)), key=self.mean)
        gain = self.mean(other) - self.mean(self.quick)
        luck = sqrt(self.error(other) ** 2 + self.error(self.quick) ** 2)
        return other if gain > STANDARD_ERRORS * luck else self.quick


@dataclass(frozen=True, slots=True)
class _Step:
    node: Node
    seat: int
    number: int
    chance: float | None
    """Of this choice, where it was sealed."""


def search(
    worlds: Worlds,
    seat: int,
    root: Node,
    budget: Budget,
    rng: Random,
    tell: Tell = lambda done, of: None,
) -> Node:
    """The root, after so many walks. `root` has what the seat may choose now."""
    tree: dict[Hashable, Node] = {}
    until = None if budget.seconds is None else monotonic() + budget.seconds
    for number in range(budget.nodes):
        if until is not None and monotonic() > until:
            break
        _walk(worlds, seat, root, tree, rng)
        tell(number + 1, budget.nodes)
    return root


def _walk(worlds: Worlds, seat: int, root: Node, tree: dict[Hashable, Node], rng: Random) -> None:
    position = worlds.deal(rng)
    steps: list[_Step] = []
    sealed: Sequence[int] = ()
    is_at_root, is_in_tree = True, True
    while is_in_tree:
        position, awaited = worlds.settle(position)
        if not awaited:
            break
        if not set(awaited) <= set(sealed):
            sealed = awaited if len(awaited) > 1 else ()
        mover = awaited[0]
        if mover == seat and is_at_root:
            node, is_at_root = root, False
        else:
            found, is_new = _node(worlds, position, mover, tree)
            # Before the root everybody is in the tree: the root is where the search is about.
            is_in_tree = not is_new or is_at_root
            if found is None:
                position = worlds.play(position, mover, worlds.quick(position, mover))
                continue
            node = found
        step = _chosen(node, mover, mover in sealed, rng)
        steps.append(step)
        position = worlds.play(position, mover, node.choices[step.number])
    results = worlds.results(position)
    for step in steps:
        brought = results[step.seat]
        step.node.add(step.number, brought)
        if step.chance is not None:
            step.node.regret(step.number, step.chance, brought)


def _node(worlds: Worlds, position: Any, mover: int, tree: dict[Hashable, Node]) -> tuple[Node | None, bool]:
    """What is known of this, and whether it is new; None where there is nothing to think about."""
    choices = worlds.choices(position, mover)
    if len(choices) < 2:
        return None, False
    key = worlds.knowledge(position, mover)
    node = tree.get(key)
    if node is not None:
        return node, False
    tree[key] = Node(choices, worlds.quick(position, mover))
    return tree[key], True


def _chosen(node: Node, mover: int, is_sealed: bool, rng: Random) -> _Step:
    if not is_sealed:
        return _Step(node, mover, node.promising(), None)
    mix = node.mix()
    number = rng.choices(range(len(mix)), mix)[0]
    return _Step(node, mover, number, mix[number])


class TreeSearch:
    """The player: its quick choice, and the search that may better it."""

    def __init__(self, game: AnyGame, searcher: Searcher[Any, Any, Any]) -> None:
        self._game = game
        self._searcher = searcher
        self._twin = lru_cache(maxsize=_CACHED)(self._make_twin)
        self._choices = lru_cache(maxsize=_CACHED)(partial(Choices, game))

    def with_nodes(self, percent: int) -> "TreeSearch":
        """See `Budgeted`."""
        searcher = self._searcher
        nodes, rules_nodes = searcher.nodes * percent // 100, searcher.rules_nodes * percent // 100
        quick = searcher.quick.with_nodes(percent) if isinstance(searcher.quick, Budgeted) else searcher.quick
        return TreeSearch(self._game, replace(searcher, quick=quick, nodes=nodes, rules_nodes=rules_nodes))

    def choose(self, view: Any, actions: Sequence[Any], rng: Random) -> Any:
        actions, root = self.weighed(view, actions, rng)
        return actions[0 if root is None else root.best()]

    def interject(self, view: Any, actions: Sequence[Any], rng: Random) -> Any | None:
        """As the quick player does."""
        quick: Bot[Any, Any] = self._searcher.quick
        return quick.interject(view, actions, rng) if isinstance(quick, Interjector) else None

    def weighed(
        self, view: Any, actions: Sequence[Any], rng: Random, tell: Tell = lambda done, of: None
    ) -> tuple[Sequence[Any], Node | None]:
        """The actions that were thought about, the quick one first, and what was found in their order; None: there was
        nothing to think about, or nothing to think with."""
        searcher = self._searcher
        quick = searcher.quick.choose(view, actions, rng)
        nodes = self._nodes(view)
        if not nodes:
            return [quick], None
        tried = actions if searcher.candidates is None else searcher.candidates(view, rng)
        actions = list(dict.fromkeys([quick, *tried]))
        if len(actions) == 1:
            return actions, None
        seen = view if searcher.unseal is None else searcher.unseal(view)
        worlds = self._worlds(seen, rng.getrandbits(32))
        written = [worlds.written(action) for action in actions]
        root = Node(written, written[0])
        return actions, search(worlds, view.viewer, root, Budget(nodes), rng, tell)

    def _nodes(self, view: Any) -> int:
        """None where there is nothing to think with."""
        searcher = self._searcher
        seats = self._game.seats_of(view)
        if not searcher.fewest_seats <= seats <= searcher.most_seats:
            return 0
        if searcher.nodes and self._twin_for(view, seats) is not None:
            return searcher.nodes
        return searcher.rules_nodes if searcher.playout is not None else 0

    def _worlds(self, view: Any, seed: int) -> Worlds:
        seats = self._game.seats_of(view)
        twin = self._twin_for(view, seats) if self._searcher.nodes else None
        if twin is None:
            return States(self._game, self._searcher, view, seed)
        return Rows(twin, view, self._choices(view.options, seats), seed)

    def _twin_for(self, view: Any, seats: int) -> Twin | None:
        return self._twin(view.options, seats, version_of(view))

    def _make_twin(self, options: Any, seats: int, version: int) -> Twin | None:
        twin = twin_of(self._game, options, seats, version)
        return twin if twin is not None and twin.has_policy else None
