"""The contract of a game. Read this first.

A game is one value of type `Game`: a record of pure functions and data, named `GAME` in its package. Five types make
it up:

    O  options   what a group may choose before the start
    S  state     the whole truth; immutable; only the rules and the match see it
    A  action    what a seat may choose to do
    E  event     what happened, in the past tense, told to an audience
    V  view      what one seat (or a spectator) may know, built by naming it

A match walks like this, and nothing else happens:

    state = game.initial(options, seats, version)
    loop:
        waiting = game.waiting_for(state)
        OVER     -> game.returns(state), game.points(state)
        CHANCE   -> outcome = draw(game.chance(state)); step = game.apply_chance(state, outcome)
        seats    -> each of them decides, in any order; step = game.apply(state, seat, action)
                    a seat in game.may_act(state) may act as well, but nobody waits for it
        state = step.state; everybody hears the step's events that are meant for them

Between two decisions nothing else is asked: what is forced happens inside the step that forces it.

Secrets. A seat knows its view, its events, whether it is asked itself, its own legal actions and its own refusals.
Whom else the table waits for may be a secret too, so nobody outside the match looks at `waiting_for` or `may_act`; a
game whose turn order is open says so in its views.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from importlib.resources.abc import Traversable
from random import Random
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

import msgspec

from touchwood.core.bot import Bot, Searcher, Thinker, Weigher
from touchwood.core.builder import Builder
from touchwood.core.chance import Chance, Outcome
from touchwood.core.encoding import AnyEncoder
from touchwood.core.events import AddressedEvent
from touchwood.core.kernel import AnyKernel
from touchwood.core.puzzle import PuzzleBook
from touchwood.core.refusals import InputError, Refusal, Refused
from touchwood.core.review import Because, Reviewer
from touchwood.core.seats import Seat, Viewer
from touchwood.core.words import Words

__all__ = ["CHANCE", "OVER", "AnyGame", "Codec", "Game", "Nobody", "Step", "Waiting"]

O = TypeVar("O")  # noqa: E741  # options, state, action, event, view: the five types of a game
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")


class Nobody(Enum):
    """What a match waits for when it does not wait for a seat."""

    CHANCE = "chance"
    OVER = "over"


CHANCE: Final = Nobody.CHANCE
OVER: Final = Nobody.OVER

Waiting: TypeAlias = tuple[Seat, ...] | Literal[Nobody.CHANCE, Nobody.OVER]


class Step(msgspec.Struct, Generic[S, E], frozen=True, gc=False):
    """What an action or a draw led to.

    `is_binding`: with this step something became known, or somebody was asked, that taking the action back could not
    undo. A live table lets a seat take back its own last choice freely only if the rules said it does not bind, and
    only while chance has not fallen and nobody else has chosen. A sealed choice always binds: it is changed by
    choosing again, since whether it can be taken back would tell whether others have chosen.
    """

    state: S
    events: tuple[AddressedEvent[E], ...]
    is_binding: bool = True


@dataclass(frozen=True, kw_only=True)
class Codec(Generic[O, A]):
    """Actions as text and as numbers; JSON comes from their types.

    `text` and `parse` round-trip. `parse` raises `InputError` for what it cannot read. `numbered` lists every action
    that can be numbered at all under the options, legal or not; an action's number is its index there. Actions without
    a number (free words, opening one's eyes, a composite action) are judged by `why_illegal` like all others, but are
    in no list of legal actions.
    """

    text: Callable[[A], str]
    parse: Callable[[str], A]
    numbered: Callable[[O, int], Sequence[A]]
    unnumbered: Callable[[O, int], Sequence[A]] = lambda options, seats: ()
    """Some of each kind of action that has no number under these options, for the tests."""
    shown: Callable[[Sequence[A]], Sequence[A]] = lambda legal: legal
    """The legal actions as a device at a table is told them: of hundreds that differ by a number alone, some."""


@dataclass(frozen=True, kw_only=True)
class Game(Generic[O, S, A, E, V]):
    """One game. Functions are pure; states, views and actions are values and never change."""

    # -- What it is ---------------------------------------------------------------------------------------------
    name: str  # the package's name: "tag"
    title: str
    credit: str
    versions: tuple[int, ...]
    """Versions of the rules that can be played, newest last; once released, behaviour changes only with a new one. A
    match stays on the one it began with. What is asked without a state (`why_not_options`, `codec.numbered`, `longest`)
    serves all of them, so it may only grow."""
    player_counts: range

    # -- Its types, for JSON and schemas --------------------------------------------------------------------------
    options_type: type[O]
    state_type: type[S]
    action_type: Any  # a union of tagged values
    event_type: Any
    view_type: type[V]

    # -- Its rules --------------------------------------------------------------------------------------------------
    why_not_options: Callable[[O, int], InputError | None]
    """What is wrong with these options at this number of players, if anything."""
    initial: Callable[[O, int, int], S]
    """Before the first draw or choice: options, number of seats, version of the rules. A game whose rules have changed
    keeps the version in its states and views (`versions.Versioned`)."""
    waiting_for: Callable[[S], Waiting]
    """Chance, the seats whose decision is needed (several at once when they choose in secret), or over."""
    why_illegal: Callable[[S, Seat, A], Refusal | None]
    """The primitive of legality. Never raises, whatever the action: a seat out of turn gets a refusal as well."""
    legal_actions: Callable[[S, Seat], Sequence[A]]
    """The numbered actions that `why_illegal` does not refuse, in the order of their numbers."""
    chance: Callable[[S], Chance]
    """What can fall, in a state that waits for chance."""
    act: Callable[[S, Seat, A], Step[S, E]]
    """What a legal choice leads to. Whoever asks has made sure that it is legal, `apply` by `why_illegal`: a game need
    not look again."""
    apply_chance: Callable[[S, Outcome], Step[S, E]]
    returns: Callable[[S], tuple[Fraction, ...]]
    """Each seat's share of the win, once over; they sum to 1 (a solitaire may give its own meaning)."""
    points: Callable[[S], tuple[int, ...]]
    """Each seat's points as they stand, by the truth."""

    # -- What a seat may know ---------------------------------------------------------------------------------------
    view: Callable[[S, Viewer], V]
    """Carries `options`, `viewer` and the phase too: builders, samplers and default actions get nothing else."""
    sample_state: Callable[[V, Random], S]
    """A whole state that fits a seat's view, each as likely as the deal makes it; a hidden choice of another (a sealed
    pick) is any legal one, all alike. Gets the view, never the state."""
    default_action: Callable[[V], A]
    """What a seat does that is out of time or has left; legal whenever the seat is asked. It may be an action without
    a number."""

    # -- How it is written and told ---------------------------------------------------------------------------------
    codec: Codec[O, A]
    words: Traversable
    """The folder of catalogues, one `<language>.json` each."""
    picture: Callable[[V, Words], str]
    """A view drawn as text, for terminals, playthroughs and tests."""

    # -- What holds always, for the tests ---------------------------------------------------------------------------
    pieces: Callable[[S], Mapping[str, int]]
    """Every piece by kind, wherever it lies. The same in all states of a match."""
    longest: Callable[[O, int], int | None]
    """An upper bound on the draws and awaited choices of a match; None where the options set none."""

    # -- What not every game needs ----------------------------------------------------------------------------------
    piece_names: Callable[[O, Words], Mapping[str, str]] = lambda options, words: {}
    """What pieces are, by the codes that views and events call them by, for who hears the table and sees no card."""
    idle_options: Callable[[O, int], tuple[str, ...]] = lambda options, seats: ()
    """Options that mean nothing beside the others, or at this number of players: nobody need be asked for them. Gets
    any options of the right types, also such as cannot be played."""
    presets: Mapping[str, O] = field(default_factory=dict)
    """Options by a name, for a group that wants one kind of evening and not a list of switches: "quick", "mean". What
    each is like is told by the labels `preset.<name>` and `preset.<name>.says`. All can be played at every number of
    players."""
    worth: Callable[[V], Mapping[str, int]] = lambda view: {}
    """What things on the table would add to the viewer's points now, if they were had: by the names by which pages ask
    about them ("pile:2"). From the view alone; shown where a table allows hints."""
    may_act: Callable[[S], tuple[Seat, ...]] = lambda state: ()
    """Seats that may act though nobody waits for them: change a sealed pick, call out."""
    builders: tuple[Builder[O, V, A, Any], ...] = ()
    """One for each kind of composite action."""
    remembered: Callable[[S, Seat], V] | None = None
    """What a seat knows that has forgotten nothing, where the table shows less than was seen (a memory variant), or
    more than who reckons alone has to be told (previews). Bots and `sample_state` get this; pages and spectators never
    do. None: the view."""
    seats_seen: Callable[[V], int] | None = None
    """How many seats the match has, read off a view. None: they are counted in a state that fits the view, which is the
    same and costs a sample; bots that search ask at every choice."""
    unsealed: Callable[[V], V] = lambda view: view
    """The view of one who does not know who else has chosen in secret already. A bot that has thought does not think
    again for that alone, so the same is looked at before it moves."""
    absent_action: Callable[[V], A | None] | None = None
    """What is done at once for a seat whose person is gone (left, sent away, or disconnected for long), asked or not;
    None: nothing, a bot goes on with the seat. Without this function a bot always does."""
    is_time_up_told: Callable[[S], bool] = lambda state: False
    """Whether a live table may say at once for whom time ran out. Not where it would tell a secret: that others have
    chosen already, that somebody had nothing to choose, or what an answer shown later is."""
    thinking_seconds: Callable[[V], int] = lambda view: 30
    """How long an unhurried group would give whoever is asked now, by what the viewer knows of it: to lay eight cards
    takes longer than a tap. A live table's clock goes by it, faster or slower as the group likes."""
    window_seconds: Callable[[V], int | None] | None = None
    """How long a moment stays open in which nobody is named and all who can may act: a live table gives it a clock of
    its own, also where it has no other, else the group would wait without knowing for whom. None: there is none now."""
    shown_for: Callable[[tuple[E, ...]], int] = lambda events: 0
    """Milliseconds that showing these takes (a count, hands that fly), of the events of a step that everybody hears. No
    clock begins before that has passed, whether or not somebody has skipped it."""
    finish_begun: Callable[[V, A, int | None], A | None] | None = None
    """What a seat out of time does that has begun an action and not finished it (some cards laid), and which part of it
    was touched last, counted from 1, if that was said; None: nothing can be made of it. Gets whatever a device has
    sent, so it may be nonsense. Without this function what was begun is lost."""
    is_begun_open: Callable[[V, Seat, A], bool] = lambda view, seat, begun: False
    """Whether a live table may show everybody what the seat has begun and not finished (cards on their way into piles).
    Gets the spectator's view, so that it cannot go by a secret, and whatever a device has sent: what is not made of
    things everybody sees is not open. Without this function nothing is."""
    is_told_once: Callable[[O, E], bool] | None = None
    """What players have to remember by themselves (cards that were buried since): while the match runs, a live table
    tells it when it happens and not again, to who comes back or reads the log. None: nothing is like that."""
    clock_only: Callable[[A], bool] = lambda action: False
    """What only the clock may do. A match refuses it from people, whoever is asked at the moment
    (`Progress.check_mover`); `apply` never does, so that records hold."""
    answer_shown_after: Callable[[S], int | None] = lambda state: None
    """Seconds after which a live table shows the awaited answer, whenever it came, so that its timing tells nothing.
    Until then it may be changed; none given is the default action. None: shown as it comes."""
    hushed: Callable[[S], tuple[Seat, ...]] | None = None
    """Seats that may hear nothing but the game now: a live table keeps talk, and all else that could be made to speak,
    from them until it is over. None: nobody, ever."""
    rematch_options: Callable[[S], O] | None = None
    """Options of the next match of the same group, from a finished state. None: the same as before."""
    players: Mapping[str, "Bot[V, A] | Searcher[S, V, A] | Thinker[S, V, A] | Weigher[V, A]"] = field(
        default_factory=dict
    )
    """This game's own bots by name, weakest first."""
    former_players: Mapping[str, str] = field(default_factory=dict)
    """Names that bots once had, and their names now: tables and records keep the old ones."""
    close_players: Callable[[O, int], Mapping[str, str]] = lambda options, seats: {}
    """Bots that are hardly stronger than a weaker one with these options and so many players, as was measured
    (docs/bots.md), and that one: they are not offered beside it."""
    reviewer: "Reviewer | None" = None
    because: "Callable[[V, A], Because | None] | None" = None
    """The facts behind a choice, from the view alone, for the coach and for hints. None: nothing to tell."""
    lessons: Traversable | None = None
    """The folder of lessons, one `<name>.json` each; see `lesson.py`. None: there are none."""
    puzzles: PuzzleBook | None = None
    """Positions to win from, found by a solver; see `puzzle.py`. None: there are none."""
    kernel: AnyKernel | None = None
    """The compiled twin of the rules, for searches and mass play. None: there is none."""
    encoder: AnyEncoder | None = None
    """A seat's view as a row of numbers, for learning. None: environments give the view as a value and as text only."""

    def typed(self, text: str) -> A:
        """What somebody typed, as an action. Raises `InputError`, also for what the action's type does not let through:
        `parse` builds values, and msgspec looks at their bounds only where it reads them."""
        action = self.codec.parse(text)
        try:
            msgspec.convert(msgspec.to_builtins(action), self.action_type)
        except msgspec.ValidationError:
            raise InputError("action_out_of_bounds", move=text) from None
        return action

    def apply(self, state: S, seat: Seat, action: A) -> Step[S, E]:
        """What a choice leads to. Raises `Refused` for what is not legal: rules refuse, they never repair."""
        if (refusal := self.why_illegal(state, seat, action)) is not None:
            raise Refused(refusal)
        return self.act(state, seat, action)

    @property
    def newest_version(self) -> int:
        """What new matches are played by."""
        return self.versions[-1]

    def known_version(self, version: int | None) -> int:
        """A version that was asked for, None for the newest. Raises `InputError` where there are no such rules."""
        if version is None:
            return self.newest_version
        if version not in self.versions:
            known = ", ".join(map(str, self.versions))
            raise InputError("unknown_rules_version", game=self.title, version=version, known=known)
        return version

    def knowledge(self, state: S, seat: Seat) -> V:
        """What a bot in this seat gets to see."""
        return self.view(state, seat) if self.remembered is None else self.remembered(state, seat)

    def seats_of(self, view: V) -> int:
        """How many seats the match has that a seat's view is of. Nothing else knows: a view is all that bots get, and
        what its fields are called is the game's own affair."""
        if self.seats_seen is not None:
            return self.seats_seen(view)
        return len(self.points(self.sample_state(view, Random(0))))


AnyGame: TypeAlias = Game[Any, Any, Any, Any, Any]
