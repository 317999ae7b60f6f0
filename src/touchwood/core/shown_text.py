"""What people may write where others read it: names, talk, and calls in games. One rule for all of them.

A text is *shown* if nothing in it is hidden and something in it can be seen. Control and format signs are hidden; so
are half signs, private signs, and breaks of lines. Joiners are format signs too, but words of Persian or Hindi and
family emoji are made with them: between two signs that they join, and nowhere else, they are let through.

`skeleton` tells which texts look alike.
"""

import re
from typing import Final
from unicodedata import category, normalize

_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Unassigned signs (Cn) pass, so that a newer alphabet of signs refuses nothing that an older one let pass."""
_JOINERS: Final = "\u200c\u200d"
_FLAG: Final = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,8}\U000e007f")
"""Flags of parts of countries: a black flag, letters that cannot be seen, and the end of them."""
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols with nothing on them."""


def is_hidden(sign: str) -> bool:
    return category(sign) in _HIDDEN


def is_visible(sign: str) -> bool:
    """Something can be seen there even if it stands alone: marks cannot, nor can spaces."""
    return category(sign)[0] in "LNPS" and sign not in _BLANK


def without_hidden(text: str) -> str:
    """The text without all that is hidden in it."""
    kept: list[str] = []
    place = 0
    while place < len(text):
        flag = _FLAG.match(text, place)
        if flag:
            kept.append(flag[0])
            place = flag.end()
            continue
        sign, following = text[place], text[place + 1 : place + 2]
        if not is_hidden(sign) or (sign in _JOINERS and kept and _joins(kept[-1][-1], following)):
            kept.append(sign)
        place += 1
    return "".join(kept)


def _joins(before: str, after: str) -> bool:
    """A letter, a mark on one, or a symbol (an emoji) before; a letter or a symbol after."""
    is_word = category(before)[0] in "LMS" or before == "\U000e007f"
    return is_word and bool(after) and category(after)[0] in "LS" and not {before, after} & _BLANK


def has_nothing_to_see(text: str) -> bool:
    return not any(map(is_visible, text))


def is_shown(text: str) -> bool:
    return without_hidden(text) == text and not has_nothing_to_see(text)


# -- Looking alike --------------------------------------------------------------------------------------------------
_LOOKS_LIKE: Final = str.maketrans(
    {
        **dict(zip("АВЕНІКМОРСТУХЅЈԚԜҮ", "ABEHlKMOPCTYXSJQWY", strict=True)),  # Cyrillic
        **dict(zip("авеіорсухѕјһԁԛԝүӏ", "abeiopcyxsjhdqwyl", strict=True)),
        **dict(zip("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹ", "ABEZHlKMNOPTYXC", strict=True)),  # Greek
        **dict(zip("αιγνορςυϲ", "aiyvopcuc", strict=True)),
        **dict(zip("ՕԼՏօսոհց", "OLSounhg", strict=True)),  # Armenian
        **dict(zip("I|1ı0", "lllio", strict=True)),
    }
)
"""Letters of other alphabets, and figures, that look like a Latin letter. Not all there are: those that names are
faked with. Forms for show (full width, mathematical, in circles) are undone by NFKD."""
_PAIRS: Final = (("rn", "m"), ("vv", "w"))
_BADGES: Final = frozenset("●■▲◆⬢★")
"""What look-alike names are told apart by, so it does not tell two names apart by itself."""


def skeleton(text: str) -> str:
    """The same for texts that look alike at a glance; for nothing but comparing."""
    plain = "".join(sign for sign in normalize("NFKD", text) if is_visible(sign) and sign not in _BADGES)
    # Before case is dropped, for a capital I looks like a small L; and after it, for ẞ becomes ss.
    folded = plain.translate(_LOOKS_LIKE).casefold().translate(_LOOKS_LIKE)
    for pair, one in _PAIRS:
        folded = folded.replace(pair, one)
    return folded
