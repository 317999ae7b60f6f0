"""The exact solver of Can't Touch This: perfect duels, best solo totals, from any position.

`solve_duel` gives a position's value with all best moves, `move_values` the value of every legal
move, `solve_solo` the best solo total with a placement. Clips are `(edge, line, depth)`.

Start reading at `duel.py` and `solo.py`; the searches themselves are the `kernel_*` modules, plain
Python that `engine.py` compiles where numba is installed. Importing this package compiles nothing.
"""

from touchwood.games.cant_touch_this.solver.card import Clip, Edge
from touchwood.games.cant_touch_this.solver.duel import DuelAnswer, Side, move_values, solve_duel
from touchwood.games.cant_touch_this.solver.engine import on_compile
from touchwood.games.cant_touch_this.solver.solo import SoloAnswer, solve_solo

__all__ = [
    "Clip",
    "DuelAnswer",
    "Edge",
    "Side",
    "SoloAnswer",
    "move_values",
    "on_compile",
    "solve_duel",
    "solve_solo",
]
