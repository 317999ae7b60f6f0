"""TAG: hidden hands, an answer nobody may read, and an endgame of dodging.

RULES.md has the rules in numbers, `rules/` does them; start with `rules/turn.py`.
"""

from importlib.resources import files

from touchwood.core.game import Game
from touchwood.games.tag import picture, rules, view
from touchwood.games.tag.actions import Action
from touchwood.games.tag.because import because
from touchwood.games.tag.bots import PLAYERS
from touchwood.games.tag.codec import CODEC
from touchwood.games.tag.encoding import ENCODER
from touchwood.games.tag.events import Event
from touchwood.games.tag.invariants import longest, pieces
from touchwood.games.tag.options import PRESETS, Options, idle_options, why_not_options
from touchwood.games.tag.packing import KERNEL
from touchwood.games.tag.rules.deal import initial
from touchwood.games.tag.rules.ending import points, returns
from touchwood.games.tag.rules.legality import legal_actions, why_illegal
from touchwood.games.tag.rulings import VERSIONS
from touchwood.games.tag.sampling import sample_state
from touchwood.games.tag.state import State

GAME: Game[Options, State, Action, Event, view.View] = Game(
    name="tag",
    title="TAG",
    credit="The rulebook of TAG names no author.",
    versions=VERSIONS,
    player_counts=range(2, 7),
    options_type=Options,
    state_type=State,
    action_type=Action,
    event_type=Event,
    view_type=view.View,
    why_not_options=why_not_options,
    initial=initial,
    waiting_for=rules.waiting_for,
    why_illegal=why_illegal,
    legal_actions=legal_actions,
    chance=rules.chance,
    act=rules.act,
    apply_chance=rules.apply_chance,
    returns=returns,
    points=points,
    view=view.view,
    worth=view.worth,
    sample_state=sample_state,
    seats_seen=lambda seen: len(seen.players),
    default_action=view.default_action,
    codec=CODEC,
    words=files(__name__) / "words",
    lessons=files(__name__) / "lessons",
    picture=picture.picture,
    idle_options=idle_options,
    presets=PRESETS,
    pieces=pieces,
    longest=longest,
    answer_shown_after=rules.answer_shown_after,
    is_time_up_told=rules.is_time_up_told,
    thinking_seconds=lambda seen: 20,
    players=PLAYERS,
    because=because,
    former_players={"best": "hard"},
    kernel=KERNEL,
    encoder=ENCODER,
)
