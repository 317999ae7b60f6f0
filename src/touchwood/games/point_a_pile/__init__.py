"""Point-a-Pile: I cut, you choose, and all choose at once.

RULES.md has the rules in numbers, `rules/` does them; start with `rules/round.py`.
"""

from importlib.resources import files

from touchwood.core.game import Game
from touchwood.games.point_a_pile import rules
from touchwood.games.point_a_pile.actions import Action
from touchwood.games.point_a_pile.because import because
from touchwood.games.point_a_pile.bots import PLAYERS, close_players
from touchwood.games.point_a_pile.building import BUILDERS
from touchwood.games.point_a_pile.codec import CODEC
from touchwood.games.point_a_pile.encoding import ENCODER
from touchwood.games.point_a_pile.events import Event
from touchwood.games.point_a_pile.invariants import longest, pieces
from touchwood.games.point_a_pile.options import PRESETS, Options, idle_options, why_not_options
from touchwood.games.point_a_pile.packing import KERNEL
from touchwood.games.point_a_pile.picture import picture, piece_names
from touchwood.games.point_a_pile.review import REVIEWER
from touchwood.games.point_a_pile.rules.legality import legal_actions, may_act, waiting_for, why_illegal
from touchwood.games.point_a_pile.rules.round import initial
from touchwood.games.point_a_pile.rules.winning import points, returns
from touchwood.games.point_a_pile.rulings import VERSIONS
from touchwood.games.point_a_pile.sampling import sample_state
from touchwood.games.point_a_pile.state import State
from touchwood.games.point_a_pile.view import (
    View,
    clock_only,
    default_action,
    finish_begun,
    is_begun_open,
    is_time_up_told,
    is_told_once,
    remembered,
    shown_for,
    thinking_seconds,
    unsealed,
    view,
    window_seconds,
    worth,
)

GAME: Game[Options, State, Action, Event, View] = Game(
    name="point_a_pile",
    title="Point-a-Pile",
    credit="Point-a-Pile is a game by Pandaqi.",
    versions=VERSIONS,
    player_counts=range(2, 7),
    options_type=Options,
    state_type=State,
    action_type=Action,
    event_type=Event,
    view_type=View,
    why_not_options=why_not_options,
    initial=initial,
    waiting_for=waiting_for,
    why_illegal=why_illegal,
    legal_actions=legal_actions,
    chance=rules.chance,
    act=rules.act,
    apply_chance=rules.apply_chance,
    returns=returns,
    points=points,
    view=view,
    worth=worth,
    sample_state=sample_state,
    default_action=default_action,
    clock_only=clock_only,
    is_time_up_told=is_time_up_told,
    is_told_once=is_told_once,
    thinking_seconds=thinking_seconds,
    window_seconds=window_seconds,
    finish_begun=finish_begun,
    is_begun_open=is_begun_open,
    shown_for=shown_for,
    codec=CODEC,
    words=files(__name__) / "words",
    lessons=files(__name__) / "lessons",
    picture=picture,
    idle_options=idle_options,
    presets=PRESETS,
    piece_names=piece_names,
    pieces=pieces,
    longest=longest,
    may_act=may_act,
    builders=BUILDERS,
    remembered=remembered,
    seats_seen=lambda seen: len(seen.players),
    unsealed=unsealed,
    players=PLAYERS,
    close_players=close_players,
    because=because,
    reviewer=REVIEWER,
    kernel=KERNEL,
    encoder=ENCODER,
)
