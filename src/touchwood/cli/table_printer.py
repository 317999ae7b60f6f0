"""How a table is written to a terminal: drawn, or plainly.

Drawn is the game's own picture, 80 columns wide. Plain is for screen readers and braille lines: no drawing, no columns,
no colours, one thing a line; of the table only what is asked and what is new of what one has, the rest on wish.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from touchwood.core.builder import build_plainly
from touchwood.core.game import AnyGame
from touchwood.core.reading import Reading, name_action, name_builder, read_out
from touchwood.core.seats import Viewer
from touchwood.core.words import Words

MOST_DRAWN: Final = 40
MOST_PLAIN: Final = 12
"""So many moves are listed unasked."""
WISHES: Final[Mapping[str, Callable[[Reading], Sequence[str]]]] = {
    "q": lambda reading: [reading.status],
    "m": lambda reading: reading.mine,
    "t": lambda reading: reading.table,
    "p": lambda reading: reading.score,
    "more": lambda reading: reading.aside,
}
"""What can be asked for at any time, by the letters that are keys on the page; `l` is for whoever keeps the log."""


@dataclass
class TablePrinter:
    game: AnyGame
    is_plain: bool
    console: Console
    _known: dict[Viewer, tuple[str, ...]] = field(default_factory=dict)
    """What each listener was told last of what is theirs."""

    @classmethod
    def of(cls, game: AnyGame, *, is_plain: bool) -> "TablePrinter":
        return cls(game, is_plain, Console(highlight=False, color_system=None if is_plain else "auto"))

    def words_for(self, words: Words, view: Any) -> Words:
        """Pictures show what a card is; who only hears its code is told."""
        return words.naming(self.game.piece_names(view.options, words)) if self.is_plain else words

    # -- What happens, and how things stand -------------------------------------------------------------------------
    def line(self, text: str) -> None:
        self.console.print(Text(text), soft_wrap=True)

    def event(self, sentence: str) -> None:
        if self.is_plain:
            self.line(sentence)
        else:
            self.console.print(Text(f"  {sentence}", style="dim"))

    def table(self, view: object, words: Words, *, is_asked: bool) -> None:
        """All of it; or plainly what is asked, and of what is one's own that which has changed."""
        if not self.is_plain:
            self.console.print(Text(self.game.picture(view, words)))
            return
        reading = read_out(self.game, view, words, is_asked=is_asked)
        known = self._known.get(words.listener, ())
        self._known[words.listener] = reading.notable
        for line in (reading.status, *(line for line in reading.notable if line not in known)):
            self.line(line)

    def wish(self, typed: str, view: object, words: Words, *, is_asked: bool) -> bool:
        """False: it is no wish to hear something."""
        if typed not in WISHES:
            return False
        told = WISHES[typed](read_out(self.game, view, words, is_asked=is_asked))
        for line in told or [words.label("nothing_to_tell")]:
            self.line(line)
        return True

    # -- What can be done -------------------------------------------------------------------------------------------
    def moves(
        self, actions: Sequence[Any], words: Words, *, also: Sequence[str] = (), are_wanted: bool = False
    ) -> None:
        """By number; `also` are numbered on after them. Many are listed only for who wants to hear them."""
        if self.is_plain:
            self._moves_a_line(actions, words, also, are_wanted=are_wanted)
            return
        texts = [*map(self.game.codec.text, actions[:MOST_DRAWN])]
        shown = [f"{number} {text}" for number, text in enumerate(texts, start=1)]
        if len(actions) > MOST_DRAWN:
            shown.append(words.label("more_moves", count=len(actions) - MOST_DRAWN))
        shown += [f"{number} {text}" for number, text in enumerate(also, start=len(actions) + 1)]
        if shown:
            self.console.print(Text("  ".join(shown), style="bold"))

    def built_moves(self, view: object, words: Words) -> None:
        """What is made of parts cannot be listed; how it is typed can be shown."""
        for builder in self.game.builders:
            if builder.is_offered(view):
                example = self.game.codec.text(build_plainly(builder, view))
                self.line(words.label("built_move", kind=name_builder(builder.name, words), example=example))

    def _moves_a_line(self, actions: Sequence[Any], words: Words, also: Sequence[str], *, are_wanted: bool) -> None:
        if len(actions) > MOST_PLAIN and not are_wanted:
            example = self.game.codec.text(actions[0])
            self.line(words.label("many_moves", count=len(actions), example=example))
            first = len(actions) + 1
        else:
            first = 1
            also = [*(name_action(self.game, action, words) for action in actions), *also]
        for number, name in enumerate(also, start=first):
            self.line(f"{number} {name}")
