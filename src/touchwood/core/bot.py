"""Players that are programs.

A bot is a function of what its seat may know: its view and its legal actions. It never meets a state, so it cannot
peek. It keeps nothing between decisions: what a seat may remember is in its view, and a level with less memory looks
at a poorer view. What a level can do is made of less search or less memory, never of planted blunders.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from touchwood.core.seats import Seat

__all__ = ["Bot", "Budgeted", "Interjector", "Searcher", "Thinker", "Weigher"]

S = TypeVar("S")
V = TypeVar("V")
A = TypeVar("A")
V_contra = TypeVar("V_contra", contravariant=True)


class Bot(Protocol[V_contra, A]):
    """Chooses one of the legal actions (or builds a composite one) from what its seat knows."""

    def choose(self, view: V_contra, actions: Sequence[A], rng: Random) -> A: ...


@runtime_checkable
class Interjector(Protocol[V_contra, A]):
    """A bot that also acts when it may but need not: calls out, changes a sealed pick. None: not now."""

    def interject(self, view: V_contra, actions: Sequence[A], rng: Random) -> A | None: ...


@runtime_checkable
class Budgeted(Protocol[V_contra, A]):
    """A bot whose search has a budget of nodes (worlds, rounds, layouts) and can do with a part of it."""

    def with_nodes(self, percent: int) -> Bot[V_contra, A]:
        """The same level with so many hundredths of its nodes. It chooses by view, seed and nodes alone, never by a
        clock: so what it did can be done again."""
        ...


@dataclass(frozen=True, kw_only=True)
class Thinker(Generic[S, V, A]):
    """A player that searches: a game's own words for a search that `touchwood.bots` runs.

    The search imagines worlds that fit the view (`sample_state`), tries each action in them and lets `playout` go on
    from there. `worlds` is the budget: how many each action is tried in, on average.
    """

    worlds: int
    """In how many worlds each action is tried, on average."""
    playout: Callable[[S, Seat, Random], A]
    """A sensible quick move of the seat asked in an imagined state."""
    value: Callable[[S, Seat], float]
    """How good an imagined state is for the seat: the end of a match, or where the playout was cut."""
    horizon: int = 10_000
    """Decisions looked ahead before `value` is asked."""
    twin_worlds: int = 0
    """The same where the game's compiled twin is asked instead of the rules; 0: it is not."""
    twin_worlds_an_opponent: int = 0
    """So many more for each opponent: the more play, the more of what a choice brings is their luck."""
    foresight: int = 0
    """On the twin: so many choices of every other imagined match, once nothing in it is left to chance, are made by
    trying all there are instead of quickly. So half of the time the others are thought of as players who think, where
    thinking decides."""
    most_choices: int = 1 << 40
    """On the twin: after so many imagined choices it thinks no longer. A world with foresight costs many times one
    without."""
    candidates: Callable[[V, Random], Sequence[A]] | None = None
    """Composite actions worth trying, where they cannot be listed."""


@dataclass(frozen=True, kw_only=True)
class Searcher(Generic[S, V, A]):
    """A player that searches a tree (`touchwood.bots.tree_search`), and improves on a quick one.

    The quick player's choice is what is played unless the search finds another that is better by more than luck: so a
    small budget does no harm. On the game's twin quick moves are the twin's own, elsewhere `playout`.
    """

    quick: Bot[V, A]
    nodes: int
    """On the twin: so many worlds are dealt, and each adds a node to the tree."""
    candidates: Callable[[V, Random], Sequence[A]] | None = None
    """What is worth trying, where choices are built or hundreds of them are much alike. None: every legal action."""
    unseal: Callable[[V], V] | None = None
    """The view of one who does not know who has chosen in secret already: what is sealed is chosen anew in the tree."""
    fewest_seats: int = 1
    """With fewer the quick player plays alone."""
    most_seats: int = 1_000
    """With more, too."""
    rules_nodes: int = 0
    """The same where no twin covers the match; 0: there the quick player plays alone."""
    playout: Callable[[S, Seat, Random], A] | None = None
    value: Callable[[S, Seat], float] | None = None
    horizon: int = 10_000
    """Choices looked ahead on the rules, before `value` is asked. The twin plays to the end."""


@dataclass(frozen=True, kw_only=True)
class Weigher(Generic[V, A]):
    """A player that tries what it lists on the game's twin (`touchwood.bots.candidate_search`), and improves on a quick
    one: for games that can be valued where a stage of them ends, a round, and in which several choose in secret at
    once. Where no twin covers the match, the quick player plays alone."""

    quick: "Bot[V, A] | Searcher[Any, V, A]"
    worlds: int
    """In how many each candidate is tried."""
    stages: int
    """How many are played by quick moves before the twin's `value` is asked."""
    candidates: Callable[[V, Random], Sequence[A]]
    """What is tried beside the quick player's choice."""
    expect: Callable[[V, Random], Sequence[Sequence[tuple[A, float]]]]
    """Of each seat that chooses in secret now, the own one too: what, and how likely; of all others nothing."""
    others_weigh: Sequence[int] = ()
    """Every other time each of them is thought to weigh it too, in so many worlds; and, if there is a second number,
    every other time to answer such players, in so many."""
    unseal: Callable[[V], V]
    """See `Searcher`."""
    fewest_seats: int = 1
    """With fewer the quick player plays alone."""
