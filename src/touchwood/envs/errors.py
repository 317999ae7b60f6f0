"""What is wrong, as a sentence: for the error classes of the libraries that environments are written for."""

from touchwood.core.game import AnyGame
from touchwood.core.refusals import InputError, Refused
from touchwood.core.words import words_of


def code_of(error: InputError | Refused) -> str:
    return error.code if isinstance(error, InputError) else error.refusal.code


def sentence_of(error: InputError | Refused, game: AnyGame | None = None) -> str:
    """With the number of the rule, where a rule forbids it, and the code, which stays the same."""
    words = words_of(None if game is None else game.words)
    if isinstance(error, Refused):
        refusal = error.refusal
        return f"{words.refusal(refusal)} (rule {refusal.rule}, {refusal.code})"
    try:
        return f"{words.error(error)} ({error.code})"
    except KeyError:  # an error of a game's own, raised before the game was known
        return str(error)
