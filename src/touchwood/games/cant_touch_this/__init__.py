"""Can't Touch This, first and second edition: perfect information, bidding, exactly solvable.

RULES.md has the rules in numbers. Start with `rules/`; `rules/scoring.py` has the points, `solver/` the perfect play.
"""

from importlib.resources import files

from touchwood.core.game import Game
from touchwood.games.cant_touch_this import rules
from touchwood.games.cant_touch_this.actions import Action
from touchwood.games.cant_touch_this.because import because
from touchwood.games.cant_touch_this.bots import PLAYERS
from touchwood.games.cant_touch_this.codec import CODEC
from touchwood.games.cant_touch_this.encoding import ENCODER
from touchwood.games.cant_touch_this.events import Event
from touchwood.games.cant_touch_this.invariants import longest, pieces
from touchwood.games.cant_touch_this.options import PRESETS, Options, idle_options, why_not_options
from touchwood.games.cant_touch_this.packing import KERNEL
from touchwood.games.cant_touch_this.picture import picture
from touchwood.games.cant_touch_this.puzzles import BOOK
from touchwood.games.cant_touch_this.review import REVIEWER
from touchwood.games.cant_touch_this.rules.ending import points, rematch_options, returns
from touchwood.games.cant_touch_this.rules.legality import legal_actions, why_illegal
from touchwood.games.cant_touch_this.sampling import sample_state
from touchwood.games.cant_touch_this.state import Phase, State
from touchwood.games.cant_touch_this.view import View, default_action, view, without_previews

GAME: Game[Options, State, Action, Event, View] = Game(
    name="cant_touch_this",
    title="Can't Touch This",
    credit="Designed by Jorge Zhang.",
    versions=(1,),
    player_counts=range(1, 3),
    options_type=Options,
    state_type=State,
    action_type=Action,
    event_type=Event,
    view_type=View,
    why_not_options=why_not_options,
    initial=rules.initial,
    waiting_for=rules.waiting_for,
    why_illegal=why_illegal,
    legal_actions=legal_actions,
    chance=rules.chance,
    act=rules.act,
    apply_chance=rules.apply_chance,
    returns=returns,
    points=points,
    view=view,
    sample_state=sample_state,
    remembered=without_previews,
    seats_seen=lambda seen: len(seen.players),
    default_action=default_action,
    codec=CODEC,
    words=files(__name__) / "words",
    lessons=files(__name__) / "lessons",
    puzzles=BOOK,
    picture=picture,
    idle_options=idle_options,
    presets=PRESETS,
    pieces=pieces,
    longest=longest,
    rematch_options=rematch_options,
    is_time_up_told=lambda state: True,
    thinking_seconds=lambda seen: 60 if seen.phase is Phase.CLIP else 30,
    players=PLAYERS,
    because=because,
    former_players={"perfect": "best"},
    reviewer=REVIEWER,
    kernel=KERNEL,
    encoder=ENCODER,
)
