"""My Game: reach into a bag without looking, and stop in time.

RULES.md has the rules in numbers, `rules.py` does them.
"""

from importlib.resources import files

from my_game import rules
from my_game.actions import Action
from my_game.bots import PLAYERS
from my_game.codec import CODEC
from my_game.events import Event
from my_game.invariants import longest, pieces
from my_game.options import Options, why_not_options
from my_game.picture import picture
from my_game.state import State
from my_game.view import View, default_action, sample_state, view
from touchwood.core.game import Game

GAME: Game[Options, State, Action, Event, View] = Game(
    name="my_game",
    title="My Game",
    credit="By its author.",
    versions=(1,),
    player_counts=range(2, 5),
    options_type=Options,
    state_type=State,
    action_type=Action,
    event_type=Event,
    view_type=View,
    why_not_options=why_not_options,
    initial=rules.initial,
    waiting_for=rules.waiting_for,
    why_illegal=rules.why_illegal,
    legal_actions=rules.legal_actions,
    chance=rules.chance,
    act=rules.act,
    apply_chance=rules.apply_chance,
    returns=rules.returns,
    points=rules.points,
    view=view,
    sample_state=sample_state,
    default_action=default_action,
    codec=CODEC,
    words=files(__name__) / "words",
    picture=picture,
    pieces=pieces,
    longest=longest,
    players=PLAYERS,
)
