"""Players that know Tactile Crane Championship.

`belief.py` is what a seat thinks of gain and bundle, `planning.py` where to aim and when to lift, `voices.py` what
calls are worth, `betting.py` what to bet, and `players.py` puts them together into levels. Numbers that are neither
rules nor derived from them are in `fitted.json`, made by `fit.py` from simulated matches; `measure.py` makes the
figures of docs/games/tactile-crane.md; `exploit.py` fits a best response to `hard`.

Floats are welcome here: a bot's thoughts enter no state and no record, only its choices do.
"""

from touchwood.games.tactile_crane.bots.players import PLAYERS

__all__ = ["PLAYERS"]
