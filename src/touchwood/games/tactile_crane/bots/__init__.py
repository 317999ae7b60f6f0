"""Players that know Tactile Crane Championship.

Players for cards: `belief.py` is what a seat thinks of gain and bundle, `planning.py` where to aim and when to lift,
`voices.py` what calls are worth, `betting.py` what to bet, and `players.py` puts them together. Players for the match:
`stakes.py` and `duel.py` say what the end of a turn is worth, `hearing.py` what is held, `aiming.py` where to aim,
`persuading.py` what to call, and `reckoner.py` puts them together. `levels.py` names them.

Numbers that are neither rules nor derived from them: `fitted.json` and `duel.json` are made by `fit.py` and
`solve_duel.py` from simulated matches. Not made by any command are those that `fit.py` hands on as it has them, and the
constants at the heads of `hearing.py`, `stakes.py` and `reckoner.py`: they were counted or tried in matches by hand.
`measure.py` makes the figures of docs/games/tactile-crane.md; `exploit.py` fits a best response to `hard`.

Floats are welcome here: a bot's thoughts enter no state and no record, only its choices do.
"""

from touchwood.games.tactile_crane.bots.levels import PLAYERS

__all__ = ["PLAYERS"]
