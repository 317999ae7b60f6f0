"""Sets of clips as three words of 62 bits, the smallest thing every kernel stands on.

A card of up to 64 cells has at most 160 clips, so three words hold any set of them:

    clip      0 .. 61     62 .. 123    124 .. 185
    word    [ first    ] [ second   ] [ third    ]

62 bits and not 64: a word then never looks negative, and the same source gives the
same numbers whether it is compiled (64-bit integers) or interpreted (endless ones).

Kernel sources are plain functions over anything that can be indexed. `engine.py`
links them, compiled or interpreted; nothing here is called before that.
"""

from collections.abc import MutableSequence
from typing import TypeAlias

Ints: TypeAlias = MutableSequence[int]
ClipSet: TypeAlias = tuple[int, int, int]

WORDS = 3
WORD_BITS = 62


def lowest_bit(word: int) -> int:
    """Number of the lowest bit that is set. Compiled: one machine instruction (`engine.py`)."""
    return (word & -word).bit_length() - 1


def get_set(words: Ints, at: int) -> ClipSet:
    return words[at], words[at + 1], words[at + 2]


def put_set(words: Ints, at: int, clips: ClipSet) -> None:
    words[at] = clips[0]
    words[at + 1] = clips[1]
    words[at + 2] = clips[2]


def set_at(sets: Ints, number: int) -> ClipSet:
    """The set stored at `number` in a row of sets."""
    return get_set(sets, number * WORDS)


def both(one: ClipSet, other: ClipSet) -> ClipSet:
    return one[0] & other[0], one[1] & other[1], one[2] & other[2]


def without(one: ClipSet, other: ClipSet) -> ClipSet:
    return one[0] & ~other[0], one[1] & ~other[1], one[2] & ~other[2]


def is_empty(clips: ClipSet) -> bool:
    return (clips[0] | clips[1] | clips[2]) == 0


def first_of(clips: ClipSet) -> int:
    """The lowest clip of a set that is not empty."""
    if clips[0] != 0:
        return lowest_bit(clips[0])
    if clips[1] != 0:
        return WORD_BITS + lowest_bit(clips[1])
    return 2 * WORD_BITS + lowest_bit(clips[2])


def without_first(clips: ClipSet) -> ClipSet:
    """The same set less its lowest clip."""
    if clips[0] != 0:
        return clips[0] & (clips[0] - 1), clips[1], clips[2]
    if clips[1] != 0:
        return 0, clips[1] & (clips[1] - 1), clips[2]
    return 0, 0, clips[2] & (clips[2] - 1)


def has_clip(clips: ClipSet, clip: int) -> bool:
    if clip < WORD_BITS:
        return (clips[0] >> clip) & 1 == 1
    if clip < 2 * WORD_BITS:
        return (clips[1] >> (clip - WORD_BITS)) & 1 == 1
    return (clips[2] >> (clip - 2 * WORD_BITS)) & 1 == 1


def without_clip(clips: ClipSet, clip: int) -> ClipSet:
    if clip < WORD_BITS:
        return clips[0] & ~(1 << clip), clips[1], clips[2]
    if clip < 2 * WORD_BITS:
        return clips[0], clips[1] & ~(1 << (clip - WORD_BITS)), clips[2]
    return clips[0], clips[1], clips[2] & ~(1 << (clip - 2 * WORD_BITS))


def add_clip(sets: Ints, number: int, clip: int) -> None:
    """Put a clip into the set stored at `number`."""
    sets[number * WORDS + clip // WORD_BITS] |= 1 << (clip % WORD_BITS)
