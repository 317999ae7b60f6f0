"""What callers hand over, looked at before it is used: an `InputError` says what is wrong with it.

The adapters make of it the error class of the library they are written for.
"""

from collections.abc import Callable, Mapping, Sequence
from inspect import Parameter, signature
from operator import index
from typing import Any

from touchwood.core.refusals import InputError


def whole_number(name: str, given: Any, least: int | None = None) -> int:
    """Numbers of numpy's and of other libraries are numbers too; 1.5 is not cut off."""
    try:
        number = index(given)
    except TypeError:
        raise InputError("not_a_number", name=name, given=repr(given)) from None
    if least is not None and number < least:
        raise InputError("bad_option", option=name, expected=f"Expected {least} or more")
    return number


def one_of(name: str, given: Any, known: Sequence[str | None]) -> None:
    if given not in known:
        raise InputError("bad_option", option=name, expected=f"Expected one of {', '.join(map(str, known))}")


def nothing_unknown(called: Callable[..., Any], unknown: Mapping[str, Any]) -> None:
    """`unknown` are the keywords that are none of this function's."""
    if unknown:
        parameters = signature(called).parameters.values()
        known = [each.name for each in parameters if each.kind is Parameter.KEYWORD_ONLY]
        raise InputError("unknown_argument", argument=next(iter(unknown)), known=", ".join(known))
