"""Actions as text and as numbers: there and back again."""

from typing import Any, get_args

from touchwood.core.refusals import InputError
from touchwood.core.words import languages, words_of
from touchwood.testing.nonconformance import Nonconformance
from touchwood.testing.run import Run

CHECK = "codecs"

_NOT_ACTIONS = ("", "☃", "no such action", "{}", "0 0 0 0 0 0 0 0 0")


def check_numbers(run: Run) -> None:
    """An action's number is its index; so no action stands in the list twice, and the list never changes."""
    if list(run.game.codec.numbered(run.options, run.scenario.players)) != list(run.numbered):
        raise Nonconformance(CHECK, "numbers", "the numbers of actions never change", run.place())
    for number, action in enumerate(run.numbered):
        if run.numbered.index(action) != number:
            rule = "every numbered action has one number"
            numbers = [run.numbered.index(action), number]
            raise Nonconformance(CHECK, "numbers", rule, run.place(), action=action, numbers=numbers)


def check_kinds(run: Run) -> None:
    """Whatever kind of action a device can send is tried: it has numbers, or the codec gives some of it without."""
    kinds = get_args(run.game.action_type) or (run.game.action_type,)
    tried = {type(action) for action in (*run.numbered, *run.unnumbered)}
    missing = [kind.__name__ for kind in kinds if kind not in tried]
    if missing:
        rule = "every kind of action is in codec.numbered or, if only as an example, in codec.unnumbered"
        raise Nonconformance(CHECK, "kinds", rule, run.place(), missing=missing)


def check_text(run: Run) -> None:
    """`text` and `parse` round-trip, different actions have different texts, what is no action is an `InputError`."""
    met = [position.move.choice for position in run.positions if position.move and position.move.actor is not None]
    written: dict[str, Any] = {}
    for action in (*run.numbered, *run.unnumbered, *met):
        text = run.game.codec.text(action)
        if written.setdefault(text, action) != action:
            rule = "different actions have different texts"
            raise Nonconformance(CHECK, "text", rule, run.place(), text=text, actions=[written[text], action])
    for text, action in written.items():
        try:
            parsed = run.game.codec.parse(text)
        except InputError as error:
            rule = "parse reads what text writes"
            raise Nonconformance(CHECK, "text", rule, run.place(), text=text, error=str(error)) from error
        if parsed != action:
            rule = "parse reads what text writes"
            raise Nonconformance(CHECK, "text", rule, run.place(), text=text, action=action, parsed=parsed)
    for text in _NOT_ACTIONS:
        if text not in written:
            _require_error(run, text)


def _require_error(run: Run, text: str) -> None:
    try:
        run.game.codec.parse(text)
    except InputError as error:
        for language in languages(run.game.words):
            try:
                words_of(run.game.words, language=language).error(error)
            except KeyError as missing:
                rule = "every error has a sentence in every language"
                facts = {"language": language, "error": str(error), "missing": str(missing)}
                raise Nonconformance(CHECK, "error", rule, run.place(), **facts) from missing
    except Exception as error:
        rule = "parse raises InputError for what it cannot read"
        raise Nonconformance(CHECK, "text", rule, run.place(), text=text, raised=repr(error)) from error
