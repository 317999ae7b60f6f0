"""Tactile Crane Championship: a blind grab at a thick deck, sealed bets, and voices that may lie.

RULES.md has the rules in numbers, `rules/` does them; start with `rules/turn.py`. The hand that grabs is a
model in whole numbers (`rules/hand.py`, `quantiles.py`).
"""

from importlib.resources import files

from touchwood.core.game import Game
from touchwood.games.tactile_crane import rules
from touchwood.games.tactile_crane.actions import Action
from touchwood.games.tactile_crane.because import because
from touchwood.games.tactile_crane.bots import PLAYERS
from touchwood.games.tactile_crane.codec import CODEC
from touchwood.games.tactile_crane.encoding import ENCODER
from touchwood.games.tactile_crane.events import Event
from touchwood.games.tactile_crane.invariants import longest, pieces
from touchwood.games.tactile_crane.options import PRESETS, Options, idle_options, why_not_options
from touchwood.games.tactile_crane.packing import KERNEL
from touchwood.games.tactile_crane.picture import picture
from touchwood.games.tactile_crane.review import REVIEWER
from touchwood.games.tactile_crane.rules.ending import points, returns
from touchwood.games.tactile_crane.rules.legality import legal_actions, may_act, waiting_for, why_illegal
from touchwood.games.tactile_crane.rules.turn import hushed, initial
from touchwood.games.tactile_crane.rulings import VERSIONS
from touchwood.games.tactile_crane.sampling import sample_state
from touchwood.games.tactile_crane.state import State
from touchwood.games.tactile_crane.view import (
    View,
    absent_action,
    clock_only,
    default_action,
    is_time_up_told,
    shown_for,
    thinking_seconds,
    view,
)

GAME: Game[Options, State, Action, Event, View] = Game(
    name="tactile_crane",
    title="Tactile Crane Championship",
    credit="Game design: Tentsuku Shimizu. Art: Sai Beppu. Published by SUKI Games.",
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
    sample_state=sample_state,
    seats_seen=lambda seen: len(seen.players),
    default_action=default_action,
    absent_action=absent_action,
    clock_only=clock_only,
    is_time_up_told=is_time_up_told,
    thinking_seconds=thinking_seconds,
    shown_for=shown_for,
    codec=CODEC,
    words=files(__name__) / "words",
    lessons=files(__name__) / "lessons",
    picture=picture,
    idle_options=idle_options,
    presets=PRESETS,
    pieces=pieces,
    longest=longest,
    may_act=may_act,
    hushed=hushed,
    players=PLAYERS,
    because=because,
    reviewer=REVIEWER,
    kernel=KERNEL,
    encoder=ENCODER,
)
