"""What kind of match an environment plays: the game, its options, how many seats, by which version of the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from touchwood.core.choices import Choices
from touchwood.core.encoding import AnyEncoder, Slice
from touchwood.core.game import AnyGame, Game
from touchwood.core.options import options_from_mapping
from touchwood.core.refusals import InputError
from touchwood.core.seats import Seat, all_seats
from touchwood.envs.arguments import whole_number
from touchwood.games.discovery import find_game

__all__ = ["Setup", "setup_of"]


@dataclass(frozen=True)
class Setup:
    game: AnyGame
    options: Any
    players: int
    version: int
    interjections: bool = True
    """Whether seats are asked that may act though nobody waits for them."""
    coarse: bool = False
    """Of hundreds of actions that differ by a number alone, some."""

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle: a game is found again by its name."""
        rest = self.options, self.players, self.version, self.interjections, self.coarse
        return _found_again, (self.game.name, *rest)

    @cached_property
    def choices(self) -> Choices:
        return Choices(self.game, self.options, self.players, coarse=self.coarse)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return all_seats(self.players)

    @cached_property
    def slices(self) -> Sequence[Slice]:
        return self.encoder.slices(self.options, self.players)

    @property
    def encoder(self) -> AnyEncoder:
        if self.game.encoder is None:
            raise InputError("no_encoder", game=self.game.title)
        return self.game.encoder


def _found_again(game: str, *rest: Any) -> Setup:
    return Setup(find_game(game), *rest)


def setup_of(
    game: str | AnyGame,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    version: int | None = None,
    interjections: bool = True,
    coarse: bool = False,
) -> Setup:
    """An `InputError` says what is wrong. Without a number of players: two, or one where two are too many."""
    found = game if isinstance(game, Game) else find_game(str(game))
    count = min(2, found.player_counts[-1]) if players is None else whole_number("players", players)
    chosen = found.known_version(None if version is None else whole_number("rules_version", version))
    named = {} if options is None else options
    if not isinstance(named, Mapping):
        raise InputError("bad_option", option="options", expected="Expected names and what they are set to")
    return Setup(found, options_from_mapping(found, named, count), count, chosen, interjections, coarse)
