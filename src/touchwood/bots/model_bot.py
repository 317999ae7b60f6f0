"""A trained policy as a bot: an ONNX file, whatever it was trained with.

    touchwood play tag --seats human,model:tag.onnx

The file has one input, rows of the game's encoder (`observation`: float32, batch x row), and first among its outputs a
number for each choice (`logits`: batch x choices). Which choices are legal it is not told: of the legal ones the bot
takes the one with the highest number. Composite actions are chosen part by part, as environments offer them
(`touchwood.core.choices`). The metadata of the file may name its game (`game`), which a server asks for.

Needs `touchwood[onnx]`; nothing of it is loaded before a model is.
"""

from collections.abc import Sequence
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from touchwood.core.choices import Choices
from touchwood.core.encoding import AnyEncoder, length_of
from touchwood.core.game import AnyGame
from touchwood.core.refusals import InputError


class ModelBot:
    """Plays one game by one file."""

    def __init__(self, game: AnyGame, file: Path) -> None:
        self._game, self._file = game, file
        self._session = _session(file)
        self._fitting: dict[tuple[Any, int], Choices] = {}
        if game.encoder is None:
            raise InputError("no_encoder", game=game.title)
        self._encoder: AnyEncoder = game.encoder

    def choose(self, view: Any, actions: Sequence[Any], rng: Random) -> Any:
        return self._chosen(view, actions, may_pass=False)

    def interject(self, view: Any, actions: Sequence[Any], rng: Random) -> Any | None:
        return self._chosen(view, actions, may_pass=True)

    def _chosen(self, view: Any, actions: Sequence[Any], *, may_pass: bool) -> Any | None:
        choices = self._choices(view)
        legal = choices.legal(view, actions)
        number = self._best(view, (), [*legal, choices.skip] if may_pass else legal)
        if number == choices.skip:
            return None
        if not choices.is_part(number):
            return choices.action(number)
        numbers: tuple[int, ...] = (number,)
        while True:
            builder, parts = choices.parts_of(numbers)
            action, more = choices.action_of(view, numbers), choices.parts(builder, view, parts)
            if not more:
                return action
            number = self._best(view, parts, more if action is None else [*more, choices.finish])
            if number == choices.finish:
                return action
            numbers = (*numbers, number)

    def _best(self, view: Any, parts: tuple[Any, ...], legal: Sequence[int]) -> int:
        import numpy as np

        row = np.array([self._encoder.encode(view, parts)], np.float32)
        logits = self._session.run(None, {self._session.get_inputs()[0].name: row})[0][0]
        return max(legal, key=lambda number: float(logits[number]))

    def _choices(self, view: Any) -> Choices:
        match = view.options, self._game.seats_of(view)
        if match not in self._fitting:
            self._fitting[match] = self.fitting(*match)
        return self._fitting[match]

    def fitting(self, options: Any, seats: int) -> Choices:
        """The numbers of all choices in such a match, if the model has as many: all, or the coarse ones. Raises
        `InputError`."""
        row = length_of(self._encoder.slices(options, seats))
        counts = _last_sizes(self._session)
        for coarse in (False, True):
            choices = Choices(self._game, options, seats, coarse=coarse)
            if counts == (row, choices.count):
                return choices
        raise InputError(
            "model_does_not_fit",
            file=self._file.name,
            game=self._game.title,
            players=seats,
            model=f"{counts[0]} → {counts[1]}",
            match=f"{row} → {Choices(self._game, options, seats).count}",
        )

    def check_fits_somehow(self) -> None:
        """Options as they come, some number of players."""
        for seats in self._game.player_counts:
            try:
                self.fitting(self._game.options_type(), seats)
            except InputError as error:
                missed = error
            else:
                return
        raise missed


def game_of_model(file: Path) -> str:
    """The name of the game its metadata gives; an `InputError` if it gives none."""
    game: str | None = _session(file).get_modelmeta().custom_metadata_map.get("game")
    if game is None:
        raise InputError("model_names_no_game", file=str(file))
    return game


def _last_sizes(session: Any) -> tuple[int, int]:
    """Numbers in, numbers out."""
    return session.get_inputs()[0].shape[-1], session.get_outputs()[0].shape[-1]


def _session(file: Path) -> Any:
    """Loaded once, as long as the file stays as it is."""
    try:
        changed = file.stat().st_mtime_ns
    except OSError as error:
        raise InputError("file_unreadable", file=str(file), reason=error.strerror or str(error)) from None
    return _loaded(file, changed)


@lru_cache(maxsize=16)
def _loaded(file: Path, changed: int) -> Any:
    try:
        runtime: Any = import_module("onnxruntime")
    except ModuleNotFoundError as missing:
        raise InputError("extra_missing", module=str(missing.name), extra="onnx") from None
    options = runtime.SessionOptions()
    # One decision at a time: more threads only wait for one another.
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 4
    try:
        session = runtime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # of onnxruntime's own kinds, one for each thing that can be wrong with a file
        raise InputError("model_unreadable", file=str(file), reason=str(error).splitlines()[0]) from None
    if len(session.get_inputs()) != 1 or session.get_inputs()[0].type != "tensor(float)":
        raise InputError("model_unreadable", file=str(file), reason="it must have one input, of float32")
    return session
