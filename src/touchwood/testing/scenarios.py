"""Under which options, with how many players and from which seed a game is put to the test.

A plan is all there is to say about one game: its scenarios, and by which events its secrets come out. It can be
written in Python or kept as JSON beside the game's own tests:

    {
      "secrecy": {"shown_by": ["PicksShown"]},
      "scenarios": [
        {"name": "tiny deck", "players": 2, "options": ["deck.T=4", "deck.A=2"], "is_tiny": true}
      ]
    }
"""

from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec

from touchwood.core.game import AnyGame
from touchwood.core.options import options_from_pairs
from touchwood.core.values import Value, from_json


class Secrecy(Value, frozen=True, kw_only=True):
    """What a game says about its secrets, so that the secrets check need not guess.

    Without a word here the check is at its strictest: one and the same choice looks the same to a seat in all worlds
    that fit what the seat knows.
    """

    has_secrets: bool = True
    """False: perfect information. Then a view must determine the whole state."""
    shown_by: tuple[str, ...] = ()
    """Events whose facts show what was hidden: sealed picks turned over, a hand laid open."""
    given_away_by: tuple[str, ...] = ()
    """Events whose very happening gives something away, as the rules want it: a secret mission fulfilled."""
    fleeting: tuple[str, ...] = ()
    """Events that are heard and may leave no trace in any view: talk, or what the table does not keep."""


class Scenario(Value, frozen=True, kw_only=True):
    """A way to set up a game, and how much of it to try."""

    name: str
    players: int
    options: tuple[str, ...] = ()
    """As people type them: `stall_after=3`."""
    seed: int = 1
    matches: int = 2
    is_tiny: bool = False
    """All deals can be walked through: `sample_state` is held against the exact odds."""
    secrecy: Secrecy | None = None
    """Where these options make it differ from the game's own."""
    version: int | None = None
    """Of the rules; None: the newest."""

    def options_of(self, game: AnyGame) -> Any:
        return options_from_pairs(game, self.options, self.players)

    def __str__(self) -> str:
        return self.name


class Plan(Value, frozen=True, kw_only=True):
    secrecy: Secrecy = Secrecy()
    scenarios: tuple[Scenario, ...] = ()


def default_scenarios(game: AnyGame, *, seed: int = 1, matches: int = 2) -> tuple[Scenario, ...]:
    """Every number of players with the options as they come."""
    return tuple(
        Scenario(name=f"{players} players, seed {seed}", players=players, seed=seed, matches=matches)
        for players in game.player_counts
    )


def read_plan(file: Path) -> Plan:
    """Raises `ValueError` with the file's name for what is no plan."""
    try:
        plan: Plan = from_json(file.read_bytes(), Plan)
    except msgspec.MsgspecError as error:
        raise ValueError(f"{file}: {error}") from error
    return plan


def require_events(game: AnyGame, plan: Plan) -> None:
    """A name that is no event of the game would be taken for one that never happens, and what it should say goes
    unsaid. Raises `ValueError`."""
    known = {kind.cls.__name__ for kind in _tagged(msgspec.inspect.type_info(game.event_type))}
    for secrecy in (plan.secrecy, *(scenario.secrecy for scenario in plan.scenarios if scenario.secrecy)):
        for name in (*secrecy.shown_by, *secrecy.given_away_by, *secrecy.fleeting):
            if name not in known:
                close = get_close_matches(name, known, n=1)
                hint = f"; did you mean {close[0]}?" if close else f"; its events are {', '.join(sorted(known))}"
                raise ValueError(f"the plan of {game.name} names {name}, which is no event of the game{hint}")


def _tagged(info: Any) -> tuple[Any, ...]:
    return info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
